"""Sharing in the browser: copying says so only when it happened, and follows the inputs."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FloatRect, Locator, Page, Route, ViewportSize, expect

from tests.browser.conftest import OpenPage, Watch
from tests.browser.visit import DESK, LANGUAGES, Visit, address, said

PREFILLED = "?devices=128&scaling_efficiency=85"
COPIED = ("copy-link", "copy-text", "copy-row", "embed-code")
CLIPBOARD = ["clipboard-read", "clipboard-write"]
# Plain http on a name that is not this machine's: browsers keep the clipboard from it.
PLAIN = "http://sangi.example"
AXE: dict[str, Any] = {
    "resultTypes": ["violations"],
    "rules": {"target-size": {"enabled": True}},
}


def source(page: Page, name: str) -> Locator:
    return page.locator(f"#{name}")


def button(page: Page, name: str) -> Locator:
    return page.locator(f'[data-copy="{name}"]')


def box(one: Locator) -> FloatRect:
    found = one.bounding_box()
    assert found is not None
    return found


def clipboard(page: Page) -> str:
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def expect_selected(field: Locator) -> None:
    """That the whole text stands selected and can be copied by hand."""
    expect(field).to_be_focused()
    selected = field.evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)")
    assert selected == field.input_value() != ""


def deny_clipboard(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    target = session.send("Target.getTargetInfo")["targetInfo"]
    session.send(
        "Browser.setPermission",
        {
            "permission": {"name": "clipboard-write"},
            "setting": "denied",
            "browserContextId": target["browserContextId"],
        },
    )


@pytest.fixture
def granted(open_page: OpenPage) -> Page:
    return open_page(address(query=PREFILLED), permissions=CLIPBOARD)


@pytest.fixture
def plain(open_page: OpenPage, server: str, watch: Watch) -> Page:
    watch.allow(f"request to elsewhere: {PLAIN}/")
    page = open_page(base_url=PLAIN)

    def elsewhere(route: Route) -> None:
        response = route.fetch(url=route.request.url.replace(PLAIN, server))
        route.fulfill(response=response)

    page.context.route(f"{PLAIN}/**", elsewhere)
    page.goto(address(query=PREFILLED))
    assert page.evaluate("[isSecureContext, navigator.clipboard]") == [False, None]
    return page


# Copying


def test_copied(granted: Page) -> None:
    for name in COPIED:
        button(granted, name).click()
        expect(button(granted, name)).to_have_text("Copied")
        expect(granted.locator("#announcement")).to_have_text("Copied")
        assert clipboard(granted) == source(granted, name).input_value() != ""
        # The keyboard stays where it was.
        expect(button(granted, name)).to_be_focused()


@pytest.mark.parametrize("language", LANGUAGES)
def test_copied_by_keyboard_in_three_languages(open_page: OpenPage, language: str) -> None:
    page = open_page(address(query=PREFILLED, language=language), permissions=CLIPBOARD)
    copy = button(page, "copy-link")
    expect(copy).to_have_text(said("Copy link", language))
    copy.focus()
    page.keyboard.press("Enter")
    expect(copy).to_have_text(said("Copied", language))
    page.keyboard.press("Space")
    assert clipboard(page) == page.url
    expect(copy).to_have_text(said("Copy link", language))


def test_what_is_copied_follows_the_inputs(granted: Page) -> None:
    visit = Visit(granted)
    visit.replace("devices", "256")
    expect(visit.number).to_have_text("435,200")
    for name, part in {
        "copy-link": "?devices=256&scaling_efficiency=85",
        "copy-text": "435,200\u00a0samples/s (256\u00a0devices",
        "copy-row": "256\t2000\t85\t1\tsamples",
        "embed-code": "/embed/?devices=256&amp;scaling_efficiency=85",
    }.items():
        button(granted, name).click()
        expect(button(granted, name)).to_have_text("Copied")
        assert part in clipboard(granted)


def test_nothing_is_claimed_where_the_clipboard_is_denied(page: Page) -> None:
    page.goto(address(query=PREFILLED))
    deny_clipboard(page)
    for name in COPIED:
        label = button(page, name).inner_text()
        button(page, name).click()
        expect_selected(source(page, name))
        expect(button(page, name)).to_have_text(label)
        expect(page.locator("#announcement")).to_be_empty()


def test_text_stands_selected_over_plain_http(plain: Page) -> None:
    """E6."""
    plain.evaluate("document.body.append(document.createElement('textarea'))")
    paper = plain.locator("body > textarea")
    for name in COPIED:
        label = button(plain, name).inner_text()
        button(plain, name).click()
        expect_selected(source(plain, name))
        expect(button(plain, name)).to_have_text(label)
        # And the visitor's own keys copy it.
        plain.keyboard.press("Control+c")
        paper.fill("")
        plain.keyboard.press("Control+v")
        expect(paper).to_have_value(source(plain, name).input_value())


def test_what_is_refused_offers_only_its_link(granted: Page) -> None:
    visit = Visit(granted)
    for name in ("copy-text", "copy-row"):
        expect(button(granted, name)).to_be_visible()
    visit.replace("devices", "abc")
    expect(visit.message("devices")).to_be_visible()
    for name in ("copy-text", "copy-row"):
        expect(button(granted, name)).to_be_hidden()
    button(granted, "copy-link").click()
    expect(button(granted, "copy-link")).to_have_text("Copied")
    assert clipboard(granted).endswith("?devices=abc&scaling_efficiency=85")
    visit.replace("devices", "8")
    expect(button(granted, "copy-row")).to_be_visible()


def test_without_script_there_is_no_dead_button(open_page: OpenPage) -> None:
    page = open_page(address(query=PREFILLED), java_script_enabled=False)
    for dead in ("[data-copy]", "[data-share]", "#embed-theme"):
        for each in page.locator(dead).all():
            expect(each).to_be_hidden()
    for name in COPIED:
        expect(source(page, name)).to_be_visible()
    assert source(page, "copy-link").input_value() == page.url
    # The preview needs no script either.
    page.locator("#preview summary").click()
    preview = page.frame_locator("#preview iframe")
    expect(preview.locator(".answer-value .number")).to_have_text("217,600")


# The share sheet of the device

SHEET = """
    Navigator.prototype.share = (data) => {
        globalThis.shared = data;
        return Promise.reject(new DOMException("Closed", "AbortError"));
    };
