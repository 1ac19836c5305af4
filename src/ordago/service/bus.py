"""Announces "table T is at N", and that a worker has left. It carries no event and may lose notices: whoever listens
reads the log.

No publisher ever waits for a broker. What could not be told is dropped; the keeper of each worker finds it in the log.
"""

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from typing import Protocol

import structlog

from ordago.errors import OrdagoError
from ordago.service.store import address_shown
from ordago.service.tasks import ended

LOG = structlog.get_logger("ordago.bus")

Listener = Callable[[str, int], None]

CHANNEL = "ordago"
"""The name under which brokers carry notices."""

FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0
"""Seconds until a broker that was lost is tried again: doubled from the first to the longest."""

ANSWERS = 3.0
"""So many seconds a broker may take to answer."""

MOST_NOTICES = 200
"""So many notices go out together at most."""

LEFT = "*"
"""In the place of a table: a worker has left, and what it did by itself may be taken up."""

LAST_WORDS = 1.0
"""So many seconds a bus that is closed still has to tell what waits."""


class Bus(Protocol):
    """The three methods that a broker must offer."""

    async def publish(self, table: str, sequence: int) -> None:
        """Tell every listener, here and elsewhere, that the table's log has come to this number; `LEFT` has none.

        Does not fail.
        """

    def subscribe(self, listener: Listener) -> None:
        """Call this for each notice from now on. It must not wait."""

    async def close(self) -> None:
        """Stop."""


class LocalBus:
    """Within one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    async def publish(self, table: str, sequence: int) -> None:
        """Tell the listeners."""
        self._tell(table, sequence)

    def _tell(self, table: str, sequence: int) -> None:
        for listener in self._listeners:
            listener(table, sequence)

    def subscribe(self, listener: Listener) -> None:
        """Add a listener."""
        self._listeners.append(listener)

    async def close(self) -> None:
        """Forget the listeners."""
        self._listeners.clear()


class BrokerBus(LocalBus, ABC):
    """By way of a broker as well: one task listens and one tells, and both come back by themselves.

    A notice is `SENDER TABLE NUMBER`; a bus does not hear its own. Of a table that moves on while the broker is slow
    only the last number waits.
    """

    def __init__(self) -> None:
        super().__init__()
        self.name = secrets.token_hex(6)
        self.connected = False
        self._waiting: dict[str, int] = {}
        self._stir = asyncio.Event()
        self._told = asyncio.Event()
        self._told.set()
        work = self._stay(self._listen, "bus listener"), self._stay(self._tell_all, "bus teller")
        self._tasks = [asyncio.create_task(one) for one in work]

    @abstractmethod
    async def hear(self) -> AsyncIterator[str]:
        """The notices of everybody, over a connection of its own; first one empty text once it listens."""
        yield ""

    @abstractmethod
    async def connect(self) -> None:
        """Make a connection for telling, instead of any there was."""

    @abstractmethod
    async def send(self, notices: list[str]) -> None:
        """Tell these."""

    @abstractmethod
    async def disconnect(self) -> None:
        """Close the connection for telling."""

    async def publish(self, table: str, sequence: int) -> None:
        """Tell the listeners here, and the broker soon."""
        self._tell(table, sequence)
        self._waiting[table] = max(sequence, self._waiting.get(table, 0))
        self._stir.set()
        self._told.clear()

    async def close(self) -> None:
        """Tell what waits, if that can be done soon, and stop."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self._told.wait()
        await ended(self._tasks)
        with suppress(Exception):
            async with asyncio.timeout(ANSWERS):
                await self.disconnect()
        await super().close()

    async def _stay(self, work: Callable[[], AsyncIterator[None]], name: str) -> None:
        """Do this again and again; after a failure wait, longer each time. Each thing it yields is a success."""
        wait = FIRST_WAIT
        while True:
            try:
                async for _ in work():
                    wait = FIRST_WAIT
            except Exception as error:  # whatever the driver raises: play goes on by asking
                if wait == FIRST_WAIT:
                    LOG.warning("broker-lost", part=name, reason=type(error).__name__)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _listen(self) -> AsyncIterator[None]:
        try:
            async for notice in self.hear():
                if not self.connected:
                    self.connected = True
                    LOG.info("broker-found")
                sender, _, told = notice.partition(" ")
                table, _, number = told.partition(" ")
                if sender != self.name and number.isdecimal():
                    self._tell(table, int(number))
                yield
        finally:
            self.connected = False

    async def _tell_all(self) -> AsyncIterator[None]:
        async with asyncio.timeout(ANSWERS):
            await self.connect()
        while True:
            await self._stir.wait()
            self._stir.clear()
            waiting, self._waiting = self._waiting, {}
            notices = [f"{self.name} {table} {number}" for table, number in waiting.items()]
            for at in range(0, len(notices), MOST_NOTICES):
                async with asyncio.timeout(ANSWERS):
                    await self.send(notices[at : at + MOST_NOTICES])
            if not self._waiting:
                self._told.set()
            yield


def open_bus(url: str | None) -> Bus:
    """The bus at an address: Redis or Valkey, PostgreSQL; None: within this process. Does not wait for the broker.

    Raises OrdagoError `bus-unknown`, `extra-missing`.
    """
    if url is None:
        return LocalBus()
    opening = BROKERS.get(url.partition(":")[0])
    if opening is None:
        raise OrdagoError("bus-unknown", url=address_shown(url))
    return opening(url)


def _redis(url: str) -> Bus:
    try:
        from ordago.service.redis_bus import RedisBus
    except ImportError:
        raise OrdagoError("extra-missing", extra="redis") from None
    return RedisBus(url)


def _postgres(url: str) -> Bus:
    try:
        from ordago.service.postgres_bus import PostgresBus
    except ImportError:
        raise OrdagoError("extra-missing", extra="postgres") from None
    return PostgresBus(url)


BROKERS: Mapping[str, Callable[[str], Bus]] = {
    "redis": _redis,
    "rediss": _redis,
    "valkey": _redis,
    "valkeys": _redis,
    "postgresql": _postgres,
    "postgres": _postgres,
}
"""What opens a bus, by the scheme of its address."""
