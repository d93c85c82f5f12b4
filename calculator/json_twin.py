"""The JSON twin of a page: the same answer for programs."""

from typing import Any

from django.utils.translation import get_language

from calculator import carry, compare, links, pins, preset_notes
from calculator.answers import Answer
from calculator.formulas.rounding import WHOLE_UP_TO
from calculator.outputs import Undefined
from calculator.pins import Scenario
from calculator.solve import Solved
from calculator.spoken import NO_NUMBER
from calculator.sweep import Plan, rows


def body(given: Answer, origin: str) -> dict[str, Any]:
    """The answer, or what was refused by field and, across fields, under `__all__`.

    Addresses begin with `origin`.
    """
    if given.refusals or given.across:
        return {"errors": _errors(given)}
    data: dict[str, Any] = {
        "calculator": given.calculator.slug,
        "language": get_language(),
        "url": origin + links.address(given),
        "inputs": _inputs(given),
    }
    if given.solved is not None:
        data["solved"] = _solved(given.solved)
    data["outputs"] = {
        **{key: _output(given, key) for key in given.values},
        **{key: _table(given, key) for key in given.tables},
    }
    if given.plan is not None and given.looked_at:
        data["sweep"] = _sweep(given, given.plan)
    data["warnings"] = [
        *(given.say(one) for remarks in given.remarks.values() for one in remarks),
        *preset_notes.warnings(given),
    ]
    if given.beside.pins:
        data["scenarios"] = [
            _scenario(place, one) for place, one in enumerate(pins.scenarios(given))
        ]
        if left_out := pins.left_out(given):
            data["warnings"].append(compare.not_kept(left_out))
    if given.calculator.feeds:
        data["feeds"] = [
            {
                "output": feed.output,
                "calculator": feed.target.slug,
                "input": feed.key,
                "url": origin + feed.address,
            }
            for feed in carry.feeds(given)
        ]
    return data | preset_notes.described(given)


def _sweep(given: Answer, plan: Plan) -> dict[str, Any]:
    """The numbers of the chart that was asked for."""
    keys = [plan.sweep.input, *(line.output for line in plan.lines)]
    return {
        "input": plan.sweep.input,
        "logarithmic": plan.log,
        "points": [
            dict(zip(keys, map(_number, (place, *values)), strict=True))
            for place, values in rows(given, plan, plan.places())
        ],
    }


def _inputs(given: Answer) -> dict[str, Any]:
    return {key: _number(given.inputs[key]) for key in given.calculator.inputs}


def _errors(given: Answer) -> dict[str, list[str]]:
    errors = {key: [given.say(message)] for key, message in given.refusals.items()}
    if given.across:
        errors["__all__"] = [given.say(message) for message in given.across]
    return errors


def _scenario(place: int, one: Scenario) -> dict[str, Any]:
    """A scenario by its name: its inputs and the values of its outputs, or what was refused."""
    given, name = one.given, one.name or compare.default_name(place)
    if not one.refused:
        values = given.values.items()
        outputs = {
            key: None if isinstance(value, Undefined) else _number(value) for key, value in values
        }
        return {"name": name, "inputs": _inputs(given), "outputs": outputs}
    errors = _errors(given)
    if one.strange:
        errors["__all__"] = [*errors.get("__all__", ()), *map(compare.no_input, one.strange)]
    return {"name": name, "errors": errors}


def _solved(solved: Solved) -> dict[str, Any]:
    """What was asked, the answer, and the number behind it where it was rounded."""
    return {
        "input": solved.key,
        "output": solved.output,
        "target": _number(solved.target),
        "value": _number(solved.value),
        "exact": _number(solved.value if solved.exact is None else solved.exact),
        "reached": _number(solved.reached),
        "several": solved.several,
    }


def refusal(message: str) -> dict[str, Any]:
    return {"errors": {"__all__": [message]}}


def _output(given: Answer, key: str) -> dict[str, Any]:
    output, value = given.output(key), given.values[key]
    undefined = isinstance(value, Undefined)
    # The unit of the number, whatever unit the page is switched to.
    code = output.unit_code(given.inputs)
    described = {
        "value": None if undefined else _number(value),
        "text": NO_NUMBER if undefined else output.write(value, given.wording),
        "unit": code,
        "label": str(output.name),
    }
    if undefined:
        described["reason"] = given.say(value)
    return described


def _table(given: Answer, key: str) -> dict[str, Any]:
    """Rows by column. What does not exist in a row is null, and its reason stands apart."""
    table, rows = given.calculator.tables[key], given.tables[key]
    described = {
        "value": [{column: _cell(value) for column, value in row.items()} for row in rows],
        "text": table.write(rows, given.wording),
        "unit": "",
        "label": str(table.name),
        "columns": {
            column: {"unit": one.unit_code(given.wording.inputs), "label": str(one.name)}
            for column, one in table.columns.items()
        },
    }
    reasons = [
        {"row": number, "column": column, "reason": given.say(value)}
        for number, row in enumerate(rows)
        for column, value in row.items()
        if isinstance(value, Undefined)
    ]
    return described | ({"reasons": reasons} if reasons else {})


def _cell(value: Any) -> Any:
    return None if isinstance(value, Undefined) else _number(value)


def _number(value: Any) -> Any:
    """A number as JSON should carry it: whole ones without a point, as far as they are exact."""
    if isinstance(value, tuple):
        return [_number(each) for each in value]
    whole = isinstance(value, float) and value.is_integer() and abs(value) < WHOLE_UP_TO
    return int(value) if whole else value
