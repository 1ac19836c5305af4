"""Told by form as well as by colour, and reached by a gesture as well as by a button."""

import io

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.player import GUARD, MusPlayer
from tests.e2e.tables import PATIENCE, open_table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FAST = {"clock": None, "pace": "fast"}


def dealt(page: Page, link: str) -> None:
    """A table of Mus with señas, against bots, with cards on it."""
    open_table(page, link, game="mus", name="Ane", settings={"senas": "common"}, options=FAST)
    page.locator("[data-act=start]").tap()
    expect(page.locator(".hand .slot")).to_have_count(4, timeout=PATIENCE)


def strokes(picture: bytes) -> int:
    """Into how many strokes the upper edge of a card's frame is broken."""
    grey = Image.open(io.BytesIO(picture)).convert("L")
    width, height = grey.size
    edge = grey.crop((width // 6, height // 40, width * 5 // 6, height // 16))
    rows = [edge.tobytes()[at : at + edge.width] for at in range(0, edge.width * edge.height, edge.width)]
    dark = [min(column) < 150 for column in zip(*rows, strict=True)]
    return sum(now and not before for before, now in zip([False, *dark], dark, strict=False))


def test_without_colours_suits_are_told_by_the_frame_and_sides_by_the_form(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    dealt(page, link)
    page.add_style_tag(
        content="html { filter: grayscale(1) } .probe { position: fixed; top: 0; left: 0; z-index: 99; width: 240px }"
    )
    found = []
    for suit in "oceb":
        page.evaluate(
            """card => {
                document.querySelector(".probe")?.remove();
                document.body.insertAdjacentHTML("beforeend",
                    `<svg class="probe" viewBox="0 0 120 186"><use href="#${card}" /></svg>`);
            }""",
            f"7{suit}",
        )
        found.append(strokes(page.locator(".probe").screenshot()))
    assert found == [1, 2, 3, 4], "coins whole, cups broken once, swords twice, clubs three times"
    page.evaluate("document.querySelector('.probe').remove()")
    round_, square = (
        page.locator(f"[data-chair='{chair}'] .chip").evaluate("one => getComputedStyle(one).borderRadius")
        for chair in (3, 2)
    )
    assert (round_, square) == ("50%", "11px")


def test_a_long_press_on_the_partner_opens_the_senas_and_on_a_rival_nothing(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    dealt(page, link)

    def press(chair: int, time: int) -> int:
        """How many señas are offered after a press of so many milliseconds by the page's own clock."""
        page.locator(f"[data-chair='{chair}'] .chip").evaluate(
            """async (chip, time) => {
                const act = (kind) => chip.dispatchEvent(new PointerEvent(kind, {bubbles: true, isPrimary: true}));
                const after = (time) => new Promise((done) => setTimeout(done, time));
                act("pointerdown");
                await after(time);
                act("pointerup");
                await after(600);
            }""",
            time,
        )
        return page.locator("dialog[open] [data-sena]").count()

    assert press(2, 700) == 0
    assert press(3, 50) == 0
    assert press(3, 700) > 5


def test_a_name_is_read_whole_beside_the_button_that_removes_its_seat(phone: BrowserContext, link: str) -> None:
    page = phone.new_page()
    open_table(page, link, game="mus", name="Ane")
    page.locator("[data-fill='2']").tap()
    name = page.locator(".seats li").nth(1).locator("b")
    expect(name).to_have_text("Bot 2", timeout=PATIENCE)
    expect(page.locator(".seats li").nth(1).locator(".x")).to_be_visible()
    lines = name.evaluate("one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)")
    assert lines < 1.5
    assert name.evaluate("one => one.parentElement.scrollWidth <= one.parentElement.clientWidth")


def test_lying_down_every_button_is_whole_and_the_longest_name_of_a_hand_has_its_place(
    phone: BrowserContext, link: str
) -> None:
    page = phone.new_page()
    page.set_viewport_size({"width": 740, "height": 360})
    dealt(page, link)
    player = MusPlayer(page)
    for _ in range(PATIENCE // GUARD):
        if page.locator(".acts .step").count():
            break
        player.step(mus_first=False)
    cut = page.locator(".acts button").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
    )
    assert cut == []
    step = page.locator(".acts .step").bounding_box()
    plus = page.locator(".acts .step > button").last.bounding_box()
    assert step
    assert plus
    assert plus["x"] + plus["width"] <= step["x"] + step["width"] + 1
    text = page.locator(".me .sum b")
    expect(text).not_to_be_empty()
    lines, above, below, beside = text.evaluate(
        """one => {
            one.textContent = "Duples de caballos y cuatros";
            const box = one.getBoundingClientRect(), all = one.parentElement.getBoundingClientRect();
            const mine = document.querySelector(".mine").getBoundingClientRect();
            const hand = document.querySelector(".hand").getBoundingClientRect();
            const lines = Math.round(box.height / parseFloat(getComputedStyle(one).lineHeight));
            return [lines, all.top - mine.top, innerHeight - all.bottom, hand.left - all.right];
        }"""
    )
    assert lines <= 2
    assert min(above, below, beside) >= -1, "it lies beside the hand, whole"
