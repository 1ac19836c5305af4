"""Writes `docs/odds.md`, the whole table of hands, from the shipped table: `python -m tools.odds_page`."""

from pathlib import Path

from ordago.mus.count import LANCES
from ordago.odds import FIELDS, average_gain, table
from ordago.odds.pack import ways

PAGE = Path(__file__).resolve().parent.parent / "docs" / "odds.md"

INTRODUCTION = """\
# The odds of every hand

All hands of Mus with eight kings, four players in pairs, before anything is known: how often a hand comes, and the
chance in per cent that the pair of its holder wins each lance, for the four seats in speaking order (mano first). The
others hold any cards that are left, each deal as likely as the other.

* **grande, chica** are always played.
* **pares, juego** count here as won when the pair has the best hand, or is the only one that has any. So this is not
  yet the chance to win an órdago; `ordago odds` says that too.
* **punto** is won where nobody has juego and the pair has the best total.
* **net** is what the deal is worth to the pair in stones if everybody passes.

Everything is exact: {deals:,} deals of the other three hands were counted for each hand and seat, by multisets of cards
instead of one by one (`ordago.odds`). `ordago odds --rebuild` counts them again, `ordago odds RR71 --seat 2` adds what
is known, weighs every discard and knows other packs and tables, and `ordago odds --chart odds.svg` draws the curves. A
discard gains an average hand {gain:.2f} stones.

Questions are answered exactly for two to five players, and discards weighed exactly for two to four; for more, deals
are drawn at random, and the answer says how many and how far off it may be. With four kings there are more than twice
as many hands: then discards at a table of four take most of a minute, with progress shown (`--quick` leaves them out).

This page is made by `python -m tools.odds_page`; a test holds it against the table.

"""


def page() -> str:
    """The text of the page."""
    shipped = table()
    pair, ours, theirs = (FIELDS.index(name) for name in ("pair", "ours", "theirs"))
    many = ways(shipped.pack.counts, shipped.pack.hands).tolist()
    lines = [
        f"| hand | of 91,390 | {' | '.join(LANCES)} | net |",
        f"|---|---:|{'---|' * len(LANCES)}---|",
    ]
    for row, name in enumerate(shipped.names):
        values = shipped.values[row]
        cells = [" ".join(f"{100 * value:.1f}" for value in values[:, at, pair]) for at in range(len(LANCES))]
        net = " ".join(f"{value:+.2f}" for value in (values[..., ours] - values[..., theirs]).sum(axis=1))
        lines.append(f"| {name} | {many[row]} | {' | '.join(cells)} | {net} |")
    deals = 58_905 * 35_960 * 20_475
    return INTRODUCTION.format(deals=deals, gain=average_gain()) + "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8", newline="\n")
