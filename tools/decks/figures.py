"""The figures: rey, sota and caballo, each with a symbol in the hand.

`suit` says whose face, hat and beard a figure has, `c` its colours, `held` what it holds.
"""

from tools.decks.strokes import AMBER, CREAM, GOLD, INK, STEEL, WHITE, circle, hold, line, path, rect
from tools.decks.suits import LOOKS, Suit


def face(x: float, y: float, skin: str, w: float = 15, h: float = 16) -> str:
    """A face with two eyes, `w` and `h` from its middle."""
    eyes = circle(x - w * 0.42, y - 1, 1.9, INK) + circle(x + w * 0.42, y - 1, 1.9, INK)
    return rect(x - w, y - h, 2 * w, 2 * h, skin, w * 0.8) + eyes


def rey(suit: str, c: Suit, held: str) -> str:
    """A king under an arch: a triangle with crown and beard."""
    skin, hair, *_ = LOOKS[suit]
    o = path("M11 175V98A49 47 0 0 1 109 98V175Z", c.tint)
    # mantle and robe
    o += path("M40 104H80C98 110 105 140 108 175H12C15 140 22 110 40 104Z", c.accent)
    o += path("M46 106H74L88 175H32Z", c.main)
    o += path("M54 106H66L70 175H50Z", WHITE)
    o += "".join(path(f"M60 {y}l2.5 6h-5Z", INK) for y in (124, 140, 156))
    # hair, face, beard
    o += path("M40 70H80V100Q60 108 40 100Z", hair) + face(60, 84, skin, 15, 17)
    beard = {
        "o": "M45 88Q52 92 60 90Q68 92 75 88V100Q72 120 60 126Q48 120 45 100Z",
        "c": "M45 88Q60 94 75 88V104L68 116 60 108 52 116 45 104Z",
        "e": "M45 88Q60 94 75 88L72 112 60 136 48 112Z",
        "b": "M45 87Q60 94 75 87V112Q60 122 45 112Z",
    }[suit]
    o += path(beard, hair) + path("M54 95.5h12q-6 4-12 0", c.dark)
    # crown
    crown = {
        "o": "M38 72V52L49 62 60 46 71 62 82 52V72Z",
        "c": "M38 72V54H46V62H56V50H64V62H74V54H82V72Z",
        "e": "M38 72Q34 58 40 52L50 63 60 48 70 63 80 52Q86 58 82 72Z",
        "b": "M38 72C36 60 44 58 44 52C52 56 54 62 60 48C66 62 68 56 76 52C76 58 84 60 82 72Z",
    }[suit]
    o += path(crown, GOLD, f'stroke="{AMBER}" stroke-width="1.5"') + line("M38 68.5H82", c.dark, 4)
    # arms and symbol
    o += line("M44 116Q32 124 28 142", c.main, 11, 'stroke-linecap="round"') + circle(27, 145, 5.5, skin)
    o += line("M76 116Q90 128 74 142", c.main, 11, 'stroke-linecap="round"') + circle(70, 144, 5.5, skin)
    spot = {"o": (29, 122, 1.05), "c": (29, 121, 1), "e": (28, 116, 1.1), "b": (28, 118, 1)}[suit]
    return o + hold(held, *spot) + circle(29, 144, 5.8, skin)


def sota(suit: str, c: Suit, held: str) -> str:
    """A young man with his legs apart, a hand on the hip."""
    skin, hair, *_ = LOOKS[suit]
    ground = rect(11, 50, 98, 125, c.tint, 3) + "".join(
        rect(11 + 14 * k, 165, 14, 10, c.main if k % 2 else c.dark) for k in range(7)
    )
    # legs, two-coloured, pointed shoes
    o = path("M49 128H59V160H46L50 152Z", c.dark) + path("M61 128H71L70 152 74 160H61Z", c.accent)
    o += path("M59 168H37Q39 162 46 160H59ZM61 168H83Q81 162 74 160H61Z", INK)
    # tunic
    o += path("M60 99H49L38 132 43.5 141 49 133 54.5 142 60 133Z", c.main) + path(
        "M60 99H71L82 132 76.5 141 71 133 65.5 142 60 133Z", c.accent
    )
    o += path("M44 116H76L77.5 121H42.5Z", c.dark) + path("M52 99H68L60 107Z", CREAM)
    # arms: one up with the symbol, one on the hip
    hand = 107 if suit in "eb" else 99
    o += line(f"M51 105Q38 {hand + 15} 32 {hand + 2}", c.main, 9, 'stroke-linecap="round"')
    o += line("M70 105L90 113 78 122", c.accent, 8, 'stroke-linejoin="round"') + circle(78, 121, 4, skin)
    # head
    o += (
        path("M44 74Q60 66 76 74V92Q79 98 82 99H70L60 102 50 99H38Q41 98 44 92Z", hair)
        + face(60, 84, skin, 13, 14)
        + path("M56 92h8q-4 3.5-8 0", c.dark)
    )
    hat = {
        "o": path("M36 74C34 62 88 56 86 72Q84 77 62 75T36 74Z", c.dark) + path("M60 62l2-6h3l-2 6Z", c.dark),
        "c": path("M42 78Q42 58 62 60Q84 60 92 82Q82 74 76 74Z", c.main) + rect(42, 73, 34, 5, c.dark, 2.5),
        "e": path("M43 76Q43 58 60 58T77 76Z", STEEL)
        + rect(40, 73, 40, 5, c.dark, 2.5)
        + path("M62 60Q70 46 88 54Q84 58 88 62Q76 62 66 64Z", c.main),
        "b": path("M46 74 52 58H68L74 74Z", "#d9b25f")
        + rect(34, 71, 52, 6, "#d9b25f", 3)
        + line("M47.5 70H72.5", c.dark, 3.5),
    }[suit]
    o += hat
    spot = {"o": (32, 81, 0.88), "c": (32, 81, 0.84), "e": (30, 92, 0.85), "b": (31, 90, 0.8)}[suit]
    return (
        ground
        + f'<g transform="translate(-7.2 -21.4)scale(1.12)">{o}{hold(held, *spot)}{circle(31, hand, 5, skin)}</g>'
    )


