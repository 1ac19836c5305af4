"""What hands are worth: every pair of hands against the reference, and the exact numbers of the dossier (section 9)."""

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from ordago.cards.spanish import CODES, DECK, NAMES, parse_cards
from ordago.mus.hand import HandRules, Hands, Worth, hands_for
from tests.reference import mus_hands
from tests.reference.mus_rules import read_rules

LANCES = ("grande", "chica", "pares", "juego", "punto")
CARDS = {8: "RCS76541", 4: "RCS7654321"}
"""Effective ranks of the two packs."""

Hand = tuple[str, ...]

PAR, MEDIAS, DUPLES = 1, 2, 3

SETTINGS: dict[str, dict[str, Any]] = {
    "8 kings": {},
    "4 kings": {"kings": 4},
    "four first": {"duples_compare": "four_first"},
    "sum": {"duples_compare": "sum"},
    "4 kings by sum": {"kings": 4, "duples_compare": "sum"},
    "juego by total": {"juego_order": [40, 37, 36, 35, 34, 33, 32, 31]},
    "real of a sota": {"real": "sota"},
    "real of a figure": {"real": "figure"},
    "real of a king, 4 kings": {"real": "king", "kings": 4},
}


def in_pack(rank: str, kings: int) -> int:
    """How many cards of an effective rank the pack holds."""
    return 8 if kings == 8 and rank in "R1" else 4


def all_hands(kings: int) -> list[Hand]:
    """The distinct hands: 330 with eight kings, 715 with four."""
    return list(itertools.combinations_with_replacement(CARDS[kings], 4))


def rules_and_hands(settings: dict[str, Any]) -> tuple[dict[str, Any], Hands]:
    """The settings for the reference, and the engine's evaluator."""
    return read_rules(settings), hands_for(HandRules(**{k: _tuple(v) for k, v in settings.items()}))


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@cache
def weighed(settings: str = "8 kings") -> list[tuple[Worth, int]]:
    """The worth of each distinct hand and in how many ways the pack of forty gives it."""
    table = SETTINGS[settings]
    kings = table.get("kings", 8)
    hands = rules_and_hands(table)[1]
    found = []
    for hand in all_hands(kings):
        ways = math.prod(math.comb(in_pack(rank, kings), count) for rank, count in Counter(hand).items())
        found.append((hands.worth(parse_cards("".join(hand))), ways))
    return found


def count(keep: Callable[[Worth], Any], settings: str = "8 kings") -> int:
    """How many of the four-card hands are so."""
    return sum(ways for worth, ways in weighed(settings) if keep(worth))


def holding(number: int, times: int) -> Callable[[Worth], bool]:
    """Hands with so many cards of a number."""
    return lambda worth: worth.count(number) == times


def in_category(category: int, total: int | None = None) -> Callable[[Worth], bool]:
    """Hands with these pares, and this total if it is given."""
    return lambda worth: worth.category == category and total in (None, worth.total)


# Every pair of hands


@pytest.mark.parametrize("lance", LANCES)
@pytest.mark.parametrize("name", SETTINGS)
def test_every_ordered_pair_of_hands_compares_as_in_the_reference(name: str, lance: str) -> None:
    """Sorted by the reference, the engine's numbers must rise exactly where the reference's keys do.

    Two orders of a set agree on every ordered pair just when they agree on all neighbours of one sorting: equal ones
    equal, the next one larger. That covers 330 × 330 or 715 × 715 pairs, whether one pack can give both hands or not.
    """
    settings = SETTINGS[name]
    rules, hands = rules_and_hands(settings)
    held = {"pares": mus_hands.has_pares, "juego": mus_hands.has_juego}.get(lance)
    ranked = []
    for hand in all_hands(settings.get("kings", 8)):
        if held is None or held(list(hand), rules):
            number = getattr(hands.worth(parse_cards("".join(hand))), lance)
            ranked.append((mus_hands.strength(lance, list(hand), rules), number, hand))
    ranked.sort(key=lambda entry: entry[0])
    for (key, number, hand), (next_key, next_number, next_hand) in itertools.pairwise(ranked):
        assert (key < next_key) == (number < next_number), (hand, next_hand)
        assert (key == next_key) == (number == next_number), (hand, next_hand)


