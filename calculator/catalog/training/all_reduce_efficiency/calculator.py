"""All-reduce efficiency: what is left of a step's computing once gradients are exchanged."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from math import log2
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from calculator.base import Calculator
from calculator.curves import Line, Sweep
from calculator.formulas.rounding import ceiling
from calculator.inputs import CalculatorForm, Choice, Count, Group, Percent, Quantity
from calculator.messages import Remark
from calculator.outputs import Output
from calculator.rods import Share

CLUSTER = Group(_("Cluster"))
STEP = Group(_("Model and step"))
EXCHANGE = Group(_("Exchange"))
MESSAGES = Group(_("Latency and algorithm"), folded=True)


class Form(CalculatorForm):
    devices = Count(
        label=_("Devices"),
        symbol="d",
        unit="devices",
        default=64,
        maximum=10**6,
        group=CLUSTER,
        help=_("All that take part in one exchange: the data-parallel degree."),
    )
    bandwidth = Quantity(
        label=_("Effective bandwidth per device"),
        symbol="B",
        unit="Gbit/s",
        default=400,
        above=0,
        maximum=1e6,
        group=CLUSTER,
        help=_(
            "Bus bandwidth measured in one direction; nccl-tests prints it in GB/s, so multiply "
            "by 8. Where one ring passes through a node, the rate of its network card."
        ),
    )
    parameters = Quantity(
        label=_("Model parameters"),
        symbol="P",
        unit="B",
        default=7,
        above=0,
        maximum=1e6,
        billions=True,
        group=STEP,
        help=_("Those that are trained and have gradients to exchange."),
    )
    gradient_bytes = Choice(
        label=_("Bytes per gradient"),
        default="2",
        choices=[("4", "4"), ("2", "2"), ("1", "1")],
        group=STEP,
        help=_("As it is sent: 4 for FP32, 2 for BF16 and FP16, 1 for 8-bit formats."),
    )
    step_compute_time = Quantity(
        label=_("Compute time of a micro-step"),
        symbol="t_1",
        unit="s",
        default=1.72,
        above=0,
        maximum=1e6,
        group=STEP,
        help=_("Forward and backward pass of one micro-batch, measured on one device alone."),
    )
    accumulation = Count(
        label=_("Gradient accumulation steps"),
        symbol="a",
        unit="steps",
        default=1,
        maximum=10**6,
        group=STEP,
        help=_("Micro-steps between two exchanges of gradients."),
    )
    sharding = Choice(
        label=_("Sharding"),
        default="ddp",
        choices=[("ddp", _("DDP, ZeRO-1/2")), ("fsdp", _("FSDP, ZeRO-3"))],
        group=EXCHANGE,
        help=_("FSDP and ZeRO-3 also gather the weights, twice in every micro-step."),
    )
    overlap = Percent(
        label=_("Overlap fraction"),
        symbol="o",
        default=0,
        group=EXCHANGE,
        help=_(
            "Share of the communication that runs while the device computes; the backward pass "
            "is the most that it can hide behind."
        ),
    )
    latency_us = Quantity(
        label=_("Latency per hop"),
        symbol=r"\tau",
        unit="µs",
        default=5,
        maximum=1e6,
        group=MESSAGES,
        help=_("From one device to the next, software included."),
    )
    algorithm = Choice(
        label=_("Algorithm"),
        default="ring",
        choices=[("ring", _("Ring")), ("tree", _("Tree"))],
        group=MESSAGES,
        help=_("Decides how many hops follow one another; the bytes stay the same."),
    )


# Share of a micro-step that is its backward pass, which does twice the work of the forward pass.
BACKWARD_NUMERATOR, BACKWARD_DENOMINATOR = 2, 3


def passes_formula(inputs: Mapping[str, Any]) -> str:
    return "2" if inputs["sharding"] == "ddp" else r"(2 \cdot accumulation + 1)"


def transfer_formula(inputs: Mapping[str, Any]) -> str:
    return (
        rf"{passes_formula(inputs)} \cdot \frac{{devices - 1}}{{devices}} \cdot "
        r"\frac{8 \cdot gradient_size}{bandwidth}"
    )


def latency_formula(inputs: Mapping[str, Any]) -> str:
    ring = inputs["algorithm"] == "ring"
    hops = "(devices - 1)" if ring else r"\left\lceil \log_2 devices \right\rceil"
    return rf"{passes_formula(inputs)} \cdot {hops} \cdot \frac{{latency_us}}{{10^{{6}}}}"


def exposed_formula(inputs: Mapping[str, Any]) -> str:
    hiding = "step_compute_time" if inputs["sharding"] == "ddp" else "compute_time"
    return (
        r"communication_time - \min\left(overlap \cdot communication_time, "
        rf"\frac{{{BACKWARD_NUMERATOR}}}{{{BACKWARD_DENOMINATOR}}} \cdot {hiding}\right)"
    )


@dataclass(frozen=True)
class Result:
    helper_efficiency: Annotated[
        float,
        Output(
            _("Estimated efficiency"),
            symbol="E",
            unit="%",
            primary=True,
            formula=r"\frac{compute_time}{compute_time + exposed_communication}",
            sentence=_(
                "On %(devices)s, each step computes for %(compute_time)s and waits "
                "%(exposed_communication)s for the exchange: an efficiency of "
                "%(helper_efficiency)s."
            ),
            feeds=("data-parallel-scaling.scaling_efficiency",),
        ),
    ]
    speedup: Annotated[
        float,
        Output(
            _("Speedup"),
            symbol="S",
            unit="×",
            formula=r"devices \cdot helper_efficiency",
        ),
    ]
    exposed_communication: Annotated[
        float,
        Output(
            _("Exposed communication"),
            symbol="t_x",
            unit="s",
            formula=exposed_formula,
        ),
    ]
    communication_time: Annotated[
        float,
        Output(
            _("Communication time per step"),
            symbol="t_c",
            unit="s",
            formula="transfer_time + latency_time",
        ),
    ]
    transfer_time: Annotated[
        float,
        Output(
            _("Time to move the bytes"),
            symbol="t_B",
            unit="s",
            formula=transfer_formula,
        ),
    ]
    latency_time: Annotated[
        float,
        Output(
            _("Time lost to latency"),
            symbol=r"t_{\tau}",
            unit="s",
            formula=latency_formula,
        ),
    ]
    compute_time: Annotated[
        float,
        Output(
            _("Compute time per step"),
            symbol="t",
            unit="s",
            formula=r"accumulation \cdot step_compute_time",
        ),
    ]
    gradient_size: Annotated[
        float,
        Output(
            _("Size of the gradients"),
            symbol="M",
            unit="GB",
            formula=lambda inputs: rf"{inputs['gradient_bytes']} \cdot parameters",
        ),
    ]


def compute(
    devices: int,
    bandwidth: float,
    parameters: float,
    gradient_bytes: str,
    step_compute_time: float,
    accumulation: int,
    sharding: str,
    overlap: float,
    latency_us: float,
    algorithm: str,
) -> Result:
    """The efficiency that the exchange of gradients leaves to a data-parallel step.

    Bandwidth is in 10⁹ bits per second, parameters in 10⁹, latency in microseconds, the overlap
    and the efficiency 0 to 100, other times in seconds, the gradients in 10⁹ bytes. An
    all-reduce passes the gradients twice, as a reduce-scatter and an all-gather, each of them
    (d − 1)/d of their bytes: nccl-tests, doc/PERFORMANCE.md. With sharded weights each
    micro-step gathers them for the forward and for the backward pass: Rajbhandari et al.
    (2020), "ZeRO", section 7.
    """
    replicated = sharding == "ddp"
    size = int(gradient_bytes) * parameters
    passes = 2 if replicated else 2 * accumulation + 1
    transfer = passes * (devices - 1) / devices * 8 * size / bandwidth
    hops = devices - 1 if algorithm == "ring" else ceiling(log2(devices))
    latency = passes * hops * latency_us / 1e6
    communication = transfer + latency

    computing = accumulation * step_compute_time
    # Replicas exchange gradients only in the last micro-step, shards are gathered in each.
    hiding = step_compute_time if replicated else computing
    backward = hiding * BACKWARD_NUMERATOR / BACKWARD_DENOMINATOR
    exposed = communication - min(overlap / 100 * communication, backward)
    efficiency = computing / (computing + exposed)
    return Result(
        helper_efficiency=100 * efficiency,
        speedup=devices * efficiency,
        exposed_communication=exposed,
        communication_time=communication,
        transfer_time=transfer,
        latency_time=latency,
        compute_time=computing,
        gradient_size=size,
    )


def remarks(inputs: Mapping[str, Any], result: Result) -> Iterator[Remark]:
    hidden = result.communication_time - result.exposed_communication
    wanted = inputs["overlap"] / 100 * result.communication_time
    if hidden < wanted * (1 - 1e-9):
        yield Remark(
            _(
                "Only %(value)s is reached: the backward pass ends before so much of the "
                "communication is done."
            ),
            label="overlap",
            value=round(100 * hidden / result.communication_time, 2),
        )


def share(inputs: Mapping[str, Any], result: Result) -> Share:
    return Share(whole=100, part=result.helper_efficiency)


calculator = Calculator(
    module=__name__,
    title=_("All-reduce efficiency"),
    summary=_(
        "From the model, the network and the time of a step: how long the exchange of gradients "
        "takes, and what scaling efficiency it leaves."
    ),
    form=Form,
    compute=compute,
    remarks=remarks,
    share=share,
    caption=_("Computing takes %(helper_efficiency)s of the step; the rest is waiting."),
    sweeps=(
        Sweep(
            "devices",
            lines=(Line("helper_efficiency", _("Efficiency")),),
            title=_("Efficiency against devices"),
            note=_("In a ring hardly anything changes beyond a few devices, until latency counts."),
            log=True,
        ),
    ),
    explained=(
        "gradient_size",
        "transfer_time",
        "latency_time",
        "communication_time",
        "exposed_communication",
        "helper_efficiency",
    ),
    example="seven_billion_on_64",
    cluster="parallelism and batches",
    position=3,
    updated=date(2026, 11, 30),
    related=("data-parallel-scaling", "effective-batch-size", "measured-scaling"),
)
