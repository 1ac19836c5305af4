"""The bot of two seats: it says what the solution says, and something sensible where the solution says nothing."""

import random
from typing import Any

import numpy as np
import pytest

from ordago.bots import bot_for
from ordago.bots.mus_two.book import book, draws_fit, fits
from ordago.bots.mus_two.line import menu_words, place
from ordago.cards.spanish import parse_cards
from ordago.core.acts import Act
from ordago.mus import MUS, rules
from ordago.mus.acts import Cut, Deal, Envido, Mus, NoQuiero, Ordago, Pass, Quiero, Raise
from ordago.solver import Decision, Split
from tests.bots.tables import at_table

DUO: Any = bot_for(MUS, "duo")
TWO = rules(players=2, bet_cap="target", mus_rounds_max=20)

P, Q, N, O = Pass(1), Quiero(1), NoQuiero(1), Ordago(1)  # noqa: E741 - the letters of records


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ([P, P], ["P", "P"]),
        ([P, Envido(1, 7), N], ["P", "E2", "N"]),
        ([Envido(1, 2), O, N], ["E2", "O", "N"]),
        ([O, N], ["O", "N"]),
        ([Envido(1, 2), Raise(1, 2), Q], ["E2", "Q"]),
        ([Envido(1, 2), Raise(1, 2), N], ["E2", "O", "N"]),
        ([Envido(1, 2), Raise(1, 2), Raise(1, 5), N], ["E2", "N"]),
        ([P, Envido(1, 2), Raise(1, 2), O, N], ["P", "E2", "N"]),
        ([Envido(1, 2), Raise(1, 2), Raise(1, 2), O, N], ["E2", "O", "N"]),
    ],
)
def test_a_closed_lance_counts_as_the_line_of_the_menu_that_ends_alike(said: list[Act], words: list[str]) -> None:
    assert menu_words(said, closed=True) == words


def lances(mano: str, postre: str, *acts: Act, score: tuple[int, int] = (0, 0)) -> Any:
    """A deal between two after the cut; chair 1 is the mano."""
    from msgspec.structs import replace

    state = next(
        state for state in (MUS.start(TWO, None, random.Random(seed)) for seed in range(50)) if state.order[0] == 1
    )
    state = replace(state, score=score)
    hands = [state.house.hands.sorted(parse_cards(hand)) for hand in (mano, postre)]
    for act in (Deal(0, tuple(hands)), Cut(1), *acts):
        state = state.apply(act)
    return state


def test_where_the_solution_has_a_place_the_bot_says_what_it_says() -> None:
    state = lances("RoRc7o1o", "CoCcSoSc", Envido(1, 2), Quiero(2), Pass(1), Pass(2))
    assert state.lance.name == "pares"
    view = MUS.view(state, 1)
    known = book()
    policy = known.policy(known.nearest((0, 0)))
    where = place(view, known, policy)
    node = known.root
    for word in ("E2", "Q", "P", "P"):
        assert isinstance(node, Decision)
        node = node.children[node.acts.index(word)]
    assert isinstance(node, Split)
    both = next(branch for branch in node.branches if branch.word == "pares++")
    assert where.node is both.node
    assert where.exact
    number, row = known.layout.place(where.node)
    hand = known.pack.names.index("RR71")
    at = known.layout.hands[known.layout.choices[number].hands].tolist().index(hand)
    said = DUO.action_probabilities(view)
    for word, act in (("P", Pass(1)), ("E2", Envido(1, 2)), ("O", Ordago(1))):
        wanted = float(policy.at(number, row)[where.node.acts.index(word), at])
        assert said.get(act, 0.0) == pytest.approx(wanted, abs=0.01)
    assert (where.rival[~known.pack.has_pares] == 0).all(), "the rival declared pares"


def answer(hand: str, *acts: Act) -> Any:
    state = lances(hand, "CoSo7o6o", *acts)
    said = DUO.action_probabilities(MUS.view(state, state.turn))
    return type(max(said, key=lambda act: float(said[act]))).__name__


def test_bets_that_the_solution_does_not_have_are_answered_by_the_cards() -> None:
    assert answer("RoRcReRb", Pass(1), Envido(2, 12)) == "Quiero"
    assert answer("7c6c5c4o", Pass(1), Envido(2, 12)) == "NoQuiero"
    assert answer("RoRcReRb", Envido(1, 2), Raise(2, 2)) == "Quiero"
    assert answer("7c6c5c4o", Envido(1, 2), Raise(2, 12)) == "NoQuiero"


