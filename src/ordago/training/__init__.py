"""Training of the four-seat bots of Mus, from nothing: lance by lance, by the score, on deals played in compiled loops.

`train(bot, …)` makes the file that `ordago.bots.mus_trained` ships, `gains(trained, …)` learns what a rival wins from
one. Both need numba.
"""

from ordago.training.rivals import Gains, gains
from ordago.training.run import BOTS, train
from ordago.training.stages import Progress
from ordago.training.workers import crew

__all__ = ["BOTS", "Gains", "Progress", "crew", "gains", "train"]
