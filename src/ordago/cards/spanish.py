"""The Spanish pack of forty, as Mus uses it (R1.1), and its codes in records.

A card is a small integer, `face * 5 + suit`: face 0..9 from the ace up to the king, suit 0 where suits do not matter
and 1..4 for oros, copas, espadas, bastos. In text it is a letter for the face, followed by one for the suit: `Ro`,
`7c`, or `R` and `7` without suits.
"""

from collections.abc import Iterable

from ordago.errors import NotationError

FACES = "1234567SCR"
"""Letters of the faces from low to high: as, 2 … 7, sota, caballo, rey."""

SUITS = "oceb"
"""Letters of the suits in their order: oros, copas, espadas, bastos."""

NAMES: tuple[str, ...] = tuple(face + suit for face in FACES for suit in ("", *SUITS))
"""Text of each card code; `NAMES[card]`."""

CODES: dict[str, int] = {name: card for card, name in enumerate(NAMES)}
"""Card code of each text."""

DECK: tuple[int, ...] = tuple(card for card in range(len(NAMES)) if card % 5)
"""The forty cards with suits, in code order."""


def suit_of(card: int) -> str:
    """The letter of the card's suit, or an empty text for a card without one."""
    return NAMES[card][1:]


def parse_cards(text: str) -> tuple[int, ...]:
    """Read cards written one after the other, as `RoRc7e1b` or `RR71`, in the order written.

    Raises NotationError `card-unknown` for anything else, and `suits-mixed` where some cards have suits and some not.
    """
    cards = []
    at = 0
    while at < len(text):
        wide = text[at : at + 2]
        name = wide if len(wide) == 2 and wide[1] in SUITS else wide[:1]
        if name not in CODES:
            raise NotationError("card-unknown", card=wide[:1], written=text)
        cards.append(CODES[name])
        at += len(name)
    if len({card % 5 == 0 for card in cards}) == 2:
        raise NotationError("suits-mixed", written=text)
    return tuple(cards)


def write_cards(cards: Iterable[int]) -> str:
    """The cards one after the other, in the order given."""
    return "".join([NAMES[card] for card in cards])
