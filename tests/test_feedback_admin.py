"""Feedback in the admin: found, searched, exported, and never changed; and all of it off."""

import csv
import html
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.conf import settings
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from calculator.feedback.export import COLUMNS, cell, table
from calculator.feedback.models import Feedback
from tests.databases import Sqlite
from tests.servers import manage, serving
from tests.site import FLAGSHIP
from tests.visitor import Reply, Visitor

LIST = "/admin/feedback/feedback/"
OWNER = {"username": "owner", "password": "long and unusual"}
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u3000=1", "＝1", "－1"]
STORED = [
    # time, calculator, language, verdict, text, inputs
    ("2026-11-02 08:00:00", FLAGSHIP, "en", "improve", '=HYPERLINK("x","y")', "?devices=128"),
    ("2026-11-20 08:00:00", FLAGSHIP, "zh-hant", "improve", "單位「詞元」,\n看不懂", ""),
    ("2026-11-21 08:00:00", "pipeline-bubble", "ja", "improve", "説明がほしい", "?stages=4"),
    ("2026-11-21 09:00:00", "pipeline-bubble", "ja", "helpful", "", ""),
    ("2026-11-21 10:00:00", "gone", "en", "helpful", "", "?a=1"),
]


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the admin, some feedback and an owner."""
    database = Sqlite(tmp_path_factory.mktemp("database"))
    variables = {
        "ADMIN": "1",
        "DATABASE_URL": database.url,
        "DJANGO_SETTINGS_MODULE": "tests.admin_settings",
    }
    manage("migrate", "--verbosity", "0", **variables)
    password = {"DJANGO_SUPERUSER_PASSWORD": OWNER["password"]}
    user = ("--username", OWNER["username"], "--email", "owner@example.org")
    manage("createsuperuser", "--no-input", *user, **password, **variables)
    for row in STORED:
        values = ", ".join("'" + value.replace("'", "''") + "'" for value in row)
        columns = "time, slug, language, verdict, text, inputs"
        database.change(f"INSERT INTO feedback_feedback ({columns}) VALUES ({values})")
    with serving(**variables) as served:
        yield served


@pytest.fixture
def owner(origin: str) -> Visitor:
    visitor = Visitor(origin)
    login = "/admin/login/?next=/admin/"
    fields = {**OWNER, "csrfmiddlewaretoken": token_in(visitor.get(login))}
    assert visitor.post(login, fields).status == 302
    return visitor


def token_in(reply: Reply) -> str:
    match = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', reply.text)
    assert match is not None
    return match[1]


def listed(reply: Reply) -> list[str]:
    """The rows of a list: the text of each."""
    assert reply.status == 200
    return re.findall('class="field-text">(.*?)</td>', reply.text, re.DOTALL)


def exported(owner: Visitor, query: str = "") -> Reply:
    """What the action sends for all rows that the list shows."""
    page = owner.get(LIST + query)
    chosen = re.findall('name="_selected_action" value="([0-9]+)"', page.text)
    token = token_in(page)
    fields: dict[str, str | list[str]] = {
        "csrfmiddlewaretoken": token,
        "action": "export",
        "_selected_action": chosen,
    }
    return owner.post(LIST + query, fields)


def test_off_by_default(client: Client) -> None:
    assert client.get("/admin/").status_code == 404
    assert client.get("/en/admin/").status_code == 404
    for name in ("admin", "auth", "contenttypes", "sessions", "messages"):
        assert f"django.contrib.{name}" not in settings.INSTALLED_APPS
    assert not [name for name in settings.MIDDLEWARE if "csrf" in name or "sessions" in name]


@pytest.mark.parametrize("path", ["/admin/", LIST, f"{LIST}1/change/"])
def test_nothing_without_login(origin: str, path: str) -> None:
    reply = Visitor(origin).get(path)
    assert reply.status == 302
    assert reply.headers["Location"].startswith("/admin/login/")


def test_wrong_password(origin: str) -> None:
    visitor = Visitor(origin)
    page = visitor.get("/admin/login/")
    fields = {**OWNER, "password": "wrong", "csrfmiddlewaretoken": token_in(page)}
    assert visitor.post("/admin/login/", fields).status == 200
    assert visitor.get(LIST).status == 302


def test_login_needs_its_token(origin: str) -> None:
    assert Visitor(origin).post("/admin/login/", OWNER).status == 403


def test_list_shows_everything_newest_first(owner: Visitor) -> None:
    reply = owner.get(LIST)
    assert listed(reply) == [html.escape(row[4]) or "-" for row in reversed(STORED)]
    # Each with the page as the visitor saw it, where there still is one.
    assert f'href="/en/ai/{FLAGSHIP}/?devices=128"' in reply.text
    assert 'href="/ja/ai/pipeline-bubble/?stages=4"' in reply.text
    assert "/ai/gone/" not in reply.text
    assert "?a=1" in reply.text


@pytest.mark.parametrize(
    ("query", "count"),
    [
        (f"?slug={FLAGSHIP}", 2),
        ("?slug=pipeline-bubble", 2),
        ("?language=ja", 2),
        ("?language=zh-hant", 1),
        ("?language=en&slug=gone", 1),
        ("?verdict=helpful", 2),
        ("?verdict__exact=improve", 3),
        ("?time__gte=2026-11-21+00:00:00&time__lt=2026-11-22+00:00:00", 3),
        ("?time__year=2026&time__month=11&time__day=2", 1),
        ("?q=%E8%A9%9E%E5%85%83", 1),
        ("?q=stages", 1),
        ("?q=nowhere", 0),
    ],
)
def test_filters_and_search(owner: Visitor, query: str, count: int) -> None:
    assert len(listed(owner.get(LIST + query))) == count


def test_nothing_can_be_changed(owner: Visitor) -> None:
    page = owner.get(f"{LIST}1/change/")
    assert page.status == 200
    assert "=HYPERLINK" in page.text
    assert 'name="_save"' not in page.text
    token = {"csrfmiddlewaretoken": token_in(owner.get(LIST))}
    for path in (f"{LIST}add/", f"{LIST}1/change/", f"{LIST}1/delete/"):
        assert owner.post(path, {**token, "text": "other", "post": "yes"}).status == 403
    assert "delete_selected" not in owner.get(LIST).text
    assert owner.get("/admin/feedback/sender/").status == 404


def test_export(owner: Visitor) -> None:
    reply = exported(owner)
    assert reply.status == 200
    assert reply.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="feedback.csv"' in reply.headers["Content-Disposition"]
    # Excel takes a file for UTF-8 only with this mark.
    assert reply.body.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(StringIO(reply.body.decode("utf-8-sig"), newline="")))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == 1 + len(STORED)
    expected = [list(row) for row in reversed(STORED)]
    expected[-1][4] = f"'{expected[-1][4]}"
    assert rows[1:] == expected


def test_export_of_what_is_filtered(owner: Visitor) -> None:
    rows = exported(owner, "?language=zh-hant").body.decode("utf-8-sig").splitlines()
    assert len(rows) == 3  # The head, and a text of two lines.
    assert "單位「詞元」," in rows[1]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Needs improvement", "Verdict", "Export as CSV"]),
        ("zh-TW", ["意見回饋", "需要改進", "評價", "匯出為 CSV"]),
        ("ja", ["フィードバック", "改善が必要", "評価", "CSVで書き出す"]),
    ],
)
def test_three_languages(owner: Visitor, language: str, words: list[str]) -> None:
    text = owner.get(LIST, Accept_Language=language).text
    for word in words:
        assert word in text


def test_cookies_of_the_admin_stay_there(owner: Visitor) -> None:
    cookies = {cookie.name: cookie for cookie in owner.cookies}
    assert set(cookies) == {"csrftoken", "sessionid"}
    assert cookies["sessionid"].path == "/admin/"
    for cookie in cookies.values():
        assert cookie.has_nonstandard_attr("HttpOnly")
        assert not cookie.secure
    # And the pages of the site are as they are without it.
    fresh = Visitor(owner.origin)
    reply = fresh.get(f"/en/ai/{FLAGSHIP}/")
    assert "public" in reply.headers["Cache-Control"]
    assert "Cookie" not in (reply.headers["Vary"] or "")
    assert not list(fresh.cookies)


# Cells


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_begins_a_formula(text: str) -> None:
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "1+1", "單位=詞元", "a\n=1", "'=1", "?devices=-1", "…"])
def test_other_cells_are_left_alone(text: str) -> None:
    assert cell(text) == text


@given(st.text())
def test_any_text_is_one_cell(text: str) -> None:
    time = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
    row = Feedback(time=time, slug="x", language="en", verdict="improve", text=text, inputs="")
    written = table([row]).decode("utf-8-sig")
    rows = list(csv.reader(StringIO(written, newline="")))
    assert rows[1:] == [["2026-11-30 08:00:00", "x", "en", "improve", cell(text), ""]]
    assert not rows[1][4].startswith(("=", "+", "-", "@", "\t", "\r"))
