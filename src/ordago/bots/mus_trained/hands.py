"""Hands as the trained bots tell them apart: 330 of them, and in each lance a level from the weakest up.

Grande and chica have 40 levels of about as many deals each; pares, juego and punto one for every strength.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ordago.mus.count import LANCES, hand_bonus
from ordago.mus.rules import Rules
from ordago.odds.pack import Pack, pack_for, ways

Whole = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

BUCKETS = 40
PARES, JUEGO, PUNTO = 2, 3, 4
"""Places of the lances in `mus.count.LANCES`."""


class Levels(NamedTuple):
    """`of[lance, hand]` is a hand's level (0 also for those that may not speak), `sizes` how many there are.

    `chances` says how likely each level is for a hand that may speak, `bonus` what it pays on average.
    """

    pack: Pack
    of: Whole
    sizes: tuple[int, ...]
    chances: tuple[Floats, ...]
    bonus: tuple[Floats, ...]


@cache
def levels() -> Levels:
    """The levels under the usual hand rules; rows of hands are those of `ordago.odds.pack`."""
    usual = Rules()
    pack = pack_for(usual.hand)
    many = ways(pack.counts, pack.hands).astype(np.float64)
    of = np.zeros((len(LANCES), len(pack.hands)), np.int64)
    sizes, chances, bonuses = [], [], []
    for at, lance in enumerate(LANCES):
        strengths = np.array(pack.strengths[lance])
        if at < PARES:
            order = np.argsort(strengths, kind="stable")
            middle = (np.cumsum(many[order]) - many[order] / 2) / many.sum()
            of[at, order] = np.minimum((middle * BUCKETS).astype(np.int64), BUCKETS - 1)
            size = BUCKETS
        else:
            steps = np.unique(strengths[strengths > 0])
            of[at] = np.maximum(np.searchsorted(steps, strengths), 0)
            size = len(steps)
        speaks = strengths > 0
        weights = np.bincount(of[at, speaks], weights=many[speaks], minlength=size)
        pays = np.array([hand_bonus(lance, worth, usual.count) for worth in pack.worths], np.float64)
        sizes.append(size)
        chances.append(weights / weights.sum())
        bonuses.append(np.bincount(of[at, speaks], weights=(many * pays)[speaks], minlength=size) / weights)
    return Levels(pack, of, tuple(sizes), tuple(chances), tuple(bonuses))
