"""Feedback: the form, what is stored, and each way in which something is refused."""

from collections.abc import Callable
from datetime import date
from typing import Any
from urllib.parse import quote

import pytest
from django.core.management import call_command
from django.test import Client

from calculator.feedback.forms import LONGEST_TEXT
from calculator.feedback.models import Feedback, Sender
from tests import dom
from tests.feedback_visit import HTMX, WORDS, Visit, address, form_in, message_in, refused, text_in
from tests.site import FLAGSHIP, LANGUAGES, calculator_page
from tests.visitor import fields_of

every_language = pytest.mark.parametrize("language", LANGUAGES)
with_and_without_htmx = pytest.mark.parametrize("htmx", [False, True], ids=["page", "htmx"])
stores = pytest.mark.django_db


# The row on a calculator's page


@every_language
def test_question_stands_on_the_page(language: str) -> None:
    inputs = {"devices": "128", "scaling_efficiency": "85%"}
    tree = calculator_page(language, FLAGSHIP, **inputs).tree
    words = WORDS[language]
    assert tree.by_id("feedback-question").text == words["question"]
    links = tree.by_id("feedback-links").all("a")
    assert [each.text for each in links] == [words["helpful"], words["improve"]]
    assert [each["href"] for each in links] == [
        address(f"?verdict={verdict}&devices=128&scaling_efficiency=85", language)
        for verdict in ("helpful", "improve")
    ]
    # The form itself is fetched on demand, so that the page is the same for everyone.
    assert not tree.by_id("feedback").all("form")
    assert not tree.all(name="csrfmiddlewaretoken")


@pytest.mark.parametrize(
    ("typed", "inputs"),
    [({}, ""), ({"devices": "1.28e2"}, "&devices=128"), ({"devices": "9" * 3000}, "")],
)
def test_links_follow_the_inputs(client: Client, typed: dict[str, str], inputs: str) -> None:
    response = client.post(f"/ja/ai/{FLAGSHIP}/result/", typed, headers=HTMX)
    links = dom.parse(response.content.decode()).by_id("feedback-links")
    assert links["hx-swap-oob"] == "true"
    assert links.all("a")[1]["href"] == address(f"?verdict=improve{inputs}", "ja")


# Opening the form: without a database, with the only cookie of the site


@every_language
@with_and_without_htmx
def test_form_in_three_languages(htmx: bool, language: str) -> None:
    form = Visit(htmx=htmx).open("improve", "?devices=128", language)
    words = WORDS[language]
    assert form.one("label", **{"for": "feedback-text"}).text == words["label"]
    assert form.by_id("feedback-send").text == words["send"]
    assert form.by_id("feedback-note").text
    assert not form.by_id("feedback-message").text
    assert form["action"] == address("?verdict=improve&devices=128", language)
    assert form["method"] == "post"
    assert form.classes == {"improve"}


@every_language
def test_page_of_the_form(client: Client, language: str) -> None:
    tree = dom.parse(client.get(address("?verdict=improve&devices=2k", language)).content.decode())
    words = WORDS[language]
    assert tree.one("title").text == words["title"]
    assert tree.one("h1").text == words["question"]
    crumbs = [each["href"] for each in tree.one(class_="breadcrumb").all("a")]
    assert crumbs[-1] == f"/{language}/ai/{FLAGSHIP}/?devices=2000"
    switch = {each["hreflang"]: each["href"] for each in tree.by_id("languages").all("a")}
    assert switch["ja"] == address("?verdict=improve&devices=2000", "ja")


@pytest.mark.parametrize("query", ["", "?verdict=", "?verdict=other", "?devices=128"])
def test_without_an_answer_the_question_alone(client: Client, query: str) -> None:
    response = client.get(address(query))
    assert response.status_code == 200
    tree = dom.parse(response.content.decode())
    assert not tree.by_id("feedback").all("form")
    assert len(tree.by_id("feedback-links").all("a")) == 2
    assert not response.cookies


def test_helpful_needs_no_text() -> None:
    form = Visit().open("helpful")
    assert not form.all("textarea")
    assert form.get("hidden") is None
    assert form["hx-trigger"] == "submit"


def test_helpful_that_htmx_fetched_sends_itself() -> None:
    form = Visit(htmx=True).open("helpful")
    assert form.get("hidden") is not None
    assert form["hx-trigger"] == "load"
    # Only as a piece of a page that is open already: a link cannot make anyone send it.
    assert Visit().open("helpful")["hx-trigger"] == "submit"


