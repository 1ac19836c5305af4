"""Every text and edge of the stylesheet stands out enough, in the light and in the dark (WCAG 2)."""

import re
from pathlib import Path

import pytest

CLIENT = Path(__file__).parents[1] / "client/src"
CSS = (CLIENT / "look.css").read_text("utf-8")
TOKEN = re.compile(r"--([\w-]+):\s*(#[0-9a-f]{6})\b")
SYSTEM_DARK = "@media (prefers-color-scheme: dark)"
CHOSEN_DARK = ":root[data-theme=dark]"

TEXTS = """
ink on wall, ink on panel, ink on panel-2, ink-2 on wall, ink-2 on panel, ink-2 on panel-2, link on wall, link on panel,
on-felt on felt, on-felt on felt-2, on-felt on felt-hi, on-felt-2 on felt, on-felt-2 on felt-2, on-felt-2 on felt-hi,
call on felt, call on felt-2, call on felt-hi, on-wood on wood, on-act on act, on-act-2 on act-2, act on act-2,
on-bold on bold, on-turn on turn, us on panel, them on panel, on-us on us, on-them on them, on-bubble on bubble,
on-warn on warn-bg, good on panel, bad on panel, panel on good
"""
"""What is read, and on what."""

EDGES = "edge on panel, edge on wall, turn on felt, turn on felt-2, act on panel"
"""What only marks."""


def tokens(theme: str) -> dict[str, str]:
    """The colours of a theme by name."""
    light = dict(TOKEN.findall(CSS.partition(SYSTEM_DARK)[0]))
    if theme == "light":
        return light
    return light | dict(TOKEN.findall(CSS.partition(CHOSEN_DARK)[2].partition("}")[0]))


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def pairs(listed: str) -> list[tuple[str, str]]:
    return [(one, other) for one, other in re.findall(r"([\w-]+) on ([\w-]+)", listed)]


def test_the_formula_gives_the_published_ratios() -> None:
    assert ratio("#000000", "#ffffff") == pytest.approx(21)
    assert ratio("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("listed", "least"), [(TEXTS, 4.5), (EDGES, 3.0)], ids=["texts", "edges"])
def test_texts_and_edges_stand_out(theme: str, listed: str, least: float) -> None:
    colours = tokens(theme)
    low = {f"{one} on {other}": ratio(colours[one], colours[other]) for one, other in pairs(listed)}
    assert {pair: round(found, 2) for pair, found in low.items() if found < least} == {}


def test_the_dark_of_the_system_and_the_chosen_dark_are_the_same() -> None:
    system = CSS.partition(SYSTEM_DARK)[2].partition(CHOSEN_DARK)[0]
    assert dict(TOKEN.findall(system)) == dict(TOKEN.findall(CSS.partition(CHOSEN_DARK)[2].partition("}")[0]))


PAPER = "#fdf8ec"
INKS = {
    "spanish": ("#855205", "#7a1712", "#14305f", "#285a1f"),
    "french": ("#1d2733", "#bd2f2a", "#1f5fae", "#22662b"),
}
"""The colours of the numbers in the corners, by suit."""


@pytest.mark.parametrize("deck", INKS)
def test_the_numbers_on_cards_stand_out(deck: str) -> None:
    sprite = (CLIENT / f"assets/{deck}.svg").read_text("utf-8")
    assert [ink for ink in (*INKS[deck], PAPER) if ink not in sprite] == [], "these are the deck's own colours"
    assert [ink for ink in INKS[deck] if ratio(ink, PAPER) < 4.5] == []
