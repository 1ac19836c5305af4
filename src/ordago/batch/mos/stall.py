"""Rounds that begin, games that stall, games that end, and what that means for the match (§6, §7.1)."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mos.cards import size_of
from ordago.batch.mos.columns import (
    ACTIONS,
    BURN,
    BURNING,
    COUNT,
    DRAW,
    ELIMINATION,
    GONE,
    HAND,
    IDLE,
    IDLE_MOST,
    LED,
    LIVE,
    LOSER,
    LOSERS,
    LOSSES,
    NO_STALL,
    OVER,
    PACKS,
    PHASE,
    PLAYERS,
    REPETITIONS,
    ROW,
    STALL_MODE,
    STARTS,
    THRESHOLD,
    TURN,
    TWICE,
    WINNER,
)


@compiled
def progress(s: Any) -> None:
    """ST-1: somebody went out or cards left the game."""
    s[IDLE] = 0
    s[STARTS] = 0


@compiled
def game_over(s: Any, r: Any, loser: int) -> None:
    """The game has ended; who lost it, -1: nobody alone. In an elimination series the loser leaves, the last wins."""
    s[PHASE] = OVER
    s[TURN] = -1
    s[BURNING] = 0
    s[LOSER] = loser
    if loser < 0:
        return
    s[LOSSES + loser] += 1
    if r[ELIMINATION] == 0:
        return
    s[GONE] |= 1 << loser
    left = 0
    last = -1
    for chair in range(r[PLAYERS]):
        if not s[GONE] >> chair & 1:
            left += 1
            last = chair
    if left == 1:
        s[WINNER] = last


@compiled
def round_begins(s: Any, r: Any, starter: int) -> None:
    """A new round from the starter, on an empty table; or what the rule orders where the game has stalled."""
    mode = r[STALL_MODE]
    stalled = mode != NO_STALL and _stalls(s, r, starter)
    s[TURN] = starter
    s[COUNT] = 0
    s[LED] = -1
    s[THRESHOLD] = s[LIVE]
    s[ACTIONS] = 0
    s[BURNING] = 1 if stalled and mode == BURN else 0
    if not stalled or mode == BURN:
        return
    if mode == DRAW:
        game_over(s, r, -1)
        for chair in range(r[PLAYERS]):
            if s[HAND + chair]:
                s[LOSERS] |= 1 << chair
                s[LOSSES + chair] += 1
    else:
        game_over(s, r, _biggest_hand(s, r, starter))


@compiled
def _stalls(s: Any, r: Any, starter: int) -> bool:
    """ST-3: the position repeated too often, or too many rounds without progress; the position is written down."""
    players = r[PLAYERS]
    width = r[PACKS] * players + 1
    here = ROW + s[STARTS] * width
    s[here] = starter
    for chair in range(players):
        s[here + 1 + chair] = s[HAND + chair]
        if r[PACKS] == 2:
            s[here + 1 + players + chair] = s[HAND + TWICE + chair]
    seen = 1
    for number in range(s[STARTS]):
        same = True
        for part in range(width):
            if s[ROW + number * width + part] != s[here + part]:
                same = False
                break
        if same:
            seen += 1
    s[STARTS] += 1
    return bool(s[IDLE] >= r[IDLE_MOST] or seen >= r[REPETITIONS])


@compiled
def _biggest_hand(s: Any, r: Any, starter: int) -> int:
    """Who loses under `most_cards`: most cards, then the higher sum of ranks, then the first from the starter on."""
    best = -1
    most = -1
    chair = starter
    for _ in range(r[PLAYERS]):
        weight = 1000 * size_of(s, HAND + chair)
        for card in range(52):
            weight += ((s[HAND + chair] >> card & 1) + (s[HAND + TWICE + chair] >> card & 1)) * (card >> 2)
        if weight > most:
            best = chair
            most = weight
        chair = chair + 1 if chair + 1 < r[PLAYERS] else 0
    return best
