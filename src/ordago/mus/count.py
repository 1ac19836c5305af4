"""The count: which stones each lance pays, to whom and why (§5)."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from ordago.mus.betting import Lance, Outcome
from ordago.mus.hand import Worth

Stones = Annotated[int, msgspec.Meta(ge=0, le=40)]
LanceName = Literal["grande", "chica", "pares", "juego", "punto"]

LANCES: tuple[LanceName, ...] = ("grande", "chica", "pares", "juego", "punto")
"""The lances in order; punto is played instead of juego where nobody has juego (R3.1)."""

BONUS_LANCES = ("pares", "juego")
"""The lances that pay for the hands themselves (§5.1)."""


class PasoValue(msgspec.Struct, frozen=True):
    """Stones of a passed lance."""

    grande: Stones = 1
    chica: Stones = 1
    punto: Stones = 1
    pares: Stones = 0
    juego: Stones = 0


class JuegoValue(msgspec.Struct, frozen=True):
    """Stones of a juego: 31 and any other."""

    best: Stones = msgspec.field(name="31", default=3)
    other: Stones = 2


class CountRules(msgspec.Struct, frozen=True):
    """Settings of the count (6.1)."""

    ordago_settlement: Literal["immediate", "in_order"] = "immediate"
    refused_timing: Literal["immediate", "at_count"] = "immediate"
    deje_first: Stones = 1
    deje_extra_lances: tuple[LanceName, ...] = ()
    refusal_bonus: Literal["bettor", "best_hand", "none"] = "bettor"
    paso_value: PasoValue = PasoValue()
    pares_value: tuple[Stones, Stones, Stones] = (1, 2, 3)
    juego_value: JuegoValue = JuegoValue()
    punto_bonus: Stones = 1
    punto_bonus_on_accepted: bool = True


class Award(msgspec.Struct, frozen=True, gc=False):
    """Stones that a side scored.

    `lance` is a lance or `mus` (perete). `why` is `paso`, `accepted`, `refused`, `bonus`, `uncontested`, `ordago` or
    `perete`; `when` is `at once` or `count`. `chairs` are those whose hands decided, or that were paid for a bonus.
    """

    lance: str
    side: int
    stones: int
    why: str
    when: str
    chairs: tuple[int, ...]


def hand_bonus(lance: str, worth: Worth, rules: CountRules) -> int:
    """The stones that a hand itself is worth at pares or juego (§5.1)."""
    if lance == "pares":
        return rules.pares_value[worth.category - 1] if worth.category else 0
    if lance != "juego" or not worth.juego:
        return 0
    return rules.juego_value.best if worth.total == 31 else rules.juego_value.other


def strength(lance: str, worth: Worth) -> int:
    """The number that is compared in this lance; larger wins (§4)."""
    found: int = getattr(worth, lance)
    return found


def best_chair(lance: str, chairs: Sequence[int], worths: Sequence[Worth]) -> int:
    """The chair with the best hand; of equal ones the first in speaking order, as `chairs` are given (R1.9)."""
    best = chairs[0]
    most = strength(lance, worths[best - 1])
    for chair in chairs[1:]:
        value = strength(lance, worths[chair - 1])
        if value > most:
            best, most = chair, value
    return best


def refusal_stones(outcome: Outcome, lance: str, rules: CountRules) -> int:
    """What a refusal is worth (§3.5): the stake before the bet, or `deje_first`; one more where the deje is extra."""
    extra = outcome.raised and lance in rules.deje_extra_lances
    return (outcome.stones or rules.deje_first) + extra


class Counter:
    """Counts closed lances of one deal."""

    __slots__ = ("rules", "side_of", "worths")

    def __init__(self, rules: CountRules, side_of: Sequence[int], worths: Sequence[Worth]) -> None:
        self.rules = rules
        self.side_of = side_of
        self.worths = worths

    def awards(self, lance: Lance) -> list[Award]:
        """What the lance pays at the count, in the order scored (the table of §5.2)."""
        outcome = lance.outcome
        assert outcome is not None, "only a closed lance is counted"
        if outcome.kind == "refused":
            return self._after_refusal(lance.name, outcome)
        if outcome.kind == "uncontested":
            return self._bonus(lance.name, outcome.side, "uncontested", 0)
        if outcome.kind == "none":
            return []
        best = best_chair(lance.name, outcome.chairs, self.worths)
        side = self.side_of[best]
        if outcome.kind == "paso":
            stake = Award(lance.name, side, getattr(self.rules.paso_value, lance.name), "paso", "count", (best,))
            pays_bonus = lance.name in BONUS_LANCES
        else:
            stake = Award(lance.name, side, outcome.stones, "accepted", "count", (best,))
            pays_bonus = lance.name in BONUS_LANCES or (lance.name == "punto" and self.rules.punto_bonus_on_accepted)
        found = [stake] if stake.stones else []
        return found + (self._bonus(lance.name, side, "bonus", best) if pays_bonus else [])

    def refusal(self, lance: Lance, when: str) -> Award:
        """The stones of a refused bet (R5.3)."""
        assert lance.outcome is not None
        stones = refusal_stones(lance.outcome, lance.name, self.rules)
        return Award(lance.name, lance.outcome.side, stones, "refused", when, ())

    def _after_refusal(self, lance: str, outcome: Outcome) -> list[Award]:
        """The bonus goes to the bettors on their own cards (R5.7), or as `refusal_bonus` says."""
        if self.rules.refusal_bonus == "none":
            return []
        side, best = outcome.side, 0
        if self.rules.refusal_bonus == "best_hand":
            best = best_chair(lance, outcome.chairs, self.worths)
            side = self.side_of[best]
        return self._bonus(lance, side, "bonus", best)

    def _bonus(self, lance: str, side: int, why: str, best: int) -> list[Award]:
        """The bonus of a lance, summed over the side's holders (R5.2); of punto to the winner, `best` (0: by bet)."""
        if lance == "punto":
            stones = self.rules.punto_bonus
            return [Award(lance, side, stones, why, "count", (best,) if best else ())] if stones else []
        side_of, rules = self.side_of, self.rules
        chairs, stones = [], 0
        for chair, worth in enumerate(self.worths, 1):
            if side_of[chair] == side and (own := hand_bonus(lance, worth, rules)):
                chairs.append(chair)
                stones += own
        return [Award(lance, side, stones, why, "count", tuple(chairs))] if stones else []
