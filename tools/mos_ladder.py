"""Measures the bots of Møs against each other and writes `docs/mos-bots.md`: `python -m tools.mos_ladder`.

    python -m tools.mos_ladder --games 200 --players 2,3,4,6 --processes 2 --checkpoint mos-ladder.jsonl

One bot sits among others of another kind. Every deal is played once from each seat, so the share of games that it would
lose as one of the others is just 1 / players. Deals are the same whenever they are played and by however many
processes; with a checkpoint a run can be stopped and goes on where it was.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, variance
from typing import NamedTuple

from ordago.arena.figures import wilson
from ordago.bots import Bot, bot_for
from ordago.bots.mos_habits import HabitsBot
from ordago.mos import MOS
from tools.mos_games import game, numbers

PAGE = Path(__file__).resolve().parent.parent / "docs" / "mos-bots.md"

PAIRS = (
    ("lookout", "habits"),
    ("lookout", "habits:0"),
    ("habits", "uniform"),
    ("uniform", "habits"),
    ("habits:0.5", "habits"),
    ("habits:0", "habits"),
)
"""Who is measured among whom; a number is the memory of the habits."""

INTRODUCTION = """\
# The bots of Møs

* **uniform** throws dice: the floor.
* **habits** plays what was measured to be good: lead low and long, answer cheaply, keep aces and kings. Its memory can
  be turned down: `habits:0.5` keeps half the pack in mind, aces first, then trumps, then the others from the top down.
* **lookout** remembers everything. In phase 2 it plays each of its acts out many times, by the habits with a little
  noise, and it solves the last two players. A decision costs at most about {budget:,} acts played out. Its play-outs
  suppose that the others play by the habits; the others in this table do, with and without memory.

`ordago play mos --bots lookout` seats them. One bot sat among others of another kind, and each deal was played once
from every seat, so *fair* is what it would lose as one of the others. The intervals are Wilson's of 95 %, for as many
games as would vary like the deals did, at most those played. This page is made by

    {command}

which gives the same figures on any machine (`--checkpoint` lets it stop and go on).

| players | bot | among | deals | games | lost | 95 % | fair |
|---:|---|---|---:|---:|---:|---|---:|
"""


class Work(NamedTuple):
    """One deal, to be played once from each seat."""

    hero: str
    others: str
    players: int
    deal: int


def bot_of(name: str) -> Bot:
    """The bot of a name; `habits:0.5` has half a memory."""
    name, _, memory = name.partition(":")
    return HabitsBot(float(memory)) if memory else bot_for(MOS, name)


def lost(what: Work, seed: int) -> int:
    """In how many of its seats the hero loses the deal."""
    hero, others = bot_of(what.hero), bot_of(what.others)
    count = 0
    for seat in range(1, what.players + 1):
        bots = [hero if chair == seat else others for chair in range(1, what.players + 1)]
        *_, end = game(MOS.rules("mos", {}), bots, f"{seed} ladder {what.players} {what.deal}")
        count += end.loser == seat
    return count


def run(todo: Sequence[Work], seed: int, processes: int, checkpoint: Path | None) -> Iterator[tuple[Work, int]]:
    """Play the deals that the checkpoint does not hold yet, and add each to it; yield them all."""
    done: dict[Work, int] = {}
    if checkpoint and checkpoint.exists():
        for line in checkpoint.read_text("utf-8").splitlines():
            entry = json.loads(line)
            if entry["seed"] == seed:
                done[Work(*entry["work"])] = entry["lost"]
    left = [what for what in todo if what not in done]
    yield from ((what, done[what]) for what in todo if what in done)
    with get_context("spawn").Pool(processes) as pool:
        for what, count in zip(left, pool.imap(partial(lost, seed=seed), left, chunksize=1), strict=True):
            if checkpoint:
                with checkpoint.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"seed": seed, "work": what, "lost": count}) + "\n")
            yield what, count


def row(hero: str, others: str, players: int, counts: Sequence[int]) -> str:
    """A line of the table: the share of games lost, its interval, and the fair share."""
    shares = [count / players for count in counts]
    games, mean = len(counts) * players, fmean(shares)
    # As many independent games as would vary like these deals do, but no more than were played.
    worth = min(games, mean * (1 - mean) * len(shares) / (variance(shares) or 1e-9))
    _, low, high = wilson(mean * (worth or games), worth or games)
    line = (players, hero, others, len(counts), f"{games:,}", f"{mean:.3f}", f"{low:.3f} to {high:.3f}")
    return f"| {' | '.join(map(str, line))} | {1 / players:.3f} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the deals, print the table and write the page."""
    from ordago.bots.mos_lookout import BUDGET

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="deals for each pair and number of players")
    parser.add_argument("--players", type=numbers, default=[2, 3, 4, 6], help="as 3, 2,3,4 or 2..6")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--checkpoint", type=Path, help="a file in which finished deals are kept")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to write")
    options = parser.parse_args(arguments)
    if options.games < 2:
        parser.error("an interval needs two deals")
    todo = [
        Work(hero, others, players, deal)
        for hero, others in PAIRS
        for players in options.players
        for deal in range(options.games)
    ]
    counts: dict[tuple[str, str, int], list[int]] = {}
    for place, (what, count) in enumerate(run(todo, options.seed, options.processes, options.checkpoint), 1):
        counts.setdefault((what.hero, what.others, what.players), []).append(count)
        if sys.stderr.isatty():
            print(f"\r{place} of {len(todo)} deals", end="", file=sys.stderr, flush=True)
    rows = "\n".join([row(*key, counts[key]) for key in sorted(counts, key=list(counts).index)])
    sizes = ",".join(map(str, options.players))
    command = f"python -m tools.mos_ladder --games {options.games} --players {sizes} --seed {options.seed}"
    text = INTRODUCTION.format(budget=BUDGET, command=command) + rows + "\n"
    options.page.write_text(text, "utf-8", newline="\n")
    print(text)


if __name__ == "__main__":
    main()
