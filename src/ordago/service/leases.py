"""Leases and presence in the database. The lease of a table stands in its row, so that an append can ask for it.

A worker lives while its row in `workers` says so by the database's clock. Rows are taken in the order of their keys,
here as in appends.
"""

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ordago.service import schema
from ordago.service.database import DatabaseTime, upsert
from ordago.service.store import GRACE, LEASE, Beat, Sockets, Unavailable

TABLES, WORKERS, PRESENCE = schema.tables.c, schema.workers.c, schema.presence.c


class SqlLeases:
    """The part of the store that workers use among themselves."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writing = engine.execution_options(writes=True)

    async def beat(self, worker: str, wanted: Collection[str], sockets: Sequence[Sockets], until: float) -> Beat:
        """This worker lives, and wants these leases. It waits for the answer until then by its loop's clock.

        Raises Unavailable where it is later by then, and nothing is written: an answer that nobody hears must neither
        end the time in which the worker was not heard of nor take a lease that nobody knows of.
        """
        async with self._writing.begin() as connection:
            now = await _now(connection)
            query = sa.select(WORKERS.seen_at, WORKERS.until).where(WORKERS.id == worker)
            before = (await connection.execute(query)).first()
            life = {"id": worker, "seen_at": now, "until": now + LEASE}
            await connection.execute(upsert(self._engine.dialect.name, schema.workers, [life]))
            held = await self._take(connection, worker, wanted, now) if wanted else {}
            if sockets:
                await self._note(connection, worker, sockets, now)
            if asyncio.get_running_loop().time() >= until:
                raise Unavailable("the answer came too late")
        gap = now - before[0] if before else 0
        return Beat(now, gap, before is not None and before[1] < now, held)

    async def _take(
        self, connection: AsyncConnection, worker: str, wanted: Collection[str], now: int
    ) -> dict[str, int]:
        # Locked first and read then: a query that waited for a lock sees the new row, but not what belongs to it.
        rows = sa.select(TABLES.id).where(TABLES.id.in_(wanted)).order_by(TABLES.id).with_for_update()
        await connection.execute(rows)
        query = (
            sa.select(TABLES.id, TABLES.worker, WORKERS.seen_at, WORKERS.until)
            .select_from(schema.tables.outerjoin(schema.workers, WORKERS.id == TABLES.worker))
            .where(TABLES.id.in_(wanted))
        )
        held = {}
        for table, holder, seen, until in (await connection.execute(query)).all():
            if holder is None or holder == worker:
                held[table] = 0
            elif until is None or until < now:
                held[table] = max(1, now - seen) if seen is not None else 1
        taken = sa.update(schema.tables).where(TABLES.id.in_(held)).values(worker=worker)
        await connection.execute(taken)
        return held

    async def _note(self, connection: AsyncConnection, worker: str, sockets: Sequence[Sockets], now: int) -> None:
        rows: list[dict[str, Any]] = [
            {
                "worker_id": worker,
                "table_id": one.table,
                "who": one.who,
                "sockets": one.count,
                "gone_at": 0 if one.count else now - one.gone,
            }
            for one in sorted(sockets, key=lambda one: (one.table, one.who))
        ]
        for at in range(0, len(rows), 1000):
            await connection.execute(upsert(self._engine.dialect.name, schema.presence, rows[at : at + 1000]))
        left = PRESENCE.worker_id == worker, PRESENCE.sockets == 0, PRESENCE.gone_at < now - GRACE
        await connection.execute(sa.delete(schema.presence).where(*left))

    def orphans(self) -> sa.Select[Any]:
        """The query for tables in play whose worker is gone."""
        living = sa.select(WORKERS.id).where(WORKERS.id == TABLES.worker, WORKERS.until > DatabaseTime())
        query = sa.select(TABLES.id).where(TABLES.phase == "playing", TABLES.worker.is_not(None), ~living.exists())
        return query.order_by(TABLES.changed_at.desc())

    async def release(self, worker: str, tables: Collection[str]) -> None:
        """Give up leases."""
        async with self._writing.begin() as connection:
            given = sa.update(schema.tables).where(TABLES.id.in_(tables), TABLES.worker == worker)
            await connection.execute(given.values(worker=None))

    async def elsewhere(self, worker: str, tables: Collection[str]) -> list[Sockets]:
        """Who is connected at other workers; whoever was at one that died left when it was last heard of."""
        query = (
            sa.select(PRESENCE.table_id, PRESENCE.who, PRESENCE.sockets, PRESENCE.gone_at)
            .add_columns(WORKERS.seen_at, WORKERS.until)
            .select_from(schema.presence.join(schema.workers, WORKERS.id == PRESENCE.worker_id))
            .where(PRESENCE.table_id.in_(tables), PRESENCE.worker_id != worker)
        )
        async with self._engine.connect() as connection:
            now = await _now(connection)
            rows = (await connection.execute(query)).all()
        found = []
        for table, who, count, gone_at, seen, until in rows:
            living = until > now
            gone = 0 if living and count else now - (gone_at if not count else seen)
            if gone < GRACE:
                found.append(Sockets(table, who, count if living else 0, gone))
        return found

    async def end(self, which: sa.ColumnElement[bool], now: bool) -> None:
        """These workers live no more; with `now`, they did until this moment. Those long gone are forgotten."""
        async with self._writing.begin() as connection:
            time = await _now(connection)
            ended = {"until": time - 1, "seen_at": time} if now else {"until": time - 1}
            living = WORKERS.until >= time
            await connection.execute(sa.update(schema.workers).where(which, living).values(**ended))
            holds = sa.select(TABLES.id).where(TABLES.worker == WORKERS.id)
            old = sa.select(WORKERS.id).where(WORKERS.until < time - GRACE, ~holds.exists())
            await connection.execute(sa.delete(schema.presence).where(PRESENCE.worker_id.in_(old)))
            await connection.execute(sa.delete(schema.workers).where(WORKERS.id.in_(old)))


async def _now(connection: AsyncConnection) -> int:
    now: int = (await connection.execute(sa.select(DatabaseTime()))).scalar_one()
    return now
