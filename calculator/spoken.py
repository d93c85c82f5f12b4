"""Quantities as a page prints them: the values for the holes of stencils and of sentences.

A quantity has up to five forms: `key.number` alone, `key.unit` with the `key.gap` before it,
`key.text` of all three, and `key.formula` as formulas print it.
"""

from functools import lru_cache

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from calculator import units
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.inputs import Number
from calculator.messages import Text
from calculator.numbers import Written, exact, rounded
from calculator.outputs import Undefined
from calculator.solve import Shape, Solved
from calculator.stencils import Stencil, hole
from calculator.wording import between_sentences

NO_NUMBER = "—"

S_EXACT = _("With %(label)s at %(value)s, %(output)s is %(reached)s.")
S_ROUNDED = _(
    "Exactly %(exact)s would reach %(target)s; with %(value)s, %(output)s is %(reached)s."
)
S_MULTIPLE = _("That is %(count)s × %(multiple)s.")
S_SEVERAL = _("Larger values reach it too; this is the smallest.")


def values(given: Answer) -> dict[str, str]:
    """Every form of every number that an answer has."""
    if given.spoken:
        return given.spoken
    calculator, filled = given.calculator, given.spoken
    filled.update(_untouched(calculator, given.units_in_use, given.wording.language))
    solved = () if given.solved is None else (given.solved.key,)
    for key in (*given.touched, *solved):
        if key in calculator.inputs:
            _add_input(filled, given, key)
    words = _words(calculator, given.units_in_use, given.wording.language)
    for key, value in given.values.items():
        if isinstance(value, Undefined):
            filled[f"{key}.gap"] = filled[f"{key}.unit"] = ""
            for form in ("number", "text", "formula"):
                filled[f"{key}.{form}"] = NO_NUMBER
            filled[f"{key}.reason"] = given.say(value)
        elif given.switched:
            _add(filled, given, key)
        else:
            _fill(filled, key, str(given.number(key)), words[key])
    if given.solved is not None:
        filled.update(_solved(given, given.solved))
    return filled


@lru_cache(maxsize=1024)
def _untouched(
    calculator: Calculator, units_in_use: tuple[str, ...], language: str
) -> dict[str, str]:
    """The forms of all inputs at their defaults, which only units change."""
    given = Answer.at_rest(calculator, units_in_use)
    filled: dict[str, str] = {}
    for key in calculator.inputs:
        _add_input(filled, given, key)
    return filled


def _add_input(filled: dict[str, str], given: Answer, key: str) -> None:
    one = given.calculator.inputs[key]
    if isinstance(one, Number) and given.inputs.get(key) is not None:
        _add(filled, given, key)
    else:
        filled[f"{key}.text"] = given.write(key)


def _solved(given: Answer, solved: Solved) -> dict[str, str]:
    """The numbers of the sentence about a solved input."""
    language = given.wording.language

    def written(number: Written, key: str) -> str:
        code = given.calculator.fields[key].unit_code(given.wording.inputs)
        return units.with_unit(str(number), code, language)

    said = {"solved.target": written(exact(solved.target), solved.output)}
    if solved.exact is not None:
        said["solved.exact"] = written(rounded(solved.exact), solved.key)
    if solved.multiple > 1:
        said["solved.count"] = str(exact(solved.value // solved.multiple))
        said["solved.multiple"] = written(exact(solved.multiple), solved.key)
    return said


# The code of a unit, what stands before it, and its word after other numbers and after 1.
Words = tuple[str, str, str, str]


@lru_cache(maxsize=1024)
def _words(
    calculator: Calculator, units_in_use: tuple[str, ...], language: str
) -> dict[str, Words]:
    """How the unit of each output is written."""
    given = Answer.at_rest(calculator, units_in_use)
    return {key: _unit(given.unit_code(key), language) for key in calculator.outputs}


def _unit(code: str, language: str) -> Words:
    gap, word = units.after("", code, language)
    return code, gap, word, units.after("1", code, language)[1]


def _add(filled: dict[str, str], given: Answer, key: str) -> None:
    number = str(given.number(key))
    words = _unit(given.unit_code(key), given.wording.language)
    _fill(filled, key, number, words)
    if given.switched and key in given.values:  # formulas keep to the units they are made for
        own = str(given.output(key).number(given.values[key]))
        filled[f"{key}.formula"] = f"{own}%" if words[0] == "%" else own


def _fill(filled: dict[str, str], key: str, number: str, words: Words) -> None:
    code, gap, many, one = words
    unit = one if number == "1" else many
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


def solution(calculator: Calculator, shape: Shape, language: str, *, marked: bool) -> str:
    """The sentence about a solved input: with holes, or to be filled by the % operator."""

    def put(name: str, *, result: bool = False) -> str:
        if not marked:
            return f"%({name})s"
        return f"<b>{hole(name)}</b>" if result else hole(name)

    def name(key: str) -> str:
        text = str(calculator.quantities[key].name)
        return conditional_escape(text) if marked else text.replace("%", "%%")

    said = {
        "label": name(shape.key),
        "value": put(f"{shape.key}.text", result=True),
        "output": name(shape.output),
        "reached": put(f"{shape.output}.text", result=True),
        **{each: put(f"solved.{each}") for each in ("target", "exact", "count", "multiple")},
    }
    sentences = [S_ROUNDED if shape.rounded else S_EXACT]
    if shape.in_multiples:
        sentences.append(S_MULTIPLE)
    if shape.several:
        sentences.append(S_SEVERAL)
    text = between_sentences(language).join(str(sentence) % said for sentence in sentences)
    return mark_safe(text) if marked else text
