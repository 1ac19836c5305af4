"""Ladders: everybody against everybody, the best first, with ratings and a chart."""

import xml.etree.ElementTree as ElementTree

import pytest

from ordago.arena import Contest, Figure, Result, wilson
from ordago.arena.chart import svg
from ordago.arena.ladder import Rung, pairs, rungs

BOTS = ("weak", "fair", "strong")


def result(a: str, b: str, stones: float, won: int) -> Result:
    """`a` brings so many stones, give or take one, and wins so many of a hundred games."""
    return Result(
        contest=Contest("mus", "clasico", {}, None, a, b, "1"),
        sides=2,
        deals=100,
        stones=Figure(stones, stones - 1, stones + 1),
        lost=None,
        games=100,
        games_won=won,
        games_share=wilson(won, 100),
        matches=0,
        matches_won=0,
        matches_share=wilson(0, 0),
        illegal=(0, 0),
        seconds=(1.0, 1.0),
        decisions=(100, 100),
    )


RESULTS = [result("weak", "fair", -2, 30), result("weak", "strong", -6, 10), result("fair", "strong", -3, 25)]


def test_everybody_plays_everybody_once() -> None:
    assert pairs(BOTS) == [("weak", "fair"), ("weak", "strong"), ("fair", "strong")]


def test_the_best_comes_first_with_what_it_brings_against_the_others() -> None:
    found = rungs(BOTS, RESULTS)
    assert [(rung.bot, rung.stones.value) for rung in found] == [("strong", 4.5), ("fair", -0.5), ("weak", -4.0)]
    strong = found[0].stones
    assert strong.high - strong.value == pytest.approx(2**0.5 / 2), "two independent intervals of 1, averaged"
    assert strong.low < strong.value < strong.high


def test_ratings_follow_the_games() -> None:
    found = rungs(BOTS, RESULTS)
    middles = [rung.rating[0] for rung in found if rung.rating]
    assert len(middles) == 3
    assert middles == sorted(middles, reverse=True)
    assert found[0].as_json()["rating"]["mu"] == middles[0]


def test_without_openskill_there_are_pairs_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openskill.models", None)
    assert [rung.rating for rung in rungs(BOTS, RESULTS)] == [None, None, None]
    assert set(rungs(BOTS, RESULTS)[0].as_json()) == {"bot", "stones_per_deal", "stones_ci"}


def test_the_chart_is_svg_and_names_are_only_text() -> None:
    found = [Rung("cmd:./<b>&", Figure(2.0, 1.0, 3.0)), Rung("rule", Figure(-2.0, -3.0, -1.0))]
    root = ElementTree.fromstring(svg(found, "Stones & more"))
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"cmd:./<b>&", "rule", "+2.00", "-2.00", "Stones & more"} <= set(texts)
    best, worst = [float(point.attrib["cx"]) for point in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert best > worst


def test_a_chart_of_equals_is_drawn() -> None:
    ElementTree.fromstring(svg([Rung("a", Figure(0.0, 0.0, 0.0)), Rung("b", Figure(0.0, 0.0, 0.0))], "x"))
