"""How a seat plays in a batch game of Møs: at random, or by habit."""

from typing import Any, NamedTuple

from ordago.batch.compiled import compiled
from ordago.batch.mos.acts import BLIND, PACK, TAKE
from ordago.batch.mos.cards import count_of, lowest_of
from ordago.batch.mos.columns import COUNT, DUELS, FIRST, HAS_RUNS, MAY_TAKE, MAY_TURN, PHASE, SINGLES, TRUMP, TURN
from ordago.batch.streams import POLICY, below
from ordago.errors import OrdagoError

KIND_UNIFORM, KIND_LOWEST, KIND_SANE = range(3)
SLIP_SCALE = 1000


class Policy(NamedTuple):
    """How a seat plays: a habit, and how many of a thousand acts are random instead."""

    kind: int
    slips: int = 0


UNIFORM = Policy(KIND_UNIFORM)
"""Every legal act is equally likely."""
LOWEST = Policy(KIND_LOWEST)
"""Always the lowest card that may be laid; takes up only what it must, turns up nothing."""
SANE = Policy(KIND_SANE)
"""The sensible habit of the rules dossier (§12): long low runs first, answers as cheaply as it can, beats a led nine or
better in the duels and throws its lowest card otherwise; turns up nothing."""


def slipping(policy: Policy, share: float) -> Policy:
    """The policy with a share of random acts, 0 to 1. Raises OrdagoError `batch-weights`."""
    if not 0 <= share <= 1:
        raise OrdagoError("batch-weights", share=share)
    return Policy(policy.kind, round(share * SLIP_SCALE))


@compiled
def _nth(r: Any, cards: int, number: int) -> int:
    for _ in range(number):
        cards &= cards - 1
    return lowest_of(r, cards)


@compiled
def any_legal(s: Any, r: Any, g: Any) -> int:
    """A legal act, each equally likely."""
    singles = s[SINGLES]
    total = count_of(singles) + s[MAY_TAKE] + s[MAY_TURN]
    if s[HAS_RUNS]:
        ends = singles & (singles >> 4)
        later = singles >> 8
        while ends:
            total += count_of(ends)
            ends &= later
            later >>= 4
    left = below(g, POLICY, total) - s[MAY_TAKE] - s[MAY_TURN]
    if left < 0:
        return TAKE if s[MAY_TAKE] else BLIND
    starts = singles
    length = 1
    while True:
        count = count_of(starts)
        if left < count:
            return (length - 1) * PACK + _nth(r, starts, left)
        left -= count
        starts &= singles >> 4 * length
        length += 1


@compiled
def _best_lead(s: Any, r: Any) -> int:
    """The lead with the highest score: three a card, less half the rank of the top, less one and a half for trumps."""
    best = -1
    most = 0
    rest = s[SINGLES]
    while rest:
        first = lowest_of(r, rest)
        rest &= rest - 1
        top = first
        length = 1
        while True:
            score = 6 * length - (top >> 2) - (3 if top & 3 == s[TRUMP] else 0)
            if best < 0 or score > most:
                best = (length - 1) * PACK + first
                most = score
            top += 4
            if s[HAS_RUNS] == 0 or not s[SINGLES] >> top & 1:
                break
            length += 1
    return best


NINE = 7


@compiled
def _sane(s: Any, r: Any) -> int:
    if s[SINGLES] == 0:
        return TAKE
    if s[PHASE] != DUELS:
        return lowest_of(r, s[SINGLES]) if s[COUNT] else _best_lead(s, r)
    if s[COUNT] & 1:
        led = s[FIRST + s[COUNT] - 1] >> 2
        higher = s[SINGLES] & ~((1 << 4 * (led + 1)) - 1)
        if led >= NINE and higher:
            return lowest_of(r, higher)
    return lowest_of(r, s[SINGLES])


@compiled
def chosen(s: Any, r: Any, g: Any, p: Any) -> int:
    """The act of the turn's policy; `p` holds kind and slips of each chair."""
    kind = p[2 * s[TURN]]
    slips = p[2 * s[TURN] + 1]
    if kind == KIND_UNIFORM or (slips and below(g, POLICY, SLIP_SCALE) < slips):
        return any_legal(s, r, g)
    if kind == KIND_SANE:
        return _sane(s, r)
    return lowest_of(r, s[SINGLES]) if s[SINGLES] else TAKE
