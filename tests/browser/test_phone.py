"""Phones: the answer above the fold, nothing cut, nothing hidden, everything large enough."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.layout import (
    bottom,
    clipped,
    left,
    open_folds,
    overlaps,
    sideways,
    small_targets,
    top,
)
from tests.browser.visit import (
    BATCH,
    LANGUAGES,
    MEASURED,
    NOWHERE,
    PHONE,
    PIPELINE,
    SMALLEST,
    Visit,
    address,
)

FLAGSHIP_PAGE = "ai/data-parallel-scaling/"
PREFILLED = f"{FLAGSHIP_PAGE}?devices=128&scaling_efficiency=85"
PAGES = {
    "home": "",
    "catalogue": "ai/",
    "search": "search/?q=GPU",
    "nothing found": "search/?q=xyzzy",
    "not found": NOWHERE,
    "flagship": FLAGSHIP_PAGE,
    "prefilled": PREFILLED,
    "long numbers": f"{FLAGSHIP_PAGE}?devices=999999&throughput_per_device=123456789012.5"
    "&scaling_efficiency=12.345678&baseline_devices=123456&total_work=123456789012345678",
    "errors": f"{FLAGSHIP_PAGE}?devices=abc&throughput_per_device=1,5&scaling_efficiency=101",
    "across fields": f"{FLAGSHIP_PAGE}?devices=8&baseline_devices=16&projected_devices=4",
    "compared": f"{FLAGSHIP_PAGE}?pin=&pin=Plan%20B,devices:2&pin=devices:abc&pin=devices:1000000",
    "carried on": f"{FLAGSHIP_PAGE}?from={BATCH},total_devices",
    "remark": f"{FLAGSHIP_PAGE}?scaling_efficiency=0.9",
    "pipeline": f"ai/{PIPELINE}/",
    "unknown choice": f"ai/{PIPELINE}/?schedule=no-such-schedule-at-all",
    "batch": f"ai/{BATCH}/?target_batch_tokens=4000000&dataset_tokens_b=100&base_lr=0.1"
    "&base_batch_size=256",
    "measured": f"ai/{MEASURED}/?projected_devices=300&target_throughput=4000&target_efficiency=80",
}
THUMB = 44


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    return open_page(viewport=PHONE, has_touch=True, is_mobile=True)


@pytest.fixture
def smallest(open_page: OpenPage) -> Page:
    return open_page(viewport=SMALLEST)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", ["?devices=128&scaling_efficiency=85", ""])
def test_link_opens_with_the_answer_in_view(phone: Page, language: str, query: str) -> None:
    phone.goto(address(query=query, language=language))
    visit = Visit(phone)
    places = [
        bottom(phone.locator("h1")),
        bottom(visit.number),
        bottom(phone.locator("#result .sentence")),
    ]
    assert places == sorted(places)
    assert places[-1] <= 450
    assert bottom(phone.locator("#result .rods")) < top(phone.locator("#inputs")) <= 600
    assert top(phone.locator("#result .ledger")) > bottom(phone.locator("#inputs"))
    assert phone.evaluate("scrollY") == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_order_for_a_screen_reader_is_that_of_the_source(phone: Page, language: str) -> None:
    """What moves up on a phone takes no focus, so that tabbing never jumps about."""
    phone.goto(address(language=language))
    moved = phone.locator("#result .answer :is(a, button, input, select, summary, [tabindex])")
    expect(moved).to_have_count(0)


@pytest.mark.parametrize("kind", PAGES)
def test_nothing_is_cut_at_320(smallest: Page, kind: str) -> None:
    for language in LANGUAGES:
        smallest.goto(f"/{language}/{PAGES[kind]}")
        assert (language, sideways(smallest)) == (language, 0)
        assert (language, clipped(smallest)) == (language, [])
        open_folds(smallest)
        assert (language, sideways(smallest)) == (language, 0)
        assert (language, clipped(smallest)) == (language, [])
        texts = ".note .unit, .field > label, .echo, .message, .hint, .buttons > *, .languages a"
        assert (language, overlaps(smallest, texts)) == (language, [])


def test_text_too_long_for_its_field_is_noticed(smallest: Page) -> None:
    smallest.goto(address())
    Visit(smallest).field("devices").evaluate("field => { field.value = '9'.repeat(25) }")
    assert any("input#devices" in each for each in clipped(smallest))


@pytest.mark.parametrize("width", [352, 375, 500, 703, 704, 900, 1023, 1024])
def test_nothing_is_cut_between(open_page: OpenPage, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 700})
    for language in LANGUAGES:
        for kind in ("prefilled", "errors", "home", "pipeline"):
            page.goto(f"/{language}/{PAGES[kind]}")
            open_folds(page)
            where = (language, kind)
            assert (*where, sideways(page)) == (*where, 0)
            assert (*where, clipped(page)) == (*where, [])


def test_text_may_be_spaced_out(phone: Page) -> None:
    """WCAG 1.4.12: with wider spacing nothing is lost."""
    for language in LANGUAGES:
        phone.goto(f"/{language}/{PAGES['remark']}")
        phone.evaluate(
            """() => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(`* {
                    line-height: 1.5 !important; letter-spacing: .12em !important;
                    word-spacing: .16em !important;
                } p { margin-bottom: 2em !important; }`);
                document.adoptedStyleSheets = [sheet];
            }"""
        )
        assert (language, sideways(phone)) == (language, 0)
        # A unit may then reach a few pixels into the padding beside it.
        assert (language, clipped(phone, slack=8)) == (language, [])


@pytest.mark.parametrize("kind", PAGES)
def test_everything_can_be_hit_with_a_thumb(phone: Page, kind: str) -> None:
    for language in LANGUAGES:
        phone.goto(f"/{language}/{PAGES[kind]}")
        open_folds(phone)
        assert (language, small_targets(phone)) == (language, [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_line_with_the_answer_stays_while_typing(phone: Page, language: str) -> None:
    phone.goto(address(language=language))
    visit = Visit(phone)
    line = phone.locator(".peek")
    expect(line).to_be_hidden()
    visit.field("scaling_efficiency").tap()
    expect(line).to_be_visible()
    expect(line).to_have_attribute("aria-hidden", "true")
    expect(line).to_contain_text("115,200")
    box = line.bounding_box()
    assert box
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, PHONE["width"], THUMB)
    visit.replace("scaling_efficiency", "85")
    expect(line).to_contain_text("108,800")
    expect(line).to_be_visible()
    visit.replace("scaling_efficiency", "x")
    expect(line).to_contain_text("—")
    assert sideways(phone) == 0
    phone.locator("h1").tap()
    expect(line).to_be_hidden()


def fields(page: Page) -> Iterator[str]:
    """The fields that are in use."""
    yield from page.locator("#inputs input[type=text], #inputs select").evaluate_all(
        "fields => fields.filter(field => field.checkVisibility()).map(field => field.id)"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_line_with_the_answer_hides_no_field(phone: Page, language: str) -> None:
    phone.goto(address(language=language))
    visit = Visit(phone)
    open_folds(phone)
    keys = list(fields(phone))
    # Forward and back by keyboard, as the phone's own arrows do.
    visit.field(keys[0]).focus()
    walk = [*keys[1:], *reversed(keys[:-1])]
    for place, key in enumerate(walk):
        for _ in range(5):
            phone.keyboard.press("Tab" if place < len(keys) - 1 else "Shift+Tab")
            if visit.field(key).evaluate("field => field === document.activeElement"):
                break
        expect(visit.field(key)).to_be_in_viewport(ratio=1)
        assert (key, top(visit.field(key)) >= THUMB) == (key, True)
    # A field that a tap finds at the very top.
    for key in keys[1:]:
        phone.evaluate("document.activeElement.blur()")
        visit.field(key).evaluate("field => { scrollBy(0, field.getBoundingClientRect().top - 4) }")
        visit.field(key).tap()
        expect(phone.locator(".peek")).to_be_visible()
        assert (key, top(visit.field(key)) >= THUMB) == (key, True)


def test_line_with_the_answer_is_for_phones_only(flagship: Visit) -> None:
    flagship.field("devices").focus()
    expect(flagship.page.locator(".peek")).to_be_hidden()


def test_lines_of_the_working_do_not_touch(phone: Page) -> None:
    phone.goto(address())
    for line in phone.locator("#result .working .line").all():
        symbols, numbers, _result = line.locator("math").all()
        assert top(numbers) - bottom(symbols) >= 2


def test_header_and_form_keep_to_the_gutter(phone: Page) -> None:
    phone.goto(address())
    edge = left(phone.locator("h1"))
    for part in (".site-header .brand", ".lead", ".answer-label", "#inputs .field", ".prose p"):
        assert left(phone.locator(part).first) == pytest.approx(edge, abs=0.5), part


def test_brand_keeps_its_sign_where_there_is_little_room(open_page: OpenPage) -> None:
    page = open_page("/en/", viewport={"width": 350, "height": 600})
    expect(page.locator(".site-header .brand [lang=ja]")).to_be_visible()
    expect(page.locator(".site-header .latin")).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 600})
    expect(page.locator(".site-header .latin")).to_be_visible()
