"""Feedback in a browser: two presses at most, nothing typed is lost, and without script too."""

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import OpenPage, Watch
from tests.browser.visit import (
    A_WHILE,
    DESK,
    LANGUAGES,
    PHONE,
    SMALLEST,
    Visit,
    address,
    recompute,
    said,
)
from tests.databases import Sqlite
from tests.servers import manage, serving

THANKS = "Thank you. The feedback has been sent."
EMPTY = "Write what could be better; a few words are enough."
AWAY = "Feedback cannot be stored just now. Nothing is lost: send it again in a minute."
UNCHECKED = (
    "The browser sent no cookie that matches this form. Allow the cookie of this site and send "
    "again."
)
FAILED = "This could not be sent; the connection may be gone. Press the button again."
FORM = "**/feedback/?*"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Sqlite:
    return Sqlite(tmp_path_factory.mktemp("database"))


@pytest.fixture(scope="module")
def server(database: Sqlite) -> Iterator[str]:
    """In the place of the shared one: a server with a database of its own."""
    manage("migrate", "--verbosity", "0", DATABASE_URL=database.url)
    with serving(DATABASE_URL=database.url) as origin:
        yield origin


@pytest.fixture(autouse=True)
def _new_day(database: Sqlite, server: str) -> None:
    """All tests come from one network, which may not send that much in a day."""
    database.change("DELETE FROM feedback_sender")
    database.change("DELETE FROM feedback_feedback")


def stored(database: Sqlite) -> list[tuple[Any, ...]]:
    query = "SELECT language, verdict, text, inputs FROM feedback_feedback ORDER BY id"
    return database.rows(query)


