"""Dealing, turning up and serving; every card comes from the game's own stream of cards (1.4, 2.3, 2.4)."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mus.columns import (
    CARDS,
    CHAMPION,
    CHOOSING,
    CORRIDO,
    DEALS,
    DISCARDING,
    DROP,
    EXPOSED,
    FORCED,
    GAMES,
    HAND,
    JUEGO,
    LANCE,
    MANO,
    OPENS,
    OUT,
    PARES,
    PHASE,
    PILE,
    PLACES,
    POINTS,
    ROUNDS,
    SCORE,
    SEATS,
    STOCK,
    SWAPPED,
    TALK_AT,
    TALKING,
    THROW_AT,
    THROWN,
    TURN,
    VACAS,
    WINNER,
)
from ordago.batch.mus.lances import begin_lances
from ordago.batch.mus.settings import (
    CORRIDO_FROM_WHAT,
    DEALER_FIRST,
    DISCARD_ORDER,
    EXCLUDE_CURRENT,
    EXPOSE_BELOW,
    JUEGOS,
    KEEP_LAST_OWN,
    PACK,
    PLAYERS,
    RESHUFFLE,
    SIDES,
    VISTO,
    VISTO_FORCED,
    VISTO_REDEAL,
)
from ordago.batch.streams import CARDS as CARD_STREAM
from ordago.batch.streams import below
from ordago.mus.match import JUEGO as OPENS_JUEGO
from ordago.mus.match import MATCH as OPENS_MATCH
from ordago.mus.match import NOTHING as OPENS_NOTHING
from ordago.mus.match import VACA as OPENS_VACA

EXPOSE_BITS = 30


@compiled
def begin_game(s: Any, r: Any) -> None:
    """What the first deal opens, from the counts in the row (`mus.match.opens_what`)."""
    opens = OPENS_MATCH
    for side in range(r[SIDES]):
        if s[SCORE + side]:
            opens = OPENS_NOTHING
        elif s[GAMES + side] and opens > OPENS_JUEGO:
            opens = OPENS_JUEGO
        elif s[VACAS + side] and opens > OPENS_VACA:
            opens = OPENS_VACA
    s[OPENS] = opens
    s[WINNER] = -1
    s[CHAMPION] = -1
    s[DEALS] = 0


@compiled
def next_deal(s: Any, r: Any) -> None:
    """The mano moves on (R1.10); a won juego resets the score, a won vaca the juegos."""
    s[MANO] = s[MANO] + 1 if s[MANO] + 1 < r[PLAYERS] else 0
    winner = s[WINNER]
    s[OPENS] = OPENS_NOTHING
    if winner < 0:
        return
    is_vaca = s[GAMES + winner] >= r[JUEGOS]
    s[OPENS] = OPENS_VACA if is_vaca else OPENS_JUEGO
    for side in range(r[SIDES]):
        s[SCORE + side] = 0
        if is_vaca:
            s[GAMES + side] = 0


@compiled
def deal(s: Any, r: Any, g: Any) -> None:
    """Deal until a deal stands, and begin the talk."""
    while deal_once(s, r, g):
        pass


@compiled
def deal_once(s: Any, r: Any, g: Any) -> bool:
    """Deal four cards to each chair and begin the talk; whether a card turned up asks for a new deal."""
    for column in range(OUT, POINTS + 6 * SEATS + 6 * SEATS):
        s[column] = 0
    for place in range(PLACES):
        s[CARDS + place] = r[PACK + place]
    s[DEALS] += 1
    s[WINNER] = -1
    s[CORRIDO] = 1 if s[OPENS] >= r[CORRIDO_FROM_WHAT] else 0
    s[CHOOSING] = 0
    s[FORCED] = 0
    s[ROUNDS] = 0
    s[SWAPPED] = 0
    s[PILE] = 0
    s[LANCE] = -1
    s[PARES] = 0
    s[JUEGO] = 0
    stock = PLACES
    for at in range(HAND, HAND + 4 * r[PLAYERS]):
        drawn = CARDS + below(g, CARD_STREAM, stock)
        stock -= 1
        s[at] = s[drawn]
        s[drawn] = s[CARDS + stock]
    s[STOCK] = stock
    for chair in range(r[PLAYERS]):
        sort_hand(s, chair)
        s[EXPOSED + chair] = 0
        s[THROWN + chair] = -1
    begin_talk(s)
    return bool(_turned_up(s, r, g)) if r[EXPOSE_BELOW] else False


@compiled
def _turned_up(s: Any, r: Any, g: Any) -> bool:
    """Turn up cards on the way; the first forces the discard, asks the mano or ends the deal."""
    found = False
    for chair in range(r[PLAYERS]):
        for card in range(4):
            if below(g, CARD_STREAM, 1 << EXPOSE_BITS) >= r[EXPOSE_BELOW]:
                continue
            s[EXPOSED + chair] |= 1 << card
            if r[VISTO] == VISTO_REDEAL:
                return True
            found = True
    if found and r[VISTO] == VISTO_FORCED:
        begin_discard(s, r, 1)
    elif found:
        s[CHOOSING] = 1
    return False


@compiled
def sort_hand(s: Any, chair: int) -> None:
    """The chair's four cards from high to low."""
    at = HAND + 4 * chair
    one, two, three, four = s[at], s[at + 1], s[at + 2], s[at + 3]
    if one > two:
        one, two = two, one
    if three > four:
        three, four = four, three
    if one > three:
        one, three = three, one
    if two > four:
        two, four = four, two
    if two > three:
        two, three = three, two
    s[at] = one
    s[at + 1] = two
    s[at + 2] = three
    s[at + 3] = four


