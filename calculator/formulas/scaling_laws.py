"""Laws of scaling, fitted to measured runs: Amdahl, Gunther's USL, the all-reduce law, Gustafson.

With N devices and the throughput X, the first three give N/X, the time per unit of work and
device, as a sum of terms whose coefficients are not negative; Gustafson's gives X so. A fit
minimizes the squares of the relative errors of X over all such coefficients. Throughputs are in
units of work per second, sizes in devices; shares and costs are fractions.

Amdahl (1967), "Validity of the single processor approach to achieving large scale computing
capabilities"; Gunther (2007), "Guerrilla Capacity Planning"; Gustafson (1988), "Reevaluating
Amdahl's law". The all-reduce law is that of a ring, in which each device exchanges (N − 1)/N
of the gradients in a number of messages that grows with N − 1.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from calculator.formulas.least_squares import Fit, nonnegative

Run = tuple[int, float]
# a + b·N + c·N²
Polynomial = tuple[float, float, float]
# Beyond this a size says nothing any more.
LARGEST_SIZE = 1e15
# A relative error that is only that of arithmetic.
DUST = 1e-12


@dataclass(frozen=True)
class Parameter:
    """What a fitted coefficient says, with its standard error where that is known."""

    name: str
    value: float
    error: float | None


@dataclass(frozen=True)
class Law:
    """A fitted law: the throughput per device is `above`(N) / `below`(N).

    `base` is the throughput that the fit implies at `base_size`: one device, or the smallest
    size measured in Gustafson's law. `ceiling` is what no size exceeds, which may be
    infinite.
    """

    name: str
    runs: tuple[Run, ...]
    fit: Fit
    above: Polynomial
    below: Polynomial
    base: Parameter
    parameters: tuple[Parameter, ...]
    ceiling: float
    peak: int | None = None
    base_size: int = 1

    @property
    def smallest(self) -> int:
        return min(devices for devices, _throughput in self.runs)

    def _per_device(self, devices: float) -> float:
        return _value(self.above, devices) / _value(self.below, devices)

    def throughput(self, devices: float) -> float:
        return devices * self._per_device(devices)

    @cached_property
    def error(self) -> float | None:
        """Root mean square of the relative errors of the throughput.

        None where there are as many sizes as coefficients: no error can be left then, but for
        what the bound of a coefficient leaves.
        """
        sizes = len({devices for devices, _throughput in self.runs})
        if sizes <= len(self.fit.used):
            return None
        errors = [rate / self.throughput(devices) - 1 for devices, rate in self.runs]
        error = math.sqrt(math.fsum(each * each for each in errors) / len(errors))
        if error > DUST:
            return error
        return None if sizes <= len(self.fit.coefficients) else 0.0

    def size_for(self, target: float) -> float | None:
        """The smallest size, not rounded, that reaches a throughput; None where none does."""
        if self.throughput(1) >= target:
            return 1.0
        # N · above − target · below = 0; `above` has no N² in any law.
        a, b, c = self.below
        equation = (-target * a, self.above[0] - target * b, self.above[1] - target * c)
        reached = [root for root in _roots(equation) if 1 < root <= LARGEST_SIZE]
        return min(reached, default=None)

    def size_at(self, efficiency: float) -> float:
        """The largest size, not rounded, with at least this efficiency; may be infinite."""
        rate = efficiency * self._per_device(self.smallest)
        a, b, c = (
            above - rate * below for above, below in zip(self.above, self.below, strict=True)
        )
        return max((root for root in _roots((a, b, c)) if root > 0), default=math.inf)


def amdahl(runs: Sequence[Run]) -> Law:
    """X = g·N / (1 + s·(N − 1)): a share s of the work gains nothing from more devices."""
    fit = _fit_time(runs, lambda n: n - 1)
    constant, serial = fit.coefficients
    return Law(
        "amdahl",
        tuple(runs),
        fit,
        above=(1, 0, 0),
        below=(constant - serial, serial, 0),
        base=_one_device(fit),
        parameters=_relative(fit, "serial_share"),
        ceiling=_inverse(serial),
    )


def usl(runs: Sequence[Run]) -> Law:
    """X = g·N / (1 + α·(N − 1) + β·N·(N − 1)): contention, and a cost of every pair."""
    fit = _fit_time(runs, lambda n: n - 1, lambda n: n * (n - 1))
    constant, contention, coherency = fit.coefficients
    above: Polynomial = (1, 0, 0)
    below: Polynomial = (constant - contention, contention - coherency, coherency)
    peak = _peak(fit, above, below)
    return Law(
        "usl",
        tuple(runs),
        fit,
        above=above,
        below=below,
        base=_one_device(fit),
        parameters=_relative(fit, "contention", "coherency"),
        ceiling=_inverse(contention) if peak is None else peak / _value(below, peak),
        peak=peak,
    )


def all_reduce(runs: Sequence[Run]) -> Law:
    """X = g·N / (1 + κ·(N − 1)/N + λ·(N − 1)): bandwidth, and latency of every device more."""
    fit = _fit_time(runs, lambda n: (n - 1) / n, lambda n: n - 1)
    constant, bandwidth, latency = fit.coefficients
    return Law(
        "all_reduce",
        tuple(runs),
        fit,
        above=(0, 1, 0),
        below=(-bandwidth, constant + bandwidth - latency, latency),
        base=_one_device(fit),
        parameters=_relative(fit, "bandwidth_cost", "latency_cost"),
        ceiling=_inverse(latency),
    )


def gustafson(runs: Sequence[Run]) -> Law:
    """X = X₀·(m − s′·(m − 1)), m = N/N₀: a fixed share of every block of N₀ devices is lost."""
    smallest = min(devices for devices, _throughput in runs)
    weights = [1 / rate for _devices, rate in runs]
    fit = nonnegative(
        [
            [
                weight * devices / smallest
                for weight, (devices, _rate) in zip(weights, runs, strict=True)
            ],
            weights,
        ],
        [1.0] * len(runs),
    )
    gained, fixed = fit.coefficients
    block = gained + fixed
    gradient = (-fixed / block**2, gained / block**2)
    return Law(
        "gustafson",
        tuple(runs),
        fit,
        above=(fixed, gained / smallest, 0),
        below=(0, 1, 0),
        base=Parameter("block_throughput", block, fit.standard_error((1, 1))),
        parameters=(
            Parameter("lost_share", fixed / block, fit.standard_error(gradient) if fixed else None),
        ),
        ceiling=math.inf if gained else fixed,
        base_size=smallest,
    )


# How many sizes a law needs: as many as it has coefficients.
LAWS: dict[str, tuple[Callable[[Sequence[Run]], Law], int]] = {
    "amdahl": (amdahl, 2),
    "usl": (usl, 3),
    "all_reduce": (all_reduce, 3),
    "gustafson": (gustafson, 2),
}


def fitted(runs: Sequence[Run]) -> dict[str, Law]:
    """Every law that the runs have enough sizes for, by name."""
    sizes = len({devices for devices, _throughput in runs})
    return {name: law(runs) for name, (law, needed) in LAWS.items() if sizes >= needed}


def _fit_time(runs: Sequence[Run], *terms: Callable[[int], float]) -> Fit:
    """The coefficients of N/X. Times X/N, so that what is left is the relative error of X."""
    weights = [rate / devices for devices, rate in runs]
    columns = [
        [weight * term(devices) for weight, (devices, _rate) in zip(weights, runs, strict=True)]
        for term in terms
    ]
    return nonnegative([weights, *columns], [1.0] * len(runs), always=(0,))


def _one_device(fit: Fit) -> Parameter:
    constant, *others = fit.coefficients
    error = fit.standard_error((-1 / constant**2, *(0 for _ in others)))
    return Parameter("device_throughput", 1 / constant, error)


def _relative(fit: Fit, *names: str) -> tuple[Parameter, ...]:
    """The coefficients relative to the constant one."""
    constant, *others = fit.coefficients
    parameters = []
    for place, (name, coefficient) in enumerate(zip(names, others, strict=True)):
        gradient = [-coefficient / constant**2, *(0.0 for _ in others)]
        gradient[place + 1] = 1 / constant
        error = fit.standard_error(gradient) if coefficient else None
        parameters.append(Parameter(name, coefficient / constant, error))
    return tuple(parameters)


def _peak(fit: Fit, above: Polynomial, below: Polynomial) -> int | None:
    """The whole number of devices with the highest throughput by the USL, if it has one."""
    constant, contention, coherency = fit.coefficients
    if not coherency:
        return None
    exact = math.sqrt(max(0.0, (constant - contention) / coherency))
    if exact > LARGEST_SIZE:
        return None
    around = (max(1, math.floor(exact)), max(1, math.ceil(exact)))
    return max(around, key=lambda size: size * _value(above, size) / _value(below, size))


def _value(polynomial: Polynomial, at: float) -> float:
    a, b, c = polynomial
    return a + (b + c * at) * at


def _inverse(value: float) -> float:
    return 1 / value if value else math.inf


def _roots(polynomial: Polynomial) -> list[float]:
    """The real roots of a + b·x + c·x², found without cancellation."""
    a, b, c = polynomial
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return []
    larger = -(b + math.copysign(math.sqrt(discriminant), b)) / 2
    return [dividend / divisor for dividend, divisor in ((a, larger), (larger, c)) if divisor]
