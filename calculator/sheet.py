"""The result of a calculator's page: answer, rods, ledger, working."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from calculator import equations, notation, rods, sentences, units
from calculator.answers import Answer, answer
from calculator.base import Calculator
from calculator.numbers import Written
from calculator.outputs import Undefined
from calculator.stencils import Stencil, kept, stencil
from calculator.wording import between_sentences

# The size of the answer falls with its length: up to so many characters for each size.
SIZES = ((7, "short"), (10, "medium"), (14, "long"))


@lru_cache(maxsize=256)
def case(calculator: Calculator, name: str, language: str) -> Answer:
    """A named case of a calculator, through its form as a visitor would send it."""
    given = calculator.cases[name]["given"]
    return answer(calculator, {key: str(value) for key, value in given.items()})


@kept
def _frame(calculator: Calculator, language: str) -> Stencil:
    primaries = [key for key, output in calculator.outputs.items() if output.primary]
    context = {
        "primary": calculator.outputs[calculator.primary],
        "primaries": primaries,
        "legend": equations.legend(calculator, primaries),
        "folds": list(enumerate(calculator.folds)),
    }
    return stencil("calculator/_result.html", context)


@kept
def _no_result(calculator: Calculator, language: str) -> Stencil:
    primary = calculator.outputs[calculator.primary]
    return stencil("calculator/_no_result.html", {"primary": primary})


@kept
def _row(calculator: Calculator, key: str, undefined: bool, language: str) -> Stencil:
    output = calculator.outputs[key]
    return stencil("calculator/_row.html", {"output": output, "undefined": undefined})


@kept
def _share() -> Stencil:
    return stencil("calculator/_share.html", {})


def result(given: Answer) -> SafeString:
    """The answer with its ledger and working, or what stands in its place."""
    calculator, language = given.calculator, given.wording.language
    if given.refused:
        drawing = rods.draw(rods.Share(whole=rods.MOST_COUNTED, part=0))
        return _no_result(calculator, language).fill(vars(drawing))
    key = calculator.primary
    number = given.number(key)
    values: dict[str, Any] = {
        **number_and_unit(given, key),
        "number": _large(number),
        "size": _size(number),
        "text": given.write(key),
        "sentence": sentences.sentence(given),
        "share": share(given),
        **_ledger(given),
    }
    for name, output in calculator.outputs.items():
        if output.primary:
            latex = output.latex(given.inputs)
            values[f"symbols.{name}"] = equations.equation(calculator, name, latex)
            values[f"numbers.{name}"] = equations.working(given, name)
            values[f"result.{name}"] = equations.in_formula(given, name)
    return _frame(calculator, language).fill(values)


def living(given: Answer) -> dict[str, Any]:
    """The answer in short, for the home page: factors, number with unit, rods."""
    key = given.calculator.primary
    latex = given.output(key).latex(given.inputs)
    factors = [
        number_and_unit(given, name) | {"number": equations.in_formula(given, name)}
        for name in notation.keys_in(latex, given.calculator.inputs.keys())
    ]
    size = _size(given.number(key))
    return {"factors": factors, "size": size, "share": share(given), **number_and_unit(given, key)}


def number_and_unit(given: Answer, key: str) -> dict[str, str]:
    number = str(given.number(key))
    gap, unit = units.after(number, given.unit_code(key), given.wording.language)
    return {"number": number, "gap": gap, "unit": unit}


def _large(number: Written) -> SafeString:
    """A number for the answer: the power of ten smaller, its exponent raised."""
    if number.exponent is None:
        return conditional_escape(number.digits)
    return format_html(
        '{}<span class="power">&nbsp;×&nbsp;10<sup>{}</sup></span>',
        number.digits,
        str(number.exponent).replace("-", "−"),
    )


def _size(number: Written) -> str:
    length = len(number.digits) + (0 if number.exponent is None else 4)
    return next((name for most, name in SIZES if length <= most), "longest")


def share(given: Answer) -> SafeString:
    """The row of rods with its caption, where there is a share to draw."""
    if given.share is None:
        return SafeString("")
    drawing = rods.draw(given.share)
    caption = sentences.caption(given)
    if not given.share.counted:
        gap = between_sentences(given.wording.language)
        caption = format_html("{}{}{}", caption, gap, gettext("Each rod is 2%."))
    return _share().fill({**vars(drawing), "caption": caption})


def _ledger(given: Answer) -> Mapping[str, SafeString]:
    """The rows of all answers but the first, in the ledger and in each of its folds."""
    calculator = given.calculator
    rows: dict[str, list[str]] = {place: [] for place in calculator.places.values()}
    for key in given.values:
        if key != calculator.primary:
            rows[calculator.places[key]].append(_filled_row(given, key))
    return {place: SafeString("".join(filled)) for place, filled in rows.items()}


def _filled_row(given: Answer, key: str) -> SafeString:
    value = given.values[key]
    undefined = isinstance(value, Undefined)
    row = _row(given.calculator, key, undefined, given.wording.language)
    if undefined:
        return row.fill({"reason": given.say(value)})
    return row.fill({"working": equations.working(given, key), **number_and_unit(given, key)})
