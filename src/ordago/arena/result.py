"""What a contest came to: figures with intervals, from the point of view of `a`."""

from typing import Any

import msgspec

from ordago.arena.checkpoint import Rows
from ordago.arena.contest import Contest, Kind, Row
from ordago.arena.figures import Figure, mean, share, without_luck

WHO = ("a", "b")


class Result(msgspec.Struct, frozen=True):
    """The figures. A deal counts once, though it was played from every side; games and matches count each time.

    `stones` is None where nothing is counted but who loses; then `lost` is the share of games that `a` lost.
    """

    contest: Contest
    sides: int
    deals: int
    stones: Figure | None
    lost: Figure | None
    games: int
    games_won: int
    games_share: Figure
    matches: int
    matches_won: int
    matches_share: Figure
    illegal: tuple[int, int]
    seconds: tuple[float, float]
    decisions: tuple[int, int]

    @property
    def fair_share(self) -> float:
        """What share a bot as good as the others would win, or lose."""
        return 1 / self.sides

    def as_json(self) -> dict[str, Any]:
        """The figures as plain values."""
        cost = {
            "illegal": dict(zip(WHO, self.illegal, strict=True)),
            "seconds_per_decision": {
                who: seconds / decisions if decisions else 0.0
                for who, seconds, decisions in zip(WHO, self.seconds, self.decisions, strict=True)
            },
        }
        if self.stones is None:
            assert self.lost is not None
            return {
                "deals": self.deals,
                "players": self.sides,
                "games": self.games,
                "lost_share": self.lost.value,
                "lost_ci": [self.lost.low, self.lost.high],
                "fair_share": self.fair_share,
                **cost,
            }
        found: dict[str, Any] = {
            "deals": self.deals,
            "stones_per_deal": self.stones.value,
            "stones_ci": [self.stones.low, self.stones.high],
            "games": self.games,
            "games_won": self.games_won,
            "games_ci": [self.games_share.low, self.games_share.high],
        }
        if self.matches:
            found |= {
                "matches": self.matches,
                "matches_won": self.matches_won,
                "matches_ci": [self.matches_share.low, self.matches_share.high],
            }
        if self.sides > 2:
            found["fair_share"] = self.fair_share
        return {**found, **cost}


def result_of(contest: Contest, sides: int, deals_are_games: bool, rows: Rows) -> Result:
    """The figures of what was played; at least two deals. Rows are taken in order of number, so sums are the same."""
    deals, games, matches = [[part[at] for at in sorted(part)] for part in (rows.get(kind, {}) for kind in KINDS)]
    played = [*deals, *games, *matches]
    values = [row.value for row in deals]
    return Result(
        contest=contest,
        sides=sides,
        deals=len(deals),
        stones=None if deals_are_games else mean(without_luck(values, [row.luck for row in deals])),
        lost=share([value * sides for value in values], sides) if deals_are_games else None,
        games=(len(deals) if deals_are_games else len(games)) * sides,
        games_won=_won(games),
        games_share=share([row.value for row in games], sides),
        matches=len(matches) * sides,
        matches_won=_won(matches),
        matches_share=share([row.value for row in matches], sides),
        illegal=(sum([row.illegal[0] for row in played]), sum([row.illegal[1] for row in played])),
        seconds=(sum([row.seconds[0] for row in played]), sum([row.seconds[1] for row in played])),
        decisions=(sum([row.decisions[0] for row in played]), sum([row.decisions[1] for row in played])),
    )


KINDS: tuple[Kind, ...] = ("deal", "game", "match")


def _won(rows: list[Row]) -> int:
    return round(sum([row.value for row in rows]))
