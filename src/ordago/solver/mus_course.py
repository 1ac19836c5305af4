"""A deal with a round of mus as a course, and its solution as a file.

The file is that of any solution (`ordago.solver.solution`). Its probabilities are those of the talk, of the lances
after a mus, and of each player's throws, in whole 255ths for every option of `ordago.solver.draws`. What hands may
expect is told of those that come of a mus.
"""

from dataclasses import replace

import numpy as np

from ordago.errors import OrdagoError
from ordago.solver.course import Solved
from ordago.solver.draws import Draws
from ordago.solver.mus_answer import answered
from ordago.solver.mus_round import Link, MusDeal, Play, link
from ordago.solver.mus_training import MusTraining
from ordago.solver.plan import Plan
from ordago.solver.response import values_of
from ordago.solver.solution import FILE, VALUE, WHOLE, Solution, rounded, solution_of, written
from ordago.solver.worth import Values


class MusCourse:
    """A deal from the first word on, with one round of mus."""

    measure_every = 100

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.deal = plan.mus_deal()
        self.training = MusTraining(self.deal)

    def measured(self) -> Solved:
        """As it will be written."""
        solution = mus_solution_of(self.plan, self.training.iteration, self.deal, self.training.play())
        play = play_of(solution, self.deal)
        found = link(self.deal, play)
        return Solved(with_values(solution, self.deal, play, found), answered(self.deal, play, found))


def mus_solution_of(plan: Plan, iterations: int, deal: MusDeal, play: Play) -> Solution:
    """The policy as it is written, without what hands may expect."""
    trees = b"".join(solution_of(plan, iterations, policy).levels for policy in (play.talk, play.after))
    throws = b"".join(_throws_written(deal.draws, throws) for throws in play.throws)
    return Solution(plan, iterations, trees + throws)


def with_values(solution: Solution, deal: MusDeal, play: Play, found: Link) -> Solution:
    """The same with what each hand may expect after a mus; 0 for those that do not come of one."""
    game = replace(deal.after, weights=found.joint).game(np.float64)
    values = []
    for player in (0, 1):
        likely = found.joint.sum(axis=1 - player)
        worth = values_of(game, player, (play.after, play.after))
        values.append(np.divide(worth, likely, out=np.zeros_like(likely), where=likely > 0))
    return Solution(solution.plan, solution.iterations, solution.levels, np.array(values, VALUE).tobytes())


def play_of(solution: Solution, deal: MusDeal) -> Play:
    """The policy that was written. Raises OrdagoError `solution-broken` where the trees are others."""
    talk, after = written(deal.talk.layout), written(deal.after.layout)
    options = len(deal.draws.option_hand)
    levels = solution.levels
    if len(levels) != talk + after + 2 * options:
        raise OrdagoError("solution-broken", file=FILE, reason="it is of another tree")
    at = talk + after
    mano, postre = (
        np.frombuffer(levels, np.uint8, options, at + player * options).astype(np.float64) / WHOLE for player in (0, 1)
    )
    return Play(
        talk=Solution(solution.plan, 0, levels[:talk]).policy(deal.talk.layout),
        throws=(mano, postre),
        after=Solution(solution.plan, 0, levels[talk:at]).policy(deal.after.layout),
    )


def _throws_written(draws: Draws, throws: Values) -> bytes:
    """The throws of each hand in 255ths that add up."""
    edges = np.flatnonzero(np.diff(draws.option_hand)) + 1
    return b"".join(rounded(part[None, :, None]).tobytes() for part in np.split(throws, edges))
