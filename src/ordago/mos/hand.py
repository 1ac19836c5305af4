"""Cards held, as packed counts: a number with two bits per card, so that two packs fit and adding is `+`.

Bit `2 * card` and the one above it count how often a card is held (0 to 2). `held` gives the card kinds as a mask with
one bit each, in which the next higher rank of the same suit lies eight bits up; runs are found by shifting it.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ordago.cards.french import DECK, NAMES, write_cards
from ordago.core.acts import Option

UNIT: tuple[int, ...] = tuple(1 << 2 * card for card in DECK)
"""The packed count of one card; `UNIT[card]`."""

ONES = sum(UNIT)
"""One of each card: a whole pack, and the mask of all card kinds."""

OF_SUIT: tuple[int, ...] = tuple(sum(UNIT[card] for card in DECK if card & 3 == suit) for suit in range(4))
"""The mask of each suit."""

ABOVE: tuple[int, ...] = tuple(sum(UNIT[card] for card in DECK if card >> 2 > rank) for rank in range(13))
"""The mask of the cards of a higher rank than this; `ABOVE[rank]`."""

NEXT_RANK = 8
"""How many bits further the next rank of the same suit lies."""


def packed(cards: Iterable[int]) -> int:
    """The packed counts of some cards."""
    return sum([UNIT[card] for card in cards])


def held(counts: int) -> int:
    """The mask of the card kinds in these counts."""
    return (counts | counts >> 1) & ONES


def size(counts: int) -> int:
    """How many cards these counts hold."""
    return (counts & ONES).bit_count() + 2 * (counts >> 1 & ONES).bit_count()


def kinds(mask: int) -> list[int]:
    """The cards of a mask from low to high, then clubs, diamonds, hearts, spades."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() >> 1)
        mask ^= low
    return found


def unpacked(counts: int) -> tuple[int, ...]:
    """The cards behind packed counts, each as often as it is held, from high to low (`high_to_low`)."""
    return high_to_low([*kinds(held(counts)), *kinds(counts >> 1 & ONES)])


def high_to_low(cards: Iterable[int]) -> tuple[int, ...]:
    """The cards from high to low rank, then clubs, diamonds, hearts, spades: the order of records."""
    return tuple(sorted(cards, key=_HIGH_TO_LOW.__getitem__))


_HIGH_TO_LOW: tuple[int, ...] = tuple(card & 3 | (12 - (card >> 2)) << 2 for card in DECK)


def next_holder(hands: Sequence[int], chair: int, but: int = 0) -> int:
    """The nearest chair to the right that holds cards, at last this one itself; `but` is passed over; 0: nobody."""
    players = len(hands)
    for step in range(players):
        at = (chair + step) % players
        if hands[at] and at + 1 != but:
            return at + 1
    return 0


def is_run(cards: tuple[int, ...]) -> bool:
    """Whether these are two or more cards of one suit, one rank after the other, upwards (P2-3)."""
    return len(cards) > 1 and all(after - card == 4 for card, after in pairwise(cards))


CARD_OPTIONS: tuple[Option, ...] = tuple(Option(name, cards=(card,)) for card, name in enumerate(NAMES))
"""The option of laying each single card."""


def _runs_from(card: int) -> tuple[Option, ...]:
    runs = [tuple(range(card, last + 1, 4)) for last in range(card + 4, len(DECK), 4)]
    return tuple(Option(write_cards(run), cards=run) for run in runs)


_RUNS: tuple[tuple[Option, ...], ...] = tuple(_runs_from(card) for card in DECK)


def singles(mask: int) -> list[Option]:
    """The options of laying one card of the mask, from low to high."""
    return [CARD_OPTIONS[card] for card in kinds(mask)]


def runs(mask: int) -> list[Option]:
    """The options of laying a run of cards of the mask: by suit, then by where it starts, then by length."""
    starts = mask & mask >> NEXT_RANK
    if not starts:
        return []
    found: list[Option] = []
    for suit in OF_SUIT:
        for card in kinds(starts & suit):
            length, bit = 0, UNIT[card] << NEXT_RANK
            while mask & bit:
                length, bit = length + 1, bit << NEXT_RANK
            found += _RUNS[card][:length]
    return found
