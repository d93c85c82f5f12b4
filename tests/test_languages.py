"""Languages of addresses: the root, other spellings, and that only the path decides."""

import pytest
from django.test import Client

from tests.site import FLAGSHIP, LANGUAGES

HREFLANG = {"en": "en", "zh-hant": "zh-Hant", "ja": "ja"}
PAGE = f"ai/{FLAGSHIP}/?devices=128&x=%E5%8F%B0%26"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("zh-TW", "zh-hant"),  # L1
        ("zh-Hant-TW", "zh-hant"),
        ("zh-HK", "zh-hant"),
        ("zh-CN", "zh-hant"),
        ("zh", "zh-hant"),
        ("ja-JP", "ja"),
        ("de", "en"),
        ("en-GB", "en"),
        ("", "en"),
        ("*", "en"),
        ("de, ja;q=0.5", "ja"),
        ("en;q=0.5, ja;q=0.8, zh-TW;q=0.9", "zh-hant"),
        ("zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7", "zh-hant"),
        ("ja;q=0, en", "en"),
        ("jam, zhx, ja", "ja"),
        ("\x00;;;q=q", "en"),
        ("x" * 5000, "en"),
    ],
)
def test_root(client: Client, header: str, language: str) -> None:
    """L5: each visitor to the best language, and caches are told why."""
    response = client.get("/", headers={"Accept-Language": header})
    assert response.status_code == 302
    assert response.headers["Location"] == f"/{language}/"
    assert "Accept-Language" in response.headers["Vary"]


def test_root_without_preference(client: Client) -> None:
    assert client.get("/").headers["Location"] == "/en/"


@pytest.mark.parametrize(
    ("spelling", "language"),
    [
        ("zh-TW", "zh-hant"),
        ("zh-Hant-TW", "zh-hant"),
        ("zh-Hant", "zh-hant"),
        ("ZH-HANT", "zh-hant"),
        ("zh-CN", "zh-hant"),
        ("zh-Hans", "zh-hant"),
        ("zh_TW", "zh-hant"),
        ("zh", "zh-hant"),
        ("EN", "en"),
        ("en-GB", "en"),
        ("en-us", "en"),
        ("JA", "ja"),
        ("ja-JP", "ja"),
    ],
)
@pytest.mark.parametrize("tail", ["", "ai/", PAGE, f"ai/{FLAGSHIP}.json?devices=1", "nowhere/"])
def test_other_spellings_lead_to_the_right_one(
    client: Client, spelling: str, language: str, tail: str
) -> None:
    response = client.get(f"/{spelling}/{tail}")
    assert response.status_code == 301
    assert response.headers["Location"] == f"/{language}/{tail}"


@pytest.mark.parametrize("spelling", ["zh", "zh-TW", "EN", "ja-JP"])
def test_other_spellings_without_slash(client: Client, spelling: str) -> None:
    response = client.get(f"/{spelling}?devices=1", follow=True)
    assert response.status_code == 200
    assert all(status == 301 for _address, status in response.redirect_chain)


@pytest.mark.parametrize("code", LANGUAGES)
def test_language_without_slash(client: Client, code: str) -> None:
    assert client.get(f"/{code}", follow=True).status_code == 200


@pytest.mark.parametrize("code", ["de", "fr-FR", "zhx", "english", "jam", "e", "x", "zh.", "en%20"])
def test_other_codes_are_not_found(client: Client, code: str) -> None:
    for tail in ("", PAGE):
        assert client.get(f"/{code}/{tail}").status_code == 404


def test_redirect_stays_on_the_site(client: Client) -> None:
    for address in ("/ZH//evil.example/", "/JA/%2F/evil.example/", "/EN/\\evil.example/"):
        location = client.get(address).headers["Location"]
        assert location.startswith(("/zh-hant/", "/ja/", "/en/"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_path_decides(client: Client, language: str) -> None:
    """L6: the same bytes for everyone, so caches need not tell visitors apart."""
    address = f"/{language}/ai/{FLAGSHIP}/"
    plain = client.get(address)
    client.cookies["django_language"] = "ja"
    for header in ("ja", "en-US", "zh-CN"):
        other = client.get(address, headers={"Accept-Language": header})
        assert other.content == plain.content
        assert "Accept-Language" not in other.headers.get("Vary", "")
        assert "Cookie" not in other.headers.get("Vary", "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "tail", ["", "ai/", "search/?q=x", f"ai/{FLAGSHIP}/", f"ai/{FLAGSHIP}.json", "nowhere/"]
)
def test_content_language(client: Client, language: str, tail: str) -> None:
    response = client.get(f"/{language}/{tail}", headers={"Accept-Language": "de"})
    assert response.headers["Content-Language"] == HREFLANG[language]


def test_a_visitor_after_another(client: Client) -> None:
    """No request inherits the language of the one before."""
    client.get("/ja/")
    assert '<html lang="en">' in client.get("/nowhere/").content.decode()
    page = client.get("/nowhere/", headers={"Accept-Language": "ja"})
    assert '<html lang="ja">' in page.content.decode()
    assert "Accept-Language" in page.headers["Vary"]
