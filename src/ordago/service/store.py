"""Where the logs of tables are kept. The log is the truth: what `append` has returned from is never lost.

`Store` is small so that another database is another file. One writer wins by (table, sequence): whoever appends after
an event that it has not seen gets `Conflict`, reloads and decides again.

Several workers may serve any table. Only what a table does by itself (clocks, bots, noting that somebody is away) is
done by one of them: the one that holds its lease. A worker lives by its beat; leases of a worker that is not heard of
any more are free. Nothing of this is decided by the clock of a worker: the database's says what has passed, and times
come and go as durations.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from ordago.table.events import AnyEvent

LEASE = 4_000
"""How long a worker lives after its last beat, in milliseconds."""

FRESH = 60_000
"""So many milliseconds a row may be behind with when its table changed. Two indexes hang on that: to move them with
each act cost as much as to store the act."""

GRACE = 60_000
"""How long it is remembered that somebody has left, in milliseconds."""


def address_shown(address: str) -> str:
    """An address of a database or a broker as it may be shown, also one that makes no sense: without the password."""
    return re.sub(r"(?i)(password=)[^&]*", r"\1***", re.sub(r"//.*@", "//***@", address))


class Conflict(Exception):
    """Somebody else wrote first, or the lease that was needed is not held."""


class Unavailable(OSError):
    """The database does not answer. What was to be written may be written all the same, but nobody was told so."""


class Unwritable(Exception):
    """The database does not take what is to be written, now or later: a fault of ours. Its text does not tell it."""


class Row(msgspec.Struct, frozen=True):
    """What can be known of a table without folding its log; kept beside it, in the same transaction.

    `changed_at` may be `FRESH` earlier than the log's last event.
    """

    id: str
    phase: str
    listed: bool
    changed_at: int
    summary: dict[str, Any]


class Sockets(msgspec.Struct, frozen=True):
    """Who is connected to a table at a worker: how many sockets, and if none, for how many milliseconds by now."""

    table: str
    who: str
    count: int
    gone: int = 0


class Beat(msgspec.Struct, frozen=True):
    """What a worker learns by its beat.

    `now` is the database's time. `gap` is how many milliseconds ago its last beat was, 0 for its first; `lapsed` says
    that its leases were free in between. `held` are the leases, of those it wanted, that it has now: each with how long
    nobody may have held it, in milliseconds, 0 where the table is new or the worker held it already.
    """

    now: int
    gap: int
    lapsed: bool
    held: Mapping[str, int]


class Store(Protocol):
    """The logs, what is known of people, a few values of the house, and the leases of workers.

    Every method raises Unavailable where the database does not answer within seconds, and those that write Unwritable
    where it takes everything but this.
    """

    alone: bool
    """Whether only one worker can serve these tables, so that one that starts is the successor of all before it."""

    async def append(
        self, table: str, first: int, events: Sequence[AnyEvent], row: Row | None, lease: str = ""
    ) -> None:
        """Store events with the numbers `first`, `first + 1` … in one piece, and the table's row (None: it stays).

        Returns when they are on disk. Raises Conflict where the log does not end just before `first`, or where `lease`
        names a worker that does not hold the table's lease at that moment.
        """

    async def load(self, table: str, first: int = 1) -> list[AnyEvent]:
        """The events of a table from this number on; none for a table that does not exist."""

    async def ends(self, tables: Collection[str]) -> dict[str, int]:
        """The number of the last event of each of these tables that exists."""

    async def rows(self, *, phase: str | None = None, listed: bool = False, limit: int = 1000) -> list[Row]:
        """The rows of tables, the latest first: those of a phase, those in the open list."""

    async def name_of(self, who: str) -> str | None:
        """The name of a person; None where nothing is kept."""

    async def remember(self, who: str, name: str, at: int) -> None:
        """Keep the name of a person."""

    async def value(self, key: str) -> str | None:
        """A value of the house."""

    async def swap(self, key: str, old: str | None, new: str) -> bool:
        """Set a value of the house if it is still the old one (None: there is none); whether it was."""

    async def forget(self, before: int) -> None:
        """Delete people and tables that nobody has touched since then."""

    async def data_of(self, who: str) -> dict[str, Any]:
        """All that is stored of a person, as `ordago.service.care.person_data` tells it."""

    async def forget_person(self, who: str) -> int:
        """Delete all that leads back to a person; at how many tables they were.

        Raises Refusal `match-running` where they sit at a table in play; then nothing is changed.
        """

    async def close(self) -> None:
        """Write what is waiting, and close."""

    # Workers

    async def beat(self, worker: str, wanted: Collection[str] = (), sockets: Sequence[Sockets] = ()) -> Beat:
        """This worker lives; take the leases it wants as far as no living worker has them; note who is connected."""

    async def orphans(self, limit: int) -> list[str]:
        """Tables in play whose lease is held by a worker that does not live any more."""

    async def release(self, worker: str, tables: Collection[str]) -> None:
        """Give up leases: nothing is to be done at these tables."""

    async def elsewhere(self, worker: str, tables: Collection[str]) -> list[Sockets]:
        """Who is, or was until lately, connected to these tables at other workers."""

    async def depart(self, worker: str) -> None:
        """This worker stops: its leases are free and its connections gone at once."""

    async def inherit(self, worker: str) -> None:
        """All other workers have stopped, whatever they said last."""
