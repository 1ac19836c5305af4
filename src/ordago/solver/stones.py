"""What each lance pays between two, for all pairs of hands at once: matrices of stones, mano's hands by postre's.

A number above zero goes to the mano, below to the postre; in one lance only one of them can score (R5.8).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ordago.mus.betting import Outcome
from ordago.mus.count import BONUS_LANCES, refusal_stones
from ordago.mus.rules import Rules
from ordago.odds.pack import Counts, Pack, pack_for, ways

Stones = npt.NDArray[np.int64]


class Closed(NamedTuple):
    """A lance to be counted: how it ended, for whom (`uncontested`, `refused`; else -1), for how many stones."""

    lance: str
    kind: str
    side: int = -1
    stones: int = 0


def closed(lance: str, outcome: Outcome) -> Closed:
    """What the count has to know of a lance; a refused lance without a bonus pays nothing more, whoever bet."""
    if outcome.kind == "refused" and lance in ("grande", "chica"):
        return Closed(lance, "none")
    stones = outcome.stones if outcome.kind == "accepted" else 0
    return Closed(lance, outcome.kind, outcome.side, stones)


class Count:
    """The count of a deal between two, under some rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules.count
        self.pack: Pack = pack_for(rules.hand)
        self._found: dict[Closed, Stones] = {}

    def at_once(self, lance: str, outcome: Outcome) -> int:
        """The stones that the bettor gets at once for a refusal (R5.3)."""
        return refusal_stones(outcome, lance, self.rules)

    def wins(self, lance: str) -> Stones:
        """1 where the mano's hand wins the lance, ties included (R1.9), else -1."""
        strength = self.pack.strengths[lance]
        return np.where(strength[:, None] >= strength, 1, -1).astype(np.int64)

    def stones(self, of: Closed) -> Stones:
        """What the lance pays at the count (§5.2)."""
        if of not in self._found:
            self._found[of] = self._stones(of)
        return self._found[of]

    def _stones(self, of: Closed) -> Stones:
        shape = (len(self.pack.hands),) * 2
        if of.kind == "none" or (of.kind == "refused" and self.rules.refusal_bonus == "none"):
            return np.zeros(shape, np.int64)
        wins = self.wins(of.lance)
        if of.kind == "uncontested" or (of.kind == "refused" and self.rules.refusal_bonus == "bettor"):
            wins = np.full(shape, 1 if of.side == 0 else -1, np.int64)
        bonus = self._bonus(of.lance)
        won_bonus = np.where(wins > 0, bonus[:, None], bonus)
        if of.kind == "paso":
            pays = of.lance in BONUS_LANCES
            return np.asarray(wins * (getattr(self.rules.paso_value, of.lance) + pays * won_bonus))
        if of.kind == "accepted":
            pays = of.lance != "punto" or self.rules.punto_bonus_on_accepted
            return np.asarray(wins * (of.stones + pays * won_bonus))
        return wins * won_bonus

    def _bonus(self, lance: str) -> Counts:
        """The bonus of each hand where it wins; of punto the same for all."""
        if lance == "punto":
            return np.full(len(self.pack.hands), self.rules.punto_bonus, np.int64)
        return self.pack.bonus(lance, self.rules)


def deal_weights(pack: Pack, stock: Counts) -> npt.NDArray[np.float64]:
    """How likely it is that the mano gets one hand and the postre another, with so many cards of each kind in play."""
    mine = ways(stock, pack.hands)
    theirs = ways(stock - pack.hands[:, None], pack.hands[None])
    both = mine[:, None] * theirs
    found: npt.NDArray[np.float64] = both / both.sum()
    return found
