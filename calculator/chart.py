"""Charts: the lines of a sweep as an SVG, drawn from numbers to text in one pass.

Geometry is stretched in x to any width; text is placed by percentages and keeps its size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from calculator import axes, spoken, units
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.formulas.rounding import settle
from calculator.numbers import exact, rounded
from calculator.spoken import NO_NUMBER
from calculator.sweep import Plan, Row, shown_rows, sweep_over
from calculator.wording import between_sentences, between_words

# In pixels: the top of the highest line, the base line, and where numbers stand below it.
TOP, BASE, BELOW = 28, 260, 280
HEIGHT = BASE - TOP
# The lines end here, in percent of the width, so that their names have room.
SPAN = 76
# Units of the drawing that is stretched.
UNITS = 1000
# Where the ends and a place between them show all lines straight, these are enough to draw them.
FIRST_LOOK, STRAIGHT = 0.4, 1e-3
LABEL = 17
# Ticks closer than this to the visitor's own, in parts of the axis, give way to it.
TOO_CLOSE = 0.09


@dataclass(frozen=True)
class Scale:
    """An axis: where it begins and ends, and whether it is divided by logarithms."""

    low: float
    high: float
    log: bool = False

    def at(self, value: float) -> float:
        """The place of a value, from 0 to 1."""
        if self.log:
            return axes.log_position(value, self.low, self.high)
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        if not self.log:
            return axes.linear_ticks(self.low, self.high)
        base = 2 if self.high / self.low <= 2**10 else 10
        return axes.log_ticks(self.low, self.high, base=base) or [self.low, self.high]


@dataclass(frozen=True)
class Drawing:
    """What a chart is drawn from: the plan, its rows, the axes, and the visitor's own point."""

    plan: Plan
    rows: Sequence[Row]
    x: Scale
    y: Scale
    own: Row | None


def draw(given: Answer, plan: Plan) -> Drawing | None:
    """The drawing, or nothing where no line has a number."""
    own = _own(given, plan)
    found = shown_rows(
        given, plan, [plan.low, plan.low + FIRST_LOOK * (plan.high - plan.low), plan.high]
    )
    if plan.log or not _straight([*found, *([own] if own else [])]):
        found = shown_rows(given, plan, plan.places())
    values = [value for _place, each in [*found, *([own] if own else [])] for value in each]
    known = [value for value in values if value is not None]
    if not known:
        return None
    low = plan.low if plan.log or plan.low > plan.high / 4 else min(0, plan.low)
    return Drawing(plan, found, Scale(low, plan.high, plan.log), _values(known), own)


def _straight(found: Sequence[Row]) -> bool:
    """Whether every line keeps to a straight one from the first place to the third."""
    (first, starts), (last, ends) = found[0], found[2]
    for place, values in found:
        part = (place - first) / (last - first)
        for value, start, end in zip(values, starts, ends, strict=True):
            if value is None or start is None or end is None:
                return False
            expected = start + (end - start) * part
            if abs(value - expected) > STRAIGHT * max(abs(start), abs(end)):
                return False
    return True


def _own(given: Answer, plan: Plan) -> Row | None:
    """The visitor's own point, where it lies on the chart."""
    value = given.inputs[plan.sweep.input]
    if value is None or not plan.low <= value <= plan.high or (plan.log and not value):
        return None
    found = [(line.output, given.values.get(line.output)) for line in plan.lines]
    return value, tuple(
        given.switch(key, each) if isinstance(each, int | float) else None for key, each in found
    )


def _values(known: Sequence[float]) -> Scale:
    low, high = min(0, *known), max(0, *known)
    return Scale(low, high) if low < high else Scale(0, 1)


@dataclass(frozen=True)
class Texts:
    """What is written in a chart whatever its numbers are, in one language.

    `gap` and `told` are patterns: of what is said of the gap, for the values of the answer, and
    of a row in words, for its values in order.
    """

    x: str
    lines: tuple[str, ...]
    gap: tuple[str, ...]
    told: str


