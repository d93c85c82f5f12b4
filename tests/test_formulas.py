"""The formula that is printed is the one that is computed."""

from fractions import Fraction

import pytest

from calculator.answers import Answer, answer
from calculator.base import Calculator
from calculator.outputs import Undefined
from calculator.registry import calculators
from tests.latex import Unreadable, evaluate

# Outputs whose printed formula the evaluator cannot read, as (slug, key), with the reason.
EXEMPT: dict[tuple[str, str], str] = {
    **{
        ("measured-scaling", f"{size}_{what}"): "read off the rows"
        for size in ("smallest", "previous", "largest")
        for what in ("size", "throughput")
    },
    ("measured-scaling", "peak_devices"): "comes from a fit",
}

OUTPUTS = [
    pytest.param(calculator, key, id=f"{calculator.slug}-{key}")
    for calculator in calculators().values()
    for key in calculator.outputs
    if (calculator.slug, key) not in EXEMPT
]


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        ("a + b - 1", 4),
        ("a - b - 1", -2),
        ("-a + b", 1),
        (r"a \cdot b / 4", Fraction(3, 2)),
        (r"a / b \cdot b", 2),
        ("a / b / 2", Fraction(1, 3)),
        ("a \\cdot (b + 1)", 8),
        (r"\frac{a + 1}{b}", 1),
        (r"a \cdot 10^{9}", 2 * 10**9),
        ("b^{a} / 3", 3),
        (r"\sqrt{\frac{b}{12}}", Fraction(1, 2)),
        (r"\left\lceil \frac{b}{a} \right\rceil + \left\lfloor \frac{b}{a} \right\rfloor", 3),
        (r"\max\left(1, \frac{b}{a}, a - b\right)", Fraction(3, 2)),
        (r"\min(a, b) + 1.5", Fraction(7, 2)),
        (r"a \cdot \left\lceil \log_2 b \right\rceil", 4),
    ],
)
def test_evaluator(latex: str, value: Fraction) -> None:
    assert evaluate(latex, {"a": Fraction(2), "b": Fraction(3)}) == value


@pytest.mark.parametrize(
    "latex", ["a b", "2a", r"\sin{a}", "a +", "c", "(a", "a)", "a^2", r"\log a", ""]
)
def test_evaluator_does_not_guess(latex: str) -> None:
    with pytest.raises(Unreadable):
        evaluate(latex, {"a": Fraction(2), "b": Fraction(3)})


def operands(given: Answer) -> dict[str, Fraction]:
    """Inputs and outputs as formulas mean them: a percentage is a fraction."""
    values = {**given.inputs, **given.values}
    return {
        key: Fraction(repr(value)) / (100 if given.calculator.quantities[key].unit == "%" else 1)
        for key, value in values.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }


@pytest.mark.parametrize(("calculator", "key"), OUTPUTS)
def test_printed_formula_is_computed(calculator: Calculator, key: str) -> None:
    checked = 0
    for name, case in calculator.cases.items():
        given = answer(calculator, {each: str(value) for each, value in case["given"].items()})
        if key not in given.values or isinstance(given.values[key], Undefined):
            continue
        values = operands(given)
        printed = evaluate(calculator.outputs[key].latex(given.inputs), values)
        assert float(printed) == pytest.approx(float(values[key]), rel=1e-9, abs=1e-12), name
        checked += 1
    assert checked


def test_exemptions_are_needed() -> None:
    for slug, key in EXEMPT:
        calculator = calculators()[slug]
        given = answer(calculator, {})
        with pytest.raises(Unreadable):
            evaluate(calculator.outputs[key].latex(given.inputs), operands(given))
