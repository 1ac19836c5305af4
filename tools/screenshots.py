"""Pictures of every screen for `docs/screens`: `python3 -m tools.screenshots [FOLDER]`.

It starts a server of its own, drives Chromium through Playwright, and plays until each state has come: on a phone of
360 x 740, on a small one of 320 x 640, lying down, and on a desk; light and dark.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.e2e.player import MosPlayer, MusPlayer, launched
from tests.e2e.server import running_server

ROOT = Path(__file__).resolve().parent.parent
PHONE, SMALL, LYING, DESK = (360, 740), (320, 640), (740, 360), (1280, 800)
SHAPES = {"": PHONE, "-320": SMALL, "-land": LYING, "-desk": DESK}


class Camera:
    """Takes a state once in each shape and light that is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken: set[str] = set()

    def take(self, page: Page, name: str, shapes: str = " -320 -desk") -> None:
        """Take `name` in every shape, and on the phone in the dark too; only the first time."""
        if name in self.taken:
            return
        self.taken.add(name)
        page.wait_for_timeout(300)
        for ending in [shape.strip() for shape in shapes.split(" ")]:
            width, height = SHAPES[ending]
            page.set_viewport_size({"width": width, "height": height})
            for dark in (False, True) if not ending else (False,):
                page.emulate_media(color_scheme="dark" if dark else "light")
                page.wait_for_timeout(350)
                page.screenshot(path=self.folder / f"{name}{ending}{'-dark' if dark else ''}.png")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.emulate_media(color_scheme="light")


def visit(browser: Browser, language: str = "es-ES") -> BrowserContext:
    """A person with a phone."""
    return browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, locale=language, reduced_motion="reduce"
    )


def table_of(page: Page, link: str, body: dict[str, object]) -> str:
    """Open a table over HTTP and go there."""
    made = page.evaluate(
        """async ([path, body]) => (await (await fetch(path, {method: "POST",
        headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)})).json()).id""",
        [body.pop("path"), body],
    )
    page.goto(f"{link}/t/{made}")
    return str(made)


def shoot_mus(browser: Browser, link: str, camera: Camera) -> None:
    """The first page, the waiting room, and a deal of Mus with its count and replay."""
    person = visit(browser)
    page = person.new_page()
    page.goto(link)
    page.wait_for_timeout(700)
    camera.take(page, "home")
    page.get_by_role("textbox").first.fill("Ane")
    page.locator("[data-act=create]").click()
    page.locator("[data-act=start]").wait_for()
    page.wait_for_timeout(500)
    camera.take(page, "waiting")
    page.locator("[data-act=start]").click()
    player = MusPlayer(page)

    def look() -> None:
        acts = player.acts()
        if "M" in acts:
            camera.take(page, "mus-talk")
        elif "Q" in acts and "+" in acts:
            camera.take(page, "mus-answer", " -320 -land -desk")
        elif "P" in acts:
            camera.take(page, "mus-open")
        elif "next" in acts and page.locator(".rows").count():
            step = page.locator(".lances .now b").inner_text().strip().lower()
            camera.take(page, f"mus-count-{step}", " -320 -desk")
        elif "ready" in acts:
            camera.take(page, "mus-count-sum", " -desk")

    def marked() -> None:
        camera.take(page, "mus-discard")

    def senas() -> None:
        if "mus-senas" in camera.taken or not page.locator(".me .icon.badge").count():
            return
        page.locator(".me .icon").click()
        camera.take(page, "mus-senas", " -320 -desk")
        page.keyboard.press("Escape")

    for _ in range(260):
        look()
        senas()
        if {"mus-answer", "mus-discard", "mus-senas", "mus-count-sum"} <= camera.taken:
            break
        player.step(mus_first="mus-discard" not in camera.taken, before_throw=marked)
    page.get_by_role("button", name="Menú", exact=True).click()
    camera.take(page, "menu", " -desk")
    page.get_by_text("Repetir y comprobar").click()
    page.locator(".trk").wait_for()
    for _ in range(9):
        page.get_by_role("button", name="Jugada siguiente").click()
    page.locator("[data-act=check]").click()
    camera.take(page, "replay", " -320 -desk")
    person.close()


def shoot_lost(browser: Browser, link: str, camera: Camera) -> None:
    """The connection is lost in the middle of a deal."""
    person = visit(browser)
    page = person.new_page()
    page.goto(link)
    sockets: list[Callable[[], None]] = []
    page.route_web_socket("**/ws/**", lambda route: sockets.append(_passing(route)))
    page.locator("[data-act=quick]").click()
    page.locator(".acts button").first.wait_for(timeout=60_000)
    page.route_web_socket("**/ws/**", lambda route: route.close(code=1012))
    for close in sockets:
        close()
    page.locator(".note").wait_for()
    camera.take(page, "state-reconnect", " -320 -desk")
    person.close()


def _passing(route: Any) -> Callable[[], None]:
    server = route.connect_to_server()

    def close() -> None:
        server.close()
        route.close(code=1012)

    return close


def shoot_mos(browser: Browser, link: str, camera: Camera, players: int) -> None:
    """A game of Møs: duels, shedding, the end."""
    person = visit(browser)
    page = person.new_page()
    page.goto(link)
    table_of(page, link, {"path": "/api/quick", "game": "mos", "players": players, "name": "Ane"})
    player = MosPlayer(page)
    for _ in range(400):
        acts = player.acts()
        phase = "shedding" if page.locator(".units").count() else "duels"
        if "lay" in acts and not (phase == "shedding" and page.locator(".unit").count() < 2):
            camera.take(page, f"mos-{players}-{phase}")
        elif "T" in acts:
            camera.take(page, f"mos-{players}-take", " -320")
        elif page.locator(".end").count():
            camera.take(page, f"mos-{players}-over", " -desk")
            break
        elif page.locator(".safe").count():
            camera.take(page, f"mos-{players}-out", "")
        player.step()
    person.close()


def main() -> None:
    """Take them all."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/screens"
    folder.mkdir(parents=True, exist_ok=True)
    camera = Camera(folder)
    with tempfile.TemporaryDirectory() as data, running_server(Path(data)) as link, sync_playwright() as playwright:
        browser = launched(playwright)
        shoot_mus(browser, link, camera)
        shoot_lost(browser, link, camera)
        for players in (5, 17):
            shoot_mos(browser, link, camera, players)
        browser.close()
    print("\n".join(sorted(camera.taken)))


if __name__ == "__main__":
    main()
