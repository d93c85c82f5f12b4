"""Lists of calculators, with sixty made-up ones: everything in its place, once."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from calculator.base import Calculator
from calculator.registry import calculators, categories
from tests import catalogs, dom, sixty
from tests.site import LANGUAGES

every_language = pytest.mark.parametrize("language", LANGUAGES)
pytestmark = pytest.mark.usefixtures("sixty_calculators")


def shown(address: str) -> dom.Element:
    response = Client().get(address)
    assert response.status_code == 200
    return dom.parse(response.content.decode())


def slugs(element: dom.Element) -> list[str]:
    return [each["href"].strip("/").split("/")[-1] for each in element.all("a")]


def test_order_of_the_catalogue() -> None:
    """By category, cluster and position: 10 stands behind 9, not behind 1."""
    assert list(calculators()) == sixty.slugs()
    assert list(categories()) == list(sixty.CATEGORIES)


@every_language
@pytest.mark.parametrize("tail", ["", "ai/", "search/", "search/?q=nothing-here"])
def test_category_lists(tail: str, language: str) -> None:
    sections = shown(f"/{language}/{tail}").all("section", class_="listing")
    assert [each["id"] for each in sections] == list(sixty.CATEGORIES)
    for section in sections:
        expected = [f"{section['id']}-{place}" for place in range(1, sixty.EACH + 1)]
        assert slugs(section) == expected
        assert [len(each.all("li")) for each in section.all("ul")] == [4, 4, 2]
        assert section.one(class_="count").text == str(sixty.EACH)


def test_category_without_calculators_is_left_out() -> None:
    assert "Sort 7" not in shown("/en/").text
    assert not [each for each in shown("/en/ai/").walk() if each.get("id") == "empty"]


def test_home_jumps_to_each_category() -> None:
    home = shown("/en/")
    jumps = home.one(class_="jumps").all("a")
    assert [each["href"] for each in jumps] == [f"#{name}" for name in sixty.CATEGORIES]
    for each in jumps:
        home.by_id(each["href"][1:])


@every_language
def test_more_in_the_category_is_folded_after_six(language: str) -> None:
    page = shown(f"/{language}/ai/training-3/")
    fold = page.one("details", class_="more")
    section = next(each for each in page.all("section") if fold in list(each.walk()))
    others = [
        slug for slug in sixty.slugs() if slug.startswith("training-") and slug != "training-3"
    ]
    assert slugs(section) == others
    assert slugs(fold) == others[6:]
    assert "3" in fold.one("summary").text
    assert fold.get("open") is None


def test_page_leads_to_every_other_calculator() -> None:
    main = shown("/en/ai/training-3/").by_id("main")
    linked = {slug for slug in slugs(main) if slug in sixty.slugs()}
    # Its own address is only that of the form's reset, and of the link without the numbers.
    assert linked == set(sixty.slugs())
    sections = [each.get("id") for each in main.all("section") if "training-3" in slugs(each)]
    assert sections == ["share"]


def test_every_page_counts_them_in_rods() -> None:
    for address, here in (("/en/", 0), ("/en/ai/", 0), ("/en/ai/cost-7/", 1)):
        drawn = shown(address).one(class_="site-rods")
        assert len(drawn.all("i")) == 60
        assert len(drawn.all("i", class_="here")) == here
        assert [len(each.all("i")) for each in drawn.all("span")] == [10] * 6


def test_two_calculators_cannot_have_one_slug(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog = sixty.write(tmp_path, package="with_a_twin")
    sixty.write_calculator(catalog / "cost" / "training_3", "training-3", 11)
    monkeypatch.syspath_prepend(tmp_path)
    catalogs.use(settings, "with_a_twin", catalog, sixty.FLAGSHIP)
    with pytest.raises(RuntimeError, match="slug"):
        calculators()


def test_home_shows_the_flagship(sixty_calculators: dict[str, Calculator]) -> None:
    flagship = sixty_calculators[sixty.FLAGSHIP]
    answer = shown("/en/").one("section", class_="answer")
    assert answer.one("a")["href"] == f"/en/ai/{flagship.slug}/"
    assert answer.one(class_="answer-value").one(class_="number").text == "4"
