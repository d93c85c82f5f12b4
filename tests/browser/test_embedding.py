"""The embed in pages of other origins, with third-party cookies blocked."""

import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    Frame,
    FrameLocator,
    Locator,
    Page,
    Playwright,
    ViewportSize,
    expect,
)

from tests.browser.conftest import ARGUMENTS, OpenPage, Watch
from tests.browser.paper import Paper
from tests.browser.visit import FLAGSHIP, LANGUAGES, Visit, address, said
from tests.requirements import chromium

CLIPBOARD = ["clipboard-read", "clipboard-write"]
WIDE: ViewportSize = {"width": 1000, "height": 900}
AXE: dict[str, Any] = {
    "resultTypes": ["violations"],
    "rules": {"target-size": {"enabled": True}},
}


class Host:
    """A site of another origin: bare HTML files from another port."""

    def __init__(self) -> None:
        files: dict[str, str] = {}

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = files.get(self.path, "").encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.files = files
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # To a browser, localhost and 127.0.0.1 are two sites: their frames are third parties.
        self.origin = f"http://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


Hosted = Callable[..., Page]


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    running = Host()
    yield running
    running.close()


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """In the place of the usual one: a browser that blocks third-party cookies."""
    arguments = [*ARGUMENTS, "--test-third-party-cookie-phaseout"]
    running = playwright.chromium.launch(executable_path=chromium(), args=arguments)
    yield running
    running.close()


@pytest.fixture
def hosted(open_page: OpenPage, host: Host, watch: Watch) -> Hosted:
    """Opens a bare page of the other site with this in its body."""
    watch.allow(f"request to elsewhere: {host.origin}/")

    def opened(body: str, head: str = "", **options: Any) -> Page:
        host.files["/"] = f"<!doctype html><meta charset=utf-8>{head}<body>{body}"
        page = open_page(**{"viewport": WIDE, **options})
        page.goto(f"{host.origin}/")
        return page

    return opened


@pytest.fixture
def embed(server: str) -> Callable[..., str]:
    """The code of a frame, as an author may write it."""

    def written(query: str = "", language: str = "en", attributes: str = "", **sizes: int) -> str:
        width, height = sizes.get("width", 420), sizes.get("height", 860)
        return (
            f'<iframe src="{server}/{language}/ai/{FLAGSHIP}/embed/{query}" title="Embedded" '
            f'width="{width}" height="{height}" {attributes} '
            'style="max-width:100%;border:0;color-scheme:normal"></iframe>'
        )

    return written


Embed = Callable[..., str]


@pytest.fixture
def script(server: str) -> str:
    return f'<script src="{server}/static/embed.js" async></script>'


def frame(page: Page, place: int = 0) -> Frame:
    """The document in a frame of the host."""
    handle = page.locator("iframe").nth(place).element_handle()
    found = handle.content_frame()
    assert found is not None
    return found


def framed(page: Page, place: int = 0) -> FrameLocator:
    return page.locator("iframe").nth(place).content_frame


def number(page: Page, place: int = 0) -> Locator:
    return framed(page, place).locator(".answer-value .number")


def type_over(page: Page, key: str, text: str) -> None:
    field = framed(page).locator(f"#{key}")
    field.click()
    field.select_text()
    page.keyboard.type(text)


