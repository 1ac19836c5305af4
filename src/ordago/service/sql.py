"""The store on a database, by SQLAlchemy Core. Writes go by way of `ordago.service.writer`."""

import asyncio
from collections.abc import Collection, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from ordago.service import schema
from ordago.service.care import forget_person, person_data
from ordago.service.database import DatabaseTime, Place, engine_of, upgrade, upsert
from ordago.service.leases import SqlLeases
from ordago.service.store import Beat, Conflict, Row, Sockets, Unavailable
from ordago.service.transactions import transactions
from ordago.service.writer import PATIENCE, Writer
from ordago.table.events import AnyEvent, decode, encode

Found = TypeVar("Found")

OPEN = sa.insert(schema.tables)
"""A table begins."""


def _move_on(columns: tuple[str, ...], leased: bool) -> sa.Update:
    """Change these columns of the row of a table whose log ends at `end`, if need be of one whose lease is held."""
    there = [schema.tables.c.id == sa.bindparam("table"), schema.tables.c.last == sa.bindparam("end")]
    living = sa.select(schema.workers.c.id).where(
        schema.workers.c.id == sa.bindparam("lease"), schema.workers.c.until > DatabaseTime()
    )
    held = [schema.tables.c.worker == sa.bindparam("lease"), living.exists()] if leased else []
    return sa.update(schema.tables).where(*there, *held).values({name: sa.bindparam(name) for name in columns})


LAST_ANSWERS = 2.0
"""So many seconds a store that is closed waits for what was asked of the database and is on its way."""

ROW = ("phase", "listed", "changed_at", "summary", "last")
"""What of a table's row follows from its log."""

MOVE_ON = {
    (with_row, leased): _move_on(ROW if with_row else ("last",), leased)
    for with_row in (False, True)
    for leased in (False, True)
}
"""A table goes on, with another row or not, with a lease or not. Made once: making statements costs more than doing
them."""


