"""Effective batch size: the batch the optimizer sees, and accumulation to reach a target."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from math import inf, sqrt
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from calculator.base import Calculator
from calculator.curves import Line, Sweep
from calculator.formulas.rounding import ceiling, floor
from calculator.inputs import CalculatorForm, Choice, Count, Group, Percent, Quantity
from calculator.messages import E_BOTH, Refusal
from calculator.outputs import Output

BATCH = Group(_("Batch"))
TARGETS = Group(_("Padding, target, epoch and learning rate"), folded=True)


class Form(CalculatorForm):
    micro_batch_size = Count(
        label=_("Micro-batch size per device"),
        symbol="m",
        unit="sequences",
        default=4,
        maximum=10**6,
        group=BATCH,
        help=_("Sequences in one forward and backward pass on one model replica."),
    )
    data_parallel_size = Count(
        label=_("Data-parallel degree"),
        symbol="d",
        default=8,
        maximum=10**6,
        group=BATCH,
        help=_("Number of model replicas: GPUs ÷ (TP × PP × CP)."),
    )
    grad_accum_steps = Count(
        label=_("Gradient accumulation steps"),
        symbol="g",
        unit="steps",
        default=8,
        maximum=10**6,
        group=BATCH,
        help=_(
            "Passes before each optimizer update; with pipeline parallelism, the number of "
            "micro-batches."
        ),
    )
    sequence_length = Count(
        label=_("Sequence length"),
        symbol="s",
        unit="tokens",
        default=4096,
        maximum=10**8,
        group=BATCH,
        help=_("Tokens per sequence after packing or padding."),
    )
    model_parallel_size = Count(
        label=_("Devices per replica (TP×PP×CP)"),
        symbol="q",
        unit="devices",
        default=1,
        maximum=10**5,
        group=TARGETS,
        help=_("Only for the total number of devices; it never multiplies the batch."),
    )
    token_fill_percent = Percent(
        label=_("Non-padding tokens"),
        symbol="f",
        default=100,
        above=0,
        group=TARGETS,
        help=_("Share of positions that are real, trained tokens."),
    )
    target_batch_tokens = Quantity(
        label=_("Target tokens per step"),
        symbol="T^{*}",
        unit="tokens",
        default=None,
        maximum=1e12,
        zero_is_empty=True,
        group=TARGETS,
        help=_("Gives the accumulation steps that reach it. Empty means not asked."),
    )
    dataset_tokens_b = Quantity(
        label=_("Unique tokens in the dataset"),
        symbol="D",
        unit="B tokens",
        default=None,
        maximum=1e9,
        billions=True,
        zero_is_empty=True,
        group=TARGETS,
        help=_("Gives the optimizer steps per epoch. Empty means not asked."),
    )
    base_lr = Quantity(
        label=_("Reference learning rate"),
        symbol=r"\eta_0",
        default=None,
        maximum=100,
        zero_is_empty=True,
        group=TARGETS,
        help=_("With the reference batch size, a known rate is rescaled. Empty means not asked."),
    )
    base_batch_size = Count(
        label=_("Reference batch size"),
        symbol="B_0",
        unit="sequences",
        default=None,
        maximum=10**9,
        zero_is_empty=True,
        group=TARGETS,
        help=_("Global batch for which the reference rate was tuned. Empty means not asked."),
    )
    lr_scaling = Choice(
        label=_("Scaling rule"),
        default="linear",
        choices=[
            ("linear", pgettext_lazy("learning rate", "Linear")),
            ("sqrt", _("Square root")),
        ],
        group=TARGETS,
        help=_("Linear for SGD; the square root is the usual guess for Adam."),
    )

    @staticmethod
    def rules(values: Mapping[str, Any]) -> Iterator[Refusal]:
        if (values["base_lr"] is None) != (values["base_batch_size"] is None):
            yield Refusal(E_BOTH, label="base_lr", other="base_batch_size")


@dataclass(frozen=True)
class Result:
    global_batch_size: Annotated[
        int,
        Output(
            _("Effective (global) batch"),
            symbol="B",
            unit="sequences",
            primary=True,
            formula=r"micro_batch_size \cdot data_parallel_size \cdot grad_accum_steps",
            sentence=_(
                "%(micro_batch_size)s × %(data_parallel_size)s replicas × "
                "%(grad_accum_steps.number)s accumulation steps make %(global_batch_size)s "
                "per optimizer step; at %(sequence_length)s each, that is %(tokens_per_step)s."
            ),
        ),
    ]
    tokens_per_step: Annotated[
        int,
        Output(
            _("Tokens per optimizer step"),
            symbol="T",
            unit="tokens",
            primary=True,
            formula=r"global_batch_size \cdot sequence_length",
        ),
    ]
    trained_tokens_per_step: Annotated[
        float,
        Output(
            _("Trained (non-padding) tokens per step"),
            symbol="T_f",
            unit="tokens",
            formula=r"tokens_per_step \cdot token_fill_percent",
        ),
    ]
    total_devices: Annotated[
        int,
        Output(
            _("Devices in total"),
            symbol="W",
            unit="devices",
            formula=r"data_parallel_size \cdot model_parallel_size",
            feeds=("data-parallel-scaling.devices",),
        ),
    ]
    sequences_per_replica: Annotated[
        int,
        Output(
            _("Sequences per replica per step"),
            symbol="B_r",
            unit="sequences",
            formula=r"micro_batch_size \cdot grad_accum_steps",
        ),
    ]
    required_grad_accum: Annotated[
        int | None,
        Output(
            _("Accumulation steps for the target"),
            symbol="g^{*}",
            unit="steps",
            formula=(
                r"\max\left(1, \left\lceil \frac{target_batch_tokens}"
                r"{micro_batch_size \cdot data_parallel_size \cdot sequence_length}"
                r"\right\rceil\right)"
            ),
        ),
    ]
    reached_batch_tokens: Annotated[
        int | None,
        Output(
            _("Batch reached with it"),
            symbol="T_r",
            unit="tokens",
            formula=(
                r"required_grad_accum \cdot micro_batch_size \cdot data_parallel_size "
                r"\cdot sequence_length"
            ),
        ),
    ]
    steps_per_epoch: Annotated[
        int | None,
        Output(
            _("Optimizer steps per epoch (last one partial)"),
            symbol="N",
            unit="steps",
            formula=(
                r"\left\lceil \frac{dataset_tokens_b \cdot 10^{9}}"
                r"{trained_tokens_per_step} \right\rceil"
            ),
        ),
    ]
    full_steps_per_epoch: Annotated[
        int | None,
        Output(
            _("Full steps per epoch (drop last)"),
            symbol="N_0",
            unit="steps",
            formula=(
                r"\left\lfloor \frac{dataset_tokens_b \cdot 10^{9}}"
                r"{trained_tokens_per_step} \right\rfloor"
            ),
        ),
    ]
    scaled_lr: Annotated[
        float | None,
        Output(
            _("Rescaled learning rate"),
            symbol=r"\eta",
            formula=lambda inputs: (
                r"base_lr \cdot \frac{global_batch_size}{base_batch_size}"
                if inputs["lr_scaling"] == "linear"
                else r"base_lr \cdot \sqrt{\frac{global_batch_size}{base_batch_size}}"
            ),
        ),
    ]


def compute(
    micro_batch_size: int,
    data_parallel_size: int,
    grad_accum_steps: int,
    sequence_length: int,
    model_parallel_size: int,
    token_fill_percent: float,
    target_batch_tokens: float | None,
    dataset_tokens_b: float | None,
    base_lr: float | None,
    base_batch_size: int | None,
    lr_scaling: str,
) -> Result:
    """Sequences and tokens of one optimizer step, and what follows from them.

    Batches are in sequences, lengths and targets in tokens, the dataset in 10⁹ tokens. The
    learning-rate rules are those of Goyal et al. 2017 (linear) and the square root often
    used with Adam.
    """
    batch = micro_batch_size * data_parallel_size * grad_accum_steps
    tokens = batch * sequence_length
    trained = tokens * token_fill_percent / 100

    required = reached = None
    if target_batch_tokens is not None:
        tokens_per_pass = micro_batch_size * data_parallel_size * sequence_length
        required = max(1, ceiling(target_batch_tokens / tokens_per_pass))
        reached = required * tokens_per_pass

    partial = full = None
    if dataset_tokens_b is not None:
        steps = dataset_tokens_b * 1e9 / trained if trained else inf
        partial, full = ceiling(steps), floor(steps)

    rate = None
    if base_lr is not None and base_batch_size is not None:
        factor = batch / base_batch_size
        rate = base_lr * (factor if lr_scaling == "linear" else sqrt(factor))

    return Result(
        global_batch_size=batch,
        tokens_per_step=tokens,
        trained_tokens_per_step=trained,
        total_devices=data_parallel_size * model_parallel_size,
        sequences_per_replica=micro_batch_size * grad_accum_steps,
        required_grad_accum=required,
        reached_batch_tokens=reached,
        steps_per_epoch=partial,
        full_steps_per_epoch=full,
        scaled_lr=rate,
    )


calculator = Calculator(
    module=__name__,
    title=_("Effective batch size"),
    summary=_(
        "Micro-batch, data-parallel degree and gradient accumulation, multiplied: the batch the "
        "optimizer really sees, in sequences and tokens."
    ),
    form=Form,
    compute=compute,
    sweeps=(
        Sweep(
            "data_parallel_size",
            lines=(Line("global_batch_size", _("Batch")),),
            title=_("Global batch against replicas"),
            note=_(
                "With everything else unchanged the batch grows with the replicas; fewer "
                "accumulation steps keep it as it was."
            ),
        ),
    ),
    explained=("global_batch_size", "tokens_per_step"),
    example="four_million_token_target",
    cluster="parallelism and batches",
    position=5,
    updated=date(2026, 11, 30),
    related=("data-parallel-scaling", "pipeline-bubble"),
)
