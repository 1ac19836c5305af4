"""Our policies judged by OpenSpiel: the same exploitability and value, in its own games and by its own code."""

from typing import Any

import pytest

from ordago.solver import Decision, Game, Policy, Split, Training, exploited
from tests.solver import games
from tests.solver.test_small_games import KUHN, LEDUC

pytestmark = pytest.mark.bench


def told(game: Game, root: Any, policy: Policy, state: Any, found: dict[str, list[tuple[int, float]]]) -> None:
    """Walk OpenSpiel's game beside our tree and write down the policy by its information states."""
    waiting: list[tuple[Any, Any, tuple[int, ...]]] = [(state, root, ())]
    while waiting:
        state, node, cards = waiting.pop()
        if state.is_terminal():
            continue
        if state.is_chance_node():
            for card, _ in state.chance_outcomes():
                after = state.child(card)
                if isinstance(node, Split):
                    node_after = next(branch.node for branch in node.branches if branch.word == str(card))
                    waiting.append((after, node_after, cards))
                else:
                    waiting.append((after, node, (*cards, card)))
            continue
        assert isinstance(node, Decision)
        player = state.current_player()
        assert node.player == player
        number, row = game.layout.place(node)
        block = game.layout.choices[number]
        hand = game.layout.hands[block.hands].tolist().index(cards[player])
        legal = state.legal_actions()
        assert len(legal) == len(node.acts)
        chances = [float(p) for p in policy[number][row, :, hand]]
        found[state.information_state_string()] = list(zip(legal, chances, strict=True))
        for action, child in zip(legal, node.children, strict=True):
            waiting.append((state.child(action), child, cards))


@pytest.mark.parametrize(("name", "value"), [("kuhn", KUHN), ("leduc", LEDUC)])
def test_openspiel_agrees_about_value_and_exploitability(name: str, value: float) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    root, game = getattr(games, name)()
    training = Training(game)
    for _ in range(300):
        training.step()
    policy = training.average()
    theirs = pyspiel.load_game(f"{name}_poker")
    found: dict[str, list[tuple[int, float]]] = {}
    told(game, root, policy, theirs.new_initial_state(), found)
    judged = pyspiel.TabularPolicy(found)
    ours = exploited(game, policy)
    assert pyspiel.exploitability(theirs, judged) == pytest.approx(ours.exploitability, abs=1e-9)
    assert pyspiel.expected_returns(theirs.new_initial_state(), judged, -1, True)[0] == pytest.approx(
        ours.value, abs=1e-9
    )

    solver = pyspiel.CFRPlusSolver(theirs)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    solved = solver.average_policy()
    off = pyspiel.exploitability(theirs, solved)
    assert pyspiel.expected_returns(theirs.new_initial_state(), solved, -1, True)[0] == pytest.approx(
        value, abs=2 * off
    )
