"""The report on paper: what is on it, what is not, and that nothing of it is cut."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import segno
from playwright.sync_api import Page, Request, Route, expect

from calculator.registry import calculators
from tests.browser.conftest import OpenPage, Watch
from tests.browser.paper import (
    MARGIN_MM,
    POINTS_PER_MM,
    SIZES,
    Paper,
    Sheet,
    characters,
    packed,
)
from tests.browser.visit import BATCH, FLAGSHIP, LANGUAGES, PIPELINE, Visit, address, said

# Where the right column begins, in points.
AXIS = 185
MOMENT = "2026-07-20T13:34:56Z"
QUERY = "?devices=128&baseline_devices=8&total_work=1000000000000"
# Numbers as long as they get, and every part of a result that there can be.
LONGEST = {
    FLAGSHIP: (
        "?devices=999983&throughput_per_device=123456789012.345&scaling_efficiency=99.123456789"
        "&baseline_devices=7&projected_devices=999979&total_work=987654321987654321"
    ),
    BATCH: (
        "?micro_batch_size=999983&data_parallel_size=999979&grad_accum_steps=999961"
        "&sequence_length=99999989&model_parallel_size=99991&token_fill_percent=99.123456789"
        "&target_batch_tokens=999999999999&dataset_tokens_b=999999999.123"
        "&base_lr=0.000123456789&base_batch_size=999999999&lr_scaling=sqrt"
    ),
    PIPELINE: (
        "?stages=9973&microbatches=9999991&schedule=interleaved&virtual_stages=997"
        "&microbatch_time_ms=123456789.123&target_bubble_percent=0.0123456789"
    ),
}

Printer = Callable[..., Paper]


@pytest.fixture
def printed(tmp_path: Path) -> Printer:
    def prints(page: Page, size: str = "A4") -> Paper:
        fetch_chart(page)
        path = tmp_path / "report.pdf"
        page.pdf(path=path, format=size)
        return Paper(path)

    return prints


def fetch_chart(page: Page) -> None:
    """The chart as it is once someone has touched a key, for instance to print."""
    scripted = page.evaluate("document.documentElement.dataset.script") is not None
    if scripted and page.locator("#chart:visible").count():
        page.keyboard.press("Shift")
        expect(page.locator("#chart svg[role=img]")).to_be_attached()


def on_paper(page: Page) -> str:
    """The text that the page itself means to print."""
    page.emulate_media(media="print")
    text = page.locator("body").inner_text()
    page.emulate_media(media="null")
    return text


def codes(page: Page) -> list[str]:
    """The addresses of the codes that the page asks for from now on."""
    asked: list[str] = []

    def note(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.path.endswith("/qr.svg"):
            asked.append(f"{parts.path}?{parts.query}".removesuffix("?"))

    page.on("request", note)
    return asked


def stay_within(sheet: Sheet) -> None:
    """All words within the margins, but for the empty half of a closing bracket.

    A browser shrinks pages that are too wide, so the axis has to be where it belongs.
    """
    margin, slack = MARGIN_MM * POINTS_PER_MM, 5
    assert abs(min(word.left for word in sheet.words if word.left > AXIS - 17) - AXIS) < 3
    for word in sheet.words:
        assert word.left > margin - slack, word
        assert word.right < sheet.width - margin + slack, word
        assert 0 < word.top < word.bottom < sheet.height, word


def stay_apart(sheet: Sheet) -> None:
    """No word over another one, but for full-width marks that move up to each other."""
    for place, one in enumerate(sheet.words):
        for other in sheet.words[place + 1 :]:
            shared = min(one.right, other.right) - max(one.left, other.left)
            same_line = abs(one.bottom - other.bottom) < 1
            assert not (same_line and shared > 6), (one, other)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_meant_for_paper_is_on_it(
    open_page: OpenPage, printed: Printer, language: str, size: str
) -> None:
    page = open_page(address(query=QUERY, language=language))
    paper = printed(page, size)
    assert {sheet.size for sheet in paper.sheets} == {SIZES[size]}
    assert len(paper.sheets) <= 2
    for sheet in paper.sheets:
        stay_within(sheet)
        stay_apart(sheet)
    meant = on_paper(page)
    assert characters(paper.text) == characters(meant)
    for part in (
        "h1",
        ".given-values",
        ".answer-value",
        ".sentence",
        ".caption",
        ".ledger",
        ".working .lines",
        ".working .legend",
        ".kept .lying >> nth=0",
        ".kept .lying >> nth=1",
        "#address p >> nth=0",
        "#created",
    ):
        text = packed(page.locator(part).text_content() or "")
        assert text, part
        assert text in packed(meant), part


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_of_no_use_on_paper_is_not_on_it(
    open_page: OpenPage, printed: Printer, language: str
) -> None:
    page = open_page(address(language=language))
    text = printed(page).text
    for message in (
        "Skip to content",
        "All calculators",
        "Search",
        "Home",
        "Reset",
        "Print report",
        "FAQ",
        "Why does efficiency fall as devices are added?",
        "Worked example",
        "Recommended next",
        "No cookies, no tracking, no requests to anyone else.",
        "What one device does per second at the baseline size; by default, alone.",
    ):
        assert packed(said(message, language)) not in text, message
    for name in ("English", "繁體中文", "日本語", "JSON"):
        assert name not in text


@pytest.mark.parametrize(
    ("language", "given"),
    [
        ("en", ["64 devices", "2,000 samples/s", "90%", "1 device"]),
        ("zh-hant", ["64 個裝置", "2,000 樣本/秒", "90%", "1 個裝置"]),
        ("ja", ["64台", "2,000サンプル/秒", "90%", "1台"]),
    ],
)
def test_report_says_what_was_asked_and_answered(
    open_page: OpenPage, printed: Printer, language: str, given: list[str]
) -> None:
    page = open_page(address(language=language))
    paper = printed(page)
    left = packed("".join(word.text for word in paper.sheets[0].words if word.right < AXIS - 10))
    right = packed("".join(word.text for word in paper.sheets[0].words if word.left > AXIS - 10))
    title = page.title().partition(" — ")[0]
    for text in (title, *given):
        assert packed(text) in left
    for text in ("115,200", "57.6×"):
        assert text in right
    assert "A=d⋅v⋅E=64×2,000×90%=115,200" in paper.text


@pytest.mark.parametrize(
    ("slug", "language"), [(FLAGSHIP, "ja"), (BATCH, "en"), (PIPELINE, "zh-hant")]
)
def test_longest_numbers_stay_on_the_paper(
    open_page: OpenPage, printed: Printer, slug: str, language: str
) -> None:
    page = open_page(address(slug, LONGEST[slug], language))
    expect(page.locator("#result .answer-value")).to_be_visible()
    for size in SIZES:
        paper = printed(page, size)
        for sheet in paper.sheets:
            stay_within(sheet)
            stay_apart(sheet)
        lost = characters(on_paper(page)) - characters(paper.text)
        assert not lost
        assert len(paper.sheets) <= 3


def test_working_too_long_for_one_line_takes_another(flagship: Visit, printed: Printer) -> None:
    flagship.page.evaluate(
        """() => {
            for (const number of document.querySelectorAll("#result .line mn")) {
                number.textContent = "123,456,789,012.3";
            }
        }"""
    )
    for sheet in printed(flagship.page).sheets:
        stay_within(sheet)
        stay_apart(sheet)


@pytest.mark.parametrize("slug", calculators())
@pytest.mark.parametrize("language", LANGUAGES)
def test_report_is_short(open_page: OpenPage, printed: Printer, language: str, slug: str) -> None:
    paper = printed(open_page(address(slug, language=language)))
    # Tables of findings are the report itself, and take a page or two of their own.
    assert len(paper.sheets) <= (4 if calculators()[slug].tables else 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_first_page_ends_with_the_chart(
    open_page: OpenPage, printed: Printer, language: str
) -> None:
    page = open_page(address(language=language))
    first, second = (
        packed("".join(word.text for word in sheet.words)) for sheet in printed(page).sheets
    )
    assert packed(page.locator("#chart-title").inner_text()) in first
    assert packed(page.locator("#chart text.said").last.text_content() or "") in first
    limits = said("Limits", language)
    assert limits not in first
    assert limits in second


def test_dark_is_the_same_on_paper(open_page: OpenPage, printed: Printer) -> None:
    pictures = []
    for scheme in ("light", "dark"):
        page = open_page(color_scheme=scheme)
        page.clock.set_fixed_time(MOMENT)
        page.goto(address(language="zh-hant"))
        pictures.append(printed(page).pictures())
    assert pictures[0] == pictures[1]


# The visitor's clock


@pytest.mark.parametrize(
    ("language", "zone", "created"),
    [
        ("en", "Asia/Taipei", "Created 2026-07-20 21:34 (UTC+8)"),
        ("en", "America/St_Johns", "Created 2026-07-20 11:04 (UTC−2:30)"),
        ("en", "Asia/Kathmandu", "Created 2026-07-20 19:19 (UTC+5:45)"),
        ("en", "Etc/UTC", "Created 2026-07-20 13:34 (UTC)"),
        ("zh-hant", "Asia/Taipei", "產生時間：2026-07-20 21:34（UTC+8）"),
        ("ja", "Asia/Tokyo", "作成日時：2026-07-20 22:34（UTC+9）"),
    ],
)
def test_date_and_time_are_the_visitors(
    open_page: OpenPage, printed: Printer, language: str, zone: str, created: str
) -> None:
    page = open_page(timezone_id=zone)
    page.clock.set_fixed_time(MOMENT)
    page.goto(address(language=language))
    place = page.locator("#created")
    expect(place).to_be_empty()
    paper = printed(page)
    expect(place).to_have_text(created)
    expect(place).to_be_hidden()
    assert packed(f"算木 Sangi {created}") in paper.text


def test_report_printed_later_says_so(page: Page, printed: Printer) -> None:
    page.clock.set_fixed_time(MOMENT)
    page.goto(address())
    printed(page)
    page.clock.set_fixed_time("2026-07-20T13:59:00Z")
    assert "2026-07-2013:59(UTC)" in printed(page).text


# What follows the inputs


def test_report_follows_a_recompute(flagship: Visit, printed: Printer) -> None:
    asked = codes(flagship.page)
    printed(flagship.page)
    flagship.replace("devices", "128")
    expect(flagship.number).to_have_text("230,400")
    text = printed(flagship.page).text
    assert "128devices" in text
    assert "64devices" not in text
    assert address(query="?devices=128") in text
    assert asked == [address(query="qr.svg"), address(query="qr.svg?devices=128")]


def test_folded_results_are_open_on_paper_and_stay_closed_on_the_screen(
    flagship: Visit, printed: Printer
) -> None:
    assert "209,153" in printed(flagship.page).text
    expect(flagship.page.locator("#result details.fold").first).not_to_have_attribute("open", "")


def test_old_result_is_printed_with_the_inputs_it_follows_from(
    flagship: Visit, watch: Watch, printed: Printer
) -> None:
    watch.allow("status of 500", "Status Error Code 500")
    flagship.page.route("**/result/", lambda route: route.fulfill(status=500))
    flagship.replace("devices", "128")
    expect(flagship.failure).to_be_visible()
    text = printed(flagship.page).text
    assert "64devices" in text
    assert "115,200" in text
    assert "128devices" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_printed_in_the_place_of_a_result(
    open_page: OpenPage, printed: Printer, language: str
) -> None:
    query = "?devices=64.5&scaling_efficiency=1,5"
    page = open_page(address(query=query, language=language))
    paper = printed(page)
    text = packed(on_paper(page))
    assert characters(text) == characters(paper.text)
    for message in page.locator("#messages li").all_text_contents():
        assert packed(message) in text
    awaited = said("The result will stand here once the marked inputs are changed.", language)
    assert packed(awaited) not in text
    assert "115,200" not in text
    assert "64.5" in paper.text


# The code of the address


def read_code(paper: Paper, modules: int) -> list[list[bool]]:
    """The modules of the code on the last page: the last thing in the right column."""
    last = paper.sheets[-1]
    start = next(word for word in last.words if word.text.startswith("http"))
    lines = [word for word in last.words if word.left > start.left - 1 and word.top >= start.top]
    picture = paper.picture(len(paper.sheets) - 1, 300)
    step = 72 / 300
    top, left = max(word.bottom for word in lines), start.left - 3
    dark = [
        (left + column * step, top + row * step)
        for row in range(int(90 / step))
        for column in range(int(90 / step))
        if picture.dark(left + column * step, top + row * step)
    ]
    left, right = min(x for x, _y in dark), max(x for x, _y in dark) + step
    top, bottom = min(y for _x, y in dark), max(y for _x, y in dark) + step
    across, down = (right - left) / modules, (bottom - top) / modules
    return [
        [
            picture.dark(left + (column + 0.5) * across, top + (row + 0.5) * down)
            for column in range(modules)
        ]
        for row in range(modules)
    ]


@pytest.mark.parametrize("query", ["", QUERY])
@pytest.mark.parametrize("language", LANGUAGES)
def test_code_on_paper_is_the_address_on_paper(
    open_page: OpenPage, printed: Printer, server: str, language: str, query: str
) -> None:
    paper = printed(open_page(address(query=query, language=language)))
    link = server + address(query=query, language=language)
    assert link in paper.text
    code = segno.make(link, micro=False, error="m")
    expected = [[bool(module) for module in row] for row in code.matrix]
    assert read_code(paper, len(expected)) == expected


def test_code_is_fetched_for_paper_only(page: Page, printed: Printer) -> None:
    asked = codes(page)
    page.goto(address(query="?devices=128"))
    page.mouse.wheel(0, 20_000)
    Visit(page).replace("devices", "256")
    expect(page.locator("#result .number")).to_have_text("460,800")
    assert asked == []
    printed(page)
    assert asked == [address(query="qr.svg?devices=256")]
    # The next time it is there.
    printed(page)
    assert len(asked) == 1


# The action

# Instead of printing, note on the page whether the code was there.
PRINTS = """
    window.print = () => {
        const there = document.querySelector("#qr img")?.naturalWidth;
        const { dataset } = document.documentElement;
        dataset.prints = `${dataset.prints ?? ""}${there ? "with" : "without"} `;
    };
