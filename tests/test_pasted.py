"""Rows as people paste them: out of logs, spreadsheets and links, in order or not."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from calculator.inputs import Group
from calculator.messages import E_LINE, E_LINE_DIGITS, E_LINES, Refusal, Text
from calculator.pasted import Column, PastedRows, Rows
from calculator.wording import Wording

RIGHT = ((1, 52.4), (8, 378.0))
SAME = "All the same."


def same(rows: Rows) -> Text | None:
    return SAME if len(set(rows)) == 1 else None


FIELD = PastedRows(
    label="Rows",
    default=RIGHT,
    columns=(Column(1, 10**6, whole=True), Column(1e-12, 1e18), Column(1e-12, 1e18)),
    fewest=2,
    pattern="devices, throughput",
    minimum=2,
    maximum=200,
    together=same,
    group=Group("Group"),
)
FIELD.key = "rows"


def refusal(text: str) -> Refusal:
    with pytest.raises(ValidationError) as caught:
        FIELD.clean(text)
    refused = caught.value.message
    assert isinstance(refused, Refusal)
    return refused


@pytest.mark.parametrize(
    "text",
    [
        "1, 52.4\n8, 378",
        "1,52.4\r\n8,378\r\n",
        "1\t52.4\n8\t378",
        "1; 52.4\n8; 378",
        "1 52.4\n8    378",
        "  1 52.4  \n\n  8 378",
        "1,52.4;8,378",
        "1 52.4; 8 378;",
        "devices,images/s\n1,52.4\n8,378",
        "GPUs\tThroughput\n1\t52.4\n8\t378",
        "# K80\n1,52.4\n# two nodes\n8,378 ",
        "1,52.4,\n8,378,",
        "１，５２．４\n８，３７８",
        "1.0, 5.24e1\n8, 0.378k",
        "\ufeff1, 52.4\n8, 378",
    ],
)
def test_read(text: str) -> None:
    assert FIELD.clean(text) == RIGHT


@pytest.mark.parametrize(
    ("text", "template", "line", "quoted"),
    [
        ("1, 52.4\n8", E_LINE, "2", "8"),
        ("1, 52.4\n8 apples", E_LINE, "2", "8 apples"),
        ("1, 52.4\n0, 378", E_LINE, "2", "0, 378"),
        ("1, 52.4\n8, 0", E_LINE, "2", "8, 0"),
        ("1, 52.4\n8, -378", E_LINE, "2", "8, -378"),
        ("1.5, 52.4\n8, 378", E_LINE, "1", "1.5, 52.4"),
        ("1, 52.4\n8, 1e400", E_LINE, "2", "8, 1e400"),
        ("1, 52.4\n8, nan", E_LINE, "2", "8, nan"),
        ("1, 52.4\n8, inf", E_LINE, "2", "8, inf"),
        ("1, 52.4\n1000001, 378", E_LINE, "2", "1000001, 378"),
        ("n, x\n\n# k\n1, 52.4\n8, ", E_LINE, "5", "8,"),
        ("1,52.4;8,x;16,3", E_LINE, "2", "8,x"),
        ("1, 52.4\n8, 378\n16, 751, 3", E_LINE_DIGITS, "3", "16, 751, 3"),
        ("1; 52,4\n8; 378,5", E_LINE_DIGITS, "1", "1; 52,4"),
        ("1\t1,734\n8\t13,000", E_LINE_DIGITS, "1", "1\t1,734"),
        ("1, 52.4\n8, 13,000,000", E_LINE_DIGITS, "2", "8, 13,000,000"),
        ("1, 52.4\n8, 1'300", E_LINE_DIGITS, "2", "8, 1'300"),
        ("1, 52.4\n8, " + "9" * 300, E_LINE, "2", "8, " + "9" * 37 + "…"),
    ],
)
def test_refused_by_line(text: str, template: Text, line: str, quoted: str) -> None:
    """The line is that of the text as it stands, with whatever is skipped in it."""
    refused = refusal(text)
    assert refused.template == template
    assert (refused.values["line"], refused.values["text"]) == (line, quoted)
    assert refused.values["pattern"] == "devices, throughput"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (" \n ", 0),
        ("words", 0),
        ("# nothing", 0),
        ("1,52.4", 1),
        ("1 1\n" * 201, 201),
        ("x" * 10**6, 0),
        ("1,1;" * 10**5, 10**5),
    ],
)
def test_refused_by_number(text: str, count: int) -> None:
    refused = refusal(text)
    assert refused.template == E_LINES
    assert refused.values["count"] == str(count)


def test_two_hundred_lines() -> None:
    assert len(FIELD.clean("\n".join(f"{size} 1" for size in range(1, 201))) or ()) == 200


def test_refused_together() -> None:
    assert refusal("8 1\n8 1").template == SAME


def test_optional_rows_may_be_empty() -> None:
    options = {"columns": FIELD.columns, "pattern": "x", "minimum": 2, "maximum": 9}
    field = PastedRows(label="Rows", default=None, group=Group("Group"), **options)  # type: ignore[arg-type]
    assert field.clean(" \n") is None
    assert field.write(None, Wording("en", {})) == ""


def test_echo() -> None:
    assert FIELD.echo("", RIGHT) == "2 rows"
    assert FIELD.write(RIGHT, Wording("en", {})) == "2 rows"


def test_rows_of_a_link_stand_one_a_line() -> None:
    assert FIELD.default_text == "1,52.4;8,378"
    assert FIELD.shown("1,52.4;8,378") == "1,52.4\n8,378"
    assert FIELD.shown("1, 52.4\r\n8; 378") == "1, 52.4\n8; 378"


ROWS = st.lists(
    st.tuples(st.integers(1, 10**6), st.floats(1e-12, 1e18)),
    min_size=2,
    max_size=30,
    unique=True,
)


@given(ROWS, st.sampled_from(["\t", ",", ", ", ";", " "]), st.booleans())
def test_every_way_to_write_rows_says_the_same(
    rows: list[tuple[int, float]], separator: str, header: bool
) -> None:
    lines = ["devices" + separator + "rate"] * header
    lines += [f"{size}{separator}{rate!r}" for size, rate in rows]
    assert FIELD.clean("\n".join(lines)) == tuple(rows)


@given(ROWS)
def test_a_link_holds_the_rows(rows: list[tuple[int, float]]) -> None:
    canonical = FIELD.plain(tuple(rows))
    assert FIELD.clean(canonical) == tuple(rows)
    assert FIELD.clean(FIELD.shown(canonical)) == tuple(rows)
    assert FIELD.plain(FIELD.clean(canonical) or ()) == canonical
    assert canonical.isascii()


@given(st.text(alphabet="0123456789.,;:\t\n\r #-+eEkM%'’_ ｘ１，\u2028\x00"))
def test_anything_is_read_or_refused(text: str) -> None:
    try:
        rows = FIELD.clean(text)
    except ValidationError:
        return
    assert rows is not None
    assert FIELD.clean(FIELD.plain(rows)) == rows
