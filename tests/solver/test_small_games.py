"""Games whose values are known, through the same code as Mus.

Kuhn's value is -1/18 (Kuhn 1950). Leduc's, to six places, is what OpenSpiel's sequence-form and CFR solvers find; it is
in its tests as -0.0856. `test_openspiel.py` asks OpenSpiel itself.
"""

import numpy as np
import pytest

from ordago.solver import CFR, CFR_PLUS, DCFR, Discount, Game, Policy, Training, best_value, exploited, value_of
from tests.solver.games import kuhn, leduc

KUHN = -1 / 18
LEDUC = -0.085606


def trained(game: Game, iterations: int, discount: Discount = CFR_PLUS) -> Policy:
    training = Training(game, discount)
    for _ in range(iterations):
        training.step()
    return training.average()


@pytest.mark.parametrize(("discount", "off"), [(CFR_PLUS, 1e-3), (DCFR, 1e-3), (CFR, 1e-2)])
def test_every_method_comes_near_the_value_of_kuhn(discount: Discount, off: float) -> None:
    _, game = kuhn()
    found = exploited(game, trained(game, 400, discount))
    assert found.value == pytest.approx(KUHN, abs=off)
    assert 0 < found.exploitability < off


def test_leduc_is_solved_to_its_value() -> None:
    _, game = leduc()
    policy = trained(game, 150)
    found = exploited(game, policy)
    assert 0 < found.exploitability < 1e-2
    low, high = -best_value(game, 1, (policy, policy)), best_value(game, 0, (policy, policy))
    assert low < LEDUC < high, "best answers enclose the value"
    assert high - low == pytest.approx(sum(found.gains))


def test_leduc_has_936_decisions() -> None:
    assert leduc()[1].layout.decisions == 936, "the 936 information states of the literature"


def test_the_best_answer_to_a_reckless_player_of_kuhn_is_found() -> None:
    """By hand: whoever always bets and calls is called with the king and the queen; the jack folds."""
    _, game = kuhn()
    reckless = [np.zeros_like(block) for block in game.uniform()]
    for block in reckless:
        block[:, 1] = 1.0
    assert best_value(game, 1, (reckless, reckless)) == pytest.approx((2 + 0 - 1) / 3)
    assert value_of(game, 0, (reckless, reckless)) == pytest.approx(0.0)


def test_values_of_both_players_are_opposite() -> None:
    _, game = leduc()
    mine, theirs = trained(game, 3), game.uniform()
    assert value_of(game, 0, (mine, theirs)) == pytest.approx(-value_of(game, 1, (mine, theirs)), abs=1e-12)
