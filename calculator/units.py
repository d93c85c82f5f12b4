"""Units: their words in each language, and how they stand beside a number."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext_lazy

from calculator.numbers import NO_BREAK_SPACE

# Symbols are the same in all languages.
SYMBOLS = {
    *("", "%", "×", "B", "GB", "Gbit/s", "µs", "ms", "s"),
    *("TFLOPs", "TFLOP/s", "W", "kW", "Wh", "kWh", "USD", "USD/kWh"),
}
# The English word is the unit's code; with it stands the singular that English takes after 1.
WORDS: dict[str, tuple[str | Promise, str | Promise]] = {
    "devices": (pgettext_lazy("unit", "devices"), pgettext_lazy("unit", "device")),
    "samples": (pgettext_lazy("unit", "samples"), pgettext_lazy("unit", "sample")),
    "samples/s": (pgettext_lazy("unit", "samples/s"), pgettext_lazy("unit", "sample/s")),
    "tokens": (pgettext_lazy("unit", "tokens"), pgettext_lazy("unit", "token")),
    "tokens/s": (pgettext_lazy("unit", "tokens/s"), pgettext_lazy("unit", "token/s")),
    "B tokens": (pgettext_lazy("unit", "B tokens"), pgettext_lazy("unit", "B tokens")),
    "images": (pgettext_lazy("unit", "images"), pgettext_lazy("unit", "image")),
    "images/s": (pgettext_lazy("unit", "images/s"), pgettext_lazy("unit", "image/s")),
    "sequences": (pgettext_lazy("unit", "sequences"), pgettext_lazy("unit", "sequence")),
    "sequences/s": (pgettext_lazy("unit", "sequences/s"), pgettext_lazy("unit", "sequence/s")),
    "steps": (pgettext_lazy("unit", "steps"), pgettext_lazy("unit", "step")),
    "steps/s": (pgettext_lazy("unit", "steps/s"), pgettext_lazy("unit", "step/s")),
    "runs": (pgettext_lazy("unit", "runs"), pgettext_lazy("unit", "run")),
    "runs/s": (pgettext_lazy("unit", "runs/s"), pgettext_lazy("unit", "run/s")),
    "stages": (pgettext_lazy("unit", "stages"), pgettext_lazy("unit", "stage")),
    "micro-batches": (pgettext_lazy("unit", "micro-batches"), pgettext_lazy("unit", "micro-batch")),
    "seconds": (pgettext_lazy("unit", "seconds"), pgettext_lazy("unit", "second")),
    "minutes": (pgettext_lazy("unit", "minutes"), pgettext_lazy("unit", "minute")),
    "hours": (pgettext_lazy("unit", "hours"), pgettext_lazy("unit", "hour")),
    "days": (pgettext_lazy("unit", "days"), pgettext_lazy("unit", "day")),
    "USD/hour": (pgettext_lazy("unit", "USD/hour"), pgettext_lazy("unit", "USD/hour")),
    "USD per device-hour": (
        pgettext_lazy("unit", "USD per device-hour"),
        pgettext_lazy("unit", "USD per device-hour"),
    ),
}
# Amounts of money, and prices.
MONEY = {"USD", "USD/kWh", "USD/hour", "USD per device-hour"}
# Codes of choices that name a unit, where the code is not the unit's word.
ALIASES = {"tflops": "TFLOPs", "tflops/s": "TFLOP/s"}
# What a rate is counted per, by the code that stands behind its stroke.
PERIODS: dict[str, str | Promise] = {
    "s": pgettext_lazy("per", "s"),
    "min": pgettext_lazy("per", "min"),
    "h": pgettext_lazy("per", "h"),
    "day": pgettext_lazy("per", "day"),
}
# What stands against its digits in every language.
ATTACHED = {"", "%", "×"}


def resolve(pattern: str, inputs: Mapping[str, Any]) -> str:
    """The code of a unit that may follow an input: "{work_unit}/s" is "tokens/s"."""
    if "{" not in pattern:
        return pattern
    code = pattern.format_map(inputs)
    return ALIASES.get(code, code)


@lru_cache(maxsize=1024)
def text(code: str, language: str, *, one: bool = False) -> str:
    """The unit's word, or its symbol."""
    if code in WORDS:
        with override(language):
            return str(WORDS[code][one])
    counted, _stroke, period = code.rpartition("/")
    if not counted or period == "s" or period not in PERIODS:
        return code
    per_second = text(f"{counted}/s", language, one=one)
    with override(language):
        return f"{per_second.rpartition('/')[0]}/{PERIODS[period]}"


@lru_cache(maxsize=1024)
def space_before(code: str, language: str) -> str:
    """What stands between a number and its unit: a no-break space, or nothing.

    Nothing before %, × and, in Japanese, before a Japanese word.
    """
    if code in ATTACHED:
        return ""
    japanese = language == "ja" and text(code, language)[0] > "\u2fff"
    return "" if japanese else NO_BREAK_SPACE


def after(number: str, code: str, language: str) -> tuple[str, str]:
    """The space and the unit that follow a written number."""
    return space_before(code, language), text(code, language, one=number == "1")


def with_unit(number: str, code: str, language: str) -> str:
    """A written number and its unit: "64 devices", "90%", "115,200サンプル/秒"."""
    return "".join((number, *after(number, code, language)))


@dataclass(frozen=True)
class Switch:
    """Units that one can change between: how many of each make up one of the first.

    `codes` are the units, or what a rate is counted per.
    """

    label: str | Promise
    codes: Mapping[str, Fraction]
    rate: bool = False

    @property
    def base(self) -> str:
        return next(iter(self.codes))

    def fits(self, code: str) -> bool:
        return code.endswith(f"/{self.base}") if self.rate else code == self.base

    def changed(self, code: str, to: str) -> str:
        """The code of a unit that fits, after the change."""
        return f"{code.removesuffix(self.base)}{to}" if self.rate else to


# By the name in links. The first unit of each is the one that calculators compute in.
SWITCHES = {
    "unit_rate": Switch(
        _("Throughput per"),
        {"s": Fraction(1), "min": Fraction(60), "h": Fraction(3600), "day": Fraction(86400)},
        rate=True,
    ),
    "unit_time": Switch(
        _("Time in"),
        {
            "hours": Fraction(1),
            "seconds": Fraction(3600),
            "minutes": Fraction(60),
            "days": Fraction(1, 24),
        },
    ),
}


def switch_of(code: str) -> str:
    """The name of the switch that changes a unit, if any."""
    return next((name for name, switch in SWITCHES.items() if switch.fits(code)), "")