@pytest.mark.parametrize("name", SETTINGS)
def test_every_hand_has_the_pares_total_and_ranks_of_the_reference(name: str) -> None:
    settings = SETTINGS[name]
    rules, hands = rules_and_hands(settings)
    for hand in all_hands(settings.get("kings", 8)):
        cards = list(hand)
        worth = hands.worth(parse_cards("".join(hand)))
        category, high, low = mus_hands.pares(cards, rules)
        assert (worth.category, worth.paired) == (category, tuple(rank for rank in (high, low) if rank))
        assert worth.total == mus_hands.total(cards, rules)
        assert (worth.juego > 0) == mus_hands.has_juego(cards, rules)
        assert (worth.pares > 0) == mus_hands.has_pares(cards, rules)
        assert worth.real == (mus_hands.has_juego(cards, rules) and mus_hands.is_real(cards, rules))
        assert list(worth.numbers) == mus_hands.rank_numbers(cards, rules)


@pytest.mark.parametrize("kings", [8, 4])
def test_pairs_that_can_be_dealt_together_compare_as_in_the_reference_one_by_one(kings: int) -> None:
    """The same without the argument about sortings: every ordered pair of hands that one pack can give."""
    rules, hands = rules_and_hands({"kings": kings})
    every = all_hands(kings)
    counted = [Counter(hand) for hand in every]
    limit = {rank: in_pack(rank, kings) for rank in CARDS[kings]}
    worths = [hands.worth(parse_cards("".join(hand))) for hand in every]
    known = []  # for each lance: the engine's numbers, the reference's keys
    for lance in LANCES:
        holds = [worth_holds(lance, worth) for worth in worths]
        keys = [
            mus_hands.strength(lance, list(hand), rules) if held else ()
            for hand, held in zip(every, holds, strict=True)
        ]
        known.append((holds, [getattr(worth, lance) for worth in worths], keys))
    dealt = 0
    for one, first in enumerate(counted):
        left = {rank: limit[rank] - first[rank] for rank in limit}
        ways = math.prod(math.comb(limit[rank], number) for rank, number in first.items())
        for two, second in enumerate(counted):
            together = math.prod(math.comb(left[rank], number) for rank, number in second.items())
            if not together:
                continue
            dealt += ways * together
            for holds, numbers, keys in known:
                if holds[one] and holds[two]:
                    mine, yours, my_key, your_key = numbers[one], numbers[two], keys[one], keys[two]
                    assert (mine > yours) == (my_key > your_key), (every[one], every[two])
                    assert (mine == yours) == (my_key == your_key), (every[one], every[two])
    assert dealt == math.comb(40, 4) * math.comb(36, 4), "some pair was left out"


@pytest.mark.parametrize(
    "settings",
    [{"extra_kings": ["5o"]}, {"extra_kings": ["5o", "5c"], "kings": 4}, {"real": "sota_oros"}, {"real": "king"}],
)
def test_hands_with_suits_have_the_strength_of_the_reference(settings: dict[str, Any]) -> None:
    """Every twentieth of the 91,390 hands with suits, with the hands that the rule looks at among them."""
    rules, hands = rules_and_hands(settings)
    chosen = list(itertools.islice(itertools.combinations(DECK, 4), 0, None, 20))
    sevens = [card for card in DECK if NAMES[card][0] == "7"]
    chosen += [(*trio, card) for trio in itertools.combinations(sevens, 3) for card in DECK if card not in trio]
    for lance in LANCES:
        keys: dict[int, Any] = {}
        for cards in chosen:
            hand = [NAMES[card] for card in cards]
            worth = hands.worth(cards)
            key = mus_hands.strength(lance, hand, rules) if worth_holds(lance, worth) else None
            assert keys.setdefault(getattr(worth, lance), key) == key, (lance, hand)
        held = sorted(number for number, key in keys.items() if key is not None)
        assert [keys[number] for number in held] == sorted(keys[number] for number in held)


