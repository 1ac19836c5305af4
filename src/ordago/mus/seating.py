"""Who sits where and with whom: chairs, sides and the order of speaking (R1.6 to R1.10).

Chairs are numbered from 1 in the order in which play passes. Sides are numbered from 0 in code; in records they are
`A`, `B`, `C` for pairs and threes, and the chair's number in individual play.
"""

from typing import Literal

import msgspec

from ordago.errors import RulesError

ARRANGEMENTS = {2: ("individual",), 3: ("individual",), 4: ("pairs", "individual"), 5: ("individual",)}
ARRANGEMENTS[6] = ("threes", "pairs", "individual")


class SeatRules(msgspec.Struct, frozen=True):
    """How many play, and together with whom. `sides` not given is the first that fits the number (6.1)."""

    players: Literal[4, 2, 3, 5, 6] = 4
    sides: Literal["pairs", "individual", "threes"] = "pairs"

    def __post_init__(self) -> None:
        """Raise RulesError where so many players cannot sit like that."""
        if self.sides not in ARRANGEMENTS[self.players]:
            raise RulesError(
                "setting-contradicts",
                setting="sides",
                reason=f"{self.players} players sit as {' or '.join(ARRANGEMENTS[self.players])}",
            )

    @property
    def side_count(self) -> int:
        """How many sides play against each other."""
        if self.sides == "individual":
            return self.players
        return 3 if (self.sides, self.players) == ("pairs", 6) else 2

    @property
    def side_names(self) -> tuple[str, ...]:
        """The sides' names in records, in order."""
        if self.sides == "individual":
            return tuple(str(chair) for chair in range(1, self.players + 1))
        return ("A", "B", "C")[: self.side_count]

    @property
    def sides_of_chairs(self) -> tuple[int, ...]:
        """The side of each chair; the entry of chair 0 is unused."""
        return (-1, *(chair % self.side_count for chair in range(self.players)))

    @property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """For each mano the chairs in speaking order (R1.7); the entry of chair 0 is empty."""
        return ((), *(speaking_order(mano, self.players) for mano in range(1, self.players + 1)))


def speaking_order(mano: int, players: int) -> tuple[int, ...]:
    """The chairs from the mano to the postre (R1.7)."""
    return tuple((mano - 1 + step) % players + 1 for step in range(players))
