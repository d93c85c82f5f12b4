"""Rows that are pasted: a table of numbers as it comes out of a log or a spreadsheet."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext, ngettext

from calculator import numbers
from calculator.inputs import Input
from calculator.messages import E_LINE, E_LINE_DIGITS, E_LINES, Text, Verbatim
from calculator.wording import Wording, between_sentences

# How rows and cells are parted in a link; cells are also parted by tabs, semicolons and spaces.
ROW_END, CELL_END = ";", ","
COMMENT = "#"
# Longer lines hold no row, and are cut where a message repeats them.
LONGEST_LINE, LONGEST_QUOTE = 200, 40

_SEPARATORS = ("\t", ";", ",", " ")
_PARTED_DIGITS = re.compile(r"\d[,'’_ ]+\d|\d\.\d+[.,]\d")
_LETTER = re.compile(r"[^\W\d_]")

Row = tuple[float, ...]
Rows = tuple[Row, ...]


@dataclass(frozen=True)
class Column:
    """One number of each row, between its two ends; `whole` makes it a count."""

    minimum: float
    maximum: float
    whole: bool = False

    def read(self, cell: str) -> float:
        """The number in a cell. Raises ValueError where it is none, or beyond the ends."""
        if _PARTED_DIGITS.search(cell):
            raise ValueError(cell)
        value = numbers.read(cell).value
        if not Decimal(repr(self.minimum)) <= value <= Decimal(repr(self.maximum)):
            raise ValueError(cell)
        if self.whole and value != value.to_integral_value():
            raise ValueError(cell)
        return int(value) if self.whole else float(value)


class PastedRows(Input):
    """Rows of numbers, one a line; all of them have equally many cells.

    `pattern` shows how a row is written, `columns` what its cells hold; the last ones may be
    left out where `fewest` is less than their number. A header line, empty lines and comments
    are skipped. `together` may refuse rows that are in order each by itself.
    """

    kind = "rows"

    def __init__(
        self,
        *,
        columns: Sequence[Column],
        pattern: Text,
        minimum: int,
        maximum: int,
        fewest: int | None = None,
        together: Callable[[Rows], Text | None] = lambda rows: None,
        **options: Any,
    ) -> None:
        self.columns = tuple(columns)
        self.fewest = len(self.columns) if fewest is None else fewest
        self.pattern = pattern
        self.minimum, self.maximum = minimum, maximum
        self.together = together
        super().__init__(**options)

    def clean(self, value: str) -> Rows | None:
        if self.optional and not value.strip():
            return None
        return self.parse(value)

    def parse(self, text: str) -> Rows:
        lines = [(place, line) for place, line in enumerate(_lines(text), 1) if _says(line)]
        if lines and _is_header(lines[0][1]):
            del lines[0]
        if not self.minimum <= len(lines) <= self.maximum:
            raise self.refuse(
                E_LINES,
                min=Verbatim(self.minimum),
                max=Verbatim(self.maximum),
                count=Verbatim(len(lines)),
            )
        rows = tuple(self._row(place, line) for place, line in lines)
        ((usual, _count),) = Counter(map(len, rows)).most_common(1)
        for (place, line), row in zip(lines, rows, strict=True):
            if len(row) != usual:
                raise self._refuse_line(place, line, too_many=len(row) > usual)
        if refused := self.together(rows):
            raise self.refuse(refused)
        return rows

    def _row(self, place: int, line: str) -> Row:
        cells = _cells(line)
        if len(line) > LONGEST_LINE or not self.fewest <= len(cells) <= len(self.columns):
            raise self._refuse_line(place, line, too_many=len(cells) > len(self.columns))
        try:
            return tuple(
                column.read(cell) for column, cell in zip(self.columns, cells, strict=False)
            )
        except ValueError as error:
            parted = any(map(_PARTED_DIGITS.search, cells))
            raise self._refuse_line(place, line, too_many=parted) from error

    def _refuse_line(self, place: int, line: str, *, too_many: bool) -> ValidationError:
        """`too_many` says that separators inside numbers may have made cells of their own."""
        quoted = line.strip()
        if len(quoted) > LONGEST_QUOTE:
            quoted = f"{quoted[:LONGEST_QUOTE]}…"
        return self.refuse(
            E_LINE_DIGITS if too_many else E_LINE,
            line=Verbatim(place),
            pattern=Verbatim(self.pattern),
            text=Verbatim(quoted),
        )

    def plain(self, value: Rows) -> str:
        return ROW_END.join(map(as_line, value))

    def shown(self, text: str) -> str:
        """The text as its field shows it: rows that a link has in one line, one a line."""
        return "\n".join(_lines(text))

    def write(self, value: Rows | None, wording: Wording) -> str:
        if value is None:
            return ""
        return ngettext("%(count)s row", "%(count)s rows", len(value)) % {"count": len(value)}

    def echo(self, text: str, value: Rows | None) -> str:
        count = 0 if value is None else len(value)
        return ngettext("%(count)s row", "%(count)s rows", count) % {"count": count}

    def hint(self) -> str:
        ends = {"min": self.minimum, "max": self.maximum, "pattern": self.pattern}
        lines = gettext("%(min)s to %(max)s lines, each “%(pattern)s”.") % ends
        gap = between_sentences(get_language() or "en")
        return gap.join(filter(None, (lines, str(self.help))))


def as_line(row: Row) -> str:
    """A row as links carry it."""
    return CELL_END.join(map(numbers.plain, row))


def _lines(text: str) -> list[str]:
    """The lines of a text; one that is alone may hold rows as links have them."""
    lines = text.removeprefix("\ufeff").splitlines()
    return lines[0].split(ROW_END) if len(lines) == 1 else lines


def _says(line: str) -> bool:
    """Whether a line is more than white space or a comment."""
    return bool(line.strip()) and not line.lstrip().startswith(COMMENT)


def _cells(line: str) -> list[str]:
    """The cells of a line, parted by what parts columns most clearly of all that it holds."""
    line = unicodedata.normalize("NFKC", line[: LONGEST_LINE + 1]).strip(" \r\n")
    separator = next((each for each in _SEPARATORS if each in line), " ")
    cells = line.removesuffix(separator).split(separator)
    return [cell.strip() for cell in cells if cell or separator != " "]


def _is_header(line: str) -> bool:
    """Whether a line has words and not one number in its cells."""
    cells = _cells(line)
    return all(_LETTER.match(cell) for cell in cells)
