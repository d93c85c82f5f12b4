"""The fields that every calculator has beside its own inputs: what a visitor may ask of it."""

from collections.abc import Collection, Iterator, Mapping

from django.utils.translation import gettext_lazy as _

from calculator.inputs import Choice, Count, Group, Input, Number
from calculator.messages import E_NOT_BOTH, E_ONE_OF, E_REQUIRED, Refusal
from calculator.outputs import Output

SOLVE = "solve"
SOLVING = Group("")
# Targets up to here; no formula of the field has a larger result.
LARGEST_TARGET = 1e30


class Target(Number):
    """What an output shall be when an input is solved for. A number in the output's unit."""

    def hint(self) -> str:
        return str(self.help)


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
                maximum=LARGEST_TARGET,
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
