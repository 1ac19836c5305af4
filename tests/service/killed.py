"""A server that is killed at a step of the write path: `python killed.py PLACE STEP`. Prints what it acknowledges."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from ordago.service import House, open_store
from ordago.service.bus import LocalBus
from ordago.service.database import Place
from ordago.service.transactions import Session
from ordago.service.writer import APPEND
from ordago.table import commands as do

AFTER = 12
"""How many acts are acknowledged before the end comes."""


def die(*_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def main(place: Place, step: str) -> None:
    store = await open_store(place)
    bus = LocalBus()
    house = House(store, bus)
    await house.start()
    host = await house.open("host", "mus", given={"clock": None})
    print("table", host.table.id, flush=True)
    people = ("host", "ane", "jon", "iker")
    for chair, who in enumerate(people, 1):
        await host.command(do.Sit(chair=chair, name=who), who)
    await host.command(do.Start(), "host")
    done = 0
    while True:
        if done == AFTER:
            break_at(step, store, bus)
        table = host.table
        if not table.turn:
            for who in people:
                if table.state is not None and table.between:
                    await host.command(do.Ready(), who)
            await asyncio.sleep(0.02)
            continue
        who = table.seat(table.turn).who
        view = table.played.view(table.state, table.turn)
        act = table.played.time_out_act(view)
        word = table.played.write_act(table.state, act).partition(":")[2]
        name = f"act-{done}"
        print("try", name, who, word, flush=True)
        await host.command(do.Act(word=word, id=name), who)
        print("ok", name, flush=True)
        done += 1


def break_at(step: str, store: Any, bus: LocalBus) -> None:
    """Make the next write end the process at this step."""
    writer = store.writer
    commit, answer = writer.commit, writer.answer
    if step == "before":
        writer.commit = die
    elif step == "inserted":

        async def insert(batch: Any) -> Any:
            def half(session: Session) -> None:
                for write in batch:
                    session.execute(APPEND, write.events)
                die()

            await writer._transactions.run(half)

        writer.commit = insert
    elif step == "committed":

        async def committed(batch: Any) -> Any:
            await commit(batch)
            die()

        writer.commit = committed
    elif step == "answered":

        def answered(*given: Any) -> None:
            answer(*given)
            die()

        writer.answer = answered
    elif step == "published":
        bus.subscribe(die)


if __name__ == "__main__":
    asyncio.run(main(given if "://" in (given := sys.argv[1]) else Path(given), sys.argv[2]))
