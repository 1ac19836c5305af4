"""Regret minimisation: decisions learnt a second on Mus for two, and how near an equilibrium Leduc comes in a time.

A decision is one hand at one node, learnt once in an iteration by its player. Inside: iterations. Outside: making the
tree, its matrices, and measuring the policy. The control is OpenSpiel's CFR+ in C++ (`CFRPlusSolver`), which walks a
game state by state, on Leduc: the largest of its games that is like ours and small enough for it. One thread.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy is loaded

import time
from collections.abc import Callable

import pyspiel

from ordago.solver import Training, exploited, shipped_plan
from ordago.solver.plan import FADING
from tests.solver.games import leduc

SECONDS = 4.0
"""Process time for each contender."""

LEDUC_DECISIONS = 936


def spent(step: Callable[[], None]) -> tuple[int, float]:
    """Iterations done in the time, and the process time that they took."""
    begin, done = time.process_time(), 0
    while (used := time.process_time() - begin) < SECONDS:
        step()
        done += 1
    return done, used


def told(name: str, decisions: float, control: float, done: int, more: str = "") -> None:
    """Print a line."""
    print(f"{name:21} {decisions:12,.0f} decisions/s {decisions / control:6.1f}   {done} iterations{more}")


def main() -> None:
    """Print the table."""
    theirs = pyspiel.load_game("leduc_poker")
    solver = pyspiel.CFRPlusSolver(theirs)
    done, used = spent(solver.evaluate_and_update_policy)
    control = done * LEDUC_DECISIONS / used
    off = pyspiel.exploitability(theirs, solver.average_policy())
    told("OpenSpiel, Leduc", control, control, done, f", exploitability {off:.5f}")

    _, game = leduc()
    training = Training(game, FADING)
    done, used = spent(training.step)
    off = exploited(game, training.average()).exploitability
    told("ordago, Leduc", done * LEDUC_DECISIONS / used, control, done, f", exploitability {off:.5f}")

    deal = shipped_plan().deal()
    training = Training(deal.game(), FADING)
    done, used = spent(training.step)
    told("ordago, Mus for two", done * deal.layout.decisions / used, control, done)


if __name__ == "__main__":
    main()
