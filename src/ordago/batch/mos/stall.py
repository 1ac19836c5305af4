"""Rounds that begin, games that stall, and games that end (§6)."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mos.columns import (
    ACTIONS,
    BURN,
    BURNING,
    COUNT,
    DRAW,
    HAND,
    IDLE,
    IDLE_MOST,
    LED,
    LIVE,
    LOSER,
    LOSERS,
    NO_STALL,
    OVER,
    PHASE,
    PLAYERS,
    REPETITIONS,
    ROW,
    STALL_MODE,
    STARTS,
    THRESHOLD,
    TURN,
)


@compiled
def progress(s: Any) -> None:
    """ST-1: somebody went out or cards left the game."""
    s[IDLE] = 0
    s[STARTS] = 0


@compiled
def game_over(s: Any, loser: int) -> None:
    """The game has ended; who lost it, -1: nobody alone."""
    s[PHASE] = OVER
    s[TURN] = -1
    s[BURNING] = 0
    s[LOSER] = loser


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
        game_over(s, -1)
        for chair in range(r[PLAYERS]):
            if s[HAND + chair]:
                s[LOSERS] |= 1 << chair
    else:
        game_over(s, _biggest_hand(s, r, starter))


@compiled
def _stalls(s: Any, r: Any, starter: int) -> bool:
    """ST-3: the position repeated too often, or too many rounds without progress; the position is written down."""
    width = r[PLAYERS] + 1
    here = ROW + s[STARTS] * width
    s[here] = starter
    for chair in range(r[PLAYERS]):
        s[here + 1 + chair] = s[HAND + chair]
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
def count_of(cards: int) -> int:
    """How many cards are in the set."""
    found = 0
    while cards:
        cards &= cards - 1
        found += 1
    return found


@compiled
def _biggest_hand(s: Any, r: Any, starter: int) -> int:
    """Who loses under `most_cards`: most cards, then the higher sum of ranks, then the first from the starter on."""
    best = -1
    most = -1
    chair = starter
    for _ in range(r[PLAYERS]):
        weight = 0
        for card in range(52):
            if s[HAND + chair] >> card & 1:
                weight += 1000 + (card >> 2)
        if weight > most:
            best = chair
            most = weight
        chair = chair + 1 if chair + 1 < r[PLAYERS] else 0
    return best
