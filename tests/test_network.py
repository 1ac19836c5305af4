"""The cables of `tools.network`: what goes over them comes through, unless they are pulled or silent."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from tools.network import Cable

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def plugged(story: Callable[[Cable], Awaitable[None]]) -> None:
    """A cable to somebody who answers with what is said."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(100):
            writer.write(data)
        writer.close()

    async def whole() -> None:
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        async with server, Cable(server.sockets[0].getsockname()[1]) as cable, asyncio.timeout(10):
            await story(cable)

    asyncio.run(whole())


@asynccontextmanager
async def connected(cable: Cable) -> AsyncIterator[Ends]:
    reader, writer = await asyncio.open_connection("127.0.0.1", cable.port)
    yield reader, writer
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def said(to: Ends, text: bytes) -> bytes:
    """What comes back; nothing where the cable was pulled."""
    reader, writer = to
    try:
        writer.write(text)
        return await reader.read(100)
    except OSError:
        return b""


def test_what_is_said_comes_through_until_the_cable_is_pulled_and_again_when_it_is_mended() -> None:
    async def story(cable: Cable) -> None:
        async with connected(cable) as first:
            assert await said(first, b"one") == b"one"
            cable.pull()
            assert await said(first, b"two") == b""
        async with connected(cable) as second:
            assert await said(second, b"three") == b""
        cable.mend()
        async with connected(cable) as third:
            assert await said(third, b"four") == b"four"

    plugged(story)


def test_on_a_silent_cable_nothing_comes_and_then_all_of_it() -> None:
    async def story(cable: Cable) -> None:
        async with connected(cable) as (reader, writer):
            cable.silence()
            writer.write(b"one")
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.2):
                    await reader.read(100)
            cable.mend()
            assert await reader.read(100) == b"one"

    plugged(story)
