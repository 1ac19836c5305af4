"""How strong a hand is in each lance: its place among all the hands that somebody may hold.

All hands are counted once per set of hand rules, each with the number of ways to deal it (§9.1). What is known of a
player, a declaration or a seña, narrows the hands that are counted. Cards in one's own hand are not taken out.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from math import comb, prod

import msgspec

from ordago.cards.spanish import DECK, NAMES
from ordago.mus.hand import HandRules, Hands, Worth, hands_for
from ordago.mus.senas import HOLDS

DECLARED: dict[str, Callable[[Worth], bool]] = {
    "+pares": lambda worth: worth.category > 0,
    "-pares": lambda worth: worth.category == 0,
    "+juego": lambda worth: worth.juego > 0,
    "-juego": lambda worth: worth.juego == 0,
}
"""Clues that the declarations give (R3.2); the others are codes of señas."""

Clues = frozenset[str]
NO_CLUES: Clues = frozenset()


class Kinds(msgspec.Struct, frozen=True, eq=False):
    """The kinds of card that the rules tell apart: `cards`, one of each, `counts` in the pack, `of` each card."""

    cards: tuple[int, ...]
    counts: tuple[int, ...]
    of: dict[int, int]

    def multisets(self, size: int, kept: tuple[int, ...] = ()) -> Iterable[tuple[tuple[int, ...], int]]:
        """All sets of `size` kinds, with the ways to take them from a pack without the `kept` ones."""
        left = list(self.counts)
        for kind in kept:
            left[kind] -= 1
        for kinds in combinations_with_replacement(range(len(left)), size):
            ways = prod(comb(left[kind], count) for kind, count in Counter(kinds).items())
            if ways:
                yield kinds, ways


@lru_cache(maxsize=64)
def kinds_for(rules: HandRules) -> Kinds:
    """The kinds of card: effective ranks, and the sota of oros apart where the real needs it (6.2)."""
    hands = hands_for(rules)
    found: dict[tuple[int, bool], list[int]] = {}
    for card in DECK:
        found.setdefault((hands.effective[card], _stands_apart(card, rules)), []).append(card)
    of = {card: at for at, cards in enumerate(found.values()) for card in cards}
    for card in range(0, len(NAMES), 5):
        of[card] = of[next(one for one in DECK if hands.letters[one] == hands.letters[card])]
    return Kinds(
        cards=tuple(cards[0] for cards in found.values()),
        counts=tuple(len(cards) for cards in found.values()),
        of=of,
    )


def _stands_apart(card: int, rules: HandRules) -> bool:
    return rules.real == "sota_oros" and NAMES[card] == "So"


@lru_cache(maxsize=64)
def all_hands(rules: HandRules) -> tuple[tuple[Worth, int], ...]:
    """Every hand and the ways to deal it: 330 rows with eight kings, 715 with four."""
    hands: Hands = hands_for(rules)
    kinds = kinds_for(rules)
    return tuple((hands.worth([kinds.cards[kind] for kind in hand]), ways) for hand, ways in kinds.multisets(4))


class Scale(msgspec.Struct, frozen=True, eq=False):
    """The strengths that occur in a lance, from the weakest up, and the share of hands not above each of them."""

    levels: tuple[int, ...]
    shares: tuple[float, ...]

    def at(self, worth: Worth, lance: str) -> int:
        """The place of a hand on the scale."""
        return bisect_right(self.levels, getattr(worth, lance)) - 1

    def below(self, at: int) -> float:
        """The share of hands weaker than this place."""
        return self.shares[at - 1] if at else 0.0


@lru_cache(maxsize=4096)
def scale(rules: HandRules, lance: str, clues: Clues = NO_CLUES) -> Scale:
    """The scale of a lance for a player of whom these clues are known; clues that no hand fits are ignored."""
    ways: dict[int, int] = {}
    fitting: Counter[int] = Counter()
    tests = [DECLARED.get(clue) or HOLDS[clue] for clue in clues]
    for worth, count in all_hands(rules):
        value: int = getattr(worth, lance)
        ways[value] = ways.get(value, 0) + count
        if all(test(worth) for test in tests):
            fitting[value] += count
    levels = tuple(sorted(ways))
    counts = fitting if fitting else Counter(ways)
    running = list(accumulate(counts[level] for level in levels))
    return Scale(levels, tuple(count / running[-1] for count in running))
