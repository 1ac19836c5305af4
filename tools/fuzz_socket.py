"""Attacks the socket of a table with messages that nobody should send: `python -m tools.fuzz_socket --minutes 10`.

Messages are those of the kept corpus (`tests/golden/socket_corpus.jsonl`), changed at random: bytes, words, numbers,
keys, lengths. They come from three sides: a seated person, somebody with a name who has no chair, a watcher. After each
one nothing failed inside, every answer is one of the protocol's, and no chair is anybody's whose it was not. A message
with an answer of a new kind goes on in the corpus of the run, with `--keep` in the file. At the end memory has grown by
no more than 50 MiB.
"""

import argparse
import asyncio
import gc
import json
import random
import resource
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ordago.table import commands as do
from ordago.web import connection
from tests.web.world import Venue, Wire, settle

CORPUS = Path(__file__).parent.parent / "tests" / "golden" / "socket_corpus.jsonl"
"""A message a line, as a JSON string."""

MOST_GROWTH = 50 * 2**20
"""So much memory may a run take beyond what it had after its first thousand messages, in bytes."""

FRIENDS = ("host", "jon")
"""Seated people who are attacked."""

SIDES = ("ane", "eve", "")
"""Who attacks: somebody on chair 2, somebody without a chair, a watcher."""

PIECES = (
    "9" * 40,
    "-1",
    "1e999",
    "null",
    "true",
    "[]",
    "{}",
    '"',
    "\\",
    "\\u0000",
    "\\ud800",
    "🂡",
    "[" * 40,
    "id",
    "t",
)
"""What is put into messages."""

ANSWERS = {"ok", "refused", "pong", "table"}
"""What the server may say."""


class Failed(Exception):
    """The server did what it must not do."""


class Attack:
    """A table under attack."""

    def __init__(self) -> None:
        self.venue = Venue(burst=10**9, table_burst=10**9)
        self.wires: dict[str, Wire] = {}

    async def start(self, playing: bool) -> "Attack":
        """Friends and the attacker sit down; with `playing` a match runs."""
        host = self.host = await self.venue.house.open("host", "mus", given={"clock": None})
        for chair, who in enumerate(("host", "ane", "jon"), 1):
            await host.command(do.Sit(chair=chair, name=who), who)
        if playing:
            await host.command(do.Start(fill=True), "host")
            await self.venue.wait(host, 3)
        for who in FRIENDS:
            await self.venue.connect(host, who)
        return self

    async def send(self, side: str, text: str) -> tuple[str, ...]:
        """Send a message from this side; the kinds of the answers. Raises Failed."""
        wire = self.wires.get(side)
        if wire is None or wire.closed is not None:
            if wire is not None:
                await self.venue.leave(wire)
            wire = self.wires[side] = await self.venue.connect(self.host, side)
        wire.sent.clear()
        chairs = [self.host.table.chair_of(who) for who in FRIENDS]
        wire.say_text(text.encode("utf-8", "surrogatepass"))
        await settle()
        if [self.host.table.chair_of(who) for who in FRIENDS] != chairs:
            raise Failed(f"a chair changed hands: {side}: {text!r}")
        return tuple(self._kind(answer, side, text) for answer in wire.sent)

    def _kind(self, answer: str, side: str, text: str) -> str:
        message: dict[str, Any] = json.loads(answer)
        if message["t"] not in ANSWERS:
            raise Failed(f"what is that: {answer!r} to {side}: {text!r}")
        return str(message.get("code", message["t"]))

    async def close(self) -> None:
        """The attack is over."""
        await self.venue.close()


def changed(text: str, dice: random.Random) -> str:
    """A message with something wrong put into it."""
    for _ in range(dice.choice((1, 1, 2, 4))):
        at, to = sorted(dice.randrange(len(text) + 1) for _ in range(2))
        match dice.randrange(6):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:at] + dice.choice(PIECES) + text[at:]
            case 2:
                text = text[:at] + dice.choice(PIECES) + text[to:]
            case 3:
                text = text[:to] + text[at:to] * dice.choice((1, 3, 30)) + text[to:]
            case 4:
                text = text[:at] + chr(dice.choice((0, 10, 34, 92, 127, 0x202E, 0x10FFFF))) + text[at:]
            case 5:
                text = text[:at] + str(dice.randrange(-2, 100)) + text[at + 1 :]
        text = text[:20_000]
    return text


@contextmanager
def watched() -> Iterator[list[str]]:
    """Faults of connections in the meantime, as they would go to the log."""
    faults: list[str] = []

    class Log:
        def error(self, event: str, **more: Any) -> None:
            faults.append(f"{event} {more}")

        def info(self, event: str, **more: Any) -> None:
            pass

    log, connection.LOG = connection.LOG, Log()
    try:
        yield faults
    finally:
        connection.LOG = log


async def run(corpus: list[str], seconds: float, most: int, seed: int, faults: list[str]) -> tuple[int, list[str], int]:
    """Attack for a while: how many messages, those with answers of a new kind, bytes of memory grown. Raises Failed."""
    dice = random.Random(seed)
    known: set[tuple[str, ...]] = set()
    found: list[str] = []
    count, begin, base = 0, time.monotonic(), 0
    while count < most and time.monotonic() - begin < seconds:
        attack = await Attack().start(playing=dice.random() < 0.7)
        for _ in range(min(500, most - count)):
            one = dice.choice(corpus + found)
            text = one if dice.random() < 0.2 else changed(one, dice)
            kinds = await attack.send(dice.choice(SIDES), text)
            if faults:
                raise Failed(f"{faults[0]}: {text!r}")
            if kinds not in known:
                known.add(kinds)
                found.append(text)
            count += 1
        await attack.close()
        gc.collect()  # a house that is closed is found late, and what is asked is whether anything of it stays
        base = base or _memory() if count >= 1000 else 0
    return count, found, _memory() - base if base else 0


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def kept() -> list[str]:
    """The corpus."""
    return [json.loads(line) for line in CORPUS.read_text("utf-8").splitlines()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Attack and report; 1 where something went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10, help="how long")
    parser.add_argument("--messages", type=int, default=10**12, help="at most so many")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 2**32, help="another seed, other messages")
    parser.add_argument("--keep", action="store_true", help="add what was found to the corpus")
    options = parser.parse_args(arguments)
    print(f"seed {options.seed}", flush=True)
    try:
        with watched() as faults:
            attack = run(kept(), 60 * options.minutes, options.messages, options.seed, faults)
            count, found, grown = asyncio.run(attack)
    except Failed as failed:
        print(failed)
        return 1
    print(f"{count} messages, {len(found)} kinds of answers, {grown / 2**20:.1f} MiB more memory")
    if options.keep:
        lines = [json.dumps(text) for text in dict.fromkeys([*kept(), *found])]
        CORPUS.write_text("\n".join(lines) + "\n", "utf-8")
    return int(grown > MOST_GROWTH)


if __name__ == "__main__":
    raise SystemExit(main())
