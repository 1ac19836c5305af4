"""Looking after a database: checking what it holds, copying it, and what one person or one table has in it."""

import os
import secrets
import sqlite3
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ordago.core import fair, write_record
from ordago.errors import OrdagoError, Refusal
from ordago.service import schema
from ordago.service.database import FILE, Place, engine_of, upgrade, verify_there
from ordago.service.summary import row_of
from ordago.table import Table, after
from ordago.table.events import AnyEvent, Opened, Sat, Started, decode, encode
from ordago.table.record import record


class Fault(msgspec.Struct, frozen=True):
    """Something wrong with a table: a code, and where (`at`: the number of an event or a deal; 0: the table)."""

    table: str
    code: str
    at: int = 0
    reason: str = ""


class Found(msgspec.Struct):
    """What a check has seen."""

    tables: int = 0
    events: int = 0
    deals: int = 0
    faults: list[Fault] = []


class Log(msgspec.Struct, frozen=True):
    """A table as it is stored: its row, and its events with their numbers."""

    row: Any
    events: list[tuple[int, bytes]]


@asynccontextmanager
async def opened(place: Place) -> AsyncIterator[AsyncEngine]:
    """A database that is there, brought up to date.

    Raises OrdagoError `data-missing`, and as `ordago.service.open_store` does.
    """
    verify_there(place)
    engine = engine_of(place)
    try:
        await upgrade(engine, place, new=False)
        yield engine
    finally:
        await engine.dispose()


async def check(engine: AsyncEngine) -> Found:
    """Fold the log of every table: no gap, nothing that does not follow, the cards those that were committed to."""
    found = Found()
    async for log in logs(engine):
        found.tables += 1
        found.events += len(log.events)
        _check(log, found)
    return found


async def logs(engine: AsyncEngine) -> AsyncIterator[Log]:
    """Every table, one after the other."""
    events = schema.events.c
    async with engine.connect() as connection:
        for row in (await connection.execute(sa.select(schema.tables).order_by(schema.tables.c.id))).all():
            yield Log(row, await _events(connection, row.id))
        known = sa.select(schema.tables.c.id)
        strays = sa.select(events.table_id).where(events.table_id.not_in(known)).distinct()
        for (stray,) in (await connection.execute(strays)).all():
            yield Log(None, await _events(connection, stray))


async def _events(connection: AsyncConnection, table: str) -> list[tuple[int, bytes]]:
    columns = schema.events.c
    query = sa.select(columns.sequence, columns.data).where(columns.table_id == table).order_by(columns.sequence)
    return [(sequence, data) for sequence, data in await connection.execute(query)]


def _check(log: Log, found: Found) -> None:
    if log.row is None:
        found.faults.append(Fault("", "row-missing"))
        return
    name = log.row.id
    table: Table | None = None
    for expected, (sequence, data) in enumerate(log.events, 1):
        if sequence != expected:
            found.faults.append(Fault(name, "gap", expected))
            return
        try:
            event = decode(data)
            if isinstance(event, Started) and table is not None:
                _check_deals(table, found)
            table = after(table, event)
        except Exception as error:  # whatever an event does wrong is what is looked for
            found.faults.append(Fault(name, "fold", sequence, f"{type(error).__name__}: {error}"))
            return
    if table is None or log.row.last != len(log.events) or log.row.phase != table.phase:
        found.faults.append(Fault(name, "row-differs"))
    if table is not None:
        _check_deals(table, found)


def _check_deals(table: Table, found: Found) -> None:
    if table.state is None:
        return
    for finding in fair.check(record(table), table.played):
        found.deals += 1
        if not finding.ok:
            found.faults.append(Fault(table.id, finding.code, finding.deal))


def backup(place: Place, target: Path) -> None:
    """Copy a database into a new file while it is in use: SQLite's own copy, or `pg_dump` for PostgreSQL.

    Raises OrdagoError `data-missing`, `backup-exists`, `backup-failed`.
    """
    verify_there(place)
    if target.exists():
        raise OrdagoError("backup-exists", file=str(target))
    try:
        if isinstance(place, str):
            _pg_dump(place, target)
        else:
            source = f"file:{place / FILE}?mode=ro"
            with closing(sqlite3.connect(source, uri=True)) as here, closing(sqlite3.connect(target)) as there:
                here.backup(there, pages=1024)
    except (OSError, sqlite3.Error, subprocess.CalledProcessError) as error:
        target.unlink(missing_ok=True)
        reason = getattr(error, "stderr", None) or str(error)
        raise OrdagoError("backup-failed", file=str(target), reason=reason.strip().partition("\n")[0]) from None


def _pg_dump(address: str, target: Path) -> None:
    url = sa.engine.make_url(address).set(drivername="postgresql")
    variables = {**os.environ, **({"PGPASSWORD": str(url.password)} if url.password else {})}
    open_address = url._replace(password=None).render_as_string()
    command = ["pg_dump", "--format=custom", f"--file={target}", open_address]
    subprocess.run(command, env=variables, check=True, capture_output=True, text=True)