@pytest.mark.parametrize("slug", ["nothing", "data_parallel_scaling"])
def test_unknown_calculator(client: Client, slug: str) -> None:
    for response in (client.get(address("", "ja", slug)), client.post(address("", "ja", slug))):
        assert response.status_code == 404
        assert '<html lang="ja">' in response.content.decode()


def test_other_methods_are_refused(client: Client) -> None:
    assert client.put(address()).status_code == 405
    assert client.delete(address()).status_code == 405
    assert client.head(address("?verdict=improve")).content == b""


def test_only_the_form_sets_a_cookie(client: Client) -> None:
    page = f"/en/ai/{FLAGSHIP}/"
    for path in ("/", "/en/", "/en/ai/", "/en/search/?q=x", page, page + "?devices=0", page[:-1]):
        assert not client.get(path).cookies, path
    assert not client.get(f"/en/ai/{FLAGSHIP}.json").cookies
    assert not client.post(page + "result/", {}, headers=HTMX).cookies
    assert not client.get(address("?verdict=sent")).cookies
    assert list(client.get(address("?verdict=improve")).cookies) == ["csrftoken"]
    # Nor does another page set or need it afterwards.
    response = client.get(page)
    assert not response.cookies
    assert "Cookie" not in response.headers.get("Vary", "")
    assert "public" in response.headers["Cache-Control"]


@pytest.mark.parametrize("secure", [False, True])
@pytest.mark.parametrize("verdict", ["helpful", "improve"])
def test_cookie_is_held_close(client: Client, verdict: str, secure: bool) -> None:
    cookie = client.get(address(f"?verdict={verdict}"), secure=secure).cookies["csrftoken"]
    assert cookie["samesite"] == "Lax"
    assert cookie["httponly"]
    assert bool(cookie["secure"]) == secure
    # Until the browser is closed.
    assert not cookie["max-age"]
    assert not cookie["expires"]


def test_without_a_proxy_nobody_claims_tls(client: Client) -> None:
    response = client.get(address("?verdict=improve"), headers={"X-Forwarded-Proto": "https"})
    assert not response.cookies["csrftoken"]["secure"]


@stores
@with_and_without_htmx
def test_nobody_keeps_or_lists_the_form(htmx: bool) -> None:
    visit = Visit(htmx=htmx)
    form = visit.open()
    responses = [
        visit.client.get(address("?verdict=improve")),
        visit.client.get(address("?verdict=sent")),
        visit.send(form, text=""),
        visit.send(form, text="x"),
        visit.send(form, csrfmiddlewaretoken="x"),
        visit.send(form, text="x" * 70_000),
    ]
    statuses = [response.status_code for response in responses]
    assert statuses == [200, 200, 200, 200 if htmx else 303, 403, 413]
    for response in responses:
        assert response.headers["Cache-Control"] == "no-store"
        assert response.headers["X-Robots-Tag"] == "noindex"
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]
        assert "ETag" not in response.headers


# Sent


@stores
@every_language
@with_and_without_htmx
def test_sent_is_stored(htmx: bool, language: str) -> None:
    visit = Visit(htmx=htmx)
    inputs = "?devices=128&scaling_efficiency=85%25"
    form = visit.open("improve", inputs, language)
    text = "Größe? 單位「詞元」\r\nお願いします <b>&amp;</b>"
    response = visit.send(form, inputs, language, text=f"  {text}\n")
    stored = Feedback.objects.get()
    assert (stored.slug, stored.language, stored.verdict) == (FLAGSHIP, language, "improve")
    assert stored.inputs == "?devices=128&scaling_efficiency=85"
    assert stored.text == text.replace("\r\n", "\n")
    if not htmx:
        assert response.status_code == 303
        target = address(f"?verdict=sent&{stored.inputs[1:]}", language)
        assert response.headers["Location"] == target
        response = visit.client.get(target)
    assert response.status_code == 200
    thanks = form_in(response)
    assert thanks.all("p")[0].text == WORDS[language]["thanks"]
    back = [(each.text, each["href"]) for each in thanks.all("a")]
    page = f"/{language}/ai/{FLAGSHIP}/{stored.inputs}"
    assert back == ([] if htmx else [(WORDS[language]["back"], page)])


@stores
@with_and_without_htmx
def test_helpful_is_stored(htmx: bool) -> None:
    visit = Visit(htmx=htmx)
    assert visit.send(visit.open("helpful")).status_code == (200 if htmx else 303)
    stored = Feedback.objects.get()
    assert (stored.verdict, stored.text, stored.inputs) == ("helpful", "", "")


