"""A table by rules of one's own, chosen in words on a phone, and changed by the host while it waits."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.tables import PATIENCE, sideways

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def setting(page: Page, room: str, name: str) -> None:
    """Open a part of the rules, and in it a rule."""
    part, rule = page.locator(f"[data-room={room}]"), page.locator(f"[data-setting={name}]")
    if part.get_attribute("open") is None:
        part.locator("> summary").tap()
    if rule.get_attribute("open") is None:
        rule.locator("> summary").tap()


def test_own_rules_are_chosen_in_words_and_are_those_of_the_table(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    page.goto(link)
    page.locator(".house > summary").tap()
    setting(page, "hand", "kings")
    page.get_by_label("Cuatro reyes y cuatro ases: cada carta vale lo que es.").check()
    setting(page, "match", "target")
    page.locator("[data-setting=target] input").fill("35")
    page.locator("[data-setting=target] input").press("Tab")
    expect(page.locator("[data-setting=target] > summary")).to_contain_text("35 piedras", timeout=PATIENCE)
    expect(page.locator(".house > summary")).to_contain_text("2 propias")
    assert sideways(page) == 0
    page.locator("[data-act=create]").tap()
    own = page.locator(".differs")
    expect(own).to_have_count(3, timeout=PATIENCE)
    expect(own.nth(0)).to_contain_text("Cuatro reyes")
    expect(own.nth(1)).to_contain_text("35 piedras")
    expect(own.nth(2)).to_contain_text("señas")
    # The host thinks better of it: eight kings after all.
    page.locator("[data-act=rules]").tap()
    page.locator("dialog .house > summary").tap()
    setting(page, "hand", "kings")
    page.locator("dialog .back").first.tap()
    expect(page.locator("dialog [data-setting=kings] > summary")).to_contain_text("Ocho reyes", timeout=PATIENCE)
    page.locator("dialog [data-act=apply]").tap()
    expect(page.locator("dialog")).to_have_count(0, timeout=PATIENCE)
    expect(own).to_have_count(2)
    page.locator("[data-act=start]").tap()
    expect(page.locator(".hand .slot")).to_have_count(4, timeout=PATIENCE)
    expect(page.locator(".goal")).to_contain_text("a 35")


def test_kings_are_chosen_by_their_cards_and_juegos_put_in_order_by_taps(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    page.goto(link)
    page.locator(".house > summary").tap()
    setting(page, "hand", "extra_kings")
    page.locator("[data-pick='5o']").tap()
    expect(page.locator("[data-setting=extra_kings] > summary")).to_contain_text("cinco de oros", timeout=PATIENCE)
    setting(page, "hand", "juego_order")
    page.locator("[data-up='32']").tap()
    expect(page.locator("[data-setting=juego_order] > summary")).to_contain_text("32, 31, 40", timeout=PATIENCE)
    assert sideways(page) == 0
    expect(page.locator("[data-act=create]")).to_be_enabled()


def test_a_loan_that_is_always_the_same_has_a_number_only_once_it_is_chosen(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    page.goto(link)
    page.locator(".pick button").nth(1).tap()
    page.locator(".house > summary").tap()
    setting(page, "lending", "lend_mode")
    rule = page.locator("[data-setting=lend_mode]")
    expect(rule.locator("[type=number]")).to_have_count(0)
    rule.get_by_label("Un número de cartas que es siempre el mismo.").check()
    rule.locator("[type=number]").fill("3")
    rule.locator("[type=number]").press("Tab")
    expect(rule.locator("> summary")).to_contain_text("le prestan 3", timeout=PATIENCE)


def test_rules_that_contradict_each_other_are_told_before_a_table_is_made(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    page.goto(link)
    page.locator(".house > summary").tap()
    for name, count in (("discard_min", "3"), ("discard_max", "2")):
        setting(page, "discard", name)
        page.locator(f"[data-setting={name}] input").fill(count)
        page.locator(f"[data-setting={name}] input").press("Tab")
    expect(page.locator(".wrong")).to_contain_text("El mínimo de descartes es mayor", timeout=PATIENCE)
    expect(page.locator("[data-act=create]")).to_be_disabled()
    page.locator("[data-setting=discard_min] .back").tap()
    expect(page.locator(".wrong")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("[data-act=create]")).to_be_enabled()


def test_a_quick_game_takes_the_rules_that_were_chosen(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    page.goto(link)
    page.locator("select").nth(1).select_option(label="Cuatro reyes")
    page.locator("[data-act=quick]").tap()
    expect(page.locator(".hand .slot")).to_have_count(4, timeout=PATIENCE)
    expect(page.locator(".right")).to_contain_text("Cuatro reyes")
