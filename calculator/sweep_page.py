"""What is shown of a sweep: the chart with its head and its table, the file for a spreadsheet."""

import csv
import io

from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from calculator import chart, frames, links, spoken, units
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.curves import Sweep
from calculator.numbers import exact, plain
from calculator.questions import SWEEP
from calculator.stencils import Stencil, kept, stencil
from calculator.sweep import Plan, Row, shown_rows, sweep_over
from calculator.wording import between_words

NOTHING = SafeString("")
# Spreadsheets take a file for UTF-8 only with this mark at its head.
BYTE_ORDER_MARK = "\ufeff"


def _key(given: Answer) -> str:
    """The input that is swept, or would be."""
    key: str = given.inputs.get(SWEEP, given.calculator.sweeps[0].input)
    return key


def title(calculator: Calculator, sweep: Sweep) -> str:
    if sweep.title:
        return str(sweep.title)
    result = next(line.output for line in sweep.lines if not line.reference)
    return gettext("%(result)s against %(input)s") % {
        "result": calculator.outputs[result].name,
        "input": calculator.inputs[sweep.input].name,
    }


# On the page of a calculator


@kept
def _head(calculator: Calculator, key: str, swapped: bool, language: str) -> Stencil:
    sweep = sweep_over(calculator, key)
    context = {"title": title(calculator, sweep), "swapped": swapped}
    if swapped and sweep.note:
        context["note"] = spoken.sentence(calculator, sweep.note)
    return stencil("calculator/_chart_head.html", context)


@kept
def _no_chart(calculator: Calculator, asked: bool, refused: bool, language: str) -> Stencil:
    context = {"calculator": calculator, "asked": asked, "refused": refused}
    return stencil("calculator/_no_chart.html", context)


def holes(given: Answer, query: str, *, asked: bool) -> dict[str, SafeString]:
    """What a page shows before its chart is fetched; where it was `asked` for, the chart."""
    calculator, language = given.calculator, given.wording.language
    if not calculator.sweeps:
        return {}
    return {
        "chart.head": _head(calculator, _key(given), False, language).fill({}),
        "chart": body(given, query) if asked else _link(given, query),
        "open.sweep": SafeString(" open") if asked and given.looked_at else NOTHING,
    }


def _link(given: Answer, query: str) -> SafeString:
    asked = not given.refused and bool(given.refusals)
    shown = _no_chart(given.calculator, asked, given.refused, given.wording.language)
    return shown.fill({"query": query})


def fragment(given: Answer, query: str) -> str:
    """The chart for the page that fetches it, and its head."""
    if given.refused:
        return body(given, query)
    head = _head(given.calculator, _key(given), True, given.wording.language)
    return body(given, query) + head.fill(spoken.values(given))


# The chart and its table


@kept
def _chart(calculator: Calculator, key: str, codes: tuple[str, ...], language: str) -> Stencil:
    sweep = sweep_over(calculator, key)
    names = [calculator.inputs[key].name]
    names += [calculator.outputs[line.output].name for line in sweep.lines]
    columns = [
        {"name": name, "unit": _unit(str(name), code, language)}
        for name, code in zip(names, codes, strict=True)
    ]
    context = {
        "calculator": calculator,
        "lines": sweep.lines,
        "columns": columns,
        "gap": between_words(language),
    }
    return stencil("calculator/_chart.html", context)


def body(given: Answer, query: str) -> SafeString:
    """The chart with its table, or what stands in its place."""
    plan = given.plan
    drawing = None if plan is None else chart.draw(given, plan)
    if plan is None or drawing is None:
        return _link(given, query)
    lines = (_line(given, plan, row) for row in shown_rows(given, plan, plan.places()))
    values = {
        **chart.holes(given, drawing),
        "rows": SafeString("".join(lines)),
        "query": query,
    }
    shown = _chart(given.calculator, _key(given), _codes(given, plan), given.wording.language)
    return shown.fill(values)


def _unit(name: str, code: str, language: str) -> str:
    """A unit for the head of a column; none where the name says it: "Devices" are devices."""
    unit = units.text(code, language)
    return "" if unit.lower() == name.lower() else unit


def _codes(given: Answer, plan: Plan) -> tuple[str, ...]:
    keys = [plan.sweep.input, *(line.output for line in plan.lines)]
    return tuple(given.unit_code(key) for key in keys)


def _line(given: Answer, plan: Plan, row: Row) -> SafeString:
    place, values = row
    cells = (
        spoken.NO_NUMBER if value is None else given.output(line.output).number(value)
        for line, value in zip(plan.lines, values, strict=True)
    )
    return format_html(
        '<tr><th scope="row" class="given">{}</th>{}</tr>',
        exact(place),
        format_html_join("", "<td>{}</td>", ((cell,) for cell in cells)),
    )


# A page of its own, and a file


@kept
def _page(calculator: Calculator, key: str, language: str) -> Stencil:
    sweep = sweep_over(calculator, key)
    context = frames.frame(
        f"ai/{calculator.slug}/chart/",
        language,
        calculator=calculator,
        title=title(calculator, sweep),
    )
    return stencil("calculator/chart.html", context)


def page(request: HttpRequest, given: Answer) -> str:
    query = links.query(given)
    values = {
        "origin": frames.origin(request),
        "query": query,
        "note": _note(given),
        "chart": _reasons(given) if given.plan is None else body(given, query),
    }
    shown = _page(given.calculator, _key(given), given.wording.language)
    return shown.fill(values)


def _note(given: Answer) -> SafeString:
    sweep = sweep_over(given.calculator, _key(given))
    if given.refused or not sweep.note:
        return NOTHING
    return format_html('<p class="note-line">{}</p>', spoken.said(given, sweep.note))


def _reasons(given: Answer) -> SafeString:
    refusals = [*given.refusals.values(), *given.across]
    lines = format_html_join("", "<li>{}</li>", ((given.say(one),) for one in refusals))
    return format_html('<ul class="refusals">{}</ul>', lines)


def as_csv(given: Answer, plan: Plan) -> str:
    """The table for a spreadsheet: plain digits, headings with units in the page's language.

    No cell begins with what a spreadsheet runs: they are numbers, and headings of our own.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    keys = [plan.sweep.input, *(line.output for line in plan.lines)]
    names = [str(given.calculator.quantities[key].name) for key in keys]
    words = [
        _unit(name, code, given.wording.language)
        for name, code in zip(names, _codes(given, plan), strict=True)
    ]
    writer.writerow(
        f"{name} ({word})" if word else name for name, word in zip(names, words, strict=True)
    )
    for place, values in shown_rows(given, plan, plan.places()):
        cells = ("" if value is None else plain(value) for value in values)
        writer.writerow((plain(place), *cells))
    return BYTE_ORDER_MARK + text.getvalue()
