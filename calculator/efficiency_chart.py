"""The chart of efficiency against devices: measured runs as points, fitted laws as lines."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from calculator import units
from calculator.axes import linear_position, linear_ticks, log_position, log_ticks
from calculator.messages import Text
from calculator.numbers import exact, rounded, rounded_percent
from calculator.stencils import Stencil, kept, stencil

# The picture is 292 pixels high at every width. Across, places are percentages of the width:
# numbers of the axis left of the plot, names of the lines right of it.
LEFT, RIGHT = 11, 72
TOP, BOTTOM = 30, 262
# Names of lines that end close together are kept so far apart, and off the axis.
NAME_STEP, LOWEST_NAME = 16, BOTTOM - 6
# The drawing inside is stretched to the plot, in units of its own.
ACROSS = 1000
# Five numbers as long as 16,384 have room on a phone.
MOST_SIZES = 5

Point = tuple[float, float]


@dataclass(frozen=True)
class Curve:
    """A line through (devices, efficiency in percent), with its name and how it is dashed."""

    code: str
    name: Text
    points: tuple[Point, ...]


@dataclass(frozen=True)
class EfficiencyChart:
    """What is drawn: `measured` and `curves` in devices and percent, from the smallest size on.

    Beyond `largest` nothing was measured. `wanted_size` and `wanted_efficiency` are the
    visitor's own.
    """

    measured: tuple[Point, ...]
    largest: int
    curves: tuple[Curve, ...]
    wanted_size: int | None = None
    wanted_efficiency: float | None = None


@dataclass(frozen=True)
class _Scale:
    """Places in the picture: across in percent of its width, down in pixels."""

    smallest: float
    end: float
    top: float

    def across(self, size: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * log_position(size, self.smallest, self.end), 2)

    def down(self, efficiency: float) -> float:
        share = linear_position(min(efficiency, self.top), 0, self.top)
        return round(BOTTOM - (BOTTOM - TOP) * share, 1)

    def path(self, points: Iterable[Point]) -> str:
        """A line in the units of the stretched drawing."""
        steps = (
            f"{ACROSS * log_position(size, self.smallest, self.end):.1f} "
            f"{self.down(efficiency) - TOP:.1f}"
            for size, efficiency in points
        )
        return "M" + "L".join(steps)


def draw(chart: EfficiencyChart, language: str) -> SafeString:
    """The chart as SVG, in the language in use."""
    scale = _scale(chart)
    largest = scale.across(chart.largest)
    return _frame(language).fill(
        {
            "title": gettext("Efficiency against devices"),
            "description": _description(chart, language),
            "hatched": format_html(
                '<rect class="unmeasured" x="{0}%" y="{1}" width="{2}%" height="{3}"/>'
                '<line class="bound" x1="{0}%" x2="{0}%" y1="{1}" y2="{4}"/>',
                largest,
                TOP,
                round(RIGHT - largest, 2),
                BOTTOM - TOP,
                BOTTOM,
            ),
            "unmeasured": format_html(
                '<text x="{}%" y="{}" text-anchor="end">{}</text>',
                RIGHT,
                TOP - 12,
                gettext("Not measured"),
            ),
            "levels": _levels(scale),
            "sizes": _sizes(chart, scale),
            "wanted": _wanted(chart, scale),
            "lines": format_html_join(
                "",
                '<path class="law {}" d="{}" vector-effect="non-scaling-stroke"/>',
                ((curve.code, scale.path(curve.points)) for curve in chart.curves),
            ),
            "points": format_html_join(
                "",
                '<circle cx="{}%" cy="{}" r="4.5"/>',
                ((scale.across(size), scale.down(each)) for size, each in chart.measured),
            ),
            "names": format_html_join("", '<text x="{}%" y="{}">{}</text>', _names(chart, scale)),
            "axis": units.text("devices", language),
        }
    )


@kept
def _frame(language: str) -> Stencil:
    context = {
        "left": LEFT,
        "top": TOP,
        "bottom": BOTTOM,
        "width": RIGHT - LEFT,
        "height": BOTTOM - TOP,
        "across": ACROSS,
        "right": RIGHT,
    }
    return stencil("calculator/_efficiency_chart.html", context)


def _scale(chart: EfficiencyChart) -> _Scale:
    highest = max(efficiency for _size, efficiency in chart.measured)
    return _Scale(
        smallest=chart.measured[0][0],
        end=max(curve.points[-1][0] for curve in chart.curves),
        top=max(100.0, highest),
    )


def _levels(scale: _Scale) -> SafeString:
    """Hairlines with their numbers, the unit on the top one."""
    levels = linear_ticks(0, scale.top)
    lines: Iterator[tuple[Any, ...]] = (
        (
            "base" if level == 0 else "hair",
            LEFT,
            RIGHT,
            scale.down(level),
            scale.down(level) - 4,
            f"{exact(level)}%" if level == levels[-1] else exact(level),
        )
        for level in levels
    )
    return format_html_join(
        "",
        '<line class="{0}" x1="0" x2="{2}%" y1="{3}" y2="{3}"/><text x="0" y="{4}">{5}</text>',
        lines,
    )


def _sizes(chart: EfficiencyChart, scale: _Scale) -> SafeString:
    """Powers of two below the axis, where they do not stand in the way of the visitor's size."""
    ticks = log_ticks(scale.smallest, scale.end, most=MOST_SIZES)
    wanted = None if chart.wanted_size is None else scale.across(chart.wanted_size)
    return format_html_join(
        "",
        '<text x="{}%" y="{}" text-anchor="middle">{}</text>',
        (
            (scale.across(size), BOTTOM + 19, exact(int(size)))
            for size in ticks
            if wanted is None or abs(scale.across(size) - wanted) > 9
        ),
    )


