"""Quantities as a page prints them: the values for the holes of stencils and of sentences.

A quantity has up to five forms: `key.number` alone, `key.unit` with the `key.gap` before it,
`key.text` of all three, and `key.formula` as formulas print it.
"""

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from calculator import units
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.inputs import Number
from calculator.messages import Text
from calculator.outputs import Undefined
from calculator.stencils import Stencil, hole

NO_NUMBER = "—"


def values(given: Answer) -> dict[str, str]:
    """Every form of every number that an answer has."""
    if given.spoken:
        return given.spoken
    filled = given.spoken
    for key, one in given.calculator.inputs.items():
        if isinstance(one, Number) and given.inputs.get(key) is not None:
            _add(filled, given, key)
        else:
            filled[f"{key}.text"] = given.write(key)
    for key, value in given.values.items():
        if isinstance(value, Undefined):
            for form in ("number", "text", "formula"):
                filled[f"{key}.{form}"] = NO_NUMBER
            filled[f"{key}.reason"] = given.say(value)
        else:
            _add(filled, given, key)
    return filled


def _add(filled: dict[str, str], given: Answer, key: str) -> None:
    number = str(given.number(key))
    code = given.unit_code(key)
    gap, unit = units.after(number, code, given.wording.language)
    filled[f"{key}.number"] = number
    filled[f"{key}.gap"] = gap
    filled[f"{key}.unit"] = unit
    filled[f"{key}.text"] = f"{number}{gap}{unit}"
    # A percentage keeps its sign in a formula, where it stands for a fraction.
    filled[f"{key}.formula"] = f"{number}%" if code == "%" else number


class _Holes(dict[str, str]):
    """A hole for every placeholder of a sentence; results stand out."""

    def __init__(self, calculator: Calculator) -> None:
        super().__init__()
        self.calculator = calculator

    def __missing__(self, name: str) -> str:
        key, _, form = name.partition(".")
        mark = hole(f"{key}.{form or 'text'}")
        return f"<b>{mark}</b>" if key in self.calculator.outputs else mark


def sentence(calculator: Calculator, text: Text) -> SafeString:
    """A sentence with holes: %(key)s is a quantity with its unit, %(key.number)s its number."""
    return mark_safe(str(conditional_escape(str(text))) % _Holes(calculator))


class _Forms(dict[str, str]):
    """For every placeholder of a sentence the one of a form that `values` has."""

    def __missing__(self, name: str) -> str:
        key, _, form = name.partition(".")
        return f"%({key}.{form or 'text'})s"


def pattern(text: Text) -> str:
    """A sentence as plain text, to be filled with `values` by the % operator."""
    return str(text) % _Forms()


def said(given: Answer, text: Text) -> SafeString:
    """A sentence with the numbers of an answer in it."""
    return Stencil(sentence(given.calculator, text)).fill(values(given))
