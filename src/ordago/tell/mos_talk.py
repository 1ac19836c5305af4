"""The words that players say at a table of Møs, long and short, in any language, as acts.

What is understood does not depend on the language that is spoken back. Whether an act is legal is not asked here: a
card that may not be laid becomes its act, so that the rules can say why not.
"""

import re

from ordago.cards.french import CODES, RANKS, SUITS, rank_of
from ordago.core import Act
from ordago.errors import NotationError
from ordago.mos.acts import Blind, Play, Take
from ordago.mos.shedding import unit_to_take
from ordago.mos.view import View
from ordago.tell.words import plain

TAKES = frozenset(
    (
        *("t", "take", "take it", "i take", "i take it", "pick up", "pick it up", "i pick up", "pickup"),
        *("coger", "cojo", "recoger", "recojo", "llevar", "me la llevo", "me lo llevo", "me las llevo"),
        *("tomar", "tomo"),
    )
)
"""Ways of saying that one takes up, without accents."""

BLINDS = frozenset(("b", "blind", "stock", "top card", "a ciegas", "ciega", "a ciega", "mazo", "del mazo"))
"""Ways of turning up the top stock card."""

RANK_WORDS = {
    word: RANKS[rank]
    for words in (
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
        ("dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "jota", "reina", "rey", "as"),
        (*"23456789", "10", "valet", "dama"),
        (*"23456789tjqka",),
    )
    for rank, word in enumerate(words)
}
"""Ranks by word, as letters of the record."""

SUIT_WORDS = {
    word: SUITS[suit]
    for suit, words in enumerate(
        (
            ("c", "♣", "clubs", "club", "treboles", "trebol"),
            ("d", "♦", "diamonds", "diamond", "diamantes", "diamante"),
            ("h", "♥", "hearts", "heart", "corazones", "corazon"),
            ("s", "♠", "spades", "spade", "picas", "pica"),
        )
    )
    for word in words
}
"""Suits by word."""

_FILLERS = frozenset(("of", "de", "del", "la", "el", "the", "los", "las", "con", "with", "from", "desde"))
_VERBS = frozenset(
    (
        *(
            "lead",
            "play",
            "lay",
            "beat",
            "burn",
            "run",
            "i",
            "salgo",
            "sale",
            "salir",
            "juego",
            "jugar",
            "echo",
            "echar",
        ),
        *("pongo", "poner", "gano", "mato", "supero", "quemo", "quemar", "escalera"),
    )
)
_TO = frozenset(("to", "a", "al", "hasta", "-"))
_CODES = re.compile(r"(?:(?:10|[2-9tjqka])[cdhs♣♦♥♠])+")
_CODE = re.compile(r"(10|[2-9tjqka])([cdhs♣♦♥♠])")


def understood(view: View, words: str) -> Act:
    """The act that these words say. Raises NotationError `word-unknown`, or `card-not-held` for a bare rank."""
    text = plain(words)
    if text in TAKES or _takes_unit(view, text):
        return Take(view.seat)
    if text in BLINDS:
        return Blind(view.seat)
    cards = _cards(view, _pieces(text))
    if not cards:
        raise NotationError("word-unknown", word=" ".join(words.split()))
    return Play(view.seat, cards)


def _takes_unit(view: View, text: str) -> bool:
    """Whether the words name what is taken up, and it is the unit at risk: `take 3h`, `recojo 5d-8d`."""
    if not view.table:
        return False
    unit = view.table[unit_to_take(view)]
    named = [_pieces(text.removeprefix(verb)) for verb in TAKES if text.startswith(f"{verb} ")]
    return any(pieces and pieces[0] in CODES and _cards(view, pieces) == unit for pieces in named)


def _pieces(text: str) -> list[str]:
    """The words as cards (`7H`), ranks (`7`) and `-`; empty where one of them is none of these."""
    found: list[str] = []
    said = ""
    for word in re.sub("[-–—]", " - ", text).split():
        if word in _FILLERS or (word in _VERBS and not found):
            continue
        if word in SUIT_WORDS and found and (len(found[-1]) == 1 or said == "as"):  # as de picas, not AS
            found[-1] = found[-1][0] + SUIT_WORDS[word]
        elif word in _TO and found:
            found.append("-")
        elif _CODES.fullmatch(word):
            found += [RANK_WORDS[rank] + SUIT_WORDS[suit] for rank, suit in _CODE.findall(word)]
        elif word in RANK_WORDS:
            found.append(RANK_WORDS[word])
        else:
            return []
        said = word
    return found


def _cards(view: View, pieces: list[str]) -> tuple[int, ...]:
    """The card or the run that these pieces name; empty where they name none."""
    match pieces:
        case [first, "-", last]:
            return _run(first, last)
        case [rank] if rank in RANKS:
            return _of_rank(view, rank)
    if any(piece not in CODES for piece in pieces):
        return ()
    return tuple(sorted(CODES[piece] for piece in pieces))


def _run(first: str, last: str) -> tuple[int, ...]:
    """The run between two cards, of which one may leave its suit out; empty where it is none."""
    low, high = (CODES.get(piece[0] + (first[1:] or last[1:]), -1) for piece in (first, last))
    if min(low, high) < 0 or low >= high or (last[1:] or first[1:]) != (first[1:] or last[1:]):
        return ()
    return tuple(range(low, high + 1, 4))


def _of_rank(view: View, rank: str) -> tuple[int, ...]:
    """The one card of this rank that may be laid, or else that is held; empty where there are several."""
    if all(RANKS[rank_of(card)] != rank for card in view.hand):
        raise NotationError("card-not-held", card=rank)
    legal = {option.cards[0] for option in view.legal if len(option.cards) == 1}
    for cards in (legal, {*view.hand}):
        found = [card for card in cards if RANKS[rank_of(card)] == rank]
        if len(found) == 1:
            return (found[0],)
    return ()
