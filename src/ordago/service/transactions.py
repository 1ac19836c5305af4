"""Whole transactions that write, one after the other.

PostgreSQL's driver runs on the loop, through SQLAlchemy, which finds out when a server has gone. That of SQLite would
go to a thread and back for every single call, and going there costs more than the call: here a whole transaction runs
in a thread of its own, on one connection that stays open, with statements that are compiled once.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from ordago.service.database import prepare

Done = TypeVar("Done")

Values = dict[str, Any] | list[dict[str, Any]] | None
"""The values of a statement, of many rows of it, or none besides its own."""

NAMED = sqlite.dialect(paramstyle="named")
"""Statements as SQLite takes them, with values by their names."""


class Session(Protocol):
    """A transaction that is under way."""

    def execute(self, statement: sa.Executable, values: Values = None) -> int:
        """Do a statement, once for each row of values; how many rows it changed.

        Raises sqlalchemy.exc.IntegrityError where a key is there already, DataError or ProgrammingError where a value
        cannot be stored, another SQLAlchemyError where the database failed.
        """


class Transactions(Protocol):
    """A database that can be written to."""

    async def run(self, work: Callable[[Session], Done]) -> Done:
        """Do this in one transaction; returns once it is on disk. Raises SQLAlchemyError where that failed."""

    def close(self) -> None:
        """Let go of the database, once what is going on is done."""


def transactions(engine: AsyncEngine) -> Transactions:
    """Transactions that write to the database of this engine."""
    return FileTransactions(str(engine.url.database)) if engine.dialect.name == "sqlite" else ServerTransactions(engine)


class ServerSession:
    """A transaction of SQLAlchemy."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def execute(self, statement: sa.Executable, values: Values = None) -> int:
        """Do a statement."""
        return self._connection.execute(statement, values).rowcount


class ServerTransactions:
    """On a server, by the engine's own connections."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(writes=True)

    async def run(self, work: Callable[[Session], Done]) -> Done:
        """Do this in one transaction."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(lambda plain: work(ServerSession(plain)))

    def close(self) -> None:
        """The connections are the engine's."""


class FileSession:
    """A transaction of SQLite's own driver."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor

    def execute(self, statement: sa.Executable, values: Values = None) -> int:
        """Do a statement."""
        if values is None:
            found = compiled(statement, ())
            return self._cursor.execute(str(found), found.params).rowcount
        if isinstance(values, list):
            return self._cursor.executemany(kept(statement, tuple(values[0])), values).rowcount
        return self._cursor.execute(kept(statement, tuple(values)), values).rowcount


class FileTransactions:
    """On a file, in a thread of its own."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "store")

    async def run(self, work: Callable[[Session], Done]) -> Done:
        """Do this in one transaction."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._whole, work)

    def close(self) -> None:
        """Let go of the file."""
        self._thread.submit(self._forget)
        self._thread.shutdown(wait=False)

    def _whole(self, work: Callable[[Session], Done]) -> Done:
        try:
            if self._connection is None:
                self._connection = self._opened()
            cursor = self._connection.cursor()
            cursor.execute("BEGIN IMMEDIATE")  # what it looks at stays true
            done = work(FileSession(cursor))
            cursor.execute("COMMIT")
            return done
        except BaseException as error:
            self._undo()
            if isinstance(error, sqlite3.Error):
                raise kind_of(error)(None, None, error) from None
            raise

    def _opened(self) -> sqlite3.Connection:
        """A connection that is prepared; one that cannot be is of no use."""
        connection = sqlite3.connect(self._file, check_same_thread=False)
        try:
            prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _undo(self) -> None:
        try:
            if self._connection is not None and self._connection.in_transaction:
                self._connection.rollback()
        except sqlite3.Error:
            self._forget()

    def _forget(self) -> None:
        """Close the connection, and with it undo what was not committed; the next transaction opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def kind_of(error: sqlite3.Error) -> type[sa.exc.DBAPIError]:
    """What SQLAlchemy calls an error of SQLite's driver, as far as it matters whose fault it is."""
    if isinstance(error, sqlite3.IntegrityError):
        return sa.exc.IntegrityError
    at_fault = isinstance(error, sqlite3.DataError | sqlite3.InterfaceError | sqlite3.ProgrammingError)
    return sa.exc.DataError if at_fault else sa.exc.OperationalError


def compiled(statement: sa.Executable, names: tuple[str, ...]) -> sa.Compiled:
    """A statement for SQLite, for values of these names or with its own."""
    assert isinstance(statement, sa.ClauseElement)
    return statement.compile(dialect=NAMED, column_keys=list(names) or None)


@lru_cache(maxsize=64)
def kept(statement: sa.Executable, names: tuple[str, ...]) -> str:
    """The text of a statement that is done again and again.

    One that carries its values is done once, and may carry a person's name: that is never kept.
    """
    return str(compiled(statement, names))