@compiled
def begin_talk(s: Any) -> None:
    """The talk from the mano, after a deal or a service."""
    s[PHASE] = TALKING
    s[TURN] = s[MANO]
    s[TALK_AT] = 0


@compiled
def begin_discard(s: Any, r: Any, forced: int) -> None:
    """Everybody lays cards aside, in the rules' order; `forced` by an exposed card also none (2.4)."""
    s[PHASE] = DISCARDING
    s[FORCED] = forced
    s[THROW_AT] = 0
    s[TURN] = thrower(s, r, 0)
    for chair in range(r[PLAYERS]):
        s[THROWN + chair] = -1


@compiled
def thrower(s: Any, r: Any, number: int) -> int:
    """The chair that throws, and is served, at this place of the order."""
    if r[DISCARD_ORDER] == DEALER_FIRST:
        number = r[PLAYERS] - 1 - number
    chair = s[MANO] + number
    return int(chair - r[PLAYERS] if chair >= r[PLAYERS] else chair)


@compiled
def lay_aside(s: Any, chair: int, mask: int) -> None:
    """These of the chair's cards go to the discards."""
    count = 0
    for card in range(4):
        if mask >> card & 1:
            s[PILE] += 1
            s[CARDS + PLACES - s[PILE]] = s[HAND + 4 * chair + card]
            count += 1
    s[THROWN + chair] = count
    s[DROP + chair] = mask
    s[EXPOSED + chair] &= ~mask


@compiled
def throw(s: Any, r: Any, g: Any, mask: int) -> None:
    """The chair on turn lays cards aside; after the last one everybody is served, and the talk or the lances begin."""
    lay_aside(s, s[TURN], mask)
    s[THROW_AT] += 1
    if s[THROW_AT] < r[PLAYERS]:
        s[TURN] = thrower(s, r, s[THROW_AT])
        return
    content = False
    for number in range(r[PLAYERS]):
        chair = thrower(s, r, number)
        if s[THROWN + chair]:
            serve(s, r, g, chair, _is_last(s, r, number))
        else:
            content = True
    for chair in range(r[PLAYERS]):
        s[THROWN + chair] = -1
        s[EXPOSED + chair] = 0
    s[ROUNDS] += 1
    if s[FORCED] and content:
        begin_lances(s, r)
    else:
        begin_talk(s)
    s[FORCED] = 0


@compiled
def _is_last(s: Any, r: Any, number: int) -> bool:
    """Whether nobody after this place of the order waits for cards."""
    for later in range(number + 1, r[PLAYERS]):  # noqa: SIM110 - numba has no any()
        if s[THROWN + thrower(s, r, later)]:
            return False
    return True


@compiled
def serve(s: Any, r: Any, g: Any, chair: int, is_last: bool) -> None:
    """The chair gets cards in place of those thrown; a stock that runs out is refilled on the way."""
    for card in range(4):
        if s[DROP + chair] >> card & 1:
            if s[STOCK] == 0:
                _refill(s, r, chair, is_last)
            drawn = CARDS + below(g, CARD_STREAM, s[STOCK])
            s[STOCK] -= 1
            s[HAND + 4 * chair + card] = s[drawn]
            s[drawn] = s[CARDS + s[STOCK]]
    sort_hand(s, chair)


@compiled
def _refill(s: Any, r: Any, chair: int, is_last: bool) -> None:
    """The discards become the stock: all of them, or less the latest as the rules say (R2.11 to R2.13)."""
    kept = 0
    if r[RESHUFFLE] == EXCLUDE_CURRENT:
        for other in range(r[PLAYERS]):
            kept += max(s[THROWN + other], 0)
    elif r[RESHUFFLE] == KEEP_LAST_OWN and is_last:
        kept = s[THROWN + chair]
    first = CARDS + PLACES - s[PILE]
    for _ in range(kept):  # the kept ones go behind the others
        latest = s[first]
        for at in range(first, CARDS + PLACES - 1):
            s[at] = s[at + 1]
        s[CARDS + PLACES - 1] = latest
    s[STOCK] = s[PILE] - kept
    s[PILE] = kept
    for place in range(s[STOCK]):
        s[CARDS + place] = s[first + place]
