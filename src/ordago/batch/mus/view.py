"""What the asked seat may know, as a row of integers: the same as its `ordago.mus.View`, except the list of acts.

`COLUMNS` names the columns in order. Where a column stands six times, it is for the seats from the asked one on, in
speaking order (0: oneself); places of seats that are not at the table hold 0. Nothing that is hidden from the seat is
read: other seats' cards only where they lie open, declarations only once they were made, counts of cards thrown
together only once all have thrown.
"""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mus.betting import chair_at, place_of
from ordago.batch.mus.columns import (
    ACTOR,
    AGREED,
    BETTING,
    BETTOR,
    CHOOSING,
    CORRIDO,
    DISCARDING,
    ELIGIBLE,
    EXPOSED,
    FORCED,
    GAMES,
    HAND,
    IS_ORDAGO,
    JUEGO,
    LANCE,
    OUT,
    OUT_SIDE,
    OUT_STONES,
    PARES,
    PHASE,
    PILE,
    QUEUE,
    ROUNDS,
    SAID,
    SCORE,
    SEATS,
    STAYED,
    STOCK,
    TABLE,
    THROWN,
    TURN,
    VACAS,
)
from ordago.batch.mus.lances import type_of
from ordago.batch.mus.settings import CODE, DISCARD_ORDER, PLAYERS, SIDE_OF, SIDES, SIMULTANEOUS, VISTO

_LANCES = ("grande", "chica", "pares", "juego", "punto")
_ONES = (
    *("phase", "lance", "position", "turn", "card_1", "card_2", "card_3", "card_4", "hand_type"),
    *("corrido", "choosing", "forced", "rounds", "stock", "discards"),
    *("bettor", "agreed", "table", "ordago", "stayed"),
)
_SIXES = (
    *("side", "score", "games", "vacas", "thrown", "to_answer", "may_speak", "pares", "juego"),
    *("said_talk", *(f"said_{lance}" for lance in _LANCES)),
    *("open_1", "open_2", "open_3", "open_4"),
)
_LANCE_ENDS = ("end", "end_side", "end_stones")

COLUMNS: tuple[str, ...] = (
    *_ONES,
    *(f"{name}_{seat}" for name in _SIXES for seat in range(SEATS)),
    *(f"{name}_{lance}" for lance in _LANCES for name in _LANCE_ENDS),
)
"""The columns' names.

`phase` is 1 talk, 2 discard, 3 lance; `lance` 0 … 4, -1 before; `position` is counted from the mano; `turn` is the seat
on turn and `bettor` the seat of the standing bet, both counted from oneself (bettor -1: none); cards are card codes;
`stayed` says whether somebody has said quiero. `side` is 0 for one's own side and counts on; `thrown` is -1 before a
seat has thrown, or while that is not known; `to_answer` and `may_speak` are 1 where true; `pares` and `juego` are -1
before the declaration; `said` are codes of acts plus one, 0 for none, the last of each seat in the talk and in each
lance; `open` are cards that lie open, 0 for none. `end` is how a lance ended: 0 not yet, 1 nobody has it, 2
uncontested, 3 passed, 4 accepted, 5 refused; `end_side` the holders' or bettors' side as in `side`, -1 for none.
"""

_SIDE, _SCORE, _GAMES, _VACAS, _THROWN, _TO_ANSWER, _MAY_SPEAK, _PARES, _JUEGO, _SAID_TALK = range(
    len(_ONES), len(_ONES) + 10 * SEATS, SEATS
)
_OPEN = _SAID_TALK + 6 * SEATS
_END = _OPEN + 4 * SEATS
WIDTH = len(COLUMNS)


@compiled
def observe(s: Any, r: Any, o: Any) -> None:
    """Fill the row `o` with what the asked seat may know; all 0 where nobody is asked."""
    for column in range(WIDTH):
        o[column] = 0
    me = s[ACTOR]
    if me < 0:
        return
    players = r[PLAYERS]
    o[0] = s[PHASE]
    o[1] = s[LANCE]
    o[2] = place_of(s, r, me)
    o[3] = _from(r, me, s[TURN])
    for card in range(4):
        o[4 + card] = r[CODE + s[HAND + 4 * me + card]]
    o[8] = type_of(s, r, me)
    o[9] = s[CORRIDO]
    o[10] = s[CHOOSING]
    o[11] = s[FORCED]
    o[12] = s[ROUNDS]
    o[13] = s[STOCK]
    o[14] = s[PILE]
    o[15] = -1
    is_lance = s[PHASE] == BETTING
    if is_lance:
        o[15] = _from(r, me, chair_at(s, r, s[BETTOR])) if s[BETTOR] >= 0 else -1
        o[16] = s[AGREED]
        o[17] = s[TABLE]
        o[18] = s[IS_ORDAGO]
        o[19] = s[STAYED]
    secret = r[DISCARD_ORDER] == SIMULTANEOUS and s[PHASE] == DISCARDING
    for seat in range(players):
        chair = me + seat
        if chair >= players:
            chair -= players
        at = place_of(s, r, chair)
        side = r[SIDE_OF + chair]
        o[_SIDE + seat] = _side_from(r, me, side)
        o[_SCORE + seat] = s[SCORE + side]
        o[_GAMES + seat] = s[GAMES + side]
        o[_VACAS + seat] = s[VACAS + side]
        o[_THROWN + seat] = s[THROWN + chair]
        if secret and seat and s[THROWN + chair] >= 0:
            o[_THROWN + seat] = -1
            o[14] -= s[THROWN + chair]
        o[_PARES + seat] = s[PARES] >> chair & 1 if s[LANCE] >= 2 else -1
        o[_JUEGO + seat] = s[JUEGO] >> chair & 1 if s[LANCE] >= 3 else -1
        if is_lance:
            o[_TO_ANSWER + seat] = s[QUEUE] >> at & 1
            o[_MAY_SPEAK + seat] = s[ELIGIBLE] >> at & 1
        for part in range(6):
            o[_SAID_TALK + part * SEATS + seat] = s[SAID + part * SEATS + chair]
        if r[VISTO]:
            for card in range(4):
                if s[EXPOSED + chair] >> card & 1:
                    o[_OPEN + card * SEATS + seat] = r[CODE + s[HAND + 4 * chair + card]]
    for lance in range(5):
        if s[OUT + 5 * lance]:
            o[_END + 3 * lance] = s[OUT + 5 * lance]
            side = s[OUT + 5 * lance + OUT_SIDE]
            o[_END + 3 * lance + 1] = _side_from(r, me, side) if side >= 0 else -1
            o[_END + 3 * lance + 2] = s[OUT + 5 * lance + OUT_STONES]


@compiled
def _from(r: Any, me: int, chair: int) -> int:
    """A chair counted from mine."""
    return chair - me if chair >= me else chair - me + r[PLAYERS]


@compiled
def _side_from(r: Any, me: int, side: int) -> int:
    """A side counted from mine."""
    mine = r[SIDE_OF + me]
    return int(side - mine if side >= mine else side - mine + r[SIDES])
