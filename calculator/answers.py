"""From a query to an answer: what was typed, how it was read, and what follows from it."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language

from calculator.base import Calculator
from calculator.formulas.rounding import settle
from calculator.inputs import Input, Number
from calculator.messages import E_TOO_LARGE, R_TOO_LARGE, Message, Refusal, Remark
from calculator.numbers import Written, exact
from calculator.outputs import Output, Undefined
from calculator.rods import Share
from calculator.wording import Wording

LARGEST = sys.float_info.max


@dataclass
class Answer:
    """Everything that a page, a fragment and the JSON twin say about one set of inputs.

    `typed` is the text of each field, `inputs` the values that could be read; fields that a
    choice puts out of use are `idle` and have their defaults there. `refusals` are by key of a
    field, `across` those of several fields. `values` is empty where anything was refused; an
    output that does not apply is absent from it.
    """

    calculator: Calculator
    typed: dict[str, str]
    named: bool
    idle: frozenset[str] = frozenset()
    inputs: dict[str, Any] = field(default_factory=dict)
    refusals: dict[str, Refusal] = field(default_factory=dict)
    across: list[Refusal] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    remarks: dict[str, list[Remark]] = field(default_factory=dict)
    share: Share | None = None
    # Found once and used by several parts of a page.
    _numbers: dict[str, Written] = field(default_factory=dict)
    spoken: dict[str, str] = field(default_factory=dict)
    address: str = ""

    @property
    def refused(self) -> bool:
        return bool(self.refusals or self.across)

    @property
    def marked(self) -> set[str]:
        """The keys of the fields that a refusal names."""
        return set(self.refusals) | {key for refusal in self.across for key in refusal.keys}

    @cached_property
    def wording(self) -> Wording:
        """How to word values: units follow inputs, or the defaults of those not read."""
        inputs = {
            key: self.inputs.get(key, one.default) for key, one in self.calculator.inputs.items()
        }
        return Wording(get_language() or settings.LANGUAGE_CODE, inputs)

    def say(self, message: Message) -> str:
        return message.say(self.calculator.quantities, self.wording)

    def output(self, key: str) -> Output:
        return self.calculator.outputs[key]

    def write(self, key: str) -> str:
        """An input or an output with its unit; "—" where it does not exist."""
        value = self.values.get(key, self.inputs.get(key))
        if value is None or isinstance(value, Undefined):
            return "—"
        return self.calculator.quantities[key].write(value, self.wording)

    def number(self, key: str) -> Written:
        """The number of an input or an output that exists, without its unit."""
        if key not in self._numbers:
            self._numbers[key] = (
                self.calculator.outputs[key].number(self.values[key])
                if key in self.values
                else exact(self.inputs[key])
            )
        return self._numbers[key]

    def unit_code(self, key: str) -> str:
        return self.calculator.quantities[key].unit_code(self.wording.inputs)


def answer(calculator: Calculator, query: Mapping[str, str]) -> Answer:
    """Read a query and compute what it asks. Never raises for anything that can be typed."""
    typed = {
        key: query[key].replace("\0", "\ufffd") if key in query else one.default_text
        for key, one in calculator.inputs.items()
    }
    given = Answer(calculator, typed, named=any(key in query for key in typed))
    given.idle = frozenset(_idle(calculator, typed))
    defaults = {key: calculator.inputs[key].default_text for key in given.idle}
    form = calculator.form(typed | defaults)
    if form.is_valid():
        given.inputs = form.cleaned_data
        given.across = list(form.rules(given.inputs))
        if not given.across:
            _compute(given)
    else:
        given.inputs = form.cleaned_data
        given.refusals = {
            key: errors[0].message  # type: ignore[misc]
            for key, errors in form.errors.as_data().items()
        }
    for key, value in given.inputs.items():
        if key in given.idle:
            continue
        if remark := calculator.inputs[key].remark(typed[key], value):
            given.remarks.setdefault(key, []).insert(0, remark)
    return given


def _idle(calculator: Calculator, typed: Mapping[str, str]) -> Iterator[str]:
    """The fields that a choice puts out of use."""
    for key, (governing, codes) in calculator.conditions.items():
        if readable(calculator.inputs[governing], typed[governing]) not in codes:
            yield key


def readable(one: Input, text: str) -> str | None:
    """A text in its canonical form, or nothing where it cannot be read."""
    try:
        value = one.clean(text)
    except ValidationError:
        return None
    return "" if value is None else one.plain(value)


def _compute(given: Answer) -> None:
    calculator = given.calculator
    inputs = {key: given.inputs[key] for key in calculator.computed}
    try:
        result = calculator.compute(**inputs)
    except ArithmeticError:  # beyond a double, or divided by what is too small for one
        given.refusals = _too_large(given)
        return
    values = {key: _settled(getattr(result, key)) for key in calculator.outputs}
    if any(output.primary and _endless(values[key]) for key, output in calculator.outputs.items()):
        given.refusals = _too_large(given)
        return
    given.values = {
        key: Undefined(R_TOO_LARGE) if _endless(value) else value
        for key, value in values.items()
        if value is not None
    }
    for remark in calculator.remarks(given.inputs, result):
        given.remarks.setdefault(remark.label, []).append(remark)
    if calculator.share is not None:
        given.share = calculator.share(given.inputs, result)


def _settled(value: Any) -> Any:
    return settle(value) if isinstance(value, float) else value


def _endless(value: Any) -> bool:
    return isinstance(value, int | float) and not abs(value) <= LARGEST


def _too_large(given: Answer) -> dict[str, Refusal]:
    """The refusal of a result beyond double precision, at the largest number typed."""
    amounts = {
        key: abs(value)
        for key, value in given.inputs.items()
        if isinstance(given.calculator.inputs[key], Number) and value is not None
    }
    largest = max(amounts, key=lambda key: amounts[key])
    return {largest: Refusal(E_TOO_LARGE, label=largest)}
