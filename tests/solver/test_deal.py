"""The tree of a deal against the engine: the same words in the same places, the same stones at every end."""

import random
from typing import Any

import numpy as np
import pytest

from ordago.errors import RulesError
from ordago.mus.acts import Cut, Envido, NoQuiero, Ordago, Pass, Quiero, Raise
from ordago.mus.game import MUS
from ordago.mus.rules import Rules, rules
from ordago.solver.deal import Deal, deal_for_two
from ordago.solver.lines import Menu
from ordago.solver.tree import Decision, Leaf, Split

SETTINGS: list[tuple[dict[str, Any], Menu]] = [
    ({}, Menu()),
    ({"kings": 4, "paso_value": {"pares": 1, "juego": 2, "grande": 3}, "pares_value": [1, 2, 5]}, Menu((), (), 0)),
    ({"refusal_bonus": "best_hand", "deje_extra_lances": ["pares", "punto"], "deje_first": 2}, Menu((), (), 0)),
    ({"refusal_bonus": "none", "punto_bonus_on_accepted": False, "punto_bonus": 2}, Menu((3,), (), 1)),
    ({"min_raise": 1, "juego_value": {"31": 4, "other": 1}}, Menu((), (), 0)),
]


def dealt(of: Rules, draw: random.Random) -> Any:
    """A deal whose mus is cut."""
    state = MUS.start(of, None, draw)
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


def followed(deal: Deal, state: Any, draw: random.Random) -> tuple[Any, Leaf]:
    """Go through the tree at random with the engine beside it."""
    node, order, pack = deal.root, state.order, deal.count.pack
    hands = [pack.index_of(pack.take(state.hands[chair - 1])) for chair in order]
    while not isinstance(node, Leaf):
        if isinstance(node, Split):
            fitting = [
                branch
                for branch in node.branches
                if all(hand in possible for hand, possible in zip(hands, branch.hands, strict=True))
            ]
            assert len(fitting) == 1, "hands are in one branch only"
            node = fitting[0].node
            continue
        assert isinstance(node, Decision)
        assert state.turn == order[node.player]
        kinds = {option.kind for option in state.legal(state.turn)}
        assert {token[0] for token in node.acts} <= kinds
        choice = draw.randrange(len(node.acts))
        state = state.apply(act_of(node.acts[choice], state.turn))
        node = node.children[choice]
    return state, node


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
        assert deal.value(leaf.key, *hands)[0, 0] == score[0] - score[1]


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
