"""Notices by PostgreSQL's LISTEN and NOTIFY, which reach those who listen at that moment."""

from collections.abc import AsyncIterator

import psycopg
from psycopg import sql

from ordago.service.bus import ANSWERS, CHANNEL, BrokerBus

ASKS = 5.0
"""After so many seconds of silence the connection is asked whether it lives."""


class PostgresBus(BrokerBus):
    """Over two connections of its own to a database: one listens, one tells."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._telling: psycopg.AsyncConnection | None = None
        super().__init__()

    async def _connection(self) -> psycopg.AsyncConnection:
        return await psycopg.AsyncConnection.connect(
            self._url,
            autocommit=True,
            connect_timeout=int(ANSWERS),
            application_name="ordago bus",
            keepalives_idle=int(ASKS),
            keepalives_interval=2,
            keepalives_count=2,
        )

    async def hear(self) -> AsyncIterator[str]:
        """The notices of everybody."""
        async with await self._connection() as connection:
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            yield ""
            while True:
                async for notice in connection.notifies(timeout=ASKS):
                    yield notice.payload
                await connection.execute("SELECT 1")
                yield ""

    async def connect(self) -> None:
        """Make the connection that tells."""
        await self.disconnect()
        self._telling = await self._connection()

    async def send(self, notices: list[str]) -> None:
        """Tell these, in one go."""
        assert self._telling is not None
        await self._telling.execute("SELECT pg_notify(%s, told) FROM unnest(%s::text[]) AS told", (CHANNEL, notices))

    async def disconnect(self) -> None:
        """Close the connection that tells."""
        if self._telling is not None:
            await self._telling.close()
            self._telling = None
