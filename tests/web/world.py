"""A server without a network: a store in memory, and sockets that keep what they were sent."""

import asyncio
import random
import time
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from fastapi import FastAPI

from ordago.service import House
from ordago.service.host import Host
from ordago.service.store import Beat, Conflict, Row, Sockets
from ordago.table.events import AnyEvent, decode, encode
from ordago.web.app import create_app
from ordago.web.connection import Connection
from ordago.web.guests import Guests
from ordago.web.line import EXTENSION, User
from ordago.web.server_state import Server
from ordago.web.settings import Settings
from tests.backends import Backend

START = 1_700_000_000_000


class Memory:
    """A store that forgets with the process; for one worker."""

    alone = True

    def __init__(self) -> None:
        self.logs: dict[str, list[bytes]] = {}
        self.kept: dict[str, Row] = {}
        self.people: dict[str, str] = {}
        self.values: dict[str, str] = {}

    async def append(
        self, table: str, first: int, events: Sequence[AnyEvent], row: Row | None, lease: str = ""
    ) -> None:
        log = self.logs.setdefault(table, [])
        if len(log) != first - 1:
            raise Conflict
        log += [encode(event) for event in events]
        if row is not None:
            self.kept[table] = row

    async def load(self, table: str, first: int = 1) -> list[AnyEvent]:
        return [decode(data) for data in self.logs.get(table, [])[first - 1 :]]

    async def rows(self, *, phase: str | None = None, listed: bool = False, limit: int = 1000) -> list[Row]:
        rows = [row for row in self.kept.values() if phase in (None, row.phase) and (row.listed or not listed)]
        return rows[:limit]

    async def name_of(self, who: str) -> str | None:
        return self.people.get(who)

    async def remember(self, who: str, name: str, at: int) -> None:
        self.people[who] = name

    async def value(self, key: str) -> str | None:
        return self.values.get(key)

    async def ends(self, tables: Collection[str]) -> dict[str, int]:
        return {table: len(self.logs[table]) for table in tables}

    async def swap(self, key: str, old: str | None, new: str) -> bool:
        known = self.values.get(key) == old
        if known:
            self.values[key] = new
        return known

    async def forget(self, before: int) -> None:
        pass

    async def data_of(self, who: str) -> dict[str, Any]:
        return {"id": who, "name": None, "tables": []}

    async def forget_person(self, who: str) -> int:
        return 0

    async def close(self) -> None:
        pass

    async def beat(self, worker: str, wanted: Collection[str] = (), sockets: Sequence[Sockets] = ()) -> Beat:
        return Beat(time.time_ns() // 1_000_000, 0, False, dict.fromkeys(wanted, 0))

    async def orphans(self, limit: int) -> list[str]:
        return []

    async def release(self, worker: str, tables: Collection[str]) -> None:
        pass

    async def elsewhere(self, worker: str, tables: Collection[str]) -> list[Sockets]:
        return []

    async def depart(self, worker: str) -> None:
        pass

    async def inherit(self, worker: str) -> None:
        pass


class Late:
    """An application over a database, opened by the loop that runs it; its sockets are those of a test client."""

    def __init__(self, backend: Backend, settings: Settings) -> None:
        self.backend, self.settings = backend, settings
        self.app: Any = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self.app is None:
            self.app = with_lines(create_app(House(await self.backend.store(), self.backend.bus()), self.settings))
        await self.app(scope, receive, send)


def with_lines(app: FastAPI) -> Any:
    """The application under a test client, whose sockets are ASGI's all along."""

    async def whole(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            await app(scope, receive, send)
            return
        wire = Wire()
        await app(scope | {"extensions": {EXTENSION: wire}}, receive, send)
        if wire.user is None:
            return
        hearing = asyncio.create_task(_hear(wire, receive))
        read = 0
        while True:
            await asyncio.sleep(0.001)
            while read < len(wire.sent):
                await send({"type": "websocket.send", "text": wire.sent[read]})
                read += 1
            if wire.closed is not None or hearing.done():
                break
        if wire.closed is not None:
            await send({"type": "websocket.close", "code": wire.closed})
        hearing.cancel()

    return whole


async def _hear(wire: "Wire", receive: Any) -> None:
    assert wire.user is not None
    while (message := await receive())["type"] == "websocket.receive":
        wire.user.said(message["text"].encode())
    wire.user.gone()


class Wire:
    """The server's end of a socket: what it was sent, and what it will say."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.closed: int | None = None
        self.user: User | None = None
        self.full = False

    def take(self, user: User) -> None:
        self.user = user

    def tell(self, texts: list[bytes]) -> None:
        assert not self.full, "whoever sends looks first"
        if self.closed is None:
            self.sent += [text.decode() for text in texts]

    def hold(self, on: bool) -> None:
        pass

    def end(self, code: int) -> None:
        self.closed = self.closed or code

    def fill(self) -> None:
        """The other end takes no more."""
        assert self.user is not None
        self.full = True
        self.user.filled()

    def empty(self) -> None:
        """It has taken everything."""
        assert self.user is not None
        self.full = False
        self.user.emptied()

    def say(self, **message: Any) -> None:
        self.say_text(msgspec.json.encode(message))

    def say_text(self, text: bytes) -> None:
        assert self.user is not None
        if self.closed is None:
            self.user.said(text)

    def hang_up(self) -> None:
        assert self.user is not None
        self.user.gone()

    def last(self) -> dict[str, Any]:
        """The last snapshot."""
        found: dict[str, Any] = next(m for m in map(msgspec.json.decode, reversed(self.sent)) if m["t"] == "table")
        return found


class Venue:
    """A server with a clock of its own; its bots and dice are the same every time."""

    def __init__(self, **settings: Any) -> None:
        self.now = START
        self.house = House(Memory(), clock=lambda: self.now, seeds=lambda: bytes(32))
        self.house.dice = random.Random(7)
        self.starting = asyncio.create_task(self.house.start())
        settings = {"burst": 10_000, "table_burst": 100_000, "url": "http://table", **settings}
        self.server = Server(self.house, Settings(**settings), Guests(["key"]))
        self.wires: list[Wire] = []

    async def connect(self, host: Host, who: str) -> Wire:
        wire = Wire()
        await Connection(self.server, wire, host, who, "").open()
        self.wires.append(wire)
        await settle()
        return wire

    async def leave(self, wire: Wire) -> None:
        self.wires.remove(wire)
        wire.hang_up()

    async def wait(self, host: Host, seconds: float) -> None:
        """Time goes by, and what is due at the table is done, a bot's thinking as well."""
        self.now += int(1000 * seconds)
        host.wake()
        await settle()
        while (acting := host._clockwork._acting) is not None:
            await asyncio.wait((acting,))
            await settle()

    async def close(self) -> None:
        for wire in list(self.wires):
            await self.leave(wire)
        await self.house.close()


async def settle() -> None:
    """Let everything that can happen now happen."""
    for _ in range(25):
        await asyncio.sleep(0)
