"""What every contender's tables share: whose act is under way, who has seen it, and when the next one comes."""

import asyncio
import random
from collections.abc import Callable
from time import perf_counter
from typing import Any, Protocol

FLAT_OUT = (0.0, 0.0)
"""The next act at once."""

HUMAN = (1.0, 4.0)
"""Between the last act and the next, in seconds: at the table people take about that."""


class Figures:
    """What is measured: how many acts all seats have seen, and how long each took.

    `commands` counts everything that the server has done for a player: acts, and what else the game asks of them.
    """

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.commands = 0
        self.bytes = 0
        self.messages = 0
        self.again = 0
        self.closed: list[int] = []

    def clear(self) -> None:
        """Begin a measured region."""
        self.__init__()  # type: ignore[misc]  # begins as when it was made

    def at(self, share: float) -> float:
        """A percentile of the seconds from act to all seats."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


class Pace:
    """How quickly acts follow each other. `rate` is acts a second over all tables; None: as `think` says."""

    def __init__(self, think: tuple[float, float], seed: int = 1) -> None:
        self.think = think
        self.dice = random.Random(seed)
        self.stopped = False

    def wait(self) -> float:
        """How long the next one thinks."""
        return self.dice.uniform(*self.think)


class Table:
    """One table: at most one act is under way, and the next comes once every seat has seen it."""

    def __init__(self, seats: int, pace: Pace, figures: Figures) -> None:
        self.seats = seats
        self.pace = pace
        self.figures = figures
        self._waits_for: set[int] = set()
        self._since = 0.0
        self._next: Callable[[], None] | None = None

    def turn(self, act: Callable[[], None]) -> None:
        """A seat is on turn: it acts when everybody has seen the last act, and it has thought."""
        if self.pace.stopped:
            return
        self._next = act
        if not self._waits_for:
            self._go_on()

    def saw(self, seat: int) -> None:
        """A seat has seen what came of the act that is under way."""
        if seat in self._waits_for:
            self._waits_for.remove(seat)
            if not self._waits_for:
                self.figures.seconds.append(perf_counter() - self._since)
                self._go_on()

    def _go_on(self) -> None:
        if self._next is not None:
            act, self._next = self._next, None
            wait = self.pace.wait()
            loop = asyncio.get_running_loop()
            if wait:
                loop.call_later(wait, self._act, act)
            else:
                loop.call_soon(self._act, act)

    def _act(self, act: Callable[[], None]) -> None:
        if not self.pace.stopped:
            self._waits_for = set(range(1, self.seats + 1))
            self._since = perf_counter()
            act()


class Contender(Protocol):
    """A server under load and the clients that know its protocol."""

    name: str
    pid: int

    async def tables(self, number: int, pace: Pace, figures: Figures) -> list[Any]:
        """So many tables of four, everybody connected and the first cards dealt; they play on at this pace."""

    async def stalled(self, table: Any) -> None:
        """One more connection at this table that stops reading."""

    def close(self) -> None:
        """Stop the server, remove its data."""