@stores
def test_helpful_takes_along_what_had_been_typed() -> None:
    """HTMX keeps the text area when the other answer is pressed after typing."""
    visit = Visit(htmx=True)
    typed_in = visit.open("improve").by_id("feedback-text")
    kept = visit.open("helpful").by_id("feedback-text")
    assert typed_in["hx-preserve"] == kept["hx-preserve"] == "true"
    visit.send(visit.open("helpful"), text="but slow")
    assert Feedback.objects.get().text == "but slow"


@stores
def test_inputs_are_those_on_the_page_when_it_is_sent() -> None:
    """The page's address follows what is typed, also after the form was opened."""
    visit = Visit(htmx=True)
    form = visit.open("improve", "?devices=128")
    visit.send(form, "?gpus=1&devices=256#result", text="x")
    assert Feedback.objects.get().inputs == "?devices=256"


@stores
@pytest.mark.parametrize(
    ("query", "stored"),
    [
        ("?devices=abc", "?devices=abc"),
        ("?devices=", "?devices="),
        ("?devices=64&gpus=8", ""),
        ("?devices=%00", "?devices=%EF%BF%BD"),
    ],
)
def test_inputs_are_stored_as_links_have_them(query: str, stored: str) -> None:
    visit = Visit()
    visit.send(visit.open("improve", query), text="x")
    assert Feedback.objects.get().inputs == stored


@stores
def test_endless_inputs_are_cut() -> None:
    visit = Visit()
    visit.send(visit.open("improve", f"?devices={'9' * 5000}"), text="x")
    assert len(Feedback.objects.get().inputs) == 2000


@stores
@pytest.mark.parametrize("current", ["", "no address", "http://[", "?" * 50])
def test_odd_page_address_is_no_fault(current: str) -> None:
    visit = Visit(htmx=True)
    form = visit.open()
    fields = {**fields_of(form), "text": "x"}
    headers = {**HTMX, "HX-Current-URL": current}
    assert visit.client.post(form["action"], fields, headers=headers).status_code == 200
    assert Feedback.objects.get().inputs == ""


# Refused


@stores
@every_language
@with_and_without_htmx
@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "empty"), (" \r\n\u3000", "empty"), ("字" * (LONGEST_TEXT + 1), "too long")],
)
def test_text_is_refused(text: str, reason: str, htmx: bool, language: str) -> None:
    visit = Visit(htmx=htmx)
    response = visit.send(visit.open("improve", "", language), "", language, text=text)
    assert refused(response) == WORDS[language][reason]
    assert text_in(response) == text
    area = form_in(response).by_id("feedback-text")
    assert area["aria-invalid"] == "true"
    assert "feedback-message" in area["aria-describedby"].split()
    if not htmx:
        title = dom.parse(response.content.decode()).one("title").text
        assert (
            title
            == WORDS[language]["refused"].strip()
            + (" " * (language == "en"))
            + (WORDS[language]["title"])
        )
    # The form that came back can be sent.
    visit.send(form_in(response), "", language, text="better")
    assert Feedback.objects.get().text == "better"