def content_height(page: Page, place: int = 0) -> int:
    height: float = frame(page, place).evaluate("document.body.getBoundingClientRect().height")
    return -int(-height // 1)


def expect_fitting(page: Page, place: int = 0) -> int:
    """That the frame is as high as its content, and does not scroll. Its height."""
    height = content_height(page, place)
    expect(page.locator("iframe").nth(place)).to_have_css("height", f"{height}px")
    assert frame(page, place).evaluate(
        "document.documentElement.scrollHeight <= document.documentElement.clientHeight"
    )
    return height


# From the page to another page


def test_code_from_the_page_works_in_a_page_of_another_origin(
    open_page: OpenPage, hosted: Hosted, server: str, watch: Watch
) -> None:
    """E1: no cookie is set or needed."""
    watch.allow("Unrecognized feature: 'web-share'")
    start = open_page(address(query="?devices=128", language="ja"), permissions=CLIPBOARD)
    start.locator('[data-copy="embed-code"]').click()
    expect(start.locator('[data-copy="embed-code"]')).to_have_text(said("Copied", "ja"))
    code = start.evaluate("navigator.clipboard.readText()")

    page = hosted(code)
    expect(number(page)).to_have_text("230,400")
    inner = frame(page)
    inner.evaluate("document.cookie = 'probe=1; SameSite=None; Secure'")
    assert inner.evaluate("document.cookie") == ""
    fitting = expect_fitting(page)

    type_over(page, "devices", "２５６")
    expect(number(page)).to_have_text("460,800")
    expect(framed(page).locator("#note-devices .echo")).to_have_text("256と読み取りました")
    assert inner.url == f"{server}/ja/ai/{FLAGSHIP}/embed/?devices=256"

    type_over(page, "devices", "abc")
    expect(framed(page).locator("#note-devices .message")).to_have_text(
        "デバイス数は数値で入力してください（例：64台）。"
    )
    expect(number(page)).to_have_count(0)

    type_over(page, "devices", "128")
    expect(number(page)).to_have_text("230,400")
    assert expect_fitting(page) == fitting
    # None of it is a step of the host's history, and none of it left a cookie.
    assert page.evaluate("history.length") == 2
    assert page.context.cookies() == []

    with page.context.expect_page() as opened:
        framed(page).locator("#credit a").last.click()
    whole = opened.value
    expect(whole).to_have_url(f"{server}/ja/ai/{FLAGSHIP}/?devices=128")
    expect(Visit(whole).number).to_have_text("230,400")


def test_full_page_refuses_to_be_framed(hosted: Hosted, server: str, watch: Watch) -> None:
    """E2."""
    watch.allow("frame-ancestors 'none'")
    page = hosted(f'<iframe src="{server}/en/ai/{FLAGSHIP}/"></iframe>')
    expect(framed(page).locator("body")).to_be_attached()
    assert frame(page).url != f"{server}/en/ai/{FLAGSHIP}/"
    expect(framed(page).locator("#result")).to_have_count(0)


def test_without_script_the_form_keeps_look_and_inputs(
    hosted: Hosted, embed: Embed, watch: Watch
) -> None:
    watch.allow("frame is sandboxed")
    look = "theme=dark&fields=devices,scaling_efficiency&results=lost_throughput"
    # As some wikis do it: a frame that may hold a form, but no script.
    page = hosted(
        embed(f"?devices=128&throughput_per_device=1000&{look}", attributes='sandbox="allow-forms"')
    )
    expect(number(page)).to_have_text("115,200")
    assert frame(page).evaluate("typeof htmx") == "undefined"
    field = framed(page).locator("#scaling_efficiency")
    field.fill("0.85")
    field.press("Enter")
    expect(number(page)).to_have_text("1,088")
    # A repair stays in the frame, where the full page would be refused.
    framed(page).locator("a.repair").click()
    expect(number(page)).to_have_text("108,800")
    expect(field).to_have_value("85")
    expect(framed(page).locator("html")).to_have_attribute("data-theme", "dark")
    expect(framed(page).locator(".field")).to_have_count(2)
    expect(framed(page).locator(".ledger dt")).to_have_text("Lost throughput")
    expect(framed(page).locator(".ledger .value b")).to_have_text("19,200")
    expect(framed(page).locator("[data-copy]")).to_be_hidden()
    field.fill("abc")
    field.press("Enter")
    expect(framed(page).locator(".summary a")).to_have_attribute("href", "#scaling_efficiency")


def test_embed_takes_no_focus_from_its_host(hosted: Hosted, embed: Embed) -> None:
    page = hosted(f'<input autofocus><p style="height:2000px">…</p>{embed("?devices=abc")}')
    expect(framed(page).locator(".summary")).to_be_attached()
    frame(page).wait_for_load_state("load")
    expect(page.locator("input")).to_be_focused()
    assert page.evaluate("scrollY") == 0


# Colours


def luminance(colour: str) -> float:
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (int(part) / 255 for part in re.findall(r"\d+", colour)[:3])
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


COLOURS = """(selector) => {
    const one = document.querySelector(selector);
    const opaque = (element) => {
        const colour = getComputedStyle(element).backgroundColor;
        return colour.startsWith("rgb(") ? colour : opaque(element.parentElement);
    };
    return [getComputedStyle(one).color, opaque(one)];
}"""


@pytest.mark.parametrize("reader", ["light", "dark"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_theme_is_readable_on_every_host(
    hosted: Hosted, embed: Embed, scheme: str, reader: str
) -> None:
    """E4: on its own solid background, whatever the host and the reader have chosen."""
    background = "#fdf6e3" if scheme == "light" else "#002b36"
    page = hosted(
        "".join(embed(f"?theme={theme}") for theme in ("auto", "light", "dark")),
        head=f"<style>:root{{color-scheme:{scheme}}}body{{background:{background}}}</style>",
        color_scheme=reader,
    )
    for place, theme in enumerate((reader, "light", "dark")):
        expect(number(page, place)).to_have_text("115,200")
        inner = frame(page, place)
        for selector in ("body", ".sentence", "h1", "#devices", ".unit", ".caption", ".primary"):
            ink, paper = inner.evaluate(COLOURS, selector)
            assert contrast(ink, paper) >= 4.5, (theme, selector, ink, paper)
        _ink, paper = inner.evaluate(COLOURS, "body")
        assert (luminance(paper) > 0.5) == (theme == "light")
        # The frame's canvas is the body's colour, and never the host's.
        canvas = inner.evaluate("getComputedStyle(document.body).backgroundColor")
        assert canvas == paper


# The height of the frame


def test_frame_fits_its_content(hosted: Hosted, embed: Embed, script: str) -> None:
    """E3."""
    page = hosted(embed(height=300) + script)
    expect(number(page)).to_have_text("115,200")
    start = expect_fitting(page)
    type_over(page, "devices", "abc")
    type_over(page, "scaling_efficiency", "1,5")
    expect(framed(page).locator(".message.bad")).to_have_count(2)
    expect(number(page)).to_have_count(0)
    refused = expect_fitting(page)
    type_over(page, "scaling_efficiency", "0.9")
    type_over(page, "devices", "2k")
    expect(framed(page).locator(".message.odd")).to_have_count(1)
    expect(framed(page).locator(".echo")).to_have_count(1)
    odd = expect_fitting(page)
    assert odd > start
    assert odd != refused
    type_over(page, "scaling_efficiency", "90")
    type_over(page, "devices", "64")
    expect(number(page)).to_have_text("115,200")
    expect(framed(page).locator(".message")).to_have_count(0)
    assert expect_fitting(page) == start


def test_frame_fits_at_every_width(hosted: Hosted, embed: Embed, script: str) -> None:
    page = hosted(embed(width=900) + script)
    expect(number(page)).to_have_text("115,200")
    wide = expect_fitting(page)
    heights = [wide]
    for width in (480, 336):
        page.set_viewport_size(ViewportSize(width=width, height=900))
        expect(page.locator("iframe")).to_have_css("width", f"{width - 16}px")
        page.wait_for_function(
            "before => document.querySelector('iframe').clientHeight > before", arg=heights[-1]
        )
        heights.append(expect_fitting(page))
        assert frame(page).evaluate("document.documentElement.scrollWidth") == width - 16
    page.set_viewport_size(WIDE)
    page.wait_for_function(
        "before => document.querySelector('iframe').clientHeight === before", arg=wide
    )
    assert expect_fitting(page) == wide


def test_script_that_comes_late_fits_all_the_same(
    hosted: Hosted, embed: Embed, server: str
) -> None:
    lazy = '<p style="height:9000px">…</p>' + embed(attributes='loading="lazy"')
    page = hosted(embed(height=200) + lazy)
    expect(number(page)).to_have_text("115,200")
    page.add_script_tag(url=f"{server}/static/embed.js")
    expect_fitting(page)
    # One that is not loaded yet is no error, and is fitted once it is.
    page.locator("iframe").last.scroll_into_view_if_needed()
    expect(number(page, 1)).to_have_text("115,200")
    expect_fitting(page, 1)


def test_two_frames_of_one_page_are_two(hosted: Hosted, embed: Embed, script: str) -> None:
    page = hosted(embed() + script + embed("?fields=devices") + script)
    for place in (0, 1):
        expect(number(page, place)).to_have_text("115,200")
    assert expect_fitting(page, 0) > expect_fitting(page, 1)


def test_without_the_script_the_frame_scrolls(hosted: Hosted, embed: Embed) -> None:
    page = hosted(embed(height=300))
    expect(number(page)).to_have_text("115,200")
    inner = frame(page)
    assert inner.evaluate("document.documentElement.scrollHeight") > 300
    page.locator("iframe").hover()
    page.mouse.wheel(0, 5000)
    expect(framed(page).locator("#credit")).to_be_in_viewport()
    page.mouse.wheel(0, -5000)
    type_over(page, "devices", "128")
    expect(number(page)).to_have_text("230,400")
    expect(page.locator("iframe")).to_have_css("height", "300px")


FOREIGN = """(data) => parent.postMessage(data, "*")"""


def test_script_listens_to_nobody_else(
    hosted: Hosted, embed: Embed, host: Host, script: str
) -> None:
    host.files["/other"] = "<!doctype html><p>Another frame, of the host's own origin"
    page = hosted(f'{embed()}<iframe src="/other" height="150"></iframe>{script}')
    expect(number(page)).to_have_text("115,200")
    height = expect_fitting(page)
    page.evaluate("""() => {
        globalThis.heard = 0;
        addEventListener("message", () => { heard += 1; });
    }""")
    # Right in form, wrong in origin: from the host itself, and from another frame.
    page.evaluate("postMessage({ sangi: 'height', height: 77 }, '*')")
    frame(page, 1).evaluate(FOREIGN, {"sangi": "height", "height": 77})
    # Right in origin, wrong in form.
    wrong: list[Any] = [
        None,
        "height",
        77,
        [],
        {"height": 77},
        {"sangi": "width", "height": 77},
        {"sangi": "height"},
        *({"sangi": "height", "height": value} for value in ("77", [77], -1, 0, 77.5, 10**6, None)),
    ]
    for data in wrong:
        frame(page).evaluate(FOREIGN, data)
    page.wait_for_function("count => heard === count", arg=2 + len(wrong))
    expect(page.locator("iframe").first).to_have_css("height", f"{height}px")
    expect(page.locator("iframe").last).to_have_css("height", "150px")
    # It still listens to whom it should.
    frame(page).evaluate(FOREIGN, {"sangi": "height", "height": 777})
    expect(page.locator("iframe").first).to_have_css("height", "777px")


# Copying in the frame


def test_link_is_copied_where_the_host_allows_it(
    hosted: Hosted, embed: Embed, server: str, watch: Watch
) -> None:
    """E5: with the code that we give."""
    # Browsers without a share sheet say so of code that allows it.
    watch.allow("Unrecognized feature: 'web-share'")
    page = hosted(
        embed("?theme=dark", attributes='allow="clipboard-write; web-share"'),
        permissions=CLIPBOARD,
    )
    expect(number(page)).to_have_text("115,200")
    type_over(page, "devices", "128")
    expect(number(page)).to_have_text("230,400")
    copy = framed(page).locator("[data-copy]")
    copy.click()
    expect(copy).to_have_text("Copied")
    page.locator("body").click(position={"x": 1, "y": 1})
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{server}/en/ai/{FLAGSHIP}/?devices=128"


@pytest.mark.parametrize("language", LANGUAGES)
def test_link_stands_selected_where_the_host_does_not(
    hosted: Hosted, embed: Embed, script: str, server: str, language: str, watch: Watch
) -> None:
    watch.allow("Permissions policy violation: The Clipboard API has been blocked")
    page = hosted(embed("?devices=8", language) + script, permissions=["clipboard-write"])
    expect(number(page)).to_have_text("14,400")
    height = expect_fitting(page)
    copy, link = framed(page).locator("[data-copy]"), framed(page).locator("#credit-link")
    expect(link).to_be_hidden()
    copy.click()
    expect(link).to_be_focused()
    expect(link).to_have_value(f"{server}/{language}/ai/{FLAGSHIP}/?devices=8")
    assert link.evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)") == (
        link.input_value()
    )
    expect(copy).to_have_text(said("Copy link", language))
    assert expect_fitting(page) > height


# The preview on our own page


def test_preview_follows_theme_and_inputs(open_page: OpenPage) -> None:
    page = open_page("/en/ai/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address())
    visit = Visit(page)
    steps = page.evaluate("history.length")
    page.locator("#embed").scroll_into_view_if_needed()
    visit.replace("devices", "128")
    expect(visit.number).to_have_text("230,400")
    # Nothing of it is loaded before it is asked for.
    assert not [url for url in asked if "/embed/" in url]

    page.locator("#preview summary").click()
    expect(number(page)).to_have_text("230,400")
    expect(framed(page).locator("html")).to_have_attribute("data-theme", "auto")
    expect_fitting(page)
    theme = page.get_by_label("Theme")
    code = page.locator("#embed-code")
    for chosen in ("dark", "light"):
        theme.select_option(chosen)
        expect(framed(page).locator("html")).to_have_attribute("data-theme", chosen)
        expect(number(page)).to_have_text("230,400")
        assert f'/embed/?devices=128&amp;theme={chosen}"' in code.input_value()
    visit.replace("scaling_efficiency", "85")
    expect(number(page)).to_have_text("217,600")
    expect(framed(page).locator("html")).to_have_attribute("data-theme", "light")
    assert "?devices=128&amp;scaling_efficiency=85&amp;theme=light" in code.input_value()
    assert page.locator("#preview iframe").get_attribute("src") == (
        f"/en/ai/{FLAGSHIP}/embed/?devices=128&scaling_efficiency=85&theme=light"
    )
    theme.select_option("auto")
    expect(framed(page).locator("html")).to_have_attribute("data-theme", "auto")
    assert "theme" not in code.input_value()
    # What is typed in the preview is the preview's own affair.
    type_over(page, "devices", "8")
    expect(number(page)).to_have_text("13,600")
    expect(visit.number).to_have_text("217,600")

    # One page is one step, however often its preview has changed.
    assert page.evaluate("history.length") == steps
    page.go_back()
    expect(page).to_have_url("/en/ai/")


def test_code_and_theme_agree_after_a_reload(open_page: OpenPage) -> None:
    page = open_page(address(query="?devices=128"))
    page.get_by_label("Theme").select_option("dark")
    code = page.locator("#embed-code")
    expect(code).to_have_value(re.compile("theme=dark"))
    page.reload()
    expect(page.get_by_label("Theme")).to_have_value("auto")
    assert "theme" not in code.input_value()


# How it looks


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", ["?throughput_per_device=2k", "?devices=abc&baseline_devices=0"])
def test_embed_is_accessible_at_every_width(open_page: OpenPage, language: str, query: str) -> None:
    page = open_page(f"/{language}/ai/{FLAGSHIP}/embed/{query}")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        response = Axe().run(page, options=AXE).response
        assert response["violations"] == []
    for width in (320, 420, 900):
        page.set_viewport_size({"width": width, "height": 600})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        # Nothing floats over the frame's content while a field has focus.
        page.locator("#devices").focus()
        expect(page.locator(".peek")).to_be_hidden()


def test_printed_with_its_host_it_keeps_form_and_result(
    hosted: Hosted, embed: Embed, tmp_path: Path
) -> None:
    """E7: whole in its frame, as on the screen but for what cannot be used on paper."""
    page = hosted(f"<h1>Host</h1>{embed('?devices=128')}<p>End of the host</p>")
    expect(number(page)).to_have_text("230,400")
    path = tmp_path / "host.pdf"
    page.pdf(path=path, format="A4")
    text = Paper(path).text
    for said_there in ("Host", "Devices", "128", "230,400samples/s", "115.2×", "Endofthehost"):
        assert said_there in text
    assert "Calculate" not in text
