"""What a printed report has and the screen has not: the values that the result follows from."""

from functools import lru_cache
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from calculator import notes, preset_notes
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.inputs import Input, UnitChoice
from calculator.presets import filled
from calculator.questions import VIEWS
from calculator.spoken import NO_NUMBER
from calculator.stencils import Stencil, kept, stencil

# A line of the list: the key of an input, what is to be seen at its value, and whether
# something is remarked on it.
Line = tuple[str, str, bool]


def given_values(given: Answer, values: dict[str, Any]) -> SafeString:
    """The list of given values; `values` are those of the answer's quantities."""
    lines = tuple(_lines(given))
    values = {**values, **{f"{line[0]}.given": _text(given, values, line[0]) for line in lines}}
    for key, _mark, remarked in lines:
        if remarked:
            values[f"{key}.remarks"] = _remarks(given, key)
    values["presets"] = preset_notes.printed(given)
    return _given_values(given.calculator, lines, given.wording.language).fill(values)


def refusals(given: Answer) -> SafeString:
    """What stands on paper in the place of a result."""
    said = ((given.say(refusal),) for refusal in given.reasons)
    return format_html_join("", "<li>{}</li>", said)


@kept
def _given_values(calculator: Calculator, lines: tuple[Line, ...], language: str) -> Stencil:
    described = [
        {"input": calculator.fields[key], "mark": mark, "remarked": remarked}
        for key, mark, remarked in lines
    ]
    context = {"lines": described, "presets": filled(calculator)}
    return stencil("calculator/_given_values.html", context)


def _lines(given: Answer) -> list[Line]:
    calculator = given.calculator
    lines = _lines_at_rest(calculator, given.idle) | {
        key: _line(given, key, calculator.fields[key]) for key in notes.loud(given)
    }
    return [line for line in lines.values() if line is not None]


@lru_cache(maxsize=1024)
def _lines_at_rest(calculator: Calculator, idle: frozenset[str]) -> dict[str, Line | None]:
    """The lines of all fields where they hold their defaults."""
    given = Answer(calculator, {}, named=False, idle=idle, inputs=calculator.untouched)
    given.typed = {key: one.default_text for key, one in calculator.fields.items()}
    return {key: _line(given, key, one) for key, one in calculator.fields.items()}


def _line(given: Answer, key: str, one: Input) -> Line | None:
    if key in VIEWS or not _printed(given, key, one):
        return None
    return key, _mark(given, key, one), key in given.remarks


def _printed(given: Answer, key: str, one: Input) -> bool:
    """Whether an input says anything: not when it is out of use, left empty, or only names
    the unit that stands at the other values."""
    if key in given.refusals:
        return True
    unsaid = given.inputs[key] in (None, "") or isinstance(one, UnitChoice)
    return not unsaid and key not in given.idle


def _mark(given: Answer, key: str, one: Input) -> str:
    """What tells a value apart: refused, or a default behind a fold that nobody may have seen."""
    if key in given.marked:
        return "bad"
    folded_away = one.group.folded and given.typed[key] == one.default_text
    return "untouched" if folded_away else "given"


def _text(given: Answer, values: dict[str, Any], key: str) -> str:
    """A given value with its unit, or what was typed where it could not be read."""
    if key not in given.inputs:
        return given.typed[key] or NO_NUMBER
    if key not in given.calculator.inputs:
        return given.calculator.fields[key].write(given.inputs[key], given.wording)
    text: str = values[f"{key}.text"]
    return text


def _remarks(given: Answer, key: str) -> SafeString:
    return format_html_join("", "<p>{}</p>", ((given.say(one),) for one in given.remarks[key]))
