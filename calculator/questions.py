"""The fields that every calculator has beside its own inputs: what a visitor may ask of it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from django.utils.translation import gettext_lazy as _

from calculator import units
from calculator.curves import Sweep
from calculator.inputs import Choice, Count, Group, Input, Number, UnitChoice
from calculator.messages import E_NOT_BOTH, E_ONE_OF, E_REQUIRED, Refusal, Text
from calculator.outputs import Output

SOLVE = "solve"
SOLVING = Group("")
SWEEP, FROM, TO, POINTS, SCALE = "sweep", "sweep_from", "sweep_to", "sweep_points", "sweep_scale"
# What these ask changes nothing of the result: they only say how the chart looks at it.
VIEWS = frozenset((SWEEP, FROM, TO, POINTS, SCALE))
SWEEPING = Group(_("Chart"))
UNITS = Group(_("Units of the results"), folded=True)
MOST_POINTS = 200
AUTOMATIC, LINEAR, LOG = "auto", "linear", "log"
# Targets and ends of sweeps go up to here; no quantity of the field is larger.
LARGEST = 1e30


class Target(Number):
    """What an output shall be when an input is solved for. A number in the output's unit."""

    def hint(self) -> str:
        return str(self.help)


class End(Number):
    """An end of a sweep: a number in the unit of the input that is swept."""

    def __init__(self, swept: Mapping[str, Number], **options: Any) -> None:
        self._swept = swept
        super().__init__(
            unit=f"{{{SWEEP}}}",
            default=None,
            minimum=min(one.ends()[0] for one in swept.values()),
            maximum=LARGEST,
            group=SWEEPING,
            **options,
        )

    @property
    def example(self) -> float:
        return 1

    def unit_code(self, inputs: Mapping[str, Any]) -> str:
        swept = inputs.get(SWEEP, next(iter(self._swept)))
        return self._swept[swept].unit_code(inputs)

    def unit_words(self) -> tuple[str, ...]:
        words = ("%", *(word for one in self._swept.values() for word in one.unit_words()))
        return tuple(dict.fromkeys(words))

    def hint(self) -> str:
        return str(self.help)


def of_sweeping(
    inputs: Mapping[str, Input], unknowns: Mapping[str, Number], sweeps: Sequence[Sweep]
) -> Iterator[tuple[str, Input]]:
    """What is swept in the chart: the input, its ends, the points and the division of the axis."""
    if not sweeps:
        return
    swept = {one.input: cast("Number", inputs[one.input]) for one in sweeps}
    swept = {**swept, **unknowns}
    choices = [(key, one.name) for key, one in swept.items()]
    yield (
        SWEEP,
        Choice(label=_("Horizontal axis"), default=choices[0][0], choices=choices, group=SWEEPING),
    )
    empty = _("Empty means around the value entered.")
    yield FROM, End(swept, label=_("From"), help=empty)
    yield TO, End(swept, label=_("To"), help=empty)
    yield (
        POINTS,
        Count(
            label=_("Points"), default=21, minimum=2, maximum=MOST_POINTS, group=SWEEPING, help=""
        ),
    )
    scales = [(AUTOMATIC, _("Automatic")), (LINEAR, _("Linear")), (LOG, _("Logarithmic"))]
    yield (
        SCALE,
        Choice(label=_("Division of the axis"), default=AUTOMATIC, choices=scales, group=SWEEPING),
    )


def of_units(codes: Iterable[str]) -> Iterator[tuple[str, Input]]:
    """The units that results are shown in, where people think in several."""
    names = {units.switch_of(code) for code in codes}
    for name, switch in units.SWITCHES.items():
        if name in names:
            words = units.PERIODS if switch.rate else units.WORDS
            choices = [(code, _word(words[code])) for code in switch.codes]
            yield (
                name,
                UnitChoice(label=switch.label, default=switch.base, choices=choices, group=UNITS),
            )


def _word(word: Any) -> Text:
    """The word of a unit, which may stand beside its singular."""
    found: Text = word[0] if isinstance(word, tuple) else word
    return found


def solvable(inputs: Mapping[str, Input], reached: Collection[str]) -> dict[str, Number]:
    """The inputs that can be solved for: numbers that a primary answer follows from.

    One that only exists in a mode is left out, since its mode may be off.
    """
    return {
        key: one
        for key, one in inputs.items()
        if isinstance(one, Number) and key in reached and one.when is None
    }


def of_solving(
    unknowns: Mapping[str, Number], targets: Mapping[str, Output]
) -> Iterator[tuple[str, Input]]:
    """The choice of what to solve for, and for each primary output the target to reach."""
    if not unknowns:
        return
    forward = next(iter(targets.values())).name
    names = [("", forward), *((key, one.name) for key, one in unknowns.items())]
    yield SOLVE, Choice(label=_("Solve for"), default="", choices=names, group=SOLVING)
    for key, output in targets.items():
        yield (
            key,
            Target(
                label=output.name,
                unit=output.unit,
                default=None,
                maximum=LARGEST,
                group=SOLVING,
                help=_("The value to reach."),
            ),
        )


def conditions(
    inputs: Mapping[str, Input], unknowns: Mapping[str, Number], targets: Mapping[str, Output]
) -> dict[str, tuple[str, ...]]:
    """With which unknowns a field is in use: the empty code stands for none."""
    used: dict[str, tuple[str, ...]] = {}
    if not unknowns:
        return used
    codes = ("", *unknowns)
    for key, one in unknowns.items():
        used[key] = tuple(code for code in codes if code != key)
        if isinstance(one, Count) and one.multiple_of:
            used[one.multiple_of] = (key,)
    return used | dict.fromkeys(targets, tuple(unknowns))


def which_target(targets: Mapping[str, Output], wanted: Collection[str]) -> Refusal:
    """What is said where not exactly one target was entered."""
    first, second = [*targets, ""][:2]
    if wanted:
        first, second = list(wanted)[:2]
        return Refusal(E_NOT_BOTH, label=first, other=second)
    if second:
        return Refusal(E_ONE_OF, label=first, other=second)
    return Refusal(E_REQUIRED, label=first, example=1)
