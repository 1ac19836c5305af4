"""What a phrase of the table is: said in place of free chat, by its id, so that each hears it in their own language."""

from typing import Literal

import msgspec


class Phrase(msgspec.Struct, frozen=True):
    """A phrase by its id.

    `when` is `any`, or `after`: only between deals. `register` is N (anyone to anyone), F (among friends) or T
    (teasing: never at a table that is in the open list). A phrase says nothing about cards.
    """

    id: str
    when: Literal["any", "after"]
    register: Literal["N", "F", "T"]