def table_data(log: Log) -> dict[str, Any]:
    """All that is stored of a table, with the records of its matches. It holds the cards of a match in play."""
    events = [decode(data) for _, data in log.events]
    return {
        "id": log.row.id,
        "phase": log.row.phase,
        "changed_at": log.row.changed_at,
        "events": msgspec.to_builtins(events),
        "records": _records(events),
    }


async def person_data(engine: AsyncEngine, who: str) -> dict[str, Any]:
    """All that is stored of a person: the name, and of each table what they did there and the records of ended matches.

    Nothing of anybody else is in it but what those records hold.
    """
    columns = schema.people.c
    async with engine.connect() as connection:
        known = (await connection.execute(sa.select(columns.name, columns.seen_at).where(columns.id == who))).first()
        tables = [await _of_person(connection, name, who) for name in await _tables_of(connection, who)]
    return {
        "id": who,
        "name": known.name if known else None,
        "seen_at": known.seen_at if known else None,
        "tables": [table for table in tables if table["events"]],
    }


async def known_person(engine: AsyncEngine, who: str) -> dict[str, Any]:
    """The same of somebody of whom something is stored. Raises OrdagoError `person-unknown` for anybody else."""
    data = await person_data(engine, who)
    if data["name"] is None and not data["tables"]:
        raise OrdagoError("person-unknown", person=who)
    return data


async def _tables_of(connection: AsyncConnection, who: str) -> list[str]:
    """Tables in whose log a person may be named: the text is there, whatever it stands for."""
    columns = schema.events.c
    sqlite = connection.dialect.name == "sqlite"
    text = sa.cast(columns.data, sa.Text) if sqlite else sa.func.convert_from(columns.data, "UTF8")
    query = sa.select(columns.table_id).where(text.contains(who, autoescape=True)).distinct()
    return sorted(name for (name,) in await connection.execute(query))


async def _of_person(connection: AsyncConnection, table: str, who: str) -> dict[str, Any]:
    stored = [decode(data) for _, data in await _events(connection, table)]
    mine, played = [], False
    for event in stored:
        if _is_of(event, who):
            mine.append(event)
            played = played or isinstance(event, Sat)
    return {"id": table, "events": msgspec.to_builtins(mine), "records": _records(stored) if played else []}


def _is_of(event: AnyEvent, who: str) -> bool:
    return event.cid.startswith(f"{who}:") or getattr(event, "who", None) == who


def _records(events: list[AnyEvent]) -> list[str]:
    """The records of all matches that are over."""
    found: list[str] = []
    table: Table | None = None
    for event in events:
        before, table = table, after(table, event)
        if table.phase == "over" and before is not None and before.phase == "playing":
            found.append(write_record(record(table), table.played))
    return found


async def forget_person(engine: AsyncEngine, who: str) -> int:
    """Delete a person: their name is gone, and in every log they are a guest whom nothing leads back to.

    The games of the others stay. Returns at how many tables they were; raises Refusal `match-running` where they sit
    at a table that is in play, and then nothing is changed.
    """
    columns, nobody = schema.events.c, f"gone{secrets.token_hex(10)}"
    async with engine.execution_options(writes=True).begin() as connection:
        count = 0
        for name in await _tables_of(connection, who):
            table: Table | None = None
            changed = False
            for sequence, data in await _events(connection, name):
                before = decode(data)
                event = _forgotten(before, who, nobody)
                table = after(table, event)
                if event != before:
                    changed = True
                    place = columns.table_id == name, columns.sequence == sequence
                    await connection.execute(sa.update(schema.events).where(*place).values(data=encode(event)))
            if table is None or not changed:
                continue
            count += 1
            if table.phase == "playing" and table.chair_of(nobody):
                raise Refusal("match-running")
            summary = msgspec.json.encode(row_of(table, 0).summary)
            await connection.execute(sa.update(schema.tables).where(schema.tables.c.id == name).values(summary=summary))
        await connection.execute(sa.delete(schema.people).where(schema.people.c.id == who))
    return count


def _forgotten(event: AnyEvent, who: str, nobody: str) -> AnyEvent:
    if event.cid.startswith(f"{who}:"):
        event = replace(event, cid="")
    if isinstance(event, Sat) and event.who == who:
        return replace(event, who=nobody, name=f"Guest {event.chair}")
    if isinstance(event, Opened) and event.who == who:
        return replace(event, who=nobody)
    return event


async def find_table(engine: AsyncEngine, name: str) -> Log:
    """A table as it is stored. Raises OrdagoError `table-unknown`."""
    async with engine.connect() as connection:
        row = (await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == name))).first()
        if row is None:
            raise OrdagoError("table-unknown")
        return Log(row, await _events(connection, name))
