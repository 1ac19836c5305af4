"""Tables of protocol clients against a running server: `python benchmarks/load [PART ...]`.

Inside the measured region: the server process, all its threads, its store on disk. Outside: the clients, which run in
this process on another core, and seating the tables. CPU is what the kernel says of the server's process, so acts per
core are acts by CPU-second, whatever else the machine does and however long the server waits for its disk; latencies
are wall time and need a machine that is idle. An act is what the player on turn does. A command is all that a player
asks for and the server does: at Ordago's tables also each share of the next deal and each *ready* for it, eight to a
deal, stored and told like acts; at those of the control acts are all.
Control: boardgame.io (npm), a comparable game of hidden hands on its own server, under the same load generator: with
its store in memory, which loses all at a crash, and with its own store on disk, which does not wait for the disk.

Parts: `flat` acts per core and bytes, flat out · `human` 250 tables at human speed, and the percentiles from act to all
seats · `idle` memory of 2,000 connections · `stalled` one client that stops reading · `grow` cost of an act with 10,
100 and 1,000 tables connected · `workers` cost of an act with one and two workers on PostgreSQL and Redis, both workers
on the one core and the services on the others, not counted; it needs them running:

    python -m tools.services -- python benchmarks/load workers
"""

import argparse
import asyncio
import gc
import os
import secrets
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from boardgame_players import Boardgame, install
from ordago_players import Ordago
from play import FLAT_OUT, HUMAN, Contender, Figures, Pace
from processes import cpu_seconds, resident

MIB = 2**20


def say(contender: Contender, what: str, **figures: Any) -> None:
    """Print a line of figures."""
    print(f"{what:10}{contender.name:22}" + "  ".join(f"{key} {value}" for key, value in figures.items()), flush=True)


async def region(contender: Contender, figures: Figures, seconds: float) -> tuple[float, float]:
    """Measure for a while: CPU-seconds of the server, seconds that went by."""
    loop = asyncio.get_running_loop()
    figures.clear()
    gc.collect()
    cpu, began = cpu_seconds(contender.pid), loop.time()
    await asyncio.sleep(seconds)
    return cpu_seconds(contender.pid) - cpu, loop.time() - began


def latency(figures: Figures) -> dict[str, str]:
    """Percentiles from act to all seats."""
    return {f"p{share * 100:g}": f"{1000 * figures.at(share):.1f} ms" for share in (0.5, 0.95, 0.99, 0.999)}


async def flat(contender: Contender, options: argparse.Namespace) -> None:
    """As many acts as the server can do: at so many tables that none of them waits for its disk or for a client."""
    figures, pace = Figures(), Pace(FLAT_OUT)
    await contender.tables(options.tables or 150, pace, figures)
    await asyncio.sleep(2)
    cpu, went = await region(contender, figures, options.seconds)
    acts = len(figures.seconds)
    say(
        contender,
        "flat",
        acts_per_core=f"{acts / cpu:.0f}/s",
        commands_per_core=f"{figures.commands / cpu:.0f}/s",
        busy=f"{cpu / went:.0%}",
        messages_per_act=f"{figures.messages / acts:.1f}",
        bytes_per_message=f"{figures.bytes / figures.messages:.0f}",
        **latency(figures),
        closed=len(figures.closed),
        sent_again=figures.again,
    )
    pace.stopped = True


async def human(contender: Contender, options: argparse.Namespace) -> None:
    """250 tables at human speed."""
    figures, pace = Figures(), Pace(HUMAN)
    await contender.tables(options.tables or 250, pace, figures)
    await asyncio.sleep(6)
    cpu, went = await region(contender, figures, max(options.seconds, 20))
    acts = len(figures.seconds)
    say(contender, "human", acts=f"{acts / went:.0f}/s", busy=f"{cpu / went:.0%}", **latency(figures))
    pace.stopped = True


async def idle(contender: Contender, options: argparse.Namespace) -> None:
    """Memory of 500 tables of four with cards in hand, over what the server held before."""
    figures, pace = Figures(), Pace((9e9, 9e9))
    await contender.tables(1, pace, figures)  # whatever is loaded once is part of the base
    base = resident(contender.pid)
    tables = options.tables or 500
    await contender.tables(tables, pace, figures)
    await asyncio.sleep(3)
    more = resident(contender.pid) - base
    cpu, went = await region(contender, figures, 10)
    say(
        contender,
        "idle",
        connections=4 * tables,
        base=f"{base / MIB:.0f} MiB",
        over=f"{more / MIB:.0f} MiB",
        per_connection=f"{more / (4 * tables) / 1024:.1f} KiB",
        busy=f"{cpu / went:.1%}",
    )


