"""One browser and one server for all tests here, and for these alone: while Playwright is there its loop runs, and a
test elsewhere that runs one of its own would fail."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Playwright, expect, sync_playwright

from tests.e2e.player import CHROMIUM, launched
from tests.e2e.server import running_server
from tests.e2e.tables import PATIENCE

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What drives browsers; without the machine's Chromium these tests cannot run."""
    if CHROMIUM is None:
        pytest.fail("no Chromium here: apt-get install chromium, or set CHROMIUM to its path")
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The machine's Chromium."""
    found = launched(playwright)
    yield found
    found.close()


@pytest.fixture(scope="package")
def link(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running server."""
    data: Path = tmp_path_factory.mktemp("tables")
    with running_server(data) as address:
        yield address


@pytest.fixture
def phone(browser: Browser, link: str) -> Iterator[BrowserContext]:
    """Somebody with a phone of 360 x 740: a request that leaves for somewhere else, an error that nothing catches and
    whatever the page writes to the console as a warning or an error fail the test."""

    def said(message: ConsoleMessage) -> None:
        refused = message.text.startswith("Failed to load resource")  # what the browser says of a refusal
        if message.type in ("warning", "error") and not refused:
            wrong.append(message.text)

    elsewhere: list[str] = []
    wrong: list[str] = []
    person = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, locale="es-ES", reduced_motion="reduce"
    )
    person.on("request", lambda request: elsewhere.append(request.url) if not request.url.startswith(link) else None)
    person.on("weberror", lambda error: wrong.append(str(error.error)))
    person.on("console", said)
    yield person
    person.close()
    assert elsewhere == []
    assert wrong == []
