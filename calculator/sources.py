"""Where the value of an input came from: another calculator's output, with all its inputs.

`from=effective-batch-size,total_devices,data_parallel_size:16` names the calculator, the output
and the inputs that differ from the default, in the form of pinned scenarios.
"""

from dataclasses import dataclass
from functools import lru_cache

from calculator.answers import Answer, answer
from calculator.base import Calculator
from calculator.inputs import Number
from calculator.outputs import Undefined
from calculator.pins import LONGEST, assigned, written
from calculator.registry import calculators


@dataclass(frozen=True)
class Source:
    """An answer of another calculator whose `output` gives the input `key` here its value."""

    given: Answer
    output: str
    key: str
    value: str

    def text(self) -> str:
        return text(self.given, self.output)


def text(given: Answer, output: str) -> str:
    """An output with all that it follows from, in canonical form."""
    return ",".join([given.calculator.slug, output, *written(given)])


def source(given: Answer) -> Source | None:
    """The source that a link names, if it gives one of the inputs a value."""
    named = given.beside.source
    if not named or len(named) > LONGEST:
        return None
    return _source(given.calculator, named, given.wording.language)


@lru_cache(maxsize=128)
def _source(calculator: Calculator, named: str, language: str) -> Source | None:
    slug, output, *parts = [*named.replace("\0", "\ufffd").split(","), ""]
    origin = calculators().get(slug)
    if origin is None:
        return None
    key = origin.fed(output, calculator.slug)
    if not key:
        return None
    typed, _strange = assigned(origin, parts)
    given = answer(origin, typed)
    value = fitting(given, output, calculator, key)
    return None if value is None else Source(given, output, key, value)


def fitting(given: Answer, output: str, target: Calculator, key: str) -> str | None:
    """An output in plain digits, if there is one that an input of another calculator takes."""
    value = given.values.get(output)
    if value is None or isinstance(value, Undefined):
        return None
    one = target.inputs[key]
    plain = given.output(output).plain(value)
    return plain if isinstance(one, Number) and one.takes(plain) else None
