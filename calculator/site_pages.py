"""The pages of the site that are no calculator's: home, catalogue, search, errors."""

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from calculator import registry, sheet
from calculator.answers import answer
from calculator.base import Calculator
from calculator.frames import frame, language_in_use, origin
from calculator.stencils import Stencil, kept, stencil


@kept
def _home(language: str) -> Stencil:
    flagship = registry.calculators()[settings.FLAGSHIP]
    given = answer(flagship, {})
    return stencil(
        "home.html", frame("", language, calculator=flagship, living=sheet.living(given))
    )


def home(request: HttpRequest) -> str:
    return _home(language_in_use()).fill({"origin": origin(request), "query": ""})


@kept
def _catalogue(language: str) -> Stencil:
    return stencil("catalogue.html", frame("ai/", language))


def catalogue(request: HttpRequest) -> str:
    return _catalogue(language_in_use()).fill({"origin": origin(request), "query": ""})


@kept
def _search(language: str) -> Stencil:
    return stencil("search.html", frame("search/", language))


@kept
def _hit(calculator: Calculator, language: str) -> Stencil:
    number = registry.categories()[calculator.category].number
    return stencil("_hit.html", {"calculator": calculator, "number": number})


def search(request: HttpRequest, words: str, found: Iterable[Calculator]) -> str:
    hits = [_hit(calculator, language_in_use()).fill({}) for calculator in found]
    query = request.META.get("QUERY_STRING", "")
    values = {
        "origin": origin(request),
        "query": f"?{query}" if words else "",
        "words": words,
        "hits": SafeString("".join(hits)),
        "count": _search_count(words, len(hits)),
    }
    return _search(language_in_use()).fill(values)


def _search_count(words: str, count: int) -> str:
    if not words.strip():
        return ""
    if not count:
        return gettext("Nothing found for “%(words)s”. All calculators stand below.") % {
            "words": words.strip()
        }
    return ngettext("%(count)s calculator", "%(count)s calculators", count) % {"count": count}


@kept
def _error(status: int, language: str) -> Stencil:
    return stencil("error.html", frame("", language, status=status))


def error(request: HttpRequest, status: int) -> str:
    return _error(status, language_in_use()).fill({"query": ""})
