"""One lance: what may be said, and what it does (§3.3 and the house rules for more than two sides)."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mus.acts import BET, BETS_MOST, NO_QUIERO, ORDAGO, PASS, QUIERO
from ordago.batch.mus.columns import (
    ACCEPTED,
    ACTOR,
    AGREED,
    ALIVE,
    AT,
    BEST_AT,
    BEST_KIND,
    BEST_STONES,
    BETTOR,
    ELIGIBLE,
    IS_ORDAGO,
    LANCE,
    MANO,
    OUT,
    OUT_IN,
    OUT_RAISED,
    OUT_SIDE,
    OUT_STONES,
    PASSED,
    QUEUE,
    REFUSED,
    SCORE,
    SEATS,
    SETTLED,
    STAYED,
    TABLE,
    TURN,
    TYPE,
)
from ordago.batch.mus.settings import (
    BARRED_JUEGO,
    BARRED_PARES,
    BETS,
    CAP,
    CAP_REMAINING,
    DOUBLE,
    FIXED2,
    FLAGS,
    FORBID_WORST,
    MIN_OPEN,
    MIN_RAISE,
    NEXT,
    OPEN_ACTS,
    OPEN_ROOM,
    PLAYERS,
    RAISE_ACTS,
    RAISE_ROOM,
    RAISE_STYLE,
    SIDE_MASK,
    SIDE_OF,
    SIDES,
    STRONGEST,
    TARGET,
    WORTH_AT,
    WORTH_COLUMNS,
)

ANSWERED_QUIERO, ANSWERED_RAISE = 1, 2
"""Strength of an answer where both partners answer; an órdago ends the answering at once."""


@compiled
def chair_at(s: Any, r: Any, at: int) -> int:
    """The chair at this position."""
    chair = s[MANO] + at
    return int(chair - r[PLAYERS] if chair >= r[PLAYERS] else chair)


@compiled
def place_of(s: Any, r: Any, chair: int) -> int:
    """The position of this chair."""
    at = chair - s[MANO]
    return int(at + r[PLAYERS] if at < 0 else at)


@compiled
def _bets(r: Any, least: int, most: int) -> int:
    """The sizes of the menu between these bounds, as a mask of acts."""
    if most < least:
        return 0
    found = 1 << BET
    for slot in range(1, BETS_MOST + 1):
        size = r[BETS + slot]
        if size == 0:
            break
        if least < size <= most:
            found |= 1 << (BET + slot)
    return found


@compiled
def cap(s: Any, r: Any) -> int:
    """The most that a stake may be now."""
    if r[CAP_REMAINING] == 0:
        return int(r[CAP])
    least = s[SCORE]
    for side in range(1, r[SIDES]):
        least = min(least, s[SCORE + side])
    return int(r[TARGET] - least)


@compiled
def opening(s: Any, r: Any) -> int:
    """The bets and the órdago with which a lance may be opened, as a mask of acts."""
    most = cap(s, r)
    if most >= r[OPEN_ROOM]:
        return int(r[OPEN_ACTS] | (1 << ORDAGO))
    if r[RAISE_STYLE] == FIXED2:
        return _bets(r, 2, min(2, most)) | (1 << ORDAGO)
    return _bets(r, r[MIN_OPEN], most) | (1 << ORDAGO)


@compiled
def legal_on_turn(s: Any, r: Any) -> int:
    """What the chair on turn may say, as a mask of acts."""
    if s[BETTOR] < 0:
        return opening(s, r) | (1 << PASS)
    if s[IS_ORDAGO]:
        return (1 << NO_QUIERO) if _is_barred(s, r) else (1 << QUIERO) | (1 << NO_QUIERO)
    answers = (1 << QUIERO) | (1 << NO_QUIERO) | (1 << ORDAGO)
    room = cap(s, r) - s[TABLE]
    style = r[RAISE_STYLE]
    if style == DOUBLE:
        return answers | ((1 << BET) if s[TABLE] <= room else 0)
    if room >= r[RAISE_ROOM]:
        return int(answers | r[RAISE_ACTS])
    return answers | (_bets(r, 2, min(2, room)) if style == FIXED2 else _bets(r, r[MIN_RAISE], room))


@compiled
def _is_barred(s: Any, r: Any) -> bool:
    """FEM: the postre may not accept an órdago at juego with 33, or at pares with two aces."""
    if r[FORBID_WORST] == 0 or place_of(s, r, s[TURN]) != r[PLAYERS] - 1:
        return False
    flags = r[r[WORTH_AT] + s[TYPE + s[TURN]] * WORTH_COLUMNS + FLAGS]
    if s[LANCE] == 3:
        return bool(flags & BARRED_JUEGO)
    return bool(s[LANCE] == 2 and flags & BARRED_PARES)


@compiled
def stones_of(r: Any, slot: int, least: int) -> int:
    """The stones of this size of the menu."""
    return int(r[BETS + slot]) if slot else least


@compiled
def say(s: Any, r: Any, act: int) -> bool:
    """What the asked chair says; whether that closes the lance."""
    at = place_of(s, r, s[ACTOR])
    if act == PASS:
        later = s[ELIGIBLE] >> (at + 1)
        if later == 0:
            return closed(s, PASSED, -1, 0, 0, s[ELIGIBLE])
        s[AT] = r[NEXT + at * 64 + s[ELIGIBLE]]
        s[TURN] = chair_at(s, r, s[AT])
        return False
    if act == ORDAGO:
        s[AGREED] = s[TABLE]
        s[IS_ORDAGO] = 1
        _asks(s, r, at)
        return False
    if act >= BET:
        if s[BETTOR] < 0:
            s[TABLE] = stones_of(r, act - BET, 2 if r[RAISE_STYLE] == FIXED2 else r[MIN_OPEN])
            _asks(s, r, at)
            return False
        stones = 0
        if r[RAISE_STYLE] != DOUBLE:
            stones = stones_of(r, act - BET, 2 if r[RAISE_STYLE] == FIXED2 else r[MIN_RAISE])
        if r[STRONGEST]:
            return _answered(s, r, ANSWERED_RAISE, stones, at)
        _raised(s, r, at, stones)
        return False
    return _accepted(s, r, at) if act == QUIERO else _refused(s, r, at)


@compiled
def _asks(s: Any, r: Any, at: int) -> None:
    """A bet stands; the other sides still in answer it, in turn order from the bettor."""
    own = r[SIDE_OF + chair_at(s, r, at)]
    s[BETTOR] = at
    s[QUEUE] = s[ALIVE] & ~r[SIDE_MASK + s[MANO] * SEATS + own]
    s[STAYED] = 0
    s[BEST_KIND] = 0
    s[BEST_STONES] = 0
    s[TURN] = chair_at(s, r, r[NEXT + at * 64 + s[QUEUE]])


@compiled
def _raised(s: Any, r: Any, at: int, stones: int) -> None:
    s[AGREED] = s[TABLE]
    s[TABLE] += s[TABLE] if r[RAISE_STYLE] == DOUBLE else stones
    _asks(s, r, at)


@compiled
def _accepted(s: Any, r: Any, at: int) -> bool:
    """The side stays in; its partners need not answer (R3.8)."""
    if r[STRONGEST]:
        return _answered(s, r, ANSWERED_QUIERO, 0, at)
    s[STAYED] = 1
    s[QUEUE] &= ~r[SIDE_MASK + s[MANO] * SEATS + r[SIDE_OF + s[ACTOR]]]
    return _goes_on(s, r, at)


@compiled
def _refused(s: Any, r: Any, at: int) -> bool:
    """Once every partner that was asked has refused, the side is out."""
    if r[STRONGEST]:
        return _answered(s, r, 0, 0, at)
    own = r[SIDE_MASK + s[MANO] * SEATS + r[SIDE_OF + s[ACTOR]]]
    s[QUEUE] &= ~(1 << at)
    if s[QUEUE] & own == 0:
        s[ALIVE] &= ~own
    return _goes_on(s, r, at)


@compiled
def _goes_on(s: Any, r: Any, at: int) -> bool:
    if s[QUEUE]:
        s[TURN] = chair_at(s, r, r[NEXT + at * 64 + s[QUEUE]])
        return False
    return _all_answered(s, r)


@compiled
def _all_answered(s: Any, r: Any) -> bool:
    """Refused where nobody stayed, else the best hand of those in wins."""
    if s[STAYED] == 0:
        side = r[SIDE_OF + chair_at(s, r, s[BETTOR])]
        return closed(s, REFUSED, side, s[AGREED], 1 if s[AGREED] > 0 else 0, s[ELIGIBLE])
    return closed(s, SETTLED if s[IS_ORDAGO] else ACCEPTED, -1, s[TABLE], 0, s[ALIVE])


@compiled
def _answered(s: Any, r: Any, kind: int, stones: int, at: int) -> bool:
    """Both partners answer in order; then the strongest answer stands, of equal ones the first."""
    if kind > s[BEST_KIND] or (kind == s[BEST_KIND] and stones > s[BEST_STONES]):
        s[BEST_KIND] = kind
        s[BEST_STONES] = stones
        s[BEST_AT] = at
    s[QUEUE] &= ~(1 << at)
    if s[QUEUE]:
        s[TURN] = chair_at(s, r, r[NEXT + at * 64 + s[QUEUE]])
        return False
    if s[BEST_KIND] == ANSWERED_RAISE:
        _raised(s, r, s[BEST_AT], s[BEST_STONES])
        return False
    s[STAYED] = s[BEST_KIND]
    return _all_answered(s, r)


@compiled
def closed(s: Any, kind: int, side: int, stones: int, is_raised: int, still_in: int) -> bool:
    """Write down how the lance ended; always true."""
    at = OUT + 5 * s[LANCE]
    s[at] = kind
    s[at + OUT_SIDE] = side
    s[at + OUT_STONES] = stones
    s[at + OUT_RAISED] = is_raised
    s[at + OUT_IN] = still_in
    return True
