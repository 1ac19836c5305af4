"""Decks of a dozen cards, of which every deal can be dealt: the method against plain enumeration by the book."""

import random
from typing import Any

import pytest

from ordago.mus import rules
from ordago.odds import Known, odds
from tests.odds.by_hand import LANCES, PACK, Book, Sums, as_chances, chances
from tests.reference import mus_hands as book
from tests.reference.mus_rules import read_rules


def small_deck(seed: int, size: int) -> tuple[str, list[str], str]:
    """A hand, the few cards left to deal, and those that were seen; many high cards, so that juego is not rare."""
    draw = random.Random(seed)
    high = [card for card in PACK if card[0] in "RCS73"]
    cards = draw.sample(high, (size + 4) // 2 + 2)
    cards += draw.sample([card for card in PACK if card not in cards], size + 4 - len(cards))
    draw.shuffle(cards)
    seen = [card for card in PACK if card not in cards]
    return "".join(cards[:4]), cards[4:], "".join(seen)


def same(found: Any, wanted: dict[str, dict[str, Any]]) -> None:
    for lance, expected in wanted.items():
        for name, value in expected.items():
            got = getattr(found.lances[lance], name)
            if isinstance(value, dict):
                assert dict(got) == pytest.approx({stones: float(v) for stones, v in value.items()}), (lance, name)
            else:
                assert got == pytest.approx(float(value), abs=1e-13), (lance, name)


SETTINGS: list[dict[str, Any]] = [
    {},
    {"kings": 4},
    {"players": 2},
    {"players": 3},
    {"extra_kings": ["5o", "6c"], "real": "figure"},
    {"real": "sota_oros", "paso_value": {"pares": 1, "juego": 2, "grande": 3}, "pares_value": [1, 2, 5]},
    {"kings": 4, "duples_compare": "four_first", "juego_order": [31, 40, 37, 36, 35, 34, 33, 32]},
    {"sides": "individual", "paso_value": {"pares": 1, "juego": 1}},
    {"duples_compare": "sum", "real": "sota"},
]


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_every_deal_of_a_small_deck_agrees(number: int) -> None:
    settings = SETTINGS[number]
    of = rules(**settings)
    players = of.seating.players
    seat = number % players + 1
    hand, deck, seen = small_deck(number, 14 if players == 2 else 12)
    same(odds(of, hand, seat, Known(seen=seen)), chances(hand, seat, deck, {}, settings))


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_what_is_known_of_the_others_agrees(seat: int) -> None:
    plain = read_rules({})
    partner = (seat + 1) % 4 + 1
    rival = seat % 4 + 1
    hand, deck, seen = small_deck(20 + seat, 12)
    has_juego = book.has_juego(book.read_cards(hand), plain)
    declared = tuple(sorted({rival, *([seat] if has_juego else [])}))
    allowed = {
        other: lambda cards, has=(other in declared): book.has_juego(cards, plain) == has
        for other in range(1, 5)
        if other != seat
    }
    known = Known(juego=declared, seen=seen)
    same(odds(rules(), hand, seat, known), chances(hand, seat, deck, allowed, {}))
    pair = {partner: lambda cards: book.sign_is_true("two_kings", cards, plain)}
    known = Known(holds={partner: "two kings"}, seen=seen)
    same(odds(rules(), hand, seat, known), chances(hand, seat, deck, pair, {}))


def test_pares_declared_and_a_hand_shown_agree() -> None:
    plain = read_rules({})
    hand, deck, seen = small_deck(7, 12)
    shown = deck[:4]
    mine = book.has_pares(book.read_cards(hand), plain)
    theirs = book.has_pares(shown, plain)
    declared = tuple(seat for seat, has in ((1, mine), (2, theirs), (3, True)) if has)
    allowed = {
        2: lambda cards: sorted(book.rank_numbers(cards, plain)) == sorted(book.rank_numbers(shown, plain)),
        3: lambda cards: book.has_pares(cards, plain),
        4: lambda cards: not book.has_pares(cards, plain),
    }
    known = Known(pares=declared, holds={2: "".join(shown)}, seen=seen)
    same(odds(rules(), hand, 1, known), chances(hand, 1, deck, allowed, {}))


def test_the_partners_señas_are_the_conditioned_questions() -> None:
    hand, _, seen = small_deck(5, 14)
    answer = odds(rules(), hand, 2, Known(seen=seen))
    assert answer.signs
    for sign in answer.signs:
        asked = odds(rules(), hand, 2, Known(holds={4: sign.code}, seen=seen))
        assert sign.net == pytest.approx(asked.net)
        assert sign.lances["grande"].pair == pytest.approx(asked.lances["grande"].pair)


@pytest.mark.parametrize(("players", "sides"), [(5, "individual"), (6, "threes"), (6, "pairs"), (6, "individual")])
def test_five_and_six_seats_agree_with_dealing_at_random(players: int, sides: str) -> None:
    """Five are exact and six sampled; both against deals by the book, within what chance allows."""
    deals = 1_500
    of = rules(players=players, sides=sides)
    plain = Book({"players": players, "sides": sides})
    draw = random.Random(5)
    hand = "RoRc7o1o"
    mine = tuple(book.read_cards(hand))
    rest = [card for card in PACK if card not in mine]
    sums = {lance: Sums() for lance in LANCES}
    for _ in range(deals):
        cards = draw.sample(rest, 4 * (players - 1))
        hands = [tuple(cards[at : at + 4]) for at in range(0, len(cards), 4)]
        hands.insert(1, mine)
        facts = [plain.facts(one) for one in hands]
        for lance, found in sums.items():
            found.add(lance, facts, 2, plain)
    answer = odds(of, hand, 2, samples=8_000)
    assert (answer.samples > 0) == (players == 6)
    for lance, found in sums.items():
        wanted = as_chances(found, deals)
        for name in ("me", "pair", "played", "won"):
            assert abs(getattr(answer.lances[lance], name) - wanted[name]) < 0.06, (lance, name)
        for name in ("ours", "theirs"):
            assert abs(getattr(answer.lances[lance], name) - wanted[name]) < 0.35, (lance, name)
