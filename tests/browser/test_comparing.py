"""Comparing scenarios in the browser: keeping, naming, rearranging; on phones and on paper."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.layout import sideways
from tests.browser.paper import MARGIN_MM, POINTS_PER_MM, Paper, Sheet, characters, packed
from tests.browser.visit import (
    BATCH,
    FLAGSHIP,
    LANGUAGES,
    PHONE,
    RECOMPUTE,
    Gate,
    Visit,
    address,
    recompute,
    said,
)

FOUR = "?pin=&pin=Plan%20B,devices:128&pin=devices:abc&pin=scaling_efficiency:85,total_work:1e18"


def columns(page: Page) -> Locator:
    return page.locator("#scenarios th[scope=col]")


def text_of(sheet: Sheet) -> str:
    return "".join(word.text for word in sheet.words)


def press(page: Page, key: str, target: Locator) -> None:
    """Comes to a stop by that key alone, and presses Enter there."""
    for _ in range(150):
        page.keyboard.press(key)
        if target.evaluate("element => element === document.activeElement"):
            page.keyboard.press("Enter")
            return
    pytest.fail(f"{target} was not reached")


@pytest.mark.parametrize("language", LANGUAGES)
def test_keep_change_compare_by_keyboard(page: Page, language: str) -> None:
    """Duplicate, change the efficiency to 80: the differences, and the same in another tab."""
    page.goto(address(language=language))
    visit = Visit(page)
    expect(page.locator("#compare")).to_have_count(0)
    press(page, "Tab", page.locator("#keep"))
    expect(columns(page)).to_have_count(1)
    expect(page.locator("#compare")).to_be_in_viewport()
    visit.replace("scaling_efficiency", "80")
    expect(columns(page)).to_have_count(2)
    main = page.locator("#scenarios .main td")
    expect(main.nth(0)).to_have_text("115,200")
    expect(main.nth(1)).to_contain_text("−12,800")
    expect(main.nth(1)).to_contain_text("−11.11%")
    expect(page).to_have_url(
        "".join((*page.url.partition(f"/{language}/")[:1], address(language=language)))
        + "?scaling_efficiency=80&pin="
    )
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#scenarios")).to_have_text(
        page.locator("#scenarios").inner_text(), use_inner_text=True
    )


def test_name_goes_into_the_link(page: Page) -> None:
    page.goto(address(query="?devices=256&pin=&pin=devices:128"))
    name = page.get_by_role("textbox", name="Name of “Scenario B”")
    with recompute(page):
        name.fill("Plan B: 128, at 90%")
        name.press("Enter")
    link = "?devices=256&pin=&pin=Plan%20B%253A%20128%252C%20at%2090%2525,devices:128"
    expect(page).to_have_url(page.url.partition("/en/")[0] + address(query=link))
    expect(name).to_be_focused()
    expect(page.locator("#copy-link")).to_have_value(page.url)
    expect(page.locator("#pin-remove-1")).to_have_accessible_name("Remove “Plan B: 128, at 90%”")
    page.reload()
    expect(name).to_have_value("Plan B: 128, at 90%")


def test_leaving_a_name_is_enough(page: Page) -> None:
    page.goto(address(query="?pin="))
    page.locator("#pin-name-0").focus()
    page.keyboard.type("Now")
    with recompute(page):
        page.keyboard.press("Tab")
    expect(page.locator("#pin-remove-0")).to_have_accessible_name("Remove “Now”")
    expect(page.locator("#pin-remove-0")).to_be_focused()


def test_a_name_being_typed_survives_the_table(page: Page) -> None:
    """A recompute that was asked for before must not take away what is typed meanwhile."""
    page.goto(address(query="?pin="))
    visit = Visit(page)
    gate = Gate(page, lambda fields: fields["devices"] == "128")
    with recompute(page):
        visit.type_at_once("devices", "128")
    page.locator("#pin-name-0").focus()
    page.keyboard.type("Before")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    gate.open()
    expect(columns(page)).to_have_count(2)
    expect(page.locator("#pin-name-0")).to_be_focused()
    page.keyboard.type("!")
    expect(page.locator("#pin-name-0")).to_have_value("Bef!ore")


def test_scenarios_are_rearranged_and_removed(page: Page) -> None:
    page.goto(address(query="?pin=a&pin=b,devices:128&pin=c,devices:256"))
    values = page.locator("#scenarios .main td b")
    press(page, "Tab", page.locator("#pin-right-0"))
    expect(values).to_have_text(["230,400", "115,200", "460,800"])
    page.locator("#pin-left-2").click()
    expect(values).to_have_text(["230,400", "460,800", "115,200"])
    page.locator("#pin-remove-0").click()
    expect(values).to_have_text(["460,800", "115,200"])
    page.go_back()
    expect(values).to_have_text(["230,400", "460,800", "115,200"])


def test_focus_stays_while_the_table_is_renewed(page: Page) -> None:
    page.goto(address(query="?pin=&pin=devices:128"))
    visit = Visit(page)
    visit.type_at_once("devices", "256")
    page.locator("#pin-left-1").focus()
    expect(columns(page)).to_have_count(3)
    expect(page.locator("#pin-left-1")).to_be_focused()
    expect(page.locator("#pin-left-1")).to_have_attribute(
        "href", address(query="?devices=256&pin=devices:128&pin=#compare")
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_script_the_form_keeps_scenarios_and_names(
    open_page: OpenPage, language: str
) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(address(language=language, query="?pin=&pin=devices:128"))
    page.locator("#pin-name-1").fill("B, 128")
    page.locator("#devices").fill("256")
    page.locator("#devices").press("Enter")
    expect(columns(page)).to_have_count(3)
    expect(page.locator("#pin-name-1")).to_have_value("B, 128")
    expect(page.locator("#copy-link")).to_have_value(
        page.url.partition(f"/{language}/")[0]
        + address(language=language, query="?devices=256&pin=&pin=B%252C%20128,devices:128")
    )
    page.locator("#keep").click()
    expect(columns(page)).to_have_count(3)
    expect(page.locator("#pin-name-2")).to_be_visible()
    # Enter in the name itself sends all of it as well.
    page.locator("#pin-name-2").fill("C")
    page.locator("#pin-name-2").press("Enter")
    expect(page.locator("#pin-remove-2")).to_have_accessible_name(
        said("Remove “%(name)s”", language) % {"name": "C"}
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_scenarios_scroll_on_a_phone_below_their_heads(
    open_page: OpenPage, language: str
) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(address(language=language, query=FOUR))
    box = page.locator("#scenarios")
    assert sideways(page) == 0
    room, content = box.evaluate("box => [box.clientWidth, box.scrollWidth]")
    assert content > room
    head = page.locator("#scenarios .main [scope=row]")
    before = head.bounding_box()
    box.evaluate("box => { box.scrollLeft = 1000 }")
    assert head.bounding_box() == before
    assert before
    # What scrolls under the heads does not show through.
    last = page.locator("#scenarios .main td").last.bounding_box()
    assert last
    assert last["x"] > before["x"] + before["width"] - 1
    for target in page.locator("#compare :is(a, input[type=text])").all():
        hit = target.bounding_box()
        assert hit
        assert min(hit["width"], hit["height"]) >= 43.9, target
    # It stays where it was scrolled to.
    with page.expect_response(RECOMPUTE):
        Visit(page).field("devices").fill("2")
    expect(page.locator("#result .number")).to_have_text("3,600")
    page.wait_for_timeout(100)
    assert box.evaluate("box => box.scrollLeft") > 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", [FLAGSHIP, BATCH])
def test_four_scenarios_stand_on_one_sheet(
    open_page: OpenPage, tmp_path: Path, language: str, slug: str
) -> None:
    query = {
        FLAGSHIP: FOUR,
        BATCH: "?pin=&pin=target_batch_tokens:4e6,dataset_tokens_b:100&pin=data_parallel_size:9999"
        "&pin=base_lr:0.1,base_batch_size:256",
    }[slug]
    page = open_page(address(slug, query, language))
    path = tmp_path / "report.pdf"
    page.pdf(path=path, format="A4")
    paper = Paper(path)
    page.emulate_media(media="print")
    compared = page.locator("#compare").inner_text()
    [sheet] = [
        sheet
        for sheet in paper.sheets
        if packed(said("Compare scenarios", language)) in packed(text_of(sheet))
    ]
    # All of it, with the names of the scenarios as text, and nothing over the edge.
    assert len(compared) > 300
    assert not characters(compared) - characters(text_of(sheet))
    assert slug == BATCH or "Plan B" in compared
    expect(page.locator("#scenarios thead input").first).to_be_hidden()
    assert max(word.right for word in sheet.words) < sheet.width - MARGIN_MM * POINTS_PER_MM + 1
