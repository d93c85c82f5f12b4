"""Headers: what browsers may run, what caches may keep, and that no cookie is ever set."""

from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client
from pytest_django import Settings

from tests.site import ADDRESSES, FLAGSHIP, page

HTMX = {"HX-Request": "true"}
PAGE = f"/en/ai/{FLAGSHIP}/?devices=128"
TWIN = f"/ja/ai/{FLAGSHIP}.json"
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "frame-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
# One of each kind of answer: page, list, error, redirects, JSON, fragment.
KINDS = [
    PAGE,
    "/en/",
    "/ja/ai/",
    "/en/search/?q=x",
    "/en/nowhere/",
    "/",
    "/zh-TW/",
    TWIN,
    f"/en/ai/{FLAGSHIP}.json?devices=0",
    "/en/ai/nothing.json",
    f"/en/ai/{FLAGSHIP}/result/",
]
PURE = [PAGE, "/en/", "/ja/ai/", "/en/search/?q=x", TWIN]

every_kind = pytest.mark.parametrize("address", KINDS)
every_pure = pytest.mark.parametrize("address", PURE)


@every_kind
def test_security_headers(client: Client, address: str) -> None:
    response = client.get(address)
    policy = dict(
        directive.strip().split(" ", 1)
        for directive in response.headers["Content-Security-Policy"].split(";")
    )
    assert policy == POLICY
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert response.headers["X-Frame-Options"] == "DENY"


def test_fragment_has_the_same_policy(client: Client) -> None:
    response = client.post(f"/en/ai/{FLAGSHIP}/result/", {"devices": "abc"}, headers=HTMX)
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]


@every_kind
def test_transport_security_under_tls_only(client: Client, address: str) -> None:
    assert "Strict-Transport-Security" not in client.get(address).headers
    secure = client.get(address, secure=True)
    assert secure.headers["Strict-Transport-Security"].startswith("max-age=")


@every_kind
def test_no_cookie(client: Client, address: str) -> None:
    client.cookies["sessionid"] = "x"
    client.cookies["csrftoken"] = "x" * 32
    assert not client.get(address).cookies
    assert not client.post(f"/en/ai/{FLAGSHIP}/result/", {}, headers=HTMX).cookies
    assert not client.post(f"/en/ai/{FLAGSHIP}/result/", {}).cookies


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_inline_and_nothing_from_elsewhere(address: str) -> None:
    """What the policy would block, and what it would let htmx evaluate."""
    for element in page(address).tree.walk():
        assert element.tag not in ("style", "object", "base")
        # The preview of what is embedded.
        assert element.tag != "iframe" or element["src"].startswith(f"{page(address).path}embed/")
        assert element.tag != "script" or (element["src"] and not element.children)
        for name, value in element.attributes.items():
            assert name != "style"
            assert not name.startswith(("on", "hx-on", "hx-vals", "hx-vars"))
            assert not value.strip().lower().startswith(("javascript:", "data:"))
        if element.tag in ("script", "img") or element.get("rel") in ("stylesheet", "icon"):
            assert (element.get("src") or element["href"]).startswith("/static/")
        # A filter in a trigger is evaluated as script.
        assert "[" not in (element.get("hx-trigger") or "")


# Caching


@every_pure
def test_pages_may_be_kept(client: Client, address: str) -> None:
    response = client.get(address)
    control = response.headers["Cache-Control"]
    assert "public" in control
    assert "max-age" in control
    assert response.headers["ETag"]


@pytest.mark.parametrize(
    "address", ["/", "/en/nowhere/", "/en/ai/nothing.json", f"/en/ai/{FLAGSHIP}.json?devices=0"]
)
def test_the_rest_may_not(client: Client, address: str) -> None:
    assert "public" not in client.get(address).headers.get("Cache-Control", "")


def test_fragments_are_never_kept(client: Client) -> None:
    response = client.post(f"/en/ai/{FLAGSHIP}/result/", {}, headers=HTMX)
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers


@every_pure
@pytest.mark.parametrize("form", ["{}", 'W/"other", {}', "strong"])
def test_known_page_is_not_made_again(
    client: Client, address: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = client.get(address)
    tag = first.headers["ETag"]
    known = tag.removeprefix("W/") if form == "strong" else form.format(tag)

    def never(*args: Any, **kwargs: Any) -> None:
        pytest.fail("computed")

    monkeypatch.setattr("calculator.views.answer", never)
    monkeypatch.setattr("calculator.views.find", never)
    for name in ("home", "catalogue", "search"):
        monkeypatch.setattr(f"calculator.site_pages.{name}", never)
    monkeypatch.setattr("calculator.calculator_page.page", never)
    response = client.get(address, headers={"If-None-Match": known})
    assert response.status_code == 304
    assert response.content == b""
    for name in ("ETag", "Cache-Control"):
        assert response.headers.get(name) == first.headers.get(name), name


@every_pure
def test_known_page_says_what_it_varies_with(client: Client, address: str) -> None:
    """RFC 9110 15.4.5: a 304 has the Vary that the page would have had."""
    first = client.get(address)
    response = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert response.headers.get("Vary") == first.headers["Vary"]


def test_tag_is_of_the_whole_address_and_the_release(client: Client, settings: Settings) -> None:
    addresses = [
        PAGE,
        f"{PAGE}&gpus=1",
        f"/en/ai/{FLAGSHIP}/?devices=%31%32%38",
        f"/ja/ai/{FLAGSHIP}/?devices=128",
        f"/en/ai/{FLAGSHIP}.json?devices=128",
        "/en/ai/pipeline-bubble/?devices=128",
    ]
    tags = [client.get(address).headers["ETag"] for address in addresses]
    # Canonical links hold the host.
    tags.append(client.get(PAGE, headers={"Host": "localhost"}).headers["ETag"])
    tag = tags[0]
    settings.RELEASE = "another"
    renewed = client.get(PAGE, headers={"If-None-Match": tag})
    assert renewed.status_code == 200
    tags.append(renewed.headers["ETag"])
    assert len(set(tags)) == len(tags)


def test_tag_does_not_depend_on_the_visitor(client: Client) -> None:
    tags = {
        client.get(PAGE, headers=headers).headers["ETag"]
        for headers in ({}, {"Accept-Language": "ja"}, {"User-Agent": "x"}, {"Cookie": "a=b"})
    }
    assert len(tags) == 1


@every_kind
def test_head_is_get_without_body(client: Client, address: str) -> None:
    get, head = client.get(address), client.head(address)
    assert head.status_code == get.status_code
    assert head.content == b""

    def compared(headers: Any) -> dict[str, str]:
        """The order of directives differs from answer to answer."""
        return {
            name: " ".join(sorted(value.replace(";", " ").split()))
            for name, value in headers.items()
            if name != "Content-Length"
        }

    assert compared(head.headers) == compared(get.headers)


def test_pages_are_compressed(client: Client) -> None:
    response = client.get(PAGE, headers={"Accept-Encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in response.headers["Vary"]
    # With the tag that came with it, the compressed page is known too.
    tag = response.headers["ETag"]
    assert client.get(PAGE, headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize("name", ["style.css", "sangi.js", "django_htmx/htmx-2.min.js"])
def test_static_files_are_kept_for_good(client: Client, name: str) -> None:
    response = client.get(staticfiles_storage.url(name), headers={"Accept-Encoding": "br"})
    assert response.status_code == 200
    assert "immutable" in response.headers["Cache-Control"]
    assert response.headers["Content-Encoding"] == "br"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
