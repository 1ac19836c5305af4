"""People at several browsers play with each other: each with a screen of their own, in their own language."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.player import GUARD, MosPlayer, MusPlayer
from tests.e2e.tables import PATIENCE, log_of, open_table, sideways, sit

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCREENS = [("es-ES", 360, 740), ("en-GB", 1280, 800), ("es-MX", 320, 640), ("en-US", 740, 360)]
NAMES = ["Ane", "Jon", "Miren", "Iker"]


@pytest.fixture
def pages(browser: Browser) -> Iterator[list[Page]]:
    """Four people, each with a browser of their own; whatever goes wrong in a page fails the test."""
    wrong: list[str] = []
    with ExitStack() as closing:
        found = []
        for language, width, height in SCREENS:
            person = browser.new_context(
                locale=language, viewport={"width": width, "height": height}, reduced_motion="reduce"
            )
            closing.callback(person.close)
            person.on("weberror", lambda error: wrong.append(str(error.error)))
            found.append(person.new_page())
        yield found
    assert wrong == []


class Friend(MusPlayer):
    """One of four: mus once, then cuts; bets at grande, accepts; in the second deal órdago."""

    def __init__(self, page: Page, name: str) -> None:
        super().__init__(page)
        self.name = name
        self.done: list[str] = []
        self.deal = 1

    def sign(self) -> None:
        """A true seña to the partner, the first time that one may be given."""
        if "~" in self.done or not self.page.locator(".me .icon.badge").count():
            return
        self.tap(".me .icon.badge")
        self.tap(".gest .yes")
        if self.page.locator(".gest").count():  # the lances were over meanwhile, or it was slow
            self.page.keyboard.press("Escape")
            expect(self.page.locator(".gest")).to_have_count(0)
        if f"{self.name}, seña" in log_of(self.page):
            self.done.append("~")

    def move(self) -> str:
        """One act, or none; what it was."""
        acts = self.acts()
        if acts and not {"next", "ready"} & set(acts):
            self.page.wait_for_timeout(GUARD)  # they came just now, and the first taps are ignored
            acts = self.acts()
        if "D" in acts:
            self.tap(".hand .slot:nth-child(4)")
            self.tap("[data-act=D]")
            return self._did("D")
        talk = ["M", "X"] if "M" not in self.done else ["X"]
        bold = ["O"] if self.deal > 1 else []
        bet = ["E"] if "E" not in self.done else []
        for act in (*talk, "Q", *bold, *bet, "P", "next", "ready"):
            if act in acts:
                self.tap(f'.acts [data-act="{act}"]')
                self.deal += act == "ready"
                return self._did(act)
        return ""

    def _did(self, act: str) -> str:
        self.done.append(act)
        return act


def test_four_friends_play_a_match_of_mus_with_mus_senas_and_an_ordago(pages: list[Page], link: str) -> None:
    address = open_table(
        pages[0],
        link,
        game="mus",
        name=NAMES[0],
        settings={"senas": "common", "juegos_to_win_vaca": 1},
        options={"sena_seen": 0, "clock": None},
    )
    for chair in (2, 3, 4):
        sit(pages[chair - 1], address, chair, NAMES[chair - 1])
    pages[0].locator("[data-act=start]").click()
    friends = [Friend(page, name) for page, name in zip(pages, NAMES, strict=True)]
    for page in pages:
        expect(page.locator(".hand .slot")).to_have_count(4, timeout=PATIENCE)
    for _ in range(400):
        pages[0].wait_for_timeout(50)
        for friend in friends:
            if friend.move():
                assert sideways(friend.page) == 0
            friend.sign()
        if all("rematch" in friend.acts() or friend.page.locator(".bill .head").count() for friend in friends):
            break
    else:
        raise AssertionError([friend.done for friend in friends])
    done = {act for friend in friends for act in friend.done}
    assert {"M", "D", "X", "E", "Q", "P", "O", "~", "next", "ready"} <= done
    # One side has won, and all four screens say so, each in its language.
    heads = [page.locator(".bill .head").inner_text() for page in pages]
    winners = [at for at, head in enumerate(heads) if head in ("¡Ganáis la partida!", "You win the match!")]
    assert winners in ([0, 2], [1, 3]), heads
    assert all(str(sum(one.isdigit() for one in head)) == "0" for head in heads)
    # A seña reached the partner and nobody else.
    signer = next(at for at, friend in enumerate(friends) if "~" in friend.done)
    gave = [NAMES[at] for at, friend in enumerate(friends) if "~" in friend.done]
    for at, page in enumerate(pages):
        heard = log_of(page)
        for name in gave:
            own = NAMES.index(name) % 2 == at % 2
            assert (f"{name}, seña" in heard) == own, (at, name, signer)
    # The host starts another match at the same link.
    pages[0].locator("[data-act=rematch]").click()
    expect(pages[3].locator(".hand .slot")).to_have_count(4, timeout=PATIENCE)
    assert pages[3].url == address


def test_two_friends_and_three_bots_play_mos_to_its_end(pages: list[Page], link: str) -> None:
    two = pages[:2]
    address = open_table(
        two[0], link, game="mos", players=5, name=NAMES[0], options={"pace": "fast", "bot": "habits", "clock": None}
    )
    sit(two[1], address, 3, NAMES[1])
    two[0].locator("[data-act=start]").click()
    players = [MosPlayer(page) for page in two]
    for _ in range(1200):
        two[0].wait_for_timeout(GUARD // 3)
        for player in players:
            player.act()
        if all(page.locator(".end").count() for page in two):
            break
    spanish, english = (page.locator(".end .head").inner_text() for page in two)
    assert "pierde" in spanish.lower() or "te ha tocado" in spanish.lower(), spanish
    assert "loser" in english or "you" in english, english
    lists = [page.locator(".end li").count() for page in two]
    assert lists == [5, 5], "everybody is named, the loser last"
