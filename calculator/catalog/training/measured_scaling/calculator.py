"""Measured scaling: what runs of several sizes say about the sizes that were not run."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from calculator.base import Calculator
from calculator.catalog.training.measured_scaling.remarks import remarks
from calculator.catalog.training.measured_scaling.rows import (
    SHORT_NAMES,
    ForecastRow,
    KeptRow,
    LawRow,
    NeededRow,
    ParameterRow,
    RunRow,
    SizeRow,
    averages,
    forecast_rows,
    forecast_sizes,
    hardly_worth,
    kept_rows,
    law_rows,
    needed_rows,
    parameter_rows,
    peak_size,
    run_rows,
    size_rows,
    throughputs,
)
from calculator.efficiency_chart import Curve, EfficiencyChart
from calculator.formulas.scaling_laws import fitted
from calculator.inputs import CalculatorForm, Choice, Count, Group, Percent, Quantity, UnitChoice
from calculator.messages import (
    E_LINE,
    E_LINE_DIGITS,
    Refusal,
    Text,
    Verbatim,
)
from calculator.outputs import Output, Undefined
from calculator.pasted import Column, PastedRows, Rows, as_line
from calculator.rods import Share
from calculator.tables import Table

E_ONE_SIZE = _(
    "%(label)s must hold at least two different numbers of devices; add a run of another size."
)
E_FAR = _(
    "%(label)s must be %(max)s or less; beyond eight times the largest run the laws no longer "
    "agree."
)

# Beyond so many times the largest size measured, nothing is forecast.
REFUSED = 8
CURVE_STEPS = 60

RUNS = Group(_("Runs"))
QUESTIONS = Group(_("Forecast and targets"))
NODES = Group(_("Nodes"), folded=True)
SIZES = _("Sizes compared")

PATTERNS = {
    "throughput": _("devices, throughput"),
    "seconds_per_step": _("devices, seconds per step, global batch"),
    "time_to_finish": _("devices, time to finish"),
}


def one_size(rows: Rows) -> Text | None:
    return E_ONE_SIZE if len({row[0] for row in rows}) == 1 else None


class Form(CalculatorForm):
    measured_runs = PastedRows(
        label=_("Measured runs"),
        # ResNet-50 on EC2 p2.8xlarge, TensorFlow benchmarks of May 2017.
        default=((1, 52.4), (8, 378.0), (16, 751.0), (32, 1388.0), (64, 2744.0)),
        columns=(
            Column(1, 10**6, whole=True),
            Column(1e-12, 1e18),
            Column(1e-12, 1e18),
        ),
        fewest=2,
        pattern=PATTERNS["throughput"],
        minimum=2,
        maximum=200,
        together=one_size,
        group=RUNS,
        help=_(
            "Throughput is that of all devices together. The rows here are a published example, "
            "ResNet-50 on K80 GPUs; paste your own over them. Tabs, commas, semicolons or spaces "
            "part the columns; a header and lines that begin with # are skipped."
        ),
    )
    run_format = Choice(
        label=_("Row format"),
        default="throughput",
        choices=[
            ("throughput", _("Devices, throughput")),
            ("seconds_per_step", _("Devices, seconds per step, global batch")),
            ("time_to_finish", _("Devices, seconds to finish")),
        ],
        group=RUNS,
        help=_("What stands behind the number of devices."),
    )
    work_unit = UnitChoice(
        label=_("Unit of work"),
        default="images",
        choices=[
            ("samples", _("Samples")),
            ("tokens", _("Tokens")),
            ("images", _("Images")),
            ("sequences", _("Sequences")),
            ("steps", _("Steps")),
            ("runs", _("Runs")),
            ("tflops", _("TFLOPs")),
        ],
        group=RUNS,
        help=_("Labels every throughput."),
    )
    projected_devices = Count(
        label=_("Forecast size"),
        symbol="d'",
        unit="devices",
        default=None,
        maximum=10**6,
        zero_is_empty=True,
        group=QUESTIONS,
        help=_("A size of your own for the forecast, up to eight times the largest run."),
    )
    target_throughput = Quantity(
        label=_("Target throughput"),
        symbol="T",
        unit="{work_unit}/s",
        default=None,
        above=0,
        maximum=1e18,
        group=QUESTIONS,
        help=_("Gives the devices that each law needs for it. Empty means not asked."),
    )
    target_efficiency = Percent(
        label=_("Wanted efficiency"),
        symbol="E_w",
        default=None,
        above=0,
        group=QUESTIONS,
        help=_("Gives the largest size that keeps it, by each law. Empty means not asked."),
    )
    devices_per_node = Count(
        label=_("Devices per node"),
        symbol="m",
        unit="devices",
        default=1,
        maximum=10**5,
        group=NODES,
        help=_("Sizes needed are whole nodes; runs inside one node are told apart."),
    )

    @staticmethod
    def rules(values: Mapping[str, Any]) -> Iterator[Refusal]:
        rows, run_format = values["measured_runs"], values["run_format"]
        wanted = 3 if run_format == "seconds_per_step" else 2
        if len(rows[0]) != wanted:
            yield Refusal(
                E_LINE_DIGITS if len(rows[0]) > wanted else E_LINE,
                label="measured_runs",
                line=Verbatim(1),
                pattern=Verbatim(PATTERNS[run_format]),
                text=Verbatim(as_line(rows[0])),
            )
            return
        most = REFUSED * max(row[0] for row in rows)
        if (values["projected_devices"] or 0) > most:
            yield Refusal(E_FAR, label="projected_devices", max=most)


@dataclass(frozen=True)
class Result:
    largest_efficiency: Annotated[
        float,
        Output(
            _("Efficiency of the largest run"),
            symbol="E",
            unit="%",
            primary=True,
            formula=(
                r"\frac{largest_throughput / largest_size}"
                r"{smallest_throughput / smallest_size}"
            ),
            sentence=_(
                "%(largest_size)s reach %(largest_throughput)s, "
                "%(speedup_vs_baseline.number)s times the throughput of %(smallest_size)s: "
                "%(largest_efficiency)s of a linear speedup."
            ),
        ),
    ]
    marginal_efficiency: Annotated[
        float,
        Output(
            _("Marginal efficiency of the last step"),
            symbol="E_m",
            unit="%",
            primary=True,
            formula=(
                r"\frac{(largest_throughput - previous_throughput)"
                r" / (largest_size - previous_size)}{smallest_throughput / smallest_size}"
            ),
        ),
    ]
    speedup_vs_baseline: Annotated[
        float,
        Output(
            _("Speedup over the baseline size"),
            symbol="S_b",
            unit="×",
            formula=r"\frac{largest_throughput}{smallest_throughput}",
        ),
    ]
    idle_devices: Annotated[
        float,
        Output(
            _("Devices’ worth lost"),
            symbol="d_0",
            unit="devices",
            formula=r"largest_size \cdot (1 - largest_efficiency)",
        ),
    ]
    peak_devices: Annotated[
        int | Undefined, Output(_("Peak size N*"), symbol="N^*", unit="devices")
    ]
    smallest_size: Annotated[
        int, Output(_("Smallest size"), symbol="N_0", unit="devices", fold=SIZES)
    ]
    smallest_throughput: Annotated[
        float,
        Output(
            _("Throughput of the smallest size"), symbol="X_0", unit="{work_unit}/s", fold=SIZES
        ),
    ]
    previous_size: Annotated[
        int, Output(_("Second largest size"), symbol="N_p", unit="devices", fold=SIZES)
    ]
    previous_throughput: Annotated[
        float,
        Output(
            _("Throughput of the second largest size"),
            symbol="X_p",
            unit="{work_unit}/s",
            fold=SIZES,
        ),
    ]
    largest_size: Annotated[
        int, Output(_("Largest size run"), symbol="N", unit="devices", fold=SIZES)
    ]
    largest_throughput: Annotated[
        float,
        Output(_("Throughput of the largest size"), symbol="X", unit="{work_unit}/s", fold=SIZES),
    ]
    efficiency_by_size: Annotated[
        tuple[SizeRow, ...],
        Table(
            _("Efficiency by size"),
            row=SizeRow,
            charted=True,
            note=_(
                "Points are the runs, lines the fitted laws. On the hatched ground nothing was "
                "measured."
            ),
        ),
    ]
    runs: Annotated[
        tuple[RunRow, ...],
        Table(
            _("Run by run"),
            row=RunRow,
            note=_(
                "Marginal efficiency is what the added devices deliver of their share: the figure "
                "for whether more are worth it. A serial fraction that stays the same means serial "
                "work; one that grows means communication."
            ),
        ),
    ]
    laws: Annotated[
        tuple[LawRow, ...],
        Table(
            _("Fitted laws"),
            row=LawRow,
            note=_(
                "Each law is fitted to the relative errors of all runs. A small error says that "
                "the law describes these runs, not that it holds beyond them."
            ),
        ),
    ]
    law_parameters: Annotated[
        tuple[ParameterRow, ...],
        Table(
            _("Parameters"),
            row=ParameterRow,
            note=_(
                "Relative to the time that one device needs for its work. The standard error is "
                "left out where no run is to spare or the parameter came out as 0."
            ),
        ),
    ]
    extrapolation: Annotated[
        tuple[ForecastRow, ...],
        Table(
            _("Extrapolation"),
            row=ForecastRow,
            faint=hardly_worth,
            note=_(
                "What each law says about sizes that were not run. No law is right everywhere, so "
                "read the spread, not one number."
            ),
        ),
    ]
    devices_for_target: Annotated[
        tuple[NeededRow, ...] | None,
        Table(_("Devices for the target throughput"), row=NeededRow, faint=hardly_worth),
    ]
    size_at_efficiency: Annotated[
        tuple[KeptRow, ...] | None,
        Table(
            _("Largest size at the wanted efficiency"),
            row=KeptRow,
            faint=hardly_worth,
            note=_("Relative to the law’s own rate at the smallest size."),
        ),
    ]


def compute(
    measured_runs: Rows,
    run_format: str,
    projected_devices: int | None,
    target_throughput: float | None,
    target_efficiency: float | None,
    devices_per_node: int,
) -> Result:
    """What the runs show, four laws fitted to them, and what these say about other sizes.

    Rows are devices and, by `run_format`, units of work per second, seconds per step with the
    global batch, or seconds to finish. Percentages are 0 to 100. Efficiency and speedup are
    relative to the smallest size, whose runs are averaged; the serial fraction is that of Karp
    & Flatt (1990), "Measuring parallel processor performance".
    """
    runs = throughputs(measured_runs, run_format)
    means = averages(runs)
    smallest, *_between, largest = means
    previous = list(means)[-2]
    base = means[smallest] / smallest
    laws = fitted(runs)
    rows = run_rows(runs)
    sizes = forecast_sizes(largest, projected_devices)
    efficiency = means[largest] / largest / base
    return Result(
        largest_efficiency=100 * efficiency,
        marginal_efficiency=(
            100 * (means[largest] - means[previous]) / (largest - previous) / base
        ),
        speedup_vs_baseline=means[largest] / means[smallest],
        idle_devices=largest * (1 - efficiency),
        peak_devices=peak_size(laws),
        smallest_size=smallest,
        smallest_throughput=means[smallest],
        previous_size=previous,
        previous_throughput=means[previous],
        largest_size=largest,
        largest_throughput=means[largest],
        efficiency_by_size=size_rows(laws, rows, sizes, base),
        runs=rows,
        laws=law_rows(laws),
        law_parameters=parameter_rows(laws),
        extrapolation=forecast_rows(laws, largest, sizes),
        devices_for_target=(
            None
            if target_throughput is None
            else needed_rows(laws, target_throughput, devices_per_node, largest)
        ),
        size_at_efficiency=(
            None
            if target_efficiency is None
            else kept_rows(laws, target_efficiency, devices_per_node, largest)
        ),
    )


def share(inputs: Mapping[str, Any], result: Result) -> Share | None:
    if result.idle_devices < 0:
        return None
    return Share(whole=result.largest_size, part=result.largest_size - result.idle_devices)


def chart(inputs: Mapping[str, Any], result: Result) -> EfficiencyChart:
    runs = throughputs(inputs["measured_runs"], inputs["run_format"])
    base = result.smallest_throughput / result.smallest_size
    end = result.extrapolation[-1].devices
    steps = [
        result.smallest_size * (end / result.smallest_size) ** (step / CURVE_STEPS)
        for step in range(CURVE_STEPS + 1)
    ]
    return EfficiencyChart(
        measured=tuple((row.devices, row.efficiency) for row in result.runs),
        largest=result.largest_size,
        curves=tuple(
            Curve(
                code=name,
                name=SHORT_NAMES[name],
                points=tuple((size, 100 * law.throughput(size) / size / base) for size in steps),
            )
            for name, law in fitted(runs).items()
        ),
        wanted_size=inputs["projected_devices"],
        wanted_efficiency=inputs["target_efficiency"],
    )


calculator = Calculator(
    module=__name__,
    title=_("Measured scaling"),
    summary=_(
        "From measured runs of several sizes: efficiency run by run, four fitted laws, and how "
        "far apart they are about larger clusters."
    ),
    form=Form,
    compute=compute,
    remarks=remarks,
    share=share,
    caption=_("Of %(largest_size)s, the work of %(idle_devices.number)s is lost."),
    chart=chart,
    explained=("largest_efficiency", "marginal_efficiency", "speedup_vs_baseline"),
    example="resnet_50_on_k80",
    cluster="parallelism and batches",
    position=2,
    updated=date(2026, 11, 30),
    related=("data-parallel-scaling", "all-reduce-efficiency", "effective-batch-size"),
)
