"""Links: the canonical form in which inputs are written into addresses."""

from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import quote

from django.urls import reverse
from django.utils.translation import override

from calculator import presets
from calculator.answers import Answer, readable
from calculator.inputs import Input

LONGEST_ADDRESS = 2000
NO_CHANGES: Mapping[str, str] = {}


@lru_cache(maxsize=1024)
def path(slug: str, language: str) -> str:
    """The page of a calculator in a language."""
    with override(language):
        return reverse("page", args=[slug])


def address(given: Answer, changes: Mapping[str, str] | None = None) -> str:
    """The page of a calculator with these inputs, in the language in use."""
    page = path(given.calculator.slug, given.wording.language)
    if changes:
        return page + _query(given, changes)
    given.address = given.address or page + _query(given, NO_CHANGES)
    return given.address


def shareable(given: Answer) -> str:
    """The page with these inputs, or without them where a link could not hold them."""
    whole = address(given)
    return whole if fits(whole) else path(given.calculator.slug, given.wording.language)


def query(given: Answer) -> str:
    """The inputs as a query, "?" included, and behind them the presets that are named.

    A link opened and shared again is the same link.
    """
    _path, mark, pairs = address(given).partition("?")
    return mark + pairs


def _query(given: Answer, changes: Mapping[str, str]) -> str:
    """The query with other texts in the place of some that were typed."""
    pairs = [*inputs(given, changes).values(), *presets.pairs(given.presets)]
    return f"?{'&'.join(pairs)}" if pairs else ""


def inputs(given: Answer, changes: Mapping[str, str] = NO_CHANGES) -> dict[str, str]:
    """The parts of the query by input: only what differs from the default, in form order.

    Numbers are in plain digits, an emptied field is `key=`, and what could not be read stays
    as it was typed.
    """
    return {
        key: f"{key}={quote(text, safe=',;')}"
        for key, one in given.calculator.fields.items()
        if (text := changes.get(key) or _canonical(one, given, key)) != one.default_text
    }


def appended(query: str) -> str:
    """A query as it continues one that names something else before it."""
    return query.replace("?", "&", 1)


def fits(address: str) -> bool:
    """Whether an address is short enough to be shared."""
    return len(address) <= LONGEST_ADDRESS


def _canonical(one: Input, given: Answer, key: str) -> str:
    text = given.typed[key]
    if text == one.default_text or key in given.refusals:
        return text
    if key in given.idle:
        read_as = readable(one, text)
        return text if read_as is None else read_as
    value = given.inputs[key]
    return "" if value is None else one.plain(value)
