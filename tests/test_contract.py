"""What every calculator's folder has to hold, so that adding one needs no test of its own."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields
from inspect import signature
from typing import Any, get_args, get_type_hints

import pytest
from django.test import Client

from calculator import registry, units
from calculator.answers import answer
from calculator.base import RESERVED, Calculator
from calculator.inputs import CalculatorForm, Choice, Count, Number
from calculator.outputs import Output, Undefined
from tests import dom

LANGUAGES = {"en", "zh-hant", "ja"}
MOST_VISIBLE = 9
CASE_KEYS = {
    "given",
    "expect",
    "exact",
    "published",
    "undefined",
    "absent",
    "remarks",
    "errors",
    "source",
}
KEY = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
WORD_IN_LATEX = re.compile(r"(?<![\\A-Za-z_0-9])[A-Za-z][A-Za-z0-9_]*")

ALL = list(registry.calculators().values())
each = pytest.mark.parametrize("calculator", ALL, ids=lambda calculator: str(calculator.slug))


def hints(calculator: Calculator) -> dict[str, Any]:
    """What the type of each output allows: float, None, Undefined."""
    result = calculator.compute.__annotations__["return"]
    return {
        key: get_args(hint) or (hint,)
        for key, hint in get_type_hints(result).items()
        if key in {each.name for each in fields(result)}
    }


def answers(calculator: Calculator) -> list[dict[str, Any]]:
    return [case for case in calculator.cases.values() if "errors" not in case]


def texts(case: dict[str, Any]) -> dict[str, str]:
    return {key: str(value) for key, value in case["given"].items()}


def named(cases: list[dict[str, Any]], part: str) -> set[str]:
    return {key for case in cases for key in case.get(part, ())}


@each
def test_inputs_are_what_compute_takes(calculator: Calculator) -> None:
    assert tuple(signature(calculator.compute).parameters) == calculator.computed


@each
def test_keys(calculator: Calculator) -> None:
    """They stand in links for years: plain, unlike each other and unlike the site's own."""
    keys = [*calculator.inputs, *calculator.outputs]
    assert all(KEY.fullmatch(key) for key in keys)
    assert len(set(keys)) == len(keys)
    assert RESERVED.isdisjoint(keys)
    codes = [
        code
        for one in calculator.inputs.values()
        if isinstance(one, Choice)
        for code in one.choices
    ]
    assert all(code.isascii() and code.strip() == code for code in codes)


@each
def test_numbers_have_two_ends(calculator: Calculator) -> None:
    for key, one in calculator.inputs.items():
        if isinstance(one, Number):
            low, high = one.ends()
            assert high is not None, key
            assert low < high, key


@each
def test_enough_cases(calculator: Calculator) -> None:
    assert len(answers(calculator)) >= 3
    assert any(case.get("errors") for case in calculator.cases.values())


@each
def test_cases_name_what_exists(calculator: Calculator) -> None:
    inputs, outputs = calculator.inputs.keys(), calculator.outputs.keys() | calculator.tables.keys()
    said_of = inputs | calculator.tables.keys()
    for name, case in calculator.cases.items():
        assert case.keys() <= CASE_KEYS, name
        assert case["given"].keys() <= inputs, name
        assert {*case.get("errors", ())} <= inputs | {"__all__"}, name
        assert {*case.get("remarks", ())} <= said_of, name
        for part in ("expect", "published", "undefined", "absent"):
            assert set(case.get(part, ())) <= outputs, name
        assert "source" in case or "published" not in case, name


@each
def test_every_output_has_a_case(calculator: Calculator) -> None:
    """With a number, and where it can be undefined or absent, also without one."""
    cases = answers(calculator)
    allowed = hints(calculator)
    answered = calculator.outputs.keys() | calculator.tables.keys()
    assert named(cases, "expect") == answered
    assert named(cases, "undefined") == {
        key for key, types in allowed.items() if Undefined in types
    }
    optional = {key for key, types in allowed.items() if type(None) in types}
    assert named(cases, "absent") <= optional
    given = [answer(calculator, texts(case)) for case in cases]
    shown = [each.values.keys() | each.tables.keys() for each in given]
    assert {key for keys in shown for key in answered - keys} == optional


@each
def test_rules_across_fields_have_a_case(calculator: Calculator) -> None:
    has_rules = calculator.form.rules is not CalculatorForm.rules
    assert has_rules == ("__all__" in named(list(calculator.cases.values()), "errors"))


@each
def test_example_and_explained_exist(calculator: Calculator) -> None:
    assert "errors" not in calculator.cases[calculator.example]
    assert calculator.explained
    assert set(calculator.explained) <= calculator.outputs.keys()
    assert calculator.outputs[calculator.primary].sentence


def quantities() -> Iterator[tuple[str, str, str, str]]:
    """Every input and output: where, key, label, unit."""
    for calculator in ALL:
        for key, quantity in calculator.quantities.items():
            yield f"{calculator.slug} {key}", key, str(quantity.name), quantity.unit


