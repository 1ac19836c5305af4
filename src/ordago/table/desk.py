"""Where a command is worked on: who asks, and a table on which events are done one after the other."""

import random
from collections.abc import Callable
from typing import Any

import msgspec

from ordago.errors import Refusal
from ordago.table import events as ev
from ordago.table.fold import after
from ordago.table.table import Table


class By(msgspec.Struct, frozen=True):
    """Who asks, when, and with which dice: `who` is an identity (empty: the house), `now` in milliseconds.

    `seed` draws the seed of a deal that begins to be due; `rng` decides which rivals notice a seña.
    """

    who: str
    now: int
    seed: Callable[[], bytes]
    rng: random.Random


class Desk:
    """A table on which events are done one after the other, and written down."""

    def __init__(self, table: Table, by: By, cid: str) -> None:
        self.table = table
        self.by = by
        self.cid = cid
        self.done: list[tuple[ev.AnyEvent, Table]] = []  # each event with the table after it

    def do(self, kind: type[Any], **fields: Any) -> None:
        """Do an event; the first one carries the command's id."""
        event = kind(at=self.by.now, cid="" if self.done else self.cid, **fields)
        self.table = after(self.table, event)
        self.done.append((event, self.table))

    @property
    def chair(self) -> int:
        """The asker's chair. Raises Refusal `not-seated`."""
        chair = self.table.chair_of(self.by.who)
        if not chair:
            raise Refusal("not-seated")
        return chair

    def playing(self) -> None:
        """Raise Refusal `not-playing` where no match runs."""
        if self.table.phase != "playing":
            raise Refusal("not-playing")

    def in_deal(self) -> None:
        """Raise Refusal where no deal runs now: `not-playing`, `paused`, `no-deal-now`."""
        self.playing()
        if self.table.paused_at:
            raise Refusal("paused")
        if self.table.between:
            raise Refusal("no-deal-now")
