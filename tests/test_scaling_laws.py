"""Laws of scaling: published measurements, fits computed elsewhere, and what the laws promise."""

import math
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy.optimize import curve_fit, nnls

from calculator.formulas.least_squares import nonnegative
from calculator.formulas.scaling_laws import (
    Law,
    Run,
    all_reduce,
    amdahl,
    fitted,
    gustafson,
    usl,
)
from tests.scaling_data import FITS, SETS

LINES = [line.split() for line in FITS.strip().splitlines()]


def close(printed: str) -> Any:
    """Within half a unit of the last digit that is printed."""
    digits = Decimal(printed)
    exponent = digits.as_tuple().exponent
    assert isinstance(exponent, int)
    return pytest.approx(float(digits), rel=0, abs=0.51 * 10.0**exponent)


def percent(value: float | None) -> float | None:
    return None if value is None else 100 * value


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line[0]))
def test_fits_of_published_sets(line: list[str]) -> None:
    name, *printed = line
    laws = fitted(SETS[name])
    peak = laws["usl"].peak
    found: list[float | None] = [
        laws["amdahl"].base.value,
        *(each.value for each in laws["amdahl"].parameters),
        percent(laws["amdahl"].error),
        laws["usl"].base.value,
        *(each.value for each in laws["usl"].parameters),
        peak,
        None if peak is None else laws["usl"].throughput(peak),
        percent(laws["usl"].error),
        laws["all_reduce"].base.value,
        *(each.value for each in laws["all_reduce"].parameters),
        percent(laws["all_reduce"].error),
        laws["gustafson"].base.value,
        *(each.value for each in laws["gustafson"].parameters),
        percent(laws["gustafson"].error),
    ]
    assert len(found) == len(printed)
    for value, text in zip(found, printed, strict=True):
        assert value == (None if text == "-" else close(text)), text


def test_every_published_set_is_fitted() -> None:
    assert [line[0] for line in LINES] == list(SETS)


def test_fits_of_the_r_package() -> None:
    """usl 1.8 prints these for SPEC SDM91, non-linear in the throughput and three parameters."""
    sizes, rates = map(np.array, zip(*SETS["H"], strict=True))
    found, _covariance = curve_fit(
        lambda n, g, a, b: g * n / (1 + a * (n - 1) + b * n * (n - 1)), sizes, rates, (65, 0, 0)
    )
    assert found == pytest.approx([89.9952330, 0.0277285, 0.0001044], rel=1e-3)
    # Ours weights each run alike, and so stays closer to the small ones.
    law = usl(SETS["H"])
    assert abs(law.throughput(1) / 64.9 - 1) < abs(found[0] / 64.9 - 1)


@pytest.mark.parametrize(
    ("law", "target", "size"),
    [
        (usl(SETS["B3"]), 1000, 65.40515),
        (usl(SETS["B3"]), 1500, 136.7304),
        (usl(SETS["B3"]), 1610, 195.2202),
        (usl(SETS["B3"]), 1614, None),
        (amdahl(SETS["C2"]), 10000, 27.1221),
        (amdahl(SETS["C2"]), 19000, 1307.43),
        (amdahl(SETS["C2"]), 20000, None),
        (all_reduce(SETS["B2"]), 4000, 99.7589),
        (all_reduce(SETS["B2"]), 10000, 340.512),
        (all_reduce(SETS["B2"]), 27000, None),
        (usl(SETS["B3"]), 1, 1),
    ],
)
def test_size_for_a_throughput(law: Law, target: float, size: float | None) -> None:
    found = law.size_for(target)
    assert found == (None if size is None else pytest.approx(size, rel=1e-5))
    if found is not None and found > 1:
        assert law.throughput(found) == pytest.approx(target, rel=1e-9)


@pytest.mark.parametrize(
    ("efficiency", "size"), [(0.9, 36.18764), (0.8, 66.20142), (0.5, 165.6055)]
)
def test_largest_size_at_an_efficiency(efficiency: float, size: float) -> None:
    assert usl(SETS["B3"]).size_at(efficiency) == pytest.approx(size, rel=1e-6)


def test_no_limit_where_a_law_has_none() -> None:
    assert math.isinf(gustafson(SETS["B3"]).size_at(0.5))
    assert math.isinf(gustafson(SETS["B3"]).ceiling)
    assert math.isinf(amdahl(SETS["A2"]).size_at(0.01))


def test_extrapolation() -> None:
    laws = fitted(SETS["B2"])
    for size, printed in {
        96: "3690.87 3690.87 3871.46 4271.73",
        128: "4570.41 4570.41 4920.90 5692.86",
        256: "7112.93 7112.93 8296.59 11377.4",
    }.items():
        for law, text in zip(laws.values(), printed.split(), strict=True):
            assert law.throughput(size) == close(text)
    spread = [law.throughput(16) for law in fitted(SETS["C1"]).values()]
    assert [round(min(spread)), round(max(spread))] == [6138, 39368]


def test_peak_is_the_better_whole_number() -> None:
    law = usl(SETS["C1"])
    assert [round(law.throughput(size), 1) for size in (4, 5)] == [11214.2, 11195.8]
    assert law.peak == 4


