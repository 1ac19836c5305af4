"""Møs in the browser."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.player import MosPlayer

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def bots_game(page: Page, link: str, players: int) -> None:
    """A game against bots that think fast."""
    page.goto(link)
    made = page.evaluate(
        """async players => (await (await fetch("/api/tables", {method: "POST",
        headers: {"Content-Type": "application/json"},
        body: JSON.stringify({game: "mos", players, options: {pace: "fast"}})})).json()).id""",
        players,
    )
    page.goto(f"{link}/t/{made}")
    page.locator("[data-act=start]").tap()
    expect(page.locator(".fans .slot")).to_have_count(3, timeout=60_000)


def test_a_game_of_three_to_its_end(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    bots_game(page, link, 3)
    player, done = MosPlayer(page), []
    for _ in range(700):
        done.append(player.step())
        if page.locator(".end").count():
            break
    expect(page.locator(".end")).to_contain_text("pierde", ignore_case=True)
    assert "lay" in done


def test_seventeen_are_readable_at_320(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    page.set_viewport_size({"width": 320, "height": 640})
    bots_game(page, link, 17)
    expect(page.locator(".ring .pl")).to_have_count(16)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    outside = page.locator(".ring .pl, .fans .slot, .acts button").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().right > 321).length"
    )
    assert outside == 0
