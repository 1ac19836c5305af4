"""The words that players say at a table of Mus, long and short, in any language, as acts.

What is understood does not depend on the language that is spoken back. Whether an act is legal is not asked here: a
legal-looking word out of place becomes its act, so that the rules can say why not.
"""

import re

from ordago.cards.spanish import CODES, NAMES
from ordago.core import Act
from ordago.errors import NotationError
from ordago.locale import languages, translator
from ordago.mus.acts import Cut, Discard, Envido, Mus, NoQuiero, Ordago, Pass, Perete, Quiero, Raise, Sena
from ordago.mus.view import View
from ordago.tell.mus_words import SENAS, hands_of
from ordago.tell.words import plain

PHRASES: dict[str, type[Act]] = {
    **dict.fromkeys(("m", "mus", "hay mus", "quiero mus", "dame mus"), Mus),
    **dict.fromkeys(
        (
            *("x", "corto", "corta", "cortar", "no hay mus", "mus no", "no mus", "no quiero mus", "se juega"),
            *("cut", "i cut", "cut the mus", "mintza", "ez dago musik"),
        ),
        Cut,
    ),
    **dict.fromkeys(("p", "paso", "pass", "i pass"), Pass),
    **dict.fromkeys(
        ("q", "quiero", "queremos", "veo", "lo veo", "si", "acepto", "vale", "accept", "i accept", "yes", "y", "eduki"),
        Quiero,
    ),
    **dict.fromkeys(
        ("n", "no", "no quiero", "no queremos", "no veo", "no lo veo", "decline", "i decline", "refuse", "ez"), NoQuiero
    ),
    **dict.fromkeys(("o", "ordago", "hordago", "echo ordago", "echo un ordago"), Ordago),
    **dict.fromkeys(("perete", "pedrete"), Perete),
}
"""Phrases that are one act each, without accents."""

NUMBERS = {
    word: number
    for words in (
        ("una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"),
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        ("uno",),
    )
    for number, word in enumerate(words, 1)
}
"""Number words."""

FACE_WORDS = {
    **dict.fromkeys(("rey", "reyes", "king", "kings"), "R"),
    **dict.fromkeys(("caballo", "caballos", "knight", "knights"), "C"),
    **dict.fromkeys(("sota", "sotas", "jack", "jacks"), "S"),
    **dict.fromkeys(("as", "ases", "ace", "aces", "pito", "pitos"), "1"),
    **{word: str(number) for word, number in NUMBERS.items() if number <= 7},
    **{word: str(at) for at, word in enumerate(["doses", "treses", "cuatros", "cincos", "seises", "sietes"], 2)},
    **{word: str(at) for at, word in enumerate(["twos", "threes", "fours", "fives", "sixes", "sevens"], 2)},
}
"""Cards by word, as letters of the record."""

_THROW = re.compile(r"(?:d|descarto|descarte|me descarto(?: de)?|tiro|fuera|discard|throw)\b ?(.*)|d([0-9rcs#].*)")
_SENA = re.compile(r"(?:s|sena|sign|signal|~) (.+)|~(.+)")
_BET = re.compile(r"(?:e|envido|envite|bet|i bet) ?([0-9]{0,6})")
_MORE = re.compile(
    r"(?:\+|mas|envido mas|more|r|raise|reenvido|subo|sube|doble|double) ?([0-9]{0,6})(?: mas| more)?"
    r"|([0-9]{1,6}) (?:mas|more)"
)
_CARD = re.compile(r"#([1-4])|([1-7rcs])([oceb]?)")
_ALL = ("todo", "todas", "todos", "all", "las cuatro", "all four")
_NONE = ("nada", "ninguna", "none", "nothing", "servido", "servida", "sin descarte", "no cards")


def understood(view: View, words: str) -> Act:
    """The act that these words say. Raises NotationError `word-unknown`."""
    text = plain(words)
    act = _throw(view, text) or _sena(view, text) or _phrase(view, text) or _number(view, text)
    if act is None:
        raise NotationError("word-unknown", word=" ".join(words.split()))
    return act


def _phrase(view: View, text: str) -> Act | None:
    kind = PHRASES.get(text)
    if kind is None:
        return None
    bet_stands = view.lance is not None and view.lance.bettor > 0
    if view.phase == "mus" and kind in (Pass, NoQuiero):  # in the talk both of them cut (R2.4)
        kind = Cut
    elif kind is Pass and bet_stands:
        kind = NoQuiero
    return kind(view.seat)


def _number(view: View, text: str) -> Act | None:
    """A bet or a raise; a bare number is what the moment asks for."""
    text = " ".join(str(NUMBERS.get(word, word)) for word in text.split())
    bet_stands = view.lance is not None and view.lance.bettor > 0
    more = _MORE.fullmatch(text)
    if more:
        number = more[1] or more[2]
        return Raise(view.seat, int(number) if number else _least(view, "+"))
    bet = _BET.fullmatch(text)
    if bet:
        return Envido(view.seat, int(bet[1]) if bet[1] else _least(view, "E"))
    if view.lance is not None and re.fullmatch(r"[0-9]{1,6}", text):
        return Raise(view.seat, int(text)) if bet_stands else Envido(view.seat, int(text))
    return None


def _least(view: View, kind: str) -> int:
    """The stones of a bet or raise without a number."""
    for option in view.legal:
        if option.kind == kind:
            return option.least
    return view.rules.betting.min_open if kind == "E" else view.rules.betting.min_raise


def _sena(view: View, text: str) -> Act | None:
    found = _SENA.fullmatch(text)
    if not found:
        return None
    name = (found[1] or found[2]).strip()
    if name.replace(" ", "_") in SENAS:
        return Sena(view.seat, name.replace(" ", "_"))
    for language in languages():
        for code, label in SENAS.items():
            if plain(translator(language).text(label)) == name:
                return Sena(view.seat, code)
    return None


def _throw(view: View, text: str) -> Act | None:
    """A discard: with its verb at any time, without it where cards are to be thrown."""
    found = _THROW.fullmatch(text)
    if found:
        cards = _cards(view, found[1] or found[2] or "")
    elif view.phase == "discard":
        cards = _cards(view, text) if text else None
    else:
        return None
    return None if cards is None else Discard(view.seat, cards)


def _cards(view: View, text: str) -> tuple[int, ...] | None:
    """The cards of one's hand that these letters, places or words name; None where they name none."""
    if text in _ALL:
        return view.hand
    if not text or text in _NONE:
        return ()
    letters = "".join(FACE_WORDS.get(word, word).lower() for word in text.split() if word not in ("y", "and"))
    found = list(_CARD.finditer(letters))
    if "".join(match[0] for match in found) != letters:
        return None
    left = list(view.hand)
    cards = []
    for match in found:
        if match[1]:
            place = int(match[1]) - 1
            card = view.hand[place] if place < len(view.hand) else -1
            if card not in left:
                return None
        else:
            card = _held(view, left, match[2].upper(), match[3])
        if card in left:
            left.remove(card)
        cards.append(card)
    return tuple(cards)


def _held(view: View, left: list[int], face: str, suit: str) -> int:
    """The card of the hand that is meant: of this face, else one that counts as it (a 3 for R)."""
    named = CODES[face + suit]
    if suit:
        return named
    effective = hands_of(view).effective
    for card in left:
        if NAMES[card][0] == face:
            return card
    for card in left:
        if effective[card] == effective[named]:
            return card
    return named
