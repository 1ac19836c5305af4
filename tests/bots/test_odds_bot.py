"""The odds bot: its chances are the exact ones, its draws are the exact ones, and it obeys any rules."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ordago.bots.mus_odds import OddsBot
from ordago.bots.mus_odds.plan import plan
from ordago.bots.mus_odds.sight import beside
from ordago.bots.mus_rule.quality import BET, kinds_of
from ordago.cards.spanish import parse_cards
from ordago.mus import MUS, Cut, hands_for, rules
from ordago.mus.count import LANCES
from ordago.odds import FIELDS, Known, discards, odds, table
from ordago.tell.mus_reasons import MUS_REASONS
from tests.reference.mus_random import random_rules

from .tables import at_table, begin, play_deal


@pytest.mark.parametrize("hand", ["RR71", "RRRR", "7654", "CCS1", "1111"])
def test_a_scale_says_how_often_one_other_hand_is_not_better(hand: str) -> None:
    """Against the exact enumeration for two players: what the mano wins is what is not above its hand."""
    two = rules(players=2)
    exact = odds(two, hand, 1, Known())
    cards = parse_cards(hand)
    worth = hands_for(two.hand).worth(cards)
    scales = beside(kinds_of(cards, two.hand)).scale
    for lance in ("grande", "chica"):
        scale = scales(two.hand, lance, frozenset())
        assert scale.shares[scale.at(worth, lance)] == pytest.approx(exact.lances[lance].me, abs=1e-12)


def test_what_was_declared_narrows_the_scale() -> None:
    usual = rules()
    cards = parse_cards("RR71")
    scale = beside(kinds_of(cards, usual.hand)).scale(usual.hand, "juego", frozenset({"-juego"}))
    assert scale.shares[0] == 1.0


@pytest.mark.parametrize(("hand", "thrown"), [("RR71", "71"), ("R765", "765"), ("CCSS", "S")])
def test_a_throw_is_worth_what_the_exact_draw_makes_of_it(hand: str, thrown: str) -> None:
    exact = table()
    values = exact.values
    pair, played = values[..., FIELDS.index("pair")], values[..., FIELDS.index("played")]
    stand = values[..., FIELDS.index("ours")] - values[..., FIELDS.index("theirs")]
    whole = (stand + [BET[lance] for lance in LANCES] * (2 * pair - played)).sum(axis=2)
    returns = next(
        one.returns for one in discards(rules(players=2), hand, 1, Known()) if sorted(one.thrown) == sorted(thrown)
    )
    expected = sum(chance * whole[exact.at(name)] for name, chance in returns.items())
    some = exact.pack.take(parse_cards(thrown))
    found = dict(plan().choices[exact.at(hand)])[tuple(some.tolist())]
    assert found == pytest.approx(expected, abs=1e-9)


@given(st.integers(0, 2**32))
@settings(max_examples=30)
def test_every_act_is_legal_under_any_rules(seed: int) -> None:
    rng = random.Random(seed)
    wished = dict(random_rules(rng))
    under = rules(wished.pop("preset"), **wished)
    state = MUS.start(under, None, rng)
    state, seen = play_deal(begin(state, rng), [OddsBot()] * under.seating.players, rng, rng)
    for _, choice in seen:
        assert choice.why is not None
        assert MUS_REASONS[choice.why.code].format_map(choice.why.params)


def test_it_cuts_with_a_good_hand_and_not_for_nothing() -> None:
    bot = OddsBot()
    good = at_table(["RRCS", "C741", "SS76", "R654"])
    poor = at_table(["7654", "C741", "SS76", "R651"])
    cuts = [bot.action_probabilities(MUS.view(state, 1)).get(Cut(1), 0.0) for state in (good, poor)]
    assert cuts[0] > 0.95
    assert cuts[1] < 0.05
