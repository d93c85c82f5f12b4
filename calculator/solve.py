"""Solving: what an input must be for an output to reach a target, all else unchanged.

The calculator's own `compute` is searched, so that no formula is written a second time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calculator.base import Calculator
from calculator.evaluation import number
from calculator.formulas.roots import Range, Search
from calculator.formulas.rounding import settle
from calculator.inputs import Count, Number
from calculator.messages import E_NO_EFFECT, E_UNREACHED, E_UNREACHED_ANYWHERE, Refusal


@dataclass(frozen=True)
class Solved:
    """The answer to "what must `key` be for `output` to be `target`?".

    `value` is the answer in the input's unit and `reached` the output there. `exact` is the real
    number behind a rounded `value`; `multiple` what a count was rounded to multiples of.
    `several` says that larger values reach the target as well.
    """

    key: str
    output: str
    target: float
    value: float
    reached: float
    exact: float | None = None
    multiple: int = 1
    several: bool = False

    @property
    def shape(self) -> "Shape":
        return Shape(self.key, self.output, self.exact is not None, self.multiple > 1, self.several)


@dataclass(frozen=True)
class Shape:
    """What the words about a solved input depend on, besides its numbers."""

    key: str
    output: str
    rounded: bool
    in_multiples: bool
    several: bool


def solve(
    calculator: Calculator, inputs: Mapping[str, Any], key: str, output: str, target: float
) -> Solved | Refusal:
    """The value of an input, or why there is none in its range."""
    unknown = calculator.unknowns[key]
    step = _step(unknown, inputs)

    def settled(steps: float) -> float | None:
        return number(calculator, {**inputs, key: steps * step}, output)

    def fine(steps: float) -> float | None:
        return number(calculator, {**inputs, key: steps * step}, output, settled=False)

    whole = isinstance(unknown, Count)
    found = Search(
        settled if whole else fine,
        _range(unknown, step),
        target,
        at_most=calculator.outputs[output].lower_is_better,
        fine=fine if isinstance(unknown, Count) and unknown.divisible else None,
    ).found()
    if found is None:
        return Refusal(E_UNREACHED_ANYWHERE, label=output, value=target, other=key)
    if found.constant:
        return Refusal(E_NO_EFFECT, label=output, other=key)
    value = found.place * step if whole else settle(float(found.place))
    if not found.met:
        return _unreached(unknown, key, output, target, value, settle(float(found.value)))
    exact = None if found.exact is None else settle(found.exact * step)
    reached = settle(float(found.value))
    return Solved(key, output, target, value, reached, exact, step, found.several)


def _step(unknown: Number, inputs: Mapping[str, Any]) -> int:
    """What a count is a multiple of: whole nodes, for example."""
    key = unknown.multiple_of if isinstance(unknown, Count) else ""
    return inputs[key] if key else 1


def _range(unknown: Number, step: int) -> Range:
    low, high = unknown.ends()
    assert high is not None
    if not isinstance(unknown, Count):
        return Range(low, high, open_low=unknown.above is not None)
    return Range(-(-int(low) // step), int(high) // step, whole=True)


def _unreached(
    unknown: Number, key: str, output: str, target: float, value: float, nearest: float
) -> Refusal:
    low, high = unknown.ends()
    return Refusal(
        E_UNREACHED,
        label=output,
        value=target,
        nearest=nearest,
        other=key,
        other_min=low,
        other_max=high,
        other_value=value,
    )
