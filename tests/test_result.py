"""What HTMX posts while a visitor types, and the fragment that it gets."""

import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from calculator.registry import calculators
from tests import dom
from tests.site import FLAGSHIP, LANGUAGES, calculator_page

HTMX = {"HX-Request": "true"}
SLUGS = list(calculators())

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_slug = pytest.mark.parametrize("slug", SLUGS)


def posted(language: str, slug: str, **typed: str) -> dom.Element:
    response = Client(enforce_csrf_checks=True).post(
        f"/{language}/ai/{slug}/result/", typed, headers=HTMX
    )
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    return dom.parse(response.content.decode())


def everything_typed(slug: str, **changes: str) -> dict[str, str]:
    """A whole form, as a browser sends it."""
    return {key: one.default_text for key, one in calculators()[slug].inputs.items()} | changes


def swapped_ids(fragment: dom.Element) -> list[str]:
    """Where the pieces of a fragment go: the result, then those that say it themselves."""
    first, *others = [each for each in fragment.children if isinstance(each, dom.Element)]
    ids = [first["id"]]
    for each in others:
        how = each["hx-swap-oob"]
        ids.append(each["id"] if how == "true" else how.partition("#")[2])
    return ids


@every_language
@every_slug
def test_pieces_have_their_place_on_the_page(slug: str, language: str) -> None:
    fragment = posted(language, slug, **everything_typed(slug))
    ids = swapped_ids(fragment)
    assert ids[0] == "result"
    assert len(set(ids)) == len(ids)
    # One note for each field, and every link that carries the inputs.
    assert {f"note-{key}" for key in calculators()[slug].inputs} <= set(ids)
    assert {"languages", "footer-links", "messages", "arrived", "announcement"} <= set(ids)
    page = calculator_page(language, slug).tree
    for place in ids:
        page.by_id(place)
    # What is typed in is never replaced, nor the region that speaks.
    for element in fragment.walk():
        if element.get("readonly") is None:
            assert element.tag not in ("input", "select", "textarea", "form", "script")
        assert element.get("id") != "announcement"


@every_language
def test_fragment_says_what_the_page_says(language: str) -> None:
    typed = {"devices": "2k", "scaling_efficiency": "0.9", "total_work": "1e12"}
    fragment = posted(language, FLAGSHIP, **everything_typed(FLAGSHIP, **typed))
    page = calculator_page(language, FLAGSHIP, **typed).tree
    assert fragment.by_id("result").text == page.by_id("result").text
    for key in typed:
        assert fragment.by_id(f"note-{key}").text == page.by_id(f"note-{key}").text
        assert (
            fragment.by_id(f"note-{key}")["data-state"] == page.by_id(f"note-{key}")["data-state"]
        )
    links = {each["hreflang"]: each["href"] for each in fragment.by_id("languages").all("a")}
    assert links == {each["hreflang"]: each["href"] for each in page.by_id("languages").all("a")}


@pytest.mark.parametrize(
    ("language", "announcement"),
    [
        ("en", "Actual throughput: 217,600 samples/s"),
        ("zh-hant", "實際吞吐量：217,600 樣本/秒"),
        ("ja", "実際のスループット：217,600サンプル/秒"),
    ],
)
def test_announcement_is_short(language: str, announcement: str) -> None:
    """S8: the name of the result and its value."""
    typed = everything_typed(FLAGSHIP, devices="128", scaling_efficiency="85")
    fragment = posted(language, FLAGSHIP, **typed)
    said = [
        each.text
        for each in fragment.walk()
        if each.get("hx-swap-oob") == "innerHTML:#announcement"
    ]
    assert said == [announcement]


@every_language
def test_address_is_the_page_and_the_inputs(language: str, client: Client) -> None:
    """H10: never the fragment's own."""
    typed = everything_typed(FLAGSHIP, devices="128", scaling_efficiency="85%")
    response = client.post(f"/{language}/ai/{FLAGSHIP}/result/", typed, headers=HTMX)
    address = response.headers["HX-Replace-Url"]
    assert address == f"/{language}/ai/{FLAGSHIP}/?devices=128&scaling_efficiency=85"
    response = client.post(
        f"/{language}/ai/{FLAGSHIP}/result/", everything_typed(FLAGSHIP), headers=HTMX
    )
    assert response.headers["HX-Replace-Url"] == f"/{language}/ai/{FLAGSHIP}/"


@pytest.mark.parametrize("text", ["１２８台？", "a\r\nX-Injected: 1", "<b>&\"'", "\u202e"])
def test_address_is_a_safe_header(text: str, client: Client) -> None:
    response = client.post(f"/en/ai/{FLAGSHIP}/result/", {"devices": text}, headers=HTMX)
    assert response.status_code == 200
    assert response.headers["HX-Replace-Url"].isascii()
    assert " " not in response.headers["HX-Replace-Url"]
    assert "X-Injected" not in response.headers


@every_language
def test_invalid_input_is_an_answer(language: str) -> None:
    """H11: a message at the field and in the place of the result; nothing else changes."""
    fragment = posted(language, FLAGSHIP, **everything_typed(FLAGSHIP, devices="abc"))
    note = fragment.by_id("note-devices")
    assert note["data-state"] == "bad"
    assert note.one(class_="bad").text
    assert not fragment.by_id("result").all(class_="answer-value")
    assert fragment.by_id("result").one(class_="sentence").text
    # Beside the field only: a summary would jump in while someone types.
    assert not fragment.by_id("messages").text


