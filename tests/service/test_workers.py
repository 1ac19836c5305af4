"""Several workers on PostgreSQL and Redis: the death of any, restarts, a broker or a database that is away."""

import asyncio
import json
import os
import random
import signal
import time
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import websockets

from ordago.service import open_store
from ordago.table.events import Acted
from tests.backends import Backend, backend_of
from tools.cluster import Client, Process, ask, open_table
from tools.history import Told, faults_of, history
from tools.services import Postgres, Redis

pytestmark = pytest.mark.services


@pytest.fixture
def shared(request: pytest.FixtureRequest) -> Backend:
    """PostgreSQL and Redis."""
    return backend_of("redis", request)


async def until(what: Callable[[], bool], seconds: float = 120) -> float:
    """Wait until it is so; how many seconds that took."""
    began = time.monotonic()
    while not what():
        assert time.monotonic() - began < seconds, "it never came to be"
        await asyncio.sleep(0.05)
    return time.monotonic() - began


@asynccontextmanager
async def two_workers(backend: Backend, folder: Path) -> AsyncIterator[Process]:
    """A server of two workers that serve; its log is in the folder."""
    server = Process([*backend.options, "--workers", "2"], folder / "log")
    server.start()
    try:
        await server.ready()
        await until(lambda: len(server.children()) == 2)
        yield server
    finally:
        server.end()


async def acts_on(clients: list[Client], more: int = 4) -> float:
    """Wait until so many more acts were acknowledged."""
    before = sum(len(client.acknowledged) for client in clients)
    return await until(lambda: sum(len(client.acknowledged) for client in clients) >= before + more)


async def play(server: Process, backend: Backend, story: Callable[[list[Client]], Awaitable[None]]) -> None:
    """A match over a server while something happens to it; at the end everything must be right."""
    table, clients = await open_table([server.port], random.Random(1), clock={"move": 5, "reserve": 5})
    playing = [asyncio.create_task(client.run()) for client in clients]
    try:
        await acts_on(clients)
        await story(clients)
        for client in clients:
            client.stopping = True
        await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
    store = await open_store(backend.place)
    told = Told(table, await store.load(table))
    await store.close()
    assert faults_of(told, clients) == []
    late = [event for event in told.log if isinstance(event, Acted) and event.why]
    assert late == [], "nobody's time ran out"


def test_one_command_starts_two_workers_and_a_match_through_both_survives_the_death_of_either(
    shared: Backend, tmp_path: Path
) -> None:
    async def story() -> None:
        async with two_workers(shared, tmp_path) as server:

            async def deaths(clients: list[Client]) -> None:
                dead: set[int] = set()
                for worker in server.children():
                    os.kill(worker, signal.SIGKILL)
                    dead.add(worker)
                    await acts_on(clients)
                    await until(lambda: len(set(server.children()) - dead) == 2)
                    await acts_on(clients)

            await play(server, shared, deaths)

    asyncio.run(story())


def test_a_worker_that_dies_while_its_answer_is_waited_for_is_replaced_at_once(shared: Backend, tmp_path: Path) -> None:
    async def story() -> None:
        async with two_workers(shared, tmp_path) as server:
            first, second = server.children()
            os.kill(first, signal.SIGSTOP)
            await asyncio.sleep(1.5)  # by now it is asked whether it lives
            os.kill(first, signal.SIGKILL)
            assert await until(lambda: len(set(server.children()) - {first}) == 2) < 15, "not as if it had hung"
            assert second in server.children()

    asyncio.run(story())


def test_a_rolling_restart_loses_no_deal_and_no_clock_and_its_clients_are_back_at_once(
    shared: Backend, tmp_path: Path
) -> None:
    async def story() -> None:
        async with two_workers(shared, tmp_path) as server:

            async def restart(clients: list[Client]) -> None:
                old = set(server.children())
                server.send(signal.SIGHUP)
                await until(lambda: len(server.children()) == 2 and not old & set(server.children()))
                codes = [code for client in clients for code in client.closed]
                assert codes
                assert set(codes) == {1012}, "everybody was told to come back"
                await acts_on(clients)

            await play(server, shared, restart)

    asyncio.run(story())


