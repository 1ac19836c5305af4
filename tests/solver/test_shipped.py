"""The files that ship: whole, of the plan that they say, small, and as good as docs/solver.md says."""

import numpy as np
import pytest

from ordago.solver import exploited, read, shipped_plan
from ordago.solver.chances import shipped_chances
from ordago.solver.plan import SCORES
from ordago.solver.solution import default_path, shipped_files, written


def test_every_shipped_solution_is_whole_and_of_its_plan() -> None:
    for score in (None, *SCORES):
        solution = read(default_path(score))
        assert solution.plan == shipped_plan(score)
        assert solution.expected().shape == (2, 330)
    assert sum(path.stat().st_size for path in shipped_files()) < 10_000_000


def test_shipped_policies_fit_the_tree_and_what_hands_expect_is_the_value() -> None:
    solution = read(default_path())
    deal = solution.plan.deal()
    assert len(solution.levels) == written(deal.layout)
    for block in solution.policy(deal.layout):
        assert np.allclose(block.sum(axis=1), 1, atol=1e-5)
    mano, postre = solution.expected() @ deal.weights.sum(axis=1)
    assert mano == pytest.approx(-postre, abs=1e-4)
    assert mano == pytest.approx(0.1465, abs=5e-4), "as told in docs/solver.md"


def test_the_shipped_chances_are_chances_and_grow_with_the_lead() -> None:
    chances = shipped_chances()
    assert chances.shape == (40, 40)
    assert ((chances > 0) & (chances < 1)).all()
    assert (np.diff(chances[::5], axis=0) > 0).all()
    assert abs(chances[0, 0] - 0.5) < 0.01


@pytest.mark.slow
def test_whoever_knows_the_shipped_solution_wins_less_than_a_hundredth_of_a_stone() -> None:
    solution = read(default_path())
    deal = solution.plan.deal()
    found = exploited(deal.game(np.float64), solution.policy(deal.layout, np.float64))
    assert 0 < found.exploitability < 0.005
    assert min(found.gains) > 0


@pytest.mark.slow
@pytest.mark.parametrize("score", SCORES)
def test_solutions_from_a_score_lose_less_than_a_tenth_of_an_eightieth_of_a_game(score: tuple[int, int]) -> None:
    solution = read(default_path(score))
    deal = solution.plan.deal()
    assert 0 < exploited(deal.game(), solution.policy(deal.layout)).exploitability < 0.1
