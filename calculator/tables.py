"""Tables: answers that are rows of numbers, each column with its name and unit."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, get_type_hints

from calculator.messages import Text
from calculator.outputs import Output
from calculator.wording import Wording

# The values of a row by column. A value is None where it does not apply, and Undefined where
# it does not exist.
TableRow = Mapping[str, Any]


def none_faint(row: TableRow) -> bool:
    return False


@dataclass(frozen=True, eq=False)
class Table:
    """An answer of many rows. `row` is a dataclass whose fields are outputs; the first heads
    the row.

    `note` says beside the table how to read it. Rows for which `faint` holds are set back,
    because there is little to rely on in them. A table that is `charted` stands under the
    chart, as what the chart is drawn from.
    """

    name: Text
    row: type
    note: Text = ""
    faint: Callable[[TableRow], bool] = none_faint
    charted: bool = False
    symbol: str = ""
    unit: str = ""

    @cached_property
    def columns(self) -> dict[str, Output]:
        hints = get_type_hints(self.row, include_extras=True)
        return {one.name: hints[one.name].__metadata__[0] for one in fields(self.row)}

    @cached_property
    def head(self) -> str:
        """The key of the column that heads each row."""
        return next(iter(self.columns))

    def unit_code(self, inputs: Mapping[str, Any]) -> str:
        return ""

    def write(self, value: Any, wording: Wording) -> str:
        """Plain rows, as a spreadsheet takes them."""
        return "\n".join(
            "\t".join(
                column.plain(row[key]) if isinstance(row[key], int | float | str) else ""
                for key, column in self.columns.items()
            )
            for row in value
        )
