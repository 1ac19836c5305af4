"""Phase 2: laying, beating, taking up, removal, exits, and who starts the next round (§5)."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mos.acts import PACK
from ordago.batch.mos.cards import put, take_out
from ordago.batch.mos.columns import (
    ACTIONS,
    ACTIONS_MOST,
    ANYONE,
    BEAT_RULE,
    BURNING,
    COUNT,
    EQUAL_TRUMP,
    FIRST,
    FIRST_OUT,
    FOLLOW_FIRST,
    GOES_ON,
    HAND,
    HAS_RUNS,
    IDLE,
    LAST,
    LED,
    LED_OLDEST,
    LENGTH,
    LIVE,
    LIVE_THRESHOLD,
    MAY_PICK_UP,
    MAY_TAKE,
    NO_RUNS,
    OLDEST,
    PICK_UP,
    PLACE,
    SEQUENCES,
    SINGLES,
    STARTER_HIGHEST,
    THRESHOLD,
    TRUMP,
    TRUMP_PRIORITY,
    TURN,
    TWO_PLAYER_RULE,
    WENT_OUT,
    WINNER,
)
from ordago.batch.mos.duels import next_holder
from ordago.batch.mos.stall import game_over, progress, round_begins

CLUBS = sum(1 << 4 * rank for rank in range(13))
"""The set of all clubs; those of the other suits lie one bit further each."""
ALL = (1 << PACK) - 1


@compiled
def unit_of(first: int, length: int) -> int:
    """The cards of a unit as a set."""
    cards = 0
    for step in range(length):
        cards |= 1 << (first + 4 * step)
    return cards


@compiled
def offer(s: Any, r: Any) -> None:
    """Write down what the chair on turn may do: lead, burn, beat or take up."""
    hand = s[HAND + s[TURN]]
    if s[COUNT] == 0:
        s[SINGLES] = hand
        s[HAS_RUNS] = 1 if s[BURNING] == 0 and r[SEQUENCES] != NO_RUNS else 0
        s[MAY_TAKE] = 0
        return
    hand &= _beaters(s, r, hand)
    s[SINGLES] = hand
    s[HAS_RUNS] = 1 if r[SEQUENCES] == ANYONE else 0
    s[MAY_TAKE] = 1 if hand == 0 or r[MAY_PICK_UP] else 0


@compiled
def _beaters(s: Any, r: Any, hand: int) -> int:
    """The cards that beat the table (P2-4, P2-5, A9), for this hand."""
    trump = s[TRUMP]
    led = s[FIRST] & 3 if r[LED_OLDEST] else s[LED]
    last = s[COUNT] - 1
    top = s[FIRST + last] + 4 * (s[LENGTH + last] - 1)
    trumps = CLUBS << trump
    higher = ALL & ~((1 << ((top | 3) + 1)) - 1)
    found = ((CLUBS << led) | trumps) & higher
    if r[BEAT_RULE] == EQUAL_TRUMP and top & 3 != trump:
        found |= 1 << ((top & ~3) | trump)
    elif r[BEAT_RULE] == TRUMP_PRIORITY:
        found = trumps & higher if top & 3 == trump else found | trumps
    if r[FOLLOW_FIRST] and hand & (CLUBS << led):
        found &= CLUBS << led
    return int(found)


@compiled
def lay(s: Any, r: Any, first: int, length: int) -> None:
    """A unit is laid, in the order of checks of 5.2: hand, exit, end, removal, turn. A burnt lead leaves (ST-3)."""
    chair = s[TURN]
    take_out(s, HAND + chair, unit_of(first, length))
    is_out = s[HAND + chair] == 0
    ends = False
    if is_out:
        s[LIVE] -= 1
        if s[WENT_OUT] == 0 and r[FIRST_OUT]:
            s[WINNER] = chair
            ends = r[GOES_ON] == 0
        s[WENT_OUT] += 1
        s[PLACE + chair] = s[WENT_OUT]
        progress(s)
    if s[COUNT] == 0:
        s[LED] = first & 3
    s[FIRST + s[COUNT]] = first
    s[LENGTH + s[COUNT]] = length
    s[COUNT] += 1
    s[ACTIONS] += 1
    if s[LIVE] == 1:
        game_over(s, r, next_holder(s, r, chair, -1))
        return
    if ends:
        game_over(s, r, -1)
        return
    full = s[COUNT] >= (s[LIVE] if r[LIVE_THRESHOLD] else s[THRESHOLD])
    if not (full or s[BURNING] or s[ACTIONS] == r[ACTIONS_MOST]):
        s[TURN] = next_holder(s, r, chair, -1)
        return
    progress(s)
    stays = r[STARTER_HIGHEST] or (r[TWO_PLAYER_RULE] and s[LIVE] == 2)
    if full and s[BURNING] == 0 and not is_out and stays:
        round_begins(s, r, chair)
    else:
        round_begins(s, r, next_holder(s, r, chair, -1))


@compiled
def take(s: Any, r: Any) -> None:
    """The unit of the rules goes to the hand (P2-8); an empty table ends the round (P2-9)."""
    chair = s[TURN]
    place = 0
    if r[PICK_UP] == LAST:
        place = s[COUNT] - 1
    elif r[PICK_UP] != OLDEST:
        for other in range(1, s[COUNT]):
            if s[FIRST + other] >> 2 < s[FIRST + place] >> 2:
                place = other
    put(s, HAND + chair, unit_of(s[FIRST + place], s[LENGTH + place]))
    s[COUNT] -= 1
    for other in range(place, s[COUNT]):
        s[FIRST + other] = s[FIRST + other + 1]
        s[LENGTH + other] = s[LENGTH + other + 1]
    s[ACTIONS] += 1
    after = next_holder(s, r, chair, -1)
    if s[COUNT] == 0:
        s[IDLE] += 1
        round_begins(s, r, after)
    elif s[ACTIONS] == r[ACTIONS_MOST]:
        progress(s)
        round_begins(s, r, after)
    else:
        s[TURN] = after
