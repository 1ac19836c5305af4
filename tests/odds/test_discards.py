"""What to throw: the draw and the odds after it against plain enumeration, and what players say about it."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from ordago.mus import rules
from ordago.odds import Discard, Known, advise, discards, odds
from ordago.odds.discards import letters, thrown_choices
from ordago.odds.known import case
from ordago.odds.question import every_lance
from ordago.odds.sample import redrawn
from tests.odds.by_hand import chances
from tests.odds.test_small_decks import small_deck
from tests.reference import mus_hands as book
from tests.reference.mus_rules import read_rules

PLAIN = read_rules({})


def by_enumeration(
    hand: str, thrown: str, deck: list[str], seat: int, **settings: object
) -> tuple[dict[str, Fraction], float]:
    """How the hands that come back are spread, and the net stones after the draw, others holding what is left."""
    kept = book.read_cards(hand)
    for face in thrown:
        kept.remove(next(card for card in kept if book.rank(card, PLAIN) == face))
    spread: Counter[str] = Counter()
    net = Fraction(0)
    draws = list(combinations(deck, len(thrown)))
    for drawn in draws:
        now = [*kept, *drawn]
        spread["".join(book.rank(card, PLAIN) for card in book.sort_hand(now, PLAIN))] += 1
        found = chances("".join(now), seat, [card for card in deck if card not in drawn], {}, settings)
        net += sum((lance["ours"] - lance["theirs"] for lance in found.values()), Fraction(0))
    return {name: Fraction(number, len(draws)) for name, number in spread.items()}, float(net / len(draws))


@pytest.mark.parametrize(("players", "seat"), [(2, 1), (3, 3)])
def test_every_discard_agrees_with_enumeration(players: int, seat: int) -> None:
    hand, deck, seen = small_deck(30 + players, 9 if players == 2 else 12)
    deck, seen = (deck[:9], seen + "".join(deck[9:])) if players == 2 else (deck[:10], seen + "".join(deck[10:]))
    found = discards(rules(players=players), hand, seat, Known(seen=seen))
    assert len(found) >= 7
    for choice in found:
        if players == 3 and len(choice.thrown) > 1:
            continue
        spread, net = by_enumeration(hand, choice.thrown, deck, seat, players=players)
        assert choice.returns == pytest.approx({name: float(chance) for name, chance in spread.items()})
        assert choice.net == pytest.approx(net)


def test_a_discard_in_pairs_is_the_mean_of_the_questions_after_it() -> None:
    """Throwing one card with the partner's hand known: the same as asking about each hand that may come back."""
    known = Known(holds={3: "RC54"})
    choice = next(one for one in discards(rules(), "RR71", 1, known) if one.thrown == "7")
    again = Known(holds={3: "RC54"}, seen="7")
    # The draw is from 36 cards, of which the partner holds four: it leaves the other 32.
    left = Counter({"R": 6, "C": 4, "S": 4, "7": 3, "6": 4, "5": 4, "4": 4, "1": 7}) - Counter("RC54")
    assert choice.returns == pytest.approx(
        {"".join(sorted("RR1" + card, key="RCS76541".index)): number / 32 for card, number in left.items()}
    )
    mean = sum(chance * odds(rules(), hand, 1, again).net for hand, chance in choice.returns.items())
    assert choice.net == pytest.approx(mean)


def test_what_comes_back_depends_on_what_the_others_show() -> None:
    """With a seña: as often as by plain counting of the deals that fit it."""
    hand, deck, seen = small_deck(32, 9)
    deck, seen = deck[:8], seen + "".join(deck[8:])
    found = discards(rules(players=2), hand, 1, Known(seen=seen, pares=None, holds={2: "medias"}))
    whole = discards(rules(players=2), hand, 1, Known(seen=seen))
    assert any(one.returns != other.returns for one in found for other in whole if one.thrown == other.thrown)


def test_big_tables_are_weighed_by_drawing_deals() -> None:
    """Where both can be had, the deals drawn at random agree with the exact answer within their margin."""
    of, known = rules(players=3), Known(holds={2: "duples"})
    exact = {one.thrown: one for one in discards(of, "RR71", 1, known)}
    asked = case(of, "RR71", 1, known)
    choices = thrown_choices(asked)
    for thrown, found in zip(choices, redrawn(asked, choices, 20_000, None), strict=True):
        assert found is not None
        drawn, returns = found
        one = exact[letters(asked, thrown)]
        assert sum(returns.values()) == pytest.approx(1)
        for at, chance in returns.items():
            assert chance == pytest.approx(one.returns[asked.pack.names[at]], abs=2 * drawn.margin)
        for lance, chances_of in every_lance(drawn.tallies, drawn.total, of.count).items():
            assert chances_of.pair == pytest.approx(one.lances[lance].pair, abs=2 * drawn.margin)
    six = discards(rules(players=6), "RR71", samples=2_000)
    assert len(six) == len(exact)
    assert all(one.samples == 2_000 and 0 < one.margin < 0.03 for one in six)


def alone(hand: str) -> dict[str, Discard]:
    """The choices of two players, by what is thrown; the draw is the same at every table."""
    return {one.thrown: one for one in discards(rules(players=2), hand)}


def test_the_draw_is_what_can_be_counted_on_fingers() -> None:
    """Of two kings, a seven and an ace the seven goes: 14 of 36 unseen cards count ten and make 31 with R R 1."""
    found = alone("RR71")
    assert found["7"].t31 == pytest.approx(14 / 36)
    assert found["7"].kept == "RR1"
    assert sum(found["7"].returns.values()) == pytest.approx(1)
    assert found["71"].juego == pytest.approx(460 / 630)
    assert len(found) == 11


def test_twenty_one_kept_is_the_best_hope_of_thirty_one() -> None:
    """La veintiuna: of all that can be kept of R S 4 1 for the 31, two ten-cards and an ace come home most often."""
    found = alone("RS41")
    assert max(found.values(), key=lambda one: one.t31).kept == "RS1"
    assert found["4"].t31 == pytest.approx(14 / 36)


def test_two_kings_are_kept_and_the_rest_goes() -> None:
    answer = odds(rules(), "RR71", 1)
    advice = advise(rules(), answer)
    assert advice is not None
    assert advice.stand == answer.net
    assert advice.choices[0].thrown == "71"
    assert advice.choices[0].net == max(one.net for one in advice.choices)
    assert advice.cut is False


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "cut", "thrown"),
    [("RRR1", True, "1"), ("R777", True, "R"), ("RR11", True, "11"), ("7654", False, "7654")],
)
def test_a_finished_hand_is_cut_and_a_blank_one_is_thrown(hand: str, cut: bool, thrown: str) -> None:
    advice = advise(rules(), odds(rules(), hand, 1))
    assert advice is not None
    assert (advice.cut, advice.choices[0].thrown) == (cut, thrown)


def test_nobody_discards_after_the_declarations() -> None:
    assert discards(rules(), "RR71", 1, Known(pares=(1,))) == ()
    assert advise(rules(players=2), odds(rules(players=2), "RR71", 1, Known(pares=(1,)))) is None


def test_rules_say_how_many_cards_may_be_thrown() -> None:
    found = discards(rules(players=2, discard_min=2, discard_max=3), "RR71")
    assert {len(one.thrown) for one in found} == {2, 3}
    advice = advise(rules(players=2), odds(rules(players=2), "RR71"))
    assert advice is not None
    assert advice.cut is None
