"""Cards of Møs for the by-the-book reference: a card is its two-letter text, such as ``"TD"`` (rules dossier, S-2)."""

import re
from collections.abc import Iterable
from itertools import pairwise

RANKS = "23456789TJQKA"
SUITS = "CDHS"
FULL_PACK = [rank + suit for rank in RANKS for suit in SUITS]


def rank(card: str) -> int:
    """2 for a two up to 14 for an ace."""
    return RANKS.index(card[0]) + 2


def suit(card: str) -> str:
    return card[1]


def low_to_high(cards: Iterable[str]) -> list[str]:
    """The order of `legal`: rank upwards, then C D H S."""
    return sorted(cards, key=lambda card: (rank(card), SUITS.index(suit(card))))


def high_to_low(cards: Iterable[str]) -> list[str]:
    """The order of a hand in JSON and in canonical text: rank downwards, then C D H S."""
    return sorted(cards, key=lambda card: (-rank(card), SUITS.index(suit(card))))


def split_cards(text: str) -> list[str] | None:
    """``"7SKC"`` as ``["7S", "KC"]``; None where the text is not a row of cards."""
    if not re.fullmatch(r"([2-9TJQKA][CDHS])*", text):
        return None
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def is_run(cards: list[str]) -> bool:
    """P2-3: two or more cards of one suit, consecutive, written upwards, ace high only."""
    if len(cards) < 2:
        return False
    return all(suit(low) == suit(high) and rank(high) == rank(low) + 1 for low, high in pairwise(cards))


def runs_in(hand: Iterable[str]) -> list[list[str]]:
    """Every run that the hand holds, by suit, then start rank, then length."""
    held = set(hand)
    found = []
    for s in SUITS:
        for start in range(13):
            for stop in range(start + 2, 14):
                run = [RANKS[i] + s for i in range(start, stop)]
                if held.issuperset(run):
                    found.append(run)
    return found
