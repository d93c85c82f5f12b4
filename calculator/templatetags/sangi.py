"""Template tags: holes of stencils, and the cases, formulas and links that articles print."""

from collections.abc import Iterator
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from calculator import equations, notation, rods, sheet, stencils
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.messages import Text
from calculator.outputs import Output, Undefined
from calculator.registry import calculators

register = template.Library()

# Endings that all names of a language share; they step back, so that names differ at sight.
ENDINGS = {"zh-hant": ("計算機",), "ja": ("の計算",)}


@register.simple_tag
def hole(*names: object) -> SafeString:
    """A place that is filled for each request: {% hole "value" key %} is value.key."""
    return stencils.hole(".".join(map(str, names)))


@register.simple_tag
def hole_group(names: str) -> dict[str, SafeString]:
    """Holes by their names, for a template that is also printed with values."""
    return {name: stencils.hole(name) for name in names.split()}


@register.filter
def ending_apart(title: Text) -> SafeString:
    """A calculator's name with the ending that all names share in an element of its own."""
    text = str(title)
    for ending in ENDINGS.get(get_language() or "", ()):
        if text.endswith(ending):
            stem = text.removesuffix(ending)
            return format_html('{}<span class="ending">{}</span>', stem, ending)
    return conditional_escape(text)


@register.simple_tag
def numeral(number: int) -> SafeString:
    """A number in counting rods."""
    path, width = rods.numeral(number)
    return format_html(
        '<svg class="numeral" width="{}" height="14" viewBox="0 0 {} 14" aria-hidden="true">'
        '<path d="{}"/></svg>',
        width,
        width,
        path,
    )


class Written:
    """Inputs and outputs of a case as an article prints them: with unit, or `number` alone."""

    def __init__(self, given: Answer, *, bare: bool = False) -> None:
        self._given = given
        self._bare = bare

    @property
    def number(self) -> "Written":
        return Written(self._given, bare=True)

    @property
    def rows(self) -> dict[str, list[dict[str, str]]]:
        """The tables: for each row its cells by column."""
        tables = self._given.calculator.tables
        return {
            key: [
                {
                    column: self._cell(tables[key].columns[column], value)
                    for column, value in row.items()
                    if value is not None and not isinstance(value, Undefined)
                }
                for row in rows
            ]
            for key, rows in self._given.tables.items()
        }

    def _cell(self, column: Output, value: Any) -> str:
        return str(column.number(value)) if self._bare else column.write(value, self._given.wording)

    def __getitem__(self, key: str) -> str:
        if key not in self._given.calculator.quantities:
            raise KeyError(key)
        return str(self._given.number(key)) if self._bare else self._given.write(key)


@register.simple_tag(takes_context=True)
def example(context: template.Context, name: str) -> Written:
    """A named case of the calculator whose article this is, computed now."""
    return Written(sheet.case(context["calculator"], name, get_language() or ""))


@register.simple_tag(takes_context=True)
def example_steps(context: template.Context) -> Iterator[dict[str, Any]]:
    """The worked example, step by step: name, numbers, result."""
    calculator: Calculator = context["calculator"]
    given = sheet.case(calculator, calculator.example, get_language() or "")
    return equations.steps(given, calculator.explained)


@register.simple_tag(takes_context=True)
def formula_lines(context: template.Context) -> list[SafeString]:
    """The formulas that the article explains, in symbols."""
    calculator: Calculator = context["calculator"]
    return [equations.definition(calculator, key) for key in calculator.explained]


@register.simple_tag(takes_context=True)
def legend(context: template.Context) -> list[tuple[SafeString, Text]]:
    """The symbols of the formulas that the article explains, with what they stand for."""
    calculator: Calculator = context["calculator"]
    return equations.legend(calculator, calculator.explained)


@register.simple_tag
def calculator_link(slug: str) -> SafeString:
    """A link to another calculator, by its name."""
    title = calculators()[slug].title
    return format_html('<a href="{}">{}</a>', reverse("page", args=[slug]), title)


@register.simple_tag
def formula(latex: str) -> SafeString:
    """A formula that an article states in its own symbols."""
    return math(notation.mathml(latex))


@register.filter
def math(content: str) -> SafeString:
    """MathML that was made here, in the element that browsers lay out."""
    return mark_safe(f'<math displaystyle="true">{content}</math>')
