"""A deal with a round of mus as a course, and its solution as a file.

The file is that of any solution (`ordago.solver.solution`). Its numbers are how likely each hand of the mano gives mus,
then of the postre; the lances where the mano has cut, where the postre has, and after a mus; and how likely each option
of `ordago.solver.draws` is thrown by the mano, and by the postre. All are whole 255ths. What hands may expect is told
of those that come of a mus.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from ordago.errors import OrdagoError
from ordago.solver.course import Solved
from ordago.solver.draws import Draws
from ordago.solver.mus_answer import answered
from ordago.solver.mus_round import Link, MusDeal, Play, link
from ordago.solver.mus_training import MusTraining
from ordago.solver.passes import Policy
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
    gives = [deal.gives(play.talk, player) for player in (0, 1)]
    words = b"".join(rounded(np.array([[one, 1 - one]]))[0, 0].tobytes() for one in gives)
    lances = [*(_after_cut(deal, play.talk, player) for player in (0, 1)), play.after]
    trees = b"".join(solution_of(plan, iterations, policy).levels for policy in lances)
    throws = b"".join(_throws_written(deal.draws, throws) for throws in play.throws)
    return Solution(plan, iterations, words + trees + throws)


def _after_cut(deal: MusDeal, talk: Policy, player: int) -> Policy:
    """The lances where the player has cut, as a policy of their own."""
    policy = deal.after.game().uniform()
    for (block, row), (own, at) in deal.cut_places(player):
        policy[own][at] = talk[block][row]
    return policy


def with_values(solution: Solution, deal: MusDeal, play: Play, found: Link) -> Solution:
    """The same with what each hand may expect after a mus; 0 for those that do not come of one."""
    game = replace(deal.after, weights=found.joint).game(np.float64)
    values = []
    for player in (0, 1):
        likely = found.joint.sum(axis=1 - player)
        worth = values_of(game, player, (play.after, play.after))
        values.append(np.divide(worth, likely, out=np.zeros_like(likely), where=likely > 0))
    return Solution(solution.plan, solution.iterations, solution.levels, np.array(values, VALUE).tobytes())


@dataclass(frozen=True)
class Parts:
    """What a file holds, as it is stored.

    By player: how likely each hand gives mus, the lances where he has cut, how likely each option of `Draws` is thrown.
    `after` are the lances after a mus.
    """

    gives: tuple[Values, Values]
    cut: tuple[Solution, Solution]
    after: Solution
    throws: tuple[Values, Values]


def parts_of(solution: Solution, hands: int, options: int) -> Parts:
    """The parts of a solution with a round of mus, by how many hands there are and ways to throw of all of them."""
    levels = solution.levels
    tree = (len(levels) - 2 * hands - 2 * options) // 3
    sizes = [hands, hands, tree, tree, tree, options, options]
    edges = [sum(sizes[:at]) for at in range(len(sizes) + 1)]
    pieces = [levels[first:last] for first, last in pairwise(edges)]
    numbers = [np.frombuffer(piece, np.uint8).astype(np.float64) / WHOLE for piece in (*pieces[:2], *pieces[5:])]
    mano, postre, after = (Solution(solution.plan, solution.iterations, piece) for piece in pieces[2:5])
    return Parts((numbers[0], numbers[1]), (mano, postre), after, (numbers[2], numbers[3]))


def play_of(solution: Solution, deal: MusDeal) -> Play:
    """The policy that was written. Raises OrdagoError `solution-broken` where the trees are others."""
    hands, options = len(deal.draws.dealt), len(deal.draws.option_hand)
    if len(solution.levels) != 2 * hands + 3 * written(deal.after.layout) + 2 * options:
        raise OrdagoError("solution-broken", file=FILE, reason="it is of another tree")
    parts = parts_of(solution, hands, options)
    talk = deal.talk.game().uniform()
    for player in (0, 1):
        block, row = deal.talk.layout.place(deal.asked(player))
        talk[block][row] = [parts.gives[player], 1 - parts.gives[player]]
        lances = parts.cut[player].policy(deal.after.layout)
        for (block, row), (own, at) in deal.cut_places(player):
            talk[block][row] = lances[own][at]
    return Play(talk, parts.throws, parts.after.policy(deal.after.layout))


def _throws_written(draws: Draws, throws: Values) -> bytes:
    """The throws of each hand in 255ths that add up."""
    edges = np.flatnonzero(np.diff(draws.option_hand)) + 1
    return b"".join(rounded(part[None, :, None]).tobytes() for part in np.split(throws, edges))