def test_four_kings_are_not_thrown_away_and_four_poor_cards_want_mus() -> None:
    state = MUS.start(TWO, None, random.Random(1))
    for hand, wanted in (("RoRcReRb", "Cut"), ("7o6o5o4o", "Mus")):
        first = state.order[0]
        other = parse_cards("CoCcSoSc")
        dealt = {first: parse_cards(hand), 3 - first: other}
        now = state.apply(Deal(0, tuple(state.house.hands.sorted(dealt[chair]) for chair in (1, 2))))
        said = DUO.action_probabilities(MUS.view(now, first))
        assert [act.__class__.__name__ for act in said] == [wanted]


@pytest.mark.parametrize("rival", ["uniform", "rule", "duo"])
def test_a_match_between_two_is_played_to_its_end(rival: str) -> None:
    rng = random.Random(7)
    bots = [DUO, bot_for(MUS, rival)]
    state = MUS.start(TWO, None, rng)
    decisions = 0
    while not state.match_over and decisions < 600:
        if not state.turn:
            for act in MUS.dealer_acts(state, rng):
                state = state.apply(act)
            continue
        choice = bots[state.turn - 1].choose(MUS.view(state, state.turn), rng)
        assert state.can(choice.act)
        if state.turn == 1:
            assert choice.why is not None
        state = state.apply(choice.act)
        decisions += 1


def test_elsewhere_it_plays_as_the_rule_bot() -> None:
    state = at_table(["R751", "C741", "SS76", "R654"])
    view = MUS.view(state, state.turn)
    assert not fits(view.rules)
    rule: Any = bot_for(MUS, "rule")
    assert DUO.action_probabilities(view) == rule.action_probabilities(view)
    assert not fits(rules(players=2, kings=4))
    assert not fits(rules(players=2, target=30))
    assert not fits(rules(players=2, mus_visto="forced"))


@pytest.mark.parametrize("change", [{"discard_max": 2}, {"discard_min": 2}, {"reshuffle": "exclude_current"}])
def test_where_cards_are_thrown_otherwise_it_talks_and_throws_as_the_rule_bot(change: dict[str, Any]) -> None:
    other = rules(players=2, **change)
    assert fits(other), "the lances are those that were solved"
    assert not draws_fit(other)
    assert draws_fit(TWO)
    state = MUS.start(other, None, random.Random(1))
    for act in MUS.dealer_acts(state, random.Random(1)):
        state = state.apply(act)
    rule: Any = bot_for(MUS, "rule")
    talk = MUS.view(state, state.turn)
    assert DUO.action_probabilities(talk) == rule.action_probabilities(talk)
    for _ in range(2):
        state = state.apply(Mus(state.turn))
    throw = MUS.view(state, state.turn)
    assert DUO.action_probabilities(throw) == rule.action_probabilities(throw)


def test_the_nearest_score_is_the_one_with_the_likest_way_to_go() -> None:
    known = book()
    scores = [score for score in known.solutions if score is not None]
    for score in scores:
        assert known.nearest(score) == score
    assert None in known.solutions


def test_a_bot_that_is_made_has_read_all_that_its_decisions_need(monkeypatch: pytest.MonkeyPatch) -> None:
    bot_for(MUS, "duo")

    def read_again(*_: object) -> None:
        raise AssertionError("a decision must not wait for a file")

    monkeypatch.setattr("ordago.bots.mus_two.book.read", read_again)
    monkeypatch.setattr("ordago.solver.Solution.stored", read_again)
    state = lances("RoRc7o1o", "CoCcSoSc")
    assert DUO.choose(MUS.view(state, 1), random.Random(1)).act


def test_kept_cards_are_worth_the_mean_of_what_they_may_become() -> None:
    known = book()
    nothing = tuple([0] * len(known.pack.counts))
    stand = known.stand(0)
    likely = known.deal.weights.sum(axis=1)
    assert known.keeps(0)[nothing] == pytest.approx(float(likely @ stand))
    three = tuple(known.pack.take(parse_cards("RRR")).tolist())
    assert known.keeps(0)[three] > known.keeps(0)[nothing] + 2
    assert np.isfinite(list(known.keeps(1).values())).all()
    assert 0 < known.gain(0) < 6
