"""Desks: one axis on every page, the answer in view, colours of both themes, glyphs."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.layout import bottom, left, top
from tests.browser.visit import BATCH, DESK, LANGUAGES, NOWHERE, PIPELINE, Visit, address

# The two columns of look.md: a of 24 rem and b of 42 rem, 2 rem either side of the axis.
COLUMN_A = (1280 - 70 * 16) / 2
COLUMN_B = COLUMN_A + 28 * 16

LEFT = ".site-header .brand, .intro, .inputs, .row > .aside, .site-footer .brand"
RIGHT = ".site-links, .result, .row > .body, .site-credit"

# look.md 2, as browsers print them.
TOKENS = {
    "light": {
        "paper": "rgb(255, 255, 255)",
        "wash": "rgb(239, 242, 248)",
        "field": "rgb(255, 255, 255)",
        "ink": "rgb(20, 23, 28)",
        "soft": "rgb(82, 90, 102)",
        "blue": "rgb(31, 63, 196)",
        "on-blue": "rgb(255, 255, 255)",
        "edge": "rgb(122, 132, 148)",
        "bad": "rgb(180, 35, 24)",
        "odd": "rgb(122, 82, 0)",
    },
    "dark": {
        "paper": "rgb(15, 18, 22)",
        "wash": "rgb(23, 28, 37)",
        "field": "rgb(10, 12, 16)",
        "ink": "rgb(228, 231, 236)",
        "soft": "rgb(162, 171, 184)",
        "blue": "rgb(159, 182, 255)",
        "on-blue": "rgb(12, 19, 48)",
        "edge": "rgb(112, 123, 139)",
        "bad": "rgb(255, 156, 144)",
        "odd": "rgb(230, 189, 104)",
    },
}

FONTS = {
    "en": (
        '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", '
        '"Liberation Sans", Arial, sans-serif'
    ),
    "zh-hant": (
        '"PingFang TC", "Noto Sans TC", "Noto Sans CJK TC", "Microsoft JhengHei", sans-serif'
    ),
    "ja": ('"Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic", Meiryo, sans-serif'),
}


@pytest.fixture
def desk(open_page: OpenPage) -> Page:
    return open_page(viewport=DESK)


def lefts(page: Page, selector: str) -> list[float]:
    """Where the content of each element begins, from the left."""
    found: list[float] = page.locator(selector).evaluate_all(
        """elements => elements.filter(element => element.checkVisibility())
            .map(element => element.getBoundingClientRect().left)"""
    )
    return found


@pytest.mark.parametrize(
    "path",
    [
        "",
        "ai/",
        "search/?q=GPU",
        NOWHERE,
        "ai/data-parallel-scaling/",
        "ai/data-parallel-scaling/?devices=abc",
        f"ai/{PIPELINE}/",
        f"ai/{BATCH}/",
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_both_columns_begin_on_the_axis(desk: Page, language: str, path: str) -> None:
    desk.goto(f"/{language}/{path}")
    for selector, place in ((LEFT, COLUMN_A), (RIGHT, COLUMN_B)):
        found = lefts(desk, selector)
        assert len(found) >= 3
        assert found == [pytest.approx(place, abs=0.5)] * len(found)


@pytest.mark.parametrize("width", [1024, 1100, 1600, 2400])
def test_axis_holds_at_other_widths(desk: Page, width: int) -> None:
    desk.set_viewport_size({"width": width, "height": 800})
    desk.goto(address())
    for selector in (LEFT, RIGHT):
        found = lefts(desk, selector)
        assert found == [pytest.approx(found[0], abs=0.5)] * len(found)
    # The wash of the form runs from the edge of the window to the axis.
    panel = desk.locator(".panel").bounding_box()
    assert panel
    assert panel["x"] == 0
    middle = (left(desk.locator(".intro")) + left(desk.locator(".result"))) / 2
    assert middle < panel["width"] < left(desk.locator(".result"))


def test_result_is_level_with_the_breadcrumb(desk: Page) -> None:
    desk.goto(address())
    crumb, label = desk.locator(".breadcrumb"), desk.locator("#answer-label")
    assert top(label) == pytest.approx(top(crumb), abs=4)


def test_answer_stays_in_view_beside_a_long_form(desk: Page) -> None:
    desk.goto(address())
    visit = Visit(desk)
    visit.open_fold_of("baseline_devices")
    desk.evaluate("scrollTo(0, 0)")
    room = bottom(desk.locator(".panel")) - bottom(visit.result)
    assert room > 200
    desk.mouse.move(100, 300)
    desk.mouse.wheel(0, room)
    expect(desk.locator("h1")).not_to_be_in_viewport()
    expect(visit.number).to_be_in_viewport(ratio=1)
    expect(desk.locator("#result .sentence")).to_be_in_viewport(ratio=1)
    visit.field("baseline_devices").fill("8")
    expect(desk).to_have_url(address(query="?baseline_devices=8"))
    expect(visit.number).to_be_in_viewport(ratio=1)
    # It ends with its section and covers nothing below.
    desk.mouse.wheel(0, 3000)
    expect(visit.number).not_to_be_in_viewport()
    assert bottom(visit.result) <= top(desk.locator(".article"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_answer_is_in_view_from_every_field(desk: Page, language: str) -> None:
    desk.goto(address(language=language))
    visit = Visit(desk)
    for key in ("devices", "throughput_per_device", "scaling_efficiency", "work_unit"):
        visit.field(key).focus()
        expect(visit.number).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_answer_that_stays_covers_nothing_that_has_the_focus(desk: Page, language: str) -> None:
    desk.goto(address(language=language))
    visit = Visit(desk)
    desk.locator("#inputs .buttons a").focus()
    expect(visit.number).to_be_in_viewport(ratio=1)
    stops = desk.locator("#result :is(summary, button, a, [tabindex])")
    for stop in (*stops.all(), *reversed(stops.all())):
        stop.focus()
        assert top(stop) >= bottom(desk.locator("#result .answer"))
        expect(stop).to_be_in_viewport(ratio=1)


def test_equals_signs_stand_below_each_other(desk: Page) -> None:
    desk.goto(address(query="?devices=128&scaling_efficiency=85"))
    lines = desk.locator("#result .working .line")
    expect(lines).to_have_count(2)
    for place in (1, 2):
        first, second = (left(line.locator("math").nth(place)) for line in lines.all())
        assert first == pytest.approx(second, abs=1)


# What has the focus, and the ring around it: radios have theirs around the whole option.
FOCUSED = """() => {
    const element = document.activeElement;
    const radio = element.type === "radio";
    const ringed = radio ? element.closest("label") : element;
    const style = getComputedStyle(ringed);
    return {
        kind: radio ? "radio" : element.localName,
        ring: `${style.outlineWidth} ${style.outlineStyle} ${style.outlineColor}`,
        text: element.outerHTML,
    };
}"""


@pytest.mark.parametrize("theme", TOKENS)
def test_focus_is_seen_on_everything_that_takes_it(open_page: OpenPage, theme: str) -> None:
    page = open_page(address(PIPELINE), viewport=DESK, color_scheme=theme)
    kinds = set()
    for _ in range(200):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused["kind"] == "body":
            break
        assert focused["ring"] == f"3px solid {TOKENS[theme]['blue']}", focused["text"]
        expect(page.locator(":focus")).to_be_in_viewport()
        kinds.add(focused["kind"])
    assert {"a", "input", "radio", "button", "summary", "div"} <= kinds
    page.goto(address())
    page.locator("#work_unit").focus()
    assert page.evaluate(FOCUSED)["ring"] == f"3px solid {TOKENS[theme]['blue']}"


@pytest.mark.parametrize("theme", TOKENS)
def test_colours_are_those_of_the_theme(open_page: OpenPage, theme: str) -> None:
    query = "?devices=abc&scaling_efficiency=0.9"
    page = open_page(address(query=query), viewport=DESK, color_scheme=theme)
    tokens = TOKENS[theme]
    colours = {
        "body": ("background-color", "paper"),
        "h1": ("color", "ink"),
        ".panel": ("background-color", "wash"),
        ".lead": ("color", "soft"),
        "#throughput_per_device": ("color", "blue"),
        "#devices": ("color", "bad"),
        "#note-devices .message": ("color", "bad"),
        "#note-scaling_efficiency .message": ("color", "odd"),
        "#inputs .primary": ("background-color", "blue"),
        "#inputs .button": ("border-top-color", "edge"),
        "#result .rods .lost": ("fill", "edge"),
    }
    for selector, (part, token) in colours.items():
        expect(page.locator(selector).first).to_have_css(part, tokens[token])
    expect(page.locator("#inputs .primary")).to_have_css("color", tokens["on-blue"])
    expect(page.locator("#throughput_per_device")).to_have_css("background-color", tokens["field"])


def test_blue_is_the_visitor_and_results_are_ink(desk: Page) -> None:
    desk.goto(address(query="?devices=128"))
    visit = Visit(desk)
    blue, ink = TOKENS["light"]["blue"], TOKENS["light"]["ink"]
    for given in desk.locator("#result mn.given").all():
        expect(given).to_have_css("color", blue)
    for result in (visit.number, *visit.ledger.all(), desk.locator(".line mn").last):
        expect(result).to_have_css("color", ink)


def fonts_of(page: Page, selector: str) -> list[str]:
    """The fonts from which the glyphs of an element really come."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root: dict[str, Any] = session.send("DOM.getDocument")
    query = {"nodeId": root["root"]["nodeId"], "selector": selector}
    node: dict[str, Any] = session.send("DOM.querySelector", query)
    used = session.send("CSS.getPlatformFontsForNode", {"nodeId": node["nodeId"]})
    return sorted(font["familyName"] for font in used["fonts"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_names_itself_and_its_fonts(desk: Page, language: str) -> None:
    desk.goto(address(language=language))
    lang = {"en": "en", "zh-hant": "zh-Hant-TW", "ja": "ja"}
    expect(desk.locator("html")).to_have_attribute("lang", lang[language])
    expect(desk.locator("body")).to_have_css("font-family", FONTS[language])
    # The links to the other languages are set in the fonts of those.
    for other in ("zh-hant", "ja"):
        link = desk.locator(f'#languages a[href^="/{other}/"]')
        expect(link).to_have_attribute("lang", lang[other])
        expect(link).to_have_css("font-family", FONTS[other])


def test_han_characters_take_the_forms_of_the_language(desk: Page) -> None:
    """直, 骨, 角 and 誤 differ between Japan and Taiwan."""
    used, pictures = {}, {}
    for language in ("zh-hant", "ja"):
        desk.goto(address(language=language))
        desk.locator("h1").evaluate("title => { title.textContent = '直骨角誤' }")
        pictures[language] = desk.locator("h1").screenshot()
        used[language] = fonts_of(desk, "h1")
    assert all(used.values())
    designed = {
        language: any(font in FONTS[language] for font in fonts) for language, fonts in used.items()
    }
    # A system without any font for Chinese or Japanese has only one form to show.
    if any(designed.values()):
        assert designed == {"zh-hant": True, "ja": True}, used
        assert used["zh-hant"] != used["ja"]
        assert pictures["zh-hant"] != pictures["ja"]


def test_numbers_are_not_set_in_full_width(desk: Page) -> None:
    """Digits and × come from the Latin fonts, in every language."""
    for language in LANGUAGES:
        desk.goto(address(language=language))
        for selector in ("#result .answer-value .number", "#result .line mn"):
            fonts = desk.locator(selector).first.evaluate(
                "element => getComputedStyle(element).fontFamily"
            )
            assert fonts.startswith("-apple-system"), (language, selector, fonts)