def worth_holds(lance: str, worth: Worth) -> bool:
    """Whether a hand takes part in the lance."""
    return {"pares": worth.category > 0, "juego": worth.total >= 31}.get(lance, True)


def test_a_hand_is_valued_in_any_order_of_its_cards() -> None:
    hands = hands_for(HandRules())
    cards = parse_cards("RC71")
    assert len({hands.worth(order) for order in itertools.permutations(cards)}) == 1
    assert hands.sorted(parse_cards("1o3bRcReCo"))[0:3] == parse_cards("RcRe3b")


# One hand (9.1)


def test_numbers_of_hands() -> None:
    assert sum(ways for _, ways in weighed()) == math.comb(40, 4) == 91_390
    assert len(weighed()) == math.comb(11, 4) == 330


def test_weights_are_those_of_all_hands_with_suits() -> None:
    """The weights used here, against all 91,390 hands valued one by one from cards with suits."""
    hands = hands_for(HandRules())
    counted = Counter(hands.worth(cards) for cards in itertools.combinations(DECK, 4))
    assert counted == Counter(dict(weighed()))


HANDS_9_1: list[tuple[str, Callable[[Worth], Any], int, Fraction | None]] = [
    ("any pares", lambda w: w.category, 51_710, Fraction(5171, 9139)),
    ("par only", lambda w: w.category == PAR, 43_776, Fraction(1152, 2405)),
    ("medias", lambda w: w.category == MEDIAS, 4_448, Fraction(2224, 45695)),
    ("duples", lambda w: w.category == DUPLES, 3_486, Fraction(1743, 45695)),
    ("no pares", lambda w: not w.category, 39_680, Fraction(3968, 9139)),
    ("juego", lambda w: w.juego, 24_444, Fraction(12222, 45695)),
    ("31", lambda w: w.total == 31, 8_384, Fraction(4192, 45695)),
    ("31 with pares", lambda w: w.total == 31 and w.category, 4_800, None),
    ("31 without pares", lambda w: w.total == 31 and not w.category, 3_584, None),
    ("juego, not 31", lambda w: w.juego and w.total != 31, 16_060, None),
    ("juego without pares", lambda w: w.juego and not w.category, 8_192, None),
    ("juego with pares", lambda w: w.juego and w.category, 16_252, None),
    ("no juego", lambda w: not w.juego, 66_946, Fraction(33473, 45695)),
    ("total 30", lambda w: w.total == 30, 3_024, None),
    ("total 29", lambda w: w.total == 29, 2_688, None),
    ("no pares and no juego", lambda w: not w.category and not w.juego, 31_488, Fraction(15744, 45695)),
    ("exactly 2 kings", lambda w: w.count(12) == 2, 13_888, None),
    ("at least 2 kings", lambda w: w.count(12) >= 2, 15_750, None),
    ("R R R R", lambda w: w.count(12) == 4, 70, Fraction(7, 9139)),
    ("duples R-C", lambda w: w.paired == (12, 11), 168, Fraction(84, 45695)),
    ("duples R-1", lambda w: w.paired == (12, 1), 784, Fraction(392, 45695)),
    ("7 7 7 sota", lambda w: w.numbers == (10, 7, 7, 7), 16, None),
    ("7 7 7 caballo", lambda w: w.numbers == (11, 7, 7, 7), 16, None),
    ("7 7 7 rey", lambda w: w.numbers == (12, 7, 7, 7), 32, None),
    ("R R R 1", lambda w: w.numbers == (12, 12, 12, 1), 448, None),
    ("1 1 1 R", lambda w: w.numbers == (12, 1, 1, 1), 448, None),
    ("4-5-6-7", lambda w: w.numbers == (7, 6, 5, 4), 256, Fraction(128, 45695)),
    ("31 and duples", lambda w: w.total == 31 and w.category == DUPLES, 0, None),
    ("medias with 31", lambda w: w.total == 31 and w.category == MEDIAS, 576, None),
    ("par with 31", lambda w: w.total == 31 and w.category == PAR, 4_224, None),
    ("duples with juego", lambda w: w.juego and w.category == DUPLES, 924, None),
    ("ciego (7.3)", lambda w: not w.category and w.total < 29, 28_928, None),
]


