"""What the chair on turn may know, as a row of integers. Memory is the learner's own: only what lies open now is told.

`COLUMNS` names the columns in order. Chairs are counted from the one on turn, to the right; columns of chairs that are
not at the table hold 0. `card` columns are 1 for cards in one's own hand; `table` columns are the place of a card's
unit on the table from 1 (in duels of the card at stake), 0 elsewhere. With two packs a card may be held twice (2) and
lie on the table twice; then `twin` is the place of the later one.
"""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mos.cards import size_of
from ordago.batch.mos.columns import (
    ACTIONS,
    ANSWERER,
    BURNING,
    COUNT,
    DEALER,
    DRAWN,
    DUELS,
    FIRST,
    HAND,
    HOLDER,
    IDLE,
    LEADER,
    LED,
    LENGTH,
    LIVE,
    PHASE,
    PILE,
    PLACE,
    PLAYERS,
    SEATS,
    STOCK_SIZE,
    THRESHOLD,
    TRUMP,
    TURN,
    TWICE,
)
from ordago.cards.french import NAMES

_ONES = (
    *("phase", "dealer", "leader", "answerer", "holder", "stock", "units", "trump", "led", "live", "threshold"),
    *("actions", "burning", "idle"),
)
COLUMNS: tuple[str, ...] = (
    *_ONES,
    *(f"card_{name}" for name in NAMES),
    *(f"table_{name}" for name in NAMES),
    *(f"twin_{name}" for name in NAMES),
    *(f"{name}_{seat}" for name in ("hand", "pile", "place") for seat in range(SEATS)),
)
"""The columns' names. `phase` is 1 duels, 2 shedding; `leader` and `answerer` are -1 in shedding, `holder` -1 before
somebody has the trump card; `trump` and `led` are suits, -1 where there is none; `live`, `threshold` and `actions` are
0 in duels; `hand` and `pile` are how many cards, `place` in which place a chair went out."""
WIDTH = len(COLUMNS)
_CARD = len(_ONES)
_TABLE = _CARD + 52
_TWIN = _TABLE + 52
_HANDS = _TWIN + 52


@compiled
def _from(r: Any, me: int, chair: int) -> int:
    """A chair counted from mine; -1 for nobody."""
    if chair < 0:
        return -1
    return int(chair - me if chair >= me else chair - me + r[PLAYERS])


@compiled
def observe(s: Any, r: Any, o: Any) -> None:
    """Fill the row `o` with what the chair on turn may know; all 0 where the game is over."""
    for column in range(WIDTH):
        o[column] = 0
    me = s[TURN]
    if me < 0:
        return
    is_duel = s[PHASE] == DUELS
    o[0] = s[PHASE]
    o[1] = _from(r, me, s[DEALER])
    o[2] = _from(r, me, s[LEADER]) if is_duel else -1
    o[3] = _from(r, me, s[ANSWERER]) if is_duel else -1
    o[4] = _from(r, me, s[HOLDER])
    o[5] = s[STOCK_SIZE] - s[DRAWN]
    o[6] = s[COUNT]
    o[7] = s[TRUMP]
    o[8] = -1 if is_duel else s[LED]
    if not is_duel:
        o[9] = s[LIVE]
        o[10] = s[THRESHOLD]
        o[11] = s[ACTIONS]
        o[12] = s[BURNING]
        o[13] = s[IDLE]
    for card in range(52):
        o[_CARD + card] = (s[HAND + me] >> card & 1) + (s[HAND + TWICE + me] >> card & 1)
    for place in range(s[COUNT]):
        length = 1 if is_duel else s[LENGTH + place]
        for step in range(length):
            card = s[FIRST + place] + 4 * step
            o[(_TWIN if o[_TABLE + card] else _TABLE) + card] = place + 1
    chair = me
    for seat in range(r[PLAYERS]):
        o[_HANDS + seat] = size_of(s, HAND + chair)
        o[_HANDS + SEATS + seat] = size_of(s, PILE + chair)
        o[_HANDS + 2 * SEATS + seat] = s[PLACE + chair]
        chair = chair + 1 if chair + 1 < r[PLAYERS] else 0
