"""Acts of Møs as the words of the record, and back: `1:7H`, `3:5D6D7D8D`, `2:T`, `1:B`, `1>5=7H9C`, `2=QS`."""

import re

from ordago.cards.french import CODES, parse_cards, write_cards
from ordago.core.acts import Act
from ordago.errors import NotationError
from ordago.mos.acts import Blind, Draw, Lend, Play, Take
from ordago.mos.hand import high_to_low

WORDS: dict[str, type[Act]] = {"T": Take, "B": Blind}
"""Acts that are one word."""

_TOKEN = re.compile(r"([1-9][0-9]{0,2})(?:>([1-9][0-9]{0,2}))?([:=])(.*)", re.DOTALL)


def parse_act(text: str) -> Act:
    """Read one token. Raises NotationError where it is none; whether it is legal is the state's business."""
    found = _TOKEN.fullmatch(text)
    if not found or (found[2] and found[3] == ":"):
        raise NotationError("token-malformed", written=text)
    seat, word = int(found[1]), found[4]
    if found[2]:
        return Lend(0, seat, int(found[2]), high_to_low(_some_cards(word, text)))
    if found[3] == "=":
        return Draw(0, seat, _some_cards(word, text))
    return parse_word(seat, word)


def parse_word(seat: int, word: str) -> Act:
    """Read what a chair does, without the chair. Raises NotationError."""
    kind = WORDS.get(word)
    if kind is not None:
        return kind(seat)
    if word[:2] not in CODES:
        raise NotationError("act-unknown", act=word)
    return Play(seat, parse_cards(word))


def _some_cards(word: str, text: str) -> tuple[int, ...]:
    if not word:
        raise NotationError("token-malformed", written=text)
    return parse_cards(word)


def write_act(act: Act) -> str:
    """The token of an act, in canonical form."""
    match act:
        case Play():
            return f"{act.seat}:{write_cards(act.cards)}"
        case Lend():
            return f"{act.giver}>{act.receiver}={write_cards(high_to_low(act.cards))}"
        case Draw():
            return f"{act.to}={write_cards(act.cards)}"
    return f"{act.seat}:{WORD_OF[type(act)]}"


WORD_OF: dict[type[Act], str] = {kind: word for word, kind in WORDS.items()}
"""The word of each act that is one."""
