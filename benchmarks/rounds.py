"""Interleaved rounds: every contender runs once a round, and its best round counts."""

import time
from collections.abc import Callable


def best_rates(contenders: dict[str, Callable[[], dict[str, int]]], rounds: int) -> dict[str, dict[str, float]]:
    """Units per CPU-second of one thread, for each contender and unit, in its best round.

    A contender does its work and answers how much it was, by unit. Process time is used because the machine is shared.
    """
    best: dict[str, dict[str, float]] = {name: {} for name in contenders}
    for _ in range(rounds):
        for name, work in contenders.items():
            begin = time.process_time()
            done = work()
            spent = time.process_time() - begin
            for unit, number in done.items():
                best[name][unit] = max(best[name].get(unit, 0.0), number / spent)
    return best
