"""Phase 1: the deal, the duels, ties and draws, and what is left over (§2 and §3)."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mos.cards import move, put, take_out
from ordago.batch.mos.columns import (
    ANSWERER,
    ANSWERER_WINS,
    BETWEEN,
    COUNT,
    DEALER,
    DEALS,
    DECK_SIZE,
    DISCARD,
    DRAWN,
    DUELS,
    EACH_PLAY,
    FIRST,
    FIRST_BLOCK,
    GIFTS,
    GONE,
    HAND,
    HAND_SIZE,
    HOLDER,
    KEEPS_LEFTOVER,
    LEADER,
    LEADER_TAKES,
    LEADER_WINS,
    LENGTH,
    LOSER,
    LOSERS,
    OWED,
    OWN_BACK,
    PHASE,
    PILE,
    PLACE,
    PLAYERS,
    REMOVED_FOR_TWO,
    STAKE_DRAW,
    STAKE_NODRAW,
    STOCK,
    STOCK_SIZE,
    SUBSTITUTE,
    TIE,
    TIE_VOID,
    TRUMP,
    TRUMP_CARD,
    TURN,
    TWICE,
    WENT_OUT,
    WINNER,
)
from ordago.batch.mos.stall import progress
from ordago.batch.streams import CARDS, below


@compiled
def next_chair(s: Any, r: Any, chair: int) -> int:
    """The nearest chair to the right that is not eliminated."""
    at = chair + 1 if chair + 1 < r[PLAYERS] else 0
    while s[GONE] >> at & 1:
        at = at + 1 if at + 1 < r[PLAYERS] else 0
    return at


@compiled
def next_holder(s: Any, r: Any, chair: int, but: int) -> int:
    """The nearest chair to the right that holds cards, at last this one itself; `but` is passed over; -1: nobody."""
    at = chair
    for _ in range(r[PLAYERS]):
        at = at + 1 if at + 1 < r[PLAYERS] else 0
        if s[HAND + at] and at != but:
            return at
    return -1


@compiled
def deal(s: Any, r: Any, g: Any) -> None:
    """Shuffle, deal one card at a time from the dealer's right, and begin the duels (S-5, P1-1)."""
    size = r[DECK_SIZE]
    for place in range(size):
        s[STOCK + place] = place if place < 52 else place - 52
    for last in range(size - 1, 0, -1):
        drawn = below(g, CARDS, last + 1)
        s[STOCK + last], s[STOCK + drawn] = s[STOCK + drawn], s[STOCK + last]
    players = 0
    for chair in range(r[PLAYERS]):
        s[HAND + chair] = 0
        s[HAND + TWICE + chair] = 0
        s[PILE + chair] = 0
        s[PILE + TWICE + chair] = 0
        s[PLACE + chair] = 0
        s[OWED + chair] = 0
        players += 1 - (s[GONE] >> chair & 1)
    chair = s[DEALER]
    top = 0
    for _ in range(r[HAND_SIZE] * players):
        chair = next_chair(s, r, chair)
        put(s, HAND + chair, 1 << s[STOCK + top])
        top += 1
    s[STOCK_SIZE] = size - top - (r[REMOVED_FOR_TWO] if players == 2 else 0)
    for place in range(s[STOCK_SIZE]):
        s[STOCK + place] = s[STOCK + top + place]
    s[DEALS] += 1
    s[DRAWN] = 0
    s[GIFTS] = 0
    s[TRUMP_CARD] = -1
    s[HOLDER] = -1
    s[TRUMP] = -1
    s[LOSER] = -1
    s[LOSERS] = 0
    s[WINNER] = -1
    s[WENT_OUT] = 0
    s[PHASE] = DUELS
    progress(s)
    lead(s, r, next_chair(s, r, s[DEALER]))


@compiled
def lead(s: Any, r: Any, chair: int) -> None:
    """P1-6, P1-12: the chair leads against the next holder, or the next holder leads; else phase 1 ends (P1-13)."""
    leader = chair if s[HAND + chair] else next_holder(s, r, chair, -1)
    answerer = next_holder(s, r, leader, leader) if leader >= 0 else -1
    is_due = leader == chair and answerer == next_chair(s, r, chair)
    s[COUNT] = 0
    if answerer < 0 or (r[FIRST_BLOCK] and not is_due):
        _end(s, r)
        return
    s[LEADER] = leader
    s[ANSWERER] = answerer
    s[TURN] = leader


@compiled
def _draw(s: Any, r: Any, chair: int) -> None:
    """P1-5, P1-7: a stock card into the hand, or the last one face down; only in place of a hand card laid."""
    if s[OWED + chair] == 0:
        return
    s[OWED + chair] -= 1
    if s[DRAWN] >= s[STOCK_SIZE]:
        return
    card = s[STOCK + s[DRAWN]]
    s[DRAWN] += 1
    if s[DRAWN] == s[STOCK_SIZE]:
        s[TRUMP_CARD] = card
        s[HOLDER] = chair
    else:
        put(s, HAND + chair, 1 << card)


