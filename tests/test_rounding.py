"""Rounding: float dust is forgiven, and nothing else is."""

import math
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from calculator.answers import answer
from calculator.formulas.rounding import ceiling, floor, settle
from calculator.registry import calculators


@pytest.mark.parametrize(
    ("value", "up", "down"),
    [
        (7 * 2 * 1.2 / (24 * 0.7), 1, 1),  # R2: 16.8 GB on 16.8 GB, 1.0000000000000002 in floats
        (3 / 3e-2, 100, 100),
        (0.1 * 3 / 0.1, 3, 3),
        (1.1 * 1.1 / 1.21, 1, 1),
        (2.5, 3, 2),
        (-2.5, -2, -3),
        (-3.0000000000001, -3, -3),
        (-2.9999999999999, -3, -3),
        (0.0, 0, 0),
        (1e-12, 0, 0),
        (-1e-12, 0, 0),
        (1e-6, 1, 0),
        (1 + 5e-9, 2, 1),
        (1 + 5e-10, 1, 1),
        (1000 + 5e-7, 1000, 1000),  # the tolerance is relative
        (0.99999, 1, 0),
        (1e12 + 0.4, 10**12 + 1, 10**12),
        (1e12 + 0.002, 10**12 + 1, 10**12),  # 10⁻⁹ of it would be 1,000
        (1e12 - 0.002, 10**12, 10**12 - 1),
        (1e12 + 0.0005, 10**12, 10**12),
        (Fraction(1, 3), 1, 0),
        (Fraction(10**30), 10**30, 10**30),
        (Fraction(10**30) + Fraction(1, 2), 10**30 + 1, 10**30),
        (1e300, int(1e300), int(1e300)),
    ],
)
def test_up_and_down(value: float | Fraction, up: int, down: int) -> None:
    assert (ceiling(value), floor(value)) == (up, down)


@given(st.integers(-(10**12), 10**12), st.integers(1, 10**6))
@example(168, 168)
def test_whole_ratios_of_floats_are_whole(number: int, factor: int) -> None:
    """However the float division comes out, as long as its dust is below a thousandth."""
    value = (number * factor / 10) / (factor / 10)
    assert ceiling(value) == floor(value) == number


@given(st.floats(-1e15, 1e15))
def test_never_further_than_one(value: float) -> None:
    assert -1e-3 <= ceiling(value) - value <= 1
    assert -1e-3 <= value - floor(value) <= 1


@pytest.mark.parametrize(
    ("value", "settled"),
    [
        (3 * 0.95, 2.85),  # R1: 2.8499999999999996
        (0.1 + 0.2, 0.3),
        (1 - 0.9, 0.1),
        (-(0.1 + 0.2), -0.3),
        (1 / 3, 0.333333333333),
        (2 / 3 * 1e-9, 6.66666666667e-10),
        (6.3e24 * (1 + 1e-15), 6.3e24),
        (0.0, 0.0),
        (math.inf, math.inf),
    ],
)
def test_settle(value: float, settled: float) -> None:
    assert settle(value) == settled


@given(st.floats(allow_nan=False))
def test_settled_stays_settled(value: float) -> None:
    assert settle(settle(value)) == settle(value)
    assert settle(-value) == -settle(value)


def test_whole_answers_keep_all_digits() -> None:
    """900 · 123,456,789,123 by hand: only what is not whole is settled."""
    flagship = calculators()["data-parallel-scaling"]
    query = {"devices": "900", "throughput_per_device": "123456789123"}
    assert answer(flagship, query).values["ideal_throughput"] == 111111110210700
