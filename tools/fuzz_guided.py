"""Attacks the socket of a table like `tools.fuzz_socket`, led by the coverage of the code.

    pip install --group fuzz
    python -m tools.fuzz_guided FOLDER --minutes 10

libFuzzer, through atheris, changes messages and keeps those that reach code which none reached before. They stay in the
folder, one a file, and the next run begins with them and with the corpus that is kept in the repository. A message that
makes the server fail is written beside the folder as `FOLDER.crash-…`, and the exit status is not 0; the first byte
says from which side it came. atheris has wheels for Linux and some versions of Python only, so it stands in a group of
its own and not in `dev`.
"""

import argparse
import asyncio
import hashlib
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["ordago.web", "ordago.table", "ordago.service"]):
    from tools.fuzz_socket import SIDES, Attack, Failed, changed, kept, watched

LONGEST = 20_000
"""Bytes of a message."""

FRESH = 500
"""So many messages go to one table."""


class Guided:
    """Sends what the fuzzer makes."""

    def __init__(self, faults: list[str]) -> None:
        self._faults = faults
        self._runner = asyncio.Runner()
        self._attack: Attack | None = None
        self._sent = 0

    def one(self, data: bytes) -> None:
        """Send one message; its first byte says from which side. Raises Failed."""
        if data:
            self._runner.run(self._send(SIDES[data[0] % len(SIDES)], data[1:].decode("utf-8", "replace")))

    async def _send(self, side: str, text: str) -> None:
        if self._attack is None or self._sent % FRESH == 0:
            if self._attack is not None:
                await self._attack.close()
            self._attack = await Attack().start(playing=self._sent // FRESH % 3 != 0)
        self._sent += 1
        await self._attack.send(side, text)
        if self._faults:
            raise Failed(f"{self._faults[0]}: {side}: {text!r}")


def mutated(data: bytes, most: int, seed: int) -> bytes:
    """A changed message: by libFuzzer, or as a message, so that it stays one more often."""
    dice = random.Random(seed)
    if dice.random() < 0.5:
        return bytes(atheris.Mutate(data, most))
    text = changed(data[1:].decode("utf-8", "replace"), dice)
    return (bytes([dice.randrange(len(SIDES))]) + text.encode("utf-8", "replace"))[:most]


def seed_corpus(folder: Path) -> None:
    """Put the repository's corpus into the folder, from every side."""
    folder.mkdir(parents=True, exist_ok=True)
    for text in kept():
        for side in range(len(SIDES)):
            data = bytes([side]) + text.encode("utf-8", "replace")
            (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)


def main(arguments: Sequence[str] | None = None) -> None:
    """Attack until the time is over or something fails; libFuzzer ends the process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where messages that reached new code are kept")
    parser.add_argument("--minutes", type=float, default=10, help="how long (default: %(default)s)")
    options = parser.parse_args(arguments)
    seed_corpus(options.folder)
    with watched() as faults:
        limits = [f"-max_total_time={int(60 * options.minutes)}", f"-max_len={LONGEST}", "-timeout=30"]
        crashes = f"-artifact_prefix={options.folder}."
        given = [sys.argv[0], *limits, crashes, "-rss_limit_mb=1024", "-print_final_stats=1", str(options.folder)]
        atheris.Setup(given, Guided(faults).one, custom_mutator=mutated)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