@lru_cache(maxsize=1024)
def texts(calculator: Calculator, key: str, language: str) -> Texts:
    """The texts of the chart over an input."""
    sweep = sweep_over(calculator, key)
    names = tuple(str(line.name) for line in sweep.lines)
    gap = between_words(language)
    values = (f"{name.replace('%', '%%')}{gap}%s" for name in names)
    separator = pgettext("between items of a list", ", ")
    told = gettext("At %(place)s: %(values)s.")
    return Texts(
        x=escape(str(calculator.quantities[key].name)),
        lines=tuple(map(escape, names)),
        gap=tuple(escape(spoken.pattern(text)) for text in sweep.gap.texts) if sweep.gap else (),
        told=told % {"place": "%s", "values": separator.join(values)},
    )


def holes(given: Answer, drawing: Drawing) -> dict[str, str]:
    """The texts and paths of a chart."""
    plan = drawing.plan
    said = texts(given.calculator, plan.sweep.input, given.wording.language)
    return {
        "grid": SafeString("".join(_grid(given, drawing))),
        "gap": _gap(drawing),
        **{f"line.{position}": _path(drawing, position) for position in range(len(plan.lines))},
        "ticks": SafeString("".join(_ticks(given, drawing, said))),
        "ends": SafeString("".join(_ends(drawing, said))),
        "own": SafeString("".join(_point(given, drawing, said))),
        "words": words(given, drawing, said),
    }


def _y(drawing: Drawing, value: float) -> float:
    return round(BASE - HEIGHT * drawing.y.at(value), 1)


def _x(drawing: Drawing, value: float) -> float:
    return round(SPAN * drawing.x.at(value), 2)


def _path(drawing: Drawing, position: int) -> str:
    """A line, broken where its result has no number."""
    pieces: list[str] = []
    pen = "M"
    for place, values in drawing.rows:
        value = values[position]
        if value is None:
            pen = "M"
            continue
        x = UNITS * drawing.x.at(place)
        y = UNITS * (1 - drawing.y.at(value))
        pieces.append(f"{pen}{x:.1f} {y:.1f}")
        pen = "L"
    return "".join(pieces)


def _gap(drawing: Drawing) -> str:
    """The outline of the space between two lines, up to the visitor's own point."""
    plan, own = drawing.plan, drawing.own
    if plan.gap is None or own is None:
        return ""
    names = [line.output for line in plan.lines]
    upper, lower = names.index(plan.gap.upper), names.index(plan.gap.lower)
    known = [
        row
        for row in (*(row for row in drawing.rows if row[0] < own[0]), own)
        if row[1][upper] is not None and row[1][lower] is not None
    ]
    there = _points(drawing, known, upper)
    back = _points(drawing, known[::-1], lower)
    return f"M{'L'.join((*there, *back))}Z" if known else ""


def _points(drawing: Drawing, known: Sequence[Row], position: int) -> Iterator[str]:
    for place, values in known:
        value = values[position]
        if value is not None:
            x, y = UNITS * drawing.x.at(place), UNITS * (1 - drawing.y.at(value))
            yield f"{x:.1f} {y:.1f}"


def _grid(given: Answer, drawing: Drawing) -> Iterator[str]:
    """Hairlines with their numbers above them at the left, the unit on the top one."""
    code = given.unit_code(drawing.plan.lines[0].output)
    ticks = [tick for tick in axes.linear_ticks(drawing.y.low, drawing.y.high, 5) if tick]
    for tick in ticks:
        y = _y(drawing, tick)
        number = str(rounded(tick))
        text = number
        if tick == ticks[-1] or code == "%":
            text = units.with_unit(number, code, given.wording.language)
        yield f'<line class="hair" x1="0" x2="100%" y1="{y}" y2="{y}"/>'
        yield f'<text class="soft" x="0" y="{y - 6}">{text}</text>'
    base = _y(drawing, 0) if drawing.y.low <= 0 <= drawing.y.high else BASE
    yield f'<line class="base" x1="0" x2="100%" y1="{base}" y2="{base}"/>'


