"""Words that every game needs."""

import re
import unicodedata
from collections.abc import Sequence

from ordago.locale import Translator

TIE = "\u00a0"
"""A space at which no line breaks; front ends may print a plain one after they have broken their lines."""

_SOUNDS_LIKE_I = re.compile(r"h?[ií](?![aeoáéó])", re.IGNORECASE)


def listed(items: Sequence[str], t: Translator) -> str:
    """The items in one phrase: `Ana, Luis and Jon`; in Spanish `Ana e Iñaki`."""
    if len(items) < 2:
        return "".join(items)
    first, last = ", ".join(items[:-1]), items[-1]
    if _SOUNDS_LIKE_I.match(last):
        # Translators: the last name begins with the sound of i, before which Spanish says e.
        return t.text("{first} and {last_in_i}", first=first, last_in_i=last)
    return t.text("{first} and {last}", first=first, last=last)


def plain(words: str) -> str:
    """The words in small letters, without accents and punctuation, one space apart."""
    bare = "".join(c for c in unicodedata.normalize("NFD", words.lower()) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[¡!¿.,;:“”\"]", " ", bare).split())
