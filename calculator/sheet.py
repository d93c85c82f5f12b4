"""The pieces of a calculator's page that follow the inputs: answer, ledger, working, notes."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from calculator import links, notation, numbers, rods, units
from calculator.answers import Answer, answer
from calculator.base import Calculator
from calculator.inputs import Number
from calculator.messages import Remark, Text
from calculator.numbers import Written
from calculator.outputs import Output, Undefined
from calculator.stencils import Stencil, hole, once_per_language, stencil

# The size of the answer falls with its length: so many characters for each size.
SIZES = ((7, "short"), (10, "medium"), (14, "long"))


@lru_cache(maxsize=256)
def case(calculator: Calculator, name: str) -> Answer:
    """A named case of a calculator, through its form as a visitor would send it."""
    given = calculator.cases[name]["given"]
    return answer(calculator, {key: str(value) for key, value in given.items()})


# Numbers


def written(given: Answer, key: str) -> Written:
    quantity = given.calculator.quantities[key]
    if isinstance(quantity, Output):
        return quantity.number(given.values[key])
    return numbers.exact(given.inputs[key])


def number(given: Answer, key: str) -> str:
    """The number of an input or output, without its unit."""
    return str(written(given, key))


def _in_formula(given: Answer, key: str) -> str:
    """A number as formulas print it: a percentage keeps its sign, other units are left out."""
    percent = given.calculator.quantities[key].unit_code(given.units_of) == "%"
    return number(given, key) + ("%" if percent else "")


def _large(number: Written) -> SafeString:
    """A number for the answer: the power of ten smaller, its exponent raised."""
    if number.exponent is None:
        return conditional_escape(number.digits)
    return format_html(
        '{}<span class="power">&nbsp;×&nbsp;10<sup>{}</sup></span>',
        number.digits,
        str(number.exponent).replace("-", "−"),
    )


# Formulas


def _symbol(calculator: Calculator, key: str) -> str:
    return f"<mrow>{notation.mathml(calculator.quantities[key].symbol)}</mrow>"  # type: ignore[attr-defined]


@lru_cache(maxsize=1024)
def _symbols(calculator: Calculator, latex: str) -> str:
    return notation.replace_keys(
        latex, calculator.quantities.keys(), lambda key: _symbol(calculator, key)
    )


@lru_cache(maxsize=1024)
def _numbers(calculator: Calculator, latex: str) -> Stencil:
    def element(key: str) -> str:
        given = ' class="given"' if key in calculator.inputs else ""
        return f"<mn{given}>{hole(key)}</mn>"

    content = notation.replace_keys(latex, calculator.quantities.keys(), element)
    return Stencil(content.replace("⋅", "×"))


def working(given: Answer, key: str) -> SafeString:
    """The right-hand side of a formula with the visitor's own numbers."""
    filled = _numbers(given.calculator, given.output(key).latex(given.inputs))
    return filled.fill({name: _in_formula(given, name) for name in filled.names})


def definition(calculator: Calculator, key: str) -> SafeString:
    """A formula in symbols: A = d·v·E."""
    defaults = {name: one.default for name, one in calculator.inputs.items()}
    latex = calculator.outputs[key].latex(defaults)
    return _equation(calculator, key, latex)


def _equation(calculator: Calculator, key: str, latex: str) -> SafeString:
    return mark_safe(f"{_symbol(calculator, key)}<mo>=</mo>{_symbols(calculator, latex)}")


def legend(calculator: Calculator, keys: Iterable[str]) -> list[tuple[SafeString, Text]]:
    """Each symbol in the formulas of these outputs, with the name of its quantity."""
    defaults = {name: one.default for name, one in calculator.inputs.items()}
    used: dict[str, None] = {}
    for key in keys:
        latex = calculator.outputs[key].latex(defaults)
        used.update(dict.fromkeys(notation.keys_in(latex, calculator.quantities.keys())))
        used[key] = None
    return [(mark_safe(_symbol(calculator, key)), calculator.quantities[key].name) for key in used]


