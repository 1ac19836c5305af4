"""Acts: what a seat, or the dealer, does; and options: what a seat may do.

Each game defines its own acts as frozen structs on `Act`, parsed from and written to the record's notation by the
game's `notation` room.
"""

from typing import Any

import msgspec


class Act(msgspec.Struct, frozen=True, gc=False):
    """Something done at the table by a seat (1 upwards); seat 0 is the dealer, who deals and serves."""

    seat: int


class Option(msgspec.Struct, frozen=True):
    """A kind of act that a seat may make now, with its range; never an endless list.

    `kind` is the act's word in the notation (`M`, `E`, `7H` …). `least` and `most` bound its number: the stones of a
    bet or raise, or how many of `cards` may be thrown. `cards` are the cards it may name and `codes` its words (señas).
    """

    kind: str
    least: int = 0
    most: int = 0
    cards: tuple[int, ...] = ()
    codes: tuple[str, ...] = ()


Params = dict[str, Any]
