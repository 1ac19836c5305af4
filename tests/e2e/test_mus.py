"""Mus in the browser, as a visitor plays it."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.player import GUARD, MusPlayer
from tests.e2e.tables import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def play_a_deal(page: Page) -> list[str]:
    """Play until the next deal may come; what was done."""
    player = MusPlayer(page)
    done: list[str] = []
    for _ in range(300):
        done.append(player.step(mus_first=len(done) < 4))
        if done[-1] == "ready":
            return done
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= page.viewport_size["width"] if page.viewport_size else True
    raise AssertionError(f"the deal did not end: {done}")


def quick_game(page: Page, link: str) -> None:
    """From the first page to a game against bots, in two taps at most."""
    page.goto(link)
    page.get_by_role("button", name=re.compile("Jugar ya")).tap()
    expect(page.locator(".hand .slot")).to_have_count(4, timeout=PATIENCE)


def test_a_lone_visitor_is_in_a_game_in_two_taps_and_plays_a_whole_deal_on_a_phone(
    phone: BrowserContext, link: str
) -> None:
    page = phone.new_page()
    quick_game(page, link)
    card = page.locator(".hand .slot svg").first.bounding_box()
    assert card
    assert card["width"] >= 60
    done = play_a_deal(page)
    assert "next" in done, "the count was told lance by lance"
    expect(page.locator(".hand .slot")).to_have_count(4, timeout=PATIENCE)


def test_the_table_is_the_same_after_the_socket_was_killed(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    sockets: list[Any] = []

    def pass_on(route: Any) -> None:
        route.connect_to_server()
        sockets.append(route)

    page.route_web_socket(re.compile("/ws/"), pass_on)
    quick_game(page, link)
    expect(page.locator(".acts [data-act]").first).to_be_visible(timeout=PATIENCE)
    hand = page.locator(".hand .slot").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    sockets[-1].close(code=1012)
    expect(page.locator(".note")).to_contain_text("Sin conexión")
    expect(page.locator(".note.back")).to_contain_text("De vuelta", timeout=PATIENCE)
    assert len(sockets) == 2
    assert page.locator(".hand .slot").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))") == hand
    assert "ready" in play_a_deal(page)


def test_an_act_that_was_not_acknowledged_is_sent_again_and_done_once(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    sent: list[str] = []
    state = {"deaf": True}

    def pass_on(route: Any) -> None:
        server = route.connect_to_server()

        def up(message: str) -> None:
            if '"act"' in message:
                sent.append(message)
                if state.pop("deaf", False):  # lost on its way, and the line with it
                    route.close(code=1012)
                    return
            server.send(message)

        route.on_message(up)

    page.route_web_socket(re.compile("/ws/"), pass_on)
    quick_game(page, link)
    player = MusPlayer(page)
    for _ in range(PATIENCE // GUARD):
        player.step()
        if sent:
            break
    expect(page.locator(".note.back")).to_be_visible(timeout=PATIENCE)
    page.wait_for_timeout(1_000)
    assert len(sent) == 2
    assert sent[0] == sent[1], "the same command with the same id"
    expect(page.locator(".toast")).to_have_count(0)


def test_a_deal_by_keyboard_alone(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    page.goto(link)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset.act") == "quick":
            break
    page.keyboard.press("Enter")
    expect(page.locator(".hand .slot")).to_have_count(4, timeout=PATIENCE)
    player, rounds = MusPlayer(page), 0
    for _ in range(300):
        page.wait_for_timeout(GUARD)
        acts = player.acts()
        if "D" in acts:
            page.keyboard.press("1")
            expect(page.locator(".hand .slot[aria-pressed=true]")).to_have_count(1)
            page.locator("[data-act=D]").focus()
            page.keyboard.press("Enter")
        elif "M" in acts:
            rounds += 1
            page.keyboard.press("m" if rounds == 1 else "c")
        elif "Q" in acts:
            page.keyboard.press("q")
        elif "P" in acts:
            page.keyboard.press("p")
        elif "next" in acts:
            page.locator("[data-act=next]").focus()
            page.keyboard.press("Enter")
        elif "ready" in acts:
            return
    raise AssertionError("the deal did not end")


def test_the_screen_reader_hears_the_turn_the_cards_and_the_calls(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    quick_game(page, link)
    turn = page.locator("[role=alert]")
    expect(turn).to_contain_text("Te toca.", timeout=PATIENCE)
    expect(turn).to_contain_text("Tus cartas:")
    MusPlayer(page).step(mus_first=False)
    expect(page.locator("[role=status].sr")).not_to_be_empty()


def test_friends_sit_down_by_the_link_and_one_who_came_late_watches(phone: BrowserContext, link: str) -> None:
    host = phone.new_page()
    host.goto(link)
    host.locator("[data-act=create]").tap()
    expect(host.locator(".seats li")).to_have_count(4)
    address = host.url
    assert phone.browser is not None
    friend = phone.browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
    page = friend.new_page()
    page.goto(address)
    page.locator("[data-sit='3']").click()
    page.get_by_role("textbox", name="Your name").fill("Miren")
    page.get_by_role("button", name="Sit down").click()
    expect(host.locator(".seats")).to_contain_text("Miren")
    host.locator("[data-act=start]").tap()
    expect(page.locator(".hand .slot")).to_have_count(4, timeout=PATIENCE)
    expect(page.get_by_role("heading", name="What was said")).to_be_visible()
    late = phone.browser.new_context(locale="en-GB")
    watcher = late.new_page()
    watcher.goto(address)
    expect(watcher.locator(".foot, .acts")).to_contain_text("watch")
    expect(watcher.locator(".hand")).to_have_count(0)
    friend.close()
    late.close()
