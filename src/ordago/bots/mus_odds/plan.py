"""What to throw and when to cut: the exact table of all hands, and the exact draw of every discard.

A hand is worth the stones that it nets if everybody passes, and in each lance a usual bet on top, won as often as its
pair wins. The others are thought of as they were dealt.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ordago.bots.mus_rule.quality import BET
from ordago.mus.count import LANCES
from ordago.mus.rules import Rules
from ordago.odds import FIELDS, table
from ordago.odds.pack import Counts, Pack, ways

Floats = npt.NDArray[np.float64]
Thrown = tuple[tuple[int, ...], Floats]
"""How many of each kind are thrown, and what the hand is then worth, by seat."""


class Plan(NamedTuple):
    """Stones by hand (in the table's order) and seat - 1: as it stands, and by choice of kinds thrown after the draw.

    `ranking` is the share of hands that are worth less. `gain` is what everybody's best discards bring the rivals more
    than the partner, on average.
    """

    stand: Floats
    ranking: Floats
    choices: tuple[tuple[Thrown, ...], ...]
    best: Floats
    gain: float


def applies(rules: Rules) -> bool:
    """Whether the table fits: four in pairs, hands and count as usual."""
    plain = Rules()
    return all(getattr(rules, room) == getattr(plain, room) for room in ("seating", "hand", "count"))


@cache
def plan() -> Plan:
    """Made once, in some tens of milliseconds."""
    exact = table()
    pack = exact.pack
    of = dict(zip(FIELDS, np.moveaxis(exact.values, -1, 0), strict=True))
    bets = np.array([BET[lance] for lance in LANCES])
    stand = (of["ours"] - of["theirs"] + bets * (2.0 * of["pair"] - of["played"])).sum(axis=2)
    choices: list[list[Thrown]] = [[] for _ in pack.hands]
    for number in range(1, 5):
        hands, thrown = _throws(pack, number)
        for hand, some, values in zip(hands, thrown, _drawn(pack, hands, thrown, stand), strict=True):
            choices[hand].append((tuple(some.tolist()), values))
    best = np.array([np.max([values for _, values in found], axis=0) for found in choices])
    many = ways(pack.counts, pack.hands)
    gain = float((many @ (best - stand)).mean() / many.sum())
    ranking = np.empty_like(stand)
    for seat in range(stand.shape[1]):
        order = np.argsort(stand[:, seat], kind="stable")
        ranking[order, seat] = (np.cumsum(many[order]) - many[order]) / many.sum()
    return Plan(stand, ranking, tuple(map(tuple, choices)), best, gain)


def _sets(number: int, kinds: int) -> Counts:
    """All sets of so many cards, by kind."""
    some = combinations_with_replacement(range(kinds), number)
    return np.array([np.bincount(one, minlength=kinds) for one in some])


def _throws(pack: Pack, number: int) -> tuple[Counts, Counts]:
    """Every hand with every set of so many of its cards: the hand's row, and the set."""
    sets = _sets(number, len(pack.counts))
    hands, which = np.nonzero((sets[None] <= pack.hands[:, None]).all(axis=2))
    return hands, sets[which]


def _drawn(pack: Pack, hands: Counts, thrown: Counts, stand: Floats) -> Floats:
    """What each hand is worth, by seat, once these cards are thrown: the mean over the exact draw."""
    draws = _sets(int(thrown[0].sum()), len(pack.counts))
    chances = ways((pack.counts - pack.hands[hands])[:, None], draws[None]).astype(np.float64)
    chances /= chances.sum(axis=1, keepdims=True)
    found = np.zeros((len(hands), stand.shape[1]))
    for at, draw in enumerate(draws):
        possible = chances[:, at] > 0
        after = pack.indices_of(pack.hands[hands[possible]] - thrown[possible] + draw)
        found[possible] += chances[possible, at, None] * stand[after]
    return found
