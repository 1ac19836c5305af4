"""The tree of a deal against the engine: the same words in the same places, the same stones at every end."""

import random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from ordago.errors import RulesError
from ordago.mus.acts import Cut, Envido, NoQuiero, Ordago, Pass, Quiero, Raise
from ordago.mus.game import MUS
from ordago.mus.rules import Rules, rules
from ordago.solver.deal import Deal, deal_for_two
from ordago.solver.lines import Menu
from ordago.solver.tree import Decision, Leaf, Node, Split
from ordago.solver.worth import Won

SETTINGS: list[tuple[dict[str, Any], Menu]] = [
    ({}, Menu()),
    ({"kings": 4, "paso_value": {"pares": 1, "juego": 2, "grande": 3}, "pares_value": [1, 2, 5]}, Menu((), (), 0)),
    ({"refusal_bonus": "best_hand", "deje_extra_lances": ["pares", "punto"], "deje_first": 2}, Menu((), (), 0)),
    ({"refusal_bonus": "none", "punto_bonus_on_accepted": False, "punto_bonus": 2}, Menu((3,), (), 1)),
    ({"min_raise": 1, "juego_value": {"31": 4, "other": 1}}, Menu((), (), 0)),
]


def dealt(of: Rules, draw: random.Random, score: tuple[int, int] = (0, 0)) -> Any:
    """A deal whose mus is cut, at this score of the mano and the postre."""
    state = MUS.start(of, None, draw)
    state = replace(state, score=tuple(score[state.order.index(chair)] for chair in (1, 2)))
    while not state.turn:
        for act in MUS.dealer_acts(state, draw):
            state = state.apply(act)
    return state.apply(Cut(state.turn))


def act_of(token: str, chair: int) -> Any:
    stones = int(token[1:] or 0)
    plain: dict[str, Any] = {"P": Pass, "Q": Quiero, "N": NoQuiero, "O": Ordago}
    if token in plain:
        return plain[token](chair)
    return Envido(chair, stones) if token[0] == "E" else Raise(chair, stones)


MENU = Menu((), (), 0)
"""Passes and órdagos only."""


def fitting_all(node: Split, hands: list[int]) -> list[Node]:
    return [
        branch.node
        for branch in node.branches
        if all(hand in possible for hand, possible in zip(hands, branch.hands, strict=True))
    ]


def followed(deal: Deal, state: Any, draw: random.Random) -> tuple[Any, Leaf]:
    """Go through the tree at random with the engine beside it."""
    node, order, pack = deal.root, state.order, deal.count.pack
    hands = [pack.index_of(pack.take(state.hands[chair - 1])) for chair in order]
    while not isinstance(node, Leaf):
        if isinstance(node, Split):
            fitting = fitting_all(node, hands)
            assert len(fitting) == 1, "hands are in one branch only"
            node = fitting[0]
            continue
        assert isinstance(node, Decision)
        assert state.turn == order[node.player]
        kinds = {option.kind for option in state.legal(state.turn)}
        assert {token[0] for token in node.acts} <= kinds
        choice = draw.randrange(len(node.acts))
        state = state.apply(act_of(node.acts[choice], state.turn))
        node = node.children[choice]
        if state.winner >= 0:
            draw = random.Random(1)  # the juego is over; whatever the tree goes on with is worth the same
            while not isinstance(node, Leaf):
                node = draw.choice(node.children if isinstance(node, Decision) else fitting_all(node, hands))
    return state, node


def test_from_a_score_leaves_pay_who_won_or_the_chance_of_the_next_deal() -> None:
    """The order of the count matters: who reaches the target first has won, whatever comes after it."""
    draw = random.Random(4)
    chances = np.random.default_rng(5).random((40, 40))
    won = {1: 0, 2: 0}
    for score, menu in (((39, 39), MENU), ((38, 37), Menu()), ((36, 39), MENU)):
        deal = deal_for_two(rules(players=2), menu, Won(40, score, chances))
        for _ in range(100):
            state = dealt(deal.rules, draw, score)
            order, pack = state.order, deal.count.pack
            hands = [np.array([pack.index_of(pack.take(state.hands[chair - 1]))]) for chair in order]
            state, leaf = followed(deal, state, draw)
            mano, postre = (state.score[chair - 1] for chair in order)
            if state.winner >= 0:
                won[state.winner + 1] += 1
                expected = 40.0 if order[0] == state.winner + 1 else -40.0
            else:
                expected = 40 * (1 - 2 * chances[postre, mano])
            assert deal.value(leaf.key, *hands)[0, 0] + leaf.plus == pytest.approx(expected)
    assert min(won.values()) > 70, "many games ended"


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_the_engine_goes_with_the_tree_and_pays_what_its_leaves_pay(number: int) -> None:
    changes, menu = SETTINGS[number]
    deal = deal_for_two(rules(players=2, **changes), menu)
    draw = random.Random(number)
    for _ in range(400):
        state = dealt(deal.rules, draw)
        order, pack = state.order, deal.count.pack
        hands = [np.array([pack.index_of(pack.take(state.hands[chair - 1]))]) for chair in order]
        state, leaf = followed(deal, state, draw)
        assert state.deal_over, "both end at once"
        score = [state.score[chair - 1] for chair in order]
        assert deal.value(leaf.key, *hands)[0, 0] + leaf.plus == score[0] - score[1]


def test_every_two_hands_are_as_likely_as_the_pack_has_them() -> None:
    deal = deal_for_two(rules(players=2), Menu((), (), 0))
    assert deal.weights.sum() == pytest.approx(1, abs=1e-12)
    assert np.array_equal(deal.weights, deal.weights.T)
    kings = deal.count.pack.names.index("RRRR")
    # The first four kings of eight, then the other four.
    assert deal.weights[kings, kings] == pytest.approx(70 / 91390 / 58905)


def test_the_tree_has_every_line_of_betting() -> None:
    """Nine ways to end a lance in peace: passed, or either bets (refused, accepted, órdago refused) or shouts."""
    deal = deal_for_two(rules(players=2), Menu())
    assert deal.layout.decisions == 1_970_400
    first = deal.layout.choices[0]
    assert first.shape == (1, 3)
    assert sum(end.count for end in deal.layout.ends) == 27_580


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 4},
        {"players": 2, "open_order": "any"},
        {"players": 2, "forbid_worst_ordago_accept": True},
        {"players": 2, "ordago_settlement": "in_order"},
        {"players": 2, "refused_timing": "at_count"},
    ],
)
def test_rules_that_the_tree_does_not_know_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as refused:
        deal_for_two(rules(**changes), Menu())
    assert refused.value.code == "solver-rules"
