"""Without script everything but live recompute works: a GET form, links and folds."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.visit import (
    BATCH,
    FLAGSHIP,
    LANGUAGES,
    PIPELINE,
    Visit,
    address,
    exactly,
    said,
)

PREFILLED = {
    FLAGSHIP: ("?devices=128&scaling_efficiency=85", "217,600"),
    PIPELINE: ("?stages=5&microbatches=16", "20"),
    BATCH: ("?micro_batch_size=12&grad_accum_steps=5&sequence_length=1024", "480"),
}
CHANGES = {
    FLAGSHIP: ("devices", "２５６", "435,200"),
    PIPELINE: ("microbatches", "36", "10"),
    BATCH: ("data_parallel_size", "1k", "60,000"),
}


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    return open_page(java_script_enabled=False)


@pytest.mark.parametrize("slug", PREFILLED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_link_answers_and_enter_answers_again(page: Page, slug: str, language: str) -> None:
    query, number = PREFILLED[slug]
    page.goto(address(slug, query, language))
    visit = Visit(page)
    expect(visit.number).to_have_text(number)
    expect(page.locator("#result .sentence")).to_contain_text(number)
    key, text, changed = CHANGES[slug]
    visit.field(key).fill(text)
    visit.field(key).press("Enter")
    expect(visit.number).to_have_text(changed)
    expect(visit.field(key)).to_have_value(text)
    visit.expect_whole(language)
    assert page.url.split("?")[0].endswith(address(slug, language=language))


def test_select_radios_and_folded_fields(page: Page) -> None:
    page.goto(address())
    visit = Visit(page)
    visit.field("work_unit").select_option("tokens")
    visit.open_fold_of("total_work")
    visit.field("total_work").fill("1e12")
    page.locator("#inputs button[type=submit]").click()
    expect(visit.unit).to_have_text("tokens/s")
    expect(visit.ledger.nth(4)).to_have_text("2,411.27")
    expect(visit.field("work_unit")).to_have_value("tokens")
    # The fold holds something that was set, so it stands open.
    expect(visit.field("total_work")).to_be_visible()
    expect(visit.field("total_work")).to_have_value("1e12")

    page.goto(address(PIPELINE))
    page.locator("#schedule label", has_text="GPipe").click()
    page.locator("#inputs button[type=submit]").click()
    expect(page.locator("#result .ledger .value b").last).to_have_text("32")
    expect(page.locator("#schedule input:checked")).to_have_value("gpipe")


def test_folds_open_and_close(page: Page) -> None:
    page.goto(address())
    visit = Visit(page)
    expect(visit.field("baseline_devices")).to_be_hidden()
    visit.open_fold_of("baseline_devices")
    expect(visit.field("baseline_devices")).to_be_visible()
    row = visit.fold.locator("dl > div").first
    expect(row).to_be_hidden()
    visit.fold.locator("summary").click()
    expect(row).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_reset_and_the_defaults_are_links(page: Page, language: str) -> None:
    for link in ("#arrived a", "#inputs .buttons a"):
        page.goto(address(query="?devices=128", language=language))
        visit = Visit(page)
        expect(visit.number).to_have_text("230,400")
        page.locator(link).click()
        expect(page).to_have_url(address(language=language))
        expect(visit.field("devices")).to_have_value("64")
        expect(visit.number).to_have_text("115,200")
        expect(page.locator("#arrived")).to_be_hidden()


def test_repair_is_a_link(page: Page) -> None:
    page.goto(address(query="?devices=128&scaling_efficiency=0.9"))
    visit = Visit(page)
    expect(visit.number).to_have_text("2,304")
    visit.note("scaling_efficiency").locator("a.repair").click()
    expect(visit.field("scaling_efficiency")).to_have_value("90")
    expect(visit.field("devices")).to_have_value("128")
    expect(visit.number).to_have_text("230,400")
    expect(page).to_have_url(address(query="?devices=128"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_errors_are_summed_up_and_lead_to_their_fields(page: Page, language: str) -> None:
    page.goto(address(language=language))
    visit = Visit(page)
    visit.field("devices").fill("abc")
    visit.field("scaling_efficiency").fill("101")
    visit.field("devices").press("Enter")
    links = visit.summary.locator("a")
    expect(links).to_have_count(2)
    for link, key in ((links.first, "devices"), (links.last, "scaling_efficiency")):
        expect(link).to_have_attribute("href", f"#{key}")
        expect(visit.message(key)).to_have_text(link.inner_text())
        expect(visit.field(key)).to_have_attribute("aria-invalid", "true")
    expect(visit.field("devices")).to_have_value("abc")
    expect(visit.field("scaling_efficiency")).to_have_value("101")
    expect(visit.number).to_have_count(0)
    prefix = said("Needs a change: ", language)
    expect(page).to_have_title(re.compile(rf"^{re.escape(prefix)}"))
    visit.expect_whole(language)
    links.last.click()
    expect(visit.field("scaling_efficiency")).to_be_focused()

    visit.field("devices").fill("128")
    visit.field("scaling_efficiency").fill("85")
    visit.field("devices").press("Enter")
    expect(visit.summary).to_have_count(0)
    expect(visit.number).to_have_text("217,600")


def test_languages_keep_the_numbers(page: Page) -> None:
    page.goto(address(query="?devices=128&scaling_efficiency=85"))
    visit = Visit(page)
    for language in ("ja", "zh-hant", "en"):
        page.locator(f'#languages a[href^="/{language}/"]').click()
        visit.expect_whole(language)
        expect(visit.field("devices")).to_have_value("128")
        expect(visit.number).to_have_text("217,600")


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_is_a_page(page: Page, language: str) -> None:
    page.goto(f"/{language}/")
    page.locator("#q").fill("gpipe")
    page.locator("#q").press("Enter")
    expect(page).to_have_url(f"/{language}/search/?q=gpipe")
    expect(page.locator("#q")).to_have_value("gpipe")
    hit = page.locator(".hits a")
    expect(hit).to_have_count(1)
    hit.click()
    expect(page).to_have_url(address(PIPELINE, language=language))


def test_nothing_only_works_with_script(page: Page) -> None:
    """What script fills stays out of sight, so that nothing stands there empty or dead."""
    page.goto(address())
    visit = Visit(page)
    for empty in ("#failure", "#too-long"):
        expect(page.locator(empty)).to_be_hidden()
    expect(page.locator("#inputs button")).to_have_count(1)
    expect(page.locator("[hidden]:visible")).to_have_count(0)
    expect(visit.note("devices").locator(".unit")).to_have_text(exactly("devices"))
