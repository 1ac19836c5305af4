"""One act after the other: what is legal, what the act does, and the next game of a match."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mos.acts import ACTS, BLIND, PACK, TAKE
from ordago.batch.mos.between import begin_shedding
from ordago.batch.mos.columns import (
    BETWEEN,
    BLIND_PLAY,
    COUNT,
    DEALER,
    DEALS,
    DRAWN,
    DUELS,
    ELIMINATION,
    FIRST,
    GAME,
    GIFTS,
    GONE,
    HAND,
    HAS_RUNS,
    LOSER,
    LOSER_DEALS,
    LOSSES,
    MATCH_GAMES,
    MAY_TAKE,
    MAY_TURN,
    MUST_BEAT,
    OVER,
    PHASE,
    PLAYERS,
    SINGLES,
    STEPS,
    STOCK_SIZE,
    TURN,
    WINNER,
)
from ordago.batch.mos.duels import deal, lay_in_duel, next_chair, turn_up
from ordago.batch.mos.shedding import lay, offer, take, unit_of
from ordago.batch.streams import CARDS, POLICY, seeded


@compiled
def begin(s: Any, r: Any, g: Any, game: int, dealer: int) -> None:
    """The first deal of game number `game`; without a dealer, the number modulo the players deals."""
    s[GAME] = game
    s[STEPS] = 0
    s[DEALS] = 0
    s[GONE] = 0
    for chair in range(r[PLAYERS]):
        s[LOSSES + chair] = 0
    s[DEALER] = game % r[PLAYERS] if dealer < 0 else dealer
    seeded(g, CARDS, game)
    seeded(g, POLICY, game)
    _dealt(s, r, g)


@compiled
def _dealt(s: Any, r: Any, g: Any) -> None:
    deal(s, r, g)
    _offer(s, r)


@compiled
def step(s: Any, r: Any, g: Any, act: int) -> None:
    """The chair on turn does this legal act."""
    s[STEPS] += 1
    s[GIFTS] = 0
    if act == TAKE:
        take(s, r)
    elif s[PHASE] != DUELS:
        lay(s, r, act % PACK, act // PACK + 1)
    else:
        if act == BLIND:
            turn_up(s, r)
        else:
            lay_in_duel(s, r, act)
        if s[PHASE] == BETWEEN:
            begin_shedding(s, r, g)
    _offer(s, r)


@compiled
def goes_on(s: Any, r: Any, g: Any) -> bool:
    """Whether the match goes on after a game that is over; then the next one is dealt (S-4, A26)."""
    if (r[ELIMINATION] and s[WINNER] >= 0) or (r[ELIMINATION] == 0 and s[DEALS] >= r[MATCH_GAMES]):
        return False
    if s[LOSER] >= 0 and r[ELIMINATION]:
        s[DEALER] = next_chair(s, r, s[LOSER])
    elif s[LOSER] >= 0 and r[LOSER_DEALS]:
        s[DEALER] = s[LOSER]
    else:
        s[DEALER] = next_chair(s, r, s[DEALER])
    _dealt(s, r, g)
    return True


@compiled
def _offer(s: Any, r: Any) -> None:
    """Write down what may be done next."""
    s[HAS_RUNS] = 0
    s[MAY_TAKE] = 0
    s[MAY_TURN] = 0
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
            return
    s[MAY_TURN] = 1 if r[BLIND_PLAY] and s[STOCK_SIZE] - s[DRAWN] >= 2 else 0


@compiled
def is_legal(s: Any, act: int) -> bool:
    """Whether the chair on turn may do this."""
    if act == TAKE:
        return bool(s[MAY_TAKE])
    if act == BLIND:
        return bool(s[MAY_TURN])
    if not 0 <= act < ACTS or (act >= PACK and s[HAS_RUNS] == 0):
        return False
    first = act % PACK
    length = act // PACK + 1
    if first + 4 * (length - 1) >= PACK:
        return False
    unit = unit_of(first, length)
    return bool(s[SINGLES] & unit == unit)
