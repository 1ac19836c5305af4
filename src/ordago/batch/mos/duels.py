"""Phase 1: the deal, the duels, ties and draws, and what is left over (§2 to §4)."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mos.columns import (
    ANSWERER,
    ANSWERER_WINS,
    COUNT,
    DEALER,
    DISCARD,
    DRAWN,
    DUELS,
    FIRST,
    FIRST_BLOCK,
    HAND,
    HAND_SIZE,
    HOLDER,
    KEEPS_LEFTOVER,
    LEADER,
    LEADER_TAKES,
    LEADER_WINS,
    LENGTH,
    LIVE,
    LONE_PLAYS,
    LOSER,
    LOSERS,
    OWN_BACK,
    PHASE,
    PILE,
    PLACE,
    PLAYERS,
    SHEDDING,
    STAKE_DRAW,
    STEPS,
    STOCK,
    STOCK_SIZE,
    TIE,
    TIE_VOID,
    TRUMP,
    TRUMP_CARD,
    TURN,
    WENT_OUT,
    WINNER,
)
from ordago.batch.mos.stall import game_over, progress, round_begins
from ordago.batch.streams import CARDS, below


@compiled
def next_chair(r: Any, chair: int) -> int:
    """The chair to the right."""
    return chair + 1 if chair + 1 < r[PLAYERS] else 0


@compiled
def next_holder(s: Any, r: Any, chair: int, but: int) -> int:
    """The nearest chair to the right that holds cards, at last this one itself; `but` is passed over; -1: nobody."""
    at = chair
    for _ in range(r[PLAYERS]):
        at = next_chair(r, at)
        if s[HAND + at] and at != but:
            return at
    return -1


@compiled
def deal(s: Any, r: Any, g: Any) -> None:
    """Shuffle, deal one card at a time from the dealer's right, and begin the duels (S-5, P1-1)."""
    for card in range(52):
        s[STOCK + card] = card
    for last in range(51, 0, -1):
        drawn = below(g, CARDS, last + 1)
        s[STOCK + last], s[STOCK + drawn] = s[STOCK + drawn], s[STOCK + last]
    for chair in range(r[PLAYERS]):
        s[HAND + chair] = 0
        s[PILE + chair] = 0
        s[PLACE + chair] = 0
    chair = s[DEALER]
    top = 0
    for _ in range(r[HAND_SIZE] * r[PLAYERS]):
        chair = next_chair(r, chair)
        s[HAND + chair] |= 1 << s[STOCK + top]
        top += 1
    for card in range(r[STOCK_SIZE]):
        s[STOCK + card] = s[STOCK + top + card]
    s[DRAWN] = 0
    s[TRUMP_CARD] = -1
    s[HOLDER] = -1
    s[TRUMP] = -1
    s[LOSER] = -1
    s[LOSERS] = 0
    s[WINNER] = -1
    s[WENT_OUT] = 0
    s[STEPS] = 0
    s[PHASE] = DUELS
    progress(s)
    lead(s, r, next_chair(r, s[DEALER]))


@compiled
def lead(s: Any, r: Any, chair: int) -> None:
    """P1-6, P1-12: the chair leads against the next holder, or the next holder leads; else phase 1 ends (P1-13)."""
    leader = chair if s[HAND + chair] else next_holder(s, r, chair, -1)
    answerer = next_holder(s, r, leader, leader) if leader >= 0 else -1
    is_due = leader == chair and answerer == next_chair(r, chair)
    s[COUNT] = 0
    if answerer < 0 or (r[FIRST_BLOCK] and not is_due):
        _end(s, r)
        return
    s[LEADER] = leader
    s[ANSWERER] = answerer
    s[TURN] = leader


@compiled
def _draw(s: Any, r: Any, chair: int) -> None:
    """P1-5, P1-7: a stock card into the hand, or the last one face down."""
    if s[DRAWN] >= r[STOCK_SIZE]:
        return
    card = s[STOCK + s[DRAWN]]
    s[DRAWN] += 1
    if s[DRAWN] == r[STOCK_SIZE]:
        s[TRUMP_CARD] = card
        s[HOLDER] = chair
    else:
        s[HAND + chair] |= 1 << card


@compiled
def lay_in_duel(s: Any, r: Any, card: int) -> None:
    """A card is laid; the second of a pair decides the duel or ties it (P1-3 to P1-10)."""
    chair = s[TURN]
    s[HAND + chair] &= ~(1 << card)
    s[FIRST + s[COUNT]] = card
    s[LENGTH + s[COUNT]] = chair
    s[COUNT] += 1
    if s[COUNT] & 1:
        s[TURN] = s[ANSWERER]
        return
    led = s[FIRST + s[COUNT] - 2] >> 2
    answered = card >> 2
    if led != answered:
        _decided(s, r, s[LEADER] if led > answered else s[ANSWERER])
    elif r[TIE] == LEADER_WINS:
        _decided(s, r, s[LEADER])
    elif r[TIE] == ANSWERER_WINS:
        _decided(s, r, s[ANSWERER])
    elif r[TIE] == STAKE_DRAW:
        _draw(s, r, s[LEADER])
        _draw(s, r, s[ANSWERER])
        if s[HAND + s[LEADER]] and s[HAND + s[ANSWERER]]:
            s[TURN] = s[LEADER]
        else:
            _undecided(s, r, r[TIE_VOID])
    else:
        _undecided(s, r, r[TIE])


@compiled
def _decided(s: Any, r: Any, winner: int) -> None:
    """P1-4 to P1-6: the winner takes the stake, draws first and leads next."""
    for place in range(s[COUNT]):
        s[PILE + winner] |= 1 << s[FIRST + place]
    _draw(s, r, winner)
    _draw(s, r, s[LEADER] + s[ANSWERER] - winner)
    lead(s, r, winner)


@compiled
def _undecided(s: Any, r: Any, rule: int) -> None:
    """The duel ends without a winner: where the stake goes; both draw if they have not; the same leader leads."""
    if rule != DISCARD:
        for place in range(s[COUNT]):
            owner = s[LEADER] if rule == LEADER_TAKES else s[LENGTH + place]
            s[PILE + owner] |= 1 << s[FIRST + place]
    if r[TIE] == OWN_BACK or r[TIE] == DISCARD:
        _draw(s, r, s[LEADER])
        _draw(s, r, s[ANSWERER])
    lead(s, r, s[LEADER])


@compiled
def _end(s: Any, r: Any) -> None:
    """What is left in hand goes to its owner's pile; the piles become hands, and the trump is shown (P1-14, §4)."""
    for chair in range(r[PLAYERS]):
        left = s[HAND + chair] if r[KEEPS_LEFTOVER] else 0
        s[HAND + chair] = s[PILE + chair] | left
        s[PILE + chair] = 0
    holder = s[HOLDER]
    starter = holder
    if s[HAND + holder] or r[LONE_PLAYS]:
        s[HAND + holder] |= 1 << s[TRUMP_CARD]
    else:
        starter = next_holder(s, r, holder, -1)
    s[PHASE] = SHEDDING
    s[TRUMP] = s[TRUMP_CARD] & 3
    s[LIVE] = 0
    last = -1
    for chair in range(r[PLAYERS]):
        if s[HAND + chair]:
            s[LIVE] += 1
            last = chair
    if s[LIVE] < 2:
        game_over(s, last)
    else:
        round_begins(s, r, starter)