def test_a_worker_that_is_told_to_stop_leaves_its_tables_to_the_others_at_once(shared: Backend, tmp_path: Path) -> None:
    async def story() -> None:
        worker = Process(shared.options, tmp_path / "log")
        worker.start()
        try:
            await worker.ready()
            token = ask(worker.port, "/api/me", {"name": "Ana"})["token"]
            table = ask(worker.port, "/api/quick", {"game": "mus"}, token)["id"]
            url, headers = f"ws://127.0.0.1:{worker.port}/ws/{table}", {"Authorization": f"Bearer {token}"}
            store = await open_store(shared.place)
            async with websockets.connect(url, additional_headers=headers, ping_interval=None) as socket:
                while json.loads(await asyncio.wait_for(socket.recv(), 30))["table"]["phase"] != "playing":
                    pass
                while table in (await store.beat("another", [table])).held:  # it did not ask for the lease yet
                    await store.release("another", [table])
                    await asyncio.sleep(0.2)
                await asyncio.to_thread(worker.stop)
            assert table in (await store.beat("another", [table])).held
            await store.close()
        finally:
            worker.end()

    asyncio.run(story())


def test_histories_under_a_nemesis_are_right(services: tuple[Postgres, Redis], tmp_path: Path) -> None:
    found, counts = asyncio.run(history(7, 20, 2, 2, services, tmp_path))
    assert found == []
    assert counts["acknowledged"] > 10
    assert counts["kill"] + counts["restart"] + counts["freeze"] + counts["freeze_database"] >= 1


def told(port: int, name: str) -> float:
    """A figure of /metrics."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))


def test_workers_count_together_and_stop_where_the_process_that_watches_over_them_is_killed(
    shared: Backend, tmp_path: Path
) -> None:
    async def story() -> None:
        async with two_workers(shared, tmp_path) as server:
            await until(lambda: "Ordago is open" in server.log.read_text())
            async with AsyncExitStack() as stack:
                opened: list[Any] = []
                for name in ("Ana", "Jon", "Iker", "Ane", "Eye", "Ibon"):
                    token = ask(server.port, "/api/me", {"name": name})["token"]
                    table = ask(server.port, "/api/quick", {"game": "mus"}, token)["id"]
                    url, headers = f"ws://127.0.0.1:{server.port}/ws/{table}", {"Authorization": f"Bearer {token}"}
                    socket = websockets.connect(url, additional_headers=headers, ping_interval=None)
                    opened.append(await stack.enter_async_context(socket))
                figures = [await asyncio.to_thread(told, server.port, "ordago_sockets") for _ in range(8)]
                assert figures == [6] * 8, "whichever worker answers"
                assert told(server.port, "ordago_tables") >= 6, "one that two workers have in memory is there twice"
                stored = told(server.port, "ordago_events_total")
                busiest = max(server.children(), key=lambda pid: len(os.listdir(f"/proc/{pid}/fd")))
                os.kill(busiest, signal.SIGKILL)
                await until(lambda: told(server.port, "ordago_sockets") < 6)
                assert told(server.port, "ordago_events_total") >= stored, "what was counted stays counted"
                await asyncio.sleep(0.5)
                living = [socket for socket in opened if socket.close_code is None]
                server.kill()
                for socket in living:
                    with suppress(websockets.ConnectionClosed):
                        while True:
                            await asyncio.wait_for(socket.recv(), 30)
                assert {socket.close_code for socket in living} <= {1012}, "they are told to come back"

            def refused() -> bool:
                with suppress(OSError):
                    told(server.port, "ordago_sockets")
                    return False
                return True

            await until(refused)

    asyncio.run(story())
