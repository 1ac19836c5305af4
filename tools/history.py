"""Plays at many tables over several workers while something always fails, and checks what everybody was told.

    python -m tools.history --seed 1 --minutes 10 --tables 8 --workers 3

A nemesis kills, stops and freezes workers, freezes and crashes the database, takes the broker away; the clocks of the
workers' machines are an hour apart. Then every client's messages are held against the log in the database. That is the
model: each message must be the view of that viewer after some event of the one order that there is, never an earlier
one than before, with the news of exactly the events in between; every act that was acknowledged stands in the log once;
nobody's time ran out early; no message holds a card that its viewer may not know. What the nemesis does and what the
clients want follows from the seed; when it happens does not quite.
"""

import argparse
import asyncio
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from ordago.cards import spanish
from ordago.service import open_store
from ordago.service.host import Step
from ordago.service.late import Late
from ordago.table import Table, after
from ordago.table.clocks import turn_times
from ordago.table.events import Acted, AnyEvent
from ordago.web.snapshot import Pictures
from tools.cluster import Client, Process, open_table
from tools.services import Postgres, Redis, running

LINK = "http://ordago.test/t/"
"""Where tables are said to be found."""

CARD = re.compile(r'"([1-7SCR][oceb])"')

CALM = 40
"""So many seconds after the last fault every table must have gone on: a lease, a grace, a slow machine."""


class Nemesis:
    """Breaks one thing after the other, and mends it."""

    def __init__(self, workers: list[Process], postgres: Postgres, redis: Redis, dice: random.Random) -> None:
        self.workers, self.postgres, self.redis, self.dice = workers, postgres, redis, dice
        self.done: Counter[str] = Counter()

    async def run(self, seconds: float) -> None:
        """Go on for so long; afterwards everything runs."""
        faults = [self.kill, self.restart, self.freeze, self.freeze_database, self.no_broker, self.crash_database]
        until, order = time.monotonic() + seconds, list[Callable[[], Any]]()
        while time.monotonic() < until:
            if not order:
                order = self.dice.sample(faults, len(faults))
            fault = order.pop()
            self.done[fault.__name__] += 1
            await fault()
            await asyncio.sleep(self.dice.uniform(0.5, 3))

    async def kill(self) -> None:
        """A worker dies and is started again."""
        worker = self.dice.choice(self.workers)
        await asyncio.to_thread(worker.kill)
        await asyncio.sleep(self.dice.uniform(0, 4))
        worker.start()
        await worker.ready()

    async def restart(self) -> None:
        """A worker is told to stop and is started again."""
        worker = self.dice.choice(self.workers)
        await asyncio.to_thread(worker.stop)
        worker.start()
        await worker.ready()

    async def freeze(self) -> None:
        """A worker stands still, sometimes so long that its leases are gone when it goes on."""
        worker = self.dice.choice(self.workers)
        worker.send(signal.SIGSTOP)
        await asyncio.sleep(self.dice.uniform(0.5, 9))
        worker.send(signal.SIGCONT)

    async def freeze_database(self) -> None:
        """The database stands still."""
        self.postgres.pause()
        await asyncio.sleep(self.dice.uniform(0.5, 8))
        self.postgres.go_on()

    async def crash_database(self) -> None:
        """The database dies as if the power had failed, and is started again."""
        await asyncio.to_thread(self.postgres.stop, signal.SIGQUIT)
        await asyncio.sleep(self.dice.uniform(0, 3))
        await asyncio.to_thread(self.postgres.start)

    async def no_broker(self) -> None:
        """The broker is away for a while."""
        await asyncio.to_thread(self.redis.stop)
        await asyncio.sleep(self.dice.uniform(0.5, 6))
        await asyncio.to_thread(self.redis.start)


class Told:
    """What viewers of a table must have been told: the log, folded, and the views of it."""

    def __init__(self, table: str, log: list[AnyEvent]) -> None:
        self.log = log
        self.tables: list[Table] = []
        self._pictures = Pictures(LINK + table)
        self._bodies: dict[tuple[int, str, bool], Any] = {}
        self._news: dict[tuple[int, str], list[Any]] = {}
        before: Table | None = None
        for event in log:
            before = after(before, event)
            self.tables.append(before)

    def body(self, at: int, who: str, first: bool) -> Any:
        """The snapshot for somebody after the event of this number, without what is not of the table."""
        key = at, who, first
        if key not in self._bodies:
            host: Any = SimpleNamespace(table=self.tables[at - 1], late=Late(), watchers=0, trouble="")
            table, view = self._pictures.snapshot(host, who, first, 0)
            self._bodies[key] = _plain(msgspec.json.decode(table)), msgspec.json.decode(view)
        return self._bodies[key]

    def news(self, at: int, who: str) -> list[Any]:
        """The news of the event of this number for somebody."""
        key = at, who
        if key not in self._news:
            step = Step(at, self.tables[at - 2], self.log[at - 1], self.tables[at - 1])
            self._news[key] = msgspec.json.decode(msgspec.json.encode(self._pictures.news_of(step, who)))
        return self._news[key]

    def places(self, message: dict[str, Any], who: str, first: bool, before: list[int]) -> list[int]:
        """The events after which somebody may have been sent this; the message before came after one of `before`.

        There may be several: an event that a viewer learns nothing of changes nothing for them.
        """
        wanted = _plain(message["table"]), message["view"]
        if first:
            return [at for at in range(before[0], len(self.log) + 1) if self.body(at, who, True) == wanted]
        found: set[int] = set()
        for last in before:
            news: list[Any] = []
            for at in range(last, len(self.log) + 1):
                news = news + (self.news(at, who) if at > last else [])
                if news != message["news"][: len(news)]:
                    break
                if len(news) == len(message["news"]) and self.body(at, who, False) == wanted:
                    found.add(at)
        return sorted(found)


