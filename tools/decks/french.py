"""The French deck of Møs, in the manner of the Spanish one.

Rank and suit stand both at the left edge, because hands of Møs are fans; number cards carry one large symbol.
"""

from tools.decks.figures import face, rey, sota
from tools.decks.spanish import frame
from tools.decks.strokes import (
    CREAM,
    GOLD,
    HEIGHT,
    PAPER,
    WIDTH,
    circle,
    corner,
    hold,
    line,
    page_safe,
    path,
    place,
    tidy,
)
from tools.decks.suits import LOOKS, SUITS, Suit

RANKS = {"A": "A", "K": "K", "Q": "Q", "J": "J", "T": "10", **{str(k): str(k) for k in range(9, 1, -1)}}
TWINS = {"S": "b", "H": "c", "D": "o", "C": "e"}
"""The Spanish suit whose faces, hats and crowns a suit has."""

COLOURS = {"S": "#1d2733", "H": "#bd2f2a", "D": "#1f5fae", "C": "#22662b"}
TINTS = {"S": "#dfe2e8", "H": "#f8d9cc", "D": "#d3e0ef", "C": "#dcebc8"}
ACCENTS = {"S": "#86263a", "H": "#1f6a6a", "D": "#b5482f", "C": "#8d3f6b"}
SHAPES = {
    "S": "M0-19C4-11 18-5 18 5C18 15 7 15 3 9C4 14 5 17 9 19H-9C-5 17-4 14-3 9C-7 15-18 15-18 5C-18-5-4-11 0-19Z",
    "H": "M0 19C-4 11-18 4-18-7C-18-19-4-20 0-10C4-20 18-19 18-7C18 4 4 11 0 19Z",
    "D": "M0-20Q6-8 15 0Q6 8 0 20Q-6 8-15 0Q-6-8 0-20Z",
    "C": "M0-19A8.5 8.5 0 0 1 7-5.5A8.5 8.5 0 1 1 3 8C4 14 5 17 9 19H-9C-5 17-4 14-3 8A8.5 8.5 0 1 1-7-5.5A8.5 8.5 0 0 1 0-19Z",
}


def suit_of(suit: str, four: bool) -> tuple[str, Suit]:
    """The colour of a suit's symbols and how its figures are dressed; in two colours diamonds go as hearts."""
    like = suit if four else {"D": "H", "C": "S"}.get(suit, suit)
    colour = COLOURS[like]
    dark = "#" + "".join(f"{int(int(colour[i : i + 2], 16) * 0.62):02x}" for i in (1, 3, 5))
    return colour, Suit(colour if suit != "S" else "#3a4a63", dark, TINTS[like], ACCENTS[suit])


def queen(suit: str, c: Suit) -> str:
    """A queen with long hair."""
    skin, hair, *_ = LOOKS[TWINS[suit]]
    o = path("M11 175V98A49 47 0 0 1 109 98V175Z", c.tint)
    o += path("M40 74Q60 56 80 74L86 126Q60 138 34 126Z", hair)
    o += (
        path("M48 106H72C92 116 98 146 102 175H18C22 146 28 116 48 106Z", c.main)
        + path("M60 112 78 175H42Z", c.accent)
        + path("M48 105Q60 122 72 105Q60 110 48 105Z", CREAM)
    )
    o += face(60, 86, skin, 14, 16) + path("M56 95h8q-4 3.5-8 0", c.accent)
    o += path("M42 74 44 56 52 66 60 54 68 66 76 56 78 74Q60 68 42 74Z", GOLD) + "".join(
        circle(x, y, 2.6, c.main) for x, y in ((44, 55), (60, 53), (76, 55))
    )
    o += line("M76 118Q90 128 72 140", c.main, 10, 'stroke-linecap="round"') + circle(68, 141, 5.4, skin)
    return o + hold(suit, 29, 122, 1.05) + circle(29, 146, 5.6, skin)


def card(rank: str, suit: str, four: bool = True) -> str:
    """A card without the svg around it."""
    colour, c = suit_of(suit, four)
    if rank in "JK":
        # Drawn in the twin's colours, then dyed: a tone that both suits share is dyed once.
        twin = SUITS[TWINS[suit]]
        art = (sota if rank == "J" else rey)(TWINS[suit], twin, suit)
        for old, new in zip(twin[:4], c[:4], strict=True):
            art = art.replace(old, new)
    elif rank == "Q":
        art = queen(suit, c)
    else:
        art = place(suit, 69, 116, 2.3 if rank == "A" else 1.9)
    index = corner(RANKS[rank], colour)
    index += "" if rank == "J" else place(suit, 27, 65, 0.72 if rank in "KQ" else 0.85)
    return f'<rect width="{WIDTH}" height="{HEIGHT}" rx="9" fill="{PAPER}"/>' + art + frame(c.dark) + index


def sprite(four: bool = True) -> str:
    """All cards as symbols of one file, in four colours or in two."""
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    symbols = {suit: path(SHAPES[suit], suit_of(suit, four)[0]) for suit in "SHDC"}
    out = "<defs>" + "".join(f'<g id="{suit}">{symbol}</g>' for suit, symbol in symbols.items()) + "</defs>"
    for suit in "SHDC":
        out += "".join(f'<symbol id="{rank}{suit}" {box}>{card(rank, suit, four)}</symbol>' for rank in RANKS)
    return page_safe(tidy(f'<svg xmlns="http://www.w3.org/2000/svg">{out}</svg>'), "SHDC")
