"""The pack as the odds see it: kinds of cards that count alike, and every hand as how many it holds of each kind.

With eight kings there are 8 kinds and 330 hands, with four 10 and 715 (§9). A sota de oros that makes la Real is a kind
of its own; extra kings only make the king's kind larger. Arrays are int64; hands run from the highest at grande down.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from ordago.cards.spanish import DECK, FACES, NAMES, parse_cards
from ordago.errors import OrdagoError
from ordago.mus.count import LANCES, CountRules, strength
from ordago.mus.hand import NUMBER, HandRules, Worth, hands_for

Counts = npt.NDArray[np.int64]

MOST = 40
"""No kind has more cards."""


def _choices() -> Counts:
    table = np.zeros((MOST + 1, MOST + 1), np.int64)
    table[:, 0] = 1
    for n in range(1, MOST + 1):
        table[n, 1:] = table[n - 1, 1:] + table[n - 1, :-1]
    return table


CHOICES = _choices()
"""`CHOICES[n, k]` ways to take k of n cards; exact, as C(40, 20) is below 2^63."""


def ways(stock: Counts, taken: Counts) -> Counts:
    """In how many ways these cards can be taken from the stock: a product over the kinds (the last axis)."""
    stock, taken = np.broadcast_arrays(stock, taken)
    found = CHOICES[np.maximum(stock, 0), taken]
    return np.asarray(np.where(stock < 0, 0, found).prod(axis=-1))


class Pack:
    """The forty cards under one set of hand rules, and the strength of every hand in every lance.

    `strengths[lance]` ranks the hands from 1 up, equal where they tie; 0 is a hand that may not speak there (no pares,
    no juego; at punto a juego). `letters` names the kinds.
    """

    def __init__(self, rules: HandRules) -> None:
        self.rules = rules
        self.hands_of_rules = hands_for(rules)
        effective = self.hands_of_rules.effective
        special = {card for card in DECK if rules.real == "sota_oros" and NAMES[card] == "So"}
        names = sorted({(effective[card], card in special) for card in DECK}, reverse=True)
        self.kind_of = {card: names.index((effective[card], card in special)) for card in range(len(NAMES))}
        self.letters = tuple(
            next(face for face in reversed(FACES) if NUMBER[face] == number) + ("o" if is_special else "")
            for number, is_special in names
        )
        self.counts = np.bincount([self.kind_of[card] for card in DECK], minlength=len(names)).astype(np.int64)
        self.first_card = tuple(next(card for card in DECK if self.kind_of[card] == kind) for kind in range(len(names)))
        kinds = [
            hand
            for hand in combinations_with_replacement(range(len(names)), 4)
            if all(hand.count(kind) <= self.counts[kind] for kind in hand)
        ]
        self.hands = np.array([np.bincount(hand, minlength=len(names)) for hand in kinds], np.int64)
        self.worths: tuple[Worth, ...] = tuple(
            self.hands_of_rules.worth([self.first_card[kind] for kind in hand]) for hand in kinds
        )
        self.names = tuple("".join(self.letters[kind] for kind in hand) for hand in kinds)
        self._index = {tuple(row): at for at, row in enumerate(self.hands.tolist())}
        self.strengths: dict[str, Counts] = {lance: self._ranked(lance) for lance in LANCES}
        self.has_pares = self.strengths["pares"] > 0
        self.has_juego = self.strengths["juego"] > 0

    def _ranked(self, lance: str) -> Counts:
        if lance == "punto":
            speaks = [not worth.juego for worth in self.worths]
        else:
            speaks = [lance in ("grande", "chica") or strength(lance, worth) > 0 for worth in self.worths]
        values = np.array([strength(lance, worth) for worth in self.worths])
        ranks = np.zeros(len(values), np.int64)
        held = np.array(speaks)
        ranks[held] = np.unique(values[held], return_inverse=True)[1] + 1
        return ranks

    def bonus(self, lance: str, rules: CountRules) -> Counts:
        """The stones that each hand itself is worth in this lance (§5.1); 0 outside pares and juego."""
        if lance == "pares":
            values = [0, *rules.pares_value]
            return np.array([values[worth.category] for worth in self.worths], np.int64)
        if lance == "juego":
            best, other = rules.juego_value.best, rules.juego_value.other
            return np.array([(best if w.total == 31 else other) if w.juego else 0 for w in self.worths], np.int64)
        return np.zeros(len(self.worths), np.int64)

    def index_of(self, counts: Counts) -> int:
        """The hand with so many cards of each kind."""
        return self._index[tuple(counts.tolist())]

    def indices_of(self, rows: Counts) -> Counts:
        """The hands of many rows."""
        return np.array([self._index[tuple(row)] for row in rows.tolist()], np.int64)

    def take(self, cards: Sequence[int]) -> Counts:
        """How many of each kind these cards are."""
        return np.bincount([self.kind_of[card] for card in cards], minlength=len(self.counts)).astype(np.int64)

    def parse(self, text: str, size: int | None = None) -> tuple[int, ...]:
        """Read cards, with or without suits. Raises NotationError, and OrdagoError `hand-size` for a wrong number."""
        cards = parse_cards(text)
        if size is not None and len(cards) != size:
            raise OrdagoError("hand-size")
        return cards

    @cached_property
    def two_hands(self) -> "Tuples":
        """All ordered pairs of hands that the pack can hold at once."""
        size = len(self.hands)
        first, second = np.divmod(np.arange(size * size), size)
        possible = ((self.hands[first] + self.hands[second]) <= self.counts).all(axis=1)
        return Tuples(self, np.stack([first[possible], second[possible]], axis=1))

    @cached_property
    def one_hand(self) -> "Tuples":
        """Every hand alone."""
        return Tuples(self, np.arange(len(self.hands))[:, None])

    @cached_property
    def no_hand(self) -> "Tuples":
        """The one way to hold nothing."""
        return Tuples(self, np.zeros((1, 0), np.int64))

    def tuples(self, size: int) -> "Tuples":
        """All ordered tuples of 0, 1 or 2 hands."""
        return (self.no_hand, self.one_hand, self.two_hands)[size]


class Tuples:
    """Ordered tuples of hands, and the multiset of cards that each needs.

    `hands` has a column per seat; `multisets` are the distinct sums, `which` the row of each tuple in them, and
    `splits` in how many ways the cards of the multiset fall to the seats as this tuple says.
    """

    def __init__(self, pack: Pack, hands: Counts) -> None:
        self.hands = hands
        total = np.zeros((len(hands), len(pack.counts)), np.int64)
        splits = np.ones(len(hands), np.int64)
        for column in range(hands.shape[1]):
            mine = pack.hands[hands[:, column]]
            total += mine
            splits *= ways(total, mine)
        self.splits = splits
        self.multisets, self.which = distinct_rows(total)


def distinct_rows(rows: Counts) -> tuple[Counts, Counts]:
    """The distinct rows of card counts, and which of them each row is."""
    if not rows.shape[1]:
        return rows[:1], np.zeros(len(rows), np.int64)
    codes = rows @ (np.int64(17) ** np.arange(rows.shape[1]))
    _, first, which = np.unique(codes, return_index=True, return_inverse=True)
    return rows[first], which.astype(np.int64)


@lru_cache(maxsize=8)
def pack_for(rules: HandRules) -> Pack:
    """The pack under these rules, made once."""
    return Pack(rules)
