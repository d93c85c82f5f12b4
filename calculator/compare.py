"""Comparing: up to four pinned scenarios side by side, and beside them what the page asks now."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from calculator import links, pins, units
from calculator.answers import Answer
from calculator.differences import differences
from calculator.inputs import Number, UnitChoice
from calculator.numbers import exact
from calculator.outputs import Undefined
from calculator.pins import MOST, Scenario
from calculator.questions import SOLVE, SOLVING
from calculator.spoken import NO_NUMBER

LETTERS = "ABCD"
# So much of what nobody can read stands in a cell; all of it stays in the link.
LONGEST_CELL = 40


@dataclass(frozen=True)
class Pinned:
    """What a pinned column has beside its numbers: its pin, and the ways to rearrange it."""

    place: int
    pin: str
    default_name: str
    remove: str
    left: str
    right: str


@dataclass(frozen=True)
class Column:
    """A scenario in the table. What the page asks now is not pinned."""

    scenario: Scenario
    name: str
    pinned: Pinned | None = None

    @property
    def given(self) -> Answer:
        return self.scenario.given

    def messages(self) -> list[str]:
        """What is wrong with the scenario, in words."""
        given = self.given
        refusals = [given.say(reason) for reason in given.reasons]
        return [*refusals, *map(no_input, self.scenario.strange)]

    def values(self) -> dict[str, Any]:
        """The outputs, where nothing of the scenario is refused."""
        return {} if self.scenario.refused else self.given.values

    def number(self, key: str) -> float | None:
        """An output as a number in the unit that it is shown in, if it is one."""
        value = self.values().get(key)
        if not isinstance(value, int | float):
            return None
        return self.given.switch(key, value) if self.given.switched else value


@dataclass(frozen=True)
class Cell:
    """A value in the table; `mark` tells what is given or refused from what follows."""

    text: str = NO_NUMBER
    mark: str = ""
    notes: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """A quantity: its name, its unit unless that stands at the numbers, and a cell a column."""

    label: str
    unit: str
    cells: list[Cell]
    main: bool = False


def part(given: Answer, *, swapped: bool) -> SafeString:
    """The table as a part of the page, or nothing where no scenario is pinned.

    `swapped` makes it a piece that HTMX puts in the place of the one on the page.
    """
    if not given.beside.pins:
        return SafeString("")
    scenarios, left_out = pins.scenarios(given), pins.left_out(given)
    kept = is_kept(given)
    columns = list(_columns(given, scenarios))
    context = {
        "swapped": swapped,
        "columns": columns,
        "wrong": [column.messages() for column in columns],
        "refused": any(column.scenario.refused for column in columns),
        "inputs": list(_input_rows(columns)) if columns else [],
        "outputs": list(_output_rows(columns)) if columns else [],
        "keep": "" if given.refused else keep(given),
        "kept": kept,
        "full": len(scenarios) == MOST and not kept,
        "left_out": not_kept(left_out) if left_out else "",
    }
    return render_to_string("calculator/_compare.html", context)


def is_kept(given: Answer) -> bool:
    """Whether what the page asks now is one of its scenarios."""
    return any(one.asks_the_same(given) for one in pins.scenarios(given))


def keep(given: Answer) -> str:
    """The address of the page with its result kept; that of the table where it cannot be."""
    scenarios = pins.scenarios(given)
    if scenarios and (len(scenarios) == MOST or is_kept(given)):
        return "#compare"
    return f"{links.keeping(given)}#compare"


def no_input(part: str) -> str:
    return gettext("“%(part)s” names no input of this calculator.") % {"part": _short(part)}


def not_kept(count: int) -> str:
    """What is said where a link names scenarios that are not kept."""
    return ngettext(
        "%(count)s scenario of the link is left out: at most %(most)s are kept, each short "
        "enough for a link.",
        "%(count)s scenarios of the link are left out: at most %(most)s are kept, each short "
        "enough for a link.",
        count,
    ) % {"count": count, "most": MOST}


def default_name(place: int) -> str:
    return gettext("Scenario %(letter)s") % {"letter": LETTERS[place]}


def _columns(given: Answer, scenarios: Sequence[Scenario]) -> Iterator[Column]:
    for place, one in enumerate(scenarios):
        name = one.name or default_name(place)
        yield Column(one, name, _pinned(given, scenarios, place))
    if 0 < len(scenarios) < MOST and not is_kept(given):
        yield Column(Scenario("", given), gettext("These inputs"))


def _pinned(given: Answer, scenarios: Sequence[Scenario], place: int) -> Pinned:
    one = scenarios[place]
    others = [*scenarios[:place], *scenarios[place + 1 :]]

    def moved(to: int) -> str:
        if not 0 <= to < len(scenarios):
            return ""
        return links.with_pins(given, [*others[:to], one, *others[to:]]) + "#compare"

    return Pinned(
        place,
        one.text(),
        default_name(place),
        remove=links.with_pins(given, others) + ("#compare" if others else ""),
        left=moved(place - 1),
        right=moved(place + 1),
    )


def _input_rows(columns: Sequence[Column]) -> Iterator[Row]:
    """The inputs that stand open on the page, and the others that a scenario sets."""
    calculator = columns[0].given.calculator
    for key, one in calculator.asked.items():
        if key == SOLVE or isinstance(one, UnitChoice):
            continue
        opened = not (one.group.folded or one.group is SOLVING)
        changed = any(column.given.typed[key] != one.default_text for column in columns)
        label = str(one.name)
        if key in calculator.questions:
            label = gettext("%(name)s to reach") % {"name": label}
        # A target is asked for in its own unit, whatever results are shown in.
        codes = [one.unit_code(column.given.wording.inputs) for column in columns]
        row = _row(columns, key, label, codes, _given)
        if (opened or changed) and any(cell.text != NO_NUMBER for cell in row.cells):
            yield row


def _output_rows(columns: Sequence[Column]) -> Iterator[Row]:
    """The primary outputs, then the others that a scenario has."""
    calculator = columns[0].given.calculator
    had = {calculator.primary}.union(*(column.values() for column in columns))
    rest = [key for key in calculator.outputs if key not in calculator.targets]
    for key in (*calculator.targets, *rest):
        if key in had:
            label = str(calculator.outputs[key].name)
            codes = [column.given.unit_code(key) for column in columns]
            yield _row(columns, key, label, codes, _found, main=key == calculator.primary)


# Writes the cell of a column, which may compare it with the first one. The last two are the
# key, and the unit to write at the number.
Writer = Callable[[Column, Column, str, str], Cell]


def _row(
    columns: Sequence[Column],
    key: str,
    label: str,
    codes: Sequence[str],
    write: Writer,
    *,
    main: bool = False,
) -> Row:
    """A cell a column. A unit that they share stands once, beside the name."""
    once = len(set(codes)) == 1 and codes[0] not in units.ATTACHED
    cells = [
        write(columns[0], column, key, "" if once else code)
        for column, code in zip(columns, codes, strict=True)
    ]
    unit = units.text(codes[0], columns[0].given.wording.language) if once else ""
    return Row(label, unit, cells, main)


def _given(_first: Column, column: Column, key: str, code: str) -> Cell:
    given, one = column.given, column.given.calculator.fields[key]
    if key in given.marked:
        return Cell(_short(given.typed[key]) or NO_NUMBER, "bad")
    value, language = given.inputs.get(key), given.wording.language
    if given.solved is not None and given.solved.key == key:
        text = units.with_unit(str(given.number(key)), code, language)
        return Cell(text, notes=(gettext("solved for"),))
    if value in (None, "") or key in given.idle:
        return Cell()
    if isinstance(one, Number):
        return Cell(units.with_unit(str(exact(value)), code, language), "given")
    return Cell(one.write(value, given.wording), "given")


def _found(first: Column, column: Column, key: str, code: str) -> Cell:
    given, value = column.given, column.values().get(key)
    if value is None:
        return Cell()
    if isinstance(value, Undefined):
        return Cell(notes=(given.say(value),))
    language, own = given.wording.language, given.unit_code(key)
    text = units.with_unit(str(given.number(key)), code, language)
    if column is first or first.given.unit_code(key) != own:
        return Cell(text)
    before, now = first.number(key), column.number(key)
    if before is None or now is None:
        return Cell(text)
    return Cell(text, differences=tuple(differences(given.output(key), own, before, now, language)))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL]}…"
