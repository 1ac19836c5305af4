"""The game one deal late, for watchers: the deal before the running one, again, at the pace at which it was played."""

from bisect import bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING

from ordago.table import Table
from ordago.table.events import Acted, Dealt
from ordago.table.table import quiet

if TYPE_CHECKING:
    from ordago.service.host import Step

KEPT = 400
"""How many steps of earlier deals are kept for news; who is further behind gets the table without them."""

LONGEST_WAIT = 10_000
"""The longest time between two steps, in milliseconds: a pause or a lost friend is not waited for twice."""


class Late:
    """The steps of deals that are over, each with the time at which watchers see it.

    A deal is shown from when the next one is dealt, and the last one of a match from when the match is over. What is
    not shown by the time the next deal is over comes all at once. It follows from the log and the clock alone.
    """

    def __init__(self) -> None:
        self._running: list[Step] = []
        self._steps: list[tuple[int, Step]] = []
        self._count = 0

    def take(self, step: "Step") -> None:
        """Something happened at the table."""
        if isinstance(step.event, Dealt):
            self._show(step.event.at)
        event, game = step.event, step.after.played
        if isinstance(event, Dealt) or (isinstance(event, Acted) and not quiet(event.token, game)):
            self._running.append(step)  # signs are not for watchers, and no pause may tell that there was one
        if step.after.phase == "over":
            self._show(step.event.at)

    def _show(self, at: int) -> None:
        """The deal that ran is over: it is shown from now on, and what was left of the one before at once."""
        if not self._running:
            return
        self._steps = self._steps[-KEPT:]
        shown = self._due(at)
        self._steps[shown:] = [(at, step) for _, step in self._steps[shown:]]
        due, last = at, self._running[0].event.at
        for step in self._running:
            due += min(max(step.event.at - last, 0), LONGEST_WAIT)
            last = step.event.at
            self._steps.append((due, step))
        self._count += len(self._running)
        self._running = []

    def shown(self, now: int) -> int:
        """How many steps watchers have been shown since the table was opened."""
        return self._count - len(self._steps) + self._due(now)

    def table(self, now: int) -> Table | None:
        """The table as watchers see it; None before the first deal is over."""
        due = self._due(now)
        return self._steps[due - 1][1].after if due else None

    def since(self, count: int, now: int) -> list["Step"]:
        """The steps that came after the first `count` ones, as far as they are kept."""
        due = self._due(now)
        new = min(self.shown(now) - count, due)
        return [step for _, step in self._steps[due - new : due]] if new > 0 else []

    def next_at(self, now: int) -> int | None:
        """When watchers see the next step; None where none waits."""
        due = self._due(now)
        return self._steps[due][0] if due < len(self._steps) else None

    def _due(self, now: int) -> int:
        """How many of the steps kept are shown by now."""
        return bisect_right(self._steps, now, key=itemgetter(0))
