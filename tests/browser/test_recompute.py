"""Recompute while typing: everything follows the inputs, and nothing fights the typist."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.visit import (
    A_WHILE,
    BATCH,
    DESK,
    LANGUAGES,
    PHONE,
    PIPELINE,
    SMALLEST,
    Visit,
    address,
    exactly,
    said,
)


def test_typing_renews_everything_that_follows_the_inputs(flagship: Visit) -> None:
    page = flagship.page
    flagship.mark()
    flagship.replace("devices", "128")
    expect(flagship.number).to_have_text("230,400")
    expect(flagship.unit).to_have_text("samples/s")
    # The rows are speedup, ideal throughput, lost throughput, devices lost and the forecast.
    expect(flagship.ledger).to_contain_text(["115.2", "256,000", "25,600", "12.8"])
    expect(page.locator("#result .sentence")).to_contain_text("128 devices")
    expect(page.locator("#result .caption")).to_contain_text("12.8")
    line = page.locator("#result .working .line").first
    expect(line.locator("mn.given")).to_have_text(["128", "2,000", "90%"])
    expect(line.locator("mn").last).to_have_text("230,400")
    expect(page.locator("#result .peek")).to_contain_text("230,400")
    expect(page).to_have_url(address(query="?devices=128"))
    flagship.expect_same_document()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_that_carries_the_inputs_follows_them(page: Page, language: str) -> None:
    page.goto(address(language=language))
    visit = Visit(page)
    visit.replace("devices", "128")
    expect(visit.number).to_have_text("230,400")
    expect(page).to_have_url(address(query="?devices=128", language=language))
    for place in ("#languages", "#footer-links"):
        for other in LANGUAGES:
            link = page.locator(f'{place} a[href^="/{other}/ai/data-parallel-scaling/"]')
            there = address(query="?devices=128", language=other)
            expect(link).to_have_attribute("href", there)
    twin = page.locator('#footer-links a[href*=".json"]')
    expect(twin).to_have_attribute("href", re.compile(r"data-parallel-scaling\.json\?devices=128$"))


def test_language_links_keep_the_numbers_through_all_languages(flagship: Visit) -> None:
    flagship.replace("devices", "128")
    expect(flagship.number).to_have_text("230,400")
    for language in ("ja", "zh-hant", "en"):
        flagship.page.locator(f'#languages a[href^="/{language}/"]').click()
        expect(flagship.page).to_have_url(address(query="?devices=128", language=language))
        expect(flagship.field("devices")).to_have_value("128")
        expect(flagship.number).to_have_text("230,400")


@pytest.mark.parametrize(
    ("text", "echo", "query"),
    [
        ("６４０", "640", "?devices=640"),
        ("2k", "2,000", "?devices=2000"),
        ("1e3", "1,000", "?devices=1000"),
        ("64.0", "64", ""),
    ],
)
def test_field_keeps_what_was_typed_and_link_holds_plain_digits(
    flagship: Visit, text: str, echo: str, query: str
) -> None:
    flagship.field("devices").fill(text)
    expect(flagship.note("devices").locator(".echo")).to_contain_text(echo)
    expect(flagship.field("devices")).to_have_value(text)
    expect(flagship.page).to_have_url(address(query=query))


def test_caret_and_focus_stay_where_the_typist_put_them(flagship: Visit) -> None:
    flagship.put_caret("devices", 1)
    flagship.page.keyboard.type("5")
    expect(flagship.number).to_have_text("1,177,200")
    expect(flagship.field("devices")).to_have_value("654")
    expect(flagship.field("devices")).to_be_focused()
    assert flagship.caret("devices") == 2


def test_typing_can_be_undone_after_a_recompute(flagship: Visit) -> None:
    flagship.put_caret("devices", 2)
    flagship.page.keyboard.type("0")
    expect(flagship.number).to_have_text("1,152,000")
    flagship.page.keyboard.press("ControlOrMeta+z")
    expect(flagship.field("devices")).to_have_value("64")
    expect(flagship.number).to_have_text("115,200")
    expect(flagship.page).to_have_url(address())


def test_enter_recomputes_at_once_and_loads_no_page(flagship: Visit) -> None:
    flagship.mark()
    flagship.replace("devices", "128")
    flagship.page.keyboard.press("Enter")
    expect(flagship.number).to_have_text("230,400")
    expect(flagship.page).to_have_url(address(query="?devices=128"))
    flagship.expect_same_document()
    flagship.field("devices").evaluate("field => { field.value = '32' }")
    flagship.page.locator("#inputs button[type=submit]").click()
    expect(flagship.number).to_have_text("57,600")
    flagship.expect_same_document()


def test_pasted_number_counts(flagship: Visit) -> None:
    flagship.replace("throughput_per_device", "128")
    flagship.field("throughput_per_device").select_text()
    flagship.page.keyboard.press("ControlOrMeta+c")
    flagship.field("devices").focus()
    flagship.field("devices").select_text()
    flagship.page.keyboard.press("ControlOrMeta+v")
    expect(flagship.field("devices")).to_have_value("128")
    expect(flagship.number).to_have_text("14,745.6")


def test_number_that_arrives_without_keys_counts(flagship: Visit) -> None:
    """Dropped, dictated or filled in by the browser: there is only an `input` event."""
    flagship.field("devices").evaluate(
        """field => {
            field.value = "128";
            const kind = { bubbles: true, inputType: "insertFromDrop" };
            field.dispatchEvent(new InputEvent("input", kind));
        }"""
    )
    expect(flagship.number).to_have_text("230,400")


def test_unit_of_work_changes_every_unit(flagship: Visit) -> None:
    page = flagship.page
    flagship.open_fold_of("total_work")
    flagship.replace("total_work", "1e12")
    expect(flagship.ledger.nth(4)).to_have_text("2,411.27")
    flagship.field("work_unit").select_option("tokens")
    expect(flagship.unit).to_have_text("tokens/s")
    for key, unit in (("throughput_per_device", "tokens/s"), ("total_work", "tokens")):
        expect(flagship.note(key).locator(".unit")).to_have_text(unit)
    expect(flagship.result).not_to_contain_text("sample")
    expect(page.locator("#result .sentence")).to_contain_text("115,200 tokens/s")
    expect(page).to_have_url(address(query="?work_unit=tokens&total_work=1000000000000"))
    flagship.field("work_unit").select_option("tflops")
    expect(flagship.unit).to_have_text("TFLOP/s")
    expect(flagship.result).not_to_contain_text("token")


def test_field_in_a_fold_counts_and_the_fold_stays_open(flagship: Visit) -> None:
    flagship.open_fold_of("baseline_devices")
    flagship.fold.locator("summary").click()
    flagship.replace("baseline_devices", "8")
    row = flagship.fold.locator("dl > div").first
    expect(row.locator(".value b")).to_have_text("7.2")
    expect(row).to_be_visible()
    expect(flagship.group_of("baseline_devices")).to_have_attribute("open", "")
    expect(flagship.field("baseline_devices")).to_be_focused()
    expect(flagship.page).to_have_url(address(query="?baseline_devices=8"))


def test_fold_of_the_result_stays_as_it_was_left(flagship: Visit) -> None:
    fold = flagship.fold
    fold.locator("summary").click()
    flagship.replace("devices", "128")
    expect(flagship.number).to_have_text("230,400")
    expect(fold).to_have_attribute("open", "")
    fold.locator("summary").click()
    flagship.replace("devices", "64")
    expect(flagship.number).to_have_text("115,200")
    expect(fold).not_to_have_attribute("open", "")


def test_fold_of_the_result_is_open_again_after_an_error(flagship: Visit) -> None:
    fold = flagship.fold
    fold.locator("summary").click()
    flagship.replace("devices", "1a")
    expect(fold).to_have_count(0)
    flagship.replace("devices", "32")
    expect(flagship.number).to_have_text("57,600")
    expect(fold).to_have_attribute("open", "")


def test_radios_count_by_mouse_and_by_keyboard(page: Page) -> None:
    page.goto(address(PIPELINE))
    visit = Visit(page)
    held = page.locator("#result .ledger .value b").last
    expect(held).to_have_text("8")
    page.locator("#schedule label", has_text="GPipe").click()
    expect(held).to_have_text("32")
    expect(page).to_have_url(address(PIPELINE, "?schedule=gpipe"))
    chosen = page.locator("#schedule input:checked")
    expect(chosen).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(held).to_have_text("8")
    expect(chosen).to_have_value("1f1b")
    expect(chosen).to_be_focused()
    expect(page).to_have_url(address(PIPELINE))
    visit.expect_whole()


def test_wheel_over_a_focused_field_scrolls_the_page_and_changes_nothing(flagship: Visit) -> None:
    for key, value in (("devices", "64"), ("work_unit", "samples")):
        field = flagship.field(key)
        field.focus()
        field.hover()
        before = len(flagship.recomputes.sent)
        flagship.page.mouse.wheel(0, 2000)
        expect(flagship.page.locator("h1")).not_to_be_in_viewport()
        expect(field).to_have_value(value)
        expect(field).to_be_focused()
        flagship.page.mouse.wheel(0, -4000)
        expect(flagship.page.locator("h1")).to_be_in_viewport()
        assert len(flagship.recomputes.sent) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_read_is_said_at_the_field(page: Page, language: str) -> None:
    page.goto(address(language=language))
    visit = Visit(page)
    visit.mark()
    visit.replace("devices", "abc")
    message = visit.message("devices")
    expect(message).to_have_class(re.compile(r"\bbad\b"))
    expect(message).to_contain_text(said("Devices", language))
    expect(visit.field("devices")).to_have_attribute("aria-invalid", "true")
    expect(visit.field("devices")).to_have_value("abc")
    expect(visit.field("devices")).to_be_focused()
    described = visit.field("devices").get_attribute("aria-describedby") or ""
    assert "note-devices" in described.split()
    expect(visit.number).to_have_count(0)
    expect(visit.ledger).to_have_count(0)
    expect(page.locator("#result .working")).to_have_count(0)
    expect(page.locator("#result .sentence")).to_be_visible()
    expect(visit.announcement).to_have_text(message.inner_text())
    expect(page).to_have_url(address(query="?devices=abc", language=language))
    visit.expect_whole(language)
    visit.expect_same_document()

    visit.replace("devices", "128")
    expect(visit.number).to_have_text("230,400")
    expect(message).to_have_count(0)
    expect(visit.field("devices")).not_to_have_attribute("aria-invalid", "true")
    expect(visit.field("devices")).to_be_focused()


def test_title_follows_the_inputs_into_order_again(page: Page) -> None:
    page.goto(address())
    title = page.title()
    page.goto(address(query="?devices=abc"))
    expect(page).not_to_have_title(title)
    visit = Visit(page)
    visit.replace("devices", "128")
    expect(visit.number).to_have_text("230,400")
    expect(page).to_have_title(title)


def test_emptied_field_asks_for_a_value_and_stays_empty(flagship: Visit) -> None:
    flagship.field("devices").focus()
    flagship.field("devices").select_text()
    flagship.page.keyboard.press("Delete")
    expect(flagship.message("devices")).to_contain_text("64")
    expect(flagship.field("devices")).to_have_value("")
    expect(flagship.number).to_have_count(0)
    expect(flagship.page).to_have_url(address(query="?devices="))


def test_rule_across_fields_marks_both_and_links_to_one(flagship: Visit) -> None:
    flagship.open_fold_of("baseline_devices")
    flagship.replace("baseline_devices", "128")
    expect(flagship.summary.locator("li")).to_have_count(1)
    for key in ("devices", "baseline_devices"):
        expect(flagship.field(key)).to_have_attribute("aria-invalid", "true")
    expect(flagship.field("throughput_per_device")).not_to_have_attribute("aria-invalid", "true")
    expect(flagship.number).to_have_count(0)
    expect(flagship.field("baseline_devices")).to_be_focused()

    flagship.replace("devices", "256")
    expect(flagship.summary).to_have_count(0)
    expect(flagship.number).to_have_text("460,800")
    for key in ("devices", "baseline_devices"):
        expect(flagship.field(key)).not_to_have_attribute("aria-invalid", "true")


def test_summary_leads_to_a_field_even_in_a_closed_fold(page: Page) -> None:
    page.goto(address(query="?devices=8&baseline_devices=16"))
    visit = Visit(page)
    expect(visit.field("baseline_devices")).to_be_visible()
    visit.group_of("baseline_devices").locator("summary").click()
    expect(visit.field("baseline_devices")).to_be_hidden()
    visit.summary.locator("a").first.click()
    expect(visit.field("baseline_devices")).to_be_visible()
    expect(visit.field("baseline_devices")).to_be_focused()


def test_rule_that_wants_both_fields_is_met_by_filling_both(page: Page) -> None:
    page.goto(address(BATCH))
    visit = Visit(page)
    visit.open_fold_of("base_lr")
    visit.replace("base_lr", "0.1")
    expect(visit.summary).to_be_visible()
    visit.replace("base_batch_size", "256")
    expect(visit.summary).to_have_count(0)
    expect(visit.number).to_have_text("256")
    expect(visit.ledger.last).to_have_text("0.1")


@pytest.mark.parametrize("key", ["Enter", None])
def test_repair_sets_its_field_and_recomputes(flagship: Visit, key: str | None) -> None:
    flagship.mark()
    flagship.replace("scaling_efficiency", "0.9")
    expect(flagship.number).to_have_text("1,152")
    repair = flagship.note("scaling_efficiency").locator("a.repair")
    expect(repair).to_contain_text("90%")
    if key:
        repair.focus()
        flagship.page.keyboard.press(key)
    else:
        repair.click()
    expect(flagship.field("scaling_efficiency")).to_have_value("90")
    expect(flagship.field("scaling_efficiency")).to_be_focused()
    expect(flagship.number).to_have_text("115,200")
    expect(repair).to_have_count(0)
    expect(flagship.page).to_have_url(address())
    flagship.expect_same_document()


def test_line_about_the_link_goes_with_the_first_recompute(page: Page) -> None:
    page.goto(address(query="?devices=128"))
    visit = Visit(page)
    expect(page.locator("#arrived")).to_be_visible()
    expect(visit.note("scaling_efficiency").locator(".echo.default")).to_be_visible()
    expect(visit.note("devices").locator(".echo")).to_have_count(0)
    visit.replace("devices", "32")
    expect(visit.number).to_have_text("57,600")
    expect(page.locator("#arrived")).to_be_hidden()
    expect(page.locator(".echo.default")).to_have_count(0)


def test_inputs_too_long_for_a_link_leave_the_address_alone(flagship: Visit) -> None:
    flagship.replace("devices", "128")
    expect(flagship.page).to_have_url(address(query="?devices=128"))
    flagship.field("devices").fill("９" * 300)
    expect(flagship.page.locator("#too-long")).not_to_be_empty()
    expect(flagship.message("devices")).to_be_visible()
    expect(flagship.page).to_have_url(address(query="?devices=128"))
    flagship.field("devices").fill("32")
    expect(flagship.page.locator("#too-long")).to_be_empty()
    expect(flagship.page).to_have_url(address(query="?devices=32"))


def test_recompute_leaves_the_page_where_it_was_scrolled(page: Page) -> None:
    page.set_viewport_size({"width": 375, "height": 500})
    page.goto(address())
    visit = Visit(page)
    field = visit.field("scaling_efficiency")
    field.scroll_into_view_if_needed()
    visit.put_caret("scaling_efficiency", 2)
    before = page.evaluate("scrollY")
    assert before > 0
    page.keyboard.press("Backspace")
    expect(visit.number).to_have_text("11,520")
    assert page.evaluate("scrollY") == pytest.approx(before, abs=2)


@pytest.mark.parametrize("viewport", [DESK, PHONE, SMALLEST])
def test_recompute_works_at_every_width(open_page: OpenPage, viewport: dict[str, int]) -> None:
    visit = Visit(open_page(address(), viewport=viewport))
    visit.replace("devices", "128")
    expect(visit.number).to_have_text("230,400")
    expect(visit.page.locator("#result")).to_have_count(1)


def test_nothing_is_asked_of_the_server_until_something_is_typed(flagship: Visit) -> None:
    flagship.field("devices").click()
    flagship.page.keyboard.press("ArrowLeft")
    flagship.page.keyboard.press("Tab")
    flagship.fold.locator("summary").click()
    flagship.page.wait_for_timeout(A_WHILE)
    assert flagship.recomputes.sent == []


def test_notes_name_units_beside_the_fields(flagship: Visit) -> None:
    expect(flagship.note("devices").locator(".unit")).to_have_text(exactly("devices"))
    expect(flagship.note("scaling_efficiency").locator(".unit")).to_have_text(exactly("%"))
