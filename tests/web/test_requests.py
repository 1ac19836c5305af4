"""Lines that say nothing, stop in the middle or drip are cut off, and nothing of them stays; who is quick is served."""

import asyncio
import gc
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from ordago.web import requests
from ordago.web.line import SocketLine
from ordago.web.requests import PromptRequests

BIG = b"x" * (1 << 20)
"""An answer that no buffer of the system takes."""


async def app(scope: Any, receive: Any, send: Any) -> None:
    """`/echo` answers with what it is sent, `/slow` takes its time, `/early` does not read, `/big` sends much."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": "heard"})
        return
    body, more = b"", scope["path"] == "/echo"
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    if scope["path"] == "/slow":
        await asyncio.sleep(1)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(64 if scope["path"] == "/big" else 0):
        await send({"type": "http.response.body", "body": BIG, "more_body": True})
    await send({"type": "http.response.body", "body": body})


class Running:
    """A server of this application on a port."""

    def __init__(self) -> None:
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        self.port = int(listening.getsockname()[1])
        config = uvicorn.Config(
            app, http=PromptRequests, ws=SocketLine, log_config=None, lifespan="off", timeout_keep_alive=1
        )
        self.server = uvicorn.Server(config)
        self.task = asyncio.create_task(self.server.serve([listening]))

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)


def served(story: Callable[[Running], Awaitable[None]]) -> None:
    async def whole() -> None:
        running = Running()
        while not running.server.started:
            await asyncio.sleep(0.01)
        try:
            await story(running)
        finally:
            running.server.should_exit = True
            await running.task

    asyncio.run(whole())


async def drip(writer: asyncio.StreamWriter, text: bytes) -> None:
    """Send the same byte again and again."""
    with suppress(ConnectionError):
        while True:
            writer.write(text)
            await writer.drain()
            await asyncio.sleep(0.02)


async def cut_off(reader: asyncio.StreamReader) -> None:
    """Read until the line is cut off."""
    with suppress(ConnectionError):
        while await asyncio.wait_for(reader.read(1 << 16), 60):
            pass


HEAD = b"POST /echo HTTP/1.1\r\nHost: x\r\n"
WHOLE = b"GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"

SLOW = {
    "says nothing": (b"", b""),
    "stops in the head": (HEAD, b""),
    "drips the head": (HEAD + b"X: ", b"y"),
    "stops in the body": (HEAD + b"Content-Length: 100\r\n\r\n{", b""),
    "drips the body": (HEAD + b"Content-Length: 10000\r\n\r\n{", b" "),
    "drips a body that is not read": (
        HEAD.replace(b"echo", b"early") + b"Transfer-Encoding: chunked\r\n\r\n",
        b"1\r\nx\r\n",
    ),
    "stops in the second request": (WHOLE + b"GET", b""),
    "drips the second request": (WHOLE + HEAD + b"X: ", b"y"),
    "stops in the head of a socket": (WHOLE[:-2] + b"Upgrade: websocket\r\nConnection: Upgrade\r\n", b""),
}
"""What somebody sends first, and then for ever."""


@pytest.mark.parametrize("way", SLOW)
def test_who_does_not_end_a_request_is_cut_off(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "ARRIVES", 0.3)
    first, then = SLOW[way]

    async def story(running: Running) -> None:
        reader, writer = await running.open()
        writer.write(first)
        dripping = asyncio.create_task(drip(writer, then)) if then else None
        await cut_off(reader)
        if dripping is not None:
            dripping.cancel()
        writer.transport.abort()

    served(story)


def test_of_lines_that_say_half_a_request_nothing_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "ARRIVES", 0.5)

    async def story(running: Running) -> None:
        lines = [await running.open() for _ in range(300)]
        for _, writer in lines:
            writer.write(HEAD + b"X: " + b"y" * 8000)
        await asyncio.gather(*(cut_off(reader) for reader, _ in lines))
        for _, writer in lines:
            writer.transport.abort()
        del lines, writer
        await asyncio.sleep(0)
        assert not running.server.server_state.connections
        gc.collect()
        assert not [one for one in gc.get_objects() if type(one) is PromptRequests]

    served(story)


def test_who_does_not_take_an_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "TAKES", 0.3)

    async def story(running: Running) -> None:
        _, writer = await running.open()
        writer.write(b"GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # of every transport of a socket
        for _ in range(2000):
            if running.server.server_state.total_requests or not running.server.server_state.connections:
                break
            await asyncio.sleep(0.01)
        assert not running.server.server_state.connections
        writer.transport.abort()

    served(story)


def test_who_is_quick_has_all_the_time_for_what_comes_after(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "ARRIVES", 0.5)

    async def story(running: Running) -> None:
        reader, writer = await running.open()
        async with connect(f"ws://127.0.0.1:{running.port}/") as client:
            writer.write(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200" in await reader.readline(), "an answer may take longer than its request"
            await client.send("still there?")
            assert await client.recv() == "heard"
        writer.transport.abort()

    served(story)
