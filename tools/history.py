"""Plays at many tables over several workers while something always fails, and checks what everybody was told.

    python -m tools.history --seed 1 --minutes 10 --tables 8 --workers 3

Half of the tables play Mus, half Møs. A nemesis kills, stops and freezes workers, freezes and crashes the database,
takes the broker away, pulls or silences the cables of a worker to the database, the broker or the players, and lets the
clocks of the workers' machines jump by up to an hour; they begin an hour apart.

Then every client's messages are held against the log in the database. That is the model: each message must be the view
of that viewer after some event of the one order that there is, never an earlier one than before, with the news of
exactly the events in between; every act that was acknowledged stands in the log once; nobody's time ran out early; no
message holds a card that its viewer may not know. What the nemesis does and what the clients want follows from the
seed; when it happens does not quite.
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
from contextlib import AsyncExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from ordago.cards import french, spanish
from ordago.mos import acts as mos
from ordago.mos.hand import unpacked
from ordago.service import open_store
from ordago.service.host import Step
from ordago.service.late import Late
from ordago.table import Table, after
from ordago.table.clocks import turn_times
from ordago.table.events import Acted, AnyEvent, Dealt
from ordago.web.snapshot import Pictures
from tools.cluster import Client, Process, open_table
from tools.network import Cable
from tools.services import Postgres, Redis, running

LINK = "http://ordago.test/t/"
"""Where tables are said to be found."""

GAMES = ("mus", "mos")

CARD = {"mus": re.compile(r'"([1-7SCR][oceb])"'), "mos": re.compile(r'"([2-9TJQKA][CDHS])"')}
"""A card in a message."""

CALM = 40
"""So many seconds after the last fault every table must have gone on: a lease, a grace, a slow machine."""


class Nemesis:
    """Breaks one thing after the other, and mends it. `cables` are those of each worker."""

    def __init__(
        self,
        workers: list[Process],
        cables: list[list[Cable]],
        postgres: Postgres,
        redis: Redis,
        dice: random.Random,
    ) -> None:
        self.workers, self.cables, self.postgres, self.redis, self.dice = workers, cables, postgres, redis, dice
        self.done: Counter[str] = Counter()

    async def run(self, seconds: float) -> None:
        """Go on for so long; afterwards everything runs."""
        faults = [
            *(self.kill, self.restart, self.freeze, self.skew, self.pull, self.silence),
            *(self.freeze_database, self.crash_database, self.no_broker),
        ]
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

    async def skew(self) -> None:
        """The clock of a worker's machine jumps, forwards or back."""
        self.dice.choice(self.workers).skew(self.dice.randint(-3600, 3600))

    async def pull(self) -> None:
        """A worker's connections to the database, the broker or the players are cut, and no new ones come about."""
        cable = self.dice.choice(self.dice.choice(self.cables))
        cable.pull()
        await asyncio.sleep(self.dice.uniform(0, 9))
        cable.mend()

    async def silence(self) -> None:
        """Nothing comes through on a cable of a worker, and nobody hangs up; then all of it comes at once."""
        cable = self.dice.choice(self.dice.choice(self.cables))
        cable.silence()
        await asyncio.sleep(self.dice.uniform(0.5, 9))
        cable.mend()

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
        self._knowable: list[dict[int, set[str]]] = []
        before: Table | None = None
        for event in log:
            begins = isinstance(event, Dealt)
            before = after(before, event)
            self.tables.append(before)
            known = {} if begins or not self._knowable else self._knowable[-1]
            self._knowable.append(_more_known(before, known))

    def knowable(self, first: int, last: int, who: str) -> set[str]:
        """The cards that the positions after the events from one to another say somebody may know of these deals."""
        chair = self.tables[last - 1].chair_of(who)
        of = self._knowable[first - 1 : last]
        return {card for known in of for card in known.get(0, set()) | known.get(chair, set())}

    def body(self, at: int, who: str, first: bool) -> Any:
        """The snapshot for somebody after the event of this number, without what is not of the table."""
        key = at, who, first
        if key not in self._bodies:
            host: Any = SimpleNamespace(table=self.tables[at - 1], late=Late(), watchers=0, trouble="")
            table, view = self._pictures.snapshot(host, who, host.table.chair_of(who), first, 0)
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


def _more_known(table: Table, known: dict[int, set[str]]) -> dict[int, set[str]]:
    """The cards of this deal that each chair, and everybody (0), may know by now; `known` is what they knew before."""
    state = table.state
    if state is None or not state.hands:
        return known
    own, open_cards = (_of_mus if table.game == "mus" else _of_mos)(state)
    found = {chair: known.get(chair, set()) | hand for chair, hand in enumerate(own, 1)}
    found[0] = known.get(0, set()) | open_cards
    return found


def _of_mus(state: Any) -> tuple[list[set[str]], set[str]]:
    """The cards in each hand, and those that everybody sees."""
    own = [{spanish.NAMES[card] for card in hand} for hand in state.hands]
    return own, set().union(*own) if state.shown else {spanish.NAMES[card] for _, card in state.exposed}


def _of_mos(state: Any) -> tuple[list[set[str]], set[str]]:
    """The cards in each hand, and those that everybody sees: what lies there, was laid, and is trump."""
    open_cards = {card for unit in state.table for card in unit}
    for act in state.log.latest():
        if isinstance(act, mos.Deal):
            break
        open_cards |= set(act.cards) if isinstance(act, mos.Play) else set()
    if state.trump >= 0:
        open_cards.add(state.trump_card)
    own = [{french.NAMES[card] for card in unpacked(hand)} for hand in state.hands]
    return own, {french.NAMES[card] for card in open_cards}


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
                text = msgspec.json.encode([message["view"], message["news"]]).decode()
                cards = set(CARD[told.tables[0].game].findall(text))
                if not cards <= told.knowable(before[0], places[0], client.who):
                    found.append(f"client {number} was told cards after {places}: {message}"[:3000])
            if not places:
                break
    return found


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
