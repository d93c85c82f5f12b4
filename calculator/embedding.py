"""Embedding: the page for other sites' frames, the code that puts it there, oEmbed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import QueryDict
from django.urls import Resolver404, resolve
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import override

from calculator import links
from calculator.answers import Answer, answer
from calculator.base import Calculator
from calculator.languages import HREFLANG
from calculator.registry import calculators

THEMES = ("auto", "light", "dark")
WIDTH = 420
# The height of a frame without its script: so much, and so much more for each field.
HEIGHT, HEIGHT_OF_FIELD = 520, 85


@dataclass(frozen=True)
class Look:
    """How an embedded calculator looks: its theme, and which fields and results it shows."""

    theme: str
    fields: tuple[str, ...]
    results: tuple[str, ...]

    def query(self) -> str:
        """What of it differs from the default, as part of a query."""
        named = {
            "theme": "" if self.theme == "auto" else self.theme,
            "fields": ",".join(self.fields),
            "results": ",".join(self.results),
        }
        return urlencode({name: value for name, value in named.items() if value}, safe=",")


DEFAULT = Look(theme="auto", fields=(), results=())


def look(calculator: Calculator, query: Mapping[str, str]) -> Look:
    """The look that a query asks for; what does not exist is ignored."""
    theme = query.get("theme", "")
    return Look(
        theme=theme if theme in THEMES else "auto",
        fields=_named(query.get("fields", ""), calculator.inputs),
        results=_named(query.get("results", ""), calculator.outputs),
    )


def _named(text: str, keys: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(key for key in keys if key in text.split(","))


def shown_fields(calculator: Calculator, wanted: Look) -> tuple[str, ...]:
    """The fields to show: those asked for, else all that stand open on the page."""
    if wanted.fields:
        return wanted.fields
    return tuple(key for key, one in calculator.inputs.items() if not one.group.folded)


def shown_results(calculator: Calculator, wanted: Look) -> tuple[str, ...]:
    """The results under the answer: those asked for, else the other primary ones."""
    rest = tuple(key for key in calculator.outputs if key != calculator.primary)
    if wanted.results:
        return tuple(key for key in rest if key in wanted.results)
    return tuple(key for key in rest if calculator.outputs[key].primary)


def height(calculator: Calculator, wanted: Look) -> int:
    """The height of a frame that has to do without its script, in pixels."""
    return HEIGHT + HEIGHT_OF_FIELD * len(shown_fields(calculator, wanted))


def address(given: Answer, wanted: Look) -> str:
    """The embedded page with these inputs and this look."""
    page, _mark, inputs = links.shareable(given).partition("?")
    query = "&".join(filter(None, (inputs, wanted.query())))
    return f"{page}embed/?{query}" if query else f"{page}embed/"


def code(given: Answer, wanted: Look, origin: str) -> SafeString:
    """The HTML that embeds a calculator: a frame, and the script that fits its height."""
    return format_html(
        '<iframe src="{}{}" title="{}" width="{}" height="{}" loading="lazy" '
        'allow="clipboard-write; web-share" '
        'style="max-width:100%;border:0;color-scheme:normal"></iframe>\n'
        '<script src="{}{}embed.js" async></script>',
        origin,
        address(given, wanted),
        given.calculator.title,
        WIDTH,
        height(given.calculator, wanted),
        origin,
        settings.STATIC_URL,
    )


def holes(given: Answer, origin: str) -> dict[str, Any]:
    """What the part of a page that offers the code says about one answer."""
    return {
        "embed.address": address(given, DEFAULT),
        "embed.code": code(given, DEFAULT, origin),
    }


def of_address(url: str, host: str) -> tuple[str, Answer, Look] | None:
    """The language, the answer and the look that an address of this site means, if any."""
    parts = urlsplit(url)
    language = parts.path[1:].partition("/")[0]
    if parts.scheme not in ("http", "https") or parts.netloc != host or language not in HREFLANG:
        return None
    with override(language):
        try:
            match = resolve(parts.path)
        except Resolver404:
            return None
        calculator = calculators().get(str(match.kwargs.get("slug")))
        if calculator is None or match.url_name not in ("page", "embed"):
            return None
        query = QueryDict(parts.query)
        return language, answer(calculator, query), look(calculator, query)


def oembed(given: Answer, wanted: Look, origin: str, limits: Mapping[str, str]) -> dict[str, Any]:
    """An oEmbed answer of type rich (oembed.com, version 1.0)."""
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": settings.SITE_NAME,
        "provider_url": origin,
        "title": str(given.calculator.title),
        "html": code(given, wanted, origin),
        "width": _at_most(WIDTH, limits.get("maxwidth", "")),
        "height": _at_most(height(given.calculator, wanted), limits.get("maxheight", "")),
    }


def _at_most(size: int, limit: str) -> int:
    return min(size, int(limit)) if limit.isdecimal() and 0 < len(limit) < 6 else size
