"""Search: in any language, in any spelling, the best first."""

from urllib.parse import quote

import pytest
from django.test import Client

from calculator.base import Calculator
from calculator.search import find
from tests import dom
from tests.site import LANGUAGES, page

every_language = pytest.mark.parametrize("language", LANGUAGES)


def searched(language: str, words: str) -> dom.Element:
    response = Client().get(f"/{language}/search/", {"q": words})
    assert response.status_code == 200
    return dom.parse(response.content.decode()).one(class_="found")


def hits(found: dom.Element) -> list[str]:
    """The slugs of what was found, in the order of the page."""
    return [each["href"].strip("/").split("/")[-1] for each in found.all("a")]


@every_language
@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("token", "effective-batch-size"),
        ("詞元", "effective-batch-size"),
        ("トークン", "effective-batch-size"),
        ("ＤＤＰ", "data-parallel-scaling"),
        ("ddp", "data-parallel-scaling"),
        ("gpu", "data-parallel-scaling"),
        ("1f1b", "pipeline-bubble"),
        ("１Ｆ１Ｂ", "pipeline-bubble"),
        ("micro-batch", "effective-batch-size"),
        ("micro batch", "effective-batch-size"),
    ],
)
def test_words_of_every_language(words: str, slug: str, language: str) -> None:
    """People search in the words they know; what is found is in the language of the page."""
    found = searched(language, words)
    assert slug in hits(found)
    assert all(each["href"].startswith(f"/{language}/ai/") for each in found.all("a"))


@every_language
def test_words_to_try_find_something(language: str) -> None:
    tries = page(f"/{language}/").tree.one(class_="tries").all("a")
    assert len(tries) == 3
    for each in tries:
        found = page(quote(each["href"], safe="/?=%&")).tree.by_id("found")
        assert hits(found), each.text


@every_language
def test_names_of_calculators_find_them_first(language: str) -> None:
    for link in page(f"/{language}/ai/").tree.by_id("training").all("a"):
        assert hits(searched(language, link.text))[0] == link["href"].strip("/").split("/")[-1]


@every_language
def test_nothing_found_is_said(language: str) -> None:
    found = searched(language, "xyzzy")
    assert not found.all("a")
    assert "xyzzy" in found.one(role="status").text


def test_without_words_nothing_is_claimed() -> None:
    for words in ("", "  ", "　"):
        found = searched("en", words)
        assert not found.all("a")
        assert not found.one(role="status").text


@pytest.mark.parametrize("words", ["x" * 5000, "\x00", "%00", "a " * 3000, "(", "\\", "'"])
def test_odd_words_are_no_fault(words: str) -> None:
    searched("ja", words)


def found_among_sixty(words: str) -> list[str]:
    return [calculator.slug for calculator in find(words, "en")]


@pytest.mark.usefixtures("sixty_calculators")
class TestAmongSixty:
    def test_best_first(self) -> None:
        """Begins the name, in the name, a search word, in the summary."""
        order = ["cost-7", "inference-2", "evaluation-3", "training-4", "training-2"]
        assert found_among_sixty("quartz") == order

    @pytest.mark.parametrize("words", ["QUARTZ", "ｑｕａｒｔｚ", " quartz  ", "quart"])
    def test_spelling_does_not_matter(self, words: str) -> None:
        assert found_among_sixty(words) == found_among_sixty("quartz")

    def test_every_word_has_to_occur(self) -> None:
        assert found_among_sixty("quartz mica") == ["inference-2"]
        assert found_among_sixty("mica quartz") == ["inference-2"]
        assert found_among_sixty("smoky-quartz") == ["evaluation-3"]
        assert found_among_sixty("flint") == ["retrieval-9"]
        assert found_among_sixty("quartz flint") == []

    def test_many_equals_keep_the_order_of_the_catalogue(
        self, sixty_calculators: dict[str, Calculator]
    ) -> None:
        found = found_among_sixty("stones")
        assert len(found) == 59
        assert found == [slug for slug in sixty_calculators if slug in found]

    def test_page_shows_them_in_order(self) -> None:
        found = searched("ja", "quartz")
        assert hits(found) == found_among_sixty("quartz")

    def test_page_counts_them(self) -> None:
        assert searched("en", "mica").one(role="status").text == "1 calculator"
        assert searched("en", "quartz").one(role="status").text == "5 calculators"
