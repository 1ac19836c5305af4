"""Between the phases: lending to chairs without a card (§7.3), the trump shown, who sits out (§4)."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mos.cards import lowest_of, put, size_of, take_out
from ordago.batch.mos.columns import (
    DEALER,
    FIRST,
    GIFTS,
    GIVER,
    GONE,
    HAND,
    HOLDER,
    LEND_AVERAGE,
    LEND_PER_FIVE,
    LENDING,
    LENGTH,
    LIVE,
    LONE_PLAYS,
    NO_LENDING,
    OWED,
    PHASE,
    PLAYERS,
    SHEDDING,
    STOCK,
    TRUMP,
    TRUMP_CARD,
    TWICE,
)
from ordago.batch.mos.duels import next_chair, next_holder
from ordago.batch.mos.stall import game_over, round_begins
from ordago.batch.streams import CARDS, below


@compiled
def begin_shedding(s: Any, r: Any, g: Any) -> None:
    """Whoever has nothing is lent something where the rules say so; the trump is shown, and its owner starts."""
    if r[LENDING] != NO_LENDING:
        _lend(s, r, g)
    holder = s[HOLDER]
    starter = holder
    if s[HAND + holder] or r[LONE_PLAYS]:
        put(s, HAND + holder, 1 << s[TRUMP_CARD])
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
        game_over(s, r, last)
    else:
        round_begins(s, r, starter)


@compiled
def _lend(s: Any, r: Any, g: Any) -> None:
    """Each giver's cards are drawn at random, all are shuffled and dealt to the receivers in seat order."""
    receivers = _receivers(s, r)
    if receivers == 0 or not _gifts_planned(s, r, receivers):
        return
    gifts = 0
    for chair in range(r[PLAYERS]):
        gifts = _drawn(s, r, g, chair, gifts)
    for last in range(gifts - 1, 0, -1):
        other = below(g, CARDS, last + 1)
        s[FIRST + last], s[FIRST + other] = s[FIRST + other], s[FIRST + last]
        s[LENGTH + last], s[LENGTH + other] = s[LENGTH + other], s[LENGTH + last]
    holder = s[HOLDER]
    chair = s[DEALER]
    number = 0
    served = 0
    for place in range(gifts):
        while number == 0:
            chair = next_chair(s, r, chair)
            if s[HAND + chair] == 0 and chair != holder:
                number = gifts // receivers + (1 if served < gifts % receivers else 0)
                served += 1
        put(s, HAND + chair, 1 << s[FIRST + place])
        s[LENGTH + place] += chair
        number -= 1
    s[GIFTS] = gifts


@compiled
def _receivers(s: Any, r: Any) -> int:
    """How many chairs in play have no card at all; the owner of the trump card has one."""
    found = 0
    for chair in range(r[PLAYERS]):
        if s[HAND + chair] == 0 and chair != s[HOLDER] and not s[GONE] >> chair & 1:
            found += 1
    return found


@compiled
def _gifts_planned(s: Any, r: Any, receivers: int) -> bool:
    """How many cards each chair gives, into OWED; whether anybody gives any (§7.3)."""
    mode = r[LENDING]
    pile = 0
    whole = 0
    donors = 0
    owners = 0
    for chair in range(r[PLAYERS]):
        size = size_of(s, HAND + chair)
        whole += size
        s[OWED + chair] = size // 5 if mode == LEND_PER_FIVE else 0
        if size:
            owners += 1
        if size >= 2:
            pile += size
            donors += 1
    if donors == 0:
        return False
    if mode != LEND_PER_FIVE:
        each = whole // (owners + receivers) if mode == LEND_AVERAGE else mode
        _share_out(s, r, min(each * receivers, pile - donors), pile)
    total = 0
    for chair in range(r[PLAYERS]):
        total += s[OWED + chair]
    return total > 0


@compiled
def _share_out(s: Any, r: Any, total: int, pile: int) -> None:
    """`total` cards in proportion to the donors' piles, never all of one; missing ones by the largest fraction."""
    missing = total
    for chair in range(r[PLAYERS]):
        size = size_of(s, HAND + chair)
        if size >= 2:
            s[OWED + chair] = total * size // pile
            missing -= s[OWED + chair]
    while missing:
        passed = 0
        while missing:
            chair = s[DEALER]
            best = -1
            most = -1
            for _ in range(r[PLAYERS]):
                chair = next_chair(s, r, chair)
                size = size_of(s, HAND + chair)
                if size >= 2 and not passed >> chair & 1 and total * size % pile > most:
                    best = chair
                    most = total * size % pile
            if best < 0:
                break
            passed |= 1 << best
            if s[OWED + best] < size_of(s, HAND + best) - 1:
                s[OWED + best] += 1
                missing -= 1


@compiled
def _drawn(s: Any, r: Any, g: Any, chair: int, gifts: int) -> int:
    """The chair's gifts are drawn from its cards, each equally likely, to the table; how many gifts lie there then."""
    count = s[OWED + chair]
    s[OWED + chair] = 0
    if count == 0:
        return gifts
    size = 0
    for copy in range(2):
        rest = s[HAND + copy * TWICE + chair]
        while rest:
            s[STOCK + size] = lowest_of(r, rest)
            rest &= rest - 1
            size += 1
    for place in range(count):
        other = place + below(g, CARDS, size - place)
        card = s[STOCK + other]
        s[STOCK + other] = s[STOCK + place]
        take_out(s, HAND + chair, 1 << card)
        s[FIRST + gifts] = card
        s[LENGTH + gifts] = GIVER * chair
        gifts += 1
    return gifts
