"""No serious finding of axe on any screen, light and dark, phone and desk."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.e2e.player import MosPlayer, MusPlayer
from tests.e2e.test_mos import bots_game
from tests.e2e.test_mus import quick_game

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AXE = Path(__file__).parents[2] / "client/node_modules/axe-core/axe.min.js"


def findings(page: Page) -> list[str]:
    """What axe calls serious or critical now, in both lights and on both sizes."""
    found = []
    for width, height in ((360, 740), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            page.wait_for_timeout(250)
            page.evaluate(AXE.read_text("utf-8"))
            result = page.evaluate("axe.run()")
            found += [
                f"{width} {scheme}: {one['id']}: {node['target']} {node['failureSummary']}"
                for one in result["violations"]
                if one["impact"] in ("serious", "critical")
                for node in one["nodes"]
            ]
    page.set_viewport_size({"width": 360, "height": 740})
    return found


def test_no_serious_finding_before_the_game(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    page.goto(link)
    page.locator(".pick").wait_for()
    assert findings(page) == []
    page.locator("[data-act=create]").click()
    page.locator("[data-act=start]").wait_for()
    assert findings(page) == []


def test_no_serious_finding_at_mus(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    quick_game(page, link)
    player, seen = MusPlayer(page), set()
    for _ in range(200):
        act = "-".join(player.acts())
        if act and act not in seen:
            seen.add(act)
            assert findings(page) == [], act
        if player.step(mus_first=len(seen) < 2) == "ready":
            return


def test_no_serious_finding_at_mos(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    bots_game(page, link, 5)
    player, seen = MosPlayer(page), set()
    for _ in range(300):
        state = "shedding" if page.locator(".unit").count() else "duels"
        if player.acts() and state not in seen:
            seen.add(state)
            assert findings(page) == [], state
        if len(seen) == 2:
            return
        player.step()
