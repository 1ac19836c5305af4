"""A deal with a round of mus, learnt: both trees by regrets, the throws by the best answer to what was played so far.

Every so often each part is told what became of the others: which hands come to the lances after a draw, and what mus
brings. As the policy forgets what was thrown, nothing promises an equilibrium; `ordago.solver.mus_answer` says how far
it is from one.
"""

from dataclasses import replace

import numpy as np

from ordago.solver.cfr import Training
from ordago.solver.mus_round import Given, Link, MusDeal, Play, link
from ordago.solver.passes import Policy
from ordago.solver.plan import FADING
from ordago.solver.worth import Values

PAST = 4.0
"""The n-th look at the throws weighs PAST / (n + PAST) in what is thrown; older ones fade."""

RARE = 0.004
"""Throws rarer than this are dropped; the file could not tell them from never."""

EVERY = 20
"""Iterations between two looks."""


class MusTraining:
    """Both trees, the throws, and what each part knows of the others (`joint` and `worths`, from the last look)."""

    def __init__(self, deal: MusDeal, every: int = EVERY) -> None:
        self.deal = deal
        self.every = every
        self.talk = Training(deal.talk.game(), FADING)
        self.after = Training(deal.after.game(), FADING)
        self.lances = self.talk.game.payoffs
        self.throws = self._first_throws()
        size = len(deal.draws.dealt)
        self.worths = (np.zeros(size), np.zeros(size))
        self.joint = np.zeros((size, size))

    @property
    def iteration(self) -> int:
        """How many were done."""
        return self.talk.iteration

    @property
    def regrets(self) -> Policy:
        """What both trees regret."""
        return self.talk.regrets + self.after.regrets

    @property
    def totals(self) -> Policy:
        """All else that a later step depends on."""
        return self.talk.totals + self.after.totals + [*self.throws, *self.worths, self.joint]

    def resume(self, iteration: int) -> None:
        """Go on after this iteration, with the regrets and totals that were put in place."""
        self.talk.resume(iteration)
        self.after.resume(iteration)
        if iteration:
            self._tell()

    def step(self) -> None:
        """One iteration of both."""
        if self.iteration % self.every == 0:
            self._look()
        self.talk.step()
        self.after.step()

    def play(self) -> Play:
        """The average policy."""
        return Play(self.talk.average(), self.throws, self.after.average())

    def _first_throws(self) -> tuple[Values, Values]:
        """The best against a hand as it is dealt, if all words are as likely."""
        draws = self.deal.draws
        pairs = self.deal.pair_worths(self.after.average())
        mano, postre = (
            draws.best_throws(draws.option_worths(np.repeat(worth[:, None], len(draws.held), axis=1)))
            for worth in (pairs @ draws.dealt, -pairs.T @ draws.dealt)
        )
        return mano, postre

    def _look(self) -> None:
        found: Link = link(self.deal, self.play())
        draws, share = self.deal.draws, PAST / (self.iteration // self.every + PAST)
        for throws, options in zip(self.throws, found.options, strict=True):
            throws *= 1 - share
            throws += share * draws.best_throws(options)
            throws[throws < RARE] = 0
            throws /= np.bincount(draws.option_hand, throws)[draws.option_hand]
        for worths, one in zip(self.worths, found.worths(draws, self.throws), strict=True):
            worths[:] = one
        self.joint[:] = found.joint
        self._tell()

    def _tell(self) -> None:
        self.talk.game.payoffs = Given(self.lances, self.worths)
        self.after.game.payoffs = replace(self.deal.after, weights=self.joint).game().payoffs
