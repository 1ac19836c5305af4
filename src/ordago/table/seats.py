"""A chair at the table and who sits on it."""

from typing import Literal

import msgspec

Kind = Literal["empty", "human", "bot"]

NAME_LENGTH = 24
"""The longest name."""


class Seat(msgspec.Struct, frozen=True):
    """A chair. `who` is the identity of the person, `bot` the bot's kind (empty: the strongest), `name` what is read.

    `away_since` is when the person lost the connection (0: is there), `held` whether a bot holds the chair meanwhile.
    `reserve` are the milliseconds of reserve that are left in this match.
    """

    kind: Kind = "empty"
    who: str = ""
    name: str = ""
    bot: str = ""
    away_since: int = 0
    held: bool = False
    reserve: int = 0

    @property
    def by_bot(self) -> bool:
        """Whether a bot acts here now."""
        return self.kind == "bot" or self.held

    @property
    def present(self) -> bool:
        """Whether a person is here."""
        return self.kind == "human" and not self.held and not self.away_since


EMPTY = Seat()
"""A free chair."""


def clean_name(text: str) -> str:
    """A name without control characters, runs of space or excess length; empty where nothing is left."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:NAME_LENGTH].strip()
