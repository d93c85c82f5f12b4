"""The QR code of a page's address: what it holds, and that anyone may keep it."""

import re
from urllib.parse import urlencode

import pytest
import segno
from django.test import Client
from pytest_django import Settings

from calculator import qr
from calculator.registry import calculators
from tests import dom
from tests.site import FLAGSHIP, LANGUAGES

CODE = f"/en/ai/{FLAGSHIP}/qr.svg"
PAGE = f"http://testserver/en/ai/{FLAGSHIP}/"
QUIET = 4
STEP = re.compile(r"([Mmh])(-?[\d.]+)(?: ?(-?[\d.]+))?")


def drawn(content: bytes) -> list[list[bool]]:
    """The modules that an image draws, quiet zone included: strokes of one module's height."""
    image = dom.parse(content.decode()).one("svg")
    size = int(image["viewbox"].split()[2])
    modules = [[False] * size for _ in range(size)]
    column, row = 0, 0
    for step, first, second in STEP.findall(image.one("path", stroke="#000")["d"]):
        if step == "M":
            column, row = int(first), int(float(second))
        elif step == "m":
            column, row = column + int(first), row + int(second)
        else:
            for each in range(column, column + int(first)):
                modules[row][each] = True
            column += int(first)
    return modules


def expected(address: str) -> list[list[bool]]:
    code = segno.make(address, micro=False, error="m")
    return [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET)]


def code_of(path: str, **inputs: str) -> bytes:
    response = Client().get(path, inputs)
    assert response.status_code == 200
    return response.content


@pytest.mark.parametrize(
    ("typed", "query"),
    [
        ({}, ""),
        ({"scaling_efficiency": "85", "devices": "128"}, "?devices=128&scaling_efficiency=85"),
        # As links have them: in plain digits, only what differs from the defaults.
        ({"devices": "１２８", "throughput_per_device": "2k", "gpus": "8"}, "?devices=128"),
        ({"devices": "64", "total_work": ""}, ""),
        # What cannot be read stays as it was typed.
        ({"devices": "abc"}, "?devices=abc"),
        ({"devices": "100 台&"}, "?devices=100%20%E5%8F%B0%26"),
        ({"devices": ""}, "?devices="),
        ({"devices": "8", "baseline_devices": "16"}, "?devices=8&baseline_devices=16"),
    ],
)
def test_code_holds_the_address_with_its_inputs(typed: dict[str, str], query: str) -> None:
    assert drawn(code_of(CODE, **typed)) == expected(PAGE + query)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", calculators())
def test_code_leads_to_the_page_in_its_language(slug: str, language: str) -> None:
    path = f"/{language}/ai/{slug}/"
    assert drawn(code_of(f"{path}qr.svg")) == expected(f"http://testserver{path}")


def test_code_leads_to_where_it_was_asked_for(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["sangi.example"]
    response = Client().get(CODE, headers={"host": "sangi.example"}, secure=True)
    assert drawn(response.content) == expected(f"https://sangi.example/en/ai/{FLAGSHIP}/")


def test_image_stands_by_itself() -> None:
    response = Client().get(CODE)
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in response.headers
    image = dom.parse(response.content.decode()).one("svg")
    assert image["xmlns"] == "http://www.w3.org/2000/svg"
    # Nothing that a content security policy would have to allow.
    assert {each.tag for each in image.walk()} == {"svg", "path"}
    assert not any(each.get("style") for each in image.walk())
    # Dark on light wherever it is shown, with the margin that readers need.
    modules = drawn(response.content)
    assert not any(any(row) for row in modules[:QUIET] + modules[-QUIET:])
    assert image.all("path")[0]["fill"] == "#fff"


def test_longest_address_has_a_code_and_a_longer_one_has_none() -> None:
    room = 2000 - len(f"/en/ai/{FLAGSHIP}/?devices=")
    longest = "x" * room
    assert drawn(code_of(CODE, devices=longest)) == expected(f"{PAGE}?devices={longest}")
    response = Client().get(CODE, {"devices": longest + "x"})
    assert response.status_code == 404
    assert "ETag" not in response.headers


def test_anyone_may_keep_it(monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"{CODE}?{urlencode({'devices': '128'})}"
    response = Client().get(path)
    assert response.headers["Cache-Control"].startswith("public, max-age=")
    tag = response.headers["ETag"]
    assert tag != Client().get(CODE).headers["ETag"]

    def draw(address: str) -> bytes:
        raise AssertionError(address)

    monkeypatch.setattr(qr, "svg", draw)
    again = Client().get(path, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_head_says_what_get_says() -> None:
    get, head = Client().get(CODE), Client().head(CODE)
    assert head.status_code == 200
    assert head.content == b""
    for name in ("Content-Type", "Cache-Control", "ETag"):
        assert head.headers[name] == get.headers[name]


def test_nothing_is_posted_to_it() -> None:
    assert Client().post(CODE, {"devices": "128"}).status_code == 405


@pytest.mark.parametrize("language", LANGUAGES)
def test_unknown_calculator_has_no_code(language: str) -> None:
    response = Client().get(f"/{language}/ai/nothing/qr.svg")
    assert response.status_code == 404
    assert response.headers["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("text", ['"><script>', "%(label)s", "a\r\nb", "\u202e64", "\x00", "é台"])
def test_whatever_was_typed_is_no_fault(text: str) -> None:
    image = dom.parse(code_of(CODE, devices=text).decode())
    assert {each.tag for each in image.one("svg").walk()} == {"svg", "path"}


def test_bytes_that_are_no_text_are_no_fault() -> None:
    assert Client().get(f"{CODE}?devices=%ff%fe&%ff=1").status_code == 200
