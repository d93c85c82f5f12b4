"""Data parallel scaling: what a cluster of equal devices really processes per second."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from calculator.base import Calculator
from calculator.catalog.training.data_parallel_scaling.costs import costs, deadline
from calculator.curves import Gap, Line, Sweep
from calculator.inputs import CalculatorForm, Count, Group, Percent, Quantity, UnitChoice
from calculator.messages import (
    E_MAX_OF,
    E_MIN_OF,
    R_ABOVE,
    R_UNLIMITED,
    R_ZERO,
    Refusal,
    Remark,
)
from calculator.outputs import Output, Undefined
from calculator.questions import SOLVING
from calculator.rods import Share

CLUSTER = Group(_("Cluster"))
FORECAST = Group(_("Baseline and forecast"), folded=True)
COSTS = Group(_("Cost, energy and time"), folded=True)
FORECAST_RESULTS = _("Forecast")

W_NEEDS = _("%(label)s is used only together with %(other)s; enter that too.")


class Form(CalculatorForm):
    devices = Count(
        label=_("Devices"),
        symbol="d",
        unit="devices",
        default=64,
        maximum=10**6,
        group=CLUSTER,
        multiple_of="devices_per_node",
        help=_("Each holds a copy of the model and works on its own micro-batch."),
    )
    throughput_per_device = Quantity(
        label=_("Throughput per device"),
        symbol="v",
        unit="{work_unit}/s",
        default=2000,
        above=0,
        maximum=1e12,
        group=CLUSTER,
        help=_("What one device does per second at the baseline size; by default, alone."),
    )
    scaling_efficiency = Percent(
        label=_("Scaling efficiency"),
        symbol="E",
        default=90,
        group=CLUSTER,
        help=_("Communication, synchronization and uneven load lower it."),
        too_large=_(
            "Scaling efficiency must be %(max)s or less; a higher figure means that the "
            "baseline was measured too low, so check the baseline."
        ),
    )
    devices_per_node = Count(
        label=_("Devices per node"),
        unit="devices",
        default=1,
        maximum=10**5,
        group=SOLVING,
        help=_("Rounds the devices up to whole nodes."),
    )
    work_unit = UnitChoice(
        label=_("Unit of work"),
        default="samples",
        choices=[
            ("samples", _("Samples")),
            ("tokens", _("Tokens")),
            ("images", _("Images")),
            ("sequences", _("Sequences")),
            ("steps", _("Steps")),
            ("tflops", _("TFLOPs")),
        ],
        group=CLUSTER,
        help=_("Labels every throughput."),
    )
    baseline_devices = Count(
        label=_("Baseline devices"),
        symbol="b",
        unit="devices",
        default=1,
        maximum=10**6,
        group=FORECAST,
        help=_(
            "Size at which the throughput per device was measured; papers often use one "
            "node of several GPUs. Not more than Devices."
        ),
    )
    projected_devices = Count(
        label=_("Forecast size"),
        symbol="d'",
        unit="devices",
        default=None,
        maximum=10**6,
        zero_is_empty=True,
        group=FORECAST,
        help=_("Cluster size for the Amdahl forecast; empty means twice the devices."),
    )
    total_work = Quantity(
        label=_("Total work"),
        symbol="W",
        unit="{work_unit}",
        default=None,
        maximum=1e18,
        zero_is_empty=True,
        group=COSTS,
        help=_("How much must be processed; gives the time it takes. Empty means not asked."),
    )
    goodput = Percent(
        label=_("Share of useful time"),
        symbol="G",
        default=100,
        above=0,
        group=COSTS,
        help=_("What is left after failures, restarts and checkpoints."),
    )
    deadline_hours = Quantity(
        label=_("Deadline"),
        symbol="D",
        unit="hours",
        default=None,
        above=0,
        maximum=1e9,
        group=COSTS,
        help=_(
            "Gives the fewest devices that finish the total work in time. Empty means not asked."
        ),
    )
    price_per_device_hour = Quantity(
        label=_("Price per device-hour"),
        symbol="c",
        unit="USD per device-hour",
        default=None,
        maximum=1e6,
        zero_is_empty=True,
        group=COSTS,
        help=_(
            "What is paid for one device, idle or not, in any one currency. Empty means not asked."
        ),
    )
    device_power_w = Quantity(
        label=_("Average power per device"),
        symbol="p",
        unit="W",
        default=None,
        maximum=1e4,
        zero_is_empty=True,
        group=COSTS,
        help=_("With its share of the host. Empty means not asked."),
    )
    pue = Quantity(
        label=_("Power usage effectiveness (PUE)"),
        symbol="u",
        unit="×",
        default=1.2,
        minimum=1,
        maximum=5,
        group=COSTS,
        help=_("Energy of the facility ÷ energy of the IT equipment."),
    )
    electricity_price = Quantity(
        label=_("Electricity price"),
        symbol="e",
        unit="USD/kWh",
        default=None,
        maximum=1000,
        zero_is_empty=True,
        group=COSTS,
        help=_("Where it is paid apart from the devices. Empty means not asked."),
    )

    @staticmethod
    def rules(values: Mapping[str, Any]) -> Iterator[Refusal]:
        devices, baseline = values["devices"], values["baseline_devices"]
        projected = values["projected_devices"]
        if baseline > devices:
            yield Refusal(
                E_MAX_OF,
                label="baseline_devices",
                value=baseline,
                other="devices",
                other_value=devices,
            )
        if projected is not None and projected < baseline:
            yield Refusal(
                E_MIN_OF,
                label="projected_devices",
                value=projected,
                other="baseline_devices",
                other_value=baseline,
            )


def forecast_size(inputs: Mapping[str, Any]) -> str:
    """The forecast size as the formulas print it; an empty field means twice the devices."""
    return r"2 \cdot devices" if inputs["projected_devices"] is None else "projected_devices"


def goodput_factor(inputs: Mapping[str, Any]) -> str:
    """What a formula is lengthened by where some of the time is lost."""
    return "" if inputs["goodput"] == 100 else r" \cdot goodput"


@dataclass(frozen=True, kw_only=True)
class Result:
    actual_throughput: Annotated[
        float,
        Output(
            _("Actual throughput"),
            symbol="A",
            unit="{work_unit}/s",
            primary=True,
            formula=r"devices \cdot throughput_per_device \cdot scaling_efficiency",
            sentence=_(
                "%(devices)s at %(scaling_efficiency)s efficiency reach "
                "%(actual_throughput)s, %(speedup.number)s times one device."
            ),
        ),
    ]
    speedup: Annotated[
        float,
        Output(
            _("Speedup"),
            symbol="S",
            unit="×",
            primary=True,
            formula=r"devices \cdot scaling_efficiency",
        ),
    ]
    ideal_throughput: Annotated[
        float,
        Output(
            _("Ideal throughput"),
            symbol="I",
            unit="{work_unit}/s",
            formula=r"devices \cdot throughput_per_device",
        ),
    ]
    lost_throughput: Annotated[
        float,
        Output(
            _("Lost throughput"),
            symbol="L",
            unit="{work_unit}/s",
            formula=r"ideal_throughput - actual_throughput",
        ),
    ]
    idle_devices: Annotated[
        float,
        Output(
            _("Devices’ worth lost"),
            symbol="d_0",
            unit="devices",
            formula=r"devices \cdot (1 - scaling_efficiency)",
        ),
    ]
    time_hours: Annotated[
        float | Undefined | None,
        Output(
            _("Time for the total work"),
            symbol="T",
            unit="hours",
            formula=lambda inputs: (
                r"\frac{total_work}{3600 \cdot actual_throughput" + goodput_factor(inputs) + "}"
            ),
        ),
    ] = None
    speedup_vs_baseline: Annotated[
        float,
        Output(
            _("Speedup over the baseline size"),
            symbol="S_b",
            unit="×",
            fold=FORECAST_RESULTS,
            formula=r"\frac{devices}{baseline_devices} \cdot scaling_efficiency",
        ),
    ]
    serial_fraction: Annotated[
        float | Undefined,
        Output(
            _("Serial fraction (Karp–Flatt)"),
            symbol=r"\sigma",
            unit="%",
            fold=FORECAST_RESULTS,
            formula=r"\frac{1 / scaling_efficiency - 1}{devices / baseline_devices - 1}",
        ),
    ]
    max_speedup: Annotated[
        float | Undefined,
        Output(
            _("Amdahl ceiling"),
            symbol=r"S_{\max}",
            unit="×",
            fold=FORECAST_RESULTS,
            formula=r"\frac{baseline_devices}{serial_fraction}",
        ),
    ]
    projected_efficiency: Annotated[
        float | Undefined,
        Output(
            _("Forecast efficiency"),
            symbol="E'",
            unit="%",
            fold=FORECAST_RESULTS,
            formula=lambda inputs: (
                rf"\frac{{1}}{{1 + serial_fraction \cdot "
                rf"({forecast_size(inputs)} / baseline_devices - 1)}}"
            ),
        ),
    ]
    projected_throughput: Annotated[
        float | Undefined,
        Output(
            _("Forecast throughput"),
            symbol="A'",
            unit="{work_unit}/s",
            fold=FORECAST_RESULTS,
            formula=lambda inputs: (
                rf"{forecast_size(inputs)} \cdot throughput_per_device \cdot projected_efficiency"
            ),
        ),
    ]
    time_ideal: Annotated[
        float | None,
        Output(
            _("Time at linear scaling"),
            symbol="T_I",
            unit="hours",
            fold=COSTS.title,
            formula=r"\frac{total_work}{3600 \cdot ideal_throughput}",
        ),
    ] = None
    run_cost: Annotated[
        float | Undefined | None,
        Output(
            _("Run cost"),
            symbol="C",
            unit="USD",
            fold=COSTS.title,
            formula=r"devices \cdot price_per_device_hour \cdot time_hours",
        ),
    ] = None
    ideal_cost: Annotated[
        float | None,
        Output(
            _("Cost at linear scaling"),
            symbol="C_I",
            unit="USD",
            fold=COSTS.title,
            formula=r"devices \cdot price_per_device_hour \cdot time_ideal",
        ),
    ] = None
    wasted_run_cost: Annotated[
        float | Undefined | None,
        Output(
            _("Wasted cost"),
            symbol="C_0",
            unit="USD",
            fold=COSTS.title,
            formula=r"run_cost \cdot (1 - scaling_efficiency)",
        ),
    ] = None
    wasted_per_hour: Annotated[
        float | None,
        Output(
            _("Wasted cost per hour"),
            symbol="c_0",
            unit="USD/hour",
            fold=COSTS.title,
            formula=r"devices \cdot price_per_device_hour \cdot (1 - scaling_efficiency)",
        ),
    ] = None
    cost_per_million: Annotated[
        float | Undefined | None,
        Output(
            _("Cost per million units of work"),
            symbol="c_M",
            unit="USD",
            fold=COSTS.title,
            formula=lambda inputs: (
                r"\frac{10^{6} \cdot devices \cdot price_per_device_hour}"
                r"{3600 \cdot actual_throughput" + goodput_factor(inputs) + "}"
            ),
        ),
    ] = None
    cluster_power: Annotated[
        float | None,
        Output(
            _("Cluster power"),
            symbol="p_c",
            unit="kW",
            fold=COSTS.title,
            formula=r"\frac{devices \cdot device_power_w \cdot pue}{1000}",
        ),
    ] = None
    run_energy: Annotated[
        float | Undefined | None,
        Output(
            _("Energy used"),
            symbol="Q",
            unit="kWh",
            fold=COSTS.title,
            formula=r"cluster_power \cdot time_hours",
        ),
    ] = None
    run_energy_cost: Annotated[
        float | Undefined | None,
        Output(
            _("Electricity cost"),
            symbol="C_Q",
            unit="USD",
            fold=COSTS.title,
            formula=r"run_energy \cdot electricity_price",
        ),
    ] = None
    wasted_energy: Annotated[
        float | Undefined | None,
        Output(
            _("Wasted energy"),
            symbol="Q_0",
            unit="kWh",
            fold=COSTS.title,
            formula=r"run_energy \cdot (1 - scaling_efficiency)",
        ),
    ] = None
    energy_per_thousand: Annotated[
        float | Undefined | None,
        Output(
            _("Energy per thousand units of work"),
            symbol="q_k",
            unit="Wh",
            fold=COSTS.title,
            formula=lambda inputs: (
                r"\frac{10^{6} \cdot cluster_power}"
                r"{3600 \cdot actual_throughput" + goodput_factor(inputs) + "}"
            ),
        ),
    ] = None
    deadline_devices: Annotated[
        int | Undefined | None,
        Output(
            _("Devices for the deadline"),
            symbol="d_D",
            unit="devices",
            fold=COSTS.title,
            formula=lambda inputs: (
                r"\left\lceil \frac{total_work}{3600 \cdot deadline_hours \cdot "
                r"throughput_per_device \cdot scaling_efficiency"
                + goodput_factor(inputs)
                + r"} \right\rceil"
            ),
        ),
    ] = None
    deadline_time: Annotated[
        float | Undefined | None,
        Output(
            _("Time at the deadline size"),
            symbol="T_D",
            unit="hours",
            fold=COSTS.title,
            formula=lambda inputs: (
                r"\frac{total_work}{3600 \cdot deadline_devices \cdot "
                r"throughput_per_device \cdot scaling_efficiency" + goodput_factor(inputs) + "}"
            ),
        ),
    ] = None
    deadline_cost: Annotated[
        float | Undefined | None,
        Output(
            _("Cost at the deadline size"),
            symbol="C_D",
            unit="USD",
            fold=COSTS.title,
            formula=r"deadline_devices \cdot price_per_device_hour \cdot deadline_time",
        ),
    ] = None


def compute(
    devices: int,
    throughput_per_device: float,
    scaling_efficiency: float,
    baseline_devices: int,
    projected_devices: int | None,
    total_work: float | None,
    goodput: float,
    deadline_hours: float | None,
    price_per_device_hour: float | None,
    device_power_w: float | None,
    pue: float,
    electricity_price: float | None,
) -> Result:
    """The rates of a data-parallel cluster and an Amdahl forecast through one point.

    Rates are in units of work per second, percentages 0 to 100, times in hours, power in watts
    a device and kilowatts in all, energy in kilowatt-hours, money in one currency. The forecast
    takes the serial fraction of Karp & Flatt (1990), "Measuring parallel processor
    performance", into Amdahl's law, relative to the baseline size.
    """
    efficiency = scaling_efficiency / 100
    ideal = devices * throughput_per_device
    actual = ideal * efficiency
    relative_size = devices / baseline_devices

    serial: float | Undefined
    ceiling: float | Undefined
    forecast_efficiency: float | Undefined
    forecast: float | Undefined
    if devices == baseline_devices or efficiency == 0:
        serial = ceiling = forecast_efficiency = forecast = (
            Undefined(R_ABOVE, label="devices", min=baseline_devices)
            if devices == baseline_devices
            else Undefined(R_ZERO, label="scaling_efficiency")
        )
    else:
        fraction = (1 / efficiency - 1) / (relative_size - 1)
        size = projected_devices or 2 * devices
        share = 1 / (1 + fraction * (size / baseline_devices - 1))
        serial = 100 * fraction
        ceiling = baseline_devices / fraction if fraction else Undefined(R_UNLIMITED)
        forecast_efficiency = 100 * share
        forecast = size * throughput_per_device * share

    asked: dict[str, Any] = {}
    if (total_work, price_per_device_hour, device_power_w) != (None, None, None):
        asked = costs(
            devices=devices,
            ideal=ideal,
            actual=actual,
            efficiency=efficiency,
            total_work=total_work,
            goodput=goodput / 100,
            price=price_per_device_hour,
            power=device_power_w,
            pue=pue,
            electricity_price=electricity_price,
        )
    if total_work is not None and deadline_hours is not None:
        asked |= deadline(
            total_work=total_work,
            hours=deadline_hours,
            throughput_per_device=throughput_per_device,
            efficiency=efficiency,
            goodput=goodput / 100,
            price=price_per_device_hour,
        )

    return Result(
        actual_throughput=actual,
        speedup=devices * efficiency,
        ideal_throughput=ideal,
        lost_throughput=ideal - actual,
        idle_devices=devices * (1 - efficiency),
        speedup_vs_baseline=relative_size * efficiency,
        serial_fraction=serial,
        max_speedup=ceiling,
        projected_efficiency=forecast_efficiency,
        projected_throughput=forecast,
        **asked,
    )


def remarks(inputs: Mapping[str, Any], result: Result) -> Iterator[Remark]:
    if inputs["devices"] == inputs["baseline_devices"] and inputs["scaling_efficiency"] < 100:
        yield Remark(
            _(
                "At the baseline size the efficiency is 100%% by definition; "
                "a lower figure takes the same loss off twice."
            ),
            label="scaling_efficiency",
        )
    for key, needed in (
        ("deadline_hours", "total_work"),
        ("electricity_price", "device_power_w"),
        ("electricity_price", "total_work"),
    ):
        if inputs[key] is not None and inputs[needed] is None:
            yield Remark(W_NEEDS, label=key, other=needed)


def share(inputs: Mapping[str, Any], result: Result) -> Share:
    return Share(
        whole=inputs["devices"],
        part=inputs["devices"] - result.idle_devices,
    )


calculator = Calculator(
    module=__name__,
    title=_("Data parallel scaling"),
    summary=_(
        "From the number of devices, the throughput of one and the scaling efficiency: what "
        "the whole cluster really delivers."
    ),
    form=Form,
    compute=compute,
    remarks=remarks,
    share=share,
    caption=_(
        "Of %(devices)s, %(speedup.number)s do useful work; the work of %(idle_devices.number)s "
        "is lost."
    ),
    sweeps=(
        Sweep(
            "devices",
            lines=(
                Line("ideal_throughput", _("Ideal"), reference=True),
                Line("actual_throughput", _("Actual")),
            ),
            title=_("Throughput against devices"),
            note=_(
                "At %(scaling_efficiency)s, the gap between ideal and actual grows with the "
                "devices. In reality the efficiency falls as well."
            ),
            gap=Gap(
                upper="ideal_throughput",
                lower="actual_throughput",
                texts=(
                    _("%(lost_throughput.number)s lost"),
                    _("worth %(idle_devices)s"),
                ),
            ),
        ),
        Sweep(
            "projected_devices",
            lines=(Line("projected_efficiency", _("Amdahl")),),
            title=_("Forecast efficiency against devices"),
            note=_(
                "Amdahl’s law through one point, %(scaling_efficiency)s at %(devices)s; a law "
                "fitted to several runs is worth more."
            ),
            log=True,
            around="devices",
        ),
    ),
    explained=("ideal_throughput", "actual_throughput", "speedup"),
    example="sixty_four_devices",
    cluster="parallelism and batches",
    position=1,
    updated=date(2026, 11, 30),
    related=("effective-batch-size", "pipeline-bubble"),
)
