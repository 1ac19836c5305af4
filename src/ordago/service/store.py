"""Where the logs of tables are kept. The log is the truth: what `append` has returned from is never lost.

`Store` is small so that another database is another file. One writer wins by (table, sequence): whoever appends after
an event that it has not seen gets `Conflict`, reloads and decides again.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from ordago.table.events import AnyEvent


class Conflict(Exception):
    """Somebody else wrote first."""


class Unavailable(OSError):
    """The database does not answer; nothing was stored."""


class Row(msgspec.Struct, frozen=True):
    """What can be known of a table without folding its log; kept beside it, in the same transaction."""

    id: str
    phase: str
    listed: bool
    changed_at: int
    summary: dict[str, Any]


class Store(Protocol):
    """The logs, what is known of people, and a few values of the house."""

    async def append(self, table: str, first: int, events: Sequence[AnyEvent], row: Row) -> None:
        """Store events with the numbers `first`, `first + 1` … in one piece, and the table's row.

        Returns when they are on disk. Raises Conflict where the log does not end just before `first`, Unavailable.
        """

    async def load(self, table: str, first: int = 1) -> list[AnyEvent]:
        """The events of a table from this number on; none for a table that does not exist."""

    async def rows(self, *, phase: str | None = None, listed: bool = False, limit: int = 1000) -> list[Row]:
        """The rows of tables, the latest first: those of a phase, those in the open list."""

    async def name_of(self, who: str) -> str | None:
        """The name of a person; None where nothing is kept."""

    async def remember(self, who: str, name: str, at: int) -> None:
        """Keep the name of a person."""

    async def value(self, key: str) -> str | None:
        """A value of the house."""

    async def put(self, key: str, value: str) -> None:
        """Set a value of the house."""

    async def forget(self, before: int) -> None:
        """Delete people and tables that nobody has touched since then."""

    async def close(self) -> None:
        """Write what is waiting, and close."""
