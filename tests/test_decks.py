"""Our decks are what the programs in `tools/decks` draw: nothing in the sprites was put there by hand."""

import gzip
import re
from pathlib import Path

import pytest

from tools.decks import french, spanish

ASSETS = Path(__file__).parents[1] / "client/src/assets"
CARDS = {
    "spanish": [f"{rank}{suit}" for suit in "oceb" for rank in "1234567SCR"] + ["back"],
    "french": [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98765432"],
}
DRAWN = {"spanish": spanish.sprite, "french": french.sprite}


@pytest.mark.parametrize("deck", DRAWN)
def test_the_sprite_is_what_the_program_draws(deck: str) -> None:
    assert (ASSETS / f"{deck}.svg").read_text("utf-8") == DRAWN[deck]()


@pytest.mark.parametrize("deck", DRAWN)
def test_a_sprite_holds_every_card_by_its_name_in_the_record(deck: str) -> None:
    drawn = re.findall(r'<symbol id="(\w+)"', DRAWN[deck]())
    assert sorted(drawn) == sorted(CARDS[deck])


@pytest.mark.parametrize("deck", DRAWN)
def test_everything_that_a_sprite_refers_to_is_in_it(deck: str) -> None:
    svg = DRAWN[deck]()
    assert set(re.findall(r'href="#([\w-]+)"', svg)) <= set(re.findall(r'id="([\w-]+)"', svg))


@pytest.mark.parametrize(("deck", "most"), [("spanish", 10_000), ("french", 10_000)])
def test_a_sprite_is_light(deck: str, most: int) -> None:
    assert len(gzip.compress(DRAWN[deck]().encode())) < most


def test_other_looks_differ_where_they_should() -> None:
    letters = spanish.sprite(letters=True)
    assert letters != spanish.sprite()
    red, black, blue, green = "#bd2f2a", "#1d2733", "#1f5fae", "#22662b"
    two = french.sprite(four=False)
    assert red in two
    assert black in two
    assert blue not in two
    assert green not in two