class Asked:
    """The row of a calculator's page that asks, or the page that does nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.row = page.locator("#feedback")
        self.helpful = page.locator("#feedback-links .helpful")
        self.improve = page.locator("#feedback-links .improve")
        self.text = page.locator("#feedback-text")
        self.send = page.locator("#feedback-send")
        self.message = page.locator("#feedback-message")
        self.failure = page.locator("#feedback-failure")
        self.thanks = page.locator("#feedback .sent")


@pytest.fixture
def asked(page: Page) -> Asked:
    page.goto(address(query="?devices=128"))
    return Asked(page)


def is_pressed(button: Locator) -> bool:
    return "inset" in str(button.evaluate("button => getComputedStyle(button).boxShadow"))


# With script


@pytest.mark.parametrize("language", LANGUAGES)
def test_helpful_is_one_press(page: Page, database: Sqlite, language: str) -> None:
    page.goto(address(query="?devices=128", language=language))
    asked = Asked(page)
    asked.helpful.click()
    expect(asked.thanks).to_have_text(said(THANKS, language))
    expect(asked.thanks).to_be_focused()
    expect(asked.helpful).to_be_hidden()
    assert stored(database) == [(language, "helpful", "", "?devices=128")]
    # On the page all the while.
    expect(page).to_have_url(address(query="?devices=128", language=language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_needs_improvement_opens_a_box(page: Page, database: Sqlite, language: str) -> None:
    page.goto(address(query="?devices=128", language=language))
    asked = Asked(page)
    assert not is_pressed(asked.improve)
    asked.improve.click()
    expect(asked.text).to_be_focused()
    assert is_pressed(asked.improve)
    assert not is_pressed(asked.helpful)
    page.keyboard.type("More about 通訊\nお願いします")
    asked.send.click()
    expect(asked.thanks).to_have_text(said(THANKS, language))
    text = "More about 通訊\nお願いします"
    assert stored(database) == [(language, "improve", text, "?devices=128")]


def test_by_keyboard(asked: Asked, database: Sqlite) -> None:
    keyboard = asked.page.keyboard
    asked.improve.focus()
    keyboard.press("Enter")
    expect(asked.text).to_be_focused()
    keyboard.type("typed")
    # Nothing unseen stands between the box and the button.
    keyboard.press("Tab")
    expect(asked.send).to_be_focused()
    keyboard.press("Enter")
    expect(asked.thanks).to_be_focused()
    assert stored(database) == [("en", "improve", "typed", "?devices=128")]


def test_double_press_sends_once(asked: Asked, database: Sqlite) -> None:
    asked.helpful.dblclick()
    expect(asked.thanks).to_be_visible()
    asked.page.wait_for_timeout(A_WHILE)
    assert len(stored(database)) == 1


def test_only_who_opens_the_form_gets_the_cookie(asked: Asked) -> None:
    context = asked.page.context
    assert context.cookies() == []
    with recompute(asked.page):
        Visit(asked.page).replace("devices", "256")
    assert context.cookies() == []
    asked.improve.click()
    expect(asked.text).to_be_visible()
    (cookie,) = context.cookies()
    assert cookie["name"] == "csrftoken"
    assert cookie["httpOnly"]
    assert cookie["sameSite"] == "Lax"
    assert cookie["expires"] == -1
    # Scripts cannot read it, and sending needs none to.
    assert asked.page.evaluate("document.cookie") == ""


def test_inputs_are_those_when_it_is_sent(asked: Asked, database: Sqlite) -> None:
    asked.improve.click()
    asked.text.fill("while open")
    visit = Visit(asked.page)
    visit.replace("devices", "256")
    expect(visit.number).to_have_text("460,800")
    # Recomputing leaves the open form alone.
    expect(asked.text).to_have_value("while open")
    expect(asked.improve).to_have_attribute(
        "href", address() + "feedback/?verdict=improve&devices=256"
    )
    assert is_pressed(asked.improve)
    asked.send.click()
    expect(asked.thanks).to_be_visible()
    assert stored(database) == [("en", "improve", "while open", "?devices=256")]


def test_refused_keeps_the_text(asked: Asked, database: Sqlite) -> None:
    asked.improve.click()
    asked.send.click()
    expect(asked.message).to_have_text(EMPTY)
    expect(asked.text).to_be_focused()
    expect(asked.text).to_have_attribute("aria-invalid", "true")
    text = "  \n" + "x" * 2001
    asked.text.fill(text)
    asked.send.click()
    expect(asked.message).to_have_text("Shorten the text to 2,000 characters; it has 2,001.")
    expect(asked.text).to_have_value(text)
    assert stored(database) == []
    asked.text.fill("short")
    asked.send.click()
    expect(asked.thanks).to_be_visible()
    assert [row[2] for row in stored(database)] == ["short"]


def test_pressing_again_keeps_the_text(asked: Asked, database: Sqlite) -> None:
    asked.improve.click()
    asked.text.fill("half a thought")
    asked.improve.click()
    asked.page.wait_for_timeout(A_WHILE)
    expect(asked.text).to_have_value("half a thought")
    # Changing one's mind takes it along.
    asked.helpful.click()
    expect(asked.thanks).to_be_visible()
    assert stored(database) == [("en", "helpful", "half a thought", "?devices=128")]


def test_far_too_long_stays_in_the_box(asked: Asked, watch: Watch) -> None:
    watch.allow("status of 413")
    asked.improve.click()
    asked.text.fill("x" * 70_000)
    asked.send.click()
    expect(asked.failure).to_have_text(
        "Shorten the text to 2,000 characters; it is too long to be read."
    )
    assert len(asked.text.input_value()) == 70_000


def test_locked_database_is_said(asked: Asked, watch: Watch, database: Sqlite) -> None:
    watch.allow("status of 503")
    asked.improve.click()
    asked.text.fill("kept")
    with database.locked():
        asked.send.click()
        expect(asked.message).to_have_text(AWAY)
    expect(asked.text).to_have_value("kept")
    asked.send.click()
    expect(asked.thanks).to_be_visible()
    assert [row[2] for row in stored(database)] == ["kept"]


def test_locked_database_is_said_for_helpful(asked: Asked, watch: Watch, database: Sqlite) -> None:
    watch.allow("status of 503")
    with database.locked():
        asked.helpful.click()
        expect(asked.message).to_have_text(AWAY)
    # It does not send itself again and again; one press does.
    asked.page.wait_for_timeout(A_WHILE)
    assert stored(database) == []
    asked.send.click()
    expect(asked.thanks).to_be_visible()
    assert [row[1] for row in stored(database)] == ["helpful"]


def test_without_cookies_the_reason_is_said(asked: Asked, watch: Watch) -> None:
    watch.allow("status of 403")
    asked.improve.click()
    asked.text.fill("kept")
    asked.page.context.clear_cookies()
    asked.send.click()
    expect(asked.message).to_have_text(UNCHECKED)
    expect(asked.text).to_have_value("kept")
    # A new cookie came with the message.
    asked.send.click()
    expect(asked.thanks).to_be_visible()


def bad_gateway(route: Route) -> None:
    route.fulfill(status=502, body="<h1>Bad gateway</h1>", content_type="text/html")


def disconnected(route: Route) -> None:
    route.abort("connectionfailed")


@pytest.mark.parametrize("answers", [bad_gateway, disconnected])
def test_what_never_arrives_is_said(
    asked: Asked, watch: Watch, database: Sqlite, answers: Any
) -> None:
    watch.allow("status of 502", "Status Error Code 502", "ERR_CONNECTION")
    watch.allow("htmx:sendError", "htmx:afterRequest")
    page = asked.page
    page.route(FORM, answers)
    asked.improve.click()
    expect(asked.failure).to_have_text(FAILED)
    expect(asked.failure).to_have_attribute("role", "alert")
    page.unroute(FORM)
    asked.improve.click()
    asked.text.fill("kept")
    expect(asked.failure).to_be_empty()
    page.route(FORM, answers)
    asked.send.click()
    expect(asked.failure).to_have_text(FAILED)
    expect(asked.text).to_have_value("kept")
    page.unroute(FORM)
    asked.send.click()
    expect(asked.thanks).to_be_visible()
    assert [row[2] for row in stored(database)] == ["kept"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("size", "scheme"), [(DESK, "light"), (PHONE, "dark"), (SMALLEST, "light")]
)
def test_looks(open_page: OpenPage, language: str, size: Any, scheme: str) -> None:
    """Nothing sticks out, nothing is too small to press, nothing for axe to say."""
    page = open_page(address(language=language), viewport=size, color_scheme=scheme)
    asked = Asked(page)
    asked.improve.click()
    asked.send.click()
    expect(asked.message).to_have_text(said(EMPTY, language))
    for button in (asked.helpful, asked.improve, asked.send):
        box = button.bounding_box()
        assert box is not None
        assert box["height"] == 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size["width"]
    question, helpful = (
        page.locator("#feedback-question").bounding_box(),
        asked.helpful.bounding_box(),
    )
    assert question is not None
    assert helpful is not None
    # The question is left of the axis and the answer right of it; on a phone one above the other.
    if size is DESK:
        assert question["x"] + question["width"] < helpful["x"]
        assert asked.text.evaluate("box => getComputedStyle(box).resize") == "vertical"
    else:
        assert question["y"] + question["height"] <= helpful["y"]
    found = Axe().run(page, context="#feedback")
    assert found.violations_count == 0, found.generate_report()


# Without script


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_script(open_page: OpenPage, database: Sqlite, language: str) -> None:
    page = open_page(address(query="?devices=128", language=language), java_script_enabled=False)
    asked = Asked(page)
    asked.improve.click()
    expect(page).to_have_url(address(language=language) + "feedback/?verdict=improve&devices=128")
    asked.send.click()
    expect(asked.message).to_have_text(said(EMPTY, language))
    asked.text.fill("沒有指令碼")
    asked.send.click()
    expect(asked.thanks).to_contain_text(said(THANKS, language))
    # Loading the thanks again sends nothing again.
    page.reload()
    assert stored(database) == [(language, "improve", "沒有指令碼", "?devices=128")]
    asked.thanks.locator("a").click()
    expect(page).to_have_url(address(query="?devices=128", language=language))


def test_helpful_without_script(open_page: OpenPage, database: Sqlite) -> None:
    page = open_page(address(), java_script_enabled=False)
    asked = Asked(page)
    asked.helpful.click()
    asked.send.click()
    expect(asked.thanks).to_contain_text(THANKS)
    assert stored(database) == [("en", "helpful", "", "")]


def test_locked_database_without_script(
    open_page: OpenPage, watch: Watch, database: Sqlite
) -> None:
    watch.allow("status of 503")
    page = open_page(address() + "feedback/?verdict=improve", java_script_enabled=False)
    asked = Asked(page)
    asked.text.fill("kept\nas it was")
    with database.locked():
        asked.send.click()
        expect(asked.message).to_have_text(AWAY)
    expect(asked.text).to_have_value("kept\nas it was")
    asked.send.click()
    expect(asked.thanks).to_be_visible()


def test_page_of_the_form_with_script(page: Page, database: Sqlite) -> None:
    """As in a new tab: the inputs are those of its own address."""
    page.goto(address() + "feedback/?verdict=helpful&devices=128")
    asked = Asked(page)
    # A page that was only opened sends nothing.
    page.wait_for_timeout(A_WHILE)
    assert stored(database) == []
    asked.improve.click()
    asked.text.fill("in a tab")
    asked.send.click()
    expect(asked.thanks).to_be_visible()
    assert stored(database) == [("en", "improve", "in a tab", "?devices=128")]


# The admin


@pytest.fixture(scope="module")
def admin(database: Sqlite) -> Iterator[str]:
    variables = {
        "ADMIN": "1",
        "DATABASE_URL": database.url,
        "DJANGO_SETTINGS_MODULE": "tests.admin_settings",
    }
    manage("migrate", "--verbosity", "0", **variables)
    user = ("--username", "owner", "--email", "owner@example.org")
    password = {"DJANGO_SUPERUSER_PASSWORD": "long and unusual"}
    manage("createsuperuser", "--no-input", *user, **password, **variables)
    with serving(**variables) as origin:
        yield origin


def test_what_was_sent_stands_in_the_admin(
    asked: Asked, open_page: OpenPage, watch: Watch, admin: str, tmp_path: Path
) -> None:
    """Under the site's own policy, with nothing of the admin blocked."""
    asked.improve.click()
    asked.text.fill("=1+1 說明太短、説明が短い")
    asked.send.click()
    expect(asked.thanks).to_be_visible()
    watch.origin = admin
    # The browser asks for an icon, which the admin does not have.
    watch.allow("status of 404")
    page = open_page(f"{admin}/admin/")
    page.fill("#id_username", "owner")
    page.fill("#id_password", "long and unusual")
    page.press("#id_password", "Enter")
    page.get_by_role("link", name="Feedback", exact=True).last.click()
    row = page.locator("#result_list tbody tr")
    expect(row).to_contain_text("=1+1 說明太短、説明が短い")
    page.locator("#changelist-filter").get_by_text("data-parallel-scaling").click()
    page.fill("#searchbar", "說明")
    page.press("#searchbar", "Enter")
    expect(row).to_have_count(1)
    row.locator("input").check()
    page.select_option("select[name=action]", "export")
    with page.expect_download() as download:
        page.get_by_role("button", name="Go").click()
    target = tmp_path / "feedback.csv"
    download.value.save_as(target)
    rows = list(csv.reader(StringIO(target.read_text(encoding="utf-8-sig"))))
    assert rows[1][4] == "'=1+1 說明太短、説明が短い"