@pytest.mark.parametrize(("name", "keep", "number", "fraction"), HANDS_9_1, ids=[entry[0] for entry in HANDS_9_1])
def test_how_many_hands_are_so(name: str, keep: Callable[[Worth], Any], number: int, fraction: Fraction | None) -> None:
    assert count(keep) == number
    assert fraction is None or Fraction(number, 91_390) == fraction


def test_seven_seven_seven_with_the_sota_of_oros() -> None:
    hands = hands_for(HandRules(real="sota_oros"))
    found = [cards for cards in itertools.combinations(DECK, 4) if hands.worth(cards).real]
    assert len(found) == 4
    assert all(CODES["So"] in cards for cards in found)


def test_kings_in_a_hand_and_aces_alike() -> None:
    expected = [35_960, 39_680, 13_888, 1_792, 70]
    assert [count(holding(12, n)) for n in range(5)] == expected
    assert [count(holding(1, n)) for n in range(5)] == expected


def test_totals() -> None:
    text = """4:70 7:224 8:224 9:224 10:392 11:448 12:616 13:1824 14:808 15:832 16:2697 17:2704 18:2740 19:3424 20:2661
        21:3312 22:7912 23:3504 24:3045 25:6208 26:5684 27:5648 28:6033 29:2688 30:3024 31:8384 32:2640 33:1920 34:2960
        35:2240 36:2240 37:2240 40:1820"""
    expected = {int(total): int(ways) for total, _, ways in (word.partition(":") for word in text.split())}
    found: dict[int, int] = defaultdict(int)
    for worth, ways in weighed():
        found[worth.total] += ways
    assert found == expected
    assert sorted(total for total in found if total > 30) == [*range(31, 38), 40]
    assert sorted(total for total in found if total <= 30) == [4, *range(7, 31)]


def test_pares_by_rank() -> None:
    def by(category: int) -> dict[tuple[int, ...], int]:
        found: dict[tuple[int, ...], int] = defaultdict(int)
        for worth, ways in weighed():
            if worth.category == category:
                found[worth.paired] += ways
        return found

    middle = (11, 10, 7, 6, 5, 4)
    assert by(PAR) == {(12,): 12_096, (1,): 12_096} | {(rank,): 3_264 for rank in middle}
    assert by(MEDIAS) == {(12,): 1_792, (1,): 1_792} | {(rank,): 144 for rank in middle}
    duples = {(12, 12): 70, (1, 1): 70, (12, 1): 784}
    duples |= {(12, rank): 168 for rank in middle} | {(rank, 1): 168 for rank in middle}
    duples |= {(rank, rank): 1 for rank in middle}
    duples |= dict.fromkeys(itertools.combinations(middle, 2), 36)
    assert by(DUPLES) == duples
    classes = {worth.pares for worth, _ in weighed() if worth.category}
    assert len(classes) == 8 + 8 + 36 == 52


def test_distinct_hands_that_make_31() -> None:
    assert sum(worth.total == 31 for worth, _ in weighed()) == 25


# The 4-king deck and the extra king (9.4)


def test_numbers_of_the_four_king_deck() -> None:
    def with_four(keep: Callable[[Worth], Any]) -> int:
        return count(keep, "4 kings")

    assert len(weighed("4 kings")) == 715
    assert with_four(lambda w: w.category) == 37_630
    assert [with_four(in_category(c)) for c in (1, 2, 3)] == [34_560, 1_440, 1_630]
    assert with_four(lambda w: w.juego) == 11_719
    assert with_four(lambda w: w.total == 31) == 3_040
    by_category = [with_four(in_category(c, 31)) for c in range(4)]
    assert by_category == [1_792, 1_152, 96, 0]
    assert with_four(lambda w: w.total == 40) == 495
    assert with_four(lambda w: not w.category and not w.juego) == 48_896
    assert {worth.total for worth, _ in weighed("4 kings")} == {*range(4, 38), 40}


