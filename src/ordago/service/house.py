"""All tables of a server: opening, finding and recovering them, and the beat by which a restart knows the time."""

import asyncio
import os
import random
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from ordago.errors import OrdagoError
from ordago.service.bus import Bus, LocalBus
from ordago.service.host import Host
from ordago.service.store import Conflict, Row, Store
from ordago.service.summary import row_of
from ordago.table import after, creation
from ordago.table import commands as do
from ordago.table.events import AnyEvent

BEAT = 2.0
"""Seconds between notes that the server runs."""

IDLE = 600_000
"""How long a table that nobody is connected to stays in memory, in milliseconds."""

KEPT = 30 * 24 * 3600 * 1000
"""How long tables and guests are kept after they were last touched, in milliseconds: thirty days."""

SEEN = "seen_at"
"""The value of the house that says when it was last running."""


class House:
    """The tables of this process. `clock` and `seeds` are handed in for tests."""

    def __init__(
        self,
        store: Store,
        bus: Bus | None = None,
        *,
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        seeds: Callable[[], bytes] = lambda: os.urandom(32),
    ) -> None:
        self.store = store
        self.bus: Bus = bus or LocalBus()
        self.dice: random.Random = random.SystemRandom()
        self.hosts: dict[str, Host] = {}
        self.on_stored: Callable[[int, float], None] = lambda events, seconds: None
        self._clock = clock
        self._seeds = seeds
        self._loading: dict[str, asyncio.Future[Host]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.bus.subscribe(self._heard)

    def now(self) -> int:
        """The time in milliseconds."""
        return self._clock()

    def seed(self) -> bytes:
        """A new server seed."""
        return self._seeds()

    def stored(self, events: int, seconds: float) -> None:
        """Count what was stored."""
        self.on_stored(events, seconds)

    async def start(self) -> None:
        """Take up every match that was being played when the server stopped, with the time and a grace given back."""
        seen = int(await self.store.value(SEEN) or 0)
        for row in await self.store.rows(phase="playing", limit=100_000):
            host = await self.host(row.id)
            await host.command(do.Resume(seen=max(seen, host.last_event_at)))
        self._spawn(self._keep())

    async def close(self) -> None:
        """Stop every clock, note the time, close the store."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for host in list(self.hosts.values()):
            await host.close()
        self.hosts.clear()
        await self.store.put(SEEN, str(self.now()))
        await self.bus.close()
        await self.store.close()

    async def open(self, who: str, game: str, **wishes: Any) -> Host:
        """A new table of `who`; see `ordago.table.creation.opening` for the rest. Raises OrdagoError."""
        name = secrets.token_hex(10)
        event = creation.opening(self.now(), name, who, game, **wishes)
        await self.store.append(name, 1, [event], row_of(after(None, event), event.at))
        return await self.host(name)

    async def quick(self, who: str, name: str, game: str, **wishes: Mapping[str, Any] | Any) -> Host:
        """A table for `who` with bots on all other chairs, which starts when they come."""
        host = await self.open(who, game, quick=True, **wishes)
        await host.command(do.Sit(chair=1, name=name), who)
        await host.command(do.Fill(), who)
        return host

    async def host(self, table: str) -> Host:
        """The table, from memory or from its log. Raises OrdagoError `table-unknown`."""
        if table in self.hosts:
            return self.hosts[table]
        if table in self._loading:
            return await asyncio.shield(self._loading[table])
        future = self._loading[table] = asyncio.get_running_loop().create_future()
        try:
            log = await self.store.load(table)
            if not log:
                raise OrdagoError("table-unknown")
            host = self.hosts[table] = Host(self, log)
        except BaseException as error:
            future.set_exception(error)
            future.exception()  # seen: whoever waits too gets it as well
            raise
        else:
            future.set_result(host)
        finally:
            del self._loading[table]
        return host

    async def log(self, table: str) -> list[AnyEvent]:
        """The whole log of a table. Raises OrdagoError `table-unknown`."""
        log = await self.store.load(table)
        if not log:
            raise OrdagoError("table-unknown")
        return log

    async def open_tables(self) -> list[Row]:
        """Listed tables that somebody may join or watch, the latest first."""
        day = self.now() - 24 * 3600 * 1000
        rows = await self.store.rows(listed=True, limit=100)
        return [row for row in rows if row.phase != "over" and row.changed_at > day]

    def _heard(self, table: str, sequence: int) -> None:
        host = self.hosts.get(table)
        if host is None:
            return
        if sequence <= host.sequence:
            host.wake()
        else:
            self._spawn(host.heard(sequence))

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep(self) -> None:
        """Note that the server runs, let go of tables that nobody is at, and once a day of what is old."""
        swept = 0
        while True:
            with suppress(OSError, Conflict):
                if any(host.table.phase == "playing" for host in self.hosts.values()):
                    await self.store.put(SEEN, str(self.now()))
                if self.now() - swept > 24 * 3600 * 1000:
                    swept = self.now()
                    await self.store.forget(swept - KEPT)
            for host in list(self.hosts.values()):
                if not host.sockets and not host.table.people() and self.now() - host.idle_since > IDLE:
                    del self.hosts[host.table.id]
                    await host.close()
            await asyncio.sleep(BEAT)
