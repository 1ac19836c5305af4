"""Serve until told to stop: uvicorn, with the settings that a card table needs."""

import asyncio
import gc
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from ordago.service import House, open_store
from ordago.web.app import create_app
from ordago.web.logs import configure
from ordago.web.settings import MOST_BYTES, Settings

STOP_SECONDS = 5
"""How long what is going on may take when the server is told to stop."""

GARBAGE = (5_000, 10, 1_000)
"""How often Python looks for unused circles among new, younger and all objects. All of them are seldom looked at: that
stops every table at once, with 250 tables for a quarter of a second."""


class TableServer(uvicorn.Server):
    """uvicorn that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            gc.collect()
            gc.freeze()  # what is there now stays
            gc.set_threshold(*GARBAGE)
            self._ready()


def serve(listening: list[socket.socket], data: Path, settings: Settings, ready: Callable[[], None]) -> None:
    """Serve tables kept in the folder `data` on sockets that are bound already; `ready` is called once they answer.

    Returns after SIGTERM or SIGINT, when every client was told to come back (close code 1012) and all is on disk.
    Raises OrdagoError where the folder cannot be used.
    """
    configure()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: None)  # uvicorn stops at the first one, and passes it on here
    asyncio.run(_serve(listening, data, settings, ready))


async def _serve(listening: list[socket.socket], data: Path, settings: Settings, ready: Callable[[], None]) -> None:
    house = House(await open_store(data))
    config = uvicorn.Config(
        create_app(house, settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=10,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=STOP_SECONDS,
        h11_max_incomplete_event_size=MOST_BYTES,
    )
    await TableServer(config, ready).serve(listening)
