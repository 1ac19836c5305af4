"""The socket of a table: one connection, a reader and a writer of its own (`docs/protocol.md`).

The writer always sends the table as it is now, so that what waits for a slow client is never more than one snapshot and
a few answers: a sleeping phone delays nobody.
"""

import asyncio
from contextlib import suppress
from itertools import takewhile
from typing import Any

import msgspec
import structlog
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ordago.errors import OrdagoError
from ordago.service.host import Host
from ordago.service.store import Unavailable
from ordago.service.traces import TRACES
from ordago.table import commands as do
from ordago.web.limits import Bucket
from ordago.web.origins import allowed
from ordago.web.server_state import Server
from ordago.web.settings import MOST_BYTES
from ordago.web.snapshot import delayed

LOG = structlog.get_logger("ordago.socket")

FORBIDDEN, UNKNOWN, TOO_SLOW, TOO_MUCH, LATER = 4403, 4404, 4408, 4429, 1013
"""Close codes: wrong origin, no such table, slow client, flood or nonsense, the database is away."""

MOST_NONSENSE = 3
"""So many messages that are no command close the connection."""

MOST_STRIKES = 40
"""So many messages over the limit close it."""

MOST_ANSWERS = 64
"""So many answers may wait for a client that does not read."""


FIRST = asyncio.FIRST_COMPLETED

BROKEN = (RuntimeError, WebSocketDisconnect, OSError)
"""What a connection that is gone raises."""


class Ping(msgspec.Struct, frozen=True, tag_field="t", tag="ping"):
    """A client wants to know whether the connection lives."""


DECODER: msgspec.json.Decoder[do.ClientCommand | Ping] = msgspec.json.Decoder(do.ClientCommand | Ping)
ENCODE = msgspec.json.Encoder().encode


async def serve_sockets(scope: Scope, receive: Receive, send: Send) -> None:
    """Every socket of the application; there is none but that of a table at `/ws/TABLE`."""
    place, _, table = scope["path"].rpartition("/")
    if place == "/ws" and table:
        await serve_socket(WebSocket(scope, receive, send), table)
    else:
        await send({"type": "websocket.close"})


async def serve_socket(socket: WebSocket, table: str) -> None:
    """A connection from the handshake to its end."""
    server: Server = socket.app.state.server
    headers, address = socket.headers, socket.client.host if socket.client else ""
    bearer = headers.get("authorization", "").lower().startswith("bearer ")
    who = server.guests.of(headers, socket.cookies)
    refusal = None
    if not ("origin" not in headers and bearer and who) and not allowed(
        headers, socket.url.scheme, server.settings.origins
    ):
        refusal = FORBIDDEN, "origin"
    elif server.limits.hit("sockets", address) or not server.limits.connect(address, who):
        refusal = TOO_MUCH, "limit"
    if refusal:
        await _refuse(server, socket, *refusal)
        return
    try:
        host = await server.house.host(table)
        if sum(host.sockets.values()) >= server.settings.sockets_per_table:
            await _refuse(server, socket, TOO_MUCH, "limit")
            return
        await socket.accept()
        await Connection(server, socket, host, who).run()
    except OrdagoError:
        await _refuse(server, socket, UNKNOWN, "table")
    except Unavailable:
        await _refuse(server, socket, LATER, "storage")
    finally:
        server.limits.disconnect(address, who)


async def _refuse(server: Server, socket: WebSocket, code: int, why: str) -> None:
    """Say no: a browser learns a close code only of a socket that was opened, so the origin alone is refused before."""
    server.metrics.refused.labels(why).inc()
    LOG.info("socket-refused", why=why)
    with suppress(RuntimeError, WebSocketDisconnect):
        if code != FORBIDDEN and socket.client_state is WebSocketState.CONNECTING:
            await socket.accept()
        await socket.close(code)


