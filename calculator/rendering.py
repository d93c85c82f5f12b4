"""Whole pages and the fragment that HTMX swaps in, each from a stencil."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from calculator import (
    carry,
    compare,
    embedding,
    links,
    notes,
    preset_notes,
    registry,
    sharing,
    sheet,
    spoken,
    sweep_page,
)
from calculator.answers import Answer, answer, readable
from calculator.base import Calculator
from calculator.findings import findings
from calculator.frames import frame, language_in_use, origin
from calculator.inputs import Choice, Input, Switch
from calculator.presets import filled
from calculator.questions import SWEEP
from calculator.stencils import Stencil, kept, stencil
from calculator.wording import between_sentences

# Of the other calculators in a category, so many stand open.
SHOWN_OF_CATEGORY = 6


# Home, catalogue, search, errors


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


# The feedback form


@kept
def _feedback(calculator: Calculator, language: str) -> Stencil:
    context = frame(
        f"ai/{calculator.slug}/feedback/",
        language,
        calculator=calculator,
        category=registry.categories()[calculator.category],
    )
    return stencil("feedback/page.html", context)


def feedback(
    request: HttpRequest, given: Answer, form: SafeString, query: str, *, refused: bool
) -> str:
    """The page around the form. `query` is its own, for the links to the other languages."""
    inputs = links.query(given)
    values = {
        "origin": origin(request),
        "query": query,
        "title_prefix": gettext("Not sent: ") if refused else "",
        "inputs": inputs,
        "more_inputs": links.appended(inputs),
        "form": form,
    }
    return _feedback(given.calculator, given.wording.language).fill(values)


# A calculator's page


@kept
def _page(calculator: Calculator, language: str) -> Stencil:
    slug = calculator.slug
    others = [
        other
        for other in registry.calculators().values()
        if other.category == calculator.category and other is not calculator
    ]
    context = frame(
        f"ai/{slug}/",
        language,
        calculator=calculator,
        category=registry.categories()[calculator.category],
        category_name=calculator.category,
        groups=groups(calculator),
        views=[
            {"input": one, "governs": False, "when": "", "solving": ""}
            for one in calculator.views.values()
        ],
        presets=filled(calculator),
        embed_size=embedding.size(calculator, embedding.DEFAULT),
        related=[
            registry.calculators()[other]
            for other in calculator.related
            if other in registry.calculators()
        ],
        others=others[:SHOWN_OF_CATEGORY],
        more_others=others[SHOWN_OF_CATEGORY:],
    )
    return stencil(calculator.article, context)


def groups(calculator: Calculator) -> list[dict[str, Any]]:
    governing = {one.when[0] for one in calculator.inputs.values() if one.when is not None}
    return [
        {
            "number": number,
            "title": group.title,
            "folded": group.folded,
            "fields": [
                {
                    "input": one,
                    "governs": one.key in governing,
                    "when": _when(calculator, one),
                    "solving": _solving(calculator, one),
                }
                for one in members
            ],
        }
        for number, (group, members) in enumerate(calculator.groups)
    ]


def _when(calculator: Calculator, one: Input) -> str:
    """The positions of the options with which an input is in use, for the style sheet."""
    if one.when is None:
        return ""
    choice, wanted = one.when
    governing = calculator.inputs[choice]
    codes = list(governing.choices) if isinstance(governing, Choice) else ["false", "true"]
    return " ".join(str(codes.index(code) + 1) for code in wanted)


def _solving(calculator: Calculator, one: Input) -> str:
    """The unknowns with which a field is in use, by their positions, likewise; 0 is none."""
    if one.solving is None:
        return ""
    codes = ["", *calculator.unknowns]
    return " ".join(str(codes.index(code)) for code in one.solving)


def page(request: HttpRequest, given: Answer) -> str:
    query = links.query(given)
    values: dict[str, Any] = {
        **shared(request, given),
        "query": query,
        "more_inputs": links.appended(query),
        "title_prefix": title_prefix(given),
        "summary": notes.summary(given, of_fields=True),
        "arrived": notes.arrived(given),
        "result": sheet.result(given),
        **sweep_page.holes(given, query, asked=SWEEP in request.GET),
        "presets": preset_notes.of_form(given),
        "findings": findings(given),
        "compare": compare.part(given, swapped=False),
        "source": carry.hidden(given),
    }
    values.update(_fields(given))
    return _page(given.calculator, given.wording.language).fill(values)


def title_prefix(given: Answer) -> str:
    return gettext("Needs a change: ") if given.refused else ""


def _fields(given: Answer) -> dict[str, Any]:
    """What stands in all fields and at them; folds with something to be seen are open."""
    calculator, loud = given.calculator, notes.loud(given)
    values = _at_rest(
        calculator, loud, given.idle, given.named, given.units_in_use, given.wording.language
    ).copy()
    for key in loud:
        values.update(field_values(given, key, calculator.fields[key]))
    return values


@lru_cache(maxsize=1024)
def _at_rest(
    calculator: Calculator,
    loud: frozenset[str],
    idle: frozenset[str],
    named: bool,
    units_in_use: tuple[str, ...],
    language: str,
) -> dict[str, Any]:
    """The same for all fields but the `loud` ones: they hold their defaults, without a word."""
    given = Answer.at_rest(calculator, units_in_use, named=named)
    given.idle = idle
    values: dict[str, Any] = {}
    for key, one in calculator.fields.items():
        if key not in loud:
            values.update(field_values(given, key, one))
    for number, (_group, members) in enumerate(calculator.groups):
        seen = any(one.key in loud for one in members)
        values[f"open.{number}"] = SafeString(" open" if seen else "")
    return values


def field_values(
    given: Answer, key: str, one: Input, address: notes.Address = links.address
) -> dict[str, Any]:
    """What stands in a field and at it; `address` makes the links of repairs."""
    text = given.typed[key]
    state = ' aria-invalid="true"' if key in given.marked else ""
    values: dict[str, Any] = {
        f"note.{key}": notes.note(given, key, swapped=False, address=address),
        f"state.{key}": SafeString(state),
    }
    return values | _contents(one, text)


def _contents(one: Input, text: str) -> dict[str, Any]:
    """What stands in a field."""
    key = one.key
    if isinstance(one, Choice):
        chosen = readable(one, text)
        mark = SafeString(" checked" if one.side_by_side else " selected")
        values: dict[str, Any] = {
            f"chosen.{key}.{code}": mark if code == chosen else "" for code in one.choices
        }
        values[f"unknown.{key}"] = _unknown_option(one, text) if chosen is None else ""
        return values
    if isinstance(one, Switch):
        checked = readable(one, text) == "true"
        return {f"chosen.{key}": SafeString(" checked" if checked else "")}
    return {f"value.{key}": one.shown(text)}


def _unknown_option(one: Choice, text: str) -> SafeString:
    """What a link named and the list does not have: kept, so that nothing typed is lost."""
    if one.side_by_side:
        pattern = '<label><input type="radio" name="{}" value="{}" checked><span>{}</span></label>'
        return format_html(pattern, one.key, text, text)
    return format_html('<option value="{}" selected>{}</option>', text, text)


# The fragment


@kept
def _fragment(calculator: Calculator, language: str) -> Stencil:
    context = frame(
        f"ai/{calculator.slug}/",
        language,
        calculator=calculator,
        category_name=calculator.category,
        presets=filled(calculator),
    )
    return stencil("calculator/_fragment.html", context)


def announcement(given: Answer) -> str:
    """What a screen reader is told once typing has settled."""
    if given.refused:
        gap = between_sentences(given.wording.language)
        return gap.join(given.say(refusal) for refusal in given.reasons)
    values = spoken.values(given)
    return _announced(given.calculator, given.key, given.wording.language) % values


@lru_cache(maxsize=1024)
def _announced(calculator: Calculator, key: str, language: str) -> str:
    name = str(calculator.quantities[key].name).replace("%", "%%")
    return gettext("%(label)s: %(value)s") % {"label": name, "value": f"%({key}.text)s"}


def shared(request: HttpRequest, given: Answer) -> dict[str, Any]:
    """What the parts of a page say that are shared, embedded or printed, with one address."""
    _path, mark, pairs = links.shareable(given).partition("?")
    home = origin(request)
    return {
        "origin": home,
        "shared": mark + pairs,
        **sharing.holes(given, home),
        **embedding.holes(given, home),
    }


def fragment(request: HttpRequest, given: Answer) -> str:
    """The result, and behind it the pieces of the page that follow the inputs."""
    pieces = shared(request, given)
    query = pieces["shared"]
    return _fragment(given.calculator, given.wording.language).fill(
        {
            "result": sheet.result(given),
            "findings": findings(given),
            "notes": notes.swapped(given),
            "summary": notes.summary(given, of_fields=False),
            "presets": preset_notes.swapped(given),
            "compare": compare.part(given, swapped=True),
            **pieces,
            "query": query,
            "more_inputs": links.appended(query),
            "announcement": announcement(given),
        }
    )
