"""Counterfactual regret minimisation on a public tree: CFR+ and its discounted relatives.

Zinkevich and others 2007 (regret matching at every decision), Tammelin 2014 (CFR+: regrets never below nothing, players
in turn, later iterations weigh more) and Brown and Sandholm 2019 (DCFR: old regrets fade). The average policy, not the
last one, comes near an equilibrium where two players have opposite interests; with more players nothing is promised.
"""

import math
from dataclasses import dataclass

import numpy as np

from ordago.solver.passes import Game, Numbers, Policy, find_reach, find_values


@dataclass(frozen=True, slots=True)
class Discount:
    """How the past fades.

    Before iteration t + 1 positive regrets are multiplied by t^a / (t^a + 1) with a = `positive`, negative ones the
    same with `negative`; infinity keeps all, minus infinity drops all. Iteration t weighs t^`average` in the average.
    """

    positive: float = math.inf
    negative: float = -math.inf
    average: float = 1.0


CFR_PLUS = Discount()
"""Regrets below nothing are dropped; linear averaging."""

DCFR = Discount(1.5, 0.0, 2.0)
"""The paper's recommendation."""

CFR = Discount(math.inf, math.inf, 0.0)
"""Nothing fades: the method of 2007, with players in turn."""


class Training:
    """A policy on its way: regrets, the policy of now and the sum of all that were, block by block."""

    def __init__(self, game: Game, discount: Discount = CFR_PLUS) -> None:
        self.game = game
        self.discount = discount
        self.iteration = 0
        self.current = game.uniform()
        self.regrets: Policy = [np.zeros_like(block) for block in self.current]
        self.totals: Policy = [np.zeros_like(block) for block in self.current]

    def step(self) -> None:
        """One iteration: each player in turn learns against the others as they are now."""
        self.iteration += 1
        players = self.game.layout.players
        for player in range(players):
            counted = (player + 1) % players
            for other in range(players):
                if other != player:
                    arrived = self._remember if other == counted else None
                    find_reach(self.game, other, self.current, arrived)
            find_values(self.game, player, self._learn)

    def resume(self, iteration: int) -> None:
        """Go on after this iteration, with the regrets and totals that were put in place."""
        self.iteration = iteration
        for regrets, now in zip(self.regrets, self.current, strict=True):
            match(regrets, now)

    def average(self) -> Policy:
        """The average policy; where a hand never came to, what it would do now."""
        return [averaged(total, now) for total, now in zip(self.totals, self.current, strict=True)]

    def _remember(self, block: int, part: slice, reach: Numbers) -> None:
        self.totals[block][part] += reach * self.game.dtype.type(float(self.iteration) ** self.discount.average)

    def _learn(self, block: int, part: slice, after: Numbers) -> Numbers:
        now, regrets = self.current[block][part], self.regrets[block][part]
        values: Numbers = np.einsum("nah,nah->nh", now, after)
        self._fade(regrets)
        regrets += after
        regrets -= values[:, None, :]
        if self.discount.negative == -math.inf:
            np.maximum(regrets, 0, out=regrets)
        match(regrets, now)
        return values

    def _fade(self, regrets: Numbers) -> None:
        positive, negative = self.discount.positive, self.discount.negative
        if self.iteration == 1 or (positive == math.inf and abs(negative) == math.inf):
            return
        factor = regrets.dtype.type
        up, down = [factor(_kept(self.iteration - 1, power)) for power in (positive, negative)]
        regrets *= np.where(regrets > 0, up, down)


def match(regrets: Numbers, policy: Numbers) -> None:
    """Regret matching: each act in proportion to its regret above nothing; all alike where there is none."""
    np.maximum(regrets, 0, out=policy)
    total = policy.sum(axis=1, keepdims=True)
    nothing = total <= 0
    np.divide(policy, np.where(nothing, 1, total), out=policy)
    np.copyto(policy, 1 / policy.shape[1], where=nothing)


def _kept(iteration: int, power: float) -> float:
    if power == math.inf:
        return 1.0
    if power == -math.inf:
        return 0.0
    weight: float = float(iteration) ** power
    return weight / (weight + 1)


def averaged(total: Numbers, otherwise: Numbers) -> Numbers:
    """Sums as probabilities; `otherwise` where there is nothing."""
    whole = total.sum(axis=1, keepdims=True)
    nothing = whole <= 0
    return np.where(nothing, otherwise, total / np.where(nothing, 1, whole))