def _ticks(given: Answer, drawing: Drawing, said: Texts) -> Iterator[str]:
    """Numbers of the x-axis; the visitor's own stands out, and others too near it give way."""
    own = None if drawing.own is None else drawing.own[0]
    key = drawing.plan.sweep.input
    percent = "%" if given.unit_code(key) == "%" else ""
    for tick in drawing.x.ticks():
        near = own is not None and abs(drawing.x.at(tick) - drawing.x.at(own)) < TOO_CLOSE
        if not near:
            yield _tick(_x(drawing, tick), f"{rounded(tick)}{percent}", "soft")
    if own is not None:
        yield _tick(_x(drawing, own), f"{given.number(key)}{percent}", "given")
    yield f'<text class="soft" x="100%" y="{BASE - 8}" text-anchor="end">{said.x}</text>'


def _tick(x: float, text: str, mark: str) -> str:
    anchor = "start" if x < 2 else "middle"
    return f'<text class="{mark}" x="{x}%" y="{BELOW}" text-anchor="{anchor}">{text}</text>'


def _ends(drawing: Drawing, said: Texts) -> Iterator[str]:
    """The names of the lines beside their ends, apart from each other."""
    lines = drawing.plan.lines
    ends: list[tuple[float, int]] = []
    for position in range(len(lines)):
        known = (each[position] for _x, each in reversed(drawing.rows))
        last = next((value for value in known if value is not None), None)
        if last is not None:
            ends.append((_y(drawing, last), position))
    free = 0.0
    for y, position in sorted(ends):
        free = max(y + 4, free)
        mark = "name" if lines[position].reference else "name strong"
        name = said.lines[position]
        yield f'<text class="{mark}" x="{SPAN}%" dx="8" y="{free}">{name}</text>'
        free += LABEL


def _point(given: Answer, drawing: Drawing, said: Texts) -> Iterator[str]:
    """The visitor's own point, its drop line, and what is said of it."""
    own, plan = drawing.own, drawing.plan
    if own is None:
        return
    x = _x(drawing, own[0])
    values = [
        (value, line) for value, line in zip(own[1], plan.lines, strict=True) if value is not None
    ]
    if not values:
        return
    top = min(_y(drawing, value) for value, _line in values)
    yield f'<line class="drop" x1="{x}%" x2="{x}%" y1="{top}" y2="{BASE}"/>'
    for value, line in values:
        mark = "ring" if line.reference else "dot"
        yield f'<circle class="{mark}" cx="{x}%" cy="{_y(drawing, value)}" r="5"/>'
    main = next(((value, line) for value, line in values if not line.reference), values[0])
    spoken_texts = [f'<tspan class="strong">{given.number(main[1].output)}</tspan>']
    spoken_texts += [pattern % spoken.values(given) for pattern in said.gap]
    y = min(_y(drawing, main[0]) + 24, BASE - LABEL * len(spoken_texts) + 8)
    for row, text in enumerate(spoken_texts):
        place = round(y + row * LABEL, 1)
        yield f'<text class="said" x="{x}%" dx="12" y="{place}">{text}</text>'


def words(given: Answer, drawing: Drawing, said: Texts) -> str:
    """The chart in words: the visitor's own point, and where the lines end."""
    told = [*([drawing.own] if drawing.own else []), drawing.rows[-1]]
    sentences = [said.told % _row(given, drawing.plan, row) for row in dict.fromkeys(told)]
    return between_sentences(given.wording.language).join(sentences)


def _row(given: Answer, plan: Plan, row: Row) -> tuple[str, ...]:
    key, language = plan.sweep.input, given.wording.language
    place = str(exact(settle(float(row[0]))))
    code = given.unit_code(plan.lines[0].output)
    return (
        units.with_unit(place, given.unit_code(key), language),
        *(
            NO_NUMBER if value is None else units.with_unit(str(rounded(value)), code, language)
            for value in row[1]
        ),
    )
