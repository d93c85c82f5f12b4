"""Linear least squares with coefficients that are not negative, for the few terms of a law."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

Column = Sequence[float]
# What is left of a column after the others, relative to all of it, below which it adds nothing.
DEPENDENT = 1e-11


@dataclass(frozen=True)
class Fit:
    """Coefficients in the order of the columns, 0 where a column is not used.

    `residual` is the sum of squares that is left, `free` the number of rows beyond the columns
    in use. `inverse` is R⁻¹ of the QR decomposition of the columns in use, which are `used`.
    """

    coefficients: tuple[float, ...]
    residual: float
    free: int
    used: tuple[int, ...]
    inverse: tuple[tuple[float, ...], ...]

    def standard_error(self, gradient: Sequence[float]) -> float | None:
        """The standard error, to first order, of a function of the coefficients.

        `gradient` holds its derivatives. Without rows to spare there is none. A coefficient
        that is 0 counts as known.
        """
        if self.free < 1:
            return None
        partial = [gradient[place] for place in self.used]
        size = len(partial)
        projected = (
            math.fsum(self.inverse[row][column] * partial[row] for row in range(size))
            for column in range(size)
        )
        return math.sqrt(self.residual / self.free * math.fsum(each * each for each in projected))


def nonnegative(columns: Sequence[Column], target: Column, always: tuple[int, ...] = ()) -> Fit:
    """The coefficients, none negative, that bring the sum of the columns closest to `target`.

    Lawson & Hanson (1974), "Solving Least Squares Problems", pose the problem; with three
    columns at the most, trying every subset of them is the shortest way to its solution.
    Columns named in `always` stand in every subset.
    """
    fits = [
        fit
        for count in range(1, len(columns) + 1)
        for used in combinations(range(len(columns)), count)
        if {*always} <= {*used}
        if (fit := _fit(columns, used, target)) and min(fit.coefficients) >= 0
    ]
    return min(fits, key=lambda fit: fit.residual)


def _fit(columns: Sequence[Column], used: tuple[int, ...], target: Column) -> Fit | None:
    """Plain least squares with some of the columns, by modified Gram-Schmidt.

    None where a column depends on those before it.
    """
    size = len(used)
    basis = [list(columns[place]) for place in used]
    rest = list(target)
    upper = [[0.0] * size for _ in used]
    projected = [0.0] * size
    for step, place in enumerate(used):
        length = _norm(basis[step])
        if length <= DEPENDENT * _norm(columns[place]):
            return None
        basis[step] = [each / length for each in basis[step]]
        upper[step][step] = length
        for later in range(step + 1, size):
            upper[step][later] = _dot(basis[step], basis[later])
            _subtract(basis[later], upper[step][later], basis[step])
        projected[step] = _dot(basis[step], rest)
        _subtract(rest, projected[step], basis[step])
    inverse = _inverse(upper)
    coefficients = [0.0] * len(columns)
    for row, place in enumerate(used):
        coefficients[place] = _dot(inverse[row], projected)
    return Fit(
        coefficients=tuple(coefficients),
        residual=_dot(rest, rest),
        free=len(target) - size,
        used=used,
        inverse=tuple(map(tuple, inverse)),
    )


def _inverse(upper: list[list[float]]) -> list[list[float]]:
    """The inverse of an upper triangular matrix."""
    size = len(upper)
    inverse = [[0.0] * size for _ in upper]
    for column in range(size):
        inverse[column][column] = 1 / upper[column][column]
        for row in reversed(range(column)):
            known = math.fsum(
                upper[row][between] * inverse[between][column]
                for between in range(row + 1, column + 1)
            )
            inverse[row][column] = -known / upper[row][row]
    return inverse


def _dot(first: Column, second: Column) -> float:
    return math.fsum(a * b for a, b in zip(first, second, strict=True))


def _norm(column: Column) -> float:
    return math.sqrt(_dot(column, column))


def _subtract(column: list[float], factor: float, other: Column) -> None:
    for row, each in enumerate(other):
        column[row] -= factor * each
