"""From a query to an answer: what was typed, how it was read, and what follows from it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.translation import get_language

from calculator import questions, units
from calculator.base import Calculator
from calculator.efficiency_chart import EfficiencyChart
from calculator.evaluation import endless, evaluate, without_dust
from calculator.formulas.rounding import settle
from calculator.inputs import Input, Number
from calculator.messages import E_TOO_LARGE, R_TOO_LARGE, Message, Refusal, Remark
from calculator.numbers import Written, exact, rounded, rounded_percent
from calculator.outputs import Output, Undefined
from calculator.presets import NONE_NAMED, Named, named
from calculator.questions import SOLVE, VIEWS
from calculator.rods import Share
from calculator.solve import Solved, solve
from calculator.sweep import Plan
from calculator.sweep import plan as planned
from calculator.tables import TableRow
from calculator.wording import Wording

# Query names of what a link can carry beside the inputs.
PIN, PIN_NAME, SOURCE = "pin", "pin_name", "from"


@dataclass(frozen=True, slots=True)
class Beside:
    """What a link carries beside the inputs, as it was typed.

    `pins` are scenarios kept for comparison and `names` the names typed for them; `source` is
    where the value of an input came from.
    """

    pins: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    source: str = ""


NOTHING_BESIDE = Beside()


@dataclass
class Answer:
    """Everything that a page, a fragment and the JSON twin say about one set of inputs.

    `typed` is the text of each field, `inputs` the values that could be read; fields that a
    choice puts out of use are `idle` and have their defaults there. `refusals` are by key of a
    field, `across` those of several fields. `values` is empty where anything was refused; an
    output that does not apply is absent from it. So it is with `tables`, whose rows are values
    by column. `drawn` is what the calculator's chart shows. `presets` are those that the query
    names.
    """

    calculator: Calculator
    typed: dict[str, str]
    named: bool
    # The fields that hold something else than their default.
    touched: tuple[str, ...] = ()
    beside: Beside = NOTHING_BESIDE
    idle: frozenset[str] = frozenset()
    inputs: dict[str, Any] = field(default_factory=dict)
    refusals: dict[str, Refusal] = field(default_factory=dict)
    across: list[Refusal] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    tables: dict[str, list[TableRow]] = field(default_factory=dict)
    drawn: EfficiencyChart | None = None
    remarks: dict[str, list[Remark]] = field(default_factory=dict)
    solved: Solved | None = None
    share: Share | None = None
    presets: Named = NONE_NAMED
    # Found once and used by several parts of a page.
    _numbers: dict[str, Written] = field(default_factory=dict)
    spoken: dict[str, str] = field(default_factory=dict)
    pairs: list[tuple[str, str]] | None = None
    address: str = ""

    @classmethod
    def at_rest(
        cls, calculator: Calculator, units_in_use: tuple[str, ...], *, named: bool = False
    ) -> "Answer":
        """An answer that was not computed: all fields at their defaults but those of units."""
        typed = {key: one.default_text for key, one in calculator.fields.items()}
        chosen = dict(zip(calculator.unit_choices, units_in_use, strict=True))
        return cls(calculator, typed, named=named, inputs=calculator.untouched | chosen)

    @cached_property
    def units_in_use(self) -> tuple[str, ...]:
        """What the units of all quantities follow from."""
        return tuple(self.wording.inputs[key] for key in self.calculator.unit_choices)

    @cached_property
    def plan(self) -> Plan | None:
        """What the chart shows; what is wrong with its fields goes to the refusals."""
        return planned(self)

    @property
    def refused(self) -> bool:
        """Whether there is no result; what only the chart was asked does not matter to it."""
        return bool(self.across or (self.refusals and not self.refusals.keys() <= VIEWS))

    @property
    def reasons(self) -> list[Refusal]:
        """Why there is no result."""
        fields = [one for key, one in self.refusals.items() if key not in VIEWS]
        return [*fields, *self.across]

    @cached_property
    def marked(self) -> set[str]:
        """The keys of the fields that a refusal names."""
        return set(self.refusals) | {key for refusal in self.across for key in refusal.keys}

    @cached_property
    def wording(self) -> Wording:
        """How to word values: units follow inputs, or the defaults of those not read."""
        inputs = self.inputs
        if self.refusals:
            inputs = {key: one.default for key, one in self.calculator.fields.items()} | inputs
        return Wording(get_language() or settings.LANGUAGE_CODE, inputs)

    @property
    def solving(self) -> bool:
        """Whether the visitor asks for an input instead of the result."""
        return bool(self.typed.get(SOLVE))

    @property
    def looked_at(self) -> bool:
        """Whether the chart was asked to show something else than it does by itself."""
        views = self.calculator.views.items()
        return any(self.typed[key] != one.default_text for key, one in views)

    @property
    def key(self) -> str:
        """What stands large: the input that was solved for, else the primary output."""
        return self.calculator.primary if self.solved is None else self.solved.key

    def say(self, message: Message) -> str:
        return message.say(self.calculator.quantities, self.wording)

    def output(self, key: str) -> Output:
        return self.calculator.outputs[key]

    def write(self, key: str) -> str:
        """An input or an output with its unit; "—" where it does not exist."""
        value = self.values.get(key, self.inputs.get(key))
        if value is None or isinstance(value, Undefined):
            return "—"
        if self._is_solved(key) or (self.switched and key in self.values):
            number, code = str(self.number(key)), self.unit_code(key)
            return units.with_unit(number, code, self.wording.language)
        return self.calculator.quantities[key].write(value, self.wording)

    def _is_solved(self, key: str) -> bool:
        return self.solved is not None and key == self.solved.key

    def number(self, key: str) -> Written:
        """The number of an input or an output that exists, without its unit."""
        if key not in self._numbers:
            self._numbers[key] = self._written(key)
        return self._numbers[key]

    def _written(self, key: str) -> Written:
        if key in self.values:
            value = self.values[key]
            if self.switched:
                value = self.switch(key, value)
            return self.calculator.outputs[key].number(value)
        value = self.inputs[key]
        if self._is_solved(key):  # a result, not what somebody typed
            return rounded_percent(value) if self.unit_code(key) == "%" else rounded(value)
        return exact(value)

    def unit_code(self, key: str) -> str:
        code = self.calculator.quantities[key].unit_code(self.wording.inputs)
        if self.switched and key in self.calculator.outputs:
            name = units.switch_of(code)
            if name in self.switched:
                return units.SWITCHES[name].changed(code, self.switched[name])
        return code

    @cached_property
    def switched(self) -> dict[str, str]:
        """The units that results are not shown in by default, by the name of their switch."""
        switches = self.calculator.switches.items()
        chosen = {key: self.inputs.get(key, one.default) for key, one in switches}
        return {
            key: code for key, code in chosen.items() if code != self.calculator.fields[key].default
        }

    def factor(self, key: str) -> Fraction:
        """What a result is multiplied by to be in the unit that it is shown in."""
        name = units.switch_of(self.calculator.outputs[key].unit_code(self.wording.inputs))
        chosen = self.switched.get(name)
        return units.SWITCHES[name].codes[chosen] if chosen else Fraction(1)

    def switch(self, key: str, value: float) -> float:
        """A result in the unit that it is shown in."""
        factor = self.factor(key)
        return value if factor == 1 else settle(float(Fraction(value) * factor))


def answer(calculator: Calculator, query: Mapping[str, str]) -> Answer:
    """Read a query and compute what it asks. Never raises for anything that can be typed.

    Of repeated inputs the last is read; pins are read one by one where the query tells them
    apart, as Django's do.
    """
    typed = {
        key: query[key].replace("\0", "\ufffd") if key in query else one.default_text
        for key, one in calculator.fields.items()
    }
    given = Answer(calculator, typed, named=any(key in query for key in typed))
    given.presets = named(calculator, query)
    given.touched = tuple(
        key for key, one in calculator.fields.items() if typed[key] != one.default_text
    )
    if PIN in query or SOURCE in query:
        given.beside = Beside(_all(query, PIN), _all(query, PIN_NAME), query.get(SOURCE, ""))
    given.idle = frozenset(_idle(calculator, typed))
    given.inputs = calculator.untouched.copy()
    for key in given.touched:
        if key not in given.idle:
            _read(given, key, calculator.fields[key])
    unknown = given.inputs.get(SOLVE, "")
    if not given.refused:
        rules = calculator.form.rules(given.inputs)
        # What is still unknown breaks no rule; solving minds them for each value.
        given.across = [refusal for refusal in rules if unknown not in refusal.keys]
    if unknown and not given.refused:
        _solve(given, unknown)
    if not given.refused:
        _compute(given)
    if not VIEWS.isdisjoint(given.touched):
        _ = given.plan  # its refusals belong to the answer
    return given


def _all(query: Mapping[str, str], name: str) -> tuple[str, ...]:
    if isinstance(query, MultiValueDict):
        return tuple(query.getlist(name))
    return (query[name],) if name in query else ()


def _read(given: Answer, key: str, one: Input) -> None:
    """Read a field that was touched."""
    text = given.typed[key]
    try:
        value = one.clean(text)
    except ValidationError as error:
        given.refusals[key] = error.message  # type: ignore[assignment]
        del given.inputs[key]
        return
    given.inputs[key] = value
    if remark := one.remark(text, value):
        given.remarks[key] = [remark]


def _idle(calculator: Calculator, typed: Mapping[str, str]) -> Iterator[str]:
    """The fields that a choice puts out of use."""
    for key, governing, codes in calculator.conditions:
        if readable(calculator.fields[governing], typed[governing]) not in codes:
            yield key


def readable(one: Input, text: str) -> str | None:
    """A text in its canonical form, or nothing where it cannot be read."""
    try:
        value = one.clean(text)
    except ValidationError:
        return None
    return "" if value is None else one.plain(value)


def _solve(given: Answer, key: str) -> None:
    """Put the value that is solved for in the place of its input."""
    calculator = given.calculator
    wanted = {
        target: given.inputs[target]
        for target in calculator.targets
        if given.inputs[target] is not None
    }
    if len(wanted) != 1:
        given.across = [questions.which_target(calculator.targets, wanted)]
        return
    [(output, target)] = wanted.items()
    solved = solve(calculator, given.inputs, key, output, target)
    if isinstance(solved, Refusal):
        given.refusals[output] = solved
        return
    given.solved = solved
    given.inputs[key] = solved.value


def _compute(given: Answer) -> None:
    calculator = given.calculator
    try:
        result, values = evaluate(calculator, given.inputs)
    except ArithmeticError:  # beyond a double, or divided by what is too small for one
        given.refusals |= _too_large(given)
        return
    if any(endless(values[key]) for key in calculator.targets):
        given.refusals |= _too_large(given)
        return
    given.values = {
        key: Undefined(R_TOO_LARGE) if endless(value) else value
        for key, value in values.items()
        if value is not None
    }
    given.tables = {
        key: [_row(row) for row in rows]
        for key in calculator.tables
        if (rows := getattr(result, key)) is not None
    }
    for remark in calculator.remarks(given.inputs, result):
        given.remarks.setdefault(remark.label, []).append(remark)
    if calculator.share is not None:
        given.share = calculator.share(given.inputs, result)
    if calculator.chart is not None:
        given.drawn = calculator.chart(given.inputs, result)


def _row(row: Any) -> TableRow:
    """The values of a row of a table by column, settled."""
    values = {column: without_dust(value) for column, value in vars(row).items()}
    return {
        column: Undefined(R_TOO_LARGE) if endless(value) else value
        for column, value in values.items()
    }


def _too_large(given: Answer) -> dict[str, Refusal]:
    """The refusal of a result beyond double precision, at the largest number typed."""
    amounts = {
        key: abs(value)
        for key, one in given.calculator.inputs.items()
        for value in [given.inputs[key]]
        if isinstance(one, Number) and value is not None
    }
    largest = max(amounts, key=lambda key: amounts[key], default=next(iter(given.inputs)))
    return {largest: Refusal(E_TOO_LARGE, label=largest)}