"""


def test_share_sheet_gets_the_answer_and_the_link(page: Page) -> None:
    page.add_init_script(SHEET)
    page.goto(address(query=PREFILLED))
    visit = Visit(page)
    sheet = page.locator("[data-share]")
    expect(sheet).to_be_visible()
    visit.replace("devices", "256")
    expect(visit.number).to_have_text("435,200")
    # The pieces were replaced meanwhile.
    expect(sheet).to_be_visible()
    # Closing the sheet without sharing is not an error.
    sheet.click()
    assert page.evaluate("shared") == {
        "url": page.url,
        "title": "435,200\u00a0samples/s · Data parallel scaling",
        "text": "256\u00a0devices at 85% efficiency reach 435,200\u00a0samples/s, "
        "217.6 times one device.",
    }


def test_no_button_where_there_is_no_share_sheet(page: Page) -> None:
    page.add_init_script("delete Navigator.prototype.share")
    page.goto(address(query=PREFILLED))
    visit = Visit(page)
    expect(page.locator("[data-share]")).to_be_hidden()
    visit.replace("devices", "256")
    expect(visit.number).to_have_text("435,200")
    expect(page.locator("[data-share]")).to_be_hidden()


# How it looks


@pytest.mark.parametrize("language", LANGUAGES)
def test_share_and_embed_are_accessible(open_page: OpenPage, language: str) -> None:
    page = open_page(address(query=PREFILLED, language=language), viewport=DESK)
    sections = {"include": [["#share"], ["#embed"]]}
    assert Axe().run(page, sections, AXE).response["violations"] == []
    page.emulate_media(color_scheme="dark")
    assert Axe().run(page, sections, AXE).response["violations"] == []
    for width in (1280, 375, 320):
        page.set_viewport_size(ViewportSize(width=width, height=800))
        assert page.evaluate("document.documentElement.scrollWidth") == width
        # A field and its button are joined, and the code is seen whole.
        for name in COPIED[:3]:
            field, press = box(source(page, name)), box(button(page, name))
            assert abs(field["x"] + field["width"] - press["x"]) < 1
            assert abs(field["y"] - press["y"]) < 1
        code = source(page, "embed-code")
        assert code.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
