"""What a first visit fetches, as it comes over the network: with the cards in hand still light."""

import pytest
from playwright.sync_api import BrowserContext, CDPSession, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_MUS, MOST_MOS = 150_000, 250_000
"""Bytes until a visitor has seen the first hand, headers included; the socket not, which carries the game."""


class Scales:
    """Counts what a page fetches, compressed as it comes."""

    def __init__(self, page: Page) -> None:
        self.bytes = 0
        self.files: dict[str, int] = {}
        self._urls: dict[str, str] = {}
        session: CDPSession = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on(
            "Network.requestWillBeSent", lambda event: self._urls.update({event["requestId"]: event["request"]["url"]})
        )
        session.on("Network.loadingFinished", self._came)

    def _came(self, event: dict[str, float | str]) -> None:
        size = int(event["encodedDataLength"])
        url = self._urls.get(str(event["requestId"]), "?")
        self.files[url] = self.files.get(url, 0) + size
        self.bytes += size


@pytest.mark.parametrize(("game", "hand", "most"), [("mus", ".hand .slot", MOST_MUS), ("mos", ".fans .slot", MOST_MOS)])
def test_a_first_visit_until_the_first_hand(phone: BrowserContext, link: str, game: str, hand: str, most: int) -> None:
    page = phone.new_page()
    scales = Scales(page)
    page.goto(link)
    page.locator(".pick button").nth(0 if game == "mus" else 1).click()
    page.locator("[data-act=quick]").tap()
    expect(page.locator(hand)).to_have_count(4 if game == "mus" else 3, timeout=60_000)
    page.wait_for_load_state("networkidle")
    assert sum("/assets/" in url for url in scales.files) >= 4, "the files of the page were counted"
    assert any(url.endswith(".svg") for url in scales.files)
    assert 20_000 < scales.bytes <= most, scales.files
