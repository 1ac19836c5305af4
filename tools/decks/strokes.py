"""Lines, shapes and letters from which cards are drawn, as pieces of SVG."""

import re

WIDTH, HEIGHT = 120, 186
PAPER, INK, GOLD, AMBER, CREAM, WHITE, STEEL = "#fdf8ec", "#2a211d", "#e8b13a", "#a86c0a", "#f7e7c3", "#fff", "#c9d3da"


def n(x: float) -> str:
    """A number as short as it can be written."""
    s = f"{x:.1f}".rstrip("0").rstrip(".")
    return s.replace("-0.", "-.").removeprefix("0") if s.startswith("0.") else s.replace("-0.", "-.")


def path(d: str, fill: str, extra: str = "") -> str:
    """A filled shape."""
    return f'<path fill="{fill}" d="{d}"{" " + extra if extra else ""}/>'


def line(d: str, stroke: str, width: float, extra: str = "") -> str:
    """A line."""
    return f'<path fill="none" stroke="{stroke}" stroke-width="{n(width)}" d="{d}"{" " + extra if extra else ""}/>'


def circle(x: float, y: float, r: float, fill: str, extra: str = "") -> str:
    """A circle."""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"{" " + extra if extra else ""}/>'


def rect(x: float, y: float, w: float, h: float, fill: str, rx: float = 0) -> str:
    """A rectangle, with round corners where `rx` is given."""
    corners = f' rx="{n(rx)}"' if rx else ""
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"{corners} fill="{fill}"/>'


def place(ref: str, x: float, y: float, scale: float = 1.0, turn: float = 0) -> str:
    """A symbol of the sprite, put somewhere."""
    t = f"translate({n(x)} {n(y)})"
    t += f"rotate({n(turn)})" if turn else ""
    t += f"scale({scale:.3g})" if scale != 1 else ""
    return f'<use href="#{ref}" transform="{t}"/>'


def hold(ref: str, x: float, y: float, scale: float) -> str:
    """A symbol in a hand, with a paper-coloured edge that parts it from the clothes."""
    edge = f'<g stroke="{PAPER}" stroke-width="7" stroke-linejoin="round">{place(ref, x, y, scale)}</g>'
    return edge + place(ref, x, y, scale)


GLYPHS = {
    "1": (12, "M1 9 9 3V30"),
    "2": (20, "M3 10C3 1 18 0 18 9.5C18 17 3 20 3 27.5H20"),
    "3": (20, "M2.5 4.5H16.5L9.5 13C22 13 20.5 28 9.5 28C6 28 3 26.5 1.5 24"),
    "4": (21, "M14.5 30V4L2.5 21H21"),
    "5": (20, "M17.5 4.5H5L4 14.5C12 10.5 18 14 18 20C18 29.5 5 30 1.5 24.5"),
    "6": (20, "M15.5 2.5C7 6 3 13 3 20A7.6 7.6 0 1 0 10.6 12.4C7 12.4 4 15 3.2 18"),
    "7": (20, "M1 4.5H17.5L7 30"),
    "0": (20, "M10.5 3.5C1.5 3.5 1.5 28.5 10.5 28.5S19.5 3.5 10.5 3.5Z"),
    "S": (19, "M17 8C15 2 3.5 2 3.5 9.5C3.5 17 17 14.5 17 22C17 30 4 30 2 23.5"),
    "C": (20, "M18.5 8.5C15 1.5 3 1 3 16S15 30.5 18.5 23.5"),
    "R": (20, "M4 30V4.5H10C20 4.5 20 17.5 10 17.5H4M10.5 17.5 18.5 30"),
    "8": (20, "M10 16C1 15 1 3.5 10 3.5S19 15 10 16C0 17 0 29 10 29S20 17 10 16Z"),
    "9": (20, "M5.5 29.5C14 26 18 19 18 12A7.6 7.6 0 1 0 10.4 19.6C14 19.6 17 17 17.8 14"),
    "A": (22, "M1 30 11 4 21 30M5 21H17"),
    "K": (21, "M4 3V30M18.5 3 4 18M9.5 13 19.5 30"),
    "Q": (23, "M11 4.5C0 4.5 0 27.5 11 27.5S22 4.5 11 4.5ZM13 21 20 30"),
    "J": (17, "M13.5 3V21C13.5 29.5 2 29.5 2 21"),
}
"""Numbers and letters as strokes in a box of 20 x 30: how far each goes on, and its line."""


def corner(text: str, colour: str) -> str:
    """Numbers or letters in the upper left corner."""
    x, out = 12.0, ""
    for sign in text:
        advance, d = GLYPHS[sign]
        out += f'<path transform="translate({n(x)} 12)" d="{d}"/>'
        x += advance + 3.5
    pen = f'fill="none" stroke="{colour}" stroke-width="5.4" stroke-linejoin="round"'
    return f'<g {pen} transform="translate(-.6 -1.4)scale(1.07)">{out}</g>'


def tidy(svg: str) -> str:
    """Without what no browser needs."""
    return re.sub(r"> <", "><", re.sub(r"\s+", " ", svg))


def page_safe(svg: str, letters: str) -> str:
    """Ids of one letter would meet others in a page: `o` becomes `pip-o`."""
    return re.sub(rf'(id="|href="#)([{letters}])"', r'\1pip-\2"', svg)
