"""Every case of every calculator, as a visitor would send it: numbers by hand and published."""

from typing import Any

import pytest

from calculator.answers import answer
from calculator.base import Calculator
from calculator.outputs import Undefined
from calculator.registry import calculators
from calculator.tables import TableRow

CASES = [
    pytest.param(calculator, case, id=f"{calculator.slug}-{name}")
    for calculator in calculators().values()
    for name, case in calculator.cases.items()
]


def check(calculator: Calculator, case: dict[str, Any]) -> None:
    given = answer(calculator, {key: str(value) for key, value in case["given"].items()})
    refused = set(given.refusals) | ({"__all__"} if given.across else set())
    assert refused == set(case.get("errors", ()))
    numbers = {
        key: value for key, value in given.values.items() if not isinstance(value, Undefined)
    }
    for key, expected in case.get("expect", {}).items():
        if key in calculator.tables:
            check_table(given.tables[key], expected)
            continue
        exact = case.get("exact", False)
        wanted = expected if exact else pytest.approx(expected, rel=1e-6, abs=1e-8)
        assert numbers[key] == wanted, key
    for key, (figure, percent) in case.get("published", {}).items():
        assert numbers[key] == pytest.approx(figure, rel=percent / 100), key
    # What does not exist, and what is remarked on, is listed in full.
    assert given.values.keys() - numbers.keys() == set(case.get("undefined", ()))
    shown = given.values.keys() | given.tables.keys()
    assert shown.isdisjoint(case.get("absent", ()))
    assert set(given.remarks) == set(case.get("remarks", ()))


def check_table(rows: list[TableRow], expected: list[dict[str, Any]]) -> None:
    """Every row is there, with the cells that the case names; "—" is one without a value."""
    assert len(rows) == len(expected)
    for row, wanted in zip(rows, expected, strict=True):
        for column, cell in wanted.items():
            value = row[column]
            if cell == "—":
                assert value is None or isinstance(value, Undefined), column
            elif isinstance(cell, str):
                assert value == cell, column
            else:
                assert value == pytest.approx(cell, rel=1e-6, abs=1e-8), column


@pytest.mark.parametrize(("calculator", "case"), CASES)
def test_case(calculator: Calculator, case: dict[str, Any]) -> None:
    check(calculator, case)


def test_cases_of_the_specimen(specimen: Calculator) -> None:
    for case in specimen.cases.values():
        check(specimen, case)