def test_rule_across_fields_stands_above_the_form() -> None:
    fragment = posted("en", FLAGSHIP, **everything_typed(FLAGSHIP, baseline_devices="65"))
    assert "Baseline devices (65 devices)" in fragment.by_id("messages").text
    states = {
        key: fragment.by_id(f"note-{key}")["data-state"] for key in ("devices", "baseline_devices")
    }
    assert states == {"devices": "bad", "baseline_devices": "bad"}


@pytest.mark.parametrize("htmx", [False, True])
def test_without_htmx_it_leads_to_the_page(htmx: bool, client: Client) -> None:
    """GET always, POST where HTMX did not send it: the page with the inputs."""
    typed = {"devices": "1.28e2", "gpus": "1"}
    target = f"/en/ai/{FLAGSHIP}/?devices=128"
    response = client.get(
        f"/en/ai/{FLAGSHIP}/result/?{urlencode(typed)}", headers=HTMX if htmx else {}
    )
    assert (response.status_code, response.headers["Location"]) == (303, target)
    if not htmx:
        response = client.post(f"/en/ai/{FLAGSHIP}/result/", typed)
        assert (response.status_code, response.headers["Location"]) == (303, target)


@every_language
def test_unknown_calculator(language: str, client: Client) -> None:
    response = client.post(f"/{language}/ai/nothing/result/", {}, headers=HTMX)
    assert response.status_code == 404


FORM = "application/x-www-form-urlencoded"
BAD_BODIES = [
    pytest.param(b"devices=" + b"1" * 70_000, FORM, id="too large"),
    pytest.param(b"&".join(b"a%d=1" % number for number in range(300)), FORM, id="too many fields"),
    pytest.param(b"nonsense", "multipart/form-data", id="multipart without boundary"),
    pytest.param(b"nonsense", f"multipart/form-data; boundary={'x' * 300}", id="broken multipart"),
]


@every_language
@pytest.mark.parametrize(("body", "content_type"), BAD_BODIES)
def test_unreadable_body_is_said(
    body: bytes, content_type: str, language: str, client: Client
) -> None:
    response = client.generic(
        "POST", f"/{language}/ai/{FLAGSHIP}/result/", body, content_type, headers=HTMX
    )
    assert response.status_code in (400, 413)
    page = dom.parse(response.content.decode())
    assert page.one("html")["lang"].startswith(language.partition("-")[0])
    assert page.one("h1").text
    assert "Traceback" not in response.content.decode()


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"{}", "application/json"),
        (b"\xff\xfe=%ff", FORM),
        (b"devices=%E5", FORM),
        (b"", FORM),
        (b"devices=1", f"{FORM}; charset=unknown"),
        (b"--x--", "multipart/form-data; boundary=x"),
    ],
)
def test_odd_body_is_no_fault(body: bytes, content_type: str, client: Client) -> None:
    client.raise_request_exception = False
    response = client.generic(
        "POST", f"/en/ai/{FLAGSHIP}/result/", body, content_type, headers=HTMX
    )
    assert response.status_code in (200, 400)


def test_other_methods_are_refused(client: Client) -> None:
    assert client.put(f"/en/ai/{FLAGSHIP}/result/").status_code == 405
    assert client.post(f"/en/ai/{FLAGSHIP}/").status_code == 405


# Ends of what a double holds, in every field: an answer or a message, never a fault.
EXTREMES = [
    "1e-400",
    "5e-324",
    "1e-320",
    "1e-300",
    "1e-9",
    "0",
    "1e300",
    "1e308",
    "1e400",
    "-1e400",
]


@every_slug
def test_extreme_numbers_are_no_fault(slug: str) -> None:
    client = Client(raise_request_exception=False)
    calculator = calculators()[slug]
    highest = {
        key: str(high)
        for key, one in calculator.inputs.items()
        if (high := getattr(one, "maximum", None))
    }
    for others in ({}, highest, dict.fromkeys(highest, "1")):
        for key in calculator.inputs:
            for text in EXTREMES:
                typed = {**others, key: text}
                response = client.post(f"/en/ai/{slug}/result/", typed, headers=HTMX)
                assert response.status_code == 200, typed
                shown = response.content.decode().lower()
                assert not re.search(r"\b(inf|infinity|nan)\b", shown), typed


@pytest.mark.parametrize(
    ("slug", "typed", "key"),
    [
        ("pipeline-bubble", {"target_bubble_percent": "1e-320"}, "min_microbatches"),
        (
            "effective-batch-size",
            {"token_fill_percent": "1e-320", "dataset_tokens_b": "100"},
            "steps_per_epoch",
        ),
    ],
)
def test_endless_detail_leaves_the_answer(slug: str, typed: dict[str, str], key: str) -> None:
    """The answer does not depend on it, and no other input is to blame."""
    outputs = Client().get(f"/en/ai/{slug}.json", typed).json()["outputs"]
    assert outputs[key]["value"] is None
    assert outputs[key]["reason"] == "Too large to show."
