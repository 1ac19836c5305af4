"""Solving from nothing to a file: iterations, measurements of what would be written, checkpoints.

A run that is interrupted and taken up again comes to the same file as one that was not.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ordago.solver import checkpoint
from ordago.solver.course import Course, LancesCourse, Solved
from ordago.solver.mus_course import MusCourse
from ordago.solver.plan import Plan
from ordago.solver.response import Exploited

KEEP_EVERY = 60.0
"""Seconds between two checkpoints."""

Progress = Callable[[int, Exploited | None], None]
"""Told which iteration is done, and at times how good the policy is."""


class Stopped(Exception):
    """The run was interrupted; what was learnt is kept where there is a checkpoint."""

    def __init__(self, iteration: int) -> None:
        super().__init__(iteration)
        self.iteration = iteration


def solve(plan: Plan, *, until: float, most: int, kept: Path | None = None, progress: Progress | None = None) -> Solved:
    """Learn until the exploitability is `until` or less, or for `most` iterations.

    A file `kept` is gone on from and written now and then. Raises Stopped on Ctrl-C, and OrdagoError
    `checkpoint-broken`, `checkpoint-other`, `file-unwritable` or what the rules of the plan do not allow.
    """
    course: Course = MusCourse(plan) if plan.mus else LancesCourse(plan)
    training = course.training
    if kept:
        checkpoint.load(kept, plan, training)
    saved = time.monotonic()
    with interrupts() as asked:
        while True:
            found = None
            due = training.iteration and training.iteration % course.measure_every == 0
            if due or training.iteration >= most:
                found = course.measured()
            if progress:
                progress(training.iteration, found.measured if found else None)
            done = found and (training.iteration >= most or found.measured.exploitability <= until)
            if kept and (done or asked or time.monotonic() - saved > KEEP_EVERY):
                checkpoint.save(kept, plan, training)
                saved = time.monotonic()
            if found and done:
                return found
            if asked:
                raise Stopped(training.iteration)
            training.step()


@contextmanager
def interrupts() -> Iterator[list[int]]:
    """Ctrl-C lets the iteration end that it comes into: the list is filled, and nothing is left half done."""
    asked: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield asked
        return
    before = signal.signal(signal.SIGINT, lambda number, _: asked.append(number))
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)
