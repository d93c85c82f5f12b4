"""A slow, failing or absent server: said in words, the old result marked as old, and mended."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.visit import (
    A_WHILE,
    LANGUAGES,
    PHONE,
    RECOMPUTE,
    Gate,
    Visit,
    address,
    recompute,
    said,
)

FAILED = (
    "The result could not be computed again; the connection may be gone. "
    "What stands here is the earlier result."
)

# What can show that a text is old.
LOOK = """element => {
    const { opacity, color, textDecorationLine, fontWeight } = getComputedStyle(element);
    return [opacity, color, textDecorationLine, fontWeight].join(" ");
}"""

Handler = Callable[[Route], None]


def error(route: Route) -> None:
    route.fulfill(status=500, body="<h1>Server error</h1>", content_type="text/html")


def bad_gateway(route: Route) -> None:
    route.fulfill(status=502, body="", content_type="text/plain")


def disconnected(route: Route) -> None:
    route.abort("connectionfailed")


def silent(route: Route) -> None:
    """Never answers."""


def look(element: Locator) -> str:
    described: str = element.evaluate(LOOK)
    return described


@pytest.mark.usefixtures("failing")
@pytest.mark.parametrize("answers", [error, bad_gateway, disconnected, silent])
def test_failure_is_said_and_the_next_success_clears_it(flagship: Visit, answers: Handler) -> None:
    page = flagship.page
    page.evaluate("htmx.config.timeout = 400")
    page.route(RECOMPUTE, answers)
    flagship.mark()
    flagship.replace("devices", "128")
    expect(flagship.failure).to_have_text(FAILED)
    expect(flagship.failure).to_be_visible()
    expect(flagship.failure).to_have_attribute("role", "alert")
    # The earlier result still stands, and is seen to be old.
    expect(flagship.number).to_have_text("115,200")
    expect(flagship.result).to_have_attribute("data-stale", "")
    expect(flagship.number).to_have_css("opacity", "0.55")
    expect(flagship.result).not_to_have_attribute("data-waiting", "")
    expect(flagship.field("devices")).to_have_value("128")
    expect(flagship.field("devices")).to_be_focused()
    expect(page).to_have_url(address())

    page.unroute(RECOMPUTE)
    page.evaluate("htmx.config.timeout = 10000")
    flagship.page.keyboard.type("0")
    expect(flagship.number).to_have_text("2,304,000")
    expect(flagship.failure).to_be_empty()
    expect(flagship.failure).to_be_hidden()
    expect(flagship.result).not_to_have_attribute("data-stale", "")
    expect(flagship.number).to_have_css("opacity", "1")
    flagship.expect_same_document()


@pytest.mark.usefixtures("failing")
@pytest.mark.parametrize("language", LANGUAGES)
def test_failure_is_said_in_the_language_of_the_page(page: Page, language: str) -> None:
    page.goto(address(language=language))
    visit = Visit(page)
    page.route(RECOMPUTE, error)
    visit.replace("devices", "128")
    expect(visit.failure).to_have_text(said(FAILED, language))
    visit.expect_whole(language)


@pytest.mark.usefixtures("failing")
def test_failure_is_seen_on_a_phone_wherever_one_types(open_page: OpenPage) -> None:
    page = open_page(address(), viewport=PHONE)
    visit = Visit(page)
    visit.open_fold_of("total_work")
    visit.field("total_work").focus()
    old = page.locator("#result .peek b")
    expect(old).to_be_visible()
    fresh = look(old)
    page.route(RECOMPUTE, error)
    page.keyboard.type("1e12")
    expect(visit.failure).to_have_text(FAILED)
    expect(visit.failure).to_be_in_viewport(ratio=1)
    expect(visit.field("total_work")).to_be_in_viewport(ratio=1)
    # The line with the answer says that it is old, like the answer itself.
    assert look(old) != fresh
    page.unroute(RECOMPUTE)
    page.keyboard.type("0")
    expect(visit.failure).to_be_empty()
    assert look(old) == fresh


@pytest.mark.usefixtures("failing")
def test_message_stays_until_something_succeeds(flagship: Visit) -> None:
    flagship.page.route(RECOMPUTE, error)
    flagship.replace("devices", "128")
    expect(flagship.failure).to_have_text(FAILED)
    with recompute(flagship.page):
        flagship.page.keyboard.type("0")
    flagship.page.wait_for_timeout(A_WHILE)
    expect(flagship.failure).to_have_text(FAILED)
    expect(flagship.result).to_have_attribute("data-stale", "")


@pytest.mark.usefixtures("failing")
def test_invalid_input_clears_a_failure_too(flagship: Visit) -> None:
    flagship.page.route(RECOMPUTE, error)
    flagship.replace("devices", "128")
    expect(flagship.failure).to_have_text(FAILED)
    flagship.page.unroute(RECOMPUTE)
    flagship.page.keyboard.type("x")
    expect(flagship.message("devices")).to_be_visible()
    expect(flagship.failure).to_be_empty()


def test_aborted_request_is_not_a_failure(flagship: Visit) -> None:
    gate = Gate(flagship.page, lambda fields: fields["devices"] != "1234")
    flagship.page.evaluate(
        """() => {
            const failure = document.getElementById("failure");
            new MutationObserver(() => { failure.dataset.spoke = ""; })
                .observe(failure, { childList: true, characterData: true, subtree: true });
        }"""
    )
    flagship.field("devices").focus()
    flagship.field("devices").select_text()
    for digit in "123":
        with recompute(flagship.page):
            flagship.page.keyboard.type(digit)
    flagship.page.keyboard.type("4")
    expect(flagship.number).to_have_text("2,221,200")
    gate.open()
    expect(flagship.failure).to_be_empty()
    expect(flagship.failure).not_to_have_attribute("data-spoke", "")
    expect(flagship.result).not_to_have_attribute("data-stale", "")


def test_request_that_takes_longer_than_200_ms_fades_the_answer(flagship: Visit) -> None:
    page = flagship.page
    page.evaluate(
        """() => {
            let begun = 0;
            document.addEventListener("htmx:beforeRequest", () => { begun = performance.now(); });
            new MutationObserver(() => {
                document.documentElement.dataset.faded = performance.now() - begun;
            }).observe(document.getElementById("result"), { attributeFilter: ["data-waiting"] });
        }"""
    )
    gate = Gate(page, lambda fields: True)
    with recompute(page):
        flagship.field("devices").fill("128")
    expect(flagship.result).to_have_attribute("data-waiting", "")
    expect(flagship.number).to_have_css("opacity", "0.55")
    # Only the number fades, and nothing moves or speaks.
    expect(page.locator("#result .sentence")).to_have_css("opacity", "1")
    expect(page.locator("#result .ledger")).to_have_css("opacity", "1")
    expect(flagship.failure).to_be_empty()
    faded = float(page.locator("html").get_attribute("data-faded") or 0)
    assert faded > 195
    gate.open()
    expect(flagship.number).to_have_text("230,400")
    expect(flagship.number).to_have_css("opacity", "1")
    expect(flagship.result).not_to_have_attribute("data-waiting", "")


def test_answer_that_arrives_while_typing_goes_on_is_not_faded(flagship: Visit) -> None:
    """A newer request is under way when the older one is given up: the fade starts anew."""
    gate = Gate(flagship.page, lambda fields: True)
    with recompute(flagship.page):
        flagship.replace("devices", "12")
    expect(flagship.result).to_have_attribute("data-waiting", "")
    with recompute(flagship.page):
        flagship.page.keyboard.type("8")
    expect(flagship.result).to_have_attribute("data-waiting", "")
    gate.open()
    expect(flagship.number).to_have_text("230,400")
    expect(flagship.result).not_to_have_attribute("data-waiting", "")
    expect(flagship.number).to_have_css("opacity", "1")
