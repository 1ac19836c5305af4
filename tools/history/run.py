"""One history: tables are played at over workers while the nemesis is at work, and what came of it is checked."""

import asyncio
import random
import re
import time
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

from ordago.service import open_store
from ordago.table.events import Acted
from tools.cluster import Process, open_table
from tools.history.faults import faults_of
from tools.history.nemesis import Nemesis
from tools.history.told import Told
from tools.network import Cable
from tools.services import Postgres, Redis

GAMES = ("mus", "mos")

CALM = 40
"""So many seconds after the last fault every table must have gone on: a lease, a grace, a slow machine."""


async def history(
    seed: int, seconds: float, tables: int, workers: int, services: tuple[Postgres, Redis], folder: Path
) -> tuple[list[str], Counter[str]]:
    """What was wrong, and counts of what happened."""
    postgres, redis = services
    dice = random.Random(seed)
    database = postgres.make(f"history_{seed}_{int(time.time())}")
    processes: list[Process] = []
    cables: list[list[Cable]] = []
    tasks: list[asyncio.Task[None]] = []
    stack = AsyncExitStack()
    try:
        for one in range(workers):
            to_database, to_broker = [await stack.enter_async_context(Cable(to.port)) for to in services]
            options = ["--database", _over(database, to_database), "--bus", _over(redis.url, to_broker)]
            process = Process(options, folder / f"worker{one}.log", (0, 3600, -3600)[one % 3])
            to_players = await stack.enter_async_context(Cable(process.port))
            processes.append(process)
            cables.append([to_database, to_broker, to_players])
        for process in processes:
            process.start()
        for process in processes:
            await process.ready()
        ports = [to_players.port for _, _, to_players in cables]
        clock = {"move": 5, "reserve": 5}
        opened = [await open_table(ports, dice, GAMES[one % len(GAMES)], clock=clock) for one in range(tables)]
        clients = [client for _, people in opened for client in people]
        tasks = [asyncio.create_task(client.run()) for client in clients]
        nemesis = Nemesis(processes, cables, postgres, redis, random.Random(dice.random()))
        await nemesis.run(seconds)
        acts = {client: len(client.acknowledged) for client in clients}
        stuck = [table for table, _ in opened]
        for _ in range(CALM):
            await asyncio.sleep(1)
            stuck = [table for table, people in opened if all(len(one.acknowledged) == acts[one] for one in people)]
            if not stuck:
                break
        for client in clients:
            client.stopping = True
        await asyncio.gather(*tasks)
        store = await open_store(database)
        logs = {table: await store.load(table) for table, _ in opened}
        await store.close()
    finally:
        for task in tasks:
            task.cancel()
        for process in processes:
            process.end()
        await stack.aclose()
    found = [f"stands still: {table}" for table in stuck]
    for table, people in opened:
        found += faults_of(Told(table, logs[table]), people)
    counts = Counter(nemesis.done)
    counts["events"] = sum(map(len, logs.values()))
    counts["acknowledged"] = sum(len(client.acknowledged) for client in clients)
    counts["connections"] = sum(len(client.seen) for client in clients)
    counts["messages"] = sum(len(messages) for client in clients for messages in client.seen)
    counts["time-outs"] = sum(
        isinstance(event, Acted) and event.why == "timeout" for log in logs.values() for event in log
    )
    counts.update(f"refused {code}" for client in clients for code in client.refused)
    return found, counts


def _over(address: str, cable: Cable) -> str:
    """The same address over a cable."""
    return re.sub(r":\d+/", f":{cable.port}/", address)
