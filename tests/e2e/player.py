"""Somebody who plays by tapping what the page offers, and knows nothing else."""

import contextlib
import os
import shutil
from collections.abc import Callable

from playwright.sync_api import Browser, Page, Playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--no-first-run",
]
GUARD = 300
"""Milliseconds that new buttons ignore a tap."""


def launched(playwright: Playwright) -> Browser:
    """The machine's Chromium."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)


class Player:
    """Taps acts of the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def acts(self) -> list[str]:
        """The acts that the page offers now."""
        found: list[str] = self.page.eval_on_selector_all(".acts [data-act]", "all => all.map(one => one.dataset.act)")
        return found

    def asked(self) -> bool:
        """Whether the page offers an act at the table, not only to go on to the next deal."""
        return bool(set(self.acts()) - {"next", "ready", "rematch"})

    def tap(self, selector: str) -> None:
        """Tap what may go away under the finger: the table moves on by itself."""
        with contextlib.suppress(PlaywrightTimeout):
            self.page.locator(selector).first.click(timeout=1_500)


class MusPlayer(Player):
    """Plays Mus: accepts what is offered, throws the two cards on the right."""

    def step(self, mus_first: bool = True, before_throw: Callable[[], None] = lambda: None) -> str:
        """One act, or a wait; what it was."""
        self.page.wait_for_timeout(GUARD)
        return self.act(mus_first, before_throw)

    def act(self, mus_first: bool = True, before_throw: Callable[[], None] = lambda: None) -> str:
        """One act now, or none; what it was. Whoever looks at the page first sees what is acted on."""
        acts = self.acts()
        if "D" in acts:
            for place in (3, 4):
                card = f".hand .slot:nth-child({place})"
                if self.page.locator(f"{card}[aria-pressed=false]").count():
                    self.tap(card)
            before_throw()
            self.tap("[data-act=D]")
            return "D"
        wanted = ["M", "X"] if mus_first else ["X", "M"]
        for act in (*wanted, "Q", "P", "next", "ready", "rematch"):
            if act in acts:
                if act != "rematch":
                    self.tap(f'.acts [data-act="{act}"]')
                return act
        return ""


class MosPlayer(Player):
    """Plays Møs: lays the first card that may be laid."""

    def step(self) -> str:
        """One act, or a wait; what it was."""
        self.page.wait_for_timeout(GUARD)
        return self.act()

    def act(self) -> str:
        """One act now, or none; what it was."""
        acts = self.acts()
        if "lay" in acts:
            if not self.page.locator(".fans .sel").count():
                with contextlib.suppress(PlaywrightTimeout):
                    self.page.locator(".fans .ok").first.click(position={"x": 8, "y": 20}, timeout=1_500)
            self.tap("[data-act=lay]")
            return "lay"
        for act in ("T", "hurry", "ready"):
            if act in acts:
                self.tap(f'.acts [data-act="{act}"]')
                return act
        return ""
