"""Policies of batch games: how likely each act is, as tables of whole weights."""

from typing import Any, NamedTuple

import numpy as np

from ordago.batch.compiled import compiled
from ordago.batch.mus.acts import ACTS, BET, CUT, DISCARD, ORDAGO, PASS
from ordago.batch.mus.betting import place_of
from ordago.batch.mus.columns import (
    ACTOR,
    BETTING,
    BETTOR,
    CHOOSING,
    DISCARDING,
    IS_ORDAGO,
    LANCE,
    LEGAL,
    PHASE,
    SEATS,
    TABLE,
)
from ordago.batch.mus.lances import type_of
from ordago.batch.mus.settings import BIT, PICK, PICK_TALK, PICK_WIDTH, TYPES, Settings
from ordago.batch.streams import POLICY, below
from ordago.errors import OrdagoError

STANDS = 4
"""What stands in a lance: no bet, a stake below 5, a larger stake, an órdago."""
SITUATIONS = 2 * SEATS + 1 + 5 * STANDS * SEATS
"""How many situations a table tells apart: see `situation`."""
SCALE = 1 << 16
"""A table's likelihoods are kept as this many parts of the largest."""

UNIFORM, BY_ACT, BY_HAND = range(3)


class Policy(NamedTuple):
    """How a seat plays. `kind` is UNIFORM, BY_ACT (a weight an act) or BY_HAND (by situation, hand type and act)."""

    kind: int
    weights: np.ndarray[Any, Any]


def uniform() -> Policy:
    """Every legal act is equally likely."""
    return Policy(UNIFORM, np.ones(1, np.int32))


def by_act(weights: dict[int, float]) -> Policy:
    """Legal acts by these weights; 1 for acts that are not named.

    Raises OrdagoError `batch-weights` for a number below 0 or a code that is no act.
    """
    found = np.ones(ACTS)
    for act, weight in weights.items():
        if act not in range(ACTS):
            raise OrdagoError("batch-weights", act=act, acts=ACTS)
        found[act] = weight
    return Policy(BY_ACT, _whole(found))


def tempered() -> Policy:
    """Random, but an órdago comes once in a hundred and mus goes on about as often as at a table."""
    return by_act({ORDAGO: 0.03, CUT: 0.6, BET: 0.5})


def by_hand(settings: Settings, likely: np.ndarray[Any, Any]) -> Policy:
    """A table [SITUATIONS, types, ACTS] of weights that need not add up; acts that are not legal are left out.

    Where all legal acts have weight 0 they are equally likely. Raises OrdagoError `batch-weights` for another shape or
    a number below 0.
    """
    if likely.shape != (SITUATIONS, settings.types, ACTS):
        raise OrdagoError("batch-weights", shape=list(likely.shape), expected=[SITUATIONS, settings.types, ACTS])
    return Policy(BY_HAND, _whole(likely))


def _whole(likely: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Weights as whole numbers, the largest of each row of acts SCALE; what is above 0 stays above 0."""
    if not (np.isfinite(likely).all() and (likely >= 0).all()):
        raise OrdagoError("batch-weights", least=0)
    most = np.maximum(likely.max(axis=-1, keepdims=True), np.finfo(float).tiny)
    whole: np.ndarray[Any, Any] = np.ceil(likely / most * SCALE).astype(np.int32).ravel()
    return whole


@compiled
def situation(s: Any, r: Any) -> int:
    """A number for what the asked chair faces: the talk and the discard by its position; in a lance what stands too.

    0 … 5 the talk by position; 6 … 11 the discard by position; 12 an exposed card; then for each lance and each of
    STANDS the position.
    """
    at = place_of(s, r, s[ACTOR])
    if s[PHASE] == BETTING:
        stands = 0
        if s[IS_ORDAGO]:
            stands = 3
        elif s[BETTOR] >= 0:
            stands = 1 if s[TABLE] < 5 else 2
        return int(2 * SEATS + 1 + (s[LANCE] * STANDS + stands) * SEATS + at)
    if s[PHASE] == DISCARDING:
        return SEATS + at
    return 2 * SEATS if s[CHOOSING] else at


@compiled
def bit_number(r: Any, bit: int) -> int:
    """Which bit this single bit is."""
    return int(r[BIT + bit % 37])


@compiled
def any_legal(s: Any, r: Any, g: Any) -> int:
    """A legal act, each equally likely."""
    legal = s[LEGAL]
    at = 0
    if legal < 1 << DISCARD:
        at = PICK_TALK + legal * PICK_WIDTH
    elif legal & ((1 << PASS) - 1) == 0:
        at = PICK + (legal >> PASS) * PICK_WIDTH
    if at:
        return int(r[at + 1 + below(g, POLICY, r[at])])
    count = 0
    rest = legal
    while rest:
        rest &= rest - 1
        count += 1
    skipped = below(g, POLICY, count)
    while skipped:
        legal &= legal - 1
        skipped -= 1
    return bit_number(r, legal & -legal)


@compiled
def weighed(s: Any, r: Any, g: Any, w: Any, base: int) -> int:
    """A legal act by the weights that begin at `base`."""
    total = 0
    rest = s[LEGAL]
    while rest:
        total += w[base + bit_number(r, rest & -rest)]
        rest &= rest - 1
    if total == 0:
        return any_legal(s, r, g)
    left = below(g, POLICY, total)
    rest = s[LEGAL]
    while True:
        act = bit_number(r, rest & -rest)
        left -= w[base + act]
        if left < 0:
            return act
        rest &= rest - 1


@compiled
def chosen(s: Any, r: Any, g: Any, p: Any, w: Any) -> int:
    """The act of the asked chair's policy; `p` holds kind and first weight of each chair's policy."""
    kind = p[2 * s[ACTOR]]
    if kind == UNIFORM:
        return any_legal(s, r, g)
    base = p[2 * s[ACTOR] + 1]
    if kind == BY_HAND:
        base += (situation(s, r) * r[TYPES] + type_of(s, r, s[ACTOR])) * ACTS
    return weighed(s, r, g, w, base)
