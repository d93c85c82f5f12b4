"""What a category and a calculator are, read off their folders where possible."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from functools import cached_property
from itertools import product
from pathlib import Path
from sys import modules
from typing import Any, cast, get_type_hints

from calculator import notation, questions
from calculator.curves import Sweep
from calculator.efficiency_chart import EfficiencyChart
from calculator.inputs import CalculatorForm, Choice, Group, Input, Number
from calculator.messages import Quantity, Remark, Text
from calculator.outputs import Output
from calculator.rods import Share
from calculator.tables import Table

# Query names that are, or will be, the site's own; never an input's.
RESERVED = {
    *("theme", "fields", "results", "solve", "pin", "pin_name", "preset", "unit", "sweep"),
    *("from", "q", "verdict"),
}


@dataclass(frozen=True)
class Category:
    """A group of calculators: its folder holds them, `clusters` are its parts in order."""

    number: int
    title: Text
    note: Text
    more: Text
    clusters: tuple[str, ...]


def no_remarks(inputs: Mapping[str, Any], result: Any) -> Iterable[Remark]:
    return ()


@dataclass(frozen=True, eq=False)
class Calculator:
    """A calculator: its texts, its form and the pure function behind it.

    `remarks` speaks of legal but odd input, `share` draws a part of a whole and `caption` says
    it in words; `chart` is what is drawn of an answer below it. The article
    prints the formulas of the outputs named in `explained`, and works them through with the
    case named in `example`. `position` orders the calculators of a cluster. The first of `sweeps`
    is the chart that the page opens with.
    """

    module: str
    title: Text
    summary: Text
    form: type[CalculatorForm]
    compute: Callable[..., Any]
    explained: tuple[str, ...]
    example: str
    cluster: str
    position: int
    updated: date
    related: tuple[str, ...] = ()
    remarks: Callable[[Mapping[str, Any], Any], Iterable[Remark]] = no_remarks
    share: Callable[[Mapping[str, Any], Any], Share | None] | None = None
    caption: Text = ""
    sweeps: tuple[Sweep, ...] = ()
    chart: Callable[[Mapping[str, Any], Any], EfficiencyChart] | None = None
    folder: Path = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "folder", Path(str(modules[self.module].__file__)).parent)
        solving = questions.conditions(self.inputs, self.unknowns, self.targets)
        for key, one in self.fields.items():
            one.key = key
            one.solving = solving.get(key)
            if isinstance(one, Number) and key not in self.views:
                one.unit_codes = tuple(self.unit_codes(one))

    @cached_property
    def slug(self) -> str:
        return self.folder.name.replace("_", "-")

    @cached_property
    def category(self) -> str:
        return self.folder.parent.name

    @cached_property
    def article(self) -> str:
        """The template of its page: the prose, in the frame that all calculators share."""
        return f"{self.category}/{self.folder.name}/article.html"

    @cached_property
    def inputs(self) -> dict[str, Input]:
        return cast("dict[str, Input]", self.form.base_fields)

    @cached_property
    def fields(self) -> dict[str, Input]:
        """All fields, in the order of the page: what may be asked, and the inputs."""
        asking = {key: one for key, one in self.inputs.items() if one.group is questions.SOLVING}
        return {**self.questions, **asking, **self.inputs, **self.switches, **self.views}

    @cached_property
    def untouched(self) -> dict[str, Any]:
        """The values of all fields that hold their defaults."""
        return {key: one.untouched for key, one in self.fields.items()}

    @cached_property
    def unit_choices(self) -> tuple[str, ...]:
        """The fields that units depend on."""
        choices = (key for key, one in self.fields.items() if isinstance(one, Choice))
        return tuple(choices)

    @cached_property
    def asked(self) -> dict[str, Input]:
        """The fields that a result follows from: all but those that only show it differently."""
        shown = {**self.switches, **self.views}
        return {key: one for key, one in self.fields.items() if key not in shown}

    @cached_property
    def questions(self) -> dict[str, Input]:
        return dict(questions.of_solving(self.unknowns, self.targets))

    @cached_property
    def switches(self) -> dict[str, Input]:
        """The fields that choose between units of the results."""
        codes = (code for output in self.outputs.values() for code in self.unit_codes(output))
        return dict(questions.of_units(codes))

    @cached_property
    def views(self) -> dict[str, Input]:
        """The fields that say how the chart looks at the results."""
        return dict(questions.of_sweeping(self.inputs, self.unknowns, self.sweeps))

    @cached_property
    def unknowns(self) -> dict[str, Number]:
        """The inputs that can be solved for."""
        return questions.solvable(self.inputs, self._reached)

    @cached_property
    def targets(self) -> dict[str, Output]:
        """The outputs that an input can be solved for."""
        return {key: output for key, output in self.outputs.items() if output.primary}

    @cached_property
    def _reached(self) -> set[str]:
        """The keys that the formulas of the primary outputs go back to."""
        defaults = {key: one.default for key, one in self.inputs.items()}
        known = {*self.inputs, *self.outputs}
        reached: set[str] = set()
        todo = list(self.targets)
        while todo:
            key = todo.pop()
            reached.add(key)
            if key in self.outputs:
                latex = self.outputs[key].latex(defaults)
                todo += set(notation.keys_in(latex, known)) - reached
        return reached

    @cached_property
    def _answers(self) -> dict[str, Output | Table]:
        result = self.compute.__annotations__["return"]
        hints = get_type_hints(result, include_extras=True)
        return {one.name: hints[one.name].__metadata__[0] for one in fields(result)}

    @cached_property
    def outputs(self) -> dict[str, Output]:
        """What it answers with one value each."""
        return {key: one for key, one in self._answers.items() if isinstance(one, Output)}

    @cached_property
    def tables(self) -> dict[str, Table]:
        """What it answers with rows of values."""
        return {key: one for key, one in self._answers.items() if isinstance(one, Table)}

    @cached_property
    def feeds(self) -> list[tuple[str, str, str]]:
        """The inputs of other calculators that take an output: output, slug, input."""
        return [
            (key, slug, target)
            for key, output in self.outputs.items()
            for slug, _, target in (feed.partition(".") for feed in output.feeds)
        ]

    def fed(self, output: str, slug: str) -> str:
        """The input of another calculator that takes an output; empty where none does."""
        found = (target for key, other, target in self.feeds if (key, other) == (output, slug))
        return next(found, "")

    @cached_property
    def primary(self) -> str:
        """The key of the answer that stands large."""
        return next(key for key, output in self.outputs.items() if output.primary)

    @cached_property
    def groups(self) -> list[tuple[Group, list[Input]]]:
        """The fields of the form under their headings."""
        groups: dict[Group, list[Input]] = {}
        for key, one in self.fields.items():
            if key in self.views:
                continue
            groups.setdefault(one.group, []).append(one)
        return list(groups.items())

    @cached_property
    def conditions(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """The fields that a choice can put out of use: the choice, and the codes in use."""
        chosen = [(key, *one.when) for key, one in self.inputs.items() if one.when is not None]
        solved = [
            (key, questions.SOLVE, one.solving)
            for key, one in self.fields.items()
            if one.solving is not None
        ]
        return chosen + solved

    @cached_property
    def folds(self) -> list[Text]:
        """The titles of the folded parts of the ledger."""
        return list({str(one.fold): one.fold for one in self.outputs.values() if one.fold}.values())

    @cached_property
    def quantities(self) -> dict[str, Quantity]:
        return {**self.fields, **self.outputs, **self.tables}

    @cached_property
    def computed(self) -> tuple[str, ...]:
        """The keys of the inputs that `compute` takes."""
        taken = self.compute.__annotations__
        return tuple(key for key in self.inputs if key in taken)

    @cached_property
    def cases(self) -> dict[str, dict[str, Any]]:
        """Numbers worked by hand or published, by name."""
        return tomllib.loads((self.folder / "cases.toml").read_text(encoding="utf-8"))

    @cached_property
    def search_words(self) -> dict[str, list[str]]:
        """Words that people search by, by language."""
        return tomllib.loads((self.folder / "search.toml").read_text(encoding="utf-8"))

    def unit_codes(self, quantity: Input | Output) -> Iterable[str]:
        """Every unit that a quantity can have, whatever is chosen."""
        choices = {key: one.choices for key, one in self.inputs.items() if isinstance(one, Choice)}
        named = [key for key in choices if f"{{{key}}}" in quantity.unit]
        for codes in product(*(choices[key] for key in named)):
            yield quantity.unit_code(dict(zip(named, codes, strict=True)))
