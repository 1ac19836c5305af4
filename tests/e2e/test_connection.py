"""Lines that break and servers that go: the page says so, loses nothing, doubles nothing, and comes back by itself."""

import json
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ordago.web.pages import STATIC
from tests.e2e.player import GUARD, MusPlayer
from tests.e2e.server import Server
from tests.e2e.tables import PATIENCE, ask, log_of, open_table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HAND = ".hand .slot"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may end and start again."""
    found = Server(tmp_path)
    found.start()
    yield found
    found.kill()


@pytest.fixture
def person(browser: Browser) -> Iterator[BrowserContext]:
    """Somebody with a phone."""
    found = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, locale="es-ES", reduced_motion="reduce"
    )
    yield found
    found.close()


def cards(page: Page) -> list[str]:
    """The hand as it is named to a screen reader."""
    found: list[str] = page.locator(HAND).evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    return found


def settled(page: Page, server: Server) -> None:
    """A table of Mus against bots, dealt, with this person to act."""
    open_table(page, server.link, game="mus", options={"clock": None})
    page.locator("[data-act=start]").tap()
    player = MusPlayer(page)
    for _ in range(PATIENCE // GUARD):
        page.wait_for_timeout(GUARD)
        if player.asked():
            break
        if player.acts():  # a deal that ended before this person's turn
            player.step()
    assert player.asked()


def goes_on(page: Page) -> bool:
    """Whether something is done at the table while this person plays."""
    player, before = MusPlayer(page), log_of(page)
    for _ in range(PATIENCE // GUARD):
        player.step(mus_first=False)
        if log_of(page) != before:
            return True
    return False


@pytest.mark.parametrize("seed", [1, 2])
def test_lines_cut_at_random_moments_lose_no_act_and_double_none(
    person: BrowserContext, server: Server, seed: int
) -> None:
    page, chance = person.new_page(), random.Random(seed)
    lines: list[Any] = []
    sent: dict[str, str] = {}

    def through(route: Any) -> None:
        """Passes everything on, but cuts the line at the first act and now and then, before it or before its answer."""
        upstream = route.connect_to_server()
        lines.append(route)

        def up(message: str) -> None:
            command = json.loads(message)
            cut = command["t"] == "act" and (not sent or chance.random() < 0.4)
            if command["t"] == "act":
                sent[command["id"]] = command["word"]
            if not cut or chance.random() < 0.5:
                upstream.send(message)
            if cut:
                route.close(code=1012)

        route.on_message(up)

    page.route_web_socket(re.compile("/ws/"), through)
    settled(page, server)
    player = MusPlayer(page)
    for _ in range(300):
        if page.locator(".note").count() and not page.locator(".note.back").count():
            page.wait_for_timeout(GUARD)
            continue
        if player.step(mus_first=len(sent) < 2) == "ready":
            break
    assert len(lines) > 1, "no line was cut"
    expect(page.locator(".toast")).to_have_count(0)
    table = page.url.rpartition("/")[2]
    replays = [ask(page, f"/api/tables/{table}/deals/{deal}?match=1&seat=own") for deal in range(1, 10)]
    frames = [frame for replay in replays for frame in replay.get("frames", ())]
    said = [one["act"] for frame in frames for one in frame["news"] if one["code"] == "said"]
    done = [act["kind"] for act in said if act["chair"] == 1 and act["kind"] in "MXDPQ"]
    assert done == [word[0] for word in sent.values()], "each that was sent, once, in its order"


def test_a_server_that_dies_in_the_middle_of_a_deal_comes_back_with_the_same_table(
    person: BrowserContext, server: Server
) -> None:
    page = person.new_page()
    settled(page, server)
    hand = cards(page)
    server.kill()
    expect(page.locator(".note")).to_contain_text("Sin conexión", timeout=PATIENCE)
    page.wait_for_timeout(GUARD)
    page.locator(".acts [data-act]").last.tap()
    expect(page.locator(".toast")).to_contain_text("no se ha enviado nada")
    server.start()
    expect(page.locator(".note.back")).to_be_visible(timeout=PATIENCE)
    assert cards(page) == hand
    assert goes_on(page), "play goes on"


def test_an_act_for_a_table_that_went_on_is_not_made_later(person: BrowserContext, server: Server) -> None:
    page = person.new_page()
    state = {"mute": False}
    acts: list[str] = []

    def through(route: Any) -> None:
        upstream = route.connect_to_server()

        def up(message: str) -> None:
            if '"act"' in message:
                acts.append(message)
                if state["mute"]:
                    return  # on its way for ever
            upstream.send(message)

        route.on_message(up)
        lines.append(route)

    lines: list[Any] = []
    page.route_web_socket(re.compile("/ws/"), through)
    settled(page, server)
    state["mute"] = True
    player = MusPlayer(page)
    act = player.acts()[-1]
    page.wait_for_timeout(GUARD)
    page.locator(f'.acts [data-act="{act}"]').tap()
    expect(page.locator(".acts.sent")).to_have_count(1)
    # The same person acts at the same table with another tab meanwhile.
    other = person.new_page()
    other.goto(page.url)
    expect(other.locator(".acts [data-act]").first).to_be_visible()
    assert goes_on(other), "the table went on"
    state["mute"] = False
    lines[-1].close(code=1012)
    expect(page.locator(".note.back")).to_be_visible(timeout=PATIENCE)
    page.wait_for_timeout(1_000)
    assert len(acts) == 1, "the act was sent into the void, and not again"


def test_without_a_network_the_page_opens_and_says_so(person: BrowserContext, server: Server) -> None:
    page = person.new_page()
    page.goto(server.link)
    expect(page.locator("[data-act=quick]")).to_be_enabled(timeout=PATIENCE)
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_function("async () => (await caches.keys()).length === 1", timeout=PATIENCE)
    server.kill()
    page.reload()
    expect(page.locator(".note")).to_contain_text("No hay conexión con el servidor", timeout=PATIENCE)
    expect(page.locator("[data-act=quick]")).to_be_disabled()
    expect(page.locator(".pick button")).to_have_count(2)
    server.start()
    expect(page.locator("[data-act=quick]")).to_be_enabled(timeout=PATIENCE)
    expect(page.locator(".note")).to_have_count(0)


def test_a_table_opens_without_a_network_and_is_there_once_it_is_back(person: BrowserContext, server: Server) -> None:
    page = person.new_page()
    settled(page, server)
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_function("async () => (await caches.keys()).length === 1", timeout=PATIENCE)
    hand = cards(page)
    server.kill()
    page.reload()
    expect(page.locator(".notice")).to_contain_text("Sin conexión", timeout=PATIENCE)
    server.start()
    expect(page.locator(HAND)).to_have_count(4, timeout=PATIENCE)
    assert cards(page) == hand


def test_a_new_version_is_offered_at_the_table_and_comes_when_it_is_wanted(
    person: BrowserContext, tmp_path: Path
) -> None:
    page, built = person.new_page(), tmp_path / "static"
    shutil.copytree(STATIC, built)
    server = Server(tmp_path, built)
    server.start()
    try:
        settled(page, server)
        page.evaluate("async () => { await navigator.serviceWorker.ready }")
        page.reload()
        expect(page.locator(HAND)).to_have_count(4, timeout=PATIENCE)
        page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=PATIENCE)
        (built / "sw.js.gz").unlink(missing_ok=True)
        worker = (built / "sw.js").read_text("utf-8")
        (built / "sw.js").write_text(worker.replace('"ordago-', '"ordago-newer-'), "utf-8")
        page.evaluate("async () => { const one = await navigator.serviceWorker.ready; await one.update() }")
        expect(page.locator(".note")).to_contain_text("versión nueva", timeout=PATIENCE)
        page.locator(".note button").tap()
        expect(page.locator(HAND)).to_have_count(4, timeout=PATIENCE)
        expect(page.locator(".note")).to_have_count(0)
    finally:
        server.kill()
