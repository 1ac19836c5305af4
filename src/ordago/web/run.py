"""Serve until told to stop: uvicorn, with the settings that a card table needs, in one process or in several."""

import asyncio
import gc
import signal
import socket
from collections.abc import Callable
from typing import Any

import msgspec
import uvicorn
from fastapi import FastAPI

from ordago.errors import OrdagoError
from ordago.service import House, open_store
from ordago.service.bus import Bus, open_bus
from ordago.service.database import Place
from ordago.service.house import KEPT
from ordago.service.sql import SqlStore
from ordago.service.traces import export
from ordago.web.app import create_app
from ordago.web.line import SocketLine
from ordago.web.logs import configure
from ordago.web.requests import PromptRequests
from ordago.web.settings import MOST_BYTES, Settings
from ordago.web.workers import Workers, end_with_parent

STOP_SECONDS = 5
"""How long what is going on may take when the server is told to stop."""

START_SECONDS = 30
"""How long a worker may take to start, and how long it may say nothing before it counts as hung."""

GARBAGE = (5_000, 10, 1_000)
"""How often Python looks for unused circles among new, younger and all objects. All of them are seldom looked at: that
stops every table at once, with 250 tables for a quarter of a second."""


class Plan(msgspec.Struct, frozen=True):
    """What a worker is told: where tables are kept, by which broker workers tell each other (None: there is one).

    `kept` is for how many days tables and guests are kept after they were last touched.
    """

    place: Place
    bus: str | None
    settings: Settings
    kept: int = KEPT


class Worker:
    """The application of one process, opened where it runs: a plan travels to other processes, connections do not."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._app: FastAPI | None = None

    async def open(self) -> FastAPI:
        """Open the tables. Raises OrdagoError where they cannot be."""
        configure()
        export()
        end_with_parent()
        store, bus = await _opened(self._plan)
        self._app = create_app(House(store, bus, kept=self._plan.kept), self._plan.settings, self._plan.bus)
        gc.collect()
        gc.freeze()  # what is there now stays
        gc.set_threshold(*GARBAGE)
        return self._app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve."""
        await (self._app or await self.open())(scope, receive, send)


class TableServer(uvicorn.Server):
    """uvicorn that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(listening: list[socket.socket], plan: Plan, ready: Callable[[], None], workers: int = 1) -> None:
    """Serve tables on sockets that are bound already; `ready` is called once they answer.

    Returns after SIGTERM or SIGINT, when every client was told to come back (close code 1012), all is on disk, and
    other workers have been left the clocks. Raises OrdagoError where the tables cannot be opened, `workers-share` where
    several workers cannot share them.
    """
    configure()
    config = uvicorn.Config(
        Worker(plan),
        workers=workers,
        lifespan="on",
        log_config=None,  # see `configure`
        log_level="warning",
        access_log=False,
        server_header=False,
        http=PromptRequests,
        ws=SocketLine,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=10,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=STOP_SECONDS,
        timeout_worker_healthcheck=START_SECONDS,
        h11_max_incomplete_event_size=MOST_BYTES,
    )
    if workers > 1:
        if not isinstance(plan.place, str):
            raise OrdagoError("workers-share")
        asyncio.run(_try(plan))
        Workers(config, listening, ready).run()
        return
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: None)  # uvicorn stops at the first one, and passes it on here
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:  # uvloop where it is installed
        runner.run(_serve(config, listening, ready))


async def _serve(config: uvicorn.Config, listening: list[socket.socket], ready: Callable[[], None]) -> None:
    assert isinstance(config.app, Worker)
    await config.app.open()
    await TableServer(config, ready).serve(listening)


async def _try(plan: Plan) -> None:
    """Open what the workers will open, and bring it up to date, so that they find it in order."""
    store, bus = await _opened(plan)
    await bus.close()
    await store.close()


async def _opened(plan: Plan) -> tuple[SqlStore, Bus]:
    store = await open_store(plan.place)
    try:
        return store, open_bus(plan.bus)
    except OrdagoError:
        await store.close()
        raise