def test_numbers_with_the_five_of_oros_as_a_ninth_king() -> None:
    hands = hands_for(HandRules(extra_kings=("5o",)))
    counted = Counter(hands.worth(cards) for cards in itertools.combinations(DECK, 4))

    def of(keep: Callable[[Worth], Any]) -> int:
        return sum(ways for worth, ways in counted.items() if keep(worth))

    assert [of(in_category(c)) for c in (1, 2, 3)] == [44_386, 5_153, 3_771]
    assert of(lambda w: w.juego) == 27_336
    assert of(lambda w: w.total == 31) == 9_316


# Two hands (9.3)

Pair = tuple[int, int, int, int]


@cache
def duels() -> dict[str, Pair]:
    """For each lance, over all ordered pairs of hands of one pack: all, both hold it, tie, the first wins or ties."""
    hands = [Counter(hand) for hand in all_hands(8)]
    worths = [worth for worth, _ in weighed()]
    ways = [number for _, number in weighed()]
    limit = {rank: in_pack(rank, 8) for rank in CARDS[8]}
    found = {lance: [0, 0, 0, 0] for lance in LANCES}
    values = {lance: [getattr(worth, lance) for worth in worths] for lance in LANCES}
    holds = {lance: [_takes_part(lance, worth) for worth in worths] for lance in LANCES}
    for one, first in enumerate(hands):
        left = {rank: limit[rank] - first[rank] for rank in limit}
        for two, second in enumerate(hands):
            number = ways[one]
            for rank, count in second.items():
                number *= math.comb(left[rank], count)
            if not number:
                continue
            for lance in LANCES:
                sums = found[lance]
                sums[0] += number
                if holds[lance][one] and holds[lance][two]:
                    mine, yours = values[lance][one], values[lance][two]
                    sums[1] += number
                    sums[2] += number * (mine == yours)
                    sums[3] += number * (mine >= yours)
    return {lance: (sums[0], sums[1], sums[2], sums[3]) for lance, sums in found.items()}


def _takes_part(lance: str, worth: Worth) -> bool:
    return not worth.juego if lance == "punto" else worth_holds(lance, worth)


DUELS_9_3 = {
    "grande": (Fraction(1), Fraction(8457068, 2691663975), Fraction(2700121043, 5383327950)),
    "chica": (Fraction(1), Fraction(8457068, 2691663975), Fraction(2700121043, 5383327950)),
    "pares": (Fraction(4406029, 13803405), Fraction(74126828, 859175655), Fraction(933302483, 1718351310)),
    "juego": (Fraction(507942, 8544965), Fraction(135385, 761913), Fraction(448649, 761913)),
    "punto": (Fraction(4481879, 8544965), Fraction(84409711, 1411791885), Fraction(748100798, 1411791885)),
}


@pytest.mark.parametrize("lance", LANCES)
def test_two_hands(lance: str) -> None:
    every, both, tie, first = duels()[lance]
    assert every == math.comb(40, 4) * math.comb(36, 4)
    assert (Fraction(both, every), Fraction(tie, both), Fraction(first, both)) == DUELS_9_3[lance]


def test_grande_ties_just_where_chica_ties() -> None:
    pairs = {(worth.grande, worth.chica) for worth, _ in weighed("4 kings")}
    assert len({grande for grande, _ in pairs}) == len({chica for _, chica in pairs}) == len(pairs) == 715


def test_paradox_of_two_kings_and_three_caballos() -> None:
    """As many opponents beat RR41 as CCC7 at pares; they hold pares less often against RR41."""
    hands = hands_for(HandRules())

    def against(text: str) -> tuple[int, int]:
        mine = parse_cards(text)
        worth = hands.worth(mine)
        left = Counter(hands.letters[card] for card in DECK) - Counter(hands.letters[card] for card in mine)
        beaten = held = 0
        for hand in itertools.combinations_with_replacement(sorted(left), 4):
            ways = math.prod(math.comb(left[card], number) for card, number in Counter(hand).items())
            other = hands.worth(hand)
            beaten += ways * (other.pares > worth.pares)
            held += ways * (other.category > 0)
        return beaten, held

    assert against("RR41") == (4_296, 31_905)
    assert against("CCC7") == (4_296, 35_897)
    assert Fraction(4_296, math.comb(36, 4)) == Fraction(1432, 19635)