class Connection:
    """One connection at a table."""

    def __init__(self, server: Server, socket: WebSocket, host: Host, who: str) -> None:
        self.server = server
        self.socket = socket
        self.host = host
        self.who = who
        self.pictures = server.pictures(host)
        self.answers: list[bytes] = []
        self.count = 0
        self.stood: tuple[int, int, int, str] | None = None  # what the table was made of when last looked at
        self.seen = self.shown = 0
        self.body = 0  # what was sent last, as its hash: two thousand connections would keep five megabytes
        self.closing = 0
        self.sent = self.sending = 0  # how many messages were begun, the number of the one under way
        self.stir = asyncio.Event()
        self.bucket = Bucket(server.settings.burst, server.settings.rate)

    async def run(self) -> None:
        """Serve until either side has had enough."""
        self.server.connections.add(self)
        self.server.metrics.sockets.inc()
        try:
            await self.host.attach(self.who, self.stir.set)
            self.seen = self.host.sequence
            self.shown = self.host.late.shown(self.server.house.now())
            self.stir.set()
            reader = asyncio.create_task(self._read())
            writer = asyncio.create_task(self._write())
            try:
                await self._until_ended(reader, writer)
                if self.closing and not writer.done():
                    await asyncio.wait((writer,), timeout=1)
            finally:
                reader.cancel()
                writer.cancel()
            await asyncio.wait((reader, writer))
            for task in (reader, writer):
                fault = None if task.cancelled() else task.exception()
                if fault is not None and not isinstance(fault, BROKEN):
                    LOG.error("socket-failed", table=self.host.table.id, exc_info=fault)
            with suppress(*BROKEN):
                await self.socket.close(self.closing or 1000)
        finally:
            self.server.connections.discard(self)
            self.server.metrics.sockets.dec()
            self.host.detach(self.who, self.stir.set)

    async def _until_ended(self, reader: asyncio.Task[None], writer: asyncio.Task[None]) -> None:
        """Wait for either, and end a writer whose message was not taken from one look to the next.

        Looking now and then costs less than a timer for each message.
        """
        stuck = 0
        while not (reader.done() or writer.done()):
            await asyncio.wait((reader, writer), timeout=self.server.settings.send_seconds, return_when=FIRST)
            if self.sending and self.sending == stuck:
                self.closing = self.closing or TOO_SLOW
                return
            stuck = self.sending

    def close(self, code: int) -> None:
        """End the connection with this code, after what waits was sent."""
        self.closing = self.closing or code
        self.stir.set()

    # What the client says

    async def _read(self) -> None:
        nonsense = strikes = 0
        while not self.closing:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                text = (message.get("bytes") or b"").decode("utf-8", "replace")
            if not self.bucket.take() or not self.server.limits.table(self.host.table.id):
                strikes += 1
                self._count("too-fast")
                self._refused(_id_in(text), "too-fast")
                if strikes >= MOST_STRIKES:
                    self.close(TOO_MUCH)
                continue
            try:
                if len(text) > MOST_BYTES:
                    raise msgspec.DecodeError
                command = DECODER.decode(text)
            except (msgspec.DecodeError, RecursionError, UnicodeError):
                nonsense += 1
                self._count("malformed")
                self._refused(_id_in(text), "malformed")
                if nonsense >= MOST_NONSENSE:
                    self.close(TOO_MUCH)
                continue
            if isinstance(command, Ping):
                self._answer({"t": "pong", "now": self.server.house.now()})
            else:
                await self._do(command)

    async def _do(self, command: do.ClientCommand) -> None:
        with TRACES.span("command", kind=type(command).__name__.lower()) as span:
            span.set_attribute("ordago.outcome", await self._done(command))

    async def _done(self, command: do.ClientCommand) -> str:
        """Do a command and answer it; what came of it: `ok`, or the code of the refusal."""
        if isinstance(command, do.Sit):
            try:
                name = await self.server.house.store.name_of(self.who) if self.who else ""
            except Unavailable:
                self._refused(command.id, "storage-down")
                return "storage-down"
            command = msgspec.structs.replace(command, name=name or "")
        try:
            await self.host.command(command, self.who)
        except OrdagoError as error:
            self._count("refused")
            self._refused(command.id, error.code, error.params)
            return error.code
        self._count("ok")
        self._answer({"t": "ok", "id": command.id})
        return "ok"

    def _count(self, outcome: str) -> None:
        self.server.metrics.messages.labels(outcome).inc()

    def _refused(self, name: str, code: str, params: dict[str, Any] | None = None) -> None:
        self._answer({"t": "refused", "id": name, "code": code, "params": params or {}})

    def _answer(self, message: dict[str, Any]) -> None:
        if len(self.answers) >= MOST_ANSWERS:
            self.close(TOO_SLOW)
            return
        self.answers.append(ENCODE(message))
        self.stir.set()

    # What the client sees

    async def _write(self) -> None:
        while True:
            await self._stirred()
            while self.answers:
                await self._send(self.answers.pop(0))
            message = self._table()
            if message is not None:
                await self._send(message)
            if self.closing:
                return

    async def _stirred(self) -> None:
        """Wait until something happens, or the next step is due for somebody who sees the game late."""
        now, due = self.server.house.now(), None
        if delayed(self.host.table, self.host.table.chair_of(self.who)):
            due = self.host.late.next_at(now)
        if due is None:
            await self.stir.wait()
        else:
            with suppress(TimeoutError):
                async with asyncio.timeout((due - now) / 1000):
                    await self.stir.wait()
        self.stir.clear()

    def _table(self) -> bytes | None:
        """The table as it is now; None where nothing of it changed for this viewer."""
        host, first, now = self.host, self.count == 0, self.server.house.now()
        stands = host.sequence, host.late.shown(now), host.watchers, host.trouble
        if stands == self.stood:
            return None
        self.stood = stands
        body = self.pictures.snapshot(host, self.who, first, now)
        news: list[dict[str, Any]] = []
        if not first:
            fresh = takewhile(lambda step: step.sequence > self.seen, reversed(host.steps))
            for step in reversed(list(fresh)):
                news += self.pictures.news_of(step, self.who)
            if delayed(host.table, host.table.chair_of(self.who)):
                for step in host.late.since(self.shown, now):
                    news += self.pictures.late_news_of(step)
        self.seen, self.shown = stands[:2]
        if hash(body) == self.body and not news and not first:
            return None
        self.body = hash(body)
        self.count += 1
        head = b'{"t":"table","seq":%d,"now":%d,"table":' % (self.count, now)
        return head + body[0] + b',"view":' + body[1] + b',"news":' + ENCODE(news) + b"}"

    async def _send(self, message: bytes) -> None:
        self.server.metrics.sent.inc(len(message))
        self.sent += 1
        self.sending = self.sent
        await self.socket.send_text(message.decode())
        self.sending = 0


def _id_in(text: str) -> str:
    """The id of a message that was not understood, so that its sender knows which one; empty where there is none."""
    if len(text) > MOST_BYTES:
        return ""
    with suppress(msgspec.DecodeError, RecursionError, UnicodeError):
        found = msgspec.json.decode(text)
        if isinstance(found, dict) and isinstance(found.get("id"), str):
            return str(found["id"])[:40]
    return ""
