"""Pictures of every screen for `docs/screens`: `python3 -m tools.screenshots [FOLDER] [--only NAME ...]`.

It starts a server of its own, drives Chromium through Playwright, and plays until each state has come: on a phone of
360 x 740, and where a state looks different there, on a small phone, lying down, on a desk, in the dark, in large text.
"""

import argparse
import contextlib
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.e2e.player import ARGUMENTS, CHROMIUM, MosPlayer, MusPlayer, launched
from tests.e2e.server import Server
from tests.e2e.tables import open_table

FOLDER = Path(__file__).resolve().parent.parent / "docs/screens"
SHAPES = {"": (360, 740), "320": (320, 640), "land": (740, 360), "desk": (1280, 800), "dark": (360, 740)}
COLOURS = 96
"""Of a picture; the screens have few, and so the files stay small."""

FAST = {"clock": None, "pace": "fast"}


class Camera:
    """Takes each state once, in the shapes that are asked for."""

    def __init__(self, folder: Path, only: list[str]) -> None:
        self.folder = folder
        self.only = only
        self.taken: list[str] = []

    def take(self, page: Page, name: str, *shapes: str) -> None:
        """Take `name` on the phone, and in more shapes; only the first time."""
        if name in self.taken or (self.only and name not in self.only):
            return
        self.taken.append(name)
        for shape in ("", *shapes):
            width, height = SHAPES[shape]
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme="dark" if shape == "dark" else "light")
            page.wait_for_timeout(300)
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            small = picture.quantize(COLOURS, dither=Image.Dither.NONE)
            small.save(self.folder / f"{name}{'-' if shape else ''}{shape}.png", optimize=True)
        page.set_viewport_size({"width": 360, "height": 740})
        page.emulate_media(color_scheme="light")


@contextlib.contextmanager
def phone(browser: Browser) -> Iterator[Page]:
    """A person with a phone."""
    width, height = SHAPES[""]
    person = browser.new_context(
        viewport={"width": width, "height": height}, locale="es-ES", reduced_motion="reduce", has_touch=True
    )
    yield person.new_page()
    person.close()


def shoot_before(browser: Browser, link: str, camera: Camera) -> None:
    """The first page, the rules of the house, the waiting room."""
    with phone(browser) as page:
        page.goto(link)
        page.wait_for_timeout(700)
        camera.take(page, "home", "320", "desk", "dark")
        page.get_by_role("textbox").first.fill("Ane")
        page.locator(".house > summary").tap()
        page.locator("[data-room=hand] > summary").tap()
        page.locator("[data-setting=kings] > summary").tap()
        page.locator("[data-setting=kings] input").nth(1).check()
        page.wait_for_timeout(600)
        page.locator("[data-room=hand]").scroll_into_view_if_needed()
        camera.take(page, "house-rules", "desk")
        page.locator("[data-act=create]").tap()
        page.locator("[data-act=start]").wait_for()
        page.wait_for_timeout(500)
        camera.take(page, "waiting", "desk")
        page.locator("[data-act=rules]").tap()
        page.wait_for_timeout(500)
        camera.take(page, "waiting-rules")


