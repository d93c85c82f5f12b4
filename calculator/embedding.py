"""Embedding: the page for other sites' frames, the code that puts it there, oEmbed."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import unquote, urlencode, urlsplit

from django.conf import settings
from django.http import QueryDict
from django.urls import Resolver404, resolve
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import override

from calculator import links
from calculator.answers import NOTHING_BESIDE, Answer, answer
from calculator.base import Calculator
from calculator.canonical import NO_CHANGES
from calculator.languages import spelled
from calculator.questions import SOLVING
from calculator.registry import calculators
from calculator.stencils import Stencil, hole, kept

THEMES = ("auto", "light", "dark")
WIDTH = 420
# The height of a frame without its script: so much, and so much more for each field.
HEIGHT, HEIGHT_OF_FIELD = 520, 85
NO_LIMITS: Mapping[str, str] = {}


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
        fields=_named(query.get("fields", ""), calculator.questions | calculator.inputs),
        results=_named(query.get("results", ""), calculator.outputs),
    )


def _named(text: str, keys: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(key for key in keys if key in text.split(","))


def framed(calculator: Calculator, query: Mapping[str, str]) -> Answer:
    """The answer in a frame, which has no place for what a link carries beside the inputs."""
    given = answer(calculator, query)
    given.beside = NOTHING_BESIDE
    return given


def shown_fields(calculator: Calculator, wanted: Look, *, solving: bool) -> tuple[str, ...]:
    """The fields to show: those asked for, else all inputs that stand open on the page.

    With an input that is solved for stands what it is solved for.
    """
    fields = [*calculator.questions.items(), *calculator.inputs.items()]
    if wanted.fields:
        shown = set(wanted.fields)
    else:
        shown = {key for key, one in fields if not (one.group.folded or one.group is SOLVING)}
    if solving:
        shown |= {key for key, one in fields if one.group is SOLVING}
    return tuple(key for key in calculator.fields if key in shown)


def shown_results(calculator: Calculator, wanted: Look) -> tuple[str, ...]:
    """The results under the answer: those asked for, else the other primary ones."""
    rest = tuple(key for key in calculator.outputs if key != calculator.primary)
    if wanted.results:
        return tuple(key for key in rest if key in wanted.results)
    return tuple(key for key in rest if calculator.outputs[key].primary)


def size(
    calculator: Calculator,
    wanted: Look,
    limits: Mapping[str, str] = NO_LIMITS,
    *,
    solving: bool = False,
) -> tuple[int, int]:
    """Width and height of a frame that has to do without its script, in pixels.

    `limits` may name a maxwidth and a maxheight, as oEmbed does.
    """
    height = HEIGHT + HEIGHT_OF_FIELD * len(shown_fields(calculator, wanted, solving=solving))
    return (
        _at_most(WIDTH, limits.get("maxwidth", "")),
        _at_most(height, limits.get("maxheight", "")),
    )


def address(given: Answer, wanted: Look, changes: Mapping[str, str] = NO_CHANGES) -> str:
    """The embedded page with these inputs and this look."""
    return _embedded(links.alone(given, changes), wanted)


def shareable(given: Answer, wanted: Look) -> str:
    """The embedded page with these inputs, or without them where a link could not hold them."""
    return _embedded(links.shareable(given, links.alone(given)), wanted)


def _embedded(page_address: str, wanted: Look) -> str:
    page, _mark, inputs = page_address.partition("?")
    query = "&".join(filter(None, (inputs, wanted.query())))
    return f"{page}embed/?{query}" if query else f"{page}embed/"


def code(
    given: Answer, wanted: Look, origin: str, limits: Mapping[str, str] = NO_LIMITS
) -> SafeString:
    """The HTML that embeds a calculator: a frame, and the script that fits its height."""
    width, height = size(given.calculator, wanted, limits, solving=given.solving)
    # The script lets the frame grow with its content; where the height is limited, it scrolls.
    scripted = not limits.get("maxheight")
    frame = _code(given.calculator, width, height, scripted, given.wording.language)
    return frame.fill({"origin": origin, "address": shareable(given, wanted)})


@kept
def _code(
    calculator: Calculator, width: int, height: int, scripted: bool, language: str
) -> Stencil:
    frame = format_html(
        '<iframe src="{}{}" title="{}" width="{}" height="{}" loading="lazy" '
        'allow="clipboard-write; web-share" '
        'style="max-width:100%;border:0;color-scheme:normal"></iframe>',
        hole("origin"),
        hole("address"),
        calculator.title,
        width,
        height,
    )
    script = '{}\n<script src="{}{}embed.js" async></script>'
    if scripted:
        frame = format_html(script, frame, hole("origin"), settings.STATIC_URL)
    return Stencil(frame)


def holes(given: Answer, origin: str) -> dict[str, Any]:
    """What the part of a page that offers the code says about one answer."""
    return {
        "embed.address": shareable(given, DEFAULT),
        # HTML that stands as text in a page.
        "embed.code": SafeString(escape(code(given, DEFAULT, origin))),
    }


def of_address(url: str, host: str) -> tuple[str, Answer, Look] | None:
    """The language, the answer and the look that an address of this site means, if any."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    segment, _slash, rest = parts.path[1:].partition("/")
    language = spelled(segment)
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != host or language is None:
        return None
    with override(language):
        try:
            match = resolve(f"/{language}/{unquote(rest)}")
        except Resolver404:
            return None
        calculator = calculators().get(str(match.kwargs.get("slug")))
        if calculator is None or match.url_name not in ("page", "embed"):
            return None
        query = QueryDict(parts.query)
        return language, framed(calculator, query), look(calculator, query)


def oembed(given: Answer, wanted: Look, origin: str, limits: Mapping[str, str]) -> dict[str, Any]:
    """An oEmbed answer of type rich (oembed.com, version 1.0)."""
    width, height = size(given.calculator, wanted, limits, solving=given.solving)
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": settings.SITE_NAME,
        "provider_url": origin,
        "title": str(given.calculator.title),
        "html": code(given, wanted, origin, limits),
        "width": width,
        "height": height,
    }


def _at_most(size: int, limit: str) -> int:
    return min(size, int(limit)) if limit.isdecimal() and 0 < len(limit) < 6 else size
