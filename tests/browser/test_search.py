"""Search: hits while typing, by mouse and keyboard, in any language and spelling."""

import contextlib
import re

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.browser.visit import A_WHILE, BATCH, LANGUAGES, PIPELINE, address


def hit(slug: str, language: str = "en") -> str:
    return f'.hits a[href="{address(slug, language=language)}"]'


def test_typing_shows_hits_and_renews_the_address(page: Page) -> None:
    page.goto("/en/search/")
    expect(page.locator(".hits a")).to_have_count(0)
    expect(page.locator(".found-count")).to_be_empty()
    page.locator("#q").click()
    page.keyboard.type("bubble", delay=20)
    expect(page.locator(hit(PIPELINE))).to_be_visible()
    expect(page.locator(".hits a")).to_have_count(1)
    expect(page.locator(".found-count")).to_contain_text("1")
    expect(page).to_have_url("/en/search/?q=bubble")
    expect(page.locator("#q")).to_be_focused()
    expect(page.locator("#q")).to_have_value("bubble")
    expect(page.locator("html")).to_have_attribute("lang", "en")

    page.locator("#q").fill("")
    expect(page.locator(".hits a")).to_have_count(0)
    expect(page.locator(".found-count")).to_be_empty()


def test_count_is_said_from_a_region_that_stays(page: Page) -> None:
    """A live region that is itself replaced is often not read out."""
    page.goto("/en/search/")
    region = page.locator("[role=status]")
    region.evaluate("region => { region.dataset.marked = '' }")
    page.locator("#q").fill("batch")
    expect(region).not_to_be_empty()
    expect(region).to_have_attribute("data-marked", "")


@pytest.mark.parametrize("word", ["ＧＰＩＰＥ", "gpipe", "GPipe"])
def test_width_and_case_do_not_matter(page: Page, word: str) -> None:
    page.goto("/ja/search/")
    page.locator("#q").fill(word)
    expect(page.locator(hit(PIPELINE, "ja"))).to_be_visible()


@pytest.mark.parametrize(
    ("language", "word"), [("en", "token"), ("zh-hant", "詞元"), ("ja", "トークン")]
)
def test_word_of_each_language_finds_the_page_in_it(page: Page, language: str, word: str) -> None:
    page.goto(f"/{language}/search/")
    page.locator("#q").fill(word)
    expect(page.locator(hit(BATCH, language))).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_found_is_said_and_everything_is_listed(page: Page, language: str) -> None:
    page.goto(f"/{language}/search/")
    page.locator("#q").fill("<xyzzy>")
    expect(page.locator(".found-count")).to_contain_text("<xyzzy>")
    expect(page.locator(".hits a")).to_have_count(0)
    expect(page.locator(".listing a").first).to_be_visible()


def test_arrows_walk_through_the_hits_and_enter_opens_one(page: Page) -> None:
    page.goto("/en/search/")
    page.locator("#q").click()
    page.keyboard.type("batch")
    hits = page.locator(".hits a")
    expect(hits.nth(1)).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(hits.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(hits.nth(1)).to_be_focused()
    for _ in range(hits.count()):
        page.keyboard.press("ArrowDown")
    expect(hits.last).to_be_focused()
    for _ in range(hits.count()):
        page.keyboard.press("ArrowUp")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("ArrowDown")
    there = hits.first.get_attribute("href") or ""
    page.keyboard.press("Enter")
    expect(page).to_have_url(there)
    expect(page.locator("#inputs")).to_be_visible()


def test_enter_in_the_field_loads_the_results(page: Page) -> None:
    page.goto("/en/")
    page.locator("#q").fill("pipeline")
    page.keyboard.press("Enter")
    expect(page).to_have_url("/en/search/?q=pipeline")
    expect(page.locator(hit(PIPELINE))).to_be_visible()
    expect(page.locator("#q")).to_have_value("pipeline")


def test_back_from_a_hit_returns_to_the_hits(page: Page) -> None:
    page.goto("/en/")
    page.goto("/en/search/")
    page.locator("#q").click()
    page.keyboard.type("batch")
    expect(page.locator(hit(BATCH))).to_be_visible()
    page.locator(hit(BATCH)).click()
    expect(page.locator("#inputs")).to_be_visible()
    page.go_back()
    expect(page).to_have_url("/en/search/?q=batch")
    expect(page.locator(hit(BATCH))).to_be_visible()
    expect(page.locator("#q")).to_have_value("batch")
    expect(page.locator("footer")).to_be_visible()
    page.go_back()
    expect(page).to_have_url("/en/")


def test_slow_hits_do_not_come_after_newer_ones(page: Page) -> None:
    held: list[Route] = []
    page.route(re.compile(r"\?q=b$"), lambda route: held.append(route))
    page.goto("/en/search/")
    page.locator("#q").click()
    with page.expect_request(re.compile(r"\?q=b$")):
        page.keyboard.type("b")
    page.keyboard.type("ubble")
    expect(page.locator(hit(PIPELINE))).to_be_visible()
    for route in held:
        with contextlib.suppress(Error):
            route.continue_()
    page.wait_for_timeout(A_WHILE)
    expect(page.locator(".hits a")).to_have_count(1)
    expect(page).to_have_url("/en/search/?q=bubble")


def test_language_links_keep_the_words(page: Page) -> None:
    page.goto("/en/search/?q=GPipe")
    page.locator('#languages a[href^="/ja/"]').click()
    expect(page).to_have_url("/ja/search/?q=GPipe")
    expect(page.locator(hit(PIPELINE, "ja"))).to_be_visible()


def test_language_links_follow_words_that_were_just_typed(page: Page) -> None:
    page.goto("/en/search/")
    page.locator("#q").fill("GPipe")
    expect(page.locator(hit(PIPELINE))).to_be_visible()
    page.locator('#languages a[href^="/ja/"]').click()
    expect(page).to_have_url("/ja/search/?q=GPipe")
    expect(page.locator(hit(PIPELINE, "ja"))).to_be_visible()
