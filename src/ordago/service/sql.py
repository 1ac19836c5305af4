"""The store on a database: SQLAlchemy Core. SQLite writes ahead and syncs every commit; one task commits for all.

Appends that wait at the same moment go to disk together, in one transaction: syncing is what costs.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ordago.errors import OrdagoError
from ordago.service import schema
from ordago.service.store import Conflict, Row, Unavailable
from ordago.table.events import AnyEvent, decode, encode

MOST_TOGETHER = 200
"""How many writes share a transaction at most."""


class Write(msgspec.Struct):
    """Something to be written: what to do, and who waits for it."""

    done: "asyncio.Future[None]"
    statements: list[tuple[sa.Executable, Any]]
    table: str = ""
    first: int = 0


class SqlStore:
    """The store on one database; make it with `open_store`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writing = engine.execution_options(writes=True)
        self._queue: asyncio.Queue[Write | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write_all(), name="store writer")
        self.commits = 0

    async def append(self, table: str, first: int, events: Sequence[AnyEvent], row: Row) -> None:
        """Store events in one piece; returns once they are on disk."""
        stored = [{"table_id": table, "sequence": first + at, "data": encode(event)} for at, event in enumerate(events)]
        values = {
            "phase": row.phase,
            "listed": row.listed,
            "changed_at": row.changed_at,
            "summary": msgspec.json.encode(row.summary),
        }
        insert = sa.insert(schema.events), stored
        if first == 1:
            await self._do([insert, (sa.insert(schema.tables), [{"id": table, **values}])], table, first)
        else:
            update = sa.update(schema.tables).where(schema.tables.c.id == table).values(values)
            await self._do([insert, (update, None)], table, first)

    async def load(self, table: str, first: int = 1) -> list[AnyEvent]:
        """The events of a table from this number on."""
        columns = schema.events.c
        query = sa.select(columns.data).where(columns.table_id == table, columns.sequence >= first)
        return [decode(data) for (data,) in await self._all(query.order_by(columns.sequence))]

    async def rows(self, *, phase: str | None = None, listed: bool = False, limit: int = 1000) -> list[Row]:
        """The rows of tables, the latest first."""
        columns = schema.tables.c
        query = sa.select(columns.id, columns.phase, columns.listed, columns.changed_at, columns.summary)
        if phase is not None:
            query = query.where(columns.phase == phase)
        if listed:
            query = query.where(columns.listed)
        found = await self._all(query.order_by(columns.changed_at.desc()).limit(limit))
        return [Row(name, phase, listed, at, msgspec.json.decode(data)) for name, phase, listed, at, data in found]

    async def name_of(self, who: str) -> str | None:
        """The name of a person."""
        found = await self._all(sa.select(schema.people.c.name).where(schema.people.c.id == who))
        return found[0][0] if found else None

    async def remember(self, who: str, name: str, at: int) -> None:
        """Keep the name of a person."""
        gone = sa.delete(schema.people).where(schema.people.c.id == who)
        await self._do([(gone, None), (sa.insert(schema.people), [{"id": who, "name": name, "seen_at": at}])])

    async def value(self, key: str) -> str | None:
        """A value of the house."""
        found = await self._all(sa.select(schema.house.c.value).where(schema.house.c.key == key))
        return found[0][0] if found else None

    async def put(self, key: str, value: str) -> None:
        """Set a value of the house."""
        gone = sa.delete(schema.house).where(schema.house.c.key == key)
        await self._do([(gone, None), (sa.insert(schema.house), [{"key": key, "value": value}])])

    async def forget(self, before: int) -> None:
        """Delete people and tables that nobody has touched since then."""
        old = sa.select(schema.tables.c.id).where(schema.tables.c.changed_at < before)
        await self._do(
            [
                (sa.delete(schema.people).where(schema.people.c.seen_at < before), None),
                (sa.delete(schema.events).where(schema.events.c.table_id.in_(old)), None),
                (sa.delete(schema.tables).where(schema.tables.c.changed_at < before), None),
            ]
        )

    async def close(self) -> None:
        """Write what is waiting, and close."""
        self._queue.put_nowait(None)
        with suppress(asyncio.CancelledError):
            await self._writer
        await self._engine.dispose()

    async def _all(self, query: sa.Select[Any]) -> Sequence[Any]:
        try:
            async with self._engine.connect() as connection:
                found: Sequence[Any] = (await connection.execute(query)).all()
        except sa.exc.SQLAlchemyError as error:
            raise Unavailable(str(error)) from None
        return found

    async def _do(self, statements: list[tuple[sa.Executable, Any]], table: str = "", first: int = 0) -> None:
        if self._writer.done():
            raise Unavailable("the store is closed")
        write = Write(asyncio.get_running_loop().create_future(), statements, table, first)
        self._queue.put_nowait(write)
        await write.done

    async def _write_all(self) -> None:
        """The one task that writes: everything that waits, in one transaction, again and again."""
        while (first := await self._queue.get()) is not None:
            batch, last = [first], False
            while not self._queue.empty() and len(batch) < MOST_TOGETHER:
                more = self._queue.get_nowait()
                last = last or more is None
                if more is None:
                    break
                batch.append(more)
            await self._write(batch)
            if last:
                return

    async def _write(self, batch: list[Write]) -> None:
        try:
            refused = await self._commit(batch)
        except sa.exc.IntegrityError:  # another process wrote between our look and our insert
            if len(batch) > 1:
                for write in batch:
                    await self._write([write])
                return
            refused = batch
        except Exception as error:  # whoever waits must learn of it, whatever it is
            told = Unavailable(str(error)) if isinstance(error, sa.exc.SQLAlchemyError) else error
            for write in batch:
                if not write.done.done():
                    write.done.set_exception(told)
            return
        for write in batch:
            self._answer(write, write in refused)

    async def _commit(self, batch: list[Write]) -> list[Write]:
        """One transaction; the writes that came too late are left out and returned."""
        refused = []
        async with self._writing.begin() as connection:
            for write in batch:
                if write.table and await _end_of(connection, write.table) != write.first - 1:
                    refused.append(write)
                    continue
                for statement, values in write.statements:
                    await connection.execute(statement, values)
        self.commits += 1
        return refused

    def _answer(self, write: Write, late: bool) -> None:
        if write.done.done():
            return
        if late:
            write.done.set_exception(Conflict(write.table))
        else:
            write.done.set_result(None)


