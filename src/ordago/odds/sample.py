"""Big tables: too many unknown hands to count, so deals are drawn, each fitting what is known.

Hands are drawn seat by seat in exact proportion to the ways in which they can be dealt; where knowledge narrows a seat,
the deal is weighted by the chance that it fits, so that no draw is thrown away.
"""

from dataclasses import dataclass

import numpy as np

from ordago.errors import OrdagoError
from ordago.mus.count import LANCES
from ordago.odds.known import Case
from ordago.odds.pack import CHOICES, Counts, distinct_rows
from ordago.odds.tally import Progress, Tally, side_of
from ordago.odds.weights import Floats, Weights

BATCH = 4_000
SEED = 40
"""The same question gives the same answer."""


@dataclass(frozen=True)
class Sampled:
    """Tallies in weights instead of counts; with 95 % confidence every chance is within `margin`."""

    tallies: dict[str, Tally]
    total: float
    margin: float


def sampled(asked: Case, samples: int, progress: Progress | None) -> Sampled:
    """Draw deals and tally them. Raises OrdagoError `odds-impossible` where no deal fits."""
    return _tallied(asked, *_many_deals(asked, np.random.default_rng(SEED), samples, progress))


def redrawn(
    asked: Case, choices: list[Counts], samples: int, progress: Progress | None
) -> list[tuple[Sampled, dict[int, float]] | None]:
    """For each set of cards thrown: the tallies after the draw, and the chance of each hand that it makes.

    The others' hands are the same deals for all choices. None where too few cards are left to draw.
    """
    rng = np.random.default_rng(SEED)
    hands, weights = _many_deals(asked, rng, samples, progress)
    others = [seat - 1 for seat in range(1, asked.players + 1) if seat != asked.seat]
    left = asked.stock - asked.pack.hands[hands[:, others]].sum(axis=1)
    left[weights == 0] = asked.stock
    answers: list[tuple[Sampled, dict[int, float]] | None] = []
    for done, thrown in enumerate(choices, 1):
        if thrown.sum() > asked.stock.sum() - 4 * len(others):
            answers.append(None)
            continue
        made, which = distinct_rows(asked.pack.hands[asked.hand] - thrown + _drawn(left, int(thrown.sum()), rng))
        now = hands.copy()
        now[:, asked.seat - 1] = asked.pack.indices_of(made)[which]
        sums = np.bincount(now[:, asked.seat - 1], weights) / weights.sum()
        answers.append((_tallied(asked, now, weights), {int(at): float(sums[at]) for at in np.flatnonzero(sums)}))
        if progress is not None:
            progress(done, len(choices))
    return answers


def _drawn(left: Counts, count: int, rng: np.random.Generator) -> Counts:
    """So many cards drawn from each row of cards that are left, by kind."""
    left = left.copy()
    drawn = np.zeros_like(left)
    rows = np.arange(len(left))
    for _ in range(count):
        heaps = left.cumsum(axis=1)
        kind = (heaps <= (rng.random(len(left)) * heaps[:, -1])[:, None]).sum(axis=1)
        left[rows, kind] -= 1
        drawn[rows, kind] += 1
    return drawn


def _tallied(asked: Case, hands: Counts, weights: Floats) -> Sampled:
    total = float(weights.sum())
    effective = total**2 / float((weights**2).sum())
    found: dict[str, Tally] = {lance: _tally(asked, lance, hands, weights) for lance in LANCES}
    return Sampled(found, total, 0.98 / effective**0.5)


def _many_deals(
    asked: Case, rng: np.random.Generator, samples: int, progress: Progress | None
) -> tuple[Counts, Floats]:
    hands = np.zeros((samples, asked.players), np.int64)
    weights = np.zeros(samples)
    for start in range(0, samples, BATCH):
        stop = min(start + BATCH, samples)
        hands[start:stop], weights[start:stop] = _deals(asked, rng, stop - start)
        if progress is not None:
            progress(stop, samples)
    if not weights.any():
        raise OrdagoError("odds-impossible")
    return hands, weights


def _deals(asked: Case, rng: np.random.Generator, size: int) -> tuple[Counts, Floats]:
    """Deals as hands by seat, and the weight of each."""
    hands = np.full((size, asked.players), asked.hand)
    used = np.zeros((size, len(asked.stock)), np.int64)
    weights = np.ones(size)
    left = int(asked.stock.sum())
    others = [seat for seat in range(1, asked.players + 1) if seat != asked.seat]
    for seat in sorted(others, key=lambda seat: seat not in asked.masks):
        table = Weights(asked.stock, used, asked.pack.hands)[:]
        if seat in asked.masks:
            table *= asked.masks[seat]
        heaps = table.cumsum(axis=1)
        weights *= heaps[:, -1] / float(CHOICES[left, 4])
        drawn = (heaps <= (rng.random(size) * heaps[:, -1])[:, None]).sum(axis=1)
        hands[:, seat - 1] = np.minimum(drawn, len(asked.pack.hands) - 1)
        used = used + np.where(weights[:, None] > 0, asked.pack.hands[hands[:, seat - 1]], 0)
        left -= 4
    return hands, weights


def _tally(asked: Case, lance: str, hands: Counts, weights: Floats) -> Tally:
    """One lance over all deals: the sides compared as `count.best_chair` does."""
    sides = asked.rules.seating.side_count
    if lance == "punto":
        weights = weights * ~asked.pack.has_juego[hands].any(axis=1)
    found = []
    for first in range(sides):
        seats = tuple(range(first + 1, asked.players + 1, sides))
        found.append(side_of(asked.pack, asked.rules.count, lance, hands[:, first::sides], seats, True))
    keys = np.stack([side.key for side in found])
    winner = keys.argmax(axis=0)
    stones = np.stack([side.stones for side in found])[winner, np.arange(len(hands))]
    somebody = keys.max(axis=0) > 0
    played = (keys > 0).sum(axis=0) >= 2
    ours = somebody & (winner == (asked.seat - 1) % sides)
    mine = side_of(asked.pack, asked.rules.count, lance, hands[:, [asked.seat - 1]], (asked.seat,), True)
    theirs = somebody & ~ours

    def by_stones(won: Counts) -> dict[int, Counts]:
        return {int(bonus): (weights * won * (stones == bonus)).sum(keepdims=True) for bonus in np.unique(stones[won])}

    return Tally(
        me=(weights * (ours & (mine.key == keys.max(axis=0)))).sum(keepdims=True),
        pair=(weights * ours).sum(keepdims=True),
        played=(weights * played).sum(keepdims=True),
        pair_played=(weights * (ours & played)).sum(keepdims=True),
        ours=by_stones(ours),
        theirs=by_stones(theirs),
    )