def shoot_mus(browser: Browser, link: str, camera: Camera) -> None:
    """A deal or two of Mus with its count, its sheets and its replay."""
    with phone(browser) as page:
        settings = {"senas": "common"}
        open_table(page, link, game="mus", name="Ane", settings=settings, options={**FAST, "reveal": "deal"})
        page.locator("[data-act=start]").tap()
        player = MusPlayer(page)
        for _ in range(260):
            page.wait_for_timeout(350)  # what was sent is answered
            acts = player.acts()
            if "M" in acts:
                camera.take(page, "mus-talk")
            elif "Q" in acts and "+" in acts:
                camera.take(page, "mus-answer", "320", "land", "desk", "dark")
            elif "P" in acts and "E" in acts:
                camera.take(page, "mus-open")
            elif "next" in acts and page.locator(".row.win").count():
                camera.take(page, "mus-count", "320", "desk")
            elif "ready" in acts:
                camera.take(page, "mus-count-sum")
            if "mus-senas" not in camera.taken and page.locator(".me .icon.badge").count():
                page.locator(".me .icon").tap()
                camera.take(page, "mus-senas")
                page.keyboard.press("Escape")
            if {"mus-answer", "mus-discard", "mus-senas", "mus-count-sum"} <= set(camera.taken) and "ready" in acts:
                break
            first = "mus-discard" not in camera.taken
            player.step(mus_first=first, before_throw=lambda: camera.take(page, "mus-discard"))
        page.get_by_role("button", name="Menú", exact=True).click()
        camera.take(page, "menu")
        page.get_by_text("Repetir y comprobar").click()
        page.locator(".trk").wait_for()
        for _ in range(9):
            page.get_by_role("button", name="Jugada siguiente").click()
        camera.take(page, "replay", "desk")
        page.locator("[data-act=check]").click()
        page.wait_for_timeout(300)
        camera.take(page, "replay-check")


def shoot_mos(browser: Browser, link: str, camera: Camera, players: int, **wishes: Any) -> None:
    """A game of Møs to its end: duels, shedding, taking, being out, who loses."""
    with phone(browser) as page:
        options = {**FAST, "bot": "habits"}
        open_table(page, link, game="mos", name="Ane", players=players, options=options, **wishes)
        page.locator("[data-act=start]").tap()
        player, name = MosPlayer(page), f"mos-{players}"
        for _ in range(500):
            acts = player.acts()
            if page.locator(".end").count():
                camera.take(page, f"{name}-over")
                return
            if page.locator(".safe").count():
                camera.take(page, f"{name}-out")
            elif "T" in acts:
                camera.take(page, f"{name}-take")
            elif "lay" in acts and page.locator(".vs").count():
                camera.take(page, f"{name}-duels", *(["land"] if players > 8 else []))
            elif "lay" in acts and page.locator(".unit").count() > 1:
                shapes = ["320", "land"] if players > 8 else ["desk", "dark", "land"]
                camera.take(page, f"{name}-shedding", *shapes)
            page.wait_for_timeout(350 if player.act() else 150)  # what was sent is answered


def shoot_lost(browser: Browser, server: Server, camera: Camera) -> None:
    """No connection: in the middle of a deal, and on the first page."""
    with phone(browser) as page:
        open_table(page, server.link, game="mus", name="Ane", options=FAST)
        page.locator("[data-act=start]").tap()
        page.locator(".acts [data-act]").first.wait_for(timeout=60_000)
        page.evaluate("async () => { await navigator.serviceWorker.ready }")
        server.kill()
        page.locator(".note").wait_for()
        page.locator(".acts [data-act]").last.tap()
        camera.take(page, "state-reconnect")
        page.goto(server.link)
        page.locator(".note").wait_for()
        camera.take(page, "state-offline")
        server.start()


def shoot_large(playwright: Playwright, link: str, camera: Camera) -> None:
    """With all text at twice its size."""
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=[*ARGUMENTS, "--blink-settings=defaultFontSize=32"]
    )
    with phone(browser) as page:
        open_table(page, link, game="mus", name="Ane", options=FAST)
        page.locator("[data-act=start]").tap()
        page.locator(".acts [data-act=M], .acts [data-act=Q]").first.wait_for(timeout=60_000)
        camera.take(page, "mus-large-text")
    browser.close()


def main() -> None:
    """Take them all."""
    parser = argparse.ArgumentParser(prog="python3 -m tools.screenshots", description="Take pictures of every screen.")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only these states")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    camera = Camera(given.folder, given.only)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = launched(playwright)
        try:
            shoot_before(browser, server.link, camera)
            shoot_mus(browser, server.link, camera)
            shoot_mos(browser, server.link, camera, 5)
            shoot_mos(browser, server.link, camera, 17)
            shoot_large(playwright, server.link, camera)
            shoot_lost(browser, server, camera)
        finally:
            browser.close()
            server.kill()
    print("\n".join(camera.taken))


if __name__ == "__main__":
    main()
