"""By keyboard and by ear: the order of stops, announcements, motion."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.visit import A_WHILE, DESK, LANGUAGES, PIPELINE, Gate, Visit, address, said

# Notes every text that the live region takes, after each change.
LISTEN = """() => {
    const region = document.getElementById("announcement");
    globalThis.heard = [];
    new MutationObserver(() => { heard.push(region.textContent); })
        .observe(region, { childList: true, characterData: true, subtree: true });
}"""


def listen(page: Page) -> None:
    page.evaluate(LISTEN)


def heard(page: Page) -> list[str]:
    texts: list[str] = page.evaluate("heard")
    return texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_announcement_once_typing_has_settled(page: Page, language: str) -> None:
    page.goto(address(language=language))
    visit = Visit(page)
    expect(visit.announcement).to_be_empty()
    expect(visit.announcement).to_have_attribute("role", "status")
    listen(page)
    visit.type_at_once("devices", "128")
    expect(visit.announcement).to_contain_text("230,400")
    page.wait_for_timeout(A_WHILE)
    assert len(heard(page)) == 1
    assert said("Actual throughput", language) in heard(page)[0]
    assert len(heard(page)[0]) < 60


def test_each_settled_change_is_announced(flagship: Visit) -> None:
    listen(flagship.page)
    for devices, number in (("128", "230,400"), ("1", "1,800")):
        flagship.field("devices").fill(devices)
        expect(flagship.announcement).to_contain_text(number)
    flagship.field("devices").fill("x")
    expect(flagship.announcement).to_contain_text("Devices")
    assert len(heard(flagship.page)) == 3


def test_region_that_speaks_is_never_replaced(flagship: Visit) -> None:
    flagship.announcement.evaluate("region => { region.dataset.marked = '' }")
    flagship.replace("devices", "128")
    expect(flagship.announcement).to_contain_text("230,400")
    expect(flagship.announcement).to_have_attribute("data-marked", "")


def test_nothing_is_said_while_waiting(flagship: Visit) -> None:
    gate = Gate(flagship.page, lambda fields: True)
    listen(flagship.page)
    flagship.replace("devices", "128")
    expect(flagship.result).to_have_attribute("data-waiting", "")
    assert heard(flagship.page) == []
    gate.open()
    expect(flagship.announcement).to_contain_text("230,400")
    assert len(heard(flagship.page)) == 1


def test_only_one_region_speaks_after_a_recompute(flagship: Visit) -> None:
    live = "[role=status], [role=alert], [aria-live]"
    flagship.replace("devices", "128")
    expect(flagship.number).to_have_text("230,400")
    texts = flagship.page.locator(live).all_text_contents()
    assert len([text for text in texts if text.strip()]) == 1
    expect(flagship.result.locator(live)).to_have_count(0)
    for name in ("role", "aria-live"):
        expect(flagship.result).not_to_have_attribute(name, "")
    assert flagship.result.get_attribute("role") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_walk_by_keyboard_alone(open_page: OpenPage, language: str) -> None:
    page = open_page(address(query="?devices=128", language=language), viewport=DESK)
    visit = Visit(page)
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(skip).not_to_be_in_viewport()
    # Behind the header: breadcrumb, defaults, what to solve for, the fields in order without
    # those of another choice, the folds, the buttons.
    stops = [
        ".breadcrumb a >> nth=0",
        ".breadcrumb a >> nth=1",
        ".breadcrumb a >> nth=2",
        "#arrived a",
        "#solve input:checked",
        "#devices",
        "#throughput_per_device",
        "#scaling_efficiency",
        "#work_unit",
        "#inputs details > summary >> nth=0",
        "#inputs details > summary >> nth=1",
        "#inputs details > summary >> nth=2",
        "#inputs button",
        "#inputs .buttons a",
    ]
    for stop in stops:
        page.keyboard.press("Tab")
        expect(page.locator(stop)).to_be_focused()
    for stop in reversed(stops[5:-1]):
        page.keyboard.press("Shift+Tab")
        expect(page.locator(stop)).to_be_focused()
    page.keyboard.type("64")
    expect(visit.number).to_have_text("115,200")
    expect(visit.field("devices")).to_be_focused()
    # The line with the link to the defaults has gone; the next stop is still the next field.
    page.keyboard.press("Tab")
    expect(visit.field("throughput_per_device")).to_be_focused()


def test_header_comes_before_the_page(open_page: OpenPage) -> None:
    page = open_page(address(), viewport=DESK)
    stops = [".skip", ".site-header .brand", ".site-links a >> nth=0", ".site-links a >> nth=1"]
    stops += [f"#languages a >> nth={place}" for place in range(len(LANGUAGES))]
    for stop in (*stops, ".breadcrumb a >> nth=0"):
        page.keyboard.press("Tab")
        expect(page.locator(stop)).to_be_focused()


def test_folds_and_choices_by_keyboard(flagship: Visit) -> None:
    page = flagship.page
    flagship.group_of("baseline_devices").locator("summary").focus()
    page.keyboard.press("Enter")
    expect(flagship.field("baseline_devices")).to_be_visible()
    page.keyboard.press("Tab")
    expect(flagship.field("baseline_devices")).to_be_focused()
    page.keyboard.type("8")
    expect(flagship.fold.locator(".value b").first).to_have_text("7.2")
    flagship.fold.locator("summary").focus()
    page.keyboard.press("Space")
    expect(flagship.fold.locator("dl > div").first).to_be_visible()
    flagship.field("work_unit").focus()
    page.keyboard.press("ArrowDown")
    expect(flagship.unit).to_have_text("tokens/s")
    expect(flagship.field("work_unit")).to_be_focused()


def test_radios_are_one_stop(page: Page) -> None:
    page.goto(address(PIPELINE))
    page.locator("#microbatches").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#schedule input:checked")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(address(PIPELINE, "?schedule=gpipe"))
    expect(page.locator("#schedule input:checked")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#virtual_stages")).to_be_focused()


def test_summary_of_errors_is_read_first(page: Page) -> None:
    page.goto(address(query="?devices=abc"))
    visit = Visit(page)
    expect(visit.summary).to_be_focused()
    heading = visit.summary.get_attribute("aria-labelledby")
    expect(page.locator(f"#{heading}")).to_have_text("1 input needs a change")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(visit.field("devices")).to_be_focused()


def test_live_error_takes_no_focus(flagship: Visit) -> None:
    flagship.open_fold_of("baseline_devices")
    flagship.replace("baseline_devices", "128")
    expect(flagship.summary).to_be_visible()
    expect(flagship.field("baseline_devices")).to_be_focused()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_where_motion_is_not_wanted(open_page: OpenPage, motion: str) -> None:
    visit = Visit(open_page(address(), reduced_motion=motion))
    duration = visit.number.evaluate("number => getComputedStyle(number).transitionDuration")
    assert duration == ("0s" if motion == "reduce" else "0.15s")
    moving = visit.page.evaluate(
        """() => [...document.querySelectorAll("*")].filter((element) => {
            const style = getComputedStyle(element);
            return style.transitionDuration !== "0s" || style.animationName !== "none";
        }).map((element) => element.className)"""
    )
    assert moving == ([] if motion == "reduce" else ["number"])
