"""Where a curve comes to a target: bisection, which is exact over whole numbers."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

# A range is looked through at so many places, evenly and by powers, before one is narrowed down.
PLACES = 65
# Enough to tell any two doubles apart.
HALVINGS = 1100
# What stands for 0 where a range begins above it, as a part of the range's upper end.
ALMOST_NOTHING = 1e-15

# The value of a curve at a place; None where it has none.
Curve = Callable[[float], float | None]
Point = tuple[float, float]


@dataclass(frozen=True)
class Range:
    """The places to look at: from `low` to `high`, all numbers or `whole` ones only.

    `open_low` leaves the lower end out.
    """

    low: float
    high: float
    whole: bool = False
    open_low: bool = False


@dataclass(frozen=True)
class Found:
    """The first place at which a curve comes to a target, and its value there.

    `met` is false where it never does; then this is where it comes nearest. `several` says that
    it passes the target again further on. `exact` is the place beside a whole number at which
    the curve has the target's very value. `constant` says that the curve is the same everywhere.
    """

    place: float
    value: float
    met: bool = True
    several: bool = False
    exact: float | None = None
    constant: bool = False


class Search:
    """The search for one target on one curve.

    Among all numbers the curve has to pass through the target. Among whole numbers it has to be
    at the target or beyond: above it, or below it with `at_most`; of the two whole numbers
    around a crossing, the one that is so is the answer. There `curve` has to be free of the dust
    of floating point; `fine` has values between whole numbers too, dust or not, and gives the
    exact place.
    """

    def __init__(
        self,
        curve: Curve,
        places: Range,
        target: float,
        *,
        at_most: bool = False,
        fine: Curve | None = None,
    ) -> None:
        self.curve, self.places, self.target = curve, places, target
        self.at_most, self.fine = at_most, fine

    def found(self) -> Found | None:
        """The answer; None where the curve has no value in the whole range."""
        points = list(self._points())
        if not points:
            return None
        if len(points) > 1 and len({value for _place, value in points}) == 1:
            return Found(*points[0], met=points[0][1] == self.target, constant=True)
        crossings = [
            (left[0], right[0])
            for left, right in pairwise(points)
            if self._beyond(left[1]) != self._beyond(right[1])
        ]
        hits = [point for point in points if point[1] == self.target]
        if crossings and not (hits and hits[0][0] < crossings[0][0]):
            return self._at(*crossings[0], several=len(crossings) > 1)
        if hits:
            return Found(*hits[0], several=bool(crossings))
        nearest = min(points, key=self._distance)
        return Found(*nearest, met=self.places.whole and self._beyond(nearest[1]))

    def _distance(self, point: Point) -> Fraction:
        """How far a point is from the target, exact also where the target dwarfs the values."""
        return abs(Fraction(point[1]) - Fraction(self.target))

    def _beyond(self, value: float) -> bool:
        return value <= self.target if self.at_most else value >= self.target

    def _points(self) -> Iterator[Point]:
        """Points over the range, with the edges of where the curve has a value."""
        before: tuple[float, bool] | None = None
        for place in _spread(self.places):
            value = self.curve(place)
            exists = value is not None
            if before is not None and before[1] != exists:
                edges = _narrowed(
                    lambda at: self.curve(at) is not None, before[0], place, self.places.whole
                )
                edge = edges[0] if before[1] else edges[1]
                yield edge, self._value(edge)
            if value is not None:
                yield place, value
            before = place, exists

    def _value(self, place: float) -> float:
        value = self.curve(place)
        assert value is not None
        return value

    def _is_beyond(self, curve: Curve, place: float) -> bool:
        value = curve(place)
        return value is not None and self._beyond(value)

    def _at(self, low: float, high: float, *, several: bool) -> Found:
        """The answer at a crossing between two places."""

        def beyond(place: float) -> bool:
            return self._is_beyond(self.curve, place)

        left, right = _narrowed(beyond, low, high, self.places.whole)
        place = left if beyond(left) else right
        value = self._value(place)
        exact = None if value == self.target else self._exact(left, right)
        return Found(place, value, several=several, exact=exact)

    def _exact(self, left: float, right: float) -> float | None:
        """Where between two whole numbers the curve has the target's very value."""
        if self.fine is None:
            return None
        fine = self.fine
        return _narrowed(lambda place: self._is_beyond(fine, place), left, right, whole=False)[1]


def _spread(places: Range) -> list[float]:
    """Places that cover a range of many powers of ten as well as one around 0."""
    low, high = places.low, places.high
    if places.open_low:
        low += max(abs(high), 1) * ALMOST_NOTHING
    steps = [step / (PLACES - 1) for step in range(PLACES)]
    spread = {low, high, *(low + (high - low) * step for step in steps)}
    if low >= 0 and high > 0:
        start = low or (1 if places.whole else high * ALMOST_NOTHING)
        spread |= {start * (high / start) ** step for step in steps}
    inside = {min(max(place, low), high) for place in spread}
    return sorted({round(place) for place in inside} if places.whole else inside)


def _narrowed(
    test: Callable[[float], bool], left: float, right: float, whole: bool
) -> tuple[float, float]:
    """Two neighbours of which only one passes a test, from two places of which only one does."""
    passes = test(left)
    for _halving in range(HALVINGS):
        middle = (left + right) // 2 if whole else (left + right) / 2
        if not left < middle < right:
            break
        if test(middle) == passes:
            left = middle
        else:
            right = middle
    return left, right
