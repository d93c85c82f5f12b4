"""Outputs: what a calculator answers, and how each answer is written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from calculator import units
from calculator.messages import Message, Text
from calculator.numbers import Written, plain, rounded, rounded_money, rounded_percent
from calculator.units import MONEY
from calculator.wording import Wording


class Undefined(Message):
    """Stands in the place of a number that does not exist, with the reason."""


@dataclass(frozen=True)
class Output:
    """One answer of a calculator.

    `formula` is the right-hand side in LaTeX, with the keys of inputs and outputs in it; a
    function of the inputs where it depends on them. A percentage stands in it as a fraction.
    `sentence` states a primary answer with all that it follows from; a placeholder holds the
    quantity with its unit, or the number alone as %(key.number)s. `lower_is_better` says that a
    target for it is met from below. `feeds` names inputs of other calculators that take the
    output as "slug.key".
    """

    name: Text
    symbol: str = ""
    unit: str = ""
    primary: bool = False
    formula: str | Callable[[Mapping[str, Any]], str] = ""
    sentence: Text = ""
    fold: Text = ""
    lower_is_better: bool = False
    feeds: tuple[str, ...] = ()

    def latex(self, inputs: Mapping[str, Any]) -> str:
        return self.formula(inputs) if callable(self.formula) else self.formula

    def unit_code(self, inputs: Mapping[str, Any]) -> str:
        return units.resolve(self.unit, inputs)

    def number(self, value: Any) -> Written:
        if self.unit == "%":
            return rounded_percent(value)
        return rounded_money(value) if self.unit in MONEY else rounded(value)

    def plain(self, value: Any) -> str:
        """The value in plain digits, all of them."""
        return plain(value)

    def write(self, value: Any, wording: Wording) -> str:
        """The value with its unit."""
        code = self.unit_code(wording.inputs)
        return units.with_unit(str(self.number(value)), code, wording.language)


@dataclass(frozen=True)
class Word(Output):
    """An answer that is one of a few words; JSON and cases carry its code."""

    words: Mapping[str, Text] = field(default_factory=dict)

    def number(self, value: Any) -> Written:
        return Written(str(self.words[value]))

    def plain(self, value: Any) -> str:
        return str(value)

    def write(self, value: Any, wording: Wording) -> str:
        return str(self.words[value])
