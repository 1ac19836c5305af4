"""The ladder as a picture: a point with its interval for each bot, the best on top; SVG."""

from collections.abc import Sequence
from html import escape

from ordago.arena.ladder import Rung

WIDTH, ROW = 720, 34
LEFT, RIGHT, TOP, BOTTOM = 170, 110, 44, 40
TICKS = 5


def svg(rungs: Sequence[Rung], title: str) -> str:
    """The chart; `title` says what is measured."""
    low = min(0.0, *(rung.stones.low for rung in rungs))
    high = max(0.0, *(rung.stones.high for rung in rungs))
    wide = WIDTH - LEFT - RIGHT
    floor = TOP + ROW * len(rungs)

    def across(value: float) -> str:
        return f"{LEFT + wide * (value - low) / ((high - low) or 1.0):.1f}"

    height = floor + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"',
        ' font-family="sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="14" y="24" font-size="15">{escape(title)}</text>',
    ]
    for tick in range(TICKS + 1):
        value = low + (high - low) * tick / TICKS
        parts.append(f'<path d="M{across(value)} {TOP}V{floor}" stroke="#ddd"/>')
        parts.append(f'<text x="{across(value)}" y="{floor + 20}" text-anchor="middle">{value:+.1f}</text>')
    parts.append(f'<path d="M{across(0.0)} {TOP}V{floor}" stroke="#888" stroke-dasharray="4 3"/>')
    for row, rung in enumerate(rungs):
        y = TOP + ROW * row + ROW / 2
        stones = rung.stones
        name = rung.bot if len(rung.bot) <= 22 else rung.bot[:21] + "…"
        parts += [
            f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(name)}</text>',
            f'<path d="M{across(stones.low)} {y}H{across(stones.high)}" stroke="#0b4f6c" stroke-width="3"/>',
            f'<circle cx="{across(stones.value)}" cy="{y}" r="5" fill="#0b4f6c"/>',
            f'<text x="{WIDTH - RIGHT + 12}" y="{y + 4}">{stones.value:+.2f}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])