async def _end_of(connection: AsyncConnection, table: str) -> int:
    """The number of the table's last event, 0 before the first."""
    columns = schema.events.c
    query = sa.select(sa.func.coalesce(sa.func.max(columns.sequence), 0)).where(columns.table_id == table)
    found: int = (await connection.execute(query)).scalar_one()
    return found


async def open_store(folder: Path) -> SqlStore:
    """The store in a folder, made or brought up to date where needed.

    Raises OrdagoError `data-unusable` where the folder cannot be used, `data-newer` where a later version wrote it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(f"sqlite+aiosqlite:///{folder / 'ordago.db'}")
        sa.event.listen(engine.sync_engine, "connect", _prepare)
        sa.event.listen(engine.sync_engine, "begin", _begin)
        async with engine.execution_options(writes=True).begin() as connection:
            await connection.run_sync(_upgrade)
    except CommandError:
        await engine.dispose()
        raise OrdagoError("data-newer", folder=str(folder)) from None
    except (OSError, sa.exc.DatabaseError) as error:
        reason = getattr(error, "strerror", None) or str(getattr(error, "orig", error))
        raise OrdagoError("data-unusable", folder=str(folder), reason=reason) from None
    return SqlStore(engine)


def _prepare(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    """A transaction that will write takes the lock at once, so that what it looks at stays true."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _upgrade(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
