"""How a deal ends, and how often, where both play by a policy; and what that makes of every score of a game.

The chance to win from a score is counted from the end of the game back: each deal brings somebody a stone, so that a
score leads only to later ones. It is the chance between two who play for stones, cut every mus and never look at the
score; a deal solved for the chance to win takes it as what comes after the deal.
"""

from dataclasses import dataclass

import numpy as np

from ordago.solver.deal import Counted, Deal, Shouted, deal_for_two
from ordago.solver.passes import Policy, find_reach
from ordago.solver.solution import Solution
from ordago.solver.worth import Values, Whole, Won

LANCES = 4
MOST = 200
"""No lance pays so many stones."""


@dataclass(frozen=True)
class Results:
    """Every way in which a deal may end, with its probability.

    Of those that end in a count: what each got at once (`at_once[side]`) and what each lance paid (`paid[lance]`, above
    0 to the mano). Of órdagos: what each had got at once, and 1 where the mano wins, else -1.
    """

    chances: Values
    at_once: tuple[Whole, Whole]
    paid: tuple[Whole, ...]
    shout_chances: Values
    shout_at_once: tuple[Whole, Whole]
    shout_wins: Whole

    def worth(self, won: Won) -> float:
        """What the deal is worth to the mano at a score."""
        counted = self.chances @ won.counted(self.at_once, self.paid)
        return float(counted + self.shout_chances @ won.shouted(self.shout_at_once, self.shout_wins))


def results(deal: Deal, policy: Policy) -> Results:
    """The ends of a deal whose leaves tell all that was paid at once (one that is worth a chance to win)."""
    game = deal.game(np.float64)
    for player in (0, 1):
        find_reach(game, player, policy)
    hands = game.layout.hands
    found: dict[tuple[int, ...], float] = {}
    shouts: dict[tuple[int, ...], float] = {}
    for ends in game.layout.ends:
        mine, theirs = [game.reach[side][ends.sets[side]][ends.reach[side]] for side in (0, 1)]
        at = np.ix_(hands[ends.sets[0]], hands[ends.sets[1]])
        chances = deal.weights[at] * (mine.T @ theirs)
        if isinstance(ends.key, Shouted):
            wins = deal.count.wins(ends.key.lance)[at]
            for side in (1, -1):
                key = (*ends.key.at_once, side)
                shouts[key] = shouts.get(key, 0.0) + float(chances[wins == side].sum())
            continue
        assert isinstance(ends.key, Counted)
        code = np.zeros(chances.shape, np.int64)
        for lance in ends.key.lances:
            code = code * (2 * MOST) + deal.count.stones(lance)[at] + MOST
        codes, which = np.unique(code, return_inverse=True)
        for one, chance in zip(codes.tolist(), np.bincount(which.ravel(), chances.ravel()).tolist(), strict=True):
            key = (*ends.key.at_once, one)
            found[key] = found.get(key, 0.0) + chance
    return _results(found, shouts)


def _results(found: dict[tuple[int, ...], float], shouts: dict[tuple[int, ...], float]) -> Results:
    table, shouted = np.array(list(found)), np.array(list(shouts)).reshape(-1, 3)
    places = [(2 * MOST) ** place for place in range(LANCES - 1, -1, -1)]
    return Results(
        chances=np.array(list(found.values())),
        at_once=(table[:, 0], table[:, 1]),
        paid=tuple(table[:, 2] // place % (2 * MOST) - MOST for place in places),
        shout_chances=np.array(list(shouts.values())),
        shout_at_once=(shouted[:, 0], shouted[:, 1]),
        shout_wins=shouted[:, 2],
    )


def chances_from(solution: Solution) -> Values:
    """`chances_to_win` between two who play by a solution, whatever the score."""
    plan = solution.plan
    target = plan.rules.match.target
    deal = deal_for_two(plan.rules, plan.menu, Won(target, (0, 0), np.zeros((target, target))))
    return chances_to_win(results(deal, solution.policy(deal.layout, np.float64)), target)


def chances_to_win(found: Results, target: int) -> Values:
    """`chances[own, other]` of whoever is mano to win the game from that score."""
    chances = np.zeros((target, target))
    for total in range(2 * target - 2, -1, -1):
        for own in range(max(0, total - target + 1), min(total, target - 1) + 1):
            won = Won(target, (own, total - own), chances)
            chances[own, total - own] = won.chance(found.worth(won))
    return chances
