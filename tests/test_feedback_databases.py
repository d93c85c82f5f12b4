"""Feedback over real HTTP into SQLite and PostgreSQL: between processes, and when they fail."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest

from calculator.feedback import limits
from tests import dom
from tests.databases import Database, Postgres, Sqlite
from tests.servers import manage, serving
from tests.site import FLAGSHIP, LANGUAGES
from tests.visitor import Reply, Visitor, fields_of

HTMX = {"HX_Request": "true"}
AWAY = {
    "en": "Feedback cannot be stored just now. Nothing is lost: send it again in a minute.",
    "zh-hant": "目前無法儲存意見。內容都還在，請稍後再送出一次。",
    "ja": (
        "いまはフィードバックを保存できません。"
        "内容は残っているので、少し待ってからもう一度送信してください。"
    ),
}
FAILURES = ["locked", "away"]


@dataclass
class Site:
    """Two processes that share a database, behind a proxy that names its visitors."""

    database: Database
    origins: list[str]
    networks: Iterator[int] = field(default_factory=lambda: count(1))

    def visitor(self, process: int = 0, network: str = "") -> Visitor:
        """Someone from a network of their own, unless it is named."""
        network = network or f"192.0.2.{next(self.networks)}"
        return Visitor(self.origins[process], {"X-Forwarded-For": network})

    def stored(self, text: str) -> list[tuple[str, ...]]:
        query = "SELECT slug, language, verdict, text, inputs FROM feedback_feedback"
        return [tuple(row) for row in self.database.rows(query) if row[3] == text]


def environment(database: Database) -> dict[str, str]:
    return {"DATABASE_URL": database.url, "TRUSTED_PROXIES": "1", "SECRET_KEY": "x" * 50}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    with ExitStack() as stack:
        folder: Path = tmp_path_factory.mktemp("database")
        database: Database = (
            Sqlite(folder) if request.param == "sqlite" else stack.enter_context(Postgres())
        )
        variables = environment(database)
        manage("migrate", "--verbosity", "0", **variables)
        yield Site(database, [stack.enter_context(serving(**variables)) for _process in range(2)])


def address(query: str = "", language: str = "en") -> str:
    return f"/{language}/ai/{FLAGSHIP}/feedback/{query}"


def opened(visitor: Visitor, language: str = "en", query: str = "?verdict=improve") -> dom.Element:
    return visitor.get(address(query, language)).tree.by_id("feedback-form")


def send(visitor: Visitor, form: dom.Element, text: str, **headers: str) -> Reply:
    return visitor.post(form["action"], {**fields_of(form), "text": text}, **headers)


def test_sent_is_stored(site: Site) -> None:
    visitor = site.visitor()
    text = "單位「詞元」, お願いします\n=1+1 'x' \"y\""
    form = opened(visitor, "ja", "?verdict=improve&devices=128")
    reply = send(visitor, form, text)
    assert reply.status == 303
    assert site.stored(text) == [(FLAGSHIP, "ja", "improve", text, "?devices=128")]
    assert visitor.get(reply.headers["Location"]).status == 200


def test_one_process_takes_the_form_of_another(site: Site) -> None:
    visitor = site.visitor()
    form = opened(visitor)
    visitor.origin = site.origins[1]
    assert send(visitor, form, "from one to the other").status == 303
    assert len(site.stored("from one to the other")) == 1


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_tls_ends_at_the_proxy(site: Site, scheme: str) -> None:
    """What the browser did over TLS is taken for that: the cookie, and where the form is from."""
    visitor = site.visitor()
    form = visitor.get(address("?verdict=improve"), X_Forwarded_Proto=scheme)
    cookie = form.headers["Set-Cookie"]
    assert ("Secure" in cookie) == (scheme == "https")
    host = site.origins[0].removeprefix("http://")
    headers = {"Origin": f"{scheme}://{host}", "Cookie": cookie.strip().partition(";")[0]}
    opened_form = form.tree.by_id("feedback-form")
    sent = send(visitor, opened_form, "x", X_Forwarded_Proto=scheme, **headers)
    assert sent.status == 303
    headers["Origin"] = f"{scheme}://other.example"
    sent = send(visitor, opened_form, "x", X_Forwarded_Proto=scheme, **headers)
    assert sent.status == 403


def test_one_count_for_all_processes_and_after_a_restart(site: Site) -> None:
    network = "198.51.100.1"
    visitors = [site.visitor(process, network) for process in (0, 1)]
    forms = [opened(visitor) for visitor in visitors]
    for number in range(limits.MOST_A_DAY):
        assert send(visitors[number % 2], forms[number % 2], "counted").status == 303
    for visitor, form in zip(visitors, forms, strict=True):
        assert send(visitor, form, "counted").status == 429
    with serving(**environment(site.database)) as origin:
        late = Visitor(origin, {"X-Forwarded-For": network})
        assert send(late, opened(late), "counted").status == 429
    assert len(site.stored("counted")) == limits.MOST_A_DAY
    other = site.visitor()
    assert send(other, opened(other), "not counted").status == 303


def test_count_is_right_when_many_come_at_once(site: Site) -> None:
    visitors = [site.visitor(number % 2, "198.51.100.2") for number in range(30)]
    forms = [opened(visitor) for visitor in visitors]
    with ThreadPoolExecutor(6) as pool:
        replies = pool.map(send, visitors, forms, ["at once"] * len(visitors))
        statuses = [reply.status for reply in replies]
    assert sorted(statuses) == [303] * limits.MOST_A_DAY + [429] * (30 - limits.MOST_A_DAY)
    assert len(site.stored("at once")) == limits.MOST_A_DAY


def test_no_address_is_kept(site: Site) -> None:
    visitor = site.visitor(network="198.51.100.3")
    send(visitor, opened(visitor), "from somewhere")
    tables = ["feedback_feedback", "feedback_sender"]
    rows = [row for table in tables for row in site.database.rows(f"SELECT * FROM {table}")]
    assert len(rows) >= 2
    assert not [row for row in rows if "198.51.100" in str(row)]
    keys = [key for (key,) in site.database.rows("SELECT key FROM feedback_sender")]
    assert all(re.fullmatch(r"[0-9a-f]{64}", key) for key in keys)


def test_earlier_days_are_forgotten(site: Site) -> None:
    visitor = site.visitor()
    form = opened(visitor)
    send(visitor, form, "today")
    before = site.database.rows("SELECT count(*) FROM feedback_sender")
    site.database.change("UPDATE feedback_sender SET day = '2026-01-01'")
    assert before[0][0] > 0
    send(visitor, form, "today")
    assert site.database.rows("SELECT count FROM feedback_sender") == [(1,)]


@pytest.mark.parametrize(
    ("language", "failure"), [("en", "locked"), *((language, "away") for language in LANGUAGES)]
)
def test_nothing_is_lost_when_the_database_fails(site: Site, language: str, failure: str) -> None:
    visitor = site.visitor()
    text = f"kept in {language} while {failure}"
    form = opened(visitor, language, "?verdict=improve&devices=128")
    fails = getattr(site.database, failure)
    with fails():
        page = send(visitor, form, text)
        piece = send(visitor, form, text, **HTMX)
        again = visitor.get(address("?verdict=improve", language))
    for reply in (page, piece):
        assert reply.status == 503
        kept = reply.tree.by_id("feedback-form")
        assert kept.by_id("feedback-message").text == AWAY[language]
        assert fields_of(kept)["text"] == text
    assert page.tree.one("html")["lang"].lower().startswith(language)
    # The form opens all the same.
    assert again.status == 200
    assert not site.stored(text)
    # What came back can be sent as it is.
    assert send(visitor, page.tree.by_id("feedback-form"), text).status == 303
    assert site.stored(text) == [(FLAGSHIP, language, "improve", text, "?devices=128")]


@pytest.mark.parametrize("failure", FAILURES)
def test_failure_does_not_count(site: Site, failure: str) -> None:
    visitor = site.visitor()
    form = opened(visitor)
    fails = getattr(site.database, failure)
    with fails():
        assert send(visitor, form, "failed").status == 503
    text = f"after it was {failure}"
    statuses = [send(visitor, form, text).status for _number in range(limits.MOST_A_DAY + 1)]
    assert statuses == [303] * limits.MOST_A_DAY + [429]


@pytest.mark.parametrize("failure", FAILURES)
def test_calculators_never_ask_the_database(site: Site, failure: str) -> None:
    visitor = site.visitor()
    page = f"/zh-hant/ai/{FLAGSHIP}/"
    fails = getattr(site.database, failure)
    with fails():
        for path in ("/en/", "/ja/ai/", "/en/search/?q=gpu", page, f"{page[:-1]}.json?devices=8"):
            assert visitor.get(path).status == 200, path
        assert visitor.post(f"{page}result/", {"devices": "8"}, **HTMX).status == 200
    assert not list(visitor.cookies)
