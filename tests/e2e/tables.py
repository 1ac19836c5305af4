"""Tables made over HTTP by the page of somebody who then sits at them."""

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

PATIENCE = 60_000
"""Milliseconds that a test waits for what others do."""


def ask(page: Page, path: str, body: dict[str, Any] | None = None) -> Any:
    """A request of the page's own, with its cookie; the answer."""
    return page.evaluate(
        """async ([path, body]) => (await fetch(path, body === null ? {} : {method: "POST",
        headers: {"Content-Type": "application/json"}, body})).json()""",
        [path, None if body is None else json.dumps(body)],
    )


def open_table(page: Page, link: str, **wishes: Any) -> str:
    """Make a table and go to its waiting room; the address."""
    page.goto(link)
    made = ask(page, "/api/tables", wishes)
    page.goto(f"{link}/t/{made['id']}")
    expect(page.locator("[data-act=start]")).to_be_visible(timeout=PATIENCE)
    return page.url


def sit(page: Page, address: str, chair: int, name: str) -> None:
    """Come by the link and take a chair, as somebody new."""
    page.goto(address)
    page.locator(f"[data-sit='{chair}']").click()
    page.locator("dialog input").fill(name)
    page.locator("dialog .go").click()
    expect(page.locator(".seats")).to_contain_text(name, timeout=PATIENCE)


def sideways(page: Page) -> int:
    """By how many pixels the page can be scrolled sideways."""
    found: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return found


def log_of(page: Page) -> str:
    """What was said and done, as the log beside the table has it (on a phone it is there, but not shown)."""
    return page.locator(".left .log").text_content() or ""


def sticking_out(places: Locator, width: int) -> list[str]:
    """Which of these end right of the screen."""
    found: list[str] = places.evaluate_all(
        "(all, width) => all.filter(one => one.getBoundingClientRect().right > width + 1).map(one => one.textContent)",
        width,
    )
    return found
