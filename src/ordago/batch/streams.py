"""Random numbers that are the same on every machine, compiled or not: xoshiro128++ on 32-bit words in plain integers.

Each game has two streams of its own, made from the seed, the game's number and the stream's number: one for the cards
(deal, services, cards turned up), one for the policies. So the cards of a game do not depend on how it is played, and
any game can be played again alone. A row `g` holds both states and the key of the seed.
"""

from typing import Any

import numpy as np

from ordago.batch.compiled import compiled
from ordago.errors import OrdagoError

WORD = 0xFFFFFFFF
CARDS, POLICY, KEY = 0, 4, 8
"""Where in a row the four words of each stream stand, and those of the seed."""
STREAMS_ROW = 12

GAMES_MOST = 2**32
"""Games are numbered below this."""


@compiled
def mixed(word: int) -> int:
    """A permutation of the 32-bit words in which every bit of the input moves every bit of the output."""
    word ^= word >> 16
    word = (word * 0x21F0AAAD) & WORD
    word ^= word >> 15
    word = (word * 0xD35A2D97) & WORD
    return word ^ (word >> 15)


def key_of(seed: int) -> list[int]:
    """The four words of a seed, 0 to 2**64 - 1. Raises OrdagoError `batch-seed` for any other."""
    if not 0 <= seed < 2**64:
        raise OrdagoError("batch-seed", seed=seed)
    low, high = seed & WORD, seed >> 32
    return [mixed(mixed(low ^ lane) ^ high) for lane in (0x9E3779B9, 0x7F4A7C15, 0xBF58476D, 0x94D049BB)]


def streams_row(seed: int) -> np.ndarray[Any, Any]:
    """The streams of a game not yet begun."""
    row = np.zeros(STREAMS_ROW, np.int64)
    row[KEY:] = key_of(seed)
    return row


def numbers_fit(first: int, count: int) -> None:
    """Raise OrdagoError `batch-games` where games cannot be numbered like that."""
    if count < 0 or first < 0 or first + count > GAMES_MOST:
        raise OrdagoError("batch-games", first=first, games=count)


@compiled
def seeded(g: Any, at: int, game: int) -> None:
    """Start the stream at `at` of this game."""
    for lane in range(4):
        g[at + lane] = mixed((mixed(g[KEY + lane] ^ game) + at + lane) & WORD)
    g[at] |= 1  # never all zero


@compiled
def word(g: Any, at: int) -> int:
    """The next 32 bits of the stream."""
    s0, s1, s2, s3 = g[at], g[at + 1], g[at + 2], g[at + 3]
    total = (s0 + s3) & WORD
    found = ((((total << 7) & WORD) | (total >> 25)) + s0) & WORD
    s2 ^= s0
    s3 ^= s1
    g[at + 1] = s1 ^ s2
    g[at] = s0 ^ s3
    g[at + 2] = s2 ^ ((s1 << 9) & WORD)
    g[at + 3] = ((s3 << 11) & WORD) | (s3 >> 21)
    return int(found)


@compiled
def below(g: Any, at: int, bound: int) -> int:
    """A number from 0 to `bound` - 1, each equally likely; `bound` is less than 2**31 (Lemire's method)."""
    wide = word(g, at) * bound
    low = wide & WORD
    if low < bound:
        least = (WORD + 1 - bound) % bound
        while low < least:
            wide = word(g, at) * bound
            low = wide & WORD
    return int(wide >> 32)
