"""A calculator's page, and the fragment that HTMX swaps into it."""

from functools import lru_cache
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from calculator import (
    carry,
    compare,
    embedding,
    form_fields,
    links,
    notes,
    preset_notes,
    registry,
    sharing,
    sheet,
    spoken,
    sweep_page,
)
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.findings import findings
from calculator.frames import frame, origin
from calculator.presets import filled
from calculator.questions import SWEEP
from calculator.stencils import Stencil, kept, stencil
from calculator.wording import between_sentences

# Of the other calculators in a category, so many stand open.
SHOWN_OF_CATEGORY = 6


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
        groups=form_fields.groups(calculator),
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
    values.update(form_fields.contents(given))
    return _page(given.calculator, given.wording.language).fill(values)


def title_prefix(given: Answer) -> str:
    return gettext("Needs a change: ") if given.refused else ""


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
