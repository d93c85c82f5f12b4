"""Feedback as a table for spreadsheets, in which nothing a visitor wrote is a formula."""

import csv
from collections.abc import Iterable
from io import StringIO

from calculator.feedback.models import Feedback

COLUMNS = ("time", "calculator", "language", "verdict", "text", "inputs")
# With these a formula begins; in Chinese and Japanese settings also with the full-width ones.
FORMULA = "=+-@＝＋－＠"
# What spreadsheets drop before they look for one.
DROPPED = "\t\r\n"


def cell(text: str) -> str:
    """The text as a spreadsheet shows it: behind an apostrophe where it could be a formula."""
    harmful = text.startswith(tuple(DROPPED)) or text.lstrip().startswith(tuple(FORMULA))
    return f"'{text}" if harmful else text


def table(rows: Iterable[Feedback]) -> bytes:
    """CSV, with the mark by which Excel knows UTF-8. Times are UTC."""
    text = StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    for row in rows:
        time = f"{row.time:%Y-%m-%d %H:%M:%S}"
        fields = (time, row.slug, row.language, row.verdict, row.text, row.inputs)
        writer.writerow(map(cell, fields))
    return text.getvalue().encode("utf-8-sig")
