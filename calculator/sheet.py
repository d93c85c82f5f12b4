"""The result of a calculator's page: answer, rods, ledger, working."""

from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from html import escape
from typing import Any

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from calculator import carry, compare, equations, notation, report, rods, solve, spoken
from calculator.answers import Answer, answer
from calculator.base import Calculator
from calculator.numbers import Written
from calculator.outputs import Undefined
from calculator.questions import SOLVE
from calculator.stencils import Stencil, hole, kept, stencil
from calculator.wording import between_sentences

# The size of the answer falls with its length: up to so many characters for each size.
SIZES = ((7, "short"), (10, "medium"), (14, "long"))

# What the layout of a result depends on: each output that it has, with its formula, or with
# nothing where the output is undefined, and with the factor to the unit that it is shown in.
Shape = tuple[tuple[str, str | None, str], ...]


@lru_cache(maxsize=256)
def case(calculator: Calculator, name: str, language: str) -> Answer:
    """A named case of a calculator, through its form as a visitor would send it."""
    given = calculator.cases[name]["given"]
    return answer(calculator, {key: str(value) for key, value in given.items()})


def result(given: Answer, shown: Collection[str] | None = None) -> SafeString:
    """The answer with its ledger and working, or what stands in its place.

    With `shown` it is the short form for frames: the answer and the rows that are named.
    """
    calculator, language = given.calculator, given.wording.language
    if given.refused:
        key = given.inputs.get(SOLVE) or calculator.primary
        return _no_result(calculator, key, language).fill(_nothing(given))
    undefined = isinstance(given.values.get(given.key), Undefined)
    number = Written(spoken.NO_NUMBER) if undefined else given.number(given.key)
    spoken_values = spoken.values(given)
    values: dict[str, Any] = {**spoken_values}
    values["given_values"] = report.given_values(given, spoken_values)
    # Escaped here, so that all the numbers around it need not be looked at one by one.
    values["keep"] = "" if shown is not None else SafeString(escape(compare.keep(given)))
    if shown is None and calculator.feeds:
        values["feeds"] = carry.onward(given)
    values["size"] = _size(number)
    values["large"] = _large(number)
    if given.share is not None:
        values.update(vars(rods.draw(given.share)))
    counted = None if given.share is None else given.share.counted
    template = "calculator/_result.html" if shown is None else "calculator/_embed_result.html"
    shape = _shape(given, shown)
    solved = None if given.solved is None else given.solved.shape
    return _result(calculator, template, shape, counted, solved, language).fill(values)


def _nothing(given: Answer) -> dict[str, Any]:
    """What stands in the place of a result: rods of nothing, and on paper the reasons."""
    drawing = rods.draw(rods.Share(whole=rods.MOST_COUNTED, part=0))
    return {
        **vars(drawing),
        "given_values": report.given_values(given, spoken.values(given)),
        "refusals": report.refusals(given),
    }


def _shape(given: Answer, shown: Collection[str] | None) -> Shape:
    return tuple(
        (
            key,
            None if isinstance(value, Undefined) else given.output(key).latex(given.inputs),
            _factor(given.factor(key)) if given.switched else "",
        )
        for key, value in given.values.items()
        if shown is None or key in shown or _is_told(given, key, value)
    )


def _is_told(given: Answer, key: str, value: Any) -> bool:
    """Whether the sentence of the answer is about an output that is not asked for."""
    if given.solved is not None:
        return key == given.solved.output
    return key == given.key and isinstance(value, Undefined)


def _factor(factor: Fraction) -> str:
    """How a change of unit is written behind the working of a result."""
    if factor == 1:
        return ""
    return f"× {factor.numerator:,}" if factor > 1 else f"÷ {factor.denominator:,}"


@kept
def _result(
    calculator: Calculator,
    template: str,
    shape: Shape,
    counted: bool | None,
    solved: solve.Shape | None,
    language: str,
) -> Stencil:
    key = calculator.primary if solved is None else solved.key
    places: dict[str, list[dict[str, Any]]] = {str(title): [] for title in ("", *calculator.folds)}
    lines: list[dict[str, Any]] = []
    for name, latex, factor in shape:
        output = calculator.outputs[name]
        row: dict[str, Any] = {"key": name, "output": output, "undefined": latex is None}
        row["factor"] = factor
        row["a_sum"] = latex is not None and ("+" in latex or "-" in latex)
        if latex is not None:
            row["working"] = equations.working(calculator, latex, key)
            row["symbols"] = equations.equation(calculator, name, latex)
        if output.primary and latex is not None:
            lines.append(row)
        if name != key:
            places[str(output.fold)].append(row)
    rest = [row for rows in places.values() for row in rows]
    context = {
        "key": key,
        "label": label(calculator, key),
        "sentence": _sentence(
            calculator, solved, (key, None) in {each[:2] for each in shape}, language
        ),
        "caption": None if counted is None else _caption(calculator, counted, language),
        "rest": rest,
        "rows": places.pop(""),
        "folds": [
            (number, title, rows) for number, (title, rows) in enumerate(places.items()) if rows
        ],
        "lines": lines,
        "legend": equations.legend(calculator, [line["key"] for line in lines]),
        "feeding": bool(calculator.feeds),
    }
    return stencil(template, context)


def label(calculator: Calculator, key: str) -> str:
    """The name of what stands large."""
    name = calculator.quantities[key].name
    return str(name) if key in calculator.outputs else gettext("%(name)s needed") % {"name": name}


def _sentence(
    calculator: Calculator, solved: solve.Shape | None, undefined: bool, language: str
) -> str:
    """The sentence of the answer, or why there is none."""
    if solved is not None:
        return spoken.solution(calculator, solved, language, marked=True)
    if undefined:
        return hole(f"{calculator.primary}.reason")
    return spoken.sentence(calculator, calculator.outputs[calculator.primary].sentence)


def _caption(calculator: Calculator, counted: bool, language: str) -> SafeString:
    caption = spoken.sentence(calculator, calculator.caption)
    if counted:
        return caption
    return format_html("{}{}{}", caption, between_sentences(language), gettext("Each rod is 2%."))


@kept
def _no_result(calculator: Calculator, key: str, language: str) -> Stencil:
    return stencil("calculator/_no_result.html", {"label": label(calculator, key)})


def living(given: Answer) -> dict[str, Any]:
    """The answer in short, for the home page: factors, number with unit, rods."""
    calculator, key = given.calculator, given.calculator.primary
    values = spoken.values(given)
    latex = given.output(key).latex(given.inputs)
    used = notation.keys_in(latex, calculator.inputs.keys())
    share = None if given.share is None else vars(rods.draw(given.share))
    return {
        "factors": [_forms(values, name) for name in used],
        "size": _size(given.number(key)),
        "share": share,
        "caption": spoken.said(given, calculator.caption),
        **_forms(values, key),
    }


def _forms(values: dict[str, str], key: str) -> dict[str, str]:
    return {form: values[f"{key}.{form}"] for form in ("number", "gap", "unit", "formula")}


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
