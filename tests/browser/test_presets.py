"""Filling in from presets: in place with script, by plain links without."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from calculator.presets import FIGURES, presets
from tests.browser.conftest import OpenPage
from tests.browser.layout import clipped, open_folds, sideways
from tests.browser.test_accessibility import audit
from tests.browser.visit import (
    A_WHILE,
    DESK,
    LANGUAGES,
    PHONE,
    SMALLEST,
    Gate,
    Visit,
    address,
    recompute,
    said,
)
from tests.servers import serving

SLUG = "every-kind"
H100, H200, LLAMA = "nvidia-h100-sxm", "nvidia-h200-sxm", "llama-3.1-8b"
VALUES = {
    H100: {"gpu_memory": "80", "memory_bandwidth": "3350", "peak_tflops": "989", "watts": "700"},
    H200: {"gpu_memory": "141", "memory_bandwidth": "4800", "peak_tflops": "989", "watts": "700"},
    LLAMA: {"parameters": "8.030261248", "num_layers": "32"},
}
# The exact count of parameters with the most digits.
LONGEST = "kimi-k2"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The site with the calculator of every kind, whose inputs all presets can fill."""
    with serving(DJANGO_SETTINGS_MODULE="tests.specimen_settings") as origin:
        yield origin


def opened(page: Page, query: str = "", language: str = "en") -> Visit:
    page.goto(address(SLUG, query, language))
    return Visit(page)


def fold(page: Page, kind: str) -> Locator:
    return page.locator(f"#presets-{kind} > summary")


def use(page: Page, name: str) -> Locator:
    return page.locator(f'[id="use-{name}"]')


def note(page: Page) -> Locator:
    return page.locator("#presets-named")


def expect_filled(visit: Visit, name: str) -> None:
    for key, value in VALUES[name].items():
        expect(visit.field(key)).to_have_value(value)


