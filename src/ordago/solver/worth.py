"""What a deal is worth to the mano: in stones, or in the chance to win the game from a score.

A refused bet is paid at once, what else is won waits for the count, where the lances are looked at in order until one
side reaches the target (R5.3 to R5.6). An accepted órdago wins the game (R5.9).
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
AtOnce = tuple[int, int]
"""The stones that mano and postre got at once in this deal."""

Many = AtOnce | tuple[Whole, Whole]
"""The same, or as many deals of it as there are numbers."""


class Worth(Protocol):
    """A way to value the ends of a deal."""

    def after(self, at_once: AtOnce, side: int, stones: int) -> AtOnce:
        """What there is after a refusal that pays this side."""

    def split(self, at_once: AtOnce) -> tuple[AtOnce, float]:
        """What of it the count must know, and a worth that is only added to whatever the count brings."""

    def counted(self, at_once: AtOnce, paid: Sequence[Whole]) -> Values:
        """The worth for every two hands, given what each lance pays them: above 0 to the mano, below to the postre."""

    def shouted(self, at_once: AtOnce, wins: Whole) -> Values:
        """The worth of an accepted órdago; `wins` is 1 where the mano's hand is the better, else -1."""


class Stones:
    """The mano's stones less the postre's, in a deal that begins at nothing (the arena's `stones_per_deal`).

    An accepted órdago sets its winner to the target and makes void what waited for the count (R5.10, R5.11); the other
    keeps what it had got at once. Nothing else reaches the target in one deal with small bets.
    """

    def __init__(self, target: int) -> None:
        self.target = target

    def after(self, at_once: AtOnce, side: int, stones: int) -> AtOnce:
        """Stones add up."""
        return (at_once[0] + stones, at_once[1]) if side == 0 else (at_once[0], at_once[1] + stones)

    def split(self, at_once: AtOnce) -> tuple[AtOnce, float]:
        """All of it is only added."""
        return (0, 0), float(at_once[0] - at_once[1])

    def counted(self, at_once: AtOnce, paid: Sequence[Whole]) -> Values:
        """The sum."""
        return np.asarray(sum(paid) + (at_once[0] - at_once[1]), np.float64)

    def shouted(self, at_once: AtOnce, wins: Whole) -> Values:
        """The target, less what the other had."""
        return np.where(wins > 0, float(self.target - at_once[1]), float(at_once[0] - self.target))


class Won:
    """The chance to win the game, in a deal that begins at `score` (mano's, postre's), on the scale of stones.

    With a target of 40 a game won is worth 40 and one lost -40, so that one is 1/80 of a game. `chances[own, other]` is
    the chance of whoever is mano at that score to win. In the next deal the postre is mano.
    """

    def __init__(self, target: int, score: tuple[int, int], chances: Values) -> None:
        self.target = target
        self.score = score
        self.chances = chances

    def after(self, at_once: AtOnce, side: int, stones: int) -> AtOnce:
        """Stones add up until one side has reached the target: then the game is over, whatever else is said."""
        if max(self.score[0] + at_once[0], self.score[1] + at_once[1]) >= self.target:
            return at_once
        return (at_once[0] + stones, at_once[1]) if side == 0 else (at_once[0], at_once[1] + stones)

    def split(self, at_once: AtOnce) -> tuple[AtOnce, float]:
        """Nothing is only added: what a stone is worth depends on the score."""
        return at_once, 0.0

    def counted(self, at_once: Many, paid: Sequence[Whole]) -> Values:
        """The lances one after the other, until one side is there."""
        shape = np.shape(paid[0])
        own = np.full(shape, self.score[0] + at_once[0])
        other = np.full(shape, self.score[1] + at_once[1])
        for stones in paid:
            playing = (own < self.target) & (other < self.target)
            own += playing * np.maximum(stones, 0)
            other += playing * np.maximum(-stones, 0)
        last = self.target - 1
        goes_on = self.target * (1 - 2 * self.chances[np.minimum(other, last), np.minimum(own, last)])
        return np.where(own >= self.target, self.target, np.where(other >= self.target, -self.target, goes_on))

    def shouted(self, at_once: Many, wins: Whole) -> Values:
        """All or nothing, unless the game was over before."""
        own, other = self.score[0] + at_once[0], self.score[1] + at_once[1]
        lost = (own < self.target) & ((other >= self.target) | (wins < 0))
        return np.where(lost, -float(self.target), float(self.target))

    def chance(self, worth: float) -> float:
        """The chance that a worth stands for."""
        return (worth / self.target + 1) / 2
