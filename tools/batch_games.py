"""Replays batch games over random rules through the engine and compares every step: `python -m tools.batch_games`.

    python -m tools.batch_games --cases 20000 --checkpoint batch-games.json

A case is one set of rules with a few games of it; its number and the game give it again (`--game mus --case 17`).
With a checkpoint the run can be stopped and goes on where it was.
"""

import argparse
import json
import multiprocessing
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from ordago.arena.run import cores
from ordago.batch.mus.games import UNTIL
from ordago.core.files import write_whole
from tests.batch import mos_replay, mus_replay

AT_ONCE = 20
"""Cases that a process is given at a time."""


def mus_case(number: int) -> int:
    """Six games of Mus under the rules of this number; how many deals they had. Raises AssertionError."""
    of, more = mus_replay.random_case(number)
    policy = mus_replay.POLICIES[number % 3]
    try:
        return sum(mus_replay.replay(of, game, number, UNTIL[game % 3], policy, **more)[0] for game in range(6))
    except Exception as error:
        raise AssertionError(f"mus, case {number}: {error!r}") from error


def mos_case(number: int) -> int:
    """A game of Møs with each policy; how many they were. Raises AssertionError."""
    of, players = mos_replay.random_case(number)
    try:
        for game, policy in enumerate(mos_replay.POLICIES):
            mos_replay.replay(of, players, game, number, policy)
    except Exception as error:
        raise AssertionError(f"mos, case {number}: {error!r}") from error
    return len(mos_replay.POLICIES)


CASES: dict[str, Callable[[int], int]] = {"mus": mus_case, "mos": mos_case}


def run(game: str, first: int, last: int, processes: int, kept: Path | None) -> int:
    """Play these cases, those that the checkpoint names left out; how many deals there were in all."""
    done = json.loads(kept.read_text("utf-8")) if kept and kept.exists() else {}
    begun: int
    deals: int
    begun, deals = done.get(game, (first, 0))
    with multiprocessing.Pool(processes) as pool:
        for number, found in enumerate(pool.imap(CASES[game], range(begun, last), AT_ONCE), begun + 1):
            deals += found
            if kept and (number % 100 == 0 or number == last):
                write_whole(kept, json.dumps({**done, game: (number, deals)}) + "\n")
    return deals


def main(given: Sequence[str] | None = None) -> None:
    """Run and print what was compared."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=CASES, action="append", help="both if not given")
    parser.add_argument("--cases", type=int, default=1_000, help="sets of rules for each game (default: %(default)s)")
    parser.add_argument("--case", type=int, help="this case alone")
    parser.add_argument("--processes", type=int, default=cores(), help="how many at once; all cores if not given")
    parser.add_argument("--checkpoint", type=Path, help="a file in which progress is kept")
    options = parser.parse_args(given)
    for game in options.game or CASES:
        if options.case is not None:
            print(f"{game}, case {options.case}: {CASES[game](options.case):,} deals agree")
            continue
        deals = run(game, 0, options.cases, options.processes, options.checkpoint)
        print(f"{game}: {options.cases:,} sets of rules, {deals:,} deals; every step agrees", flush=True)


if __name__ == "__main__":
    try:
        main()
    except AssertionError as failed:
        sys.exit(str(failed))
    except KeyboardInterrupt:
        sys.exit(130)