def _plain(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in ("watchers", "trouble")}


def knowable(table: Table, chair: int) -> set[str]:
    """The cards that the position itself says somebody may know."""
    state = table.state
    if state is None:
        return set()
    if state.shown:
        return {spanish.NAMES[card] for hand in state.hands for card in hand}
    own = {spanish.NAMES[card] for card in state.hands[chair - 1]} if chair else set()
    return own | {spanish.NAMES[card] for _, card in state.exposed}


def faults_of(told: Told, clients: list[Client]) -> list[str]:
    """Everything that is wrong with what the clients of a table were told."""
    found = []
    ids = Counter(event.cid for event in told.log if event.cid)
    found += [f"done {count} times: {cid}" for cid, count in ids.items() if count > 1]
    for table, event in zip(told.tables, told.log[1:], strict=False):
        if isinstance(event, Acted) and event.why == "timeout":
            times = turn_times(table)
            if times is None or event.at < times[1]:
                found.append(f"time ran out early: {event}")
    for number, client in enumerate(clients, 1):
        found += [f"acknowledged and lost: {one}" for one in client.acknowledged if ids[f"{client.who}:{one}"] != 1]
        places = [1]
        for connection in client.seen:
            for count, message in enumerate(connection):
                before, places = places, told.places(message, client.who, not count, places)
                if not places:
                    found.append(f"client {number} was told what never was, after {before}: {message}"[:3000])
                    break
                cards = set(CARD.findall(msgspec.json.encode(message["view"]).decode())) - _own(message["view"])
                shown = told.tables[places[0] - 1]
                if not cards <= knowable(shown, shown.chair_of(client.who)):
                    found.append(f"client {number} was told cards after {places}: {message}"[:3000])
            if not places:
                break
    return found


def _own(view: dict[str, Any] | None) -> set[str]:
    """Cards that somebody threw or got themselves: they are told only to them, and are in the hand no more."""
    acts = view["acts"] if view else []
    mine = [act for act in acts if view and act["chair"] == view["seat"]]
    turned = [act for act in acts if act["kind"] == "!"]
    return {card for act in mine + turned for card in act.get("cards", ())}


async def history(
    seed: int, seconds: float, tables: int, workers: int, services: tuple[Postgres, Redis], folder: Path
) -> tuple[list[str], Counter[str]]:
    """What was wrong, and counts of what happened."""
    postgres, redis = services
    dice = random.Random(seed)
    database = postgres.make(f"history_{seed}_{int(time.time())}")
    options = ["--database", database, "--bus", redis.url]
    ahead = (0, 3600, -3600)
    processes = [Process(options, folder / f"worker{one}.log", ahead[one % 3]) for one in range(workers)]
    tasks: list[asyncio.Task[None]] = []
    try:
        for process in processes:
            process.start()
        for process in processes:
            await process.ready()
        ports = [process.port for process in processes]
        opened = [await open_table(ports, dice, clock={"move": 5, "reserve": 5}) for _ in range(tables)]
        clients = [client for _, people in opened for client in people]
        tasks = [asyncio.create_task(client.run()) for client in clients]
        nemesis = Nemesis(processes, postgres, redis, random.Random(dice.random()))
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


def main() -> int:
    """Run from the command line; 1 where something was wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--workers", type=int, default=3)
    given = parser.parse_args()
    with running() as services, tempfile.TemporaryDirectory() as folder:
        work = history(given.seed, given.minutes * 60, given.tables, given.workers, services, Path(folder))
        found, counts = asyncio.run(work)
        tracebacks = [log for log in Path(folder).glob("*.log") if "-failed" in log.read_text("utf-8", "replace")]
        for log in tracebacks:
            found.append(log.read_text("utf-8", "replace")[-4000:])
    for name, count in sorted(counts.items()):
        print(f"{count:8} {name}")
    for fault in found:
        print("WRONG:", fault)
    print(f"seed {given.seed}: {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
