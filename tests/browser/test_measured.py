"""Measured scaling: rows are pasted, and chart and tables follow them."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.visit import (
    LANGUAGES,
    MEASURED,
    PHONE,
    SMALLEST,
    Visit,
    address,
    recompute,
)

SPREADSHEET = "GPUs\timages/s\n1\t5148\n2\t8816\n3\t10350\n4\t11298"
CANONICAL = "?measured_runs=1,5148;2,8816;3,10350;4,11298"
ROWS = "measured_runs"


@pytest.fixture
def visit(page: Page) -> Visit:
    page.goto(address(MEASURED))
    return Visit(page)


def rows_of(page: Page, table: str) -> list[str]:
    return page.locator(f"#{table} tbody th").all_inner_texts()


def test_pasted_rows_are_answered(visit: Visit) -> None:
    page = visit.page
    visit.mark()
    page.locator("#efficiency_by_size > summary").click()
    visit.field(ROWS).fill(SPREADSHEET)
    expect(visit.number).to_have_text("54.87")
    expect(page).to_have_url(address(MEASURED, CANONICAL))
    expect(visit.note(ROWS)).to_contain_text("read as 4 rows")
    assert rows_of(page, "runs") == ["1", "2", "3", "4"]
    assert rows_of(page, "extrapolation") == ["6", "8", "16"]
    expect(page.locator("#laws .message.odd").first).to_contain_text("highest at 4")
    expect(page.locator(".efficiency-chart circle")).to_have_count(4)
    # What was open below the result stays open, and the field keeps what was pasted.
    expect(page.locator("#efficiency_by_size")).to_have_attribute("open", "")
    expect(visit.field(ROWS)).to_have_value(SPREADSHEET)
    visit.expect_same_document()


def test_line_that_cannot_be_read_is_named(visit: Visit) -> None:
    visit.field(ROWS).fill("1 100\n2 190\n4 abc")
    expect(visit.message(ROWS)).to_contain_text("line 3")
    expect(visit.field(ROWS)).to_have_attribute("aria-invalid", "true")
    expect(visit.page.locator("#findings table")).to_have_count(0)
    visit.field(ROWS).fill("1 100\n2 190\n4 350")
    expect(visit.number).to_have_text("87.5")
    expect(visit.page.locator("#runs tbody tr")).to_have_count(3)
    expect(visit.field(ROWS)).not_to_have_attribute("aria-invalid", "true")


def test_link_opens_with_one_row_a_line(page: Page) -> None:
    page.goto(address(MEASURED, CANONICAL))
    visit = Visit(page)
    expect(visit.field(ROWS)).to_have_value("1,5148\n2,8816\n3,10350\n4,11298")
    visit.field(ROWS).press("Control+End")
    with recompute(page):
        page.keyboard.type("\n8,12000")
    expect(page.locator("#runs tbody tr")).to_have_count(5)
    expect(page).to_have_url(address(MEASURED, f"{CANONICAL};8,12000"))


def test_rows_of_several_nodes_are_taken_by_one_press(page: Page) -> None:
    page.goto(address(MEASURED, "?devices_per_node=8"))
    visit = Visit(page)
    page.locator(f"#repair-{ROWS}").click()
    expect(visit.field(ROWS)).to_have_value("16,751\n32,1388\n64,2744")
    expect(page.locator("#runs tbody tr")).to_have_count(3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_script(open_page: OpenPage, language: str) -> None:
    page = open_page(address(MEASURED, language=language), java_script_enabled=False)
    visit = Visit(page)
    expect(visit.number).to_have_text("81.82")
    visit.field(ROWS).fill(SPREADSHEET)
    page.locator("#inputs button[type=submit]").click()
    expect(visit.number).to_have_text("54.87")
    expect(visit.field(ROWS)).to_have_value(SPREADSHEET)
    assert rows_of(page, "runs") == ["1", "2", "3", "4"]
    visit.expect_whole(language)


@pytest.mark.parametrize("size", [PHONE, SMALLEST], ids=["375", "320"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_wide_tables_scroll_in_their_own_box(
    open_page: OpenPage, language: str, size: dict[str, int]
) -> None:
    page = open_page(address(MEASURED, language=language), viewport=size)
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    box = page.locator("#extrapolation-scroll")
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    assert box.evaluate("box => (box.scrollLeft = 1000, box.scrollLeft)") > 0
    field = page.locator(f"#{ROWS}").bounding_box()
    assert field is not None
    assert field["width"] > size["width"] - 40
    # Names of the lines end before the edge of the screen.
    ends = page.locator(".efficiency-chart .names text").evaluate_all(
        "texts => texts.map(text => text.getBoundingClientRect().right)"
    )
    assert len(ends) == 4
    assert max(ends) <= size["width"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_paper_holds_whole_tables(page: Page, language: str) -> None:
    page.set_viewport_size({"width": 680, "height": 960})
    page.goto(address(MEASURED, language=language))
    page.emulate_media(media="print")
    for table in ("runs", "laws", "law_parameters", "extrapolation"):
        box = page.locator(f"#{table}-scroll")
        assert box.evaluate("box => box.scrollWidth <= box.clientWidth"), table
    expect(page.locator(".efficiency-chart")).to_be_visible()
    expect(page.locator(f"#{ROWS}")).to_be_hidden()


def test_table_is_reached_and_scrolled_by_keyboard(open_page: OpenPage) -> None:
    page = open_page(address(MEASURED), viewport=PHONE)
    box = page.locator("#extrapolation-scroll")
    box.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.getElementById('extrapolation-scroll').scrollLeft > 0")
