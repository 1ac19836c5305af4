"""Plays many games of Møs at every table size and preset and sees that all end: `python -m tools.mos_games`.

    python -m tools.mos_games --games 10000 --checkpoint mos-games.jsonl

Every game has a number, and is the same whenever it is played. With a checkpoint the run can be stopped and goes on
where it was. The last lines count games and acts for each preset.
"""

import argparse
import json
import multiprocessing
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from ordago.arena.run import cores
from ordago.bots import Bot, bot_for, bot_names
from ordago.core import Option
from ordago.mos import MOS, Rules, State, View, view
from ordago.mos.hand import size, unpacked

LONGEST = 200_000
"""More acts than any game under the default rules can have (ST-4: about 179,000)."""

BLOCK = 50
"""Games between two lines of the checkpoint."""


class Block(NamedTuple):
    """Some games, by number, at one table."""

    bot: str
    preset: str
    players: int
    first: int
    last: int


class Glance:
    """A view whose parts are made when a bot looks at them: its log costs as much as the deal is long."""

    AS_IN_STATE = frozenset({"rules", "players", "phase", "turn", "table", "trump", "live", "burning", "out"})

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat

    def __getattr__(self, name: str) -> Any:
        """A field of the view; those of `AS_IN_STATE` are public and the same in the state."""
        return getattr(self.state if name in self.AS_IN_STATE else self.whole, name)

    @cached_property
    def whole(self) -> View:
        """All of it."""
        return view(self.state, self.seat)

    @cached_property
    def legal(self) -> tuple[Option, ...]:
        """What the seat may do."""
        return self.state.legal(self.seat)

    @cached_property
    def hand(self) -> tuple[int, ...]:
        """Its own cards."""
        return unpacked(self.state.hands[self.seat - 1])

    @cached_property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards everybody has."""
        return tuple([size(hand) for hand in self.state.hands])


class Count(NamedTuple):
    """What was counted: games, acts in all, acts of the longest game, leads that were burnt."""

    games: int = 0
    acts: int = 0
    longest: int = 0
    burnt: int = 0

    def plus(self, other: "Count") -> "Count":
        """Both together."""
        return Count(
            self.games + other.games,
            self.acts + other.acts,
            max(self.longest, other.longest),
            self.burnt + other.burnt,
        )


def game(rules: Rules, bots: Sequence[Bot], seed: str) -> Iterator[State]:
    """The states of a game in which somebody is on turn, and its last. The cards depend on the seed alone."""
    dealer = random.Random(f"{seed} cards")
    dice = [random.Random(f"{seed} chair {chair}") for chair in range(1, len(bots) + 1)]
    state = MOS.start(rules, len(bots), dealer)
    while not state.match_over:
        if not state.turn:
            for act in MOS.dealer_acts(state, dealer):
                state = state.apply(act)
            continue
        yield state
        seat = state.turn
        state = state.apply(bots[seat - 1].choose(Glance(state, seat), dice[seat - 1]).act)
    yield state


def block(what: Block, seed: int) -> Count:
    """Play the games of a block. Raises RuntimeError where one does not end with one loser."""
    rules, found = MOS.rules(what.preset, {}), Count()
    bots = [bot_for(MOS, what.bot)] * what.players
    for number in range(what.first, what.last):
        acts = burnt = 0
        name = f"{seed} {what.preset} {what.players} {number}"
        for state in game(rules, bots, name):
            if acts > LONGEST:
                raise RuntimeError(f"the game {name!r} of {what.bot} has not ended after {LONGEST} acts")
            acts, burnt = acts + (not state.match_over), burnt + state.burning
        if not state.loser or sum(state.losses) != 1:
            raise RuntimeError(f"the game {name!r} of {what.bot} has no loser")
        found = found.plus(Count(1, acts, acts, burnt))
    return found


def blocks(bots: Iterable[str], presets: Iterable[str], players: Sequence[int], games: int) -> list[Block]:
    """All blocks of a run; each table gets its first games before any gets more."""
    presets, bots = tuple(presets), tuple(bots)
    return [
        Block(bot, preset, number, first, min(first + BLOCK, games))
        for first in range(0, games, BLOCK)
        for bot in bots
        for preset in presets
        for number in players
    ]


def run(todo: Sequence[Block], seed: int, checkpoint: Path | None, processes: int = 1) -> Iterator[tuple[Block, Count]]:
    """Play the blocks that the checkpoint does not hold yet, and add each to it; yield them all, in order."""
    done: dict[Block, Count] = {}
    if checkpoint and checkpoint.exists():
        for line in checkpoint.read_text("utf-8").splitlines():
            entry = json.loads(line)
            if entry["seed"] == seed:
                done[Block(*entry["block"])] = Count(*entry["count"])
    missing = [what for what in todo if what not in done]
    play = partial(block, seed=seed)
    with multiprocessing.Pool(processes) if processes > 1 else nullcontext() as pool:
        played = pool.imap(play, missing) if pool else map(play, missing)
        for what in todo:
            if what not in done:
                done[what] = next(played)
                if checkpoint:
                    with checkpoint.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({"seed": seed, "block": what, "count": done[what]}) + "\n")
            yield what, done[what]


def numbers(text: str) -> list[int]:
    """Numbers of players: `3`, `2,3,4` or `2..17`."""
    least, dots, most = text.partition("..")
    return list(range(int(least), int(most) + 1)) if dots else [int(part) for part in text.split(",")]


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games and print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="for each bot, preset and number of players")
    parser.add_argument("--players", type=numbers, default=numbers("2..17"), help="as 3, 2,3,4 or 2..17")
    parser.add_argument("--preset", action="append", choices=MOS.presets, help="all if not given; may be repeated")
    parser.add_argument("--bot", action="append", choices=bot_names(MOS), help="uniform and habits if not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=cores(), help="how many at once; all cores if not given")
    parser.add_argument("--checkpoint", type=Path, help="a file in which finished games are kept")
    options = parser.parse_args(arguments)
    todo = blocks(options.bot or ("uniform", "habits"), options.preset or MOS.presets, options.players, options.games)
    total: dict[tuple[str, str], Count] = {}
    for place, (what, count) in enumerate(run(todo, options.seed, options.checkpoint, options.processes), 1):
        key = (what.bot, what.preset)
        total[key] = total.get(key, Count()).plus(count)
        if sys.stderr.isatty():
            print(f"\r{place} of {len(todo)} blocks", end="", file=sys.stderr, flush=True)
    print("| bot | preset | games, all ended | acts | longest | burnt leads |\n|---|---|---:|---:|---:|---:|")
    for (bot, preset), count in total.items():
        print(f"| {bot} | {preset} | {count.games:,} | {count.acts:,} | {count.longest:,} | {count.burnt:,} |")


if __name__ == "__main__":
    main()
