"""The time of a house: the database's, carried on by this machine's steady counter between two beats."""

import time
from collections.abc import Callable


class DatabaseClock:
    """What the database's clock shows, as well as it can be known here.

    Workers on machines whose clocks differ agree in this way about when a turn ends. `wall` and `counter` give the
    machine's time and its steady counter in nanoseconds; the first counts only until the database was heard.
    """

    def __init__(self, wall: Callable[[], int] = time.time_ns, counter: Callable[[], int] = time.monotonic_ns) -> None:
        self._counter = counter
        self._ahead = wall() // 1_000_000 - self.steady()

    def steady(self) -> int:
        """Milliseconds of the counter, whose zero means nothing."""
        return self._counter() // 1_000_000

    def __call__(self) -> int:
        """Milliseconds since 1970."""
        return self.steady() + self._ahead

    def heard(self, now: int, asked: int) -> None:
        """The database said `now` to a question that was asked at this time of the counter.

        It said so at some moment between then and now: what is shown is moved only as far as it is certainly wrong.
        """
        answered = self.steady()
        least, most = now, now + answered - asked
        self._ahead = min(max(self(), least), most) - answered