@stores
def test_longest_text_is_stored() -> None:
    """Characters count, and an end of line is one, however many bytes a browser sends."""
    text = "字\r\n" * (LONGEST_TEXT // 2)
    visit = Visit()
    assert visit.send(visit.open(), text=text[:-2] + "字").status_code == 303
    assert len(Feedback.objects.get().text) == LONGEST_TEXT


@stores
@with_and_without_htmx
def test_filled_trap_is_refused(htmx: bool) -> None:
    visit = Visit(htmx=htmx)
    response = visit.send(visit.open(), text="kept", homepage="http://spam.example/")
    assert "has to stay empty" in refused(response)
    assert text_in(response) == "kept"
    # A browser that filled it in by itself does not keep anyone out.
    assert fields_of(form_in(response))["homepage"] == ""
    visit.send(form_in(response))
    assert Feedback.objects.get().text == "kept"


def test_trap_is_not_met_by_people() -> None:
    form = Visit().open()
    trap = form.by_id("feedback-homepage")
    assert trap["tabindex"] == "-1"
    assert trap["autocomplete"] == "off"
    # Where it is seen or read out all the same, its label says what to do.
    assert form.one("label", **{"for": "feedback-homepage"}).text == "Leave this field empty"


@stores
@pytest.mark.parametrize("verdict", ["", "sent", "other", "HELPFUL", "x" * 500])
def test_unknown_answer_is_refused(verdict: str) -> None:
    visit = Visit()
    response = visit.send(visit.open(), text="kept", verdict=verdict)
    assert refused(response) == "Choose “Helpful” or “Needs improvement”."
    assert text_in(response) == "kept"


@stores
@with_and_without_htmx
def test_what_is_too_large_to_be_read(htmx: bool) -> None:
    visit = Visit(htmx=htmx)
    response = visit.send(visit.open(), text="x" * 70_000)
    assert response.status_code == 413
    assert Feedback.objects.count() == 0
    if htmx:
        # Only the message goes somewhere, so that the text stays in its box.
        assert response.headers["HX-Retarget"] == "#feedback-failure"
        assert response.headers["HX-Reswap"] == "textContent"
        said = response.content.decode()
        assert said == "Shorten the text to 2,000 characters; it is too long to be read."
    else:
        assert "Go back and shorten it to 2,000 characters." in message_in(response)


@stores
@pytest.mark.parametrize(
    "text",
    ["</textarea><script>alert(1)</script>", "\n\nfirst line", "%(limit)s {{ x }} %", "a\0b"],
)
def test_text_comes_back_as_it_was(text: str) -> None:
    visit = Visit()
    response = visit.send(visit.open(), text=text, homepage="x")
    assert refused(response)
    assert text_in(response) == text.replace("\0", "\ufffd")
    assert not form_in(response).all("script")


@stores
def test_text_with_a_null_is_stored_without() -> None:
    """PostgreSQL cannot hold one."""
    visit = Visit()
    assert visit.send(visit.open(), text="a\0b").status_code == 303
    assert Feedback.objects.get().text == "a\ufffdb"


# Forged


@stores
@every_language
@with_and_without_htmx
def test_without_token_the_form_comes_again(htmx: bool, language: str) -> None:
    visit = Visit(htmx=htmx)
    fields = {"verdict": "improve", "text": "留著"}
    path = address("?verdict=improve&devices=128", language)
    response = visit.client.post(path, fields, **visit.options("?devices=128", language))
    assert refused(response, 403)
    assert text_in(response) == "留著"
    # In the visitor's language, with a token that fits the cookie that comes with it.
    lang = {"en": "Allow the cookie", "zh-hant": "請允許本站的 Cookie", "ja": "Cookieを許可"}
    assert lang[language] in message_in(response)
    assert "csrftoken" in response.cookies
    visit.send(form_in(response), "?devices=128", language)
    stored = Feedback.objects.get()
    assert (stored.text, stored.inputs) == ("留著", "?devices=128")


def _no_cookie(visit: Visit, fields: dict[str, str]) -> dict[str, Any]:
    visit.client.cookies.clear()
    return {}


def _other_token(visit: Visit, fields: dict[str, str]) -> dict[str, Any]:
    fields["csrfmiddlewaretoken"] = "a" * 64
    return {}


def _other_origin(visit: Visit, fields: dict[str, str]) -> dict[str, Any]:
    return {"headers": {"Origin": "https://evil.example"}}


def _other_referer(visit: Visit, fields: dict[str, str]) -> dict[str, Any]:
    return {"headers": {"Referer": "https://evil.example/"}, "secure": True}


@stores
@pytest.mark.parametrize("forge", [_no_cookie, _other_token, _other_origin, _other_referer])
@pytest.mark.parametrize("verdict", ["helpful", "improve"])
def test_forged_is_refused(
    verdict: str, forge: Callable[[Visit, dict[str, str]], dict[str, Any]]
) -> None:
    visit = Visit()
    form = visit.open(verdict)
    fields = {**fields_of(form), "text": "kept"}
    options = forge(visit, fields)
    response = visit.client.post(form["action"], fields, **options)
    assert "Allow the cookie" in refused(response, 403)
    assert text_in(response) == "kept"
    assert response.headers["Cache-Control"] == "no-store"


@stores
def test_a_recompute_needs_no_token_still() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(f"/en/ai/{FLAGSHIP}/result/", {}, headers=HTMX).status_code == 200


@stores
def test_over_tls() -> None:
    visit = Visit(secure=True)
    assert visit.send(visit.open(), text="x").status_code == 303
    assert Feedback.objects.count() == 1


# The tables


@stores
def test_migrations_are_complete() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


@stores
def test_stored_names_itself() -> None:
    feedback = Feedback(slug=FLAGSHIP, language="en", verdict="helpful")
    assert str(feedback).endswith(FLAGSHIP)
    assert "192" not in str(Sender(key="192", day=date(2026, 11, 30), count=2))


def test_addresses_need_quoting_nowhere() -> None:
    """What a query of inputs holds comes through the form's address unharmed."""
    inputs = "?devices=" + quote("100 台&'<")
    form = Visit().open("improve", inputs)
    assert form["action"] == address(f"?verdict=improve&{inputs[1:]}")
