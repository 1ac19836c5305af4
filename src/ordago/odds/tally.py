"""Counting one lance exactly: in how many deals each side wins it, with which bonus, and whether it was bet at all.

Players fall into two groups: one or two rivals (`Rivals`), of whom every pair of hands is counted by the multiset of
their cards, and everybody else (`Lines`): me, my partner, or in individual play the rivals that are left. For every
line a product with `Weights` tells how many rival hands lie above its best hand. Counts are whole numbers in int64.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ordago.mus.count import CountRules
from ordago.odds.pack import Counts, Pack, Tuples
from ordago.odds.weights import Weights

BLOCK = 64
"""Rows of the weight matrix made at a time: few enough to stay in the processor's cache."""

Progress = Callable[[int, int], None]
"""Called with the steps done and the steps in all."""


@dataclass(frozen=True)
class Seats:
    """Who sits where: speaking positions from 1. `others` speak for my own side, or each for itself."""

    mine: int
    others: tuple[int, ...]
    rivals: tuple[int, ...]
    others_are_ours: bool
    rivals_together: bool


@dataclass(frozen=True)
class Lines:
    """Everything that the players outside `Rivals` may hold, one line each, grouped by option.

    `starts` is the first line of each option (a hand of mine, a discard, a partner's hand …). `mine` is my hand and
    `others` the hands of the others in each line; `which` says which of `multisets` the line takes from the stock, and
    `ways` in how many ways it does.
    """

    starts: Counts
    mine: Counts
    others: Counts
    multisets: Counts
    which: Counts
    ways: Counts


@dataclass(frozen=True)
class Rivals:
    """The hands that one or two rivals may hold together: the tuples of which some are allowed."""

    tuples: Tuples
    allowed: Counts


@dataclass
class Tally:
    """Counts of deals for each option of one lance.

    `me`: my hand is the best. `pair`: my side's is, or only my side can speak. `played`: two sides can speak, so that
    it is bet. `pair_played`: both. `ours` and `theirs`: by bonus stones, the deals in which my side, or another, wins
    them.
    """

    me: Counts
    pair: Counts
    played: Counts
    pair_played: Counts
    ours: dict[int, Counts] = field(default_factory=dict)
    theirs: dict[int, Counts] = field(default_factory=dict)


@dataclass(frozen=True)
class Side:
    """Some players' hands in one lance: the best one's key, its bonus stones, and how many sides (0, 1, 2+) speak.

    A key orders hands and settles ties by seat (R1.9); -1 where nobody of them may speak.
    """

    key: Counts
    stones: Counts
    sides: Counts


def side_of(pack: Pack, rules: CountRules, lance: str, hands: Counts, seats: tuple[int, ...], together: bool) -> Side:
    """The side that these hands (a row per case, a column per seat) make."""
    if not seats:
        nothing = np.zeros(len(hands), np.int64)
        return Side(nothing - 1, nothing, nothing)
    ranks = pack.strengths[lance][hands]
    keys = np.where(ranks > 0, ranks * 8 + (7 - np.array(seats, np.int64)), -1)
    bonus = pack.bonus(lance, rules)[hands]
    if together:
        return Side(keys.max(axis=1), bonus.sum(axis=1), (keys.max(axis=1) > 0).astype(np.int64))
    best = np.take_along_axis(bonus, keys.argmax(axis=1)[:, None], axis=1)[:, 0]
    return Side(keys.max(axis=1), best, np.minimum((keys > 0).sum(axis=1), 2))


def tally(
    lance: str,
    pack: Pack,
    rules: CountRules,
    seats: Seats,
    stock: Counts,
    lines: Lines,
    rivals: Rivals,
    progress: Progress | None = None,
) -> Tally:
    """Count one lance over all lines. `stock` is what neither I hold for sure nor anyone has seen."""
    hands = rivals.tuples.hands[rivals.allowed]
    allowed = rivals.allowed
    alive = np.ones(len(lines.which), bool)
    if lance == "punto":  # only where nobody has juego
        none = ~pack.has_juego
        allowed = allowed[none[hands].all(axis=1)]
        hands = rivals.tuples.hands[allowed]
        alive = none[lines.mine] & none[lines.others].all(axis=1)
    theirs = side_of(pack, rules, lance, hands, seats.rivals, seats.rivals_together)
    me = side_of(pack, rules, lance, lines.mine[:, None], (seats.mine,), True)
    others = side_of(pack, rules, lance, lines.others, seats.others, seats.others_are_ours)
    best = np.maximum(me.key, others.key)
    speaks = theirs.sides > 0
    codes, kind = np.unique(np.append(0, np.where(speaks, theirs.stones * 4 + theirs.sides, 0)), return_inverse=True)
    kinds = np.stack(np.divmod(codes, 4))
    above, total = _counts(
        stock, lines, best, alive, rivals.tuples, allowed, theirs.key, kind[1:], len(codes), progress=progress
    )
    return _summed(lines, seats, me, others, best, kinds, above, total)


