"""The chart of a page: fetched when it is needed, then in step with the inputs."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.paper import Paper
from tests.browser.visit import DESK, LANGUAGES, SMALLEST, Visit, address


def test_chart_comes_into_view_and_follows_the_inputs(flagship: Visit) -> None:
    page = flagship.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    flagship.replace("devices", "128")
    expect(flagship.number).to_have_text("230,400")
    page.locator("#charts").scroll_into_view_if_needed()
    expect(page.locator("#chart text.given")).to_have_text("128")
    flagship.replace("devices", "32")
    expect(page.locator("#chart text.given")).to_have_text("32")
    expect(page.locator("#chart text.said").nth(1)).to_have_text("6,400 lost")


def test_nobody_pays_for_a_chart_that_is_not_looked_at(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 500})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address())
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "drawing" in url]


def test_axis_is_chosen_from_the_keyboard(flagship: Visit) -> None:
    page = flagship.page
    page.locator("#sweep-controls summary").focus()
    page.keyboard.press("Enter")
    page.locator("input[name=sweep][value=scaling_efficiency]").focus()
    page.keyboard.press("Space")
    expect(page.locator("#chart text.given")).to_have_text("90%")
    expect(page.locator("#chart-title")).to_have_text(
        "Actual throughput against Scaling efficiency"
    )
    page.locator("#sweep_points").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("10000")
    expect(page.locator("#note-sweep_points .message")).to_contain_text("200 or less")
    expect(page.locator("#sweep_points")).to_be_focused()
    expect(flagship.number).to_have_text("115,200")
    page.keyboard.press("Control+A")
    page.keyboard.type("5")
    page.locator("#chart-table summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#chart tbody tr")).to_have_count(5)
    # The table stays open when the chart follows an input.
    flagship.replace("devices", "128")
    expect(page.locator("#chart tbody tr").last).to_contain_text("256,000")
    expect(page.locator("#chart-table")).to_have_attribute("open", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_script_the_form_draws_the_chart(open_page: OpenPage, language: str) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(address(language=language))
    page.locator("#sweep-controls summary").click()
    page.locator("#sweep_to").fill("1,000")
    page.locator("#sweep-controls button").click()
    expect(page.locator("#chart svg[role=img]")).to_be_visible()
    page.locator("#chart-table summary").click()
    expect(page.locator("#chart tbody tr").last).to_contain_text("1,000")


@pytest.mark.parametrize("viewport", [SMALLEST, DESK], ids=["320", "1280"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_chart_stays_in_its_column(
    open_page: OpenPage, language: str, viewport: dict[str, int]
) -> None:
    page = open_page(viewport=viewport)
    page.goto(address(query="?sweep=projected_devices", language=language))
    expect(page.locator("#chart svg[role=img]")).to_be_visible()
    page.locator("#chart-table summary").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_report_has_the_chart_that_was_never_in_view(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(viewport={"width": 1280, "height": 500})
    page.goto(address(query="?devices=128"))
    page.evaluate("window.print = () => { document.body.dataset.printed = '' }")
    page.locator("#print").click()
    expect(page.locator("body")).to_have_attribute("data-printed", "")
    path = tmp_path / "report.pdf"
    page.pdf(path=path, format="A4")
    text = Paper(path).text
    for said in ("Throughputagainstdevices", "25,600lost", "Actual"):
        assert said in text
    for unusable in ("Changethechart", "Showasatable"):
        assert unusable not in text


def test_chart_goes_with_the_result_and_comes_back(flagship: Visit) -> None:
    charts = flagship.page.locator("#charts")
    flagship.replace("devices", "many")
    expect(flagship.message("devices")).to_be_visible()
    expect(charts).to_be_hidden()
    flagship.replace("devices", "16")
    expect(flagship.number).to_have_text("28,800")
    charts.scroll_into_view_if_needed()
    expect(flagship.page.locator("#chart text.given")).to_have_text("16")
