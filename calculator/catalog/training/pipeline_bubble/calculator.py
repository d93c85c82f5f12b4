"""Pipeline bubble: how much of a pipeline-parallel step is idle, and what makes it smaller."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from math import inf
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from calculator.base import Calculator
from calculator.curves import Line, Sweep
from calculator.formulas.rounding import ceiling
from calculator.inputs import CalculatorForm, Choice, Count, Group, Percent, Quantity
from calculator.messages import W_IGNORED, Remark
from calculator.outputs import Output
from calculator.rods import Share

PIPELINE = Group(_("Pipeline"))
TARGET = Group(_("Target"), folded=True)


class Form(CalculatorForm):
    stages = Count(
        label=_("Pipeline stages"),
        symbol="p",
        unit="stages",
        default=8,
        maximum=10**4,
        group=PIPELINE,
        help=_("The pipeline-parallel degree, one device a stage."),
    )
    microbatches = Count(
        label=_("Micro-batches per step"),
        symbol="m",
        unit="micro-batches",
        default=32,
        maximum=10**7,
        group=PIPELINE,
        help=_(
            "Per replica and optimizer step: global batch ÷ (data-parallel degree × micro-batch "
            "size)."
        ),
    )
    schedule = Choice(
        label=_("Schedule"),
        default="1f1b",
        choices=[
            ("1f1b", "1F1B"),
            ("gpipe", "GPipe"),
            ("interleaved", _("Interleaved 1F1B")),
            ("zb_h1", _("Zero bubble (ZB-H1)")),
        ],
        group=PIPELINE,
        help=_("GPipe and 1F1B differ in memory, not in bubble."),
    )
    virtual_stages = Count(
        label=_("Virtual stages per device"),
        symbol="v",
        default=1,
        maximum=1000,
        group=PIPELINE,
        help=_("Model chunks per device; only the interleaved schedule uses them."),
    )
    microbatch_time_ms = Quantity(
        label=_("Forward + backward time of one micro-batch on one stage"),
        symbol="t",
        unit="ms",
        default=100,
        above=0,
        maximum=1e9,
        group=PIPELINE,
        help=_("All chunks of the device together."),
    )
    target_bubble_percent = Percent(
        label=_("Target bubble"),
        symbol="f^{*}",
        default=10,
        above=0,
        below=100,
        group=TARGET,
        help=_("Share of the whole step that may be idle."),
    )


def by_schedule(template: Callable[[str], str]) -> Callable[[Mapping[str, Any]], str]:
    """A formula in which the bubble is divided by what the schedule saves."""

    def formula(inputs: Mapping[str, Any]) -> str:
        factor = {"interleaved": r"virtual_stages \cdot ", "zb_h1": r"3 \cdot "}
        return template(factor.get(inputs["schedule"], ""))

    return formula


def inflight_formula(inputs: Mapping[str, Any]) -> str:
    if inputs["schedule"] == "gpipe":
        return "microbatches"
    if inputs["schedule"] == "interleaved" and inputs["virtual_stages"] > 1:
        return r"\min\left(microbatches, stages + \frac{stages - 1}{virtual_stages}\right)"
    return r"\min\left(microbatches, stages\right)"


@dataclass(frozen=True)
class Result:
    bubble_fraction: Annotated[
        float,
        Output(
            _("Bubble, share of the step"),
            symbol="f",
            unit="%",
            primary=True,
            lower_is_better=True,
            formula=r"\frac{bubble_ratio}{1 + bubble_ratio}",
            sentence=_(
                "With %(stages)s and %(microbatches)s a step, each device is idle for "
                "%(bubble_fraction)s of the time, as if %(idle_devices)s did nothing."
            ),
        ),
    ]
    pipeline_efficiency: Annotated[
        float,
        Output(
            _("Pipeline efficiency"),
            symbol=r"\eta",
            unit="%",
            primary=True,
            formula=r"\frac{1}{1 + bubble_ratio}",
        ),
    ]
    bubble_ratio: Annotated[
        float,
        Output(
            _("Bubble relative to ideal time"),
            symbol="r",
            unit="%",
            formula=by_schedule(lambda k: rf"\frac{{stages - 1}}{{{k}microbatches}}"),
        ),
    ]
    step_time_ms: Annotated[
        float,
        Output(
            _("Step time"),
            symbol="T",
            unit="ms",
            formula=r"microbatches \cdot microbatch_time_ms \cdot (1 + bubble_ratio)",
        ),
    ]
    bubble_time_ms: Annotated[
        float,
        Output(
            _("Idle time per device"),
            symbol="T_0",
            unit="ms",
            formula=r"microbatches \cdot microbatch_time_ms \cdot bubble_ratio",
        ),
    ]
    idle_devices: Annotated[
        float,
        Output(
            _("Devices’ worth lost"),
            symbol="p_0",
            unit="devices",
            formula=r"stages \cdot bubble_fraction",
        ),
    ]
    min_microbatches: Annotated[
        int,
        Output(
            _("Micro-batches for the target"),
            symbol="m^{*}",
            unit="micro-batches",
            formula=by_schedule(
                lambda k: (
                    r"\max\left(1, \left\lceil \frac{(stages - 1) \cdot "
                    rf"(1 - target_bubble_percent)}}{{{k}target_bubble_percent}}"
                    r"\right\rceil\right)"
                )
            ),
        ),
    ]
    inflight_microbatches: Annotated[
        float,
        Output(
            _("Micro-batches held on the first stage"),
            symbol="m_1",
            unit="micro-batches",
            formula=inflight_formula,
        ),
    ]


def bubble_divisor(schedule: str, virtual_stages: int) -> int:
    """By how much a schedule divides the bubble of GPipe and 1F1B.

    Interleaved 1F1B: Narayanan et al. 2021, section 2.2. ZB-H1, for equal times of forward,
    backward and weight gradient: sail-sg/zero-bubble-pipeline-parallelism, README.
    """
    return {"interleaved": virtual_stages, "zb_h1": 3}.get(schedule, 1)


def inflight(stages: int, microbatches: int, schedule: str, virtual_stages: int) -> float:
    """Micro-batches whose activations the first stage holds at once.

    Interleaved: the memory penalty 1 + (p − 1)/(p·v) of NVIDIA/Megatron-LM,
    megatron/training/theoretical_memory_usage.py.
    """
    if schedule == "gpipe":
        return microbatches
    if schedule == "interleaved" and virtual_stages > 1:
        return min(microbatches, stages + (stages - 1) / virtual_stages)
    return min(microbatches, stages)


def compute(
    stages: int,
    microbatches: int,
    schedule: str,
    virtual_stages: int,
    microbatch_time_ms: float,
    target_bubble_percent: float,
) -> Result:
    """The idle share of a pipeline-parallel step, and the micro-batches that bring it down.

    Times are in milliseconds, percentages 0 to 100. Stages take equal time; communication
    and the optimizer step are left out.
    """
    divisor = bubble_divisor(schedule, virtual_stages)
    ratio = (stages - 1) / (divisor * microbatches)
    fraction = ratio / (1 + ratio)
    useful_time = microbatches * microbatch_time_ms
    target = target_bubble_percent / 100
    needed = (stages - 1) * (1 - target) / (divisor * target) if target else inf
    return Result(
        bubble_fraction=100 * fraction,
        pipeline_efficiency=100 / (1 + ratio),
        bubble_ratio=100 * ratio,
        step_time_ms=useful_time * (1 + ratio),
        bubble_time_ms=useful_time * ratio,
        idle_devices=stages * fraction,
        min_microbatches=max(1, ceiling(needed)),
        inflight_microbatches=inflight(stages, microbatches, schedule, virtual_stages),
    )


def remarks(inputs: Mapping[str, Any], result: Result) -> Iterator[Remark]:
    interleaved = inputs["schedule"] == "interleaved"
    if inputs["microbatches"] < inputs["stages"]:
        yield Remark(
            _(
                "With fewer micro-batches than stages some devices stay mostly idle, and some "
                "frameworks do not start."
            ),
            label="microbatches",
        )
    elif interleaved and inputs["microbatches"] % inputs["stages"]:
        yield Remark(
            _(
                "Classic Megatron-LM refuses an interleaved schedule unless the micro-batches "
                "are a multiple of the stages; read the bubble as a lower bound."
            ),
            label="microbatches",
        )
    if inputs["virtual_stages"] > 1 and not interleaved:
        yield Remark(
            W_IGNORED,
            label="virtual_stages",
            other="schedule",
            other_value=inputs["schedule"],
        )


def share(inputs: Mapping[str, Any], result: Result) -> Share:
    return Share(
        whole=inputs["stages"],
        part=inputs["stages"] - result.idle_devices,
    )


calculator = Calculator(
    module=__name__,
    title=_("Pipeline parallel bubble"),
    summary=_(
        "How much of a pipeline-parallel step is idle, and how many micro-batches or which "
        "schedule make it less."
    ),
    form=Form,
    compute=compute,
    remarks=remarks,
    share=share,
    caption=_("Of %(stages)s, the work of %(idle_devices.number)s is lost to waiting."),
    sweeps=(
        Sweep(
            "microbatches",
            lines=(Line("bubble_fraction", _("Bubble")),),
            title=_("Bubble against micro-batches"),
            note=_("Twice the micro-batches nearly halve the bubble, until it is small."),
            log=True,
        ),
    ),
    explained=("bubble_ratio", "bubble_fraction", "pipeline_efficiency", "step_time_ms"),
    example="eight_stages",
    cluster="parallelism and batches",
    position=4,
    updated=date(2026, 11, 30),
    related=("data-parallel-scaling", "effective-batch-size"),
)
