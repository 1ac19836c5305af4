"""Plays a contest on several processes. What comes out does not depend on how many, nor on where it was interrupted."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing.util import Finalize
from pathlib import Path

from ordago.arena import checkpoint
from ordago.arena.checkpoint import Rows
from ordago.arena.contest import Arena, Contest, Kind, Row

AT_ONCE: dict[Kind, int] = {"deal": 10, "game": 2, "match": 1}
"""How many of a kind a process is given at a time."""

KEEP_EVERY = 5.0
"""Seconds between two checkpoints."""

Task = tuple[Kind, tuple[int, ...]]
Progress = Callable[[int, int], None]
"""Told how many deals, games and matches are done, and of how many."""


class Stopped(Exception):
    """The contest was interrupted; what was done by then is kept where there is a checkpoint."""

    def __init__(self, done: int, of: int) -> None:
        super().__init__(done, of)
        self.done = done
        self.of = of


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    contest: Contest,
    wanted: Mapping[Kind, int],
    *,
    processes: int = 1,
    kept: Path | None = None,
    progress: Progress | None = None,
) -> Rows:
    """Play so many of each kind; a file `kept` is gone on from and written now and then.

    Raises Stopped on Ctrl-C, and OrdagoError for a contest that cannot be: an outside bot that does not start says so
    before anything is played, while one that fails later loses its turns.
    """
    rows: Rows = checkpoint.load(kept, contest) if kept else {}
    arena = Arena(contest)
    tasks = list(_tasks(wanted, rows))
    of = sum(wanted.values())
    done = of - sum(len(numbers) for _, numbers in tasks)
    saved = time.monotonic()
    try:
        if tasks:
            arena.start()
    except BaseException:
        arena.close()
        raise
    played = _alone(arena, tasks) if processes < 2 or len(tasks) < 2 else _together(contest, tasks, processes)
    try:
        if progress:
            progress(done, of)
        for kind, found in played:
            rows.setdefault(kind, {}).update(found)
            done += len(found)
            if progress:
                progress(done, of)
            if kept and time.monotonic() - saved > KEEP_EVERY:
                checkpoint.save(kept, contest, rows)
                saved = time.monotonic()
    except KeyboardInterrupt:
        raise Stopped(done, of) from None
    finally:
        arena.close()
        if kept:
            checkpoint.save(kept, contest, rows)
    return {kind: {number: rows[kind][number] for number in range(count)} for kind, count in wanted.items() if count}


def _tasks(wanted: Mapping[Kind, int], rows: Rows) -> Iterator[Task]:
    for kind, count in wanted.items():
        left = [number for number in range(count) if number not in rows.get(kind, {})]
        for at in range(0, len(left), AT_ONCE[kind]):
            yield kind, tuple(left[at : at + AT_ONCE[kind]])


def _alone(arena: Arena, tasks: list[Task]) -> Iterator[tuple[Kind, dict[int, Row]]]:
    for kind, numbers in tasks:
        for number in numbers:
            yield kind, {number: arena.play(kind, number)}


def _together(contest: Contest, tasks: list[Task], processes: int) -> Iterator[tuple[Kind, dict[int, Row]]]:
    """The same by several processes, in the order in which they finish."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(processes, len(tasks)), context, _begin, (contest,)) as pool:
        waiting: set[Future[tuple[Kind, dict[int, Row]]]] = set()
        left = iter(tasks)
        try:
            while True:
                for task in left:
                    waiting.add(pool.submit(_play, task))
                    if len(waiting) >= 3 * processes:
                        break
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


_ARENA: list[Arena] = []
"""The arena of a worker process."""


def _begin(contest: Contest) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one stops it
    arena = Arena(contest)
    _ARENA.append(arena)
    Finalize(arena, arena.close, exitpriority=10)


def _play(task: Task) -> tuple[Kind, dict[int, Row]]:
    kind, numbers = task
    return kind, {number: _ARENA[0].play(kind, number) for number in numbers}
