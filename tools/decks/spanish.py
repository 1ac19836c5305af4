"""The Spanish deck: forty cards and a back."""

from itertools import pairwise
from math import cos, pi, sin

from tools.decks.figures import caballo, rey, sota
from tools.decks.strokes import GOLD, HEIGHT, PAPER, WIDTH, circle, corner, line, n, page_safe, path, place, tidy
from tools.decks.suits import SUITS, SYMBOLS, petals

RANKS = {"1": "1", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7", "S": "10", "C": "11", "R": "12"}
"""Each rank of the record with the number in the corner."""

FIGURES = {"S": sota, "C": caballo, "R": rey}
CORNER = {"o": 0.78, "c": 0.78, "e": 0.52, "b": 0.55}
"""The size of the symbol in the right corner."""

ROUND = {
    2: (1.5, [(60, 82), (60, 146)]),
    3: (1.28, [(60, 80), (33, 142), (87, 142)]),
    4: (1.28, [(34, 82), (86, 82), (34, 144), (86, 144)]),
    5: (1.04, [(31, 76), (89, 76), (60, 113), (31, 150), (89, 150)]),
    6: (1.02, [(36, 72), (84, 72), (36, 113), (84, 113), (36, 154), (84, 154)]),
    7: (0.9, [(41, 73), (79, 73), (24, 113), (60, 113), (96, 113), (41, 153), (79, 153)]),
}
LONG = {
    2: (1.85, [(36, 112), (84, 112)]),
    3: (1.3, [(27, 92), (60, 112), (93, 132)]),
    4: (0.98, [(37, 80), (83, 80), (37, 142), (83, 142)]),
    5: (0.98, [(28, 80), (92, 80), (60, 111), (28, 142), (92, 142)]),
    6: (0.98, [(28, 80), (60, 80), (92, 80), (28, 142), (60, 142), (92, 142)]),
    7: (0.95, [(28, 80), (60, 80), (92, 80), (23, 142), (48, 142), (72, 142), (97, 142)]),
}
"""Number cards: the size of the symbols and their places, of round ones and of long ones."""


def pips(count: int, suit: str) -> str:
    """The symbols of a number card."""
    if count == 1:
        return ace(suit)
    scale, spots = (ROUND if suit in "oc" else LONG)[count]
    scale *= 0.9 if suit == "b" else 1
    return "".join(place(suit, x, y, scale) for x, y in spots)


def ace(suit: str) -> str:
    """One large symbol, and what surrounds it."""
    c = SUITS[suit]
    if suit == "o":
        ring = "".join(
            circle(60 + 48.5 * cos(k * pi / 6), 113 + 48.5 * sin(k * pi / 6), 2.8, c.main) for k in range(12)
        )
        return ring + place("o", 60, 113, 2.3)
    if suit == "c":
        rays = "".join(
            line(
                f"M{n(60 + 52 * cos(a))} {n(104 - 50 * sin(a))}L{n(60 + (46 - 6 * (k % 2)) * cos(a))} {n(104 - (44 - 6 * (k % 2)) * sin(a))}",
                GOLD,
                4,
                'stroke-linecap="round"',
            )
            for k in range(9)
            for a in [pi * (0.1 + 0.1 * k)]
        )
        return rays + place("c", 60, 126, 2.35)
    if suit == "e":
        leaves = "".join(
            path(
                "M0 0q5-8 13-7q-3 8-13 7",
                "#7fa6d6",
                f'transform="translate({n(60 + sx * 38 * sin(t))} {n(116 - 44 * cos(t))})scale({sx} 1)rotate({n(-100 + t * 57)})"',
            )
            for sx in (1, -1)
            for t in (0.9, 1.3, 1.7, 2.1)
        )
        return line("M30 88A40 46 0 0 0 60 158A40 46 0 0 0 90 88", "#7fa6d6", 2.4) + leaves + place("e", 60, 113, 1.95)
    leaf = "M0 0q-2-13-16-16q0 14 16 16M0 0l-9-9"
    spots = ((36, 116, 0), (44, 160, -10), (86, 108, 100), (78, 146, 95))
    return "".join(
        path(leaf, "#8cc063", f'stroke="#5a9a3c" stroke-width="1.2" transform="translate({x} {y})rotate({r})"')
        for x, y, r in spots
    ) + place("b", 60, 113, 1.95)


def frame(dark: str, breaks: tuple[int, ...] = ()) -> str:
    """A line round the card, cut at the top and at the bottom: 0, 1, 2 or 3 breaks."""
    gap = 6
    if not breaks:
        return f'<rect x="5.5" y="5.5" width="109" height="175" rx="7" fill="none" stroke="{dark}" stroke-width="2.8"/>'
    d = ""
    for y, t in ((5.5, 1), (180.5, -1)):
        d += "".join(f"M{n(a + gap)} {n(y + 4 * t)}V{n(y)}H{n(b - gap)}v{n(4 * t)}" for a, b in pairwise(breaks))
    left, right = breaks[0] - gap, breaks[-1] + gap
    d += f"M{n(left)} 9.5V5.5H12.5Q5.5 5.5 5.5 12.5V173.5Q5.5 180.5 12.5 180.5H{n(left)}v-4"
    d += f"M{n(right)} 9.5V5.5H107.5Q114.5 5.5 114.5 12.5V173.5Q114.5 180.5 107.5 180.5H{n(right)}v-4"
    return line(d, dark, 2.8)


def card(rank: str, suit: str, letters: bool = False) -> str:
    """A card without the svg around it."""
    c = SUITS[suit]
    art = FIGURES[rank](suit, c, suit) if rank in FIGURES else pips(int(rank), suit)
    index = corner(rank if letters else RANKS[rank], c.dark) + place(suit, 97, 28, CORNER[suit])
    return f'<rect width="120" height="186" rx="9" fill="{PAPER}"/>' + art + frame(c.dark, c.breaks) + index


def back() -> str:
    """Rosettes as on a carved chest, wine on cream."""
    wine, deep, pale = "#7d2230", "#5c1521", "#e9cfa6"
    o = f'<rect width="120" height="186" rx="9" fill="{PAPER}"/><rect x="6" y="6" width="108" height="174" rx="6" fill="{wine}"/>'
    o += f'<defs><g id="r">{petals(13, pale, 6, 0.66, pi / 6)}<circle r="15.5" fill="none" stroke="{pale}" stroke-width="1.4"/></g></defs>'
    spots = [(60 + 34 * i, 93 + 34 * j) for i in (-1, 0, 1) for j in (-2, -1, 0, 1, 2)]
    o += "".join(
        path(f"M{60 + 17 * i} {93 + 34 * j - 6}q1 5 6 6q-5 1-6 6q-1-5-6-6q5-1 6-6", GOLD)
        for i in (-1, 1)
        for j in (-1.5, -0.5, 0.5, 1.5)
    ).replace(".0 ", " ")
    o += "".join(place("r", x, y) for x, y in spots)
    return o + f'<rect x="9" y="9" width="102" height="168" rx="4" fill="none" stroke="{deep}" stroke-width="1.5"/>'


def sprite(letters: bool = False) -> str:
    """All cards and the back as symbols of one file."""
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    out = "<defs>" + "".join(f'<g id="{suit}">{SYMBOLS[suit]()}</g>' for suit in SUITS) + "</defs>"
    for suit in SUITS:
        out += "".join(f'<symbol id="{rank}{suit}" {box}>{card(rank, suit, letters)}</symbol>' for rank in RANKS)
    out += f'<symbol id="back" {box}>{back()}</symbol>'
    return page_safe(tidy(f'<svg xmlns="http://www.w3.org/2000/svg">{out}</svg>'), "ocebr")
