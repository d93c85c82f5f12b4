"""Rounding that forgives float dust, and settling of what leaves a computation."""

import math
from fractions import Fraction
from typing import cast

SETTLED_DIGITS = 12
# From here on, doubles do not hold every whole number.
WHOLE_UP_TO = 2**53


def settle(value: float) -> float:
    """Round to 12 significant digits, so that 2.8499999999999996 is 2.85.

    Whole numbers have no dust, as long as a double holds each of them, and keep all digits.
    """
    if value.is_integer() and abs(value) < WHOLE_UP_TO:
        return value
    return float(f"{value:.{SETTLED_DIGITS}g}")


def _nearest_if_dust(value: float | Fraction) -> int | None:
    """The nearest whole number, where the difference can only be float dust.

    The tolerance is relative, 10⁻⁹, but never above 10⁻³, which keeps large counts right.
    """
    nearest = round(value)
    tolerance = min(1e-9 * max(1.0, abs(float(value))), 1e-3)
    return nearest if abs(float(value - nearest)) <= tolerance else None


def ceiling(value: float | Fraction) -> int:
    """The smallest whole number that is not below `value`, float dust aside.

    Infinity stays infinity, for the engine to leave out or to refuse.
    """
    if value == math.inf:
        return cast("int", value)
    nearest = _nearest_if_dust(value)
    return math.ceil(value) if nearest is None else nearest


def floor(value: float | Fraction) -> int:
    """The largest whole number that is not above `value`, float dust aside.

    Infinity stays infinity, for the engine to leave out or to refuse.
    """
    if value == math.inf:
        return cast("int", value)
    nearest = _nearest_if_dust(value)
    return math.floor(value) if nearest is None else nearest
