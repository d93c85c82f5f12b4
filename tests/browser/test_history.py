"""Back, forward, reload, new tab: always a whole page whose field, result and address agree."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.conftest import ARGUMENTS, OpenPage, Watch
from tests.browser.visit import BATCH, FLAGSHIP, PIPELINE, Visit, address
from tests.requirements import chromium

# At once, so that nothing is sent before the page is left.
TYPE_256 = "field.value = '256'; field.dispatchEvent(new InputEvent('input', { bubbles: true }))"


def expect_agreement(visit: Visit, devices: str, number: str) -> None:
    query = "" if devices == "64" else f"?devices={devices}"
    expect(visit.page).to_have_url(address(query=query))
    expect(visit.field("devices")).to_have_value(devices)
    expect(visit.number).to_have_text(number)
    visit.expect_whole()


def test_back_and_forward_after_a_link(flagship: Visit) -> None:
    page = flagship.page
    flagship.replace("devices", "2k")
    expect(flagship.number).to_have_text("3,600,000")
    expect(page).to_have_url(address(query="?devices=2000"))
    page.locator(".next a").first.click()
    expect(page.locator(f'form[action="{address(FLAGSHIP)}"]')).to_have_count(0)
    there = page.url
    page.go_back()
    expect_agreement(flagship, "2000", "3,600,000")
    page.go_forward()
    expect(page).to_have_url(there)
    flagship.expect_whole()
    page.go_back()
    expect_agreement(flagship, "2000", "3,600,000")


def test_recomputes_on_two_pages_and_back_through_both(page: Page) -> None:
    page.goto("/en/ai/")
    page.locator(f'.listing a[href="{address()}"]').click()
    visit = Visit(page)
    for devices, number in (("8", "14,400"), ("16", "28,800"), ("32", "57,600")):
        visit.replace("devices", devices)
        expect(visit.number).to_have_text(number)
    page.locator(f'.listing a[href="{address(PIPELINE)}"]').first.click()
    expect(visit.field("stages")).to_be_visible()
    visit.replace("stages", "5")
    visit.replace("microbatches", "16")
    expect(visit.number).to_have_text("20")
    page.go_back()
    expect_agreement(visit, "32", "57,600")
    page.go_back()
    expect(page).to_have_url("/en/ai/")
    expect(page.locator("h1")).to_be_visible()
    page.go_forward()
    expect_agreement(visit, "32", "57,600")
    page.go_forward()
    expect(page).to_have_url(address(PIPELINE, "?stages=5&microbatches=16"))
    expect(visit.field("stages")).to_have_value("5")
    expect(visit.number).to_have_text("20")


def test_a_calculator_is_one_entry_in_the_history(page: Page) -> None:
    page.goto("/en/")
    page.goto(address())
    visit = Visit(page)
    length = page.evaluate("history.length")
    for number in range(1, 13):
        visit.field("devices").fill(str(number))
        page.keyboard.press("Enter")
        expect(visit.number).to_have_text(f"{number * 1800:,}")
    assert page.evaluate("history.length") == length
    page.go_back()
    expect(page).to_have_url("/en/")
    expect(page.locator(".claim")).to_be_visible()
    page.go_forward()
    expect_agreement(visit, "12", "21,600")


def test_back_over_a_jump_within_the_page(flagship: Visit) -> None:
    """Back to an entry that htmx wrote does not go to another document by itself."""
    page = flagship.page
    flagship.replace("devices", "8")
    expect(flagship.number).to_have_text("14,400")
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(address(query="?devices=8") + "#main")
    flagship.replace("devices", "16")
    expect(flagship.number).to_have_text("28,800")
    page.evaluate("history.back()")
    expect_agreement(flagship, "8", "14,400")
    page.evaluate("history.forward()")
    expect(flagship.field("devices")).to_have_value("16")
    expect(flagship.number).to_have_text("28,800")
    flagship.expect_whole()


def test_jump_to_a_field_in_error_and_back(page: Page) -> None:
    page.goto(address(query="?devices=abc"))
    visit = Visit(page)
    visit.summary.locator("a").click()
    expect(visit.field("devices")).to_be_focused()
    visit.replace("devices", "128")
    expect(visit.number).to_have_text("230,400")
    page.evaluate("history.back()")
    expect(visit.field("devices")).to_have_value("abc")
    expect(visit.number).to_have_count(0)
    visit.expect_whole()


def test_reload_after_a_recompute_shows_the_same(flagship: Visit) -> None:
    flagship.replace("devices", "128")
    expect(flagship.number).to_have_text("230,400")
    flagship.page.reload()
    expect_agreement(flagship, "128", "230,400")


def test_reload_in_the_middle_of_typing_leaves_no_contradiction(flagship: Visit) -> None:
    flagship.replace("devices", "128")
    expect(flagship.number).to_have_text("230,400")
    with flagship.page.expect_navigation():
        flagship.field("devices").evaluate(f"field => {{ {TYPE_256}; location.reload() }}")
    expect_agreement(flagship, "128", "230,400")


def test_leaving_in_the_middle_of_typing_leaves_no_contradiction(flagship: Visit) -> None:
    flagship.replace("devices", "128")
    expect(flagship.number).to_have_text("230,400")
    leave = "document.querySelector('.next a').click()"
    flagship.field("devices").evaluate(f"field => {{ {TYPE_256}; {leave} }}")
    expect(flagship.page).not_to_have_url(address(query="?devices=128"))
    flagship.page.go_back()
    expect_agreement(flagship, "128", "230,400")


def test_reload_restores_no_choice_that_the_result_does_not_know(page: Page) -> None:
    page.goto(address(PIPELINE))
    page.locator("#schedule label", has_text="GPipe").click()
    page.reload()
    expect(page.locator("#result .ledger .value b").last).to_have_text("8")
    expect(page.locator("#schedule input:checked")).to_have_value("1f1b")
    page.goto(address())
    page.locator("#work_unit").select_option("tokens")
    page.reload()
    expect(page.locator("#work_unit")).to_have_value("samples")
    expect(page.locator("#result .answer-value .unit")).to_have_text("samples/s")


def test_address_opens_the_same_elsewhere(flagship: Visit, open_page: OpenPage) -> None:
    flagship.replace("devices", "128")
    flagship.replace("scaling_efficiency", "８５％")
    expect(flagship.number).to_have_text("217,600")
    query = "?devices=128&scaling_efficiency=85"
    expect(flagship.page).to_have_url(address(query=query))
    tab = flagship.page.context.new_page()
    elsewhere = open_page()
    for other in (tab, elsewhere):
        other.goto(flagship.page.url)
        visit = Visit(other)
        expect(visit.number).to_have_text("217,600")
        expect(visit.field("devices")).to_have_value("128")
        expect(visit.field("scaling_efficiency")).to_have_value("85")
        visit.expect_whole()
        # Typing the same again changes nothing in the link.
        visit.replace("devices", "1.28e2")
        expect(visit.note("devices").locator(".echo")).to_contain_text("128")
        expect(other).to_have_url(address(query=query))


def test_address_with_what_could_not_be_read_opens_the_same(
    flagship: Visit, open_page: OpenPage
) -> None:
    flagship.field("devices").fill("六十四 & <b>")
    expect(flagship.message("devices")).to_be_visible()
    assert flagship.page.url.isascii()
    visit = Visit(open_page())
    visit.page.goto(flagship.page.url)
    expect(visit.field("devices")).to_have_value("六十四 & <b>")
    expect(visit.number).to_have_count(0)
    expect(visit.message("devices")).to_be_visible()


def test_address_of_a_recompute_opens_the_page(page: Page) -> None:
    page.goto(f"{address()}result/?devices=128")
    visit = Visit(page)
    expect_agreement(visit, "128", "230,400")


def test_restored_page_recomputes(flagship: Visit) -> None:
    """As from the browser's memory, with a field newer than the result."""
    flagship.field("devices").evaluate("field => { field.value = '128' }")
    flagship.page.evaluate(
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    )
    expect_agreement(flagship, "128", "230,400")


@pytest.fixture(scope="module")
def remembering(playwright: Playwright) -> Iterator[Browser]:
    """A browser with its back/forward cache, which Playwright switches off."""
    running = playwright.chromium.launch(
        executable_path=chromium(),
        args=ARGUMENTS,
        ignore_default_args=["--disable-back-forward-cache"],
    )
    yield running
    running.close()


def test_page_from_the_browsers_memory_recomputes(
    remembering: Browser, server: str, watch: Watch
) -> None:
    context = remembering.new_context(base_url=server)
    watch.over(context)
    page = context.new_page()
    page.goto(address())
    visit = Visit(page)
    visit.mark()
    visit.replace("devices", "128")
    expect(visit.number).to_have_text("230,400")
    # The last key comes too late to be sent.
    visit.field("devices").evaluate("field => { field.value = '12' }")
    page.locator(f'.next a[href="{address(BATCH)}"]').click()
    expect(page).to_have_url(address(BATCH))
    page.evaluate("history.back()")
    expect(page).to_have_url(address(query="?devices=12"))
    visit.expect_same_document()
    expect_agreement(visit, "12", "21,600")
    # It goes on working.
    visit.replace("devices", "32")
    expect_agreement(visit, "32", "57,600")
    context.close()
