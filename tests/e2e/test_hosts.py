"""The host leaves, hands over, sends somebody away: everybody is told, on their screen and in their language."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.tables import PATIENCE, log_of, open_table, sideways, sit

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def pages(browser: Browser) -> Iterator[list[Page]]:
    """Three people: a phone and a laptop in Spanish, and a phone in English."""
    people = [
        browser.new_context(locale=language, viewport={"width": width, "height": height}, reduced_motion="reduce")
        for language, width, height in (("es-ES", 1280, 800), ("es-ES", 360, 740), ("en-GB", 360, 740))
    ]
    yield [person.new_page() for person in people]
    for person in people:
        person.close()


def menu(page: Page, item: str) -> None:
    """Tap something in the menu."""
    page.locator(".bar button").first.click()
    page.locator("dialog button", has_text=item).first.click()


def test_who_is_the_host_is_told_and_who_is_sent_away_sees_why(pages: list[Page], link: str) -> None:
    ane, jon, miren = pages
    address = open_table(ane, link, game="mus", name="Ane", options={"clock": None, "delay": "none"})
    sit(jon, address, 2, "Jon")
    sit(miren, address, 3, "Miren")
    ane.locator("[data-act=start]").click()
    for page in pages:
        expect(page.locator(".hand .slot")).to_have_count(4, timeout=PATIENCE)
    menu(ane, "Dejar la silla")
    expect(jon.locator(".left .log")).to_contain_text("Ahora lleva la mesa Jon.", timeout=PATIENCE)
    assert "Jon is the host now." in log_of(miren)
    menu(jon, "Asientos")
    jon.locator(".seats .x").nth(1).click()
    note = miren.locator(".strip .note")
    expect(note).to_contain_text("The host has closed this table to you.", timeout=PATIENCE)
    expect(note).to_contain_text("You may watch.")
    miren.wait_for_timeout(8_000)
    expect(note).to_be_visible()
    assert sideways(miren) == 0
    miren.reload()
    expect(miren.locator(".strip .note")).to_contain_text("The host has closed this table to you.", timeout=PATIENCE)
    assert miren.locator("[data-sit]").count() == 0


def test_who_watches_is_told_below_the_chairs_and_clear_of_them(pages: list[Page], link: str) -> None:
    _, jon, miren = pages
    miren.goto(open_table(jon, link, game="mus", name="Jon"))
    watching = jon.locator(".watching")
    expect(watching).to_have_text("Mira 1 persona.")
    gap = watching.evaluate("""one => one.getBoundingClientRect().top
        - document.querySelector(".seats").getBoundingClientRect().bottom""")
    assert gap >= 8


def test_where_nothing_is_a_page_says_so_and_leads_home(pages: list[Page], link: str) -> None:
    page = pages[1]
    answer = page.goto(f"{link}/nothing")
    assert answer is not None
    assert answer.status == 404
    expect(page.locator(".notice h1")).to_have_text("Aquí no hay nada")
    assert sideways(page) == 0
    page.locator(".notice .go").click()
    expect(page).to_have_url(f"{link}/")
    expect(page.locator("[data-act=create]")).to_be_visible(timeout=PATIENCE)


def test_what_does_not_go_together_is_told_without_the_names_of_settings(pages: list[Page], link: str) -> None:
    page = pages[1]
    page.goto(link)
    page.locator(".house > summary").click()
    page.locator("[data-room=match] > summary").click()
    page.locator("[data-setting=first_mano] > summary").click()
    page.get_by_label("Es mano quien corta el primer mus.").check()
    expect(page.locator(".foot .wrong")).to_have_count(0)
    page.locator("[data-room=talk] > summary").click()
    page.locator("[data-setting=mus_corrido] > summary").click()
    page.locator("[data-setting=mus_corrido] label", has_text="Sin mus corrido").click()
    wrong = page.locator(".foot .wrong")
    expect(wrong).to_contain_text("Solo con mus corrido puede ser mano", timeout=PATIENCE)
    expect(wrong).to_be_in_viewport()
    expect(page.locator("[data-act=create]")).to_be_disabled()
    assert "first_mano" not in page.locator("main").inner_text()
    assert sideways(page) == 0
