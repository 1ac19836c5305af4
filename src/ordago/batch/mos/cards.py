"""Sets of cards in a row: which are held, and beside it which of them twice (two packs)."""

from typing import Any

from ordago.batch.compiled import compiled
from ordago.batch.mos.columns import BIT, TWICE


@compiled
def count_of(cards: int) -> int:
    """How many cards are in the set."""
    found = 0
    while cards:
        cards &= cards - 1
        found += 1
    return found


@compiled
def size_of(s: Any, at: int) -> int:
    """How many cards lie in the hand or pile at this column."""
    return count_of(s[at]) + count_of(s[at + TWICE])


@compiled
def lowest_of(r: Any, cards: int) -> int:
    """The lowest card of the set; of equal ranks the first suit."""
    return int(r[BIT + (cards & -cards) % 67])


@compiled
def put(s: Any, at: int, cards: int) -> None:
    """The cards of this set, one of each, come to the hand or pile at this column."""
    s[at + TWICE] |= s[at] & cards
    s[at] |= cards


@compiled
def take_out(s: Any, at: int, cards: int) -> None:
    """The cards of this set, one of each, leave the hand or pile at this column."""
    twice = s[at + TWICE]
    s[at] &= ~(cards & ~twice)
    s[at + TWICE] = twice & ~cards


@compiled
def move(s: Any, source: int, target: int) -> None:
    """All cards of the hand or pile at `source` come to the one at `target`."""
    put(s, target, s[source])
    put(s, target, s[source + TWICE])
    s[source] = 0
    s[source + TWICE] = 0
