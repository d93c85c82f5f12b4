"""The fields of a form: in which groups they stand, and what stands in them and at them."""

from functools import lru_cache
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from calculator import links, notes
from calculator.answers import Answer, readable
from calculator.base import Calculator
from calculator.inputs import Choice, Input, Switch


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


def contents(given: Answer) -> dict[str, Any]:
    """What stands in all fields and at them; folds with something to be seen are open."""
    calculator, loud = given.calculator, notes.loud(given)
    values = _at_rest(
        calculator, loud, given.idle, given.named, given.units_in_use, given.wording.language
    ).copy()
    for key in loud:
        values.update(field_contents(given, key, calculator.fields[key]))
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
            values.update(field_contents(given, key, one))
    for number, (_group, members) in enumerate(calculator.groups):
        seen = any(one.key in loud for one in members)
        values[f"open.{number}"] = SafeString(" open" if seen else "")
    return values


def field_contents(
    given: Answer, key: str, one: Input, address: notes.Address = links.address
) -> dict[str, Any]:
    """What stands in a field and at it; `address` makes the links of repairs."""
    text = given.typed[key]
    state = ' aria-invalid="true"' if key in given.marked else ""
    values: dict[str, Any] = {
        f"note.{key}": notes.note(given, key, swapped=False, address=address),
        f"state.{key}": SafeString(state),
    }
    return values | _in_field(one, text)


def _in_field(one: Input, text: str) -> dict[str, Any]:
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
