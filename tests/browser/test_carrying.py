"""Carrying a result on to another calculator, and back, in the browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.visit import BATCH, LANGUAGES, Visit, address

SOURCE = f"{BATCH},total_devices,data_parallel_size:16"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("script", [True, False])
def test_there_and_back(open_page: OpenPage, language: str, script: bool) -> None:
    page = open_page(java_script_enabled=script)
    page.goto(address(BATCH, language=language))
    visit = Visit(page)
    visit.field("data_parallel_size").fill("16")
    if not script:
        visit.field("data_parallel_size").press("Enter")
    expect(page.locator(".onward")).to_contain_text("16")
    page.locator(".onward a").focus()
    page.keyboard.press("Enter")
    expect(visit.number).to_have_text("28,800")
    expect(visit.field("devices")).to_have_value("16")
    page.locator("#origin-devices").focus()
    page.keyboard.press("Enter")
    expect(visit.field("data_parallel_size")).to_have_value("16")


def test_line_follows_what_is_typed(page: Page) -> None:
    page.goto(address(query=f"?devices=16&from={SOURCE}"))
    visit = Visit(page)
    line = page.locator("#note-devices .origin")
    expect(line).to_have_text("From Effective batch size: Devices in total")
    visit.replace("devices", "32")
    expect(line).to_contain_text("Changed since")
    expect(page).to_have_url(
        page.url.partition("/en/")[0] + address(query=f"?devices=32&from={SOURCE}")
    )
    # The link back is renewed with its note, and keeps the focus.
    page.locator("#origin-devices").focus()
    visit.type_at_once("devices", "16")
    page.locator("#origin-devices").focus()
    expect(line).to_contain_text("From")
    expect(page.locator("#origin-devices")).to_be_focused()
