"""What four cards are worth: effective ranks, the strength of a hand in each lance, and its pares and total.

One hand is one look-up: every card has a weight, the weights of four cards add up to a key, and a table made once per
set of rules answers with a `Worth`. The table has 330 rows with eight kings and 715 with four (§9).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Literal

import msgspec

from ordago.cards.spanish import CODES, DECK, FACES, NAMES
from ordago.errors import RulesError

NUMBER = {"R": 12, "C": 11, "S": 10, "7": 7, "6": 6, "5": 5, "4": 4, "3": 3, "2": 2, "1": 1}
"""The number printed on a card: its order in every lance (R1.3, R1.5)."""

TOTALS = (31, 32, 40, 37, 36, 35, 34, 33)
"""The totals of a juego, best first (R4.6)."""


class HandRules(msgspec.Struct, frozen=True):
    """Settings that change what a hand is worth."""

    kings: Literal[8, 4] = 8
    extra_kings: tuple[str, ...] = ()
    duples_compare: Literal["high_then_low", "four_first", "sum"] = "high_then_low"
    juego_order: tuple[int, ...] = TOTALS
    real: Literal["off", "sota", "sota_oros", "king", "figure"] = "off"

    def __post_init__(self) -> None:
        """Raise RulesError where a card cannot be an extra king or the order of juego is not a permutation."""
        for name in self.extra_kings:
            if name not in CODES or CODES[name] % 5 == 0:
                raise RulesError("setting-value", setting="extra_kings", reason=f"{name!r} is not a card with its suit")
            if name[0] == "R" or (name[0] == "3" and self.kings == 8):
                raise RulesError("setting-contradicts", setting="extra_kings", reason=f"{name} is a king already")
        if len(set(self.extra_kings)) < len(self.extra_kings):
            raise RulesError("setting-value", setting="extra_kings", reason="a card is named twice")
        if sorted(self.juego_order) != sorted(TOTALS):
            raise RulesError("setting-value", setting="juego_order", reason="must hold 31 … 37 and 40 once each")

    @property
    def needs_suits(self) -> bool:
        """Whether a rule looks at the suit of a card, so that a record must write suits."""
        return bool(self.extra_kings) or self.real == "sota_oros"


class Worth(msgspec.Struct, frozen=True, gc=False):
    """What a hand is worth. In each lance the larger number wins and equal numbers tie.

    `pares` is 0 without pares and `juego` 0 without juego; `category` is 0 none, 1 par, 2 medias, 3 duples; `paired`
    are the ranks that make the pares, high first; `numbers` the four effective ranks from high to low.
    """

    grande: int
    chica: int
    pares: int
    juego: int
    punto: int
    category: int
    paired: tuple[int, ...]
    total: int
    real: bool
    numbers: tuple[int, ...]

    def count(self, number: int) -> int:
        """How many cards of this effective rank the hand holds."""
        return self.numbers.count(number)


class Hands:
    """The evaluator of one set of hand rules: `hands.worth(cards)`."""

    __slots__ = ("_place", "_table", "_weights", "effective", "letters", "rules")

    def __init__(self, rules: HandRules) -> None:
        """Make the table of all hands: some milliseconds, once per set of rules (`hands_for`)."""
        self.rules = rules
        self.effective = tuple(effective_rank(name, rules) for name in NAMES)
        kinds = sorted({(number, _is_special(name, rules)) for name, number in zip(NAMES, self.effective, strict=True)})
        position = {kind: 5**at for at, kind in enumerate(kinds)}
        self._weights = tuple(
            position[number, _is_special(name, rules)] for name, number in zip(NAMES, self.effective, strict=True)
        )
        self._table = {
            sum(position[kind] for kind in hand): _worth(hand, rules)
            for hand in combinations_with_replacement(reversed(kinds), 4)
        }
        high_to_low = sorted(range(len(NAMES)), key=lambda card: (-self.effective[card], -(card // 5), card % 5))
        self._place = tuple(high_to_low.index(card) for card in range(len(NAMES)))
        self.letters = tuple(CODES[_letter(number)] for number in self.effective)

    def worth(self, cards: Sequence[int]) -> Worth:
        """The worth of four cards, in any order."""
        weights = self._weights
        one, two, three, four = cards
        return self._table[weights[one] + weights[two] + weights[three] + weights[four]]

    def sorted(self, cards: Iterable[int]) -> tuple[int, ...]:
        """The cards from high to low at grande; equal ranks by face (R before 3), then oros, copas, espadas, bastos."""
        return tuple(sorted(cards, key=self._place.__getitem__))

    def limits(self, suited: bool) -> dict[int, int]:
        """How many of each card a pack holds: each of the forty once, or the letters of the effective ranks (R1.2)."""
        if suited:
            return dict.fromkeys(DECK, 1)
        return dict(Counter(self.letters[card - card % 5] for card in DECK))


@lru_cache(maxsize=64)
def hands_for(rules: HandRules) -> Hands:
    """The evaluator of these rules, made once."""
    return Hands(rules)


def effective_rank(name: str, rules: HandRules) -> int:
    """The number as which a card counts: with eight kings a 3 is a king and a 2 an as (R1.2); extra kings are kings."""
    if name in rules.extra_kings:
        return 12
    if rules.kings == 8:
        name = {"3": "R", "2": "1"}.get(name[0], name[0])
    return NUMBER[name[0]]


def card_value(number: int) -> int:
    """What a card counts towards juego and punto (R1.4)."""
    return min(number, 10)


def _letter(number: int) -> str:
    return next(face for face in FACES if NUMBER[face] == number)


def _is_special(name: str, rules: HandRules) -> bool:
    return rules.real == "sota_oros" and name == "So"


def _worth(hand: tuple[tuple[int, bool], ...], rules: HandRules) -> Worth:
    numbers = tuple(number for number, _ in hand)
    total = sum(map(card_value, numbers))
    category, paired = pares_of(numbers)
    real = _is_real(hand, rules)
    juego = 0
    if total >= 31:
        juego = 2 * (len(TOTALS) - rules.juego_order.index(total)) + real
    return Worth(
        grande=_digits(numbers),
        chica=-_digits(numbers[::-1]),
        pares=_pares_strength(category, paired, numbers, rules),
        juego=juego,
        punto=total,
        category=category,
        paired=paired,
        total=total,
        real=real,
        numbers=numbers,
    )


def _digits(numbers: tuple[int, ...]) -> int:
    """A number that orders hands lexicographically (R4.1, and from the lowest card R4.2)."""
    value = 0
    for number in numbers:
        value = value * 13 + number
    return value


def pares_of(numbers: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Category (0 none, 1 par, 2 medias, 3 duples) and the paired ranks, high first; four equal: x-x (R4.3, R4.4)."""
    counts = Counter(numbers)
    pairs = sorted((number for number, count in counts.items() if count >= 2), reverse=True)
    if not pairs:
        return 0, ()
    if len(pairs) == 2:
        return 3, tuple(pairs)
    count = counts[pairs[0]]
    if count == 4:
        return 3, (pairs[0], pairs[0])
    return (2 if count == 3 else 1), (pairs[0],)


def _pares_strength(category: int, paired: tuple[int, ...], numbers: tuple[int, ...], rules: HandRules) -> int:
    if not category:
        return 0
    high, low = paired[0], paired[-1]
    extra = 0
    if category == 3:
        if rules.duples_compare == "four_first":
            extra = high == low
        elif rules.duples_compare == "sum":
            extra = sum(numbers)
    return ((category * 50 + extra) * 13 + high) * 13 + low


def _is_real(hand: tuple[tuple[int, bool], ...], rules: HandRules) -> bool:
    """Three sevens and the ten-card that the setting names (6.2, juego real)."""
    numbers = [number for number, _ in hand]
    if rules.real == "off" or numbers.count(7) != 3:
        return False
    if rules.real == "sota_oros":
        return any(special for _, special in hand)
    return numbers[0] in {"sota": (10,), "king": (12,), "figure": (10, 11, 12)}[rules.real]