def _counts(
    stock: Counts,
    lines: Lines,
    best: Counts,
    alive: Counts,
    tuples: Tuples,
    allowed: Counts,
    keys: Counts,
    kind: Counts,
    kinds: int,
    progress: Progress | None,
) -> tuple[Counts, Counts]:
    """For each line and kind of rival tuple: how many lie above the line's best hand, and how many there are in all."""
    levels, level = np.unique(best, return_inverse=True)
    used, column = np.unique(tuples.which[allowed], return_inverse=True)
    columns = len(used)
    at = np.searchsorted(levels, keys)
    flat = (at * kinds + kind) * columns + column
    size = (len(levels) + 1) * kinds * columns
    weights = tuples.splits[allowed].astype(np.float64)
    table = np.bincount(flat, weights=weights, minlength=size).reshape(len(levels) + 1, kinds, columns)
    for row in range(len(levels) - 1, -1, -1):
        table[row] += table[row + 1]
    every, higher = table[0], table[1:]  # higher[i]: those above level i
    filled = np.asarray(higher.any(axis=2))
    rows = len(lines.multisets)
    wanted, line_of = np.unique(lines.which * len(levels) + level, return_inverse=True)
    wanted_row, wanted_level = np.divmod(wanted, len(levels))
    first = np.searchsorted(wanted_row, np.arange(rows + 1))
    # Rows that need the same levels go together: then a block needs few of them.
    order = np.lexsort((wanted_level[first[:-1]], wanted_level[first[1:] - 1]))
    matrix = Weights(stock, lines.multisets, tuples.multisets[used])
    found = np.zeros((len(wanted), kinds), np.int64)
    total = np.zeros((rows, kinds), np.int64)
    for start in range(0, rows, BLOCK):
        block = order[start : start + BLOCK]
        some = np.concatenate([np.arange(first[row], first[row + 1]) for row in block])
        weight = matrix[block]
        total[block] = weight @ every.T
        needed, place = np.unique(wanted_level[some], return_inverse=True)
        product = np.zeros((len(block), len(needed), kinds))
        at_level, at_kind = np.nonzero(filled[needed])
        product[:, at_level, at_kind] = weight @ higher[needed[at_level], at_kind].T
        found[some] = product[np.repeat(np.arange(len(block)), first[block + 1] - first[block]), place]
        if progress is not None:
            progress(min(start + BLOCK, rows), rows)
    scale = (lines.ways * alive)[:, None]
    return found[line_of] * scale, total[lines.which] * scale


def _summed(
    lines: Lines, seats: Seats, me: Side, others: Side, best: Counts, kinds: Counts, above: Counts, total: Counts
) -> Tally:
    """The tally of each option from the counts of its lines."""
    stones, sides = kinds
    none = total[:, sides == 0].sum(axis=1)
    everything, over = total.sum(axis=1), above.sum(axis=1)
    several = sides >= 2
    below = np.where(best > 0, everything - over, 0)
    ours_speak = (me.key > 0) | ((others.key > 0) & seats.others_are_ours)
    speaking = ours_speak + (0 if seats.others_are_ours else others.sides)
    played = np.select([speaking >= 2, speaking == 1], [everything, everything - none], total[:, several].sum(axis=1))
    below_played = np.where(speaking >= 2, below, below - np.where(best > 0, none, 0))
    mine = (best == me.key) & (best > 0)
    ours = (mine | seats.others_are_ours) & (best > 0)

    def per_option(values: Counts) -> Counts:
        return np.add.reduceat(values, lines.starts)

    found = Tally(
        me=per_option(below * mine),
        pair=per_option(below * ours),
        played=per_option(played),
        pair_played=per_option(below_played * ours),
    )
    own = me.stones + (others.stones if seats.others_are_ours else 0)
    for bonus in np.unique(own[ours]).tolist():
        found.ours[bonus] = per_option(below * (ours & (own == bonus)))
    lost = (best > 0) & ~ours
    for bonus in np.unique(others.stones[lost]).tolist():
        found.theirs[bonus] = per_option(below * (lost & (others.stones == bonus)))
    for column in np.flatnonzero(sides > 0).tolist():
        bonus = int(stones[column])
        found.theirs[bonus] = found.theirs.get(bonus, 0) + per_option(above[:, column])
    return found
