"""Axes of charts: few round marks, inside the axis, at the right place."""

import math
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from calculator.axes import (
    MOST_LINEAR,
    MOST_LOG,
    linear_position,
    linear_ticks,
    log_position,
    log_ticks,
)


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [
        (0, 100, [0, 20, 40, 60, 80, 100]),
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0, 6, [0, 2, 4, 6]),
        (-5, 5, [-4, -2, 0, 2, 4]),
        (0, 140, [0, 50, 100]),
        (3, 3.5, [3, 3.1, 3.2, 3.3, 3.4, 3.5]),
        (0, 115200, [0, 20000, 40000, 60000, 80000, 100000]),
    ],
)
def test_linear_marks(low: float, high: float, marks: list[float]) -> None:
    assert linear_ticks(low, high) == marks


@pytest.mark.parametrize(
    ("low", "high", "base", "marks"),
    [
        (1, 64, 2, [1, 2, 4, 8, 16, 32, 64]),
        (384, 6144, 2, [512, 1024, 2048, 4096]),
        (1, 256, 2, [1, 4, 16, 64, 256]),
        (1, 1e6, 10, [1, 10, 100, 1e3, 1e4, 1e5, 1e6]),
        (0.001, 1000, 10, [0.001, 0.01, 0.1, 1, 10, 100, 1000]),
        (5, 7, 2, []),
    ],
)
def test_logarithmic_marks(low: float, high: float, base: int, marks: list[float]) -> None:
    assert log_ticks(low, high, base=base) == pytest.approx(marks)


@given(st.floats(-1e12, 1e12), st.floats(1e-6, 1e12))
def test_linear_marks_are_few_even_and_inside(low: float, length: float) -> None:
    high = low + length
    assume(length > 1e-6 * abs(low))
    marks = linear_ticks(low, high)
    dust = 1e-6 * length
    assert 2 <= len(marks) <= MOST_LINEAR
    assert low - dust <= marks[0] < marks[-1] <= high + dust
    steps = [second - first for first, second in pairwise(marks)]
    assert max(steps) - min(steps) <= dust


@given(st.floats(1e-9, 1e9), st.floats(1.01, 1e9), st.sampled_from([2, 10]))
def test_logarithmic_marks_are_few_and_inside(low: float, ratio: float, base: int) -> None:
    marks = log_ticks(low, low * ratio, base=base)
    assert len(marks) <= MOST_LOG
    assert all(low * (1 - 1e-8) <= mark <= low * ratio * (1 + 1e-8) for mark in marks)
    powers = [math.log(mark, base) for mark in marks]
    assert powers == pytest.approx([round(power) for power in powers])


def test_an_axis_has_a_length() -> None:
    for low, high in ((1, 1), (2, 1), (math.nan, 1)):
        with pytest.raises(ValueError, match="no axis"):
            linear_ticks(low, high)
    for low, high in ((0, 1), (-1, 1), (4, 4)):
        with pytest.raises(ValueError, match="no logarithmic axis"):
            log_ticks(low, high)


def test_positions_on_an_axis() -> None:
    assert [linear_position(value, 50, 150) for value in (50, 75, 150)] == [0, 0.25, 1]
    assert [log_position(value, 1, 256) for value in (1, 16, 256)] == pytest.approx([0, 0.5, 1])
