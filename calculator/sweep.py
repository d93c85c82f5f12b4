"""Sweeping: the results of a calculator over a range of one of its inputs."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from calculator.base import Calculator
from calculator.curves import Gap, Line, Sweep
from calculator.evaluation import numbers_of
from calculator.formulas.rounding import settle
from calculator.inputs import Count, Number
from calculator.messages import E_BETWEEN, E_LESS_OF, E_MORE, Refusal
from calculator.questions import AUTOMATIC, FROM, LOG, POINTS, SCALE, SWEEP, TO

if TYPE_CHECKING:  # an answer holds a plan
    from calculator.answers import Answer

# Unless the visitor says otherwise, a sweep goes on to so much of the value entered, or on a
# logarithmic axis from and to so many times of it.
BEYOND, AROUND = 1.25, 8


@dataclass(frozen=True)
class Plan:
    """What is swept: the input, the ends in its unit, and the results as lines."""

    sweep: Sweep
    input: Number
    low: float
    high: float
    points: int
    log: bool

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.sweep.lines

    @property
    def gap(self) -> Gap | None:
        return self.sweep.gap

    def places(self) -> list[float]:
        """Evenly spaced values of the input, or evenly in their logarithms; whole for a count."""
        steps = [step / (self.points - 1) for step in range(self.points)]
        if self.log:
            ratio = self.high / self.low
            places = [self.low * ratio**step for step in steps]
        else:
            places = [self.low + (self.high - self.low) * step for step in steps]
        if isinstance(self.input, Count):
            return list(dict.fromkeys(round(place) for place in places))
        return [settle(float(place)) for place in places]


# One row of a sweep: the value of the input, and of each line, None where it has none.
Row = tuple[float, tuple[float | None, ...]]


def plan(given: "Answer") -> Plan | None:
    """What a chart shows for these inputs; None where it cannot be drawn.

    What is wrong with the fields of the sweep goes to the refusals of the answer.
    """
    if not given.calculator.sweeps or given.refused:
        return None
    if given.refusals.keys() & {SWEEP, SCALE}:
        return None
    sweep = sweep_over(given.calculator, given.inputs[SWEEP])
    swept = given.calculator.inputs[sweep.input]
    assert isinstance(swept, Number)
    scale = given.inputs[SCALE]
    log = sweep.log if scale == AUTOMATIC else scale == LOG
    low, high = _ends(given, sweep, swept, log)
    _check(given, swept, low, high, log)
    if given.refusals.keys() & {FROM, TO, POINTS}:
        return None
    return Plan(sweep, swept, low, high, given.inputs[POINTS], log)


def sweep_over(calculator: Calculator, key: str) -> Sweep:
    """The sweep that is declared for an input, else the first one's results against it."""
    sweeps = calculator.sweeps
    declared = next((sweep for sweep in sweeps if sweep.input == key), None)
    return declared or Sweep(key, sweeps[0].lines, title="", gap=sweeps[0].gap)


def _ends(given: "Answer", sweep: Sweep, swept: Number, log: bool) -> tuple[float, float]:
    """The ends that were entered, or those around the value of the input."""
    low, high = given.inputs.get(FROM), given.inputs.get(TO)
    if low is not None and high is not None:
        return low, high
    value = given.inputs[sweep.input] or given.inputs.get(sweep.around) or swept.example
    least, most = _limits(swept)
    if log:
        auto_low, auto_high = value / AROUND, value * AROUND
    elif swept.unit == "%":
        auto_low, auto_high = least, min(most, 100)
    else:
        auto_low, auto_high = least if least >= 0 else -abs(value) * BEYOND, value * BEYOND
    auto_low, auto_high = max(auto_low, least), min(max(auto_high, auto_low), most)
    if isinstance(swept, Count):
        auto_low, auto_high = max(round(auto_low), least), round(auto_high)
    if auto_low >= auto_high:
        auto_high = min(most, auto_low * 2 or 1)
    if auto_low >= auto_high:
        auto_low = max(least, auto_high / 2)
    return (auto_low if low is None else low), (auto_high if high is None else high)


def _limits(swept: Number) -> tuple[float, float]:
    low, high = swept.ends()
    return low, float("inf") if high is None else high


def _check(given: "Answer", swept: Number, low: float, high: float, log: bool) -> None:
    least, most = _limits(swept)
    for key, end in ((FROM, low), (TO, high)):
        if key in given.refusals:
            continue
        if not least <= end <= most:
            given.refusals[key] = Refusal(E_BETWEEN, label=key, min=least, max=most)
        elif log and end <= 0:
            given.refusals[key] = Refusal(E_MORE, label=key, min=0)
    if not given.refusals.keys() & {FROM, TO} and low >= high:
        given.refusals[FROM] = Refusal(E_LESS_OF, label=FROM, value=low, other=TO, other_value=high)


def rows(given: "Answer", plan: Plan, places: list[float]) -> list[Row]:
    """The results at places of the input, all else as it was given."""
    keys = [line.output for line in plan.lines]
    inputs: dict[str, Any] = dict(given.inputs)
    found: list[Row] = []
    for place in places:
        inputs[plan.sweep.input] = place
        found.append((place, numbers_of(given.calculator, inputs, keys)))
    return found


def shown_rows(given: "Answer", plan: Plan, places: list[float]) -> list[Row]:
    """The same in the unit that results are shown in."""
    found = rows(given, plan, places)
    if not given.switched:
        return found
    key = plan.lines[0].output
    return [
        (place, tuple(None if each is None else given.switch(key, each) for each in values))
        for place, values in found
    ]
