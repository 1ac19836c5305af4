"""A chair at the table and who sits on it."""

from typing import Literal
from unicodedata import category

import msgspec

Kind = Literal["empty", "human", "bot"]

NAME_LENGTH = 24
"""The longest name."""


class Seat(msgspec.Struct, frozen=True, gc=False):
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


JOINER = "\u200d"
"""Makes one picture of the two emoji between which it stands; anywhere else it cannot be seen."""


def clean_name(text: str) -> str:
    """A name without control characters, runs of space or excess length; empty where nothing is left."""
    shown = "".join(letter if letter.isprintable() or _joins(text, at) else " " for at, letter in enumerate(text))
    return _cut(" ".join(shown.split())).strip()


def _joins(text: str, at: int) -> bool:
    """Whether a joiner stands here between two emoji, the first maybe with a colour of skin or in its own look."""
    before = text[:at].rstrip("\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
    return text[at] == JOINER and all(category(one) == "So" for one in (before[-1:] or " ", text[at + 1 :][:1] or " "))


def _cut(name: str) -> str:
    """The name no longer than it may be, cut before what belongs to the letter or the emoji before it."""
    end = NAME_LENGTH
    while 0 < end < len(name) and (name[end] == JOINER or name[end - 1] == JOINER or category(name[end])[0] == "M"):
        end -= 1
    return name[: end or NAME_LENGTH]
