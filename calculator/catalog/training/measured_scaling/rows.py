"""What the tables of measured scaling hold: their rows, and how these come about."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from calculator.formulas.rounding import ceiling, floor
from calculator.formulas.scaling_laws import LARGEST_SIZE, Law, Run
from calculator.messages import R_NO_FIT, R_TOO_LARGE, R_UNLIMITED, Text
from calculator.outputs import Output, Undefined, Word
from calculator.pasted import Rows
from calculator.tables import TableRow

E_TARGET = _("%(label)s must be less than %(ceiling)s, the most that the fitted law reaches.")
R_TARGET_NODES = _("In whole nodes, the fitted law does not reach it.")
R_EXACT_FIT = _("There are as many sizes as parameters, so nothing is left to judge the fit.")
R_SIZES = _("The law needs runs of at least three sizes.")
R_NO_PEAK = _("By the fitted law, every device more raises the throughput.")

# The sizes of the forecast, and from where on it is hardly worth anything, in terms of the
# largest size measured.
FORECAST_AT = (1.5, 2, 4)
HARDLY_WORTH = 4

LAW_NAMES: dict[str, Text] = {
    "amdahl": _("Amdahl’s law"),
    "usl": _("Universal scalability law (USL)"),
    "all_reduce": _("All-reduce law"),
    "gustafson": _("Gustafson’s law"),
}
SHORT_NAMES: dict[str, Text] = {
    "amdahl": pgettext_lazy("law", "Amdahl"),
    "usl": "USL",
    "all_reduce": pgettext_lazy("law", "All-reduce"),
    "gustafson": pgettext_lazy("law", "Gustafson"),
}
PARAMETER_NAMES: dict[str, Text] = {
    "serial_share": _("Serial fraction, fitted"),
    "contention": _("Contention"),
    "coherency": _("Coherency"),
    "bandwidth_cost": _("Bandwidth cost"),
    "latency_cost": _("Latency cost per device"),
    "lost_share": _("Lost share of every block"),
}


@dataclass(frozen=True)
class RunRow:
    devices: Annotated[int, Output(_("Devices"))]
    throughput: Annotated[float, Output(_("Throughput"), unit="{work_unit}/s")]
    efficiency: Annotated[
        float,
        Output(_("Efficiency"), unit="%", sentence=_("relative to %(smallest_size)s")),
    ]
    speedup: Annotated[float, Output(_("Speedup"), unit="×", sentence=_("over %(smallest_size)s"))]
    marginal_efficiency: Annotated[float | None, Output(_("Marginal efficiency"), unit="%")]
    serial_fraction: Annotated[float | None, Output(_("Serial fraction (Karp–Flatt)"), unit="%")]


@dataclass(frozen=True)
class LawRow:
    law: Annotated[str, Word(_("Law"), words=LAW_NAMES)]
    fit_error: Annotated[float | Undefined, Output(_("Fit error (RMS)"), unit="%")]
    base_devices: Annotated[int, Output(_("Base size"), unit="devices")]
    base_throughput: Annotated[
        float, Output(_("Throughput of the base size"), unit="{work_unit}/s")
    ]
    base_error: Annotated[float | None, Output(_("Standard error"), unit="{work_unit}/s")]
    ceiling: Annotated[float | Undefined, Output(_("Highest throughput"), unit="{work_unit}/s")]


@dataclass(frozen=True)
class ParameterRow:
    parameter: Annotated[str, Word(_("Parameter"), words=PARAMETER_NAMES)]
    law: Annotated[str, Word(_("Law"), words=LAW_NAMES)]
    value: Annotated[float, Output(_("Value"), unit="%")]
    standard_error: Annotated[float | None, Output(_("Standard error"), unit="%")]


@dataclass(frozen=True)
class ForecastRow:
    devices: Annotated[int, Output(_("Devices"))]
    multiple: Annotated[float, Output(_("Times the largest run"), unit="×")]
    amdahl: Annotated[float, Output(SHORT_NAMES["amdahl"], unit="{work_unit}/s")]
    usl: Annotated[float | None, Output(SHORT_NAMES["usl"], unit="{work_unit}/s")]
    all_reduce: Annotated[float | None, Output(SHORT_NAMES["all_reduce"], unit="{work_unit}/s")]
    gustafson: Annotated[float, Output(SHORT_NAMES["gustafson"], unit="{work_unit}/s")]
    lowest: Annotated[float, Output(_("Lowest"), unit="{work_unit}/s")]
    highest: Annotated[float, Output(_("Highest"), unit="{work_unit}/s")]
    ratio: Annotated[float, Output(_("Highest over lowest"), unit="×")]


@dataclass(frozen=True)
class SizeRow:
    devices: Annotated[int, Output(_("Devices"))]
    throughput: Annotated[float | None, Output(_("Measured throughput"), unit="{work_unit}/s")]
    efficiency: Annotated[
        float | None,
        Output(_("Efficiency"), unit="%", sentence=_("relative to %(smallest_size)s")),
    ]
    marginal_efficiency: Annotated[float | None, Output(_("Marginal efficiency"), unit="%")]
    amdahl: Annotated[float, Output(SHORT_NAMES["amdahl"], unit="%")]
    usl: Annotated[float | None, Output(SHORT_NAMES["usl"], unit="%")]
    all_reduce: Annotated[float | None, Output(SHORT_NAMES["all_reduce"], unit="%")]
    gustafson: Annotated[float, Output(SHORT_NAMES["gustafson"], unit="%")]


@dataclass(frozen=True)
class NeededRow:
    law: Annotated[str, Word(_("Law"), words=LAW_NAMES)]
    required_devices: Annotated[int | Undefined, Output(_("Devices needed"))]
    multiple: Annotated[float | None, Output(_("Times the largest run"), unit="×")]
    throughput: Annotated[float | None, Output(_("Throughput there"), unit="{work_unit}/s")]


@dataclass(frozen=True)
class KeptRow:
    law: Annotated[str, Word(_("Law"), words=LAW_NAMES)]
    largest_devices: Annotated[int | Undefined, Output(_("Largest size"))]
    multiple: Annotated[float | None, Output(_("Times the largest run"), unit="×")]


def hardly_worth(row: TableRow) -> bool:
    """Whether a size is so far from the runs that the laws say next to nothing about it."""
    return row["multiple"] is not None and row["multiple"] > HARDLY_WORTH


def throughputs(rows: Rows, run_format: str) -> list[Run]:
    """The runs as (devices, units of work per second), smallest size first."""
    if run_format == "seconds_per_step":
        runs = [(int(devices), batch / seconds) for devices, seconds, batch in rows]
    elif run_format == "time_to_finish":
        runs = [(int(devices), 1 / seconds) for devices, seconds in rows]
    else:
        runs = [(int(devices), rate) for devices, rate in rows]
    return sorted(runs, key=lambda run: run[0])


def averages(runs: Sequence[Run]) -> dict[int, float]:
    """The mean of what was measured at each size, smallest first."""
    sizes: dict[int, list[float]] = {}
    for devices, rate in runs:
        sizes.setdefault(devices, []).append(rate)
    return {devices: math.fsum(rates) / len(rates) for devices, rates in sizes.items()}


def run_rows(runs: Sequence[Run]) -> tuple[RunRow, ...]:
    means = averages(runs)
    before = {size: smaller for smaller, size in pairwise(means)}
    smallest, base = next(iter(means.items()))
    rows = []
    for devices, rate in runs:
        ratio, speedup = devices / smallest, rate / base
        marginal = serial = None
        if devices in before:
            smaller = before[devices]
            gained = (rate - means[smaller]) / (devices - smaller)
            marginal = 100 * gained * smallest / base
            serial = 100 * (1 / speedup - 1 / ratio) / (1 - 1 / ratio)
        rows.append(
            RunRow(
                devices=devices,
                throughput=rate,
                efficiency=100 * speedup / ratio,
                speedup=speedup,
                marginal_efficiency=marginal,
                serial_fraction=serial,
            )
        )
    return tuple(rows)


def law_rows(laws: Mapping[str, Law]) -> tuple[LawRow, ...]:
    rows = []
    for name, law in laws.items():
        error: float | Undefined
        error = Undefined(R_EXACT_FIT) if law.error is None else 100 * law.error
        rows.append(
            LawRow(
                law=name,
                fit_error=error,
                base_devices=law.base_size,
                base_throughput=law.base.value,
                base_error=law.base.error,
                ceiling=law.ceiling if math.isfinite(law.ceiling) else Undefined(R_UNLIMITED),
            )
        )
    return tuple(rows)


def parameter_rows(laws: Mapping[str, Law]) -> tuple[ParameterRow, ...]:
    return tuple(
        ParameterRow(
            parameter=parameter.name,
            law=name,
            value=100 * parameter.value,
            standard_error=None if parameter.error is None else 100 * parameter.error,
        )
        for name, law in laws.items()
        for parameter in law.parameters
    )


def forecast_sizes(largest: int, projected: int | None) -> list[int]:
    sizes = {ceiling(times * largest) for times in FORECAST_AT}
    return sorted(sizes | ({projected} if projected else set()))


def forecast_rows(
    laws: Mapping[str, Law], largest: int, sizes: Sequence[int]
) -> tuple[ForecastRow, ...]:
    rows = []
    for devices in sizes:
        by_law = {name: law.throughput(devices) for name, law in laws.items()}
        lowest, highest = min(by_law.values()), max(by_law.values())
        rows.append(
            ForecastRow(
                devices=devices,
                multiple=devices / largest,
                amdahl=by_law["amdahl"],
                usl=by_law.get("usl"),
                all_reduce=by_law.get("all_reduce"),
                gustafson=by_law["gustafson"],
                lowest=lowest,
                highest=highest,
                ratio=highest / lowest,
            )
        )
    return tuple(rows)


def size_rows(
    laws: Mapping[str, Law], runs: Sequence[RunRow], sizes: Sequence[int], base: float
) -> tuple[SizeRow, ...]:
    """The runs and the sizes of the forecast, with the efficiency that each law gives them.

    `base` is the throughput per device at the smallest size.
    """

    def row(devices: int, run: RunRow | None) -> SizeRow:
        by_law = {
            name: 100 * law.throughput(devices) / devices / base for name, law in laws.items()
        }
        return SizeRow(
            devices=devices,
            throughput=None if run is None else run.throughput,
            efficiency=None if run is None else run.efficiency,
            marginal_efficiency=None if run is None else run.marginal_efficiency,
            amdahl=by_law["amdahl"],
            usl=by_law.get("usl"),
            all_reduce=by_law.get("all_reduce"),
            gustafson=by_law["gustafson"],
        )

    measured = {run.devices for run in runs}
    rows = [row(run.devices, run) for run in runs]
    rows += [row(devices, None) for devices in sizes if devices not in measured]
    return tuple(sorted(rows, key=lambda each: each.devices))


def needed_rows(
    laws: Mapping[str, Law], target: float, node: int, largest: int
) -> tuple[NeededRow, ...]:
    """The whole nodes with which each law reaches a throughput.

    Beyond a peak, a size that was rounded up can fall short of what the exact one reached.
    """
    rows = []
    for name, law in laws.items():
        exact = law.size_for(target)
        if exact is None:
            rows.append(NeededRow(name, out_of_reach(law, target), None, None))
            continue
        devices = node * ceiling(ceiling(exact) / node)
        reached = law.throughput(devices)
        if reached < target * (1 - 1e-9):
            rows.append(NeededRow(name, Undefined(R_TARGET_NODES), None, None))
        else:
            rows.append(NeededRow(name, devices, devices / largest, reached))
    return tuple(rows)


def out_of_reach(law: Law, target: float) -> Undefined:
    """Why no size reaches a throughput: none does, or none that says anything."""
    if target < law.ceiling:
        return Undefined(R_TOO_LARGE)
    ceiling_shown = float(f"{law.ceiling:.6g}")
    return Undefined(E_TARGET, label="target_throughput", ceiling=ceiling_shown)


def kept_rows(
    laws: Mapping[str, Law], efficiency: float, node: int, largest: int
) -> tuple[KeptRow, ...]:
    """The largest size, in whole nodes, at which each law keeps an efficiency."""
    rows = []
    for name, law in laws.items():
        exact = law.size_at(efficiency / 100)
        devices = node * floor(exact / node) if exact <= LARGEST_SIZE else None
        if devices:
            rows.append(KeptRow(name, devices, devices / largest))
        elif devices == 0:
            rows.append(KeptRow(name, Undefined(R_NO_FIT), None))
        else:
            reason = R_UNLIMITED if math.isinf(exact) else R_TOO_LARGE
            rows.append(KeptRow(name, Undefined(reason), None))
    return tuple(rows)


def peak_size(laws: Mapping[str, Law]) -> int | Undefined:
    if "usl" not in laws:
        return Undefined(R_SIZES)
    return laws["usl"].peak or Undefined(R_NO_PEAK)
