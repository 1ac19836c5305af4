"""Whether to cut: what the hand is worth as it is against what the best discard makes of it.

After four mus everybody discards, two rivals against one partner. At a table of four in pairs with default rules the
shipped table tells what a discard gains an average hand, so that the rivals' better hands can be set against mine.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from ordago.mus.rules import Rules
from ordago.odds.discards import Discard, discards, drawn_hands, thrown_choices
from ordago.odds.known import Known, case
from ordago.odds.pack import CHOICES, ways
from ordago.odds.pairs import FIELDS, Table, table
from ordago.odds.question import Odds
from ordago.odds.tally import Progress


@dataclass(frozen=True)
class Advice:
    """The choices of cards to throw, best first, beside the hand kept.

    `stand` is the net of the hand as it is. `gain` is what discarding gains the average seat in stones, None where it
    is not known (other settings of hands, count or seats than the default ones).
    """

    stand: float
    choices: tuple[Discard, ...]
    gain: float | None

    @property
    def cut(self) -> bool | None:
        """Whether cutting is worth more than my best discard, my partner's, and two of the rivals; None: not known."""
        if self.gain is None or not self.choices:
            return None
        return self.stand >= self.choices[0].net - self.gain


def advise(rules: Rules, answer: Odds, progress: Progress | None = None) -> Advice | None:
    """What to do with the hand of an answer in the talk; None where nobody can discard or it is not weighed."""
    choices = discards(rules, answer.hand, answer.seat, answer.known, progress)
    if not choices:
        return None
    plain = Rules()
    usual = all(getattr(rules, room) == getattr(plain, room) for room in ("seating", "hand", "count", "discard"))
    return Advice(answer.net, choices, average_gain() if usual else None)


@cache
def average_gain() -> float:
    """What the best discard gains in stones, averaged over all hands and seats, if the others keep theirs.

    Worked out from the table of all hands, which lets the cards thrown be dealt again; they matter little here.
    """
    shipped: Table = table()
    pack = shipped.pack
    net = (shipped.values[..., FIELDS.index("ours")] - shipped.values[..., FIELDS.index("theirs")]).sum(axis=2)
    best = np.full(net.shape, -np.inf)
    for row, name in enumerate(shipped.names):
        asked = case(Rules(), name, 1, Known())
        for thrown in thrown_choices(asked):
            draws, hands = drawn_hands(asked, thrown)
            chances = ways(asked.stock, draws) / int(CHOICES[asked.stock.sum(), thrown.sum()])
            best[row] = np.maximum(best[row], chances @ net[hands])
    many = ways(pack.counts, pack.hands)
    return float((many @ (best - net)).mean() / many.sum())
