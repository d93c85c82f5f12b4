"""Solving for an input, in the browser: with script and without."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.visit import LANGUAGES, Visit, address


def test_choosing_an_unknown_swaps_its_field_for_targets(flagship: Visit) -> None:
    expect(flagship.field("actual_throughput")).to_be_hidden()
    expect(flagship.field("devices_per_node")).to_be_hidden()
    flagship.page.get_by_role("radio", name="Devices").focus()
    flagship.page.keyboard.press("Space")
    expect(flagship.field("devices")).to_be_hidden()
    expect(flagship.field("devices_per_node")).to_be_visible()
    # Until a target is there, the page says what it waits for, and at which fields.
    expect(flagship.summary).to_contain_text("enter the value to reach")
    flagship.replace("actual_throughput", "1e6")
    expect(flagship.number).to_have_text("556")
    flagship.replace("devices_per_node", "8")
    expect(flagship.number).to_have_text("560")
    expect(flagship.announcement).to_have_text("Devices: 560\u00a0devices")
    expect(flagship.page).to_have_url(
        "".join(
            (
                f"http://{flagship.page.url.split('/')[2]}{address()}",
                "?solve=devices&actual_throughput=1000000&devices_per_node=8",
            )
        )
    )
    # Back to the result: the field comes again with what it held.
    flagship.page.get_by_role("radio", name="Actual throughput").check(force=True)
    expect(flagship.field("devices")).to_have_value("64")
    expect(flagship.number).to_have_text("115,200")


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_script_a_question_is_a_form(open_page: OpenPage, language: str) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(address(language=language))
    visit = Visit(page)
    page.locator("input[name=solve][value=scaling_efficiency]").check(force=True)
    expect(visit.field("scaling_efficiency")).to_be_hidden()
    visit.field("actual_throughput").fill("108,800")
    visit.field("actual_throughput").press("Enter")
    expect(visit.number).to_have_text("85")
    expect(visit.field("actual_throughput")).to_have_value("108,800")
