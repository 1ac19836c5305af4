"""What a worker does besides its tables: it says that it lives, takes leases, asks who is where and what is new.

With the broker gone, the log is found to have grown by asking; with the database gone, nothing is done, and when it is
back the time in between is given back to the tables whose clocks run here.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

import structlog

from ordago.service.clock import DatabaseClock
from ordago.service.host import Host
from ordago.service.store import Sockets, Store, Unavailable

LOG = structlog.get_logger("ordago.keeper")

BEAT = 1.0
"""Seconds between two beats of a worker."""

ASKS = 1.0
"""Seconds between two looks at how far the logs are."""

STEADY = 3.0
"""So many seconds after a beat the clocks stand still; shorter than a lease."""

TOGETHER = 200
"""How many tables of a worker that is gone are taken up at once."""


class Tables(Protocol):
    """What a keeper needs of its house."""

    store: Store
    worker: str
    hosts: dict[str, Host]
    clock: Callable[[], int]

    async def host(self, table: str) -> Host:
        """The table, from memory or from its log."""

    def answered(self) -> None:
        """The database answers."""

    def unstored(self) -> None:
        """The database does not answer."""


class Keeper:
    """Keeps the leases of one worker."""

    def __init__(self, house: Tables) -> None:
        self.house = house
        self._steady_until = 0.0
        self._wanted: set[str] = set()
        self._refused: set[str] = set()
        self._told: dict[tuple[str, str], int] = {}
        self._hurry = asyncio.Event()
        self._left = False  # whether a worker has left since the last whole beat

    @property
    def steady(self) -> bool:
        """Whether the last beat is not long ago."""
        return asyncio.get_running_loop().time() < self._steady_until

    def want(self, table: str) -> None:
        """Take the lease of a table soon, if it is free."""
        if table not in self._refused:
            self._wanted.add(table)
            self._hurry.set()

    def somebody_left(self) -> None:
        """Another worker has stopped in order: look soon what it did by itself."""
        self._left = True
        self._hurry.set()

    async def start(self) -> None:
        """Take up what was being played when the workers before stopped. Raises Unavailable."""
        if self.house.store.alone:
            await self.house.store.inherit(self.house.worker)
        await self._beat()
        while len(await self._adopt()) == TOGETHER:
            pass

    async def run(self) -> None:
        """Beat until cancelled; at once where a lease is wanted."""
        loop = asyncio.get_running_loop()
        due = loop.time() + BEAT
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._hurry.wait()
            whole = self._left or loop.time() >= due
            try:
                if whole:
                    due = loop.time() + BEAT
                    await self._whole()
                else:
                    await self._claim()
            except Unavailable:
                self.house.unstored()
            except Exception:  # a fault must be seen, and must not stop every clock for good
                LOG.exception("keeper-failed")
                await asyncio.sleep(1)

    async def ask(self) -> None:
        """Look how far the logs are, until cancelled: the broker may have told nobody."""
        while True:
            await asyncio.sleep(ASKS)
            try:
                await self._ask()
            except Unavailable:
                self.house.unstored()
            except Exception:  # a fault must be seen, and must not end the asking for good
                LOG.exception("keeper-failed")

    async def _ask(self) -> None:
        hosts = self.house.hosts
        if hosts:
            ends = await self.house.store.ends(list(hosts))
            self.house.answered()
            behind = [(host, end) for table, end in ends.items() if (host := hosts.get(table)) and end > host.sequence]
            await asyncio.gather(*(host.heard(end) for host, end in behind))

    # A beat

    async def _whole(self) -> None:
        self._left = False
        self._refused.clear()
        self._hurry.clear()
        hosts = self.house.hosts
        if hosts or self._told:
            self._wanted |= {table for table, host in hosts.items() if host.busy and not host.leased}
            await self._beat()
            await self._listen()
            await asyncio.gather(*[host.greet() for host in hosts.values() if host.ungreeted])
        if not self.house.store.alone:
            await self._adopt()

    async def _claim(self) -> None:
        """Take what is wanted now. What wants to be taken at the same moment is taken together."""
        self._hurry.clear()
        await asyncio.sleep(0)
        if self._wanted:
            await self._beat()

    async def _adopt(self) -> list[str]:
        """Take up tables whose worker is gone."""
        orphans = await self.house.store.orphans(TOGETHER)
        if orphans:
            await asyncio.gather(*(self.house.host(table) for table in orphans))
            self._wanted |= set(orphans)
            await self._beat()
            await self._listen()
        return orphans

    async def _beat(self) -> None:
        self._hurry.clear()
        wanted, self._wanted = self._wanted & self.house.hosts.keys(), set()
        changes = self._changes()
        clock = self.house.clock
        asked = clock.steady() if isinstance(clock, DatabaseClock) else 0
        beat = await self.house.store.beat(self.house.worker, sorted(wanted), list(changes))
        if isinstance(clock, DatabaseClock):
            clock.heard(beat.now, asked)
        self.house.answered()
        self._told = {key: count for key, count in (self._told | _counts(changes)).items() if count}
        stood = not self.steady  # then clocks here have waited, and must be woken
        self._steady_until = asyncio.get_running_loop().time() + STEADY
        self._refused |= wanted - beat.held.keys()
        taken = {table: gap for table, gap in beat.held.items() if table in self.house.hosts}
        if stood:
            if beat.lapsed:
                self._told = {}
            for table, host in self.house.hosts.items():
                if host.leased:
                    if beat.lapsed:
                        host.leased = False
                        host.stood(beat.gap)
                        self._wanted.add(table)
                    else:
                        taken[table] = beat.gap
        await asyncio.gather(*(self.house.hosts[table].take(gap) for table, gap in taken.items()))
        if stood and beat.lapsed and self._wanted:
            await self._retake()

    async def _retake(self) -> None:
        """Take back what nobody else took while this worker was not heard of."""
        wanted, self._wanted = self._wanted & self.house.hosts.keys(), set()
        beat = await self.house.store.beat(self.house.worker, sorted(wanted))
        held = {table: since for table, since in beat.held.items() if table in self.house.hosts}
        await asyncio.gather(*(self.house.hosts[table].take(since) for table, since in held.items()))

    def _changes(self) -> list[Sockets]:
        """Who came or left here since the last beat."""
        here = {(table, who): count for table, host in self.house.hosts.items() for who, count in host.sockets.items()}
        found = [Sockets(*key, count) for key, count in here.items() if self._told.get(key) != count]
        for table, who in self._told.keys() - here.keys():
            host = self.house.hosts.get(table)
            found.append(Sockets(table, who, 0, host.attendance.gone_for(who) if host else 0))
        return found

    async def _listen(self) -> None:
        """Tell every table who is connected to it at other workers."""
        if self.house.store.alone:
            return
        found: dict[str, list[Sockets]] = {table: [] for table in self.house.hosts}
        for one in await self.house.store.elsewhere(self.house.worker, list(found)):
            found[one.table].append(one)
        for table, others in found.items():
            if table in self.house.hosts:
                self.house.hosts[table].noticed(others)


def _counts(changes: Iterable[Sockets]) -> dict[tuple[str, str], int]:
    return {(one.table, one.who): one.count for one in changes}
