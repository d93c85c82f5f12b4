"""What a run on the cluster takes in time, money and energy, as far as it is asked."""

from typing import Any

from calculator.formulas.rounding import ceiling
from calculator.messages import R_NEVER
from calculator.outputs import Undefined

SECONDS_PER_HOUR = 3600


def costs(
    *,
    devices: int,
    ideal: float,
    actual: float,
    efficiency: float,
    total_work: float | None,
    goodput: float,
    price: float | None,
    power: float | None,
    pue: float,
    electricity_price: float | None,
) -> dict[str, Any]:
    """The outputs that follow from what was given, by their keys; none where nothing was.

    Throughputs are in units of work per second, efficiency and goodput are fractions, the
    price is for an hour of one device, its power in watts. What has to be paid lasts as long
    as the work takes at the actual throughput and with breaks, the ideal neither loses nor
    breaks.
    """
    found: dict[str, Any] = {}
    useful = actual * goodput
    waste = 1 - efficiency
    hours: float | Undefined | None = None
    if total_work is not None:
        hours = total_work / useful / SECONDS_PER_HOUR if useful else Undefined(R_NEVER)
        ideal_hours = total_work / ideal / SECONDS_PER_HOUR
        found |= {"time_hours": hours, "time_ideal": ideal_hours}
    if price is not None:
        hourly = devices * price
        found["wasted_per_hour"] = hourly * waste
        found["cost_per_million"] = per_work(hourly, useful, 1e6)
        if hours is not None:
            bill = times(hours, hourly)
            found["run_cost"] = bill
            found["ideal_cost"] = ideal_hours * hourly
            found["wasted_run_cost"] = times(bill, waste)
    if power is not None:
        kilowatts = devices * power * pue / 1000
        found["cluster_power"] = kilowatts
        found["energy_per_thousand"] = per_work(1000 * kilowatts, useful, 1e3)
        if hours is not None:
            energy = times(hours, kilowatts)
            found["run_energy"] = energy
            found["wasted_energy"] = times(energy, waste)
            if electricity_price is not None:
                found["run_energy_cost"] = times(energy, electricity_price)
    return found


def times(amount: float | Undefined, factor: float) -> float | Undefined:
    """A multiple of an amount, which stays undefined where it is."""
    return amount if isinstance(amount, Undefined) else amount * factor


def per_work(hourly: float, throughput: float, units: float) -> float | Undefined:
    """What so many units of work take of something that is used up by the hour."""
    if not throughput:
        return Undefined(R_NEVER)
    return hourly / (SECONDS_PER_HOUR * throughput) * units


def deadline(
    *,
    total_work: float,
    hours: float,
    throughput_per_device: float,
    efficiency: float,
    goodput: float,
    price: float | None,
) -> dict[str, Any]:
    """The fewest devices that do the work in time at a constant efficiency, their time and cost.

    Efficiency and goodput are fractions; the rest is as in `costs`.
    """
    rate = throughput_per_device * efficiency * goodput
    size: int | Undefined
    needed: float | Undefined
    if rate:
        alone = total_work / rate / SECONDS_PER_HOUR
        size = ceiling(alone / hours)
        needed = alone / size
    else:
        size = needed = Undefined(R_NEVER)
    found: dict[str, Any] = {"deadline_devices": size, "deadline_time": needed}
    if price is not None:
        found["deadline_cost"] = (
            needed if isinstance(size, Undefined) else times(needed, size * price)
        )
    return found
