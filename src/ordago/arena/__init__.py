"""Bots against bots: every deal from every side, with intervals, as a pair or as a ladder, on all cores.

`run(contest, wanted)` plays, `result_of` counts; `ladder` plays everybody against everybody.
"""

from ordago.arena.contest import Arena, Contest
from ordago.arena.figures import Figure, mean, wilson
from ordago.arena.result import Result, result_of
from ordago.arena.run import Stopped, cores, run

__all__ = ["Arena", "Contest", "Figure", "Result", "Stopped", "cores", "mean", "result_of", "run", "wilson"]
