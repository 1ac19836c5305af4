"""For everybody: nothing that axe calls serious, by keyboard alone, on small phones, in large text, without motion."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

from tests.e2e.player import ARGUMENTS, CHROMIUM, GUARD, MosPlayer, MusPlayer
from tests.e2e.tables import PATIENCE, open_table, sideways, sticking_out

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AXE = (Path(__file__).parents[2] / "client/node_modules/axe-core/axe.min.js").read_text("utf-8")
FAST = {"clock": None, "pace": "fast", "bot": "habits"}


def findings(page: Page) -> list[str]:
    """What axe calls serious or critical now: in the light everything, in the dark the contrasts."""
    found = []
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    for dark in (False, True):
        page.emulate_media(color_scheme="dark" if dark else "light")
        page.wait_for_timeout(50)
        only = {"runOnly": ["color-contrast"]} if dark else {}
        result = page.evaluate("only => axe.run({resultTypes: ['violations'], ...only})", only)
        found += [
            f"{'dark' if dark else 'light'}: {one['id']}: {node['target']} {node['failureSummary']}"
            for one in result["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]
    page.emulate_media(color_scheme="light")
    return found


def opened(page: Page, opener: Locator) -> list[str]:
    """The findings of a sheet, which is closed again."""
    opener.click()
    expect(page.locator("dialog[open]")).to_be_visible()
    found = findings(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    return found


def icon(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def test_axe_finds_nothing_serious_before_the_game(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    page.goto(link)
    page.locator(".house > summary").click()
    page.locator(".room > summary").first.click()
    page.locator(".rule > summary").first.click()
    expect(page.locator(".rule[open] input").first).to_be_visible()
    assert findings(page) == []
    assert opened(page, icon(page, "Ajustes")) == []
    page.locator("[data-act=create]").click()
    page.locator("[data-act=start]").wait_for()
    assert findings(page) == []
    assert opened(page, page.locator("[data-act=rules]")) == []


def test_axe_finds_nothing_serious_at_mus_its_sheets_its_count_and_its_replay(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    rules = {"senas": "common"}
    open_table(page, link, game="mus", settings=rules, options={"clock": None, "pace": "fast"})
    page.locator("[data-act=start]").click()
    player, seen = MusPlayer(page), set()
    for _ in range(400):
        page.wait_for_timeout(GUARD)
        state = "-".join(sorted(set(player.acts()) - {"O", "+", "E"}))
        if state and state not in seen:
            seen.add(state)
            assert findings(page) == [], state
        counted = any("next" in state for state in seen)
        if player.act(mus_first=len(seen) < 2) == "ready" and counted:
            break
    assert counted
    expect(page.locator(".hand .slot")).to_have_count(4, timeout=PATIENCE)
    for name in ("Menú", "Frases", "Jugadas", "Señas a tu pareja"):
        assert opened(page, icon(page, name)) == [], name
    page.goto(f"{page.url}/deal/1/1")
    page.locator(".trk").wait_for()
    assert findings(page) == []
    assert opened(page, page.locator("[data-act=check]")) == []


def test_axe_finds_nothing_serious_at_mos(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    open_table(page, link, game="mos", players=5, options=FAST)
    page.locator("[data-act=start]").click()
    player, seen = MosPlayer(page), set()
    for _ in range(300):
        state = "shedding" if page.locator(".unit").count() else "duels" if page.locator(".vs").count() else ""
        if state and player.acts() and state not in seen:
            seen.add(state)
            assert findings(page) == [], state
        if len(seen) == 2:
            return
        player.step()
    raise AssertionError(seen)


def test_a_game_of_mos_by_keyboard_alone(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    short = {"packs": 1, "remove_for_two": 30}
    open_table(page, link, game="mos", players=2, settings=short, options=FAST)
    page.locator("[data-act=start]").focus()
    page.keyboard.press("Enter")
    player, taken = MosPlayer(page), 0
    for _ in range(1200):
        page.wait_for_timeout(60)
        acts = player.acts()
        if page.locator(".end").count():
            break
        if "lay" in acts:
            page.wait_for_timeout(GUARD)
            page.evaluate("document.activeElement?.blur()")
            page.keyboard.press("ArrowRight")
            if page.locator(".slot:focus.sel").count() == 0:
                page.keyboard.press("Enter")
            page.keyboard.press("Enter")
        elif "T" in acts:
            page.wait_for_timeout(GUARD)
            page.keyboard.press("t")
            taken += 1
        elif "hurry" in acts:
            page.locator("[data-act=hurry]").focus()
            page.keyboard.press("Enter")
    expect(page.locator(".end .head")).to_be_visible()


@pytest.fixture
def large(playwright: Playwright) -> Iterator[BrowserContext]:
    """Somebody with a phone who has set all text to twice its size."""
    browser: Browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=[*ARGUMENTS, "--blink-settings=defaultFontSize=32"]
    )
    yield browser.new_context(
        viewport={"width": 360, "height": 740}, locale="es-ES", reduced_motion="reduce", has_touch=True
    )
    browser.close()


def covered(page: Page, selector: str) -> list[str]:
    """Which of these cannot be tapped in their middle, once scrolled to: something else lies over them."""
    found: list[str] = page.locator(selector).evaluate_all(
        """all => all.filter(one => {
            one.scrollIntoView({block: "start"});
            const box = one.getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return !top || !(one.contains(top) || top.contains(one));
        }).map(one => one.outerHTML.slice(0, 80))"""
    )
    return found


def test_text_of_twice_the_size_hides_nothing(large: BrowserContext, link: str) -> None:
    page = large.new_page()
    page.goto(link)
    expect(page.locator("[data-act=quick]")).to_be_enabled()
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert sideways(page) == 0
    open_table(page, link, game="mus", settings={"senas": "common"}, options={"clock": None, "pace": "fast"})
    assert sideways(page) == 0
    page.locator("[data-act=start]").tap()
    player, seen = MusPlayer(page), set()
    for _ in range(200):
        page.wait_for_timeout(GUARD)  # what was sent is answered
        acts = player.acts()
        state = "-".join(acts)
        if acts and state not in seen:
            seen.add(state)
            assert sideways(page) == 0, state
            assert covered(page, ".acts button, .hand .slot") == [], state
        if player.act(mus_first=len(seen) < 2) == "ready":
            return
    raise AssertionError(seen)


@pytest.mark.parametrize(("width", "height"), [(320, 640), (740, 360), (1280, 800)])
def test_no_screen_is_too_small_for_mus(phone: BrowserContext, link: str, width: int, height: int) -> None:
    page = phone.new_page()
    page.set_viewport_size({"width": width, "height": height})
    open_table(page, link, game="mus", options={"clock": None, "pace": "fast"})
    page.locator("[data-act=start]").tap()
    player, tops = MusPlayer(page), set()
    for _ in range(400):
        page.wait_for_timeout(GUARD)
        place = page.locator(".hand").evaluate_all("all => all.map(one => one.getBoundingClientRect().y)")
        if player.asked() and place:
            tops.add(round(place[0]))
            assert sticking_out(page.locator(".hand .slot, .acts button, .seat, .side"), width) == []
        if player.act(mus_first=not tops) == "ready" and tops:
            break
    assert len(tops) == 1, "the hand keeps its place through the deal"


@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 740), (740, 360)])
def test_seventeen_play_mos_on_every_phone(phone: BrowserContext, link: str, width: int, height: int) -> None:
    page = phone.new_page()
    page.set_viewport_size({"width": width, "height": height})
    open_table(page, link, game="mos", players=17, options=FAST)
    page.locator("[data-act=start]").tap()
    expect(page.locator(".fans .slot")).to_have_count(3, timeout=PATIENCE)
    expect(page.locator(".ring .pl")).to_have_count(16)
    assert sideways(page) == 0
    assert sticking_out(page.locator(".ring .pl, .fans .slot, .acts button"), width) == []
    assert covered(page, ".fans .slot, .acts button") == []
    edges = page.evaluate(
        """() => [".ring", ".feltm", ".fans"].map(part => {
            const box = document.querySelector(part).getBoundingClientRect();
            return [box.top, box.bottom];
        })"""
    )
    assert [above[1] <= below[0] + 1 for above, below in pairwise(edges)] == [True, True], "one under the other"


def moving(page: Page) -> list[float]:
    """How long each motion of the page lasts that is under way, in milliseconds."""
    found: list[float] = page.evaluate(
        "document.getAnimations().map(one => Number(one.effect.getComputedTiming().duration))"
    )
    return found


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_motion_only_where_it_is_wanted(browser: Browser, link: str, motion: str) -> None:
    person = browser.new_context(
        locale="es-ES",
        viewport={"width": 360, "height": 740},
        reduced_motion="reduce" if motion == "reduce" else "no-preference",
    )
    page = person.new_page()
    open_table(page, link, game="mus", options={"clock": None, "pace": "fast"})
    seen: list[float] = []
    page.locator("[data-act=start]").click()
    player, done = MusPlayer(page), ""
    look: Callable[[], None] = lambda: seen.extend(moving(page))  # noqa: E731
    for _ in range(300):
        look()
        done = player.step(mus_first=False)
        look()
        if done == "ready":
            break
    assert done == "ready", "a deal can be played to its end"
    assert (max(seen, default=0) > 20) == (motion == "no-preference")
    person.close()
