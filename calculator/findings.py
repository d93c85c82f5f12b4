"""What stands below a result at full width: its chart, and its tables."""

from typing import Any

from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from calculator import efficiency_chart, spoken, units
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.outputs import Output, Undefined, Word
from calculator.spoken import NO_NUMBER
from calculator.stencils import Stencil, kept, stencil
from calculator.tables import Table, TableRow

NOTHING = SafeString("")


def findings(given: Answer) -> SafeString:
    """Chart and tables of an answer, or nothing where it has none."""
    if not given.tables:
        return NOTHING
    language = given.wording.language
    values: dict[str, Any] = {**spoken.values(given)}
    if given.drawn is not None:
        values["chart"] = efficiency_chart.draw(given.drawn, language)
    for key, rows in given.tables.items():
        table = given.calculator.tables[key]
        for column, one in table.columns.items():
            values[f"{key}.{column}.unit"] = _unit(one, given)
        values[f"{key}.rows"] = SafeString("".join(_row(table, row) for row in rows))
        values[f"{key}.remarks"] = _remarks(given, key)
        values[f"{key}.reasons"] = _reasons(given, table, rows)
    return _frame(given.calculator, tuple(given.tables), language).fill(values)


@kept
def _frame(calculator: Calculator, keys: tuple[str, ...], language: str) -> Stencil:
    tables = [_described(calculator, key) for key in keys]
    context = {
        "chart": calculator.chart is not None,
        "charted": [each for each in tables if each["table"].charted],
        "tables": [each for each in tables if not each["table"].charted],
    }
    return stencil("calculator/_findings.html", context)


def _described(calculator: Calculator, key: str) -> dict[str, Any]:
    """A table as templates print it; the sentence of a column continues its head."""
    table = calculator.tables[key]
    heads = [
        {
            "key": column,
            "name": one.name,
            "kind": _kind(one),
            "more": spoken.sentence(calculator, one.sentence),
        }
        for column, one in table.columns.items()
    ]
    return {"key": key, "table": table, "heads": heads}


def _unit(column: Output, given: Answer) -> str:
    """The unit for the head of a column; what stands at the digits is not repeated there."""
    code = column.unit_code(given.wording.inputs)
    return "" if code in units.ATTACHED else units.text(code, given.wording.language)


def _row(table: Table, row: TableRow) -> str:
    """A row as HTML. It is built of numbers and of words of our own, which are escaped."""
    cells = [
        f"<td{_kind(column)}>{_cell(column, row[key])}</td>"
        for key, column in table.columns.items()
        if key != table.head
    ]
    head = table.columns[table.head]
    faint = ' class="faint"' if table.faint(row) else ""
    first = f'<th scope="row"{_kind(head)}>{_cell(head, row[table.head])}</th>'
    return f"<tr{faint}>{first}{''.join(cells)}</tr>"


def _kind(column: Output) -> SafeString:
    return SafeString(' class="word"') if isinstance(column, Word) else NOTHING


def _cell(column: Output, value: Any) -> SafeString:
    if value is None:
        return NOTHING
    if isinstance(value, Undefined):
        return SafeString(NO_NUMBER)
    unit = column.unit if column.unit in units.ATTACHED else ""
    return SafeString(escape(f"{column.number(value)}{unit}"))


def _remarks(given: Answer, key: str) -> SafeString:
    return format_html_join(
        "",
        '<p class="message {}">{}</p>',
        (
            ("bad" if remark.strong else "odd", given.say(remark))
            for remark in given.remarks.get(key, ())
        ),
    )


def _reasons(given: Answer, table: Table, rows: list[TableRow]) -> SafeString:
    """Why cells are empty, below the table: a row's name, and what is in the way."""
    said = {
        (_cell(table.columns[table.head], row[table.head]), given.say(value)): None
        for row in rows
        for value in row.values()
        if isinstance(value, Undefined)
    }
    lines = (
        (gettext("%(label)s: %(value)s") % {"label": head, "value": why},) for head, why in said
    )
    return format_html_join("", '<p class="note-line">{}</p>', lines)