def steps(given: Answer, keys: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Formulas worked through with the numbers of one answer."""
    for key in keys:
        yield {
            "name": given.output(key).name,
            "numbers": working(given, key),
            "result": given.write(key),
        }


# Sentences


class _Holes(dict[str, str]):
    """A hole for every placeholder of a sentence; results stand out."""

    def __init__(self, calculator: Calculator) -> None:
        super().__init__()
        self.calculator = calculator

    def __missing__(self, name: str) -> str:
        result = name.partition(".")[0] in self.calculator.outputs
        return f"<b>{hole(name)}</b>" if result else hole(name)


@once_per_language
def _sentence(calculator: Calculator, text: Text) -> Stencil:
    return Stencil(str(conditional_escape(str(text))) % _Holes(calculator))


def sentence(given: Answer, text: Text) -> SafeString:
    """A sentence with its numbers: %(key)s with the unit, %(key.number)s without."""
    empty = _sentence(given.calculator, text)
    return empty.fill({name: _spoken(given, name) for name in empty.names})


def _spoken(given: Answer, name: str) -> str:
    key, _, part = name.partition(".")
    return number(given, key) if part == "number" else given.write(key)


def announcement(given: Answer) -> str:
    """What a screen reader is told once typing has settled."""
    if given.refused:
        return " ".join(given.say(message) for message in (*given.refusals.values(), *given.across))
    key = given.calculator.primary
    return gettext("%(label)s: %(value)s") % {
        "label": given.output(key).name,
        "value": given.write(key),
    }


# The result


@once_per_language
def _result_frame(calculator: Calculator) -> Stencil:
    primary = [key for key, output in calculator.outputs.items() if output.primary]
    folds = dict.fromkeys(output.fold for output in calculator.outputs.values() if output.fold)
    return stencil(
        "calculator/_result.html",
        {
            "calculator": calculator,
            "primary": calculator.outputs[calculator.primary],
            "primaries": primary,
            "legend": legend(calculator, primary),
            "folds": list(enumerate(folds)),
        },
    )


@once_per_language
def _no_result(calculator: Calculator) -> Stencil:
    primary = calculator.outputs[calculator.primary]
    return stencil("calculator/_no_result.html", {"primary": primary})


@once_per_language
def _row(calculator: Calculator, key: str, *, undefined: bool) -> Stencil:
    output = calculator.outputs[key]
    context = {"output": output, "undefined": undefined, "second": output.primary}
    return stencil("calculator/_row.html", context)


@once_per_language
def _share(calculator: Calculator) -> Stencil:
    return stencil("calculator/_share.html", {})


@lru_cache(maxsize=1)
def _empty_rods() -> rods.Drawing:
    return rods.draw(rods.Share(whole=rods.MOST_COUNTED, part=0, caption=""))


def result(given: Answer) -> SafeString:
    """The answer with its ledger and working, or what stands in its place."""
    calculator = given.calculator
    if given.refused:
        drawing = _empty_rods()
        return _no_result(calculator).fill({"width": drawing.width, "lost": drawing.lost})
    key = calculator.primary
    value = written(given, key)
    values: dict[str, Any] = {
        **_number_and_unit(given, key),
        "number": _large(value),
        "size": _size(value),
        "text": given.write(key),
        "sentence": sentence(given, given.output(key).sentence),
        "share": share(given),
    }
    values.update(_ledger(given))
    for name, output in calculator.outputs.items():
        if output.primary:
            latex = output.latex(given.inputs)
            values[f"symbols.{name}"] = _equation(calculator, name, latex)
            values[f"numbers.{name}"] = working(given, name)
            values[f"result.{name}"] = _in_formula(given, name)
    return _result_frame(calculator).fill(values)


def living(given: Answer) -> dict[str, Any]:
    """The answer in short, for the home page: factors, number with unit, rods."""
    key = given.calculator.primary
    latex = given.output(key).latex(given.inputs)
    factors = [
        _number_and_unit(given, name) | {"number": _in_formula(given, name)}
        for name in notation.keys_in(latex, given.calculator.inputs.keys())
    ]
    return {
        "factors": factors,
        **_number_and_unit(given, key),
        "size": _size(written(given, key)),
        "share": share(given),
    }


def _number_and_unit(given: Answer, key: str) -> dict[str, str]:
    text = number(given, key)
    code = given.calculator.quantities[key].unit_code(given.units_of)
    unit = units.text(code, text)
    return {"number": text, "gap": units.space_before(code, unit), "unit": unit}


def _size(value: Written) -> str:
    length = len(value.digits) + (4 if value.exponent is not None else 0)
    return next((name for most, name in SIZES if length <= most), "longest")


def share(given: Answer) -> SafeString:
    """The row of rods with its caption, where there is a share to draw."""
    if given.share is None:
        return SafeString("")
    drawing = rods.draw(given.share)
    caption = sentence(given, given.share.caption)
    if not given.share.counted:
        caption = format_html("{} {}", caption, gettext("Each rod is 2%."))
    return _share(given.calculator).fill({**vars(drawing), "caption": caption})


def _ledger(given: Answer) -> Mapping[str, SafeString]:
    """The rows of all answers but the first, in the ledger and in each of its folds."""
    folds: dict[Text, list[SafeString]] = {"": []}
    for key, output in given.calculator.outputs.items():
        rows = folds.setdefault(output.fold, [])
        if key != given.calculator.primary and key in given.values:
            rows.append(_filled_row(given, key))
    return {
        "rows" if place == 0 else f"fold.{place - 1}": SafeString("".join(rows))
        for place, rows in enumerate(folds.values())
    }


def _filled_row(given: Answer, key: str) -> SafeString:
    value = given.values[key]
    if isinstance(value, Undefined):
        return _row(given.calculator, key, undefined=True).fill({"reason": given.say(value)})
    return _row(given.calculator, key, undefined=False).fill(
        {"working": working(given, key), **_number_and_unit(given, key)}
    )


# Notes


@once_per_language
def _note(key: str, *, swapped: bool) -> Stencil:
    return stencil("calculator/_note.html", {"key": key, "swapped": swapped})


def note(given: Answer, key: str, *, swapped: bool) -> SafeString:
    """What stands at a field beside its label: unit, how it was read, what is wrong with it.

    `swapped` makes it a piece that HTMX puts in the place of the one on the page.
    """
    one = given.calculator.inputs[key]
    remarks = given.remarks.get(key, ())
    state = "bad" if key in given.marked else "odd" if remarks else "ok"
    return _note(key, swapped=swapped).fill(
        {
            "state": state,
            "unit": units.text(one.unit_code(given.units_of)) if isinstance(one, Number) else "",
            "echo": _echo(given, key, arrived=given.named and not swapped),
            "messages": _messages(given, key, remarks),
        }
    )


def _echo(given: Answer, key: str, *, arrived: bool) -> SafeString:
    one, text = given.calculator.inputs[key], given.typed[key]
    if key in given.marked or one.idle(given.typed):
        return SafeString("")
    if arrived and text == one.default_text:
        return format_html('<p class="echo default">{}</p>', gettext("default"))
    read_as = one.echo(text, given.inputs.get(key))
    if not read_as:
        return SafeString("")
    return format_html('<p class="echo">{}</p>', gettext("read as %(value)s") % {"value": read_as})


def _messages(given: Answer, key: str, remarks: Iterable[Remark]) -> SafeString:
    if key in given.refusals:
        text = given.say(given.refusals[key])
        return format_html('<p class="message bad">{}</p>', text)
    return format_html_join("", "{}", ((_remark(given, key, remark),) for remark in remarks))


def _remark(given: Answer, key: str, remark: Remark) -> SafeString:
    if remark.repair is None:
        return format_html('<p class="message odd">{}</p>', given.say(remark))
    one = given.calculator.inputs[key]
    repaired = one.plain(remark.repair)
    return format_html(
        '<p class="message odd">{} <a class="repair" href="{}{}" data-field="{}" data-value="{}">'
        "{}</a></p>",
        given.say(remark),
        reverse("page", args=[given.calculator.slug]),
        links.query(given, {key: repaired}),
        key,
        repaired,
        gettext("Use %(value)s") % {"value": one.write(remark.repair, given.units_of)},
    )
