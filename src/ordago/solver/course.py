"""What is learnt of a plan: the training, how it is measured, and what would be written of it."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from msgspec.structs import replace

from ordago.solver.cfr import Training
from ordago.solver.checkpoint import Learner
from ordago.solver.plan import FADING, Plan
from ordago.solver.response import Exploited, exploited, values_of
from ordago.solver.solution import VALUE, Solution, solution_of


@dataclass(frozen=True)
class Solved:
    """A solution, and how good it is as it will be written."""

    solution: Solution
    measured: Exploited


class Course(Protocol):
    """A training with its game. `measure_every` is how many iterations lie between two measurements."""

    measure_every: int

    @property
    def training(self) -> Learner:
        """What learns."""

    def measured(self) -> Solved:
        """How good the policy of now is, and what each hand may expect of it."""


class LancesCourse:
    """A deal after the cut."""

    measure_every = 50

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.deal = plan.deal()
        self.training = Training(self.deal.game(), FADING)

    def measured(self) -> Solved:
        """As it will be written."""
        game = self.training.game
        solution = solution_of(self.plan, self.training.iteration, self.training.average())
        policy = solution.policy(game.layout, game.dtype)
        likely = self.deal.weights.sum(axis=1)
        values = [values_of(game, player, (policy, policy)).astype(np.float64) / likely for player in (0, 1)]
        return Solved(replace(solution, values=np.array(values, VALUE).tobytes()), exploited(game, policy))