def _wanted(chart: EfficiencyChart, scale: _Scale) -> SafeString:
    """The visitor's own size and efficiency, in blue."""
    pieces = []
    if chart.wanted_size is not None:
        pieces.append(
            format_html(
                '<line x1="{0}%" x2="{0}%" y1="{1}" y2="{2}"/>'
                '<text x="{0}%" y="{3}" text-anchor="middle">{4}</text>',
                scale.across(chart.wanted_size),
                TOP,
                BOTTOM,
                BOTTOM + 19,
                exact(chart.wanted_size),
            )
        )
    if chart.wanted_efficiency is not None:
        pieces.append(
            format_html(
                '<line x1="{0}%" x2="{1}%" y1="{2}" y2="{2}"/><text x="{0}%" y="{3}">{4}%</text>',
                LEFT,
                RIGHT,
                scale.down(chart.wanted_efficiency),
                scale.down(chart.wanted_efficiency) + 16,
                exact(chart.wanted_efficiency),
            )
        )
    return SafeString("".join(pieces))


def _names(chart: EfficiencyChart, scale: _Scale) -> Iterator[tuple[float, float, Text]]:
    """The names of the lines at their ends, in their order and apart from each other."""
    ends = sorted(
        ((scale.down(curve.points[-1][1]) + 5, curve.name) for curve in chart.curves),
        key=lambda end: end[0],
    )
    places = [place for place, _name in ends]
    for number in range(1, len(places)):
        places[number] = max(places[number], places[number - 1] + NAME_STEP)
    below: float = LOWEST_NAME
    for number in reversed(range(len(places))):
        places[number] = min(places[number], below)
        below = places[number] - NAME_STEP
    for place, (_end, name) in zip(places, ends, strict=True):
        yield RIGHT + 1.5, round(place, 1), name


def _description(chart: EfficiencyChart, language: str) -> str:
    """The picture in words, for those who do not see it."""

    def devices(size: float) -> str:
        return units.with_unit(str(rounded(int(size))), "devices", language)

    return gettext(
        "Measured runs from %(smallest)s to %(largest)s as points, fitted laws as lines up to "
        "%(end)s. At %(largest)s the efficiency is %(efficiency)s."
    ) % {
        "smallest": devices(chart.measured[0][0]),
        "largest": devices(chart.largest),
        "end": devices(chart.curves[0].points[-1][0]),
        "efficiency": f"{rounded_percent(chart.measured[-1][1])}%",
    }