def test_one_key_is_one_label_and_unit() -> None:
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for _where, key, label, unit in quantities():
        found[key].add((label, unit))
    assert {key: meanings for key, meanings in found.items() if len(meanings) > 1} == {}


def test_one_label_is_one_unit() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for _where, _key, label, unit in quantities():
        found[label].add(unit)
    assert {label: used for label, used in found.items() if len(used) > 1} == {}


@each
def test_labels_on_a_page_differ(calculator: Calculator) -> None:
    labels = [str(quantity.name) for quantity in calculator.quantities.values()]
    assert len(set(labels)) == len(labels)


@each
def test_feeds_fit_where_they_lead(calculator: Calculator) -> None:
    """To a number of another calculator, in one and the same unit, and whole where it counts."""
    reached = [(output, slug) for output, slug, _key in calculator.feeds]
    assert len(set(reached)) == len(reached)
    for output, slug, key in calculator.feeds:
        assert slug != calculator.slug
        target = registry.calculators()[slug]
        one = target.inputs[key]
        assert isinstance(one, Number), key
        units_here = set(calculator.unit_codes(calculator.outputs[output]))
        assert len(units_here) == 1
        assert units_here == set(target.unit_codes(one))
        if isinstance(one, Count):
            assert set(hints(calculator)[output]) <= {int, Undefined, type(None)}


@each
def test_units_are_known(calculator: Calculator) -> None:
    for key, quantity in calculator.quantities.items():
        assert isinstance(quantity, Output | Number) or not quantity.unit, key
        if isinstance(quantity, Output | Number):
            assert set(calculator.unit_codes(quantity)) <= units.SYMBOLS | units.WORDS.keys(), key
    for key, table in calculator.tables.items():
        for column in table.columns.values():
            assert set(calculator.unit_codes(column)) <= units.SYMBOLS | units.WORDS.keys(), key


@each
def test_formulas_use_known_keys(calculator: Calculator) -> None:
    for case in answers(calculator):
        given = answer(calculator, texts(case))
        for key in given.values:
            words = WORD_IN_LATEX.findall(calculator.outputs[key].latex(given.inputs))
            assert {word for word in words if len(word) > 1} <= calculator.quantities.keys(), key


@each
def test_symbols_differ(calculator: Calculator) -> None:
    """Two quantities with one symbol would make a formula say something else."""
    symbols = [one.symbol for one in calculator.quantities.values() if one.symbol]
    assert len(set(symbols)) == len(symbols)


@each
def test_few_fields_stand_open(calculator: Calculator) -> None:
    """At most nine in any mode; the rest is folded."""
    governing = {one.when[0] for one in calculator.inputs.values() if one.when}
    modes = [{key: one.default_text for key, one in calculator.inputs.items()}]
    for key in governing:
        one = calculator.inputs[key]
        codes = one.choices if isinstance(one, Choice) else ("false", "true")
        modes = [{**mode, key: code} for mode in modes for code in codes]
    for mode in modes:
        idle = answer(calculator, mode).idle
        seen = [key for key, one in calculator.inputs.items() if not one.group.folded]
        assert len(set(seen) - idle) <= MOST_VISIBLE


@each
def test_place_in_the_catalogue(calculator: Calculator) -> None:
    assert calculator.cluster in registry.categories()[calculator.category].clusters
    places = [
        (other.category, other.cluster, other.position)
        for other in ALL
        if other.cluster == calculator.cluster and other.category == calculator.category
    ]
    assert len(set(places)) == len(places)


@each
def test_related(calculator: Calculator) -> None:
    """Some may be still to come, but none is misspelled, repeated or the calculator itself."""
    assert calculator.related
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) for slug in calculator.related)
    assert calculator.slug not in calculator.related
    assert len(set(calculator.related)) == len(calculator.related)


@each
def test_search_words(calculator: Calculator) -> None:
    assert calculator.search_words.keys() == LANGUAGES
    for words in calculator.search_words.values():
        assert words
        assert len(set(words)) == len(words)
        assert all(word.strip() for word in words)


@each
def test_article_is_complete(calculator: Calculator, client: Client) -> None:
    """Every section has a heading and says something; so do the notes on the formulas."""
    page = dom.parse(client.get(f"/en/ai/{calculator.slug}/").content.decode())
    article = page.one("div", class_="article")
    sections = article.all("section")
    assert len(sections) == 8
    for section in sections:
        heading = section.one("h2").text
        assert heading
        assert len(section.one(class_="body").text) > len("A sentence."), heading
    formula, example = sections[2], sections[3]
    assert formula.one(class_="body").all("p")[len(calculator.explained) :]
    steps = example.one("ol").all("li")
    assert len(steps) == len(calculator.explained)
    assert example.one(class_="body").all("p")
