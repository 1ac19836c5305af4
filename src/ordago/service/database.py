"""Databases: SQLite in a folder, PostgreSQL by its address. Opening, bringing up to date, what the dialects say apart.

Everything else speaks SQLAlchemy Core and does not know which of the two it talks to.
"""

import sqlite3
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from ordago.errors import OrdagoError
from ordago.service.store import address_shown

FILE = "ordago.db"
"""The database's file in its folder."""

ANSWERS = 3
"""So many seconds a database may take to accept a connection."""

POOL = 8
"""So many connections a worker keeps to PostgreSQL at most."""

UPGRADING = 0x0D0A60
"""The number of the lock that whoever upgrades PostgreSQL takes: two who start at once do it one after the other."""

Place = Path | str
"""Where tables are kept: the folder of an SQLite database, or the address of one of PostgreSQL."""


class DatabaseTime(FunctionElement[int]):
    """What the database's clock shows as a statement runs, in milliseconds since 1970."""

    type = sa.BigInteger()
    inherit_cache = True


@compiles(DatabaseTime, "sqlite")
def _in_sqlite(element: DatabaseTime, compiler: Any, **_: Any) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


@compiles(DatabaseTime, "postgresql")
def _in_postgresql(element: DatabaseTime, compiler: Any, **_: Any) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"


def upsert(dialect: str, table: sa.Table, rows: list[dict[str, Any]]) -> sa.Executable:
    """Insert rows, or change those that have their key already. Rows of one statement have different keys."""
    insert = (postgresql.insert if dialect == "postgresql" else sqlite.insert)(table).values(rows)
    keys = [column.name for column in table.primary_key.columns]
    changed = {name: insert.excluded[name] for name in rows[0] if name not in keys}
    return insert.on_conflict_do_update(index_elements=keys, set_=changed)


def shown(place: Place) -> str:
    """The place as it may be shown: without the password."""
    return str(place) if isinstance(place, Path) else address_shown(place)


def engine_of(place: Place) -> AsyncEngine:
    """An engine on the database; a transaction with the option `writes` may write. Makes the folder where needed.

    Raises OrdagoError `data-unusable`, `database-unknown` (an address of something else), `extra-missing`.
    """
    return _postgresql(place) if isinstance(place, str) else _sqlite(place)


def _sqlite(folder: Path) -> AsyncEngine:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OrdagoError("data-unusable", folder=str(folder), reason=error.strerror or str(error)) from None
    engine = create_async_engine(f"sqlite+aiosqlite:///{folder / FILE}", hide_parameters=True)
    sa.event.listen(engine.sync_engine, "connect", lambda connection, _: prepare(connection))
    sa.event.listen(engine.sync_engine, "begin", _begin)
    return engine


def prepare(connection: Any) -> None:
    """Make a new connection to SQLite as all of ours are: patient, synced, written ahead."""
    connection.isolation_level = None  # transactions begin where we say
    cursor = connection.cursor()
    for pragma in ("busy_timeout=10000", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.execute("PRAGMA journal_mode")
    if tuple(cursor.fetchone()) != ("wal",):
        _write_ahead(cursor)
    cursor.close()


def _write_ahead(cursor: Any) -> None:
    """Change a new file to that mode. Of two who do it at once one is told at once, whatever its patience."""
    for last in [False] * 100 + [True]:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if last:
                raise
            time.sleep(0.02)


def _begin(connection: sa.Connection) -> None:
    """A transaction that will write takes the lock at once, so that what it looks at stays true."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _postgresql(address: str) -> AsyncEngine:
    try:
        url = sa.engine.make_url(address)
    except (sa.exc.ArgumentError, ValueError):  # the second where the port is no number
        raise OrdagoError("database-unknown", url=shown(address)) from None
    if url.drivername not in ("postgresql", "postgres"):
        raise OrdagoError("database-unknown", url=shown(address))
    # A connection whose other end has gone is noticed in seconds, not in the hours of the system's defaults.
    alive = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 2, "tcp_user_timeout": 6000}
    try:
        return create_async_engine(
            url.set(drivername="postgresql+psycopg"),
            isolation_level="READ COMMITTED",
            hide_parameters=True,  # they are names and cards, and errors are logged
            pool_size=POOL,
            max_overflow=0,
            pool_timeout=ANSWERS,
            connect_args={"connect_timeout": ANSWERS, "application_name": "ordago", **alive},
        )
    except ImportError:
        raise OrdagoError("extra-missing", extra="postgres") from None


def verify_there(place: Place) -> None:
    """Refuse a folder without a database, before one is made there. Raises OrdagoError `data-missing`."""
    if isinstance(place, Path) and not (place / FILE).is_file():
        raise OrdagoError("data-missing", folder=shown(place))


async def upgrade(engine: AsyncEngine, place: Place, new: bool = True) -> None:
    """Make the schema, unless nothing `new` is wanted, or bring it up to date, in one transaction.

    Raises OrdagoError `data-unusable` where the database cannot be used, `data-newer` where a later version wrote it,
    `data-missing` where there is none and no new one is wanted.
    """
    try:
        async with engine.execution_options(writes=True).begin() as connection:
            if engine.dialect.name == "postgresql":
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(UPGRADING)))
            if not new and not await connection.run_sync(_has_tables):
                raise OrdagoError("data-missing", folder=shown(place))
            await connection.run_sync(_upgrade)
    except CommandError:
        raise OrdagoError("data-newer", folder=shown(place)) from None
    except (OSError, sa.exc.SQLAlchemyError) as error:
        reason = getattr(error, "strerror", None) or str(getattr(error, "orig", error)).strip().partition("\n")[0]
        raise OrdagoError("data-unusable", folder=shown(place), reason=reason) from None


def _has_tables(connection: sa.Connection) -> bool:
    return sa.inspect(connection).has_table("alembic_version")


def _upgrade(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
