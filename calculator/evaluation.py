"""One evaluation of a calculator: from read inputs to settled values."""

import sys
from collections.abc import Collection, Mapping
from typing import Any

from calculator.base import Calculator
from calculator.formulas.rounding import settle

LARGEST = sys.float_info.max


def evaluate(calculator: Calculator, inputs: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """What `compute` returns, and the settled value of each output.

    Raises ArithmeticError for what lies beyond a double.
    """
    result = calculator.compute(**{key: inputs[key] for key in calculator.computed})
    return result, {key: without_dust(getattr(result, key)) for key in calculator.outputs}


def number(
    calculator: Calculator, inputs: Mapping[str, Any], output: str, *, settled: bool = True
) -> float | None:
    """One output as a number; None where it has none or the inputs are refused together.

    Not `settled` it has all of its digits, those that are dust included.
    """
    return numbers_of(calculator, inputs, (output,), settled=settled)[0]


def numbers_of(
    calculator: Calculator,
    inputs: Mapping[str, Any],
    outputs: Collection[str],
    *,
    settled: bool = True,
) -> tuple[float | None, ...]:
    """Several outputs as numbers, likewise."""
    nothing = (None,) * len(outputs)
    if any(calculator.form.rules(inputs)):
        return nothing
    try:
        result = calculator.compute(**{key: inputs[key] for key in calculator.computed})
    except ArithmeticError:
        return nothing
    return tuple(_number(getattr(result, key), settled) for key in outputs)


def _number(value: Any, settled: bool) -> float | None:
    if not isinstance(value, int | float) or endless(value):
        return None
    return settle(value) if settled and isinstance(value, float) else value


def endless(value: Any) -> bool:
    """Whether a number lies beyond a double, or is none."""
    return isinstance(value, int | float) and not abs(value) <= LARGEST


def without_dust(value: Any) -> Any:
    return settle(value) if isinstance(value, float) else value
