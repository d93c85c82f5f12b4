"""Axes of charts: the round numbers at which an axis is marked, and where a number stands on it."""

import math

MOST_LINEAR = 6
MOST_LOG = 8
# A step between marks is one of these times a power of ten.
ROUND_STEPS = (1, 2, 5, 10)


def linear_ticks(low: float, high: float, most: int = MOST_LINEAR) -> list[float]:
    """Multiples of a round step from `low` to `high`, both ends included, `most` at the most.

    Raises ValueError where `low` is not below `high`.
    """
    if not low < high:
        raise ValueError(f"no axis from {low} to {high}")
    power = 10.0 ** math.floor(math.log10((high - low) / (most - 1)))
    for factor in ROUND_STEPS:
        step = factor * power
        # Float dust would lose the mark at an end.
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        if last - first < most:
            break
    return [float(f"{count * step:.12g}") for count in range(first, last + 1)]


def log_ticks(low: float, high: float, *, base: int = 2, most: int = MOST_LOG) -> list[float]:
    """Powers of `base` from `low` to `high`, both ends included; every second, third and so on
    where there would be more than `most`.

    Raises ValueError where `low` is not above 0 and below `high`.
    """
    if not 0 < low < high:
        raise ValueError(f"no logarithmic axis from {low} to {high}")
    first = math.ceil(math.log(low, base) - 1e-9)
    last = math.floor(math.log(high, base) + 1e-9)
    every = max(1, math.ceil((last - first + 1) / most))
    return [float(base) ** power for power in range(first, last + 1, every)]


def linear_position(value: float, low: float, high: float) -> float:
    """Where a number stands on an axis: 0 at `low`, 1 at `high`."""
    return (value - low) / (high - low)


def log_position(value: float, low: float, high: float) -> float:
    """Where a number stands on a logarithmic axis: 0 at `low`, 1 at `high`."""
    return linear_position(math.log(value), math.log(low), math.log(high))