# Four hands, no discards (9.2)

DEALS = math.comb(40, 4) * math.comb(36, 4) * math.comb(32, 4) * math.comb(28, 4)


def deals_without(lance: str, kings: int, players: int) -> int:
    """Deals to `players` chairs in which nobody holds pares, or nobody juego: dynamic programming over the ranks.

    A state is, for each chair in no order, how many cards it has and their total so far; the total is dropped once no
    lower cards can bring it above 30. For pares nobody may get two of a rank and totals do not matter.
    """
    if lance == "pares":
        groups = [(0, in_pack(rank, kings)) for rank in CARDS[kings]]
    else:
        tens = Counter({min(mus_hands.FACE_NUMBER[rank], 10): 0 for rank in CARDS[kings]})
        for rank in CARDS[kings]:
            tens[min(mus_hands.FACE_NUMBER[rank], 10)] += in_pack(rank, kings)
        groups = sorted(tens.items(), reverse=True)
    most = 1 if lance == "pares" else 4
    states = Counter({((0, 0),) * players: 1})
    for at, (value, limit) in enumerate(groups):
        lower = groups[at + 1][0] if at + 1 < len(groups) else 0
        after: Counter[tuple[tuple[int, int], ...]] = Counter()
        for given in itertools.product(range(most + 1), repeat=players):
            if sum(given) > limit:
                continue
            share = math.prod(math.comb(limit - sum(given[:chair]), number) for chair, number in enumerate(given))
            for state, ways in states.items():
                chairs = [(n + b, total + b * value) for (n, total), b in zip(state, given, strict=True)]
                if all(n <= 4 and total <= 30 for n, total in chairs):
                    safe = [(n, 0 if total + (4 - n) * lower <= 30 else total) for n, total in chairs]
                    after[tuple(sorted(safe))] += ways * share
        states = after
    return states[((4, 0),) * players]


@pytest.mark.parametrize("kings", [8, 4])
@pytest.mark.parametrize("lance", ["pares", "juego"])
def test_one_and_two_hands_by_the_same_method_are_the_engine_s(lance: str, kings: int) -> None:
    def holds(worth: Worth) -> bool:
        return worth_holds(lance, worth)

    assert deals_without(lance, kings, 1) == count(lambda worth: not holds(worth), f"{kings} kings")
    if kings == 8:
        every, both, _, _ = duels()[lance]
        one_alone = count(holds) * math.comb(36, 4) - both
        assert deals_without(lance, kings, 2) == every - both - 2 * one_alone


FOUR_9_2 = {
    ("juego", 8): ("34921705517/141509117750", "531739187373/2688673237250", "43924166031/79078624625"),
    ("juego", 4): ("1388755153763/2508570723750", "296416171321/6808977678750", "188250810103/467282781875"),
    ("pares", 8): ("2986148577536/87381880210625", "172765367548483/262145640631875", "80421827350784/262145640631875"),
    ("pares", 4): ("10805123323392/87381880210625", "3399491672547/7943807291875", "39182348489216/87381880210625"),
}
"""Nobody has it; it is in both pairs; it is in one pair only."""


@pytest.mark.parametrize(("lance", "kings"), FOUR_9_2)
def test_four_players_without_discards(lance: str, kings: int) -> None:
    assert DEALS == 3_963_642_086_353_950_000
    nobody = deals_without(lance, kings, 4)
    a_pair_without = deals_without(lance, kings, 2) * math.comb(32, 4) * math.comb(28, 4)
    one_pair_only = 2 * (a_pair_without - nobody)
    both = DEALS - nobody - one_pair_only
    found = tuple(Fraction(number, DEALS) for number in (nobody, both, one_pair_only))
    assert found == tuple(map(Fraction, FOUR_9_2[lance, kings]))
