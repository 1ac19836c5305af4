"""The one task that commits for all of a process. What waits at the same moment goes to disk together.

Syncing is what costs: one transaction holds the writes of as many tables as there are. They are ordered by table, so
that no two workers ever wait for each other. Where a transaction takes longer than `PATIENCE`, whoever waits then
or comes until it is over is told that the database is away; the task itself waits for it, however long that takes.
"""

import asyncio
from collections import deque
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa

from ordago.service import schema
from ordago.service.store import Unavailable, Unwritable
from ordago.service.transactions import Session, Transactions, Values

MOST_TOGETHER = 200
"""How many writes share a transaction at most."""

PATIENCE = 4.0
"""How many seconds the database may take for a transaction or a query."""

GATHERS = 0.002
"""After a commit so many seconds are waited for others to go along with the next one; where little happens, none."""

AT_FAULT = (
    *(sa.exc.IntegrityError, sa.exc.DataError, sa.exc.ProgrammingError, sa.exc.NotSupportedError),
    *(ValueError, TypeError, OverflowError),
)
"""What is raised for something that a database cannot store, and not for one that is away or full."""

Statement = tuple[sa.Executable, Values]

APPEND = sa.insert(schema.events)
"""Events are added to a log."""


class Write(msgspec.Struct):
    """Something to be written, and who waits for it. The guard, where there is one, must change exactly one row."""

    done: "asyncio.Future[bool]"
    statements: list[Statement]
    table: str = ""
    guard: Statement | None = None
    events: list[dict[str, Any]] = []


class Writer:
    """Writes, one transaction after the other."""

    def __init__(self, transactions: Transactions) -> None:
        self.commits = 0
        self._transactions = transactions
        self._waiting: deque[Write] = deque()
        self._stir = asyncio.Event()
        self._closing = self._stuck = False
        self._task = asyncio.create_task(self._write_all(), name="store writer")

    async def write(
        self,
        statements: list[Statement],
        table: str = "",
        guard: Statement | None = None,
        events: list[dict[str, Any]] | None = None,
    ) -> bool:
        """Write; False where the guard or a key of the database refused it, and nothing was written.

        Raises Unavailable where the database does not answer in time, Unwritable where it takes everything but this.
        """
        if self._closing:
            raise Unavailable("the store is closed")
        if self._stuck:
            raise Unavailable("no answer")
        write = Write(asyncio.get_running_loop().create_future(), statements, table, guard, events or [])
        self._waiting.append(write)
        self._stir.set()
        return await write.done

    async def close(self) -> None:
        """Write what is waiting, and close; without the database after a while without it."""
        self._closing = True
        self._stir.set()
        with suppress(asyncio.CancelledError):
            await asyncio.wait((self._task,), timeout=PATIENCE)
            self._task.cancel()
        self._transactions.close()

    async def _write_all(self) -> None:
        """Everything that waits, in one transaction, again and again."""
        loop = asyncio.get_running_loop()
        ended = 0.0
        while self._waiting or not self._closing:
            await self._stir.wait()
            self._stir.clear()
            while self._waiting:
                if loop.time() < ended + GATHERS:
                    await asyncio.sleep(GATHERS)
                batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_TOGETHER))]
                late = loop.call_later(PATIENCE, self._late, batch)
                await self._write([write for write in batch if not write.done.done()])
                late.cancel()
                self._stuck = False
                ended = loop.time()

    def _late(self, batch: list[Write]) -> None:
        """The database does not answer: whoever waits for it, and whoever comes until it does, is told so."""
        self._stuck = True
        for write in (*batch, *self._waiting):
            if not write.done.done():
                write.done.set_exception(Unavailable("no answer"))

    async def _write(self, batch: list[Write]) -> None:
        try:
            refused = await self.commit(batch) if batch else []
        except Exception as error:  # whoever waits must learn of it, whatever it is
            if len(batch) > 1 and isinstance(error, AT_FAULT):  # whose fault it is, is seen one by one
                for write in batch:
                    await self._write([] if write.done.done() else [write])
            elif isinstance(error, sa.exc.IntegrityError):  # a key is there already
                self._answer_all(batch, batch)
            else:
                self._fail(batch, error)
        else:
            self._answer_all(batch, refused)

    def _fail(self, batch: list[Write], error: Exception) -> None:
        """Tell who waits that it cannot be written; what it was is in no message."""
        told = error
        if isinstance(error, AT_FAULT):
            told = Unwritable(type(error).__name__)
        elif isinstance(error, sa.exc.SQLAlchemyError):
            told = Unavailable(str(error))
        for write in batch:
            if not write.done.done():
                write.done.set_exception(told)

    def _answer_all(self, batch: list[Write], refused: list[Write]) -> None:
        for write in batch:
            self.answer(write, write not in refused)

    async def commit(self, batch: list[Write]) -> list[Write]:
        """One transaction; the writes that came too late are left out and returned."""
        refused = await self._transactions.run(partial(write_together, batch))
        self.commits += 1
        return refused

    def answer(self, write: Write, written: bool) -> None:
        """Tell who waits for it."""
        if not write.done.done():
            write.done.set_result(written)


def write_together(batch: list[Write], session: Session) -> list[Write]:
    """Write all of these within a transaction; the ones whose guard refuses them are left out and returned."""
    refused: list[Write] = []
    events: list[dict[str, Any]] = []
    for write in sorted(batch, key=lambda write: write.table):
        if write.guard is not None and session.execute(*write.guard) != 1:
            refused.append(write)
            continue
        events += write.events
        for statement in write.statements:
            session.execute(*statement)
    if events:
        session.execute(APPEND, events)
    return refused
