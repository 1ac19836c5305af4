"""One act after the other: what is legal, and what the act does."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mos.acts import ACTS, PACK, TAKE
from ordago.batch.mos.columns import (
    COUNT,
    DEALER,
    DUELS,
    FIRST,
    GAME,
    HAND,
    HAS_RUNS,
    MAY_TAKE,
    MUST_BEAT,
    OVER,
    PHASE,
    PLAYERS,
    SINGLES,
    STEPS,
    TURN,
)
from ordago.batch.mos.duels import deal, lay_in_duel
from ordago.batch.mos.shedding import lay, offer, take, unit_of
from ordago.batch.streams import CARDS, POLICY, seeded


@compiled
def begin(s: Any, r: Any, g: Any, game: int, dealer: int) -> None:
    """Deal game number `game`; without a dealer, the number modulo the players deals."""
    s[GAME] = game
    s[DEALER] = game % r[PLAYERS] if dealer < 0 else dealer
    seeded(g, CARDS, game)
    seeded(g, POLICY, game)
    deal(s, r, g)
    _offer(s, r)


@compiled
def step(s: Any, r: Any, act: int) -> None:
    """The chair on turn does this legal act."""
    s[STEPS] += 1
    if act == TAKE:
        take(s, r)
    elif s[PHASE] == DUELS:
        lay_in_duel(s, r, act)
    else:
        lay(s, r, act % PACK, act // PACK + 1)
    _offer(s, r)


@compiled
def _offer(s: Any, r: Any) -> None:
    """Write down what may be done next."""
    s[HAS_RUNS] = 0
    s[MAY_TAKE] = 0
    s[SINGLES] = 0
    if s[PHASE] == OVER:
        return
    if s[PHASE] != DUELS:
        offer(s, r)
        return
    hand = s[HAND + s[TURN]]
    s[SINGLES] = hand
    if r[MUST_BEAT] and s[COUNT] & 1:
        beating = hand & ~((1 << ((s[FIRST + s[COUNT] - 1] | 3) + 1)) - 1)
        if beating:
            s[SINGLES] = beating


@compiled
def is_legal(s: Any, act: int) -> bool:
    """Whether the chair on turn may do this."""
    if act == TAKE:
        return bool(s[MAY_TAKE])
    if not 0 <= act < ACTS or (act >= PACK and s[HAS_RUNS] == 0):
        return False
    first = act % PACK
    length = act // PACK + 1
    if first + 4 * (length - 1) >= PACK:
        return False
    unit = unit_of(first, length)
    return bool(s[SINGLES] & unit == unit)