def named(page: Page) -> list[tuple[str, str]]:
    return [pair for pair in parse_qsl(urlsplit(page.url).query) if pair[0] == "preset"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_keyboard_fills_in_place_and_stays_on_the_link(page: Page, language: str) -> None:
    """A control that loses focus drops its user at the top of the page."""
    visit = opened(page, language=language)
    visit.mark()
    fold(page, "accelerator").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    use(page, H100).focus()
    page.keyboard.press("Enter")
    expect(note(page)).to_contain_text("NVIDIA H100 SXM")
    expect_filled(visit, H100)
    expect(use(page, H100)).to_have_attribute("aria-current", "true")
    expect(use(page, H100)).to_be_focused()
    page.wait_for_timeout(A_WHILE)
    expect(use(page, H100)).to_be_focused()
    page.keyboard.press("Tab")
    expect(use(page, "nvidia-h100-pcie")).to_be_focused()
    assert page.locator("#presets-accelerator").get_attribute("open") is not None
    assert named(page) == [("preset", H100)]
    visit.expect_same_document()


def test_one_preset_of_each_kind(page: Page) -> None:
    visit = opened(page, "?count=9")
    for kind, name in (("accelerator", H100), ("accelerator", H200), ("model", LLAMA)):
        if page.locator(f"#presets-{kind}").get_attribute("open") is None:
            fold(page, kind).click()
        use(page, name).click()
        expect(use(page, name)).to_have_attribute("aria-current", "true")
    expect_filled(visit, H200)
    expect_filled(visit, LLAMA)
    expect(visit.field("count")).to_have_value("9")
    assert named(page) == [("preset", H200), ("preset", LLAMA)]
    # The link that was shared says the same.
    shared = page.locator("#copy-link").input_value()
    page.goto(shared)
    expect_filled(visit, H200)
    expect(note(page).locator(".restore")).to_have_count(0)
    expect(note(page)).to_contain_text("Values of NVIDIA H200 SXM")
    expect(note(page)).to_contain_text("Values of Llama-3.1-8B")


def test_switch_is_set_and_cleared(page: Page) -> None:
    visit = opened(page)
    fold(page, "model").click()
    use(page, "gpt-2-small").click()
    expect(note(page)).to_contain_text("Values of GPT-2 small")
    expect(visit.field("gated_mlp")).not_to_be_checked()
    use(page, LLAMA).click()
    expect(note(page)).to_contain_text("Values of Llama-3.1-8B")
    expect(visit.field("gated_mlp")).to_be_checked()


def test_changed_field_is_said_and_restored(page: Page) -> None:
    visit = opened(page)
    fold(page, "accelerator").click()
    use(page, H100).click()
    expect(note(page)).to_contain_text("Values of NVIDIA H100 SXM")
    visit.replace("gpu_memory", "96")
    expect(note(page)).to_contain_text("NVIDIA H100 SXM, changed: Memory.")
    expect(visit.field("gpu_memory")).to_be_focused()
    visit.mark()
    restore = note(page).locator(".restore")
    restore.focus()
    page.keyboard.press("Enter")
    expect(visit.field("gpu_memory")).to_have_value("80")
    expect(visit.field("gpu_memory")).to_be_focused()
    expect(note(page)).to_contain_text("Values of NVIDIA H100 SXM")
    visit.expect_same_document()


def test_restoring_opens_the_fold_of_the_field(page: Page) -> None:
    visit = opened(page, f"?gpu_memory=96&preset={H100}")
    visit.group_of("gpu_memory").evaluate("fold => { fold.open = false }")
    note(page).locator(".restore").click()
    expect(visit.field("gpu_memory")).to_be_focused()
    expect(visit.field("gpu_memory")).to_be_in_viewport()


def test_links_follow_what_is_typed(page: Page) -> None:
    """For those who open them in a tab of their own."""
    visit = opened(page)
    visit.replace("count", "12")
    expect(page).to_have_url(address(SLUG, "?count=12"))
    fold(page, "accelerator").click()
    with page.context.expect_page() as other:
        use(page, H100).click(modifiers=["ControlOrMeta"])
    expect(other.value.locator("#count")).to_have_value("12")
    expect(other.value.locator("#watts")).to_have_value("700")
    # Here nothing was filled in.
    expect(visit.field("watts")).to_have_value("500")


def test_second_choice_is_not_undone_by_the_answer_to_the_first(page: Page) -> None:
    gate = Gate(page, lambda fields: fields.get("preset") == H100)
    visit = opened(page)
    fold(page, "accelerator").click()
    with recompute(page):
        use(page, H100).click()
    use(page, H200).click()
    gate.open()
    expect(note(page)).to_contain_text("Values of NVIDIA H200 SXM")
    expect_filled(visit, H200)
    assert named(page) == [("preset", H200)]


def test_unknown_name_is_said_until_another_is_chosen(page: Page) -> None:
    visit = opened(page, "?preset=gone-1&count=9")
    expect(note(page)).to_contain_text("“gone-1” is no longer listed")
    visit.replace("count", "10")
    expect(page).to_have_url(address(SLUG, "?count=10&preset=gone-1"))
    expect(note(page)).to_contain_text("“gone-1” is no longer listed")
    fold(page, "accelerator").click()
    use(page, H100).click()
    expect(note(page)).to_contain_text("Values of NVIDIA H100 SXM")
    expect(note(page)).not_to_contain_text("gone-1")
    assert named(page) == [("preset", H100)]


def test_reset_forgets_the_name(page: Page) -> None:
    opened(page, f"?preset={H100}")
    page.locator("#inputs .buttons a").click()
    expect(page).to_have_url(address(SLUG))
    expect(note(page)).to_be_empty()


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_script(open_page: OpenPage, language: str) -> None:
    page = open_page(java_script_enabled=False)
    visit = opened(page, "?count=9", language)
    fold(page, "accelerator").click()
    use(page, H100).click()
    expect_filled(visit, H100)
    expect(visit.field("count")).to_have_value("9")
    fold(page, "model").click()
    use(page, LLAMA).click()
    expect_filled(visit, H100)
    expect_filled(visit, LLAMA)
    visit.field("gpu_memory").fill("96")
    page.locator("#inputs button[type=submit]").click()
    assert named(page) == [("preset", H100), ("preset", LLAMA)]
    restore = note(page).get_by_role("link", name=said("Restore the preset", language))
    restore.click()
    expect(visit.field("gpu_memory")).to_have_value("80")
    expect(visit.field("count")).to_have_value("9")
    expect(restore).to_have_count(0)


def test_targets_on_phones(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE)
    opened(page, f"?preset={H100}")
    open_folds(page)
    for link in page.locator("[id^=presets-] li a").all():
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    for kind in FIGURES:
        box = fold(page, kind).bounding_box()
        assert box is not None
        assert box["height"] >= 44


@pytest.mark.parametrize("viewport", [DESK, PHONE, SMALLEST], ids=["desk", "phone", "smallest"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut(open_page: OpenPage, viewport: dict[str, int], language: str) -> None:
    """Exact numbers of parameters have more digits than people type."""
    page = open_page(viewport=viewport)
    visit = opened(page, f"?preset=gone&watts=1&preset={H100}", language)
    fold(page, "model").click()
    use(page, LONGEST).click()
    expect(use(page, LONGEST)).to_have_attribute("aria-current", "true")
    count = presets()[LONGEST].figures["parameters"]
    expect(visit.field("parameters")).to_have_value(str(count))
    open_folds(page)
    assert sideways(page) <= 0
    within = re.compile(r"#(parameters|use-|restore|presets|gpu_|watts)|note-line")
    assert [found for found in clipped(page) if within.search(found)] == []
    field = visit.field("parameters")
    assert field.evaluate("field => field.scrollWidth <= field.clientWidth")
    # Digits end on one line, however long the number.
    long, short = (visit.field(key).bounding_box() for key in ("parameters", "count"))
    assert long is not None
    assert short is not None
    assert long["x"] + long["width"] == pytest.approx(short["x"] + short["width"], abs=1)
    # The others keep their measure; on the smallest screen labels stand above the boxes.
    assert viewport == SMALLEST or short["width"] == (224 if viewport == DESK else 192)


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing(page: Page, language: str) -> None:
    opened(page, f"?preset=gone&gpu_memory=80&preset={H100}&preset={LLAMA}", language)
    open_folds(page)
    assert audit(page) == []


def test_frame_keeps_the_name(page: Page) -> None:
    page.goto(address(SLUG, f"embed/?preset={H100}"))
    visit = Visit(page)
    visit.replace("count", "9")
    expect(page).to_have_url(address(SLUG, f"embed/?count=9&preset={H100}"))
    expect(page.locator("[id^=use-]")).to_have_count(0)
