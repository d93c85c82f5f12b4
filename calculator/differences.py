"""What a result differs by from another one, in writing."""

from decimal import Decimal

from django.utils.translation import gettext

from calculator import units
from calculator.evaluation import endless
from calculator.numbers import Written, rounded_percent
from calculator.outputs import Output


def differences(output: Output, code: str, first: float, value: float, language: str) -> list[str]:
    """The difference to the first value: its amount, and where that says something its percent.

    Both values are in the unit `code`. That of percentages is in percentage points. Nothing is
    said of a difference that is too large for a number.
    """
    amount = _minus(value, first)
    if endless(amount):
        return []
    if not amount:
        return ["±0"]
    written = _signed(output.number(amount))
    if code == "%":
        return [gettext("%(number)s pp") % {"number": written}]
    said = [units.with_unit(written, code, language) if code in units.ATTACHED else written]
    share = _percent(amount, first)
    if share is not None:
        said.append(f"{_signed(rounded_percent(share))}%")
    return said


def _minus(value: float, first: float) -> float:
    """The difference of the numbers as they are written, without the dust of doubles."""
    if isinstance(value, int) and isinstance(first, int):
        return value - first
    return float(Decimal(repr(value)) - Decimal(repr(first)))


def _percent(amount: float, first: float) -> float | None:
    """The share of an amount in the first value; None beyond what a double tells from 0."""
    try:
        share = 100 * (amount / abs(first))
    except ArithmeticError:
        return None
    return None if endless(share) or not share else share


def _signed(number: Written) -> str:
    return str(number) if number.digits.startswith("−") else f"+{number}"
