"""The line of a socket under a real server: what is sent is RFC 6455's, what comes is heard once and in order."""

import asyncio
import gc
import json
import socket
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from ordago.service import House
from ordago.service.host import Host
from ordago.service.store import Unavailable
from ordago.table import commands as do
from ordago.web.app import create_app
from ordago.web.connection import Connection
from ordago.web.line import EXTENSION, TOO_MUCH, SocketLine, User, framed
from ordago.web.settings import MOST_BYTES, Settings

from .world import Memory

SIZES = st.integers(0, 300) | st.sampled_from((125, 126, 127, 65535, 65536, 70000))


@given(size=SIZES)
def test_a_message_is_framed_as_the_library_frames_it(size: int) -> None:
    text = bytes(size)
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


class Heard:
    """Whoever has taken a line, and what they heard."""

    def __init__(self) -> None:
        self.texts: list[bytes] = []

    def said(self, text: bytes) -> None:
        self.texts.append(text)

    def filled(self) -> None: ...

    def emptied(self) -> None: ...

    def gone(self) -> None: ...


class Pipe(asyncio.Transport):
    """The network, as far as a line needs one."""

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def is_closing(self) -> bool:
        return False

    def write(self, data: Any) -> None: ...

    def close(self) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


async def taken(early: bytes = b"") -> tuple[SocketLine, Heard]:
    """A line after its handshake, with which `early` came, and its user."""
    user = Heard()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][EXTENSION].take(user)

    config = uvicorn.Config(app, ws_max_size=MOST_BYTES, ws_per_message_deflate=False, ws_ping_interval=None)
    config.load()
    line = SocketLine(config, ServerState(), {})
    line.connection_made(Pipe())
    line.data_received(HANDSHAKE + early)
    while line.user is None:
        await asyncio.sleep(0)
    return line, user


