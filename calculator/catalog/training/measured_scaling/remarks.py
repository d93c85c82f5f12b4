"""What is said about runs that are legal but odd, and about forecasts that say little."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from calculator.catalog.training.measured_scaling.rows import HARDLY_WORTH, averages
from calculator.messages import W_EXTRAPOLATED, Remark
from calculator.outputs import Undefined

if TYPE_CHECKING:
    from calculator.catalog.training.measured_scaling.calculator import Result

# From here on, in terms of the largest size measured, a forecast is an extrapolation to beware.
DOUBTFUL = 2
# From this ratio of the highest to the lowest law on, a forecast says little.
APART = 1.25
FEW_RUNS = 4
# By so many percentage points an efficiency that rises is more than noise.
RISING = 2


def remarks(inputs: Mapping[str, Any], result: Result) -> Iterator[Remark]:
    yield from of_runs(inputs, result)
    yield from of_batches(inputs)
    yield from of_nodes(inputs)
    yield from of_laws(result)
    yield from of_forecast(inputs, result)
    yield from of_sizes(result)
    if inputs["run_format"] == "time_to_finish" and inputs["work_unit"] != "runs":
        yield Remark(
            _("Times to finish count in runs per second; choose that unit."),
            label="work_unit",
            repair="runs",
        )


def of_runs(inputs: Mapping[str, Any], result: Result) -> Iterator[Remark]:
    means = averages([(row.devices, row.efficiency) for row in result.runs])
    efficiencies = list(means.values())
    if len(result.runs) < FEW_RUNS:
        yield Remark(_("Fewer than four runs hardly tell the laws apart."), label="measured_runs")
    if result.smallest_size > 1:
        yield Remark(
            _(
                "No run of one device: every efficiency is relative to %(other_value)s, and what "
                "is lost among them does not show."
            ),
            label="measured_runs",
            other="projected_devices",
            other_value=result.smallest_size,
        )
    if max(efficiencies) > 100:
        yield Remark(
            _(
                "Efficiency above 100%%: usually the smallest run was slow, for example because of "
                "a smaller batch per device, its input pipeline, or a warm-up in the measurement."
            ),
            label="measured_runs",
        )
    lowest = math.inf
    for efficiency in efficiencies:
        if efficiency > lowest + RISING:
            yield Remark(
                _(
                    "Efficiency rises with size somewhere; check that batch per device, model and "
                    "settings were the same in all runs."
                ),
                label="measured_runs",
            )
            break
        lowest = min(lowest, efficiency)
    if result.marginal_efficiency < 0:
        yield Remark(
            _("The largest size delivers less than the one before it."), label="measured_runs"
        )


def of_batches(inputs: Mapping[str, Any]) -> Iterator[Remark]:
    """Whether some runs keep the global batch, and others the batch of each device."""
    if inputs["run_format"] != "seconds_per_step":
        return
    rows = sorted(inputs["measured_runs"])
    steps = [pair for pair in pairwise(rows) if pair[0][0] != pair[1][0]]
    strong = [small[2] == large[2] for small, large in steps]
    if any(strong) and not all(strong):
        yield Remark(
            _(
                "Some runs keep the global batch and others enlarge it: strong and weak scaling "
                "have different efficiencies, so fit them apart."
            ),
            label="measured_runs",
        )
    elif all(strong):
        yield Remark(
            _(
                "All runs have the same global batch: this is strong scaling, in which the work of "
                "each device shrinks with the size."
            ),
            label="measured_runs",
        )


def of_nodes(inputs: Mapping[str, Any]) -> Iterator[Remark]:
    """Whether runs inside one node stand beside runs on several."""
    node, rows = inputs["devices_per_node"], inputs["measured_runs"]
    across = tuple(row for row in rows if row[0] > node)
    if node == 1 or not across or len(across) == len(rows):
        return
    sizes = {row[0] for row in across}
    yield Remark(
        _(
            "Runs inside one node stand beside runs on several, whose network is slower; one law "
            "for both is a compromise."
        ),
        label="measured_runs",
        repair=across if len(sizes) > 1 else None,
    )


def of_laws(result: Result) -> Iterator[Remark]:
    if isinstance(result.peak_devices, Undefined):
        return
    yield Remark(
        _(
            "By the USL the throughput is highest at %(other_value)s. The other laws know no peak: "
            "it depends on the law."
        ),
        label="laws",
        other="projected_devices",
        other_value=result.peak_devices,
    )
    if not result.smallest_size <= result.peak_devices <= result.largest_size:
        yield Remark(
            _("This peak lies outside the sizes that were run: not measured, only implied."),
            label="laws",
        )


def of_forecast(inputs: Mapping[str, Any], result: Result) -> Iterator[Remark]:
    yield outside_of_runs("extrapolation", result)
    apart = [row for row in result.extrapolation if row.ratio > APART]
    if apart:
        yield Remark(
            _("From %(other_value)s on, the highest law says more than 1.25 times the lowest."),
            label="extrapolation",
            other="projected_devices",
            other_value=apart[0].devices,
        )
    projected = (inputs["projected_devices"] or 0) / result.largest_size
    if projected > HARDLY_WORTH:
        yield Remark(
            _(
                "%(other_value)s are more than four times the largest run: this forecast is hardly "
                "worth anything."
            ),
            label="extrapolation",
            strong=True,
            other="projected_devices",
            other_value=inputs["projected_devices"],
        )
    elif projected > DOUBTFUL:
        yield outside_of_runs("projected_devices", result)


def of_sizes(result: Result) -> Iterator[Remark]:
    """Of sizes that the laws ask for, but that are far from every run."""
    answers = {
        "devices_for_target": result.devices_for_target,
        "size_at_efficiency": result.size_at_efficiency,
    }
    for key, rows in answers.items():
        if any((row.multiple or 0) > HARDLY_WORTH for row in rows or ()):
            yield Remark(
                _(
                    "Sizes in gray are more than four times the largest run and hardly worth "
                    "anything."
                ),
                label=key,
                strong=True,
            )


def outside_of_runs(label: str, result: Result) -> Remark:
    return Remark(
        W_EXTRAPOLATED,
        label=label,
        other="projected_devices",
        other_min=result.smallest_size,
        other_max=result.largest_size,
    )