async def stalled(contender: Contender, options: argparse.Namespace) -> None:
    """The same tables, every second one with a client that does not read, against those without."""
    pace = Pace((0.02, 0.05))
    calm, troubled = Figures(), Figures()
    await contender.tables(4, pace, calm)
    for table in await contender.tables(4, pace, troubled):
        await contender.stalled(table)
    await asyncio.sleep(1)
    calm.clear()
    await region(contender, troubled, max(options.seconds, 20))
    say(
        contender,
        "stalled",
        without=f"p99 {1000 * calm.at(0.99):.1f} ms, most {1000 * calm.at(1):.1f} ms",
        beside=f"p99 {1000 * troubled.at(0.99):.1f} ms, most {1000 * troubled.at(1):.1f} ms",
        later=f"{1000 * (troubled.at(0.99) - calm.at(0.99)):.1f} ms",
    )
    pace.stopped = True


async def grow(contender: Contender, options: argparse.Namespace) -> None:
    """The same number of acts a second, spread over more and more tables."""
    have = 0
    figures, pace = Figures(), Pace(FLAT_OUT)
    for number in (10, 100, 1000):
        pace.think = (number / 60 * 0.75, number / 60 * 1.25)
        await contender.tables(number - have, pace, figures)
        have = number
        await asyncio.sleep(max(3, number / 60))
        cpu, went = await region(contender, figures, max(options.seconds, 20))
        acts = len(figures.seconds)
        say(
            contender,
            "grow",
            tables=number,
            acts=f"{acts / went:.0f}/s",
            cpu_per_act=f"{1000 * cpu / acts:.2f} ms",
            p99=f"{1000 * figures.at(0.99):.1f} ms",
        )
    pace.stopped = True


async def workers(contender: Contender, options: argparse.Namespace) -> None:
    """A hundred tables whose seats are connected to whichever worker took them, 60 acts a second."""
    number = options.tables or 100
    figures, pace = Figures(), Pace((number / 60 * 0.75, number / 60 * 1.25))
    await contender.tables(number, pace, figures)
    await asyncio.sleep(3)
    cpu, went = await region(contender, figures, max(options.seconds, 20))
    acts = len(figures.seconds)
    say(
        contender, "workers", acts=f"{acts / went:.0f}/s", cpu_per_act=f"{1000 * cpu / acts:.2f} ms", **latency(figures)
    )
    pace.stopped = True


def with_workers(count: int) -> Contender:
    """So many workers on a new database of the services that run."""
    import psycopg

    address, bus = os.environ["ORDAGO_DATABASE"], os.environ["ORDAGO_BUS"]
    name = f"load_{secrets.token_hex(6)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    shared = (f"{address.rpartition('/')[0]}/{name}", bus, str(count))
    return Ordago(f"ordago, workers: {count}", shared)


PARTS: dict[str, Callable[[Contender, argparse.Namespace], Awaitable[None]]] = {
    "flat": flat,
    "human": human,
    "idle": idle,
    "stalled": stalled,
    "grow": grow,
    "workers": workers,
}
"""What can be measured; each contender gets a new server for each part."""

ON_DISK = {"flat", "human", "idle"}
"""Parts in which it matters whether a contender keeps its tables on disk."""


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], metavar="PART", help=", ".join(PARTS))
    parser.add_argument(
        "--only",
        choices=["ordago", "boardgame.io", "boardgame.io on disk"],
        help="one contender, to look for what is slow",
    )
    parser.add_argument("--seconds", type=float, default=15, help="how long a region is measured")
    parser.add_argument("--first", action="store_true", help="go before everything else on a busy machine (needs root)")
    parser.add_argument("--tables", type=int, help="another number of tables")
    parser.add_argument(
        "--modules", type=Path, help="a folder for boardgame.io; one that is kept need not be filled twice"
    )
    options = parser.parse_args()
    if options.first:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))  # the servers inherit it
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory(prefix="load-npm-") as folder:
        makers: dict[str, Callable[[], Contender]] = {"ordago": Ordago}
        if options.only != "ordago":
            modules = install(options.modules or Path(folder))
            makers["boardgame.io"] = lambda: Boardgame(modules, on_disk=False)
            makers["boardgame.io on disk"] = lambda: Boardgame(modules, on_disk=True)
        services = "ORDAGO_DATABASE" in os.environ
        for part in options.parts or [part for part in PARTS if services or part != "workers"]:
            if part == "workers":
                makers_now = {str(count): partial(with_workers, count) for count in (1, 2)}
            else:
                makers_now = {name: make for name, make in makers.items() if part in ON_DISK or "disk" not in name}
            for name, make in makers_now.items():
                if options.only in (None, name) or part == "workers":
                    contender = make()
                    os.sched_setaffinity(0, set(cores[:-1]) or set(cores))
                    try:
                        asyncio.run(PARTS[part](contender, options))
                    finally:
                        contender.close()
                        os.sched_setaffinity(0, set(cores))


if __name__ == "__main__":
    main()
