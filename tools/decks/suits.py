"""The suits of both decks: tones, what they look like, and how figures in them are dressed."""

from math import cos, pi, sin
from typing import NamedTuple

from tools.decks.strokes import CREAM, GOLD, circle, n, path, rect


class Suit(NamedTuple):
    """Main and dark tone, the panel behind figures, the colour of their clothes, and where the frame is cut."""

    main: str
    dark: str
    tint: str
    accent: str
    breaks: tuple[int, ...] = ()


class Look(NamedTuple):
    """Skin and hair of a suit's figures, coat and mane of its horse."""

    skin: str
    hair: str
    coat: str
    mane: str


SUITS = {
    "o": Suit("#e3a21c", "#855205", "#fbe9bf", "#86263a"),
    "c": Suit("#c5362c", "#7a1712", "#f8d9cc", "#1f6a6a", (60,)),
    "e": Suit("#27579b", "#14305f", "#d3e0ef", "#b5482f", (45, 75)),
    "b": Suit("#5a9a3c", "#285a1f", "#dcebc8", "#8d3f6b", (34, 60, 86)),
}
"""The Spanish suits. Grey values fall from oros over bastos and copas to espadas."""

LOOKS = {
    "o": Look("#f0c39a", "#8a4b1d", "#fffaf0", "#d9b878"),
    "c": Look("#c98d62", "#2f211c", "#8d4a2b", "#4a2416"),
    "e": Look("#f3cfae", "#d9d4cb", "#a9b4bf", "#5a6675"),
    "b": Look("#a9704b", "#1f1917", "#d8b27a", "#6b4522"),
}


def petals(r: float, fill: str, turns: int = 6, width: float = 0.5, start: float = 0.0) -> str:
    """The carved six-petal rosette of Basque chests: arcs meeting in the middle."""
    d = ""
    for k in range(turns):
        a = start + 2 * pi * k / turns
        x, y = r * cos(a), r * sin(a)
        d += f"M0 0Q{n(r * width * cos(a - 0.62))} {n(r * width * sin(a - 0.62))} {n(x)} {n(y)}Q{n(r * width * cos(a + 0.62))} {n(r * width * sin(a + 0.62))} 0 0"
    return path(d, fill)


def oro() -> str:
    """A coin, carved with a rosette."""
    c = SUITS["o"]
    return (
        circle(0, 0, 18, c.main, f'stroke="{c.dark}" stroke-width="2"')
        + circle(0, 0, 12.6, CREAM)
        + petals(11.6, c.dark, 6, 0.66, pi / 6)
    )


def copa() -> str:
    """A cup with a gold knot."""
    c = SUITS["c"]
    return (
        path(
            "M-15-18H15C15-4 9.5 3.5 3.5 5.5V11C8 12 11 14 11.5 18.5H-11.5C-11 14-8 12-3.5 11V5.5C-9.5 3.5-15-4-15-18Z",
            c.main,
        )
        + path("M-15-18H15Q15-14.5 14.3-11.5H-14.3Q-15-14.5-15-18Z", c.dark)
        + rect(-6, 5.4, 12, 4.6, GOLD, 2.3)
        + path("M-10-8C-8.5-2-5.5 .5-3.5 1.5C-5.5-2-6.5-5-7-8Z", "#f0b7a8")
    )


def espada() -> str:
    """A sword."""
    c = SUITS["e"]
    return (
        path("M0-31 5.5-22V12H-5.5V-22Z", c.main)
        + path("M0-31V12H-5.5V-22Z", "#8fb3dd")
        + rect(-12.5, 10.5, 25, 5.6, c.dark, 2.8)
        + rect(-2.6, 15, 5.2, 10, c.dark)
        + circle(0, 26.5, 4.4, GOLD, f'stroke="{c.dark}" stroke-width="1.6"')
    )


def basto() -> str:
    """A club with stubs, tilted: in grey too it is no sword."""
    c = SUITS["b"]
    return (
        '<g transform="rotate(16)">'
        + path(
            "M-3.5 31C-4 18-5 10-6 2L-14-4-11.5-10-7.5-7C-8-12-8.5-18-8-23C-7-33 7-33 8.5-23C9-17 8.5-10 8-4L13.5-8 16-2 7 6C6 14 5 22 4.5 31Z",
            c.main,
        )
        + path("M4.5 31C5 22 6 14 7 6L16-2 13.5-8 8-4C8.5-10 9-17 8.5-23C8-28 5-30.5 2-30.3C5-20 0 10 .5 31Z", c.dark)
        + '<ellipse cx="-13" cy="-7" rx="2.4" ry="3.8" transform="rotate(22 -13 -7)" fill="#f1e2a8"/><ellipse cx="0" cy="-26" rx="4" ry="2.4" fill="#f1e2a8"/><circle cx="-2" cy="8" r="1.6" fill="#285a1f"/></g>'
    )


SYMBOLS = {"o": oro, "c": copa, "e": espada, "b": basto}
"""The symbol of each suit, around 0 0."""