HANDSHAKE = (
    b"GET /ws/t HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


ASCII = st.text('{}:,"aZ09', max_size=300).map(str.encode)


def frames(kind: str, text: bytes) -> list[bytes]:
    """What a client sends: a message in one frame or in pieces, or a ping or a pong between messages."""
    if kind == "pieces":
        half = len(text) // 2
        parts = [Frame(Opcode.TEXT, text[:half], fin=False), Frame(Opcode.PING, b""), Frame(Opcode.CONT, text[half:])]
    else:
        parts = [Frame({"text": Opcode.TEXT, "bytes": Opcode.BINARY, "pong": Opcode.PONG}[kind], text[:120])]
    return [part.serialize(mask=True) for part in parts]


@given(
    said=st.lists(
        st.tuples(st.sampled_from(["text", "text", "text", "bytes", "pong", "pieces"]), ASCII),
        max_size=12,
    ),
    cuts=st.lists(st.floats(0, 1), max_size=6),
    apart=st.booleans(),
    early=st.integers(0, 20),
)
def test_messages_are_heard_once_and_in_order_in_whatever_packets_they_come(
    said: list[tuple[str, bytes]], cuts: list[float], apart: bool, early: int
) -> None:
    async def story() -> None:
        sent = [frame for kind, text in said for frame in frames(kind, text)]
        stream = b"".join(sent)
        ends = [sum(map(len, sent[:count])) for count in range(len(sent))] if apart else []
        places = sorted({0, len(stream), *ends, *(int(cut * len(stream)) for cut in cuts)})
        packets = [stream[a:b] for a, b in pairwise(places)] or [b""]
        line, user = await taken(packets[0][:early])
        line.data_received(packets[0][early:])
        for packet in packets[1:]:
            line.data_received(packet)
        heard = [text if kind == "pieces" else text[:120] for kind, text in said if kind != "pong"]
        line.connection_lost(None)
        assert user.texts == heard

    asyncio.run(story())


def test_a_packet_that_only_looks_like_a_message_is_heard_as_what_it_is_part_of() -> None:
    async def story() -> None:
        line, user = await taken()
        inner = Frame(Opcode.TEXT, b"not said").serialize(mask=True)
        line.data_received(bytes((0x81, 0x80 | len(inner), 0, 0, 0, 0)))
        line.data_received(inner)
        line.connection_lost(None)
        assert user.texts == [inner]

    asyncio.run(story())


def test_a_message_between_the_pieces_of_another_is_a_mistake_and_not_heard() -> None:
    async def story() -> None:
        line, user = await taken()
        for frame in (Frame(Opcode.TEXT, b"one ", fin=False), Frame(Opcode.TEXT, b"two")):
            line.data_received(frame.serialize(mask=True))
        assert line.conn.close_sent is not None
        line.connection_lost(None)
        assert user.texts == []

    asyncio.run(story())


class Running:
    """A server on a port, and the way to its table."""

    def __init__(self, **settings: Any) -> None:
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.port = int(self.socket.getsockname()[1])
        url = f"http://127.0.0.1:{self.port}"
        self.house = House(Memory())
        self.app = create_app(self.house, Settings(url=url, origins=frozenset({url}), **settings))
        config = uvicorn.Config(
            self.app, ws=SocketLine, log_config=None, ws_max_size=MOST_BYTES, ws_per_message_deflate=False
        )
        self.server = uvicorn.Server(config)
        self.task = asyncio.create_task(self.server.serve([self.socket]))

    async def table(self) -> str:
        while not self.server.started:
            await asyncio.sleep(0.01)
        host = await self.house.open("host", "mus", given={"clock": None, "delay": "none"})
        await host.command(do.Sit(chair=1, name="Ana"), "host")
        return host.table.id

    def connect(self, table: str) -> connect:
        return connect(f"ws://127.0.0.1:{self.port}/ws/{table}", origin=f"http://127.0.0.1:{self.port}")  # type: ignore[arg-type]

    async def close(self) -> None:
        self.server.should_exit = True
        await self.task


def served(story: Callable[[Running, str], Awaitable[None]], **settings: Any) -> None:
    async def whole() -> None:
        running = Running(**settings)
        try:
            await story(running, await running.table())
        finally:
            await running.close()

    asyncio.run(whole())


def handshake(running: Running, table: str) -> bytes:
    return (
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nOrigin: http://127.0.0.1:{running.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


async def answer(client: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(client.recv(), 60))
        if message["t"] == kind:
            return message


def test_messages_in_pieces_in_one_packet_and_in_bytes_are_each_answered_once_and_in_order() -> None:
    async def story(running: Running, table: str) -> None:
        async with running.connect(table) as client:
            await client.send(['{"t":"say","id":"a",', '"phrase":"hello"}'])
            for name in "bcdefgh":
                await client.send(json.dumps({"t": "say", "id": name, "phrase": "hello"}))
            await client.send(b'{"t":"say","id":"i","phrase":"hello"}')
            found = [(await answer(client, "refused"))["id"] for _ in range(9)]
            assert found == list("abcdefghi"), "a watcher may not say anything"

    served(story)


def test_what_is_said_before_the_handshake_is_answered_is_heard() -> None:
    async def story(running: Running, table: str) -> None:
        slow, find = asyncio.Event(), running.house.host

        async def later(table: str) -> Host:
            await slow.wait()
            return await find(table)

        running.house.host = later  # type: ignore[method-assign]
        reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
        ping = Frame(Opcode.TEXT, b'{"t":"ping"}').serialize(mask=True)
        writer.write(
            f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nOrigin: http://127.0.0.1:{running.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        await asyncio.sleep(0.1)
        writer.write(ping)
        await asyncio.sleep(0.1)
        slow.set()
        found = b""
        while b'"t":"pong"' not in found:
            found += await asyncio.wait_for(reader.read(4096), 60)
        writer.close()

    served(story)


def test_bytes_that_are_no_text_are_nonsense() -> None:
    async def story(running: Running, table: str) -> None:
        async with running.connect(table) as client:
            for _ in range(3):
                await client.send(b"\xff\xfe{}", text=True)
                assert (await answer(client, "refused"))["code"] == "malformed"
            with pytest.raises(ConnectionClosed):
                await answer(client, "never")
            assert client.close_code == TOO_MUCH

    served(story)


def test_who_leaves_in_any_way_is_not_counted_any_more() -> None:
    async def story(running: Running, table: str) -> None:
        host = await running.house.host(table)
        server = running.app.state.server
        polite, rude = await running.connect(table), await running.connect(table)
        await answer(polite, "table")
        await answer(rude, "table")
        assert host.watchers == 2
        assert sum(server.limits.addresses.values()) == 2
        await polite.close()
        raw = rude.transport.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        rude.transport.abort()
        for _ in range(6000):
            if not server.connections:
                break
            await asyncio.sleep(0.01)
        assert host.watchers == 0
        assert not host.wakers
        assert not server.limits.addresses

    served(story)


def test_a_client_that_stops_reading_is_let_go_and_keeps_little() -> None:
    async def story(running: Running, table: str) -> None:
        host = await running.house.host(table)
        server = running.app.state.server
        asleep = await running.connect(table)
        raw = asleep.transport.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asleep.transport.pause_reading()
        [connection] = server.connections
        waited = 0
        for number in range(20_000):
            await host.command(do.Lock(on=number % 2 == 0), "host")
            waited = max(waited, connection.line.transport.get_write_buffer_size())
            if connection.line.full:
                break
            if number % 50 == 0:
                await asyncio.sleep(0)
        assert connection.line.full
        assert waited < 200_000
        for _ in range(6000):
            if not server.connections:
                break
            await asyncio.sleep(0.01)
        assert not server.connections
        assert not host.wakers
        asleep.transport.abort()

    served(story, send_seconds=0.2)


def test_a_server_that_stops_says_so() -> None:
    async def story(running: Running, table: str) -> None:
        client = await running.connect(table)
        await answer(client, "table")
        running.server.should_exit = True
        with pytest.raises(ConnectionClosed):
            await answer(client, "never")
        assert client.close_code == 1012

    served(story)


def test_who_leaves_before_the_handshake_is_answered_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(running: Running, table: str) -> None:
        slow, find = asyncio.Event(), running.house.host
        server = running.app.state.server

        async def later(name: str) -> Host:
            await slow.wait()
            return await find(name)

        monkeypatch.setattr(running.house, "host", later)
        for number, name in enumerate((table, "nowhere"), 1):
            _, writer = await asyncio.open_connection("127.0.0.1", running.port)
            writer.write(handshake(running, name))
            while sum(server.limits.addresses.values()) < number:
                await asyncio.sleep(0.01)
            writer.transport.abort()
        await asyncio.sleep(0.1)
        assert sum(server.limits.addresses.values()) == 2
        slow.set()
        for _ in range(6000):
            if not server.limits.addresses:
                break
            await asyncio.sleep(0.01)
        assert not server.limits.addresses

    served(story)


class GoneLine:
    """A line that closes as it is taken."""

    full = False

    def take(self, user: User) -> None:
        user.gone()

    def tell(self, texts: list[bytes]) -> None:
        pass

    def hold(self, on: bool) -> None:
        pass

    def end(self, code: int) -> None:
        pass


def test_a_connection_whose_line_closes_as_it_is_taken_is_at_no_table() -> None:
    async def story(running: Running, table: str) -> None:
        host, server = await running.house.host(table), running.app.state.server
        assert server.limits.connect("somewhere", "")
        await Connection(server, GoneLine(), host, "", "somewhere").open()
        assert not host.wakers
        assert not host.sockets
        assert not server.connections
        assert not server.limits.addresses

    served(story)


@pytest.mark.parametrize(
    "frame",
    [
        Frame(Opcode.PING, b""),
        Frame(Opcode.PONG, b""),
        Frame(Opcode.CONT, b"", fin=False),
        Frame(Opcode.TEXT, b""),
    ],
    ids=lambda frame: str(frame.opcode.name),
)
def test_a_flood_of_frames_that_say_nothing_is_cut_off(frame: Frame) -> None:
    async def story(running: Running, table: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
        writer.write(handshake(running, table))
        await reader.readuntil(b"\r\n\r\n")
        if frame.opcode is Opcode.CONT:
            writer.write(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
        writer.write(frame.serialize(mask=True) * 20_000)
        with suppress(ConnectionError):
            while await asyncio.wait_for(reader.read(1 << 16), 60):
                pass
        server = running.app.state.server
        for _ in range(6000):
            if not server.connections:
                break
            await asyncio.sleep(0.01)
        assert not server.connections
        writer.transport.abort()
        async with running.connect(table) as other:
            await other.send('{"t":"ping"}')
            await answer(other, "pong")

    served(story)


def test_of_a_line_that_is_closed_nothing_is_left_to_the_search_for_circles() -> None:
    async def story(running: Running, table: str) -> None:
        headers = {"Authorization": f"Bearer {running.app.state.server.guests.token('ab' * 12)}"}
        gc.collect()
        gc.disable()
        try:
            async with asyncio.timeout(60):
                for _ in range(3):
                    async with connect(
                        f"ws://127.0.0.1:{running.port}/ws/{table}", additional_headers=headers
                    ) as client:
                        await answer(client, "table")
                while [one for one in gc.get_objects() if type(one) in (SocketLine, Connection)]:
                    await asyncio.sleep(0.05)  # they close
        finally:
            gc.enable()

    served(story)


def test_who_comes_back_while_the_worker_cannot_know_what_was_seen_at_another_is_told_to_come_later() -> None:
    async def story(running: Running, table: str) -> None:
        store: Any = running.house.store
        load, store.alone = store.load, False

        async def away(*_: Any) -> Any:
            raise Unavailable("no answer")

        store.load = away
        async with running.connect(table) as client:
            await asyncio.wait_for(client.wait_closed(), 60)
            assert client.close_code == 1013
        store.load = load
        async with running.connect(table) as client:
            await answer(client, "table")

    served(story)


def test_pings_at_leisure_are_answered() -> None:
    async def story(running: Running, table: str) -> None:
        async with running.connect(table) as client:
            for _ in range(50):
                await asyncio.wait_for(await client.ping(), 60)

    served(story)


def test_a_handshake_that_cannot_be_read_is_closed_and_the_server_still_stops_in_order() -> None:
    async def story(running: Running, table: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
        writer.write(handshake(running, table)[:-2] + b"Cookie: " + b"x" * 9000 + b"\r\n\r\n")
        with suppress(ConnectionError):
            while await asyncio.wait_for(reader.read(1 << 16), 60):
                pass
        async with running.connect(table) as other:
            await running.close()
            await asyncio.wait_for(other.wait_closed(), 60)
            assert other.close_code == 1012
        writer.transport.abort()

    served(story)
