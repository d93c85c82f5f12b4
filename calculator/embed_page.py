"""The page for other sites' frames and the fragment that follows its inputs."""

from typing import Any

from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from calculator import (
    calculator_page,
    embedding,
    form_fields,
    frames,
    links,
    notes,
    presets,
    sharing,
    sheet,
)
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.embedding import Look
from calculator.stencils import Stencil, kept, stencil


@kept
def _page(calculator: Calculator, language: str) -> Stencil:
    context = frames.frame(f"ai/{calculator.slug}/embed/", language, calculator=calculator)
    return stencil("calculator/embed.html", context)


@kept
def _field(calculator: Calculator, key: str, language: str) -> Stencil:
    """One field as it stands on the page, without its hint."""
    field = next(
        field
        for group in form_fields.groups(calculator)
        for field in group["fields"]
        if field["input"].key == key
    )
    context = {"field": field, "one": field["input"], "hints": False}
    return stencil("calculator/_field.html", context)


@kept
def _credit(swapped: bool, language: str) -> Stencil:
    context = frames.frame("", language, swapped=swapped)
    return stencil("calculator/_credit.html", context)


@kept
def _fragment(language: str) -> Stencil:
    return stencil("calculator/_embed_fragment.html", frames.frame("", language))


def page(request: HttpRequest, given: Answer, wanted: Look) -> str:
    # The address of a frame was written by its host; the visitor need not be told of it.
    given.named = False
    language = given.wording.language
    origin = frames.origin(request)
    values: dict[str, Any] = {
        "theme": wanted.theme,
        "title_prefix": calculator_page.title_prefix(given),
        "summary": notes.summary(given, of_fields=True, shown=_shown(given, wanted)),
        "too_long": sharing.too_long(given),
        "fields": _fields(given, wanted),
        "result": sheet.result(given, embedding.shown_results(given.calculator, wanted)),
        "credit": _credit(False, language).fill({"address": origin + links.shareable(given)}),
    }
    return _page(given.calculator, language).fill(values)


def _shown(given: Answer, wanted: Look) -> tuple[str, ...]:
    return embedding.shown_fields(given.calculator, wanted, solving=given.solving)


def _fields(given: Answer, wanted: Look) -> SafeString:
    """The fields to show, and, hidden, whatever else the link has to keep."""
    shown = _shown(given, wanted)
    pieces: list[str] = []
    for key, one in given.calculator.fields.items():
        if key in shown:
            values = form_fields.field_contents(given, key, one, _repaired(wanted))
            pieces.append(_field(given.calculator, key, given.wording.language).fill(values))
        elif given.typed[key] != one.default_text:
            pieces.append(_hidden(key, given.typed[key]))
    look = {"theme": wanted.theme, "fields": wanted.fields, "results": wanted.results}
    for name, value in look.items():
        text = value if isinstance(value, str) else ",".join(value)
        if text not in ("", "auto"):
            pieces.append(_hidden(name, text))
    pieces += [_hidden(presets.NAME, name) for name in given.presets.names]
    return SafeString("".join(pieces))


def _repaired(wanted: Look) -> notes.Address:
    """A repair stays in the frame: no other site may frame the full page."""
    return lambda given, changes: embedding.address(given, wanted, changes)


def _hidden(name: str, value: str) -> SafeString:
    return format_html('<input type="hidden" name="{}" value="{}">', name, value)


def fragment(request: HttpRequest, given: Answer, wanted: Look) -> str:
    shown = _shown(given, wanted)
    return _fragment(given.wording.language).fill(
        {
            "result": sheet.result(given, embedding.shown_results(given.calculator, wanted)),
            "notes": SafeString(
                "".join(
                    notes.note(given, key, swapped=True, address=_repaired(wanted)) for key in shown
                )
            ),
            "summary": notes.summary(given, of_fields=False, shown=shown),
            "too_long": sharing.too_long(given),
            "address": frames.origin(request) + links.shareable(given),
            "announcement": calculator_page.announcement(given),
        }
    )
