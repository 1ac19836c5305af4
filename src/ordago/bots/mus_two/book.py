"""What the bot of two seats has read before it sits down: the shipped solutions, and what to keep of every hand."""

from dataclasses import dataclass
from functools import cache
from math import log

import numpy as np

from ordago.mus.rules import Rules
from ordago.odds.pack import Pack
from ordago.solver import Layout, Node, Solution, read, shipped_plan
from ordago.solver.deal import Deal
from ordago.solver.mus_by_value import Keep, best_kept, kept_values, mean_gain
from ordago.solver.solution import Stored, shipped_files
from ordago.solver.stones import Count
from ordago.solver.worth import Values

MANO, POSTRE = 0, 1

NEAR = 0.45
"""How far the logarithms of the stones to go may be from those of a solved score. A lead that the solution does not
know counts twice: at 20–20 the one from 10–10 loses 1.2 / 80 of a game a deal, but at 25–31 the one from 28–28 5.4."""


@dataclass(frozen=True, eq=False)
class Book:
    """The tree, and a policy for each score that was solved (None: for stones)."""

    deal: Deal
    solutions: dict[tuple[int, int] | None, Solution]

    @property
    def root(self) -> Node:
        """Where the lances begin."""
        return self.deal.root

    @property
    def layout(self) -> Layout:
        """Where each decision has its numbers."""
        return self.deal.layout

    @property
    def pack(self) -> Pack:
        """The cards by kind."""
        return self.deal.count.pack

    @property
    def count(self) -> Count:
        """What lances pay."""
        return self.deal.count

    @cache  # noqa: B019 - there is one book
    def policy(self, score: tuple[int, int] | None) -> Stored:
        """The probabilities for a score that was solved."""
        return self.solutions[score].stored(self.layout)

    def nearest(self, score: tuple[int, int]) -> tuple[int, int] | None:
        """The solved score (mano's, postre's) that is near, by the stones to go of each side; None where none is."""
        target = self.deal.rules.match.target

        def far(one: tuple[int, int]) -> float:
            own, other = (log((target - here) / (target - there)) for here, there in zip(score, one, strict=True))
            return max(abs(own), abs(other)) + abs(own - other)

        near = [one for one in self.solutions if one is not None and far(one) <= NEAR]
        return min(near, key=far, default=None)

    def stand(self, player: int) -> Values:
        """The stones that each hand may expect in the lances."""
        return np.asarray(self.solutions[None].expected()[player], np.float64)

    @cache  # noqa: B019 - there is one book
    def keeps(self, player: int) -> dict[Keep, float]:
        """The stones that may be expected after drawing to these cards, by how many of each kind are kept."""
        return kept_values(self.pack, self.stand(player))

    @cache  # noqa: B019 - there is one book
    def gain(self, player: int) -> float:
        """The stones that the average hand of this player gains by its best discard."""
        best = best_kept(self.pack, self.keeps(player))
        return mean_gain(self.stand(player), best, self.deal.weights.sum(axis=1))


@cache
def book() -> Book:
    """The shipped solutions, read once with all that a decision needs. Raises OrdagoError `solution-broken`."""
    found = [read(path) for path in shipped_files()]
    whole = Book(shipped_plan().deal(), {solution.plan.score: solution for solution in found})
    for score in whole.solutions:
        whole.policy(score)
    for player in (MANO, POSTRE):
        whole.gain(player)
    return whole


def fits(rules: Rules) -> bool:
    """Whether a deal under these rules is the one that was solved: two players, and hands and stones as usual.

    How a match goes on, and how large bets may be, does not matter; nor does how cards are thrown, see `draws_fit`.
    """
    solved = shipped_plan().rules
    return (
        rules.seating.players == 2
        and rules.hand == solved.hand
        and rules.count == solved.count
        and rules.talk.mus_visto == solved.talk.mus_visto
        and rules.match.target == solved.match.target
        and rules.betting.open_order == solved.betting.open_order
        and not rules.betting.forbid_worst_ordago_accept
        and rules.betting.min_open <= 2
    )


def draws_fit(rules: Rules) -> bool:
    """Whether also what a hand may expect after mus is as it was worked out: from one to four cards thrown as usual."""
    return fits(rules) and rules.discard == shipped_plan().rules.discard
