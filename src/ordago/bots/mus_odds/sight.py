"""The scales of the rule bot made exact: the cards in one's own hand are taken out of what another may hold."""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ordago.bots.mus_rule.chances import Eyes
from ordago.bots.mus_rule.strength import DECLARED, NO_CLUES, Clues, Scale, all_hands, kinds_for, scale
from ordago.mus.hand import HandRules
from ordago.mus.senas import HOLDS
from ordago.odds.pack import ways

Kinds = tuple[int, ...]
Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]


SMALL, LARGE = (0.62, 0.3), (0.7, 0.25)
"""What bets say (`Eyes`): measured bettors hold more than they seem to."""


def beside(hand: Kinds) -> Eyes:
    """The eyes of a player who holds a hand of these kinds (`quality.kinds_of`)."""

    def scale(rules: HandRules, lance: str, clues: Clues) -> Scale:
        return _scale(rules, lance, clues, hand)

    return Eyes(scale, SMALL, LARGE)


@lru_cache(maxsize=1 << 14)
def _scale(rules: HandRules, lance: str, clues: Clues, hand: Kinds) -> Scale:
    """The scale of a lance for another player of whom these clues are known; clues that no hand fits are ignored."""
    rungs = _rungs(rules, lance)
    chances = _ways_beside(rules, hand)
    for clue in clues:
        chances = chances * _fits(rules, clue)
    if not chances.any():
        chances = _ways_beside(rules, hand)
    running = np.bincount(rungs.of, weights=chances, minlength=len(rungs.levels)).cumsum()
    return Scale(rungs.levels, tuple((running / running[-1]).tolist()))


class Rungs(NamedTuple):
    """The strengths that occur in a lance, from the weakest up, and the place of every hand of `all_hands`."""

    levels: tuple[int, ...]
    of: Whole


@lru_cache(maxsize=256)
def _rungs(rules: HandRules, lance: str) -> Rungs:
    levels = scale(rules, lance, NO_CLUES).levels
    place = {level: at for at, level in enumerate(levels)}
    return Rungs(levels, np.array([place[getattr(worth, lance)] for worth, _ in all_hands(rules)]))


@lru_cache(maxsize=1024)
def _fits(rules: HandRules, clue: str) -> Floats:
    test = DECLARED.get(clue) or HOLDS[clue]
    return np.array([float(test(worth)) for worth, _ in all_hands(rules)])


@lru_cache(maxsize=64)
def _counts(rules: HandRules) -> tuple[Whole, Whole]:
    """How many of each kind the pack has, and every hand of `all_hands`."""
    kinds = kinds_for(rules)
    hands = np.zeros((len(all_hands(rules)), len(kinds.counts)), np.int64)
    for row, (dealt, _) in enumerate(kinds.multisets(4)):
        for kind, count in Counter(dealt).items():
            hands[row, kind] = count
    return np.array(kinds.counts), hands


@lru_cache(maxsize=1 << 10)
def _ways_beside(rules: HandRules, hand: Kinds) -> Floats:
    """The ways to deal every hand of `all_hands` from the pack without `hand`."""
    counts, hands = _counts(rules)
    return ways(counts - np.bincount(hand, minlength=len(counts)), hands).astype(np.float64)
