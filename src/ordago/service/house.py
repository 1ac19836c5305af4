"""All tables that a worker has open: opening and finding them, letting go of them, and what all of them share."""

import asyncio
import os
import random
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import structlog

from ordago.errors import OrdagoError
from ordago.service.bus import LEFT, Bus, LocalBus
from ordago.service.clock import DatabaseClock
from ordago.service.host import Host
from ordago.service.keeper import Keeper
from ordago.service.store import Row, Store, Unavailable
from ordago.service.summary import row_of
from ordago.service.tasks import ended
from ordago.table import after, creation
from ordago.table import commands as do
from ordago.table.events import AnyEvent

LOG = structlog.get_logger("ordago.house")

TIDIES = 2.0
"""Seconds between looks for tables to be let go."""

IDLE = 600_000
"""How long a table that nobody is connected to stays in memory, in milliseconds."""

DAY = 24 * 3600 * 1000
"""A day in milliseconds."""

KEPT = 30
"""How many days tables and guests are kept after they were last touched, where nobody says otherwise."""


class House:
    """The tables of this worker. `clock` and `seeds` are handed in for tests; `kept` in days."""

    def __init__(
        self,
        store: Store,
        bus: Bus | None = None,
        *,
        clock: Callable[[], int] | None = None,
        seeds: Callable[[], bytes] = lambda: os.urandom(32),
        kept: int = KEPT,
    ) -> None:
        self.store = store
        self.kept = kept
        self.bus: Bus = bus or LocalBus()
        self.dice: random.Random = random.SystemRandom()
        self.hosts: dict[str, Host] = {}
        self.worker = secrets.token_hex(10)
        self.clock: Callable[[], int] = clock or DatabaseClock()
        self.down = False
        self.on_stored: Callable[[int, float], None] = lambda events, seconds: None
        self.on_tables: Callable[[int], None] = lambda count: None
        self._seeds = seeds
        self._keeper = Keeper(self)
        self._loading: dict[str, asyncio.Future[Host]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.bus.subscribe(self._heard)

    def now(self) -> int:
        """The time in milliseconds."""
        return self.clock()

    def seed(self) -> bytes:
        """A new server seed."""
        return self._seeds()

    def stored(self, events: int, seconds: float) -> None:
        """Count what was stored."""
        self.on_stored(events, seconds)

    def unstored(self) -> None:
        """The database did not answer: everybody is told."""
        self._is_down(True)

    def answered(self) -> None:
        """The database answers."""
        self._is_down(False)

    def _is_down(self, down: bool) -> None:
        if down != self.down:
            self.down = down
            LOG.warning("storage-down" if down else "storage-up")
            for host in self.hosts.values():
                host.wake()

    @property
    def steady(self) -> bool:
        """Whether the database was heard of lately, so that leases hold and time runs."""
        return self._keeper.steady

    def wants(self, table: str) -> None:
        """Something is to be done at this table: its lease is wanted soon."""
        self._keeper.want(table)

    async def start(self) -> None:
        """Take up every match whose worker is gone, with the time in between and a grace given back."""
        await self._keeper.start()
        for work in (self._keeper.run(), self._keeper.ask(), self._tidy()):
            self._spawn(work)

    async def close(self) -> None:
        """Stop every clock, hand the tables over to the workers that go on, close the store."""
        await ended(self._tasks)
        leased = any(host.leased for host in self.hosts.values())
        for host in list(self.hosts.values()):
            await host.close()
        self.hosts.clear()
        with suppress(Unavailable):
            await self.store.depart(self.worker)
            if leased:
                await self.bus.publish(LEFT, 0)
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
            self.hosts[table].attendance.idle_since = self.now()  # whoever asks is about to come
            return self.hosts[table]
        if table in self._loading:
            return await asyncio.shield(self._loading[table])
        future = self._loading[table] = asyncio.get_running_loop().create_future()
        try:
            log = await self.store.load(table)
            if not log:
                raise OrdagoError("table-unknown")
            host = self.hosts[table] = Host(self, log)
            self.on_tables(len(self.hosts))
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
        day = self.now() - DAY
        rows = await self.store.rows(listed=True, limit=100)
        return [row for row in rows if row.phase != "over" and row.changed_at > day]

    def _heard(self, table: str, sequence: int) -> None:
        if table == LEFT:
            self._keeper.somebody_left()
            return
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

    async def _tidy(self) -> None:
        """Let go of tables that nobody is at, and once a day of what is old."""
        swept = 0
        while True:
            try:
                if self.now() - swept > DAY:
                    swept = self.now()
                    await self.store.forget(swept - self.kept * DAY)
                await self._let_go()
            except Unavailable:
                pass  # next time
            except Exception:  # a fault must be seen, and must not end the tidying for good
                LOG.exception("tidying-failed")
            await asyncio.sleep(TIDIES)

    async def _let_go(self) -> None:
        gone = []
        for host in list(self.hosts.values()):
            if host.idle and self.now() - host.attendance.idle_since > IDLE:
                del self.hosts[host.table.id]
                gone.append(host)
                await host.close()
        self.on_tables(len(self.hosts))
        leased = [host.table.id for host in gone if host.leased]
        if leased:
            await self.store.release(self.worker, leased)
