"""Acts of Mus as the words of the record, and back: `1:E5`, `2:D74`, `3=C5`, `1:~duples>2,4`."""

import re
from typing import TYPE_CHECKING

from ordago.cards.spanish import NAMES, parse_cards, write_cards
from ordago.core.acts import Act
from ordago.errors import NotationError
from ordago.mus.acts import (
    Cut,
    Discard,
    Envido,
    Expose,
    Mus,
    NoQuiero,
    Ordago,
    Pass,
    Perete,
    Quiero,
    Raise,
    Sena,
    Serve,
)
from ordago.mus.betting import bet_range, is_double, raise_range

if TYPE_CHECKING:
    from ordago.mus.state import State

WORDS: dict[str, type[Act]] = {
    "M": Mus,
    "X": Cut,
    "P": Pass,
    "Q": Quiero,
    "N": NoQuiero,
    "O": Ordago,
    "perete": Perete,
}
"""Acts that are one word."""

_TOKEN = re.compile(r"([1-9][0-9]{0,2})([:=!])(.*)", re.DOTALL)
_STONES = re.compile(r"|0|[1-9][0-9]{0,5}")
_SENA = re.compile(r"~([a-z0-9_]{1,24})(?:>([1-9][0-9]{0,2}(?:,[1-9][0-9]{0,2})*))?")


def parse_act(state: "State", text: str) -> Act:
    """Read one token. Raises NotationError with a code where it is none; whether it is legal is the state's business.

    `state` gives what the notation leaves to the rules: the minimum of a bare `E` or `+`, and the order of cards.
    """
    found = _TOKEN.fullmatch(text)
    if not found:
        raise NotationError("token-malformed", written=text)
    seat, mark, word = int(found[1]), found[2], found[3]
    if mark == "=":
        return Serve(0, seat, _cards(state, word))
    if mark == "!":
        cards = _cards(state, word)
        if len(cards) != 1:
            raise NotationError("token-malformed", written=text)
        return Expose(0, seat, cards[0])
    return parse_word(state, seat, word)


def parse_word(state: "State", seat: int, word: str) -> Act:
    """Read what a chair does, without the chair. Raises NotationError."""
    kind = WORDS.get(word)
    if kind is not None:
        return kind(seat)
    if word.startswith("D"):
        return Discard(seat, _cards(state, word[1:]))
    if word.startswith("E"):
        return Envido(seat, _stones(word, bet_range(state.betting_table)[0]))
    if word.startswith("+"):
        least = raise_range(state.lance, state.betting_table)[0] if state.lance else state.rules.betting.min_raise
        return Raise(seat, _stones(word, least))
    sena = _SENA.fullmatch(word)
    if sena:
        return Sena(seat, sena[1], tuple(int(chair) for chair in sena[2].split(",")) if sena[2] else ())
    raise NotationError("act-unknown", act=word)


def write_act(state: "State", act: Act) -> str:
    """The token of an act that `state` accepts, in canonical form."""
    match act:
        case Serve():
            return f"{act.to}={write_cards(state.house.hands.sorted(act.cards))}"
        case Expose():
            return f"{act.to}!{NAMES[act.card]}"
        case Discard():
            return f"{act.seat}:D{write_cards(state.house.hands.sorted(act.cards))}"
        case Envido():
            return f"{act.seat}:E{act.stones}"
        case Raise():
            return f"{act.seat}:+" if is_double(state.rules.betting) else f"{act.seat}:+{act.stones}"
        case Sena():
            seen = ">" + ",".join(map(str, act.seen)) if act.seen else ""
            return f"{act.seat}:~{act.code}{seen}"
    return f"{act.seat}:{WORD_OF[type(act)]}"


WORD_OF: dict[type[Act], str] = {kind: word for word, kind in WORDS.items()}
"""The word of each act that is one."""


def _cards(state: "State", text: str) -> tuple[int, ...]:
    return state.house.hands.sorted(parse_cards(text))


def _stones(word: str, least: int) -> int:
    digits = word[1:]
    if not _STONES.fullmatch(digits):
        raise NotationError("stones-malformed", act=word)
    return int(digits) if digits else least
