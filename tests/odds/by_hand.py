"""The same chances by dealing out every deal of a small deck, with the by-the-book hands: slow, plain, no numpy."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from tests.reference import mus_hands as book
from tests.reference.mus_rules import number_of_sides, read_rules

PACK = tuple(face + suit for face in "RCS7654321" for suit in "oceb")
LANCES = ("grande", "chica", "pares", "juego", "punto")

Hand = tuple[str, ...]
Fits = Callable[[list[str]], bool]


class Book:
    """What the book says of a hand, looked up once for each."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.rules = read_rules(dict(settings))
        self.sides = number_of_sides(self.rules)
        self._facts: dict[Hand, dict[str, tuple[Any, int]]] = {}

    def facts(self, hand: Hand) -> dict[str, tuple[Any, int]]:
        """Strength and bonus stones by lance; no entry for a lance that the hand does not have."""
        if hand not in self._facts:
            cards, rules = list(hand), self.rules
            held = {"grande", "chica", "juego" if book.has_juego(cards, rules) else "punto"}
            held |= {"pares"} if book.has_pares(cards, rules) else set()
            self._facts[hand] = {
                lance: (
                    book.strength(lance, cards, rules),
                    book.bonus(lance, cards, rules) if lance in ("pares", "juego") else 0,
                )
                for lance in held
            }
        return self._facts[hand]


def deals(cards: Sequence[str], seats: Sequence[int], allowed: Mapping[int, Fits]) -> Iterator[list[Hand]]:
    """Every way to give four cards to each of the seats that is allowed."""
    if not seats:
        yield []
        return
    for hand in combinations(cards, 4):
        if seats[0] not in allowed or allowed[seats[0]](list(hand)):
            left = [card for card in cards if card not in hand]
            for rest in deals(left, seats[1:], allowed):
                yield [hand, *rest]


class Sums:
    """Deals counted for one lance, as `LanceOdds` names them."""

    def __init__(self) -> None:
        self.me = self.pair = self.played = self.won = self.ours = self.theirs = 0
        self.bonus: Counter[int] = Counter()
        self.their_bonus: Counter[int] = Counter()

    def add(self, lance: str, facts: Sequence[dict[str, tuple[Any, int]]], seat: int, of: Book) -> None:
        """Count one deal, given what is known of each seat's hand."""
        able = [at for at, hand in enumerate(facts, 1) if lance in hand]
        if not able or (lance == "punto" and len(able) < len(facts)):
            return
        best = max(able, key=lambda at: (facts[at - 1][lance][0], -at))
        played = len({at % of.sides for at in able}) > 1
        ours = (best - seat) % of.sides == 0
        bonus = sum(facts[at - 1][lance][1] for at in able if (at - best) % of.sides == 0)
        paid = bonus + (of.rules["paso_value"][lance] if played else 0)
        self.me += best == seat
        self.pair += ours
        self.played += played
        self.won += ours and played
        self.ours += paid * ours
        self.theirs += paid * (not ours)
        (self.bonus if ours else self.their_bonus)[bonus] += 1


def chances(
    hand: str, seat: int, cards: Sequence[str], allowed: Mapping[int, Fits], settings: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    """Every chance of every lance where the others get four each of `cards`; `allowed` has a test of a hand by seat."""
    of = Book(settings)
    sums = {lance: Sums() for lance in LANCES}
    total = 0
    mine = of.facts(tuple(book.read_cards(hand)))
    others = [at for at in range(1, of.rules["players"] + 1) if at != seat]
    for dealt in deals(cards, others, allowed):
        facts = [of.facts(other) for other in dealt]
        facts.insert(seat - 1, mine)
        total += 1
        for lance, found in sums.items():
            found.add(lance, facts, seat, of)
    return {lance: as_chances(found, total) for lance, found in sums.items()}


def as_chances(found: Sums, total: int) -> dict[str, Any]:
    """The counts as exact fractions."""
    plain = {name: Fraction(getattr(found, name), total) for name in ("me", "pair", "played", "won", "ours", "theirs")}
    tables = {
        name: {stones: Fraction(number, total) for stones, number in getattr(found, name).items() if stones}
        for name in ("bonus", "their_bonus")
    }
    return {**plain, **tables}
