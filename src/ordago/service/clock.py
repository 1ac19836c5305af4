"""The time of a house: the database's, carried on by this machine's steady counter between two beats."""

import time
from collections.abc import Callable

TRUSTED = 500
"""An answer that took longer than this, in milliseconds, says too little about the time."""


class DatabaseClock:
    """What the database's clock shows, as well as it can be known here; never goes back.

    Workers on machines whose clocks differ agree in this way about when a turn ends. `wall` and `counter` give the
    machine's time and its steady counter in nanoseconds; the first counts only until the database was heard.
    """

    def __init__(self, wall: Callable[[], int] = time.time_ns, counter: Callable[[], int] = time.monotonic_ns) -> None:
        self._counter = counter
        self._ahead = wall() // 1_000_000 - self.steady()
        self._shown = 0

    def steady(self) -> int:
        """Milliseconds of the counter, whose zero means nothing."""
        return self._counter() // 1_000_000

    def __call__(self) -> int:
        """Milliseconds since 1970."""
        self._shown = max(self._shown, self.steady() + self._ahead)
        return self._shown

    def heard(self, now: int, asked: int) -> None:
        """The database said `now` to a question that was asked at this time of the counter."""
        answered = self.steady()
        if answered - asked <= TRUSTED:
            self._ahead = now - (asked + answered) // 2
