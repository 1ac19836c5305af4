"""Training of the four-seat bots of Mus, from nothing: lance by lance, by the score, on deals played in compiled loops.

`train(bot, …)` makes the file that `ordago.bots.mus_trained` ships. Needs numba.
"""

from ordago.training.run import BOTS, train

__all__ = ["BOTS", "train"]
