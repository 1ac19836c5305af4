"""The curves that people look at: the chance to win a lance by hand, seat by seat; SVG, or PNG by matplotlib."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path

import numpy as np

from ordago.core.files import write_whole
from ordago.errors import OrdagoError
from ordago.mus.count import LANCES
from ordago.odds.pairs import FIELDS, SEATS, Table

WIDTH, PANEL = 960, 240
LEFT, RIGHT, TOP, BOTTOM = 56, 150, 34, 40
COLOURS = ("#0b4f6c", "#c0392b", "#2e7d32", "#8e5a00")
DASHES = ("", "7 3", "2 3", "9 3 2 3")
"""Lines differ in colour and in stroke, so that they do in grey too."""

TICKS = 11


@dataclass(frozen=True)
class Curves:
    """One lance: the hands that may speak in it, worst first, and per seat the chance to win it if it is bet."""

    lance: str
    hands: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]


def curves(table: Table) -> list[Curves]:
    """The curves of all lances."""
    played, won = FIELDS.index("played"), FIELDS.index("won")
    found = []
    for at, lance in enumerate(LANCES):
        strengths = table.pack.strengths[lance]
        rows = [row for row in np.argsort(strengths, kind="stable").tolist() if strengths[row]]
        counts = table.counts[rows, :, at]
        chances = counts[..., won] / np.maximum(counts[..., played], 1)
        found.append(Curves(lance, tuple(table.names[row] for row in rows), tuple(map(tuple, chances.T.tolist()))))
    return found


def write_chart(path: Path, table: Table, words: Mapping[str, str]) -> None:
    """Write the chart. `words` gives the texts of lances, `seat 1` to `seat 4` and `title`.

    Raises OrdagoError `chart-kind` for a name that ends neither in .svg nor .png, `charts-missing` for PNG without
    matplotlib, and `file-unwritable`.
    """
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise OrdagoError("chart-kind", file=str(path))
    draw = svg if kind == ".svg" else _png
    write_whole(path, draw(curves(table), words))


def svg(found: list[Curves], words: Mapping[str, str]) -> str:
    """The chart as SVG, a panel under the other."""
    height = TOP + PANEL * len(found)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"',
        ' font-family="sans-serif" font-size="12">',
        f"<title>{escape(words['title'])}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20" font-size="15">{escape(words["title"])}</text>',
    ]
    for number, panel in enumerate(found):
        parts += _panel(panel, TOP + PANEL * number, words)
    return "\n".join([*parts, "</svg>", ""])


def _panel(panel: Curves, top: int, words: Mapping[str, str]) -> list[str]:
    wide, high = WIDTH - LEFT - RIGHT, PANEL - TOP - BOTTOM
    floor = top + TOP + high
    last = len(panel.hands) - 1

    def across(at: int) -> str:
        return f"{LEFT + wide * at / last:.1f}"

    parts = [f'<text x="{LEFT}" y="{top + TOP - 10}" font-size="14">{escape(words[panel.lance])}</text>']
    for percent in (0, 25, 50, 75, 100):
        y = f"{floor - high * percent / 100:.1f}"
        parts.append(f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="#ccc"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y}" dy="4" text-anchor="end">{percent} %</text>')
    for at in sorted({round(last * tick / (TICKS - 1)) for tick in range(TICKS)}):
        parts.append(f'<text x="{across(at)}" y="{floor + 18}" text-anchor="middle">{panel.hands[at]}</text>')
    for seat, line in enumerate(panel.chances):
        points = " ".join(f"{across(at)},{floor - high * chance:.1f}" for at, chance in enumerate(line))
        stroke = f'stroke="{COLOURS[seat]}" stroke-dasharray="{DASHES[seat]}"'
        parts.append(f'<polyline points="{points}" fill="none" {stroke}/>')
        row = top + TOP + 12 + 18 * seat
        parts.append(f'<path d="M{WIDTH - RIGHT + 12} {row - 4}h24" fill="none" {stroke}/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 42}" y="{row}">{escape(words[f"seat {seat + 1}"])}</text>')
    return parts


def _png(found: list[Curves], words: Mapping[str, str]) -> bytes:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise OrdagoError("charts-missing") from None
    figure = Figure(figsize=(WIDTH / 80, PANEL * len(found) / 80), layout="constrained")
    figure.suptitle(words["title"])
    for axes, panel in zip(figure.subplots(len(found), 1), found, strict=True):
        last = len(panel.hands) - 1
        for seat, line in enumerate(panel.chances):
            stroke = (0, tuple(map(int, DASHES[seat].split()))) if DASHES[seat] else "-"
            axes.plot(line, color=COLOURS[seat], linestyle=stroke, label=words[f"seat {SEATS[seat]}"])
        ticks = sorted({round(last * tick / (TICKS - 1)) for tick in range(TICKS)})
        axes.set_xticks(ticks, [panel.hands[at] for at in ticks])
        axes.set_ylim(0, 1.02)
        axes.set_title(words[panel.lance], loc="left")
        axes.legend(loc="upper left")
    drawn = BytesIO()
    figure.savefig(drawn, format="png")
    return drawn.getvalue()
