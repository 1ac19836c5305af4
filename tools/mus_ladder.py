"""Measures the bots of Mus against each other and writes the table of `docs/mus-bots.md`: `python -m tools.mus_ladder`.

    python -m tools.mus_ladder --games 400 --processes 2 --checkpoint mus-ladder

Every juego is played twice with the same cards, the pairs changing sides. The same seed gives the same figures on any
machine, whenever each juego is played; with a checkpoint folder a run can be stopped and goes on where it was.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ordago.arena import Contest, Result, result_of, run

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
    ("maestro", "rule", "common"),
)
"""Who is measured against whom, and which señas are allowed."""

HEAD = "| bot | against | señas | juegos | won | 95 % |\n|---|---|---|---:|---:|---:|\n"


def played(a: str, b: str, senas: str, games: int, seed: str, processes: int, kept: Path | None) -> Result:
    """The juegos of a pair, each from both sides."""
    changes = {} if senas == "off" else {"senas": senas}
    contest = Contest("mus", "clasico", changes, None, a, b, seed, expect=False)
    file = kept / f"{a}-{b}-{senas}.json" if kept else None

    def progress(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{a} {b} {done}/{of}".ljust(40), end="", file=sys.stderr, flush=True)

    rows = run(contest, {"deal": 2, "game": games}, processes=processes, kept=file, progress=progress)
    return result_of(contest, 2, False, rows)


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
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--checkpoint", type=Path, help="a folder in which what was played is kept")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page with the table")
    options = parser.parse_args(arguments)
    if options.checkpoint:
        options.checkpoint.mkdir(parents=True, exist_ok=True)
    lines = []
    for a, b, senas in PAIRS:
        result = played(a, b, senas, options.games, options.seed, options.processes, options.checkpoint)
        lines.append(row(result))
        print(lines[-1], flush=True)
    command = f"    python -m tools.mus_ladder --games {options.games} --seed {options.seed}\n"
    text = options.page.read_text("utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    table = HEAD + "\n".join(lines) + "\n\nMade by\n\n" + command + "\n"
    options.page.write_text(f"{before}{BEGIN}\n\n{table}{END}{after}", "utf-8", newline="\n")


if __name__ == "__main__":
    main()
