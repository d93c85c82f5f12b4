"""The JSON twin of a page: the same answer for programs."""

from typing import Any

from django.utils.translation import get_language

from calculator.answers import Answer
from calculator.formulas.rounding import WHOLE_UP_TO
from calculator.outputs import Undefined


def body(given: Answer, address: str) -> dict[str, Any]:
    """The answer, or what was refused by field and, across fields, under `__all__`."""
    if given.refused:
        errors = {key: [given.say(message)] for key, message in given.refusals.items()}
        if given.across:
            errors["__all__"] = [given.say(message) for message in given.across]
        return {"errors": errors}
    return {
        "calculator": given.calculator.slug,
        "language": get_language(),
        "url": address,
        "inputs": {key: _number(value) for key, value in given.inputs.items()},
        "outputs": {key: _output(given, key) for key in given.values},
        "warnings": [given.say(remark) for remarks in given.remarks.values() for remark in remarks],
    }


def refusal(message: str) -> dict[str, Any]:
    return {"errors": {"__all__": [message]}}


def _output(given: Answer, key: str) -> dict[str, Any]:
    output, value = given.output(key), given.values[key]
    undefined = isinstance(value, Undefined)
    code = given.unit_code(key)
    described = {
        "value": None if undefined else _number(value),
        "text": given.write(key),
        "unit": code,
        "label": str(output.name),
    }
    if undefined:
        described["reason"] = given.say(value)
    return described


def _number(value: Any) -> Any:
    """A number as JSON should carry it: whole ones without a point, as far as they are exact."""
    whole = isinstance(value, float) and value.is_integer() and abs(value) < WHOLE_UP_TO
    return int(value) if whole else value
