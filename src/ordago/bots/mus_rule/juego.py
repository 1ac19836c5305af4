"""What stones are worth: the chance to win the juego from the score, so that the score steers every decision."""

from math import exp, sqrt

import msgspec

LEAST_NEED = 0.4
"""Stones that wait for the count never make a win certain: others are counted before them (R5.6)."""


class Juego(msgspec.Struct, frozen=True, eq=False):
    """The stones that each side still needs, one's own side, and the leading (or betting) rival side.

    `waiting` are stones that each side may expect from the other lances of this deal; `steepness` is a `Temper`'s.
    """

    needs: tuple[int, ...]
    mine: int
    rival: int
    waiting: tuple[float, ...]
    steepness: float

    def chance(self, won: float = 0.0, lost: float = 0.0, at_once: bool = False) -> float:
        """The chance to win the juego after one's side won, or the rival won, so many stones in this lance.

        `at_once` says that these stones are scored now, so that they may end the juego (R5.3).
        """
        needs: list[float] = list(self.needs)
        needs[self.mine] -= won
        needs[self.rival] -= lost
        if at_once and needs[self.mine] <= 0:
            return 1.0
        if at_once and needs[self.rival] <= 0:
            return 0.0
        left = [max(need - more, LEAST_NEED) for need, more in zip(needs, self.waiting, strict=True)]
        spread = sqrt(2.0 * sum(left) / len(left))
        weights = [exp(-self.steepness * need / spread) for need in left]
        return weights[self.mine] / sum(weights)
