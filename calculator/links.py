"""Links: the canonical form in which inputs are written into addresses."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from urllib.parse import quote

from django.urls import reverse
from django.utils.translation import override

from calculator import pins, presets, sources
from calculator.answers import NOTHING_BESIDE, PIN, SOURCE, Answer
from calculator.canonical import NO_CHANGES, pairs
from calculator.pins import Scenario

LONGEST_ADDRESS = 2000


@lru_cache(maxsize=1024)
def path(slug: str, language: str) -> str:
    """The page of a calculator in a language."""
    with override(language):
        return reverse("page", args=[slug])


def address(given: Answer, changes: Mapping[str, str] = NO_CHANGES) -> str:
    """The page of a calculator with these inputs, in the language in use."""
    if changes:
        return _address(given, [*_alone(given, changes), *beside(given)])
    given.address = given.address or _address(given, [*_alone(given), *beside(given)])
    return given.address


def alone(given: Answer, changes: Mapping[str, str] = NO_CHANGES) -> str:
    """The page with these inputs and nothing to compare them with, as frames show it."""
    if given.beside is NOTHING_BESIDE:
        return address(given, changes)
    return _address(given, _alone(given, changes))


def with_pins(given: Answer, scenarios: Iterable[Scenario]) -> str:
    """The page with these inputs beside other pinned scenarios."""
    return _address(given, [*_alone(given), *_source(given), *_pins(scenarios)])


def keeping(given: Answer) -> str:
    """The page with these inputs pinned as one more scenario."""
    page = address(given)
    mark = "&" if "?" in page else "?"
    return f"{page}{mark}{PIN}={pins.in_query(','.join(pins.written(given)))}"


def defaults(given: Answer) -> str:
    """The page with its default inputs, beside the same pinned scenarios."""
    return _address(given, _pins(pins.scenarios(given)))


def shareable(given: Answer, whole: str = "") -> str:
    """The page with these inputs, or without them where a link could not hold them."""
    whole = whole or address(given)
    return whole if fits(whole) else path(given.calculator.slug, given.wording.language)


def query(given: Answer) -> str:
    """The inputs as a query, "?" included, and behind them what else the link carries.

    A link opened and shared again is the same link.
    """
    _path, mark, parts = address(given).partition("?")
    return mark + parts


def _address(given: Answer, parts: Iterable[str]) -> str:
    page, joined = path(given.calculator.slug, given.wording.language), "&".join(parts)
    return f"{page}?{joined}" if joined else page


def _alone(given: Answer, changes: Mapping[str, str] = NO_CHANGES) -> list[str]:
    return [*inputs(given, changes).values(), *presets.pairs(given.presets)]


def inputs(given: Answer, changes: Mapping[str, str] = NO_CHANGES) -> dict[str, str]:
    """The parts of the query by input; `changes` are texts in the place of what was typed."""
    return {key: f"{key}={quote(text, safe=',;')}" for key, text in pairs(given, changes)}


def beside(given: Answer) -> list[str]:
    """The parts of the query that say where an input came from, and what is compared with it."""
    if given.beside is NOTHING_BESIDE:
        return []
    return [*_source(given), *_pins(pins.scenarios(given))]


def _source(given: Answer) -> list[str]:
    source = sources.source(given)
    return [f"{SOURCE}={pins.in_query(source.text())}"] if source else []


def _pins(scenarios: Iterable[Scenario]) -> list[str]:
    return [f"{PIN}={pins.in_query(one.text())}" for one in scenarios]


def appended(query: str) -> str:
    """A query as it continues one that names something else before it."""
    return query.replace("?", "&", 1)


def fits(address: str) -> bool:
    """Whether an address is short enough to be shared."""
    return len(address) <= LONGEST_ADDRESS
