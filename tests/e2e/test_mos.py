"""Møs in the browser."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, TimeoutError, expect

from tests.e2e.player import GUARD, MosPlayer
from tests.e2e.tables import PATIENCE, open_table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FAST = {"clock": None, "pace": "fast", "bot": "habits"}


def test_a_game_of_three_to_its_end(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    open_table(page, link, game="mos", players=3, options=FAST)
    page.locator("[data-act=start]").tap()
    expect(page.locator(".fans .slot")).to_have_count(3, timeout=PATIENCE)
    player, done = MosPlayer(page), []
    for _ in range(700):
        done.append(player.step())
        if page.locator(".end").count():
            break
    expect(page.locator(".end .head")).to_have_text(re.compile("Pierde|te ha tocado"))
    expect(page.locator(".end li")).to_have_count(3)
    expect(page.locator(".end")).to_contain_text("Perdidas")
    assert "lay" in done


Change = Callable[[dict[str, Any], dict[str, Any]], None]


def shown(phone: BrowserContext, link: str, change: Change) -> tuple[Page, list[dict[str, Any]]]:
    """A table whose messages say something else than the server did; the page, and what it then sends.

    It is there once the server waits for an act of this page's player: nothing moves any more that would undo a choice.
    """
    page, sent, mine = phone.new_page(), [], [False]

    def through(route: Any) -> None:
        upstream = route.connect_to_server()

        def down(message: str) -> None:
            told = json.loads(message)
            if told["t"] == "table" and told["view"]:
                mine.append(bool(told["view"]["legal"]))
                change(told["table"], told["view"])
            route.send(json.dumps(told))

        def up(message: str) -> None:
            command = json.loads(message)
            if command["t"] in ("act", "hurry"):
                sent.append(command)
            else:
                upstream.send(message)

        upstream.on_message(down)
        route.on_message(up)

    page.route_web_socket(re.compile("/ws/"), through)
    open_table(page, link, game="mos", players=5, options=FAST)
    page.locator("[data-act=start]").tap()
    expect(page.locator(".feltm")).to_be_visible(timeout=PATIENCE)
    for _ in range(PATIENCE // GUARD):
        page.wait_for_timeout(GUARD)
        if mine[-1]:
            break
    assert mine[-1], "a turn of the player's"
    page.wait_for_timeout(2 * GUARD)
    return page, sent


def tap_until_sent(page: Page, act: str, sent: list[dict[str, Any]]) -> None:
    """Tap an act: buttons that have just come ignore a tap, and one that was heard waits for an answer for ever."""
    for _ in range(20):
        with suppress(TimeoutError):
            page.locator(f"[data-act={act}]").tap(timeout=1000)
        page.wait_for_timeout(GUARD)
        if sent:
            return


def shedding(view: dict[str, Any], hand: list[str], units: list[list[str]]) -> None:
    """It is your turn in the second phase, and these may be laid."""
    laid = [{"kind": "".join(unit), "cards": unit} for unit in units]
    view |= {"phase": "shedding", "turn": 1, "hand": hand, "trump": "S", "trump_card": "9S", "duel": None, "takes": []}
    view |= {"table": [], "led": None, "live": 5, "threshold": 5, "legal": laid, "stock": 0}


def test_a_run_is_led_by_tapping_its_two_ends(phone: BrowserContext, link: str) -> None:
    run = ["5D", "6D", "7D", "8D"]
    units = [run[a:b] for a in range(4) for b in range(a + 1, 5)] + [["3C"], ["TH"]]
    page, sent = shown(phone, link, lambda _, view: shedding(view, [*run, "3C", "TH"], units))
    for end in ("5D", "8D"):
        page.locator(f"[data-card='{end}']").tap(position={"x": 8, "y": 20})
    expect(page.locator(".fans .sel")).to_have_count(4)
    lay = page.locator("[data-act=lay]")
    expect(lay).to_contain_text("5♦ – 8♦")
    expect(lay).to_contain_text("te quedan 2 cartas")
    tap_until_sent(page, "lay", sent)
    assert [one["word"] for one in sent] == ["5D6D7D8D"]


def test_who_cannot_beat_sees_what_they_would_take_and_what_it_makes_of_their_hand(
    phone: BrowserContext, link: str
) -> None:
    def change(_: dict[str, Any], view: dict[str, Any]) -> None:
        shedding(view, ["3C", "4C"], [])
        view |= {"table": [["7H"], ["5H"], ["JH"]], "led": "H", "takes": ["5H"], "legal": [{"kind": "T"}]}

    page, sent = shown(phone, link, change)
    expect(page.locator(".unit.low")).to_have_count(1)
    expect(page.locator(".unit.low svg")).to_have_attribute("aria-label", "cinco de corazones")
    expect(page.locator(".unit.low")).to_contain_text("recoges")
    take = page.locator("[data-act=T]")
    expect(take).to_contain_text("5♥")
    expect(take).to_contain_text("tendrás 3 cartas")
    tap_until_sent(page, "T", sent)
    assert [one["word"] for one in sent] == ["T"]


def test_who_is_out_is_told_so_and_may_let_the_others_play_quickly(phone: BrowserContext, link: str) -> None:
    def change(table: dict[str, Any], view: dict[str, Any]) -> None:
        shedding(view, [], [])
        view |= {"turn": 2, "out": [3, 1], "hand_sizes": [0, 4, 0, 6, 2], "live": 3}
        table["can"] = ["hurry"]

    page, sent = shown(phone, link, change)
    expect(page.locator(".safe")).to_contain_text("2 de 5")
    tap_until_sent(page, "hurry", sent)
    assert [one["t"] for one in sent] == ["hurry"]
