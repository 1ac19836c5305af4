"""A network that can be cut: connections of this machine go over cables that can be pulled, or go silent."""

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Any


class Cable:
    """Passes on what comes to a port of its own, `port`, to another one of this machine, and back."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.port = 0
        self._flows = asyncio.Event()
        self._flows.set()
        self._pulled = False
        self._ends: set[asyncio.StreamWriter] = set()
        self._passing: set[asyncio.Future[Any]] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> "Cable":
        """Listen."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Hang up."""
        assert self._server is not None
        self._server.close()
        self.mend()
        self.pull()
        await asyncio.gather(*self._passing, return_exceptions=True)

    def pull(self) -> None:
        """End all connections, and every new one at once."""
        self._pulled = True
        for end in self._ends:
            end.transport.abort()

    def silence(self) -> None:
        """Let connections stand with nothing coming through, neither there nor back."""
        self._flows.clear()

    def mend(self) -> None:
        """Let everything through again; what waited comes first."""
        self._pulled = False
        self._flows.set()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._pulled:
            writer.transport.abort()
            return
        self._ends.add(writer)
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
            self._ends.add(far_writer)
            both = asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))
            self._passing.add(both)
            both.add_done_callback(self._passing.discard)
            await both
            self._ends.discard(far_writer)
        writer.transport.abort()
        self._ends.discard(writer)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Until one of the ends hangs up, then the other does too."""
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        await self._flows.wait()
        writer.close()
