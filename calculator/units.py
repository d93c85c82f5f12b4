"""Units: their words in the language in use, and how they stand beside a number."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, override
from django.utils.translation import pgettext_lazy as word

from calculator.numbers import NO_BREAK_SPACE

# Symbols are the same in all languages.
SYMBOLS = {"", "%", "×", "ms", "TFLOPs", "TFLOP/s"}
# The English word is the unit's code; with it stands the singular that English takes after 1.
WORDS: dict[str, tuple[str | Promise, str | Promise]] = {
    "devices": (word("unit", "devices"), word("unit", "device")),
    "samples": (word("unit", "samples"), word("unit", "sample")),
    "samples/s": (word("unit", "samples/s"), word("unit", "sample/s")),
    "tokens": (word("unit", "tokens"), word("unit", "token")),
    "tokens/s": (word("unit", "tokens/s"), word("unit", "token/s")),
    "B tokens": (word("unit", "B tokens"), word("unit", "B tokens")),
    "images": (word("unit", "images"), word("unit", "image")),
    "images/s": (word("unit", "images/s"), word("unit", "image/s")),
    "sequences": (word("unit", "sequences"), word("unit", "sequence")),
    "sequences/s": (word("unit", "sequences/s"), word("unit", "sequence/s")),
    "steps": (word("unit", "steps"), word("unit", "step")),
    "steps/s": (word("unit", "steps/s"), word("unit", "step/s")),
    "stages": (word("unit", "stages"), word("unit", "stage")),
    "micro-batches": (word("unit", "micro-batches"), word("unit", "micro-batch")),
    "hours": (word("unit", "hours"), word("unit", "hour")),
}
# Codes of choices that name a unit, where the code is not the unit's word.
ALIASES = {"tflops": "TFLOPs", "tflops/s": "TFLOP/s"}
# What stands against its digits in every language.
ATTACHED = {"%", "×"}


def resolve(pattern: str, inputs: Mapping[str, Any]) -> str:
    """The code of a unit that may follow an input: "{work_unit}/s" is "tokens/s"."""
    if "{" not in pattern:
        return pattern
    code = pattern.format_map(inputs)
    return ALIASES.get(code, code)


@lru_cache(maxsize=1024)
def _text(code: str, language: str, number: str) -> str:
    if code in WORDS:
        with override(language):
            return str(WORDS[code][number == "1"])
    return code


def text(code: str, number: str = "") -> str:
    """The unit's word, or its symbol, in the language in use."""
    return _text(code, get_language() or "en", number if number == "1" else "")


def words(code: str) -> tuple[str, str]:
    """The unit's word in the language in use, for many and for one."""
    return text(code), text(code, "1")


def space_before(code: str, unit_text: str) -> str:
    """What stands between a number and its unit: a no-break space, or nothing.

    Nothing before %, × and, in Japanese, before a Japanese word.
    """
    if code in ATTACHED or not code:
        return ""
    japanese = get_language() == "ja" and unit_text[0] > "\u2fff"
    return "" if japanese else NO_BREAK_SPACE


def with_unit(number: str, code: str) -> str:
    """A written number and its unit: "64 devices", "90%", "115,200サンプル/秒"."""
    unit_text = text(code, number)
    return f"{number}{space_before(code, unit_text)}{unit_text}"