def test_two_sizes_are_enough_for_two_parameters() -> None:
    for name in ("A1", "A2"):  # linear to the last digit, and not
        laws = fitted(SETS[name][:2])
        assert list(laws) == ["amdahl", "gustafson"]
        assert [law.error for law in laws.values()] == [None, None]


def test_no_error_is_no_error() -> None:
    linear = [(size, 3.1 * size) for size in (1, 2, 3, 4)]
    assert [law.error for law in fitted(linear).values()] == [0, 0, 0, 0]


def test_standard_errors() -> None:
    """To first order they are those of a non-linear fit of the relative errors."""
    runs = SETS["B3"]
    sizes, rates = map(np.array, zip(*runs, strict=True))
    law = usl(runs)
    found, covariance = curve_fit(
        lambda n, g, a, b: rates * (1 + a * (n - 1) + b * n * (n - 1)) / (g * n),
        sizes,
        np.ones(len(runs)),
        (19, 0.002, 2e-5),
        method="trf",
        x_scale=(1, 1e-3, 1e-5),
    )
    parameters = (law.base, *law.parameters)
    assert [each.value for each in parameters] == pytest.approx(list(found), rel=1e-4)
    errors = np.sqrt(np.diag(covariance))
    assert [each.error for each in parameters] == pytest.approx(list(errors), rel=1e-3)


def test_no_standard_error_at_a_bound_or_without_spare_runs() -> None:
    assert usl(SETS["B2"]).parameters[1].error is None
    assert [each.error for each in usl(SETS["E2"]).parameters] == [None, None]


SIZES = st.lists(st.integers(1, 10**6), min_size=3, max_size=12, unique=True)


@st.composite
def measured(draw: st.DrawFn) -> list[Run]:
    """Runs that scale more or less, with noise."""
    sizes = sorted(draw(SIZES))
    assume(sizes[-1] >= 2 * sizes[0])
    rate = draw(st.floats(1e-3, 1e6))
    serial = draw(st.floats(0, 0.2))
    return [
        (size, rate * size / (1 + serial * (size - 1)) * draw(st.floats(0.8, 1.2)))
        for size in sizes
    ]


def residual(columns: list[Any], runs: list[Run]) -> tuple[float, float]:
    """What the reference leaves over, and its constant coefficient."""
    table = np.column_stack(columns)
    lengths = np.linalg.norm(table, axis=0)
    found, left = nnls(table / lengths, np.ones(len(runs)))
    return float(left), float(found[0])


@given(measured())
def test_fits_are_those_of_the_reference(runs: list[Run]) -> None:
    """Where the reference has a time of one device; else ours can only be as good or worse."""
    n, x = (np.array(each, dtype=float) for each in zip(*runs, strict=True))
    weights = x / n
    terms = {
        "amdahl": [n - 1],
        "usl": [n - 1, n * (n - 1)],
        "all_reduce": [(n - 1) / n, n - 1],
    }
    laws = fitted(runs)
    for name, columns in terms.items():
        left, constant = residual([weights, *(weights * each for each in columns)], runs)
        ours = math.sqrt(laws[name].fit.residual)
        assert ours >= left - 1e-7
        if constant > 1e-6:
            assert ours == pytest.approx(left, rel=1e-6, abs=1e-7)
    left, _constant = residual([n / n[0] / x, 1 / x], runs)
    assert math.sqrt(laws["gustafson"].fit.residual) == pytest.approx(left, rel=1e-6, abs=1e-7)


@given(measured())
@example([(1, 1.0), (2, 1.0), (4, 1.0)])
@example([(384, 100.0), (768, 60.0), (1536, 20.0)])
@example([(1, 1.0), (2, 3.0), (4, 9.0)])
@example([(999_998, 1.0), (999_999, 1.0), (1_000_000, 1.0)])
def test_laws_are_sound(runs: list[Run]) -> None:
    """No parameter is negative, everything is finite, and sizes answer what was asked."""
    smallest = runs[0][0]
    for law in fitted(runs).values():
        assert all(each.value >= 0 for each in law.parameters)
        for size in (smallest, 2 * runs[-1][0], 8 * runs[-1][0]):
            assert 0 < law.throughput(size) < math.inf
            assert law.throughput(size) <= law.ceiling * (1 + 1e-9) or law.name == "amdahl"
        target = 1.5 * law.throughput(smallest)
        found = law.size_for(target)
        if found is not None and found > 1:
            assert law.throughput(found) == pytest.approx(target, rel=1e-6)
        kept = law.size_at(0.7)
        assert kept >= smallest
        if kept < 1e12:
            rate = law.throughput(kept) / kept / (law.throughput(smallest) / smallest)
            assert rate == pytest.approx(0.7, rel=1e-5)


def test_a_column_that_depends_on_another_is_not_used_with_it() -> None:
    fit = nonnegative([[1, 1, 1], [2, 2, 2]], [3, 3, 3])
    assert len(fit.used) == 1
    assert fit.residual == pytest.approx(0)
