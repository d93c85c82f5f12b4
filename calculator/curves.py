"""What a calculator declares about its charts: one input against results that it drives."""

from dataclasses import dataclass

from calculator.messages import Text


@dataclass(frozen=True)
class Line:
    """A result as a line of a chart, under a short name that fits beside its end.

    `reference` is what the other lines are measured against; it is drawn thin and dashed.
    """

    output: str
    name: Text
    reference: bool = False


@dataclass(frozen=True)
class Gap:
    """The space between two lines at the visitor's own point, and what is said of it there."""

    upper: str
    lower: str
    texts: tuple[Text, ...]


@dataclass(frozen=True)
class Sweep:
    """One input against one or more results of the same unit.

    `title` and `note` stand beside the chart. `log` is how the axis is divided unless the
    visitor chooses. An empty optional input is taken to be around the value of `around`.
    """

    input: str
    lines: tuple[Line, ...]
    title: Text
    note: Text = ""
    gap: Gap | None = None
    log: bool = False
    around: str = ""
