"""Formulas of a calculator in print: defined in symbols, worked with numbers, explained."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from calculator import notation, spoken
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.messages import Text
from calculator.stencils import Stencil, hole


def _symbol(calculator: Calculator, key: str) -> str:
    return f"<mrow>{notation.mathml(calculator.quantities[key].symbol)}</mrow>"


def equation(calculator: Calculator, key: str, latex: str) -> SafeString:
    """A formula in symbols: A = d·v·E."""
    right = notation.replace_keys(
        latex, calculator.quantities.keys(), lambda name: _symbol(calculator, name)
    )
    return mark_safe(f"{_symbol(calculator, key)}<mo>=</mo>{right}")


@lru_cache(maxsize=1024)
def working(calculator: Calculator, latex: str, found: str = "") -> SafeString:
    """The right-hand side of a formula with a hole for each number, given ones marked.

    `found` is an input that was solved for and is a result like others.
    """

    def element(key: str) -> str:
        given = ' class="given"' if key in calculator.inputs and key != found else ""
        return f"<mn{given}>{hole(f'{key}.formula')}</mn>"

    content = notation.replace_keys(latex, calculator.quantities.keys(), element)
    return mark_safe(content.replace("⋅", "×"))


def definition(calculator: Calculator, key: str) -> SafeString:
    """A formula in symbols, for the default inputs where it depends on them."""
    return equation(calculator, key, _default_latex(calculator, key))


def _default_latex(calculator: Calculator, key: str) -> str:
    defaults = {name: one.default for name, one in calculator.inputs.items()}
    return calculator.outputs[key].latex(defaults)


def legend(calculator: Calculator, keys: Iterable[str]) -> list[tuple[SafeString, Text]]:
    """Each symbol in the formulas of these outputs, with the name of its quantity."""
    used: dict[str, None] = {}
    for key in keys:
        latex = _default_latex(calculator, key)
        used.update(dict.fromkeys(notation.keys_in(latex, calculator.quantities.keys())))
        used[key] = None
    return [(mark_safe(_symbol(calculator, key)), calculator.quantities[key].name) for key in used]


def steps(given: Answer, keys: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Formulas worked through with the numbers of one answer."""
    values = spoken.values(given)
    for key in keys:
        output = given.output(key)
        numbers = Stencil(working(given.calculator, output.latex(given.inputs)))
        yield {
            "name": output.name,
            "numbers": numbers.fill(values),
            "result": values[f"{key}.text"],
        }
