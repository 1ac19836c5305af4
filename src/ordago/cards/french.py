"""The French pack of fifty-two, as Møs uses it (S-2), and its codes in records.

A card is a small integer, `rank * 4 + suit`: rank 0..12 from the two up to the ace, suit 0..3 for clubs, diamonds,
hearts, spades. In text it is a letter for the rank and one for the suit: `TD` is the ten of diamonds. A second pack
repeats the same codes.
"""

from collections.abc import Iterable

from ordago.errors import NotationError

RANKS = "23456789TJQKA"
"""Letters of the ranks from low to high."""

SUITS = "CDHS"
"""Letters of the suits in their order: clubs, diamonds, hearts, spades."""

NAMES: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""Text of each card code; `NAMES[card]`."""

CODES: dict[str, int] = {name: card for card, name in enumerate(NAMES)}
"""Card code of each text."""

DECK: tuple[int, ...] = tuple(range(len(NAMES)))
"""The fifty-two cards in code order."""


def rank_of(card: int) -> int:
    """The card's rank, 0 (two) to 12 (ace)."""
    return card >> 2


def suit_of(card: int) -> int:
    """The card's suit, 0..3: clubs, diamonds, hearts, spades."""
    return card & 3


def parse_cards(text: str) -> tuple[int, ...]:
    """Read cards written one after the other, as `5D6D7D`, in the order written.

    Raises NotationError `card-unknown` for anything else.
    """
    cards = []
    for at in range(0, len(text), 2):
        name = text[at : at + 2]
        if name not in CODES:
            raise NotationError("card-unknown", card=name, written=text)
        cards.append(CODES[name])
    return tuple(cards)


def write_cards(cards: Iterable[int]) -> str:
    """The cards one after the other, in the order given."""
    return "".join([NAMES[card] for card in cards])