"""


def expect_prints(page: Page, prints: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-prints", prints)


def test_action_prints_once_the_code_is_there(page: Page) -> None:
    page.add_init_script(PRINTS)
    page.goto(address())

    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/qr.svg", hold)
    page.locator("#print").click()
    # A second click while the first waits prints no second time.
    page.locator("#print").click()
    held[0].continue_()
    expect_prints(page, "with ")
    expect(page.locator("#created")).not_to_be_empty()
    page.locator("#print").click()
    expect_prints(page, "with with ")


def test_action_does_not_wait_for_ever(page: Page) -> None:
    page.add_init_script(PRINTS)
    page.clock.install(time=MOMENT)
    page.goto(address())
    page.clock.pause_at("2026-07-20T14:00:00Z")
    page.route("**/qr.svg", lambda route: None)
    page.locator("#print").click()
    page.clock.run_for(1900)
    expect(page.locator("html")).not_to_have_attribute("data-prints", "without ")
    page.clock.run_for(200)
    expect_prints(page, "without ")


@pytest.mark.parametrize("status", [0, 500])
def test_report_without_a_code_has_the_address(
    page: Page, watch: Watch, printed: Printer, status: int
) -> None:
    watch.allow("Failed to load resource")
    page.add_init_script(PRINTS)
    page.goto(address())

    def fail(route: Route) -> None:
        if status:
            route.fulfill(status=status)
        else:
            route.abort("connectionfailed")

    page.route("**/qr.svg", fail)
    page.locator("#print").click()
    expect_prints(page, "without ")
    expect(page.locator("#qr img")).to_have_count(0)
    # Nothing stands in its place, and it is asked for again.
    assert address() in printed(page).text
    page.unroute("**/qr.svg")
    page.locator("#print").click()
    expect_prints(page, "without with ")


def test_action_is_reached_with_the_keyboard(flagship: Visit) -> None:
    page = flagship.page
    page.evaluate(f"() => {{ {PRINTS} }}")
    page.locator("#print").focus()
    flagship.mark()
    page.keyboard.press("Enter")
    expect_prints(page, "with ")
    expect(page.locator("#print")).to_be_focused()
    flagship.expect_same_document()
    expect(page).to_have_url(address())


def test_action_outlives_a_recompute(flagship: Visit) -> None:
    page = flagship.page
    page.evaluate(f"() => {{ {PRINTS} }}")
    flagship.replace("devices", "128")
    expect(flagship.number).to_have_text("230,400")
    page.locator("#print").click()
    expect_prints(page, "with ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_script_the_browser_prints_the_report(
    open_page: OpenPage, printed: Printer, language: str
) -> None:
    page = open_page(address(query=QUERY, language=language), java_script_enabled=False)
    expect(page.locator("#print")).to_be_hidden()
    asked = codes(page)
    text = printed(page).text
    assert address(query=QUERY, language=language) in text
    assert "209,153" not in text
    assert "230,400" in text
    # No heading without its chart.
    assert packed(page.locator("#chart-title").inner_text()) not in text
    assert asked == []