@compiled
def _refill(s: Any, r: Any, first: int, second: int) -> None:
    """Both draw one card after the other, in turns, for each hand card laid; chairs that were replaced draw last.

    It is more than one card each, and for more than two chairs, only under `stake_nodraw`.
    """
    _draw(s, r, first)
    _draw(s, r, second)
    if r[TIE] != STAKE_NODRAW or r[EACH_PLAY]:
        return
    going = True
    while going:
        going = False
        for place in range(s[COUNT]):
            chair = s[LENGTH + place]
            if chair not in (first, second) and s[OWED + chair] and not _lays_later(s, place):
                _draw(s, r, chair)
                going = True
        going = going or s[OWED + first] > 0 or s[OWED + second] > 0
        _draw(s, r, first)
        _draw(s, r, second)


@compiled
def _lays_later(s: Any, place: int) -> bool:
    """Whether the owner of this card at stake has laid a later one too: who was replaced first laid last first."""
    later = place + 1
    while later < s[COUNT] and s[LENGTH + later] != s[LENGTH + place]:
        later += 1
    return bool(later < s[COUNT])


@compiled
def lay_in_duel(s: Any, r: Any, card: int) -> None:
    """A hand card is laid (P1-3)."""
    take_out(s, HAND + s[TURN], 1 << card)
    s[OWED + s[TURN]] += 1
    _laid(s, r, card)


@compiled
def turn_up(s: Any, r: Any) -> None:
    """The top stock card is laid unseen instead of a hand card (`blind_play`)."""
    card = s[STOCK + s[DRAWN]]
    s[DRAWN] += 1
    _laid(s, r, card)


@compiled
def _laid(s: Any, r: Any, card: int) -> None:
    """A card lies on the table; the second of a pair decides the duel or ties it (P1-3 to P1-10)."""
    chair = s[TURN]
    s[FIRST + s[COUNT]] = card
    s[LENGTH + s[COUNT]] = chair
    s[COUNT] += 1
    if r[EACH_PLAY]:
        _draw(s, r, chair)
    if s[COUNT] & 1:
        s[TURN] = s[ANSWERER]
        return
    led = s[FIRST + s[COUNT] - 2] >> 2
    answered = card >> 2
    tie = r[TIE]
    if led > answered or (led == answered and tie == LEADER_WINS):
        _decided(s, r, s[LEADER])
    elif led < answered or tie == ANSWERER_WINS:
        _decided(s, r, s[ANSWERER])
    elif tie in (OWN_BACK, DISCARD):
        _undecided(s, r, tie)
    else:
        if tie == STAKE_DRAW:
            _refill(s, r, s[LEADER], s[ANSWERER])
        _again(s, r)


@compiled
def _decided(s: Any, r: Any, winner: int) -> None:
    """P1-4 to P1-6: the winner takes the stake, draws first and leads next."""
    for place in range(s[COUNT]):
        put(s, PILE + winner, 1 << s[FIRST + place])
    _refill(s, r, winner, s[LEADER] + s[ANSWERER] - winner)
    lead(s, r, winner)


@compiled
def _again(s: Any, r: Any) -> None:
    """The same two duel again for the same stake; without a card on either side the tie is void (P1-9, P1-10, A3)."""
    leader = s[LEADER]
    answerer = s[ANSWERER]
    if s[HAND + leader] == 0 or s[HAND + answerer] == 0:
        if r[TIE_VOID] != SUBSTITUTE:
            _undecided(s, r, r[TIE_VOID])
            return
        if s[HAND + leader] == 0:
            leader = next_holder(s, r, leader, answerer)
        if leader >= 0 and s[HAND + answerer] == 0:
            answerer = next_holder(s, r, answerer, leader)
        if leader < 0 or answerer < 0:
            _undecided(s, r, OWN_BACK)
            return
        s[LEADER] = leader
        s[ANSWERER] = answerer
    s[TURN] = leader


@compiled
def _undecided(s: Any, r: Any, rule: int) -> None:
    """The duel ends without a winner: where the stake goes; both draw if they have not; the same leader leads."""
    if rule != DISCARD:
        for place in range(s[COUNT]):
            owner = s[LEADER] if rule == LEADER_TAKES else s[LENGTH + place]
            put(s, PILE + owner, 1 << s[FIRST + place])
    _refill(s, r, s[LEADER], s[ANSWERER])
    lead(s, r, s[LEADER])


@compiled
def _end(s: Any, r: Any) -> None:
    """What is left in hand goes to its owner's pile, and the piles become hands (P1-14, I-1)."""
    for chair in range(r[PLAYERS]):
        if r[KEEPS_LEFTOVER] == 0:
            s[HAND + chair] = 0
            s[HAND + TWICE + chair] = 0
        move(s, PILE + chair, HAND + chair)
    s[PHASE] = BETWEEN
    s[TURN] = -1