def caballo(suit: str, c: Suit, held: str) -> str:
    """A horse, and who rides it."""
    skin, hair, coat, mane = LOOKS[suit]
    o = (
        rect(11, 50, 98, 125, c.tint, 3)
        + path("M11 165Q60 154 109 165V175H11Z", c.main)
        + path("M11 170Q60 161 109 170V175H11Z", c.dark)
    )
    # tail, legs
    o += path("M96 118C110 117 105 140 107 156C98 152 100 138 93 130Z", mane)
    o += (
        path("M88 132H100L99 150 101 166H93L92 150Z", coat)
        + path("M44 136H55L53 152 54 166H46L45 152Z", coat)
        + path("M54 134 46 146 30 142 28 154 35 155 36 149 52 154 62 142Z", coat)
        + path("M80 136H90L87 152 90 164H82L80 152Z", mane)
    )
    o += path(
        "M93 161H100.5L101 167H93ZM46 161H53.7L54 167H46ZM28 150 27 156 35 157 35.5 151ZM82 160H89L90 165H82Z", INK
    )
    # body, neck, head
    o += path(
        "M34 126C30 104 36 88 46 80L50 70 54 80C60 88 58 104 66 112H88C102 112 104 128 101 138C92 144 72 142 58 144C44 146 36 138 34 126Z",
        coat,
    )
    o += path("M50 76C40 78 30 88 15 100C12 104 14 112 20 112C30 112 40 106 48 104Z", coat)
    o += (
        path("M50 70C66 78 60 96 70 112L58 108C56 96 54 88 48 80Z", mane)
        + circle(36, 91, 2.2, INK)
        + circle(18, 106, 1.4, INK)
    )
    o += line("M25 94L29 109M29 104Q50 118 62 104", c.dark, 2.2)
    # saddle cloth, rider's leg
    o += path("M62 112H90L94 138H66Z", c.dark) + path("M66 112H86L89 134H69Z", c.accent)
    # rider
    o += path("M66 86H86L89 116H63Z", c.main) + rect(63.5, 108, 25, 4.5, c.dark)
    o += path("M66 112H80L72 134 74 146 62 148 64 142 60 140Z", CREAM) + path("M61 138H72L74 146 60 150Z", INK)
    o += line("M68 92L58 104", c.dark, 7.5, 'stroke-linecap="round"') + circle(58, 105, 4.2, skin)
    o += '<g transform="translate(-4 0)">' + path("M62 70H90V84H62Z", hair) + face(76, 75, skin, 11.5, 12)
    hat = {
        "o": path("M60 68C58 56 96 52 94 66Q92 70 76 69T60 68Z", c.dark),
        "c": path("M62 70Q62 54 76 54T90 70Z", c.main) + rect(60, 66, 32, 4.5, c.dark, 2),
        "e": path("M62 72Q62 54 76 54T90 72L84 70H68Z", STEEL) + path("M74 56Q78 44 92 50Q88 54 90 58Z", c.main),
        "b": path("M66 68 70 54H82L86 68Z", "#d9b25f") + rect(57, 65, 38, 5.5, "#d9b25f", 2.7),
    }[suit]
    o += hat + "</g>"
    o += line("M84 92Q94 102 98 94", c.main, 8, 'stroke-linecap="round"') + circle(98, 92, 4.5, skin)
    spot = {"o": (97, 76, 0.72), "c": (97, 77, 0.72), "e": (98, 78, 0.82), "b": (97, 77, 0.74)}[suit]
    return o + hold(held, *spot) + circle(98, 93, 4.5, skin)