class SqlStore:
    """The store on one database; make it with `open_store`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.alone = engine.dialect.name == "sqlite"
        self.writer = Writer(transactions(engine))
        self._engine = engine
        self._leases = SqlLeases(engine)
        self._late: set[asyncio.Task[Any]] = set()

    async def append(
        self, table: str, first: int, events: Sequence[AnyEvent], row: Row | None, lease: str = ""
    ) -> None:
        """Store events in one piece; returns once they are on disk."""
        stored = [{"table_id": table, "sequence": first + at, "data": encode(event)} for at, event in enumerate(events)]
        values: dict[str, Any] = {"last": first + len(events) - 1}
        if row is not None:
            values |= {
                "phase": row.phase,
                "listed": row.listed,
                "changed_at": row.changed_at,
                "summary": msgspec.json.encode(row.summary),
            }
        if first == 1:
            made = await self.writer.write([(OPEN, [{"id": table, **values}])], table, events=stored)
        else:
            given = {"table": table, "end": first - 1, **values, **({"lease": lease} if lease else {})}
            guard = (MOVE_ON[row is not None, bool(lease)], given)
            made = await self.writer.write([], table, guard, stored)
        if not made:
            raise Conflict(table)

    async def load(self, table: str, first: int = 1) -> list[AnyEvent]:
        """The events of a table from this number on."""
        columns = schema.events.c
        query = sa.select(columns.data).where(columns.table_id == table, columns.sequence >= first)
        return [decode(data) for (data,) in await self._all(query.order_by(columns.sequence))]

    async def ends(self, tables: Collection[str]) -> dict[str, int]:
        """The number of the last event of each table."""
        columns = schema.tables.c
        return dict(await self._all(sa.select(columns.id, columns.last).where(columns.id.in_(tables))))

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
        person = {"id": who, "name": name, "seen_at": at}
        await self.writer.write([(upsert(self._engine.dialect.name, schema.people, [person]), None)])

    async def value(self, key: str) -> str | None:
        """A value of the house."""
        found = await self._all(sa.select(schema.house.c.value).where(schema.house.c.key == key))
        return found[0][0] if found else None

    async def swap(self, key: str, old: str | None, new: str) -> bool:
        """Set a value of the house if it is still the old one."""
        columns = schema.house.c
        if old is None:
            return await self.writer.write([(sa.insert(schema.house), [{"key": key, "value": new}])])
        change = sa.update(schema.house).where(columns.key == key, columns.value == old).values(value=new)
        return await self.writer.write([], guard=(change, None))

    async def forget(self, before: int) -> None:
        """Delete people and tables that nobody has touched since then."""
        old = sa.select(schema.tables.c.id).where(schema.tables.c.changed_at < before)
        await self.writer.write(
            [
                (sa.delete(schema.people).where(schema.people.c.seen_at < before), None),
                (sa.delete(schema.events).where(schema.events.c.table_id.in_(old)), None),
                (sa.delete(schema.tables).where(schema.tables.c.changed_at < before), None),
            ]
        )

    async def data_of(self, who: str) -> dict[str, Any]:
        """All that is stored of a person."""
        return await self._within(person_data(self._engine, who))

    async def forget_person(self, who: str) -> int:
        """Delete all that leads back to a person."""
        return await self._within(forget_person(self._engine, who))

    async def close(self) -> None:
        """Write what is waiting, and close; without the database after a while without it."""
        await self.writer.close()
        if self._late:  # not cancelled at once: a connection that is torn from its work may never be let go of
            await asyncio.wait(set(self._late), timeout=LAST_ANSWERS)
        for task in self._late:
            task.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._engine.dispose()

    # Workers

    async def beat(self, worker: str, wanted: Collection[str] = (), sockets: Sequence[Sockets] = ()) -> Beat:
        """This worker lives, and wants these leases."""
        until = asyncio.get_running_loop().time() + PATIENCE
        return await self._within(self._leases.beat(worker, wanted, sockets, until))

    async def orphans(self, limit: int) -> list[str]:
        """Tables in play whose worker is gone."""
        return [table for (table,) in await self._all(self._leases.orphans().limit(limit))]

    async def release(self, worker: str, tables: Collection[str]) -> None:
        """Give up leases."""
        await self._within(self._leases.release(worker, tables))

    async def elsewhere(self, worker: str, tables: Collection[str]) -> list[Sockets]:
        """Who is connected at other workers."""
        return await self._within(self._leases.elsewhere(worker, tables))

    async def depart(self, worker: str) -> None:
        """This worker stops."""
        await self._within(self._leases.end(schema.workers.c.id == worker, now=True))

    async def inherit(self, worker: str) -> None:
        """All other workers have stopped."""
        await self._within(self._leases.end(schema.workers.c.id != worker, now=False))

    # Reading and writing

    async def _all(self, query: sa.Select[Any]) -> Sequence[Any]:
        async def read() -> Sequence[Any]:
            async with self._engine.connect() as connection:
                found: Sequence[Any] = (await connection.execute(query)).all()
            return found

        return await self._within(read())

    async def _within(self, work: Coroutine[Any, Any, Found]) -> Found:
        """What comes of it. Raises Unavailable where that takes too long; it is left to end by itself then.

        Not cancelled: a driver that is interrupted asks the database to stop, and waits for that as well.
        """
        task = asyncio.ensure_future(work)
        self._late.add(task)
        task.add_done_callback(self._late.discard)
        await asyncio.wait((task,), timeout=PATIENCE)
        if not task.done():
            task.add_done_callback(lambda late: late.cancelled() or late.exception())
            raise Unavailable("no answer")
        try:
            return task.result()
        except sa.exc.SQLAlchemyError as error:
            raise Unavailable(str(error)) from None


async def open_store(place: Place) -> SqlStore:
    """The store in a folder or at an address of PostgreSQL, made or brought up to date where needed.

    Raises OrdagoError `data-unusable` where the database cannot be used, `data-newer` where a later version wrote it,
    `database-unknown`, `extra-missing`.
    """
    engine = engine_of(place)
    try:
        await upgrade(engine, place)
    except BaseException:
        await engine.dispose()
        raise
    return SqlStore(engine)
