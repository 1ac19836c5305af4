"""Measures the bots of Mus against each other and writes the table of `docs/mus-bots.md`: `python -m tools.mus_ladder`.

    python -m tools.mus_ladder --games 1000 --processes 2 --checkpoint mus-ladder

Every juego is played twice with the same cards, the pairs changing sides. The same seed gives the same figures on any
machine, whenever each juego is played; with a checkpoint folder a run can be stopped and goes on where it was. With
`--pairs maestro-odds-off` only these rows are played, and the others stay as they are.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ordago.arena import Contest, Figure, Result, Stopped, result_of, run, wilson
from ordago.bots.mus_trained.store import Trained, trained

PAGE = Path(__file__).resolve().parent.parent / "docs" / "mus-bots.md"
BEGIN, END = "<!-- ladder -->", "<!-- end of ladder -->"

PAIRS = (
    ("rule", "tempered", "off"),
    ("odds", "rule", "off"),
    ("lance", "odds", "off"),
    ("maestro", "lance", "off"),
    ("maestro", "odds", "off"),
    ("maestro", "rule", "off"),
    ("maestro", "tempered", "off"),
    ("maestro", "lance", "common"),
    ("maestro", "odds", "common"),
    ("maestro", "rule", "common"),
    ("maestro", "tempered", "common"),
    ("maestro:bold", "maestro", "off"),
    ("maestro:careful", "maestro", "off"),
    ("maestro:talkative", "maestro", "common"),
)
"""Who is measured against whom, and which señas are allowed."""

MADE = """\
Made by `python -m tools.mus_ladder --seed 1`, with `--games` half of the juegos told (`--pairs maestro-odds-off` plays
one row anew).
"""

HEAD = "| bot | against | señas | juegos | won | 95 % |\n|---|---|---|---:|---:|---:|\n"


def played(a: str, b: str, senas: str, games: int, seed: str, processes: int, kept: Path | None) -> Result:
    """The juegos of a pair, each from both sides."""
    changes = {} if senas == "off" else {"senas": senas}
    contest = Contest("mus", "clasico", changes, None, a, b, seed, expect=False)
    file = kept / f"{a}-{b}-{senas}.json".replace(":", "-") if kept else None

    def progress(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{a} {b} {done}/{of}".ljust(40), end="", file=sys.stderr, flush=True)

    rows = run(contest, {"deal": 2, "game": games}, processes=processes, kept=file, progress=progress)
    return result_of(contest, 2, False, rows)


def compiled(one: str, two: str, games: int, seed: int) -> Figure:
    """The share of juegos that a trained bot wins in compiled loops from another, or from `rule` or `odds`."""
    from ordago.training.play import juegos

    won, _ = juegos(tables_of(one, two), seed, games)
    return wilson(won, games)


def tables_of(one: str, two: str) -> Any:
    """Two bots as teams; a trained one that has no talk of its own, talks as `odds`. What a partner would not like
    (`docs/mus-bots.md`) is left undone here against bots that are not trained, but not against one that is.
    """
    from ordago.bots.mus_rule import RuleBot
    from ordago.training import eyes, habits, play
    from ordago.training.deals import Tables
    from ordago.training.decide import with_manners

    kinds = [{"rule": eyes.RULE, "odds": eyes.ODDS}.get(name, eyes.TABLE) for name in (one, two)]
    bots = [trained(name if kind == eyes.TABLE else one) for name, kind in zip((one, two), kinds, strict=True)]
    # Scores for which neither bot changes its solution are one.
    near = [play.nearest(bot.grid) for bot in bots]
    pairs = sorted(set(zip(*(found[1:].tolist() for found in near), strict=True)))
    group = np.array([pairs.index(pair) for pair in zip(*(found.tolist() for found in near), strict=True)])
    words = [
        [bot.words[ours[place] * len(bot.grid) + theirs[place]] / np.float32(255) for ours in pairs for theirs in pairs]
        for place, bot in enumerate(bots)
    ]

    def talk(bot: Trained, kind: int) -> tuple[Any, Any]:
        if kind == eyes.RULE:
            return habits.talk_of(RuleBot().action_probabilities)
        if kind == eyes.ODDS or not bot.cuts.size:
            found = habits.odds_talk()
            return found["cuts"], found["throws"]
        cuts = bot.cuts / 255
        return with_manners(cuts) if any(kinds) else cuts, bot.throws / 255

    said = [talk(bot, kind) for bot, kind in zip(bots, kinds, strict=True)]
    odds, told = play.no_memory()
    remembers = np.array([int(bot.odds.size > 0) for bot in bots])
    for bot in bots:
        if bot.odds.size:
            odds, told = bot.odds.astype(np.float64), bot.told.astype(np.float64)
    return Tables(
        np.repeat(np.array(words, np.float32)[:, None], 2, axis=1),
        np.stack([cuts for cuts, _ in said]),
        np.stack([throws for _, throws in said]),
        group[:, None] * len(pairs) + group,
        remembers,
        odds,
        told,
        np.array(kinds),
        eyes.eyes() if any(kinds) else eyes.NO_EYES,
        np.full(2, any(kinds)),
    )


def triple(text: str) -> tuple[str, str, str]:
    """Two bots and the señas between them."""
    a, b, senas = text.split("-")
    return a, b, senas


def row(result: Result) -> str:
    """A line of the table."""
    contest, share = result.contest, result.games_share
    senas = contest.changes.get("senas", "off")
    figures = f"{result.games:,} | {100 * share.value:.1f} % | {100 * share.low:.1f} to {100 * share.high:.1f}"
    return f"| {contest.a} | {contest.b} | {senas} | {figures} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the juegos, print the table and put it on the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="juegos for each pair, each played from both sides")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--compiled", type=int, default=0, help="only maestro, so many compiled juegos against each")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--checkpoint", type=Path, help="a folder in which what was played is kept")
    parser.add_argument("--pairs", type=triple, nargs="*", default=list(PAIRS), help="as maestro-odds-off")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page with the table")
    options = parser.parse_args(arguments)
    if options.checkpoint:
        options.checkpoint.mkdir(parents=True, exist_ok=True)
    if options.compiled:
        for rival in ("rule", "odds", "lance"):
            share = compiled("maestro", rival, options.compiled, 1)
            figures = f"{share.value:.4f}, {share.low:.4f} to {share.high:.4f}"
            print(f"maestro against {rival}, {options.compiled:,} compiled juegos: {figures}", flush=True)
        return
    text = options.page.read_text("utf-8")
    before, rest = text.split(BEGIN)
    table, after = rest.split(END)
    rows = {key_of(line): line for line in table.splitlines() if " % | " in line}
    for a, b, senas in options.pairs:
        try:
            result = played(a, b, senas, options.games, options.seed, options.processes, options.checkpoint)
        except Stopped as stopped:
            print(f"stopped at {stopped.done} of {stopped.of}; with a checkpoint the same command goes on")
            sys.exit(130)
        rows[a, b, senas] = row(result)
        print(rows[a, b, senas], flush=True)
    known = [*PAIRS, *sorted(rows.keys() - set(PAIRS))]
    table = HEAD + "\n".join(rows[key] for key in known if key in rows)
    options.page.write_text(f"{before}{BEGIN}\n\n{table}\n\n{MADE}\n{END}{after}", "utf-8", newline="\n")


def key_of(line: str) -> tuple[str, str, str]:
    """Whose row of the table a line is."""
    a, b, senas = line.strip("| ").split(" | ")[:3]
    return a, b, senas


if __name__ == "__main__":
    main()
