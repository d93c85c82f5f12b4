"""Typing faster than the network: the last value wins, and one request is under way at most."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visit import A_WHILE, COUNTING, Gate, Visit, address, recompute


@pytest.fixture
def flagship(page: Page) -> Visit:
    """The flagship's page, on which overlapping requests are counted."""
    page.add_init_script(COUNTING)
    page.goto(address())
    return Visit(page)


TWENTY_KEYS = "00000000000000001000"


def test_twenty_keys_in_a_row(flagship: Visit) -> None:
    flagship.replace("throughput_per_device", TWENTY_KEYS, delay=20)
    expect(flagship.number).to_have_text("57,600")
    expect(flagship.field("throughput_per_device")).to_have_value(TWENTY_KEYS)
    expect(flagship.field("throughput_per_device")).to_be_focused()
    assert flagship.caret("throughput_per_device") == 20


def test_fast_typing_asks_once(flagship: Visit) -> None:
    flagship.type_at_once("throughput_per_device", TWENTY_KEYS)
    expect(flagship.number).to_have_text("57,600")
    flagship.page.wait_for_timeout(A_WHILE)
    sent = [each["throughput_per_device"] for each in flagship.recomputes.sent]
    assert sent == [TWENTY_KEYS]
    assert flagship.caret("throughput_per_device") == 20


def test_slow_answer_does_not_come_after_a_newer_one(flagship: Visit) -> None:
    """`1` is slow; `12` is answered while `1` still waits, and stays."""
    slow = Gate(flagship.page, lambda fields: fields["devices"] == "1")
    with recompute(flagship.page):
        flagship.replace("devices", "1")
    flagship.page.keyboard.type("2")
    expect(flagship.number).to_have_text("21,600")
    slow.open()
    flagship.page.wait_for_timeout(A_WHILE)
    expect(flagship.number).to_have_text("21,600")
    expect(flagship.page).to_have_url(address(query="?devices=12"))
    assert flagship.recomputes.most_at_a_time() == 1


def test_last_of_three_quick_edits_wins_when_the_middle_one_is_slow(flagship: Visit) -> None:
    slow = Gate(flagship.page, lambda fields: fields["devices"] == "12")
    flagship.replace("devices", "1")
    flagship.page.keyboard.press("Enter")
    with recompute(flagship.page):
        flagship.page.keyboard.type("2")
        flagship.page.keyboard.press("Enter")
    flagship.page.keyboard.type("8")
    flagship.page.keyboard.press("Enter")
    expect(flagship.number).to_have_text("230,400")
    slow.open()
    flagship.page.wait_for_timeout(A_WHILE)
    expect(flagship.number).to_have_text("230,400")
    expect(flagship.field("devices")).to_have_value("128")
    expect(flagship.page).to_have_url(address(query="?devices=128"))
    assert flagship.recomputes.most_at_a_time() == 1


def test_typing_while_a_request_waits_is_kept(flagship: Visit) -> None:
    gate = Gate(flagship.page, lambda fields: True)
    with recompute(flagship.page):
        flagship.replace("devices", "12")
    with recompute(flagship.page):
        flagship.page.keyboard.type("8")
    expect(flagship.field("devices")).to_have_value("128")
    gate.open()
    expect(flagship.number).to_have_text("230,400")
    expect(flagship.field("devices")).to_have_value("128")
    assert flagship.caret("devices") == 3
    assert flagship.recomputes.most_at_a_time() == 1


def test_answer_does_not_touch_what_is_typed_as_it_arrives(flagship: Visit) -> None:
    """The answer for 12 arrives between two keys; the second key is not lost."""
    gate = Gate(flagship.page, lambda fields: fields["devices"] == "12")
    with recompute(flagship.page):
        flagship.replace("devices", "12")
    flagship.page.keyboard.type("8")
    gate.open()
    expect(flagship.number).to_have_text("230,400")
    expect(flagship.field("devices")).to_have_value("128")
    expect(flagship.field("devices")).to_be_focused()
    assert flagship.caret("devices") == 3


def test_at_most_one_request_is_under_way(flagship: Visit) -> None:
    gate = Gate(flagship.page, lambda fields: True)
    flagship.field("devices").focus()
    flagship.field("devices").select_text()
    for digit in "12345":
        with recompute(flagship.page):
            flagship.page.keyboard.type(digit)
    assert len(flagship.recomputes.sent) == 5
    assert flagship.recomputes.most_at_a_time() == 1
    gate.open()
    expect(flagship.number).to_have_text("22,221,000")
    expect(flagship.failure).to_be_empty()


def test_edits_in_two_fields_are_answered_together(flagship: Visit) -> None:
    flagship.replace("devices", "128")
    flagship.page.keyboard.press("Tab")
    flagship.page.keyboard.type("1000")
    flagship.page.keyboard.press("Tab")
    flagship.page.keyboard.type("50")
    expect(flagship.number).to_have_text("64,000")
    expect(flagship.page).to_have_url(
        address(query="?devices=128&throughput_per_device=1000&scaling_efficiency=50")
    )


def test_enter_right_after_typing_asks_once(flagship: Visit) -> None:
    flagship.field("devices").evaluate(
        """field => {
            field.value = "128";
            field.dispatchEvent(new InputEvent("input", { bubbles: true }));
            field.form.requestSubmit();
        }"""
    )
    expect(flagship.number).to_have_text("230,400")
    flagship.page.wait_for_timeout(A_WHILE)
    assert [sent["devices"] for sent in flagship.recomputes.sent] == ["128"]


@pytest.mark.parametrize(
    "stop",
    [
        "#result details.fold > summary",
        "#result .lines",
        "#note-scaling_efficiency a.repair",
        '#languages a[href^="/ja/"]',
        '#footer-links a[href*=".json"]',
    ],
)
def test_focus_on_what_is_renewed_is_kept(page: Page, stop: str) -> None:
    """Who types, and tabs on before the answer arrives, does not fall back to the top."""
    page.goto(address(query="?scaling_efficiency=0.9"))
    visit = Visit(page)
    gate = Gate(page, lambda fields: True)
    with recompute(page):
        visit.replace("devices", "128")
    page.locator(stop).focus()
    gate.open()
    expect(visit.number).to_have_text("2,304")
    expect(page.locator(stop)).to_be_focused()
