"""Solving: what an input must be for a result to reach a target, in numbers and on the page."""

import json
import math
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from calculator import links
from calculator.answers import Answer, answer
from calculator.evaluation import number
from calculator.formulas.roots import Found, Range, Search
from calculator.registry import calculators
from tests.site import FLAGSHIP, LANGUAGES, calculator_page, recomputed

GAP = "\u00a0"
GOAL = "actual_throughput"
each_language = pytest.mark.parametrize("language", LANGUAGES)


def asked(slug: str = FLAGSHIP, **typed: str) -> Answer:
    return answer(calculators()[slug], typed)


def said(given: Answer) -> str:
    refusals = [*given.refusals.values(), *given.across]
    return " ".join(given.say(refusal) for refusal in refusals).replace(GAP, " ")


def twin(**typed: str) -> dict[str, Any]:
    response = Client().get(f"/en/ai/{FLAGSHIP}.json?{urlencode(typed)}")
    data: dict[str, Any] = json.loads(response.content)
    return data


# Worked by hand: d = T / (v · E), then up to whole devices, or to whole nodes of m.
@pytest.mark.parametrize(
    ("typed", "exact", "value", "reached"),
    [
        ({GOAL: "100000"}, 55.5555555556, 56, 100800),
        ({GOAL: "100000", "devices_per_node": "8"}, 55.5555555556, 56, 100800),
        ({GOAL: "115200"}, None, 64, 115200),
        ({GOAL: "115201", "devices_per_node": "8"}, 64.0005555556, 72, 129600),
        (
            {GOAL: "1e6", "scaling_efficiency": "85", "devices_per_node": "8"},
            588.235294118,
            592,
            1006400,
        ),
        ({"speedup": "50"}, 55.5555555556, 56, 50.4),
    ],
)
def test_devices_for_a_target(
    typed: dict[str, str], exact: float | None, value: int, reached: float
) -> None:
    solved = asked(solve="devices", **typed).solved
    assert solved is not None
    assert solved.value == value
    assert type(solved.value) is int
    assert solved.reached == reached
    assert solved.exact == exact


def test_efficiency_for_a_measured_throughput() -> None:
    """Shoeybi et al. 2019: 15.1 PFLOP/s on 512 GPUs, 39 TFLOP/s on one; printed as 76%."""
    given = asked(
        solve="scaling_efficiency", devices="512", throughput_per_device="39", **{GOAL: "15100"}
    )
    assert given.solved is not None
    assert given.solved.value == pytest.approx(100 * 15100 / (512 * 39), rel=1e-11)
    assert given.write("scaling_efficiency") == "75.62%"


def test_throughput_per_device_for_a_target() -> None:
    given = asked(
        solve="throughput_per_device", devices="256", scaling_efficiency="80", **{GOAL: "500k"}
    )
    assert given.solved is not None
    assert given.solved.value == 2441.40625


def test_devices_are_exact_where_floating_point_is_not() -> None:
    """ceil(T / (v · E)) in doubles is one too high in 46 of these, as 2,900 / (100 · 29%) is."""
    tried = wrong_in_doubles = 0
    for efficiency in range(1, 101):
        for rate in (3, 100, 1000, 2000):
            for devices in (10, 64, 100, 1000):
                target = Fraction(devices * rate * efficiency, 100)
                if target.denominator != 1:
                    continue
                tried += 1
                wrong_in_doubles += math.ceil(int(target) / (rate * (efficiency / 100))) != devices
                solved = asked(
                    solve="devices",
                    throughput_per_device=str(rate),
                    scaling_efficiency=str(efficiency),
                    **{GOAL: str(target)},
                ).solved
                assert solved is not None
                assert (solved.value, solved.exact) == (devices, None), (target, rate, efficiency)
    assert (tried, wrong_in_doubles) == (1414, 46)


@given(
    target=st.integers(1, 10**9),
    rate=st.integers(1, 10**4),
    efficiency=st.integers(1, 100),
    node=st.sampled_from([1, 2, 4, 8, 72]),
)
def test_the_answer_is_the_smallest_that_reaches(
    target: int, rate: int, efficiency: int, node: int
) -> None:
    """Against exact fractions."""
    exact = Fraction(target * 100, rate * efficiency)
    expected = math.ceil(math.ceil(exact) / node) * node
    given = asked(
        solve="devices",
        throughput_per_device=str(rate),
        scaling_efficiency=str(efficiency),
        devices_per_node=str(node),
        **{GOAL: str(target)},
    )
    if expected > 10**6:
        assert given.refused
    else:
        assert given.solved is not None
        assert given.solved.value == expected


def test_rounding_goes_to_the_side_that_meets_the_target() -> None:
    """More micro-batches make the bubble smaller, more stages make it larger."""
    fewer = asked("pipeline-bubble", solve="microbatches", bubble_fraction="3").solved
    assert fewer is not None
    # (p − 1) / (m + p − 1) ≤ 3% for p = 8: m ≥ 7 / 0.03 − 7 = 226.33…, so 227.
    assert fewer.value == 227
    assert fewer.reached <= 3
    assert fewer.exact == pytest.approx(7 / 0.03 - 7, rel=1e-9)
    most = asked("pipeline-bubble", solve="stages", bubble_fraction="10").solved
    assert most is not None
    # p − 1 ≤ 0.1 · (32 + p − 1): p ≤ 4.56, so 4.
    assert most.value == 4
    assert most.reached <= 10


# What cannot be solved


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (
            {"solve": "scaling_efficiency", GOAL: "200000"},
            "Actual throughput: no value of Scaling efficiency from 0% to 100% gives 200,000 "
            "samples/s; the nearest is 128,000 samples/s, at 100%.",
        ),
        (
            {"solve": "devices", GOAL: "1e29"},
            "Actual throughput: no value of Devices from 1 device to 1,000,000 devices gives "
            "1 × 10²⁹ samples/s; the nearest is 1,800,000,000 samples/s, at 1,000,000 devices.",
        ),
        (
            {"solve": "throughput_per_device", "speedup": "5"},
            "Throughput per device does not change Speedup; solve for another input.",
        ),
        (
            {"solve": "devices", GOAL: "5", "scaling_efficiency": "0"},
            "Devices does not change Actual throughput; solve for another input.",
        ),
        (
            {"solve": "devices", GOAL: "1e400"},
            "Actual throughput must be 1 × 10³⁰ samples/s or less.",
        ),
        (
            {"solve": "devices", GOAL: "many"},
            "Actual throughput must be a number, like 1 sample/s.",
        ),
        ({"solve": "devices"}, "Actual throughput or Speedup: enter the value to reach."),
        (
            {"solve": "devices", GOAL: "5", "speedup": "5"},
            "Actual throughput and Speedup: enter only one of them.",
        ),
        ({"solve": "everything", GOAL: "5"}, "Solve for: choose one of the options listed."),
        ({"solve": "baseline_devices", GOAL: "5"}, "Solve for: choose one of the options listed."),
    ],
)
def test_what_cannot_be_solved_says_why(typed: dict[str, str], message: str) -> None:
    given = asked(**typed)
    assert said(given) == message
    assert given.values == {}
    page = calculator_page("en", FLAGSHIP, **typed)
    assert message in page.tree.text.replace(GAP, " ")
    data = twin(**typed)
    messages = [each for errors in data["errors"].values() for each in errors]
    assert message in [each.replace(GAP, " ") for each in messages]


def test_rules_hold_for_the_answer_and_not_for_the_field_it_replaces() -> None:
    """128 devices as the baseline: fewer make no sense, whatever the hidden field says."""
    given = asked(solve="devices", baseline_devices="128", speedup="3")
    assert given.solved is not None
    assert given.solved.value == 128
    # A rule between two other fields still holds.
    refused = asked(solve="devices", baseline_devices="128", projected_devices="64", speedup="3")
    assert [refusal.keys for refusal in refused.across] == [
        ["projected_devices", "baseline_devices"]
    ]


@pytest.mark.parametrize("target", ["0", "1e-5", "3", "50", "1e5", "1e29", "1e30"])
def test_every_question_has_an_answer_or_a_reason(target: str) -> None:
    for slug, calculator in calculators().items():
        for key in calculator.unknowns:
            for goal in calculator.targets:
                given = asked(slug, solve=key, **{goal: target})
                if given.solved is None:
                    assert said(given)
                    continue
                meets = given.values[goal]
                if calculator.outputs[goal].lower_is_better:
                    assert meets <= float(target) or given.solved.exact is None
                elif given.solved.exact is not None:
                    assert meets >= float(target)
                    assert abs(given.solved.exact - given.solved.value) <= 1


# Curves that are not monotonic, or have no value everywhere


def test_of_several_answers_the_smallest() -> None:
    """x · (100 − x) passes 900 at 10 and at 90."""
    found = Search(lambda x: x * (100 - x), Range(0, 100, whole=True), 900).found()
    assert found == Found(10, 900, several=True)
    found = Search(lambda x: x * (100 - x), Range(0, 100), 1000).found()
    assert found is not None
    assert found.place == pytest.approx(50 - math.sqrt(1500))
    assert found.several


def test_nearest_of_a_curve_that_stays_below() -> None:
    assert Search(lambda x: x * (100 - x), Range(0, 100), 2600).found() == Found(
        50, 2500, met=False
    )


def test_edge_of_where_a_curve_has_a_value() -> None:
    """Below 37 there is none; at 37 the target is already passed."""
    found = Search(lambda x: x if x >= 37 else None, Range(1, 10**6, whole=True), 20).found()
    assert found == Found(37, 37)
    assert Search(lambda x: None, Range(0, 1), 5).found() is None


# The page, the link and the twin


@each_language
def test_page_answers_with_exact_and_whole_value(language: str) -> None:
    tree = calculator_page(language, FLAGSHIP, solve="devices", **{GOAL: "100000"}).tree
    answered = tree.by_id("result").one("section", class_="answer")
    assert answered.one(class_="number").text == "56"
    sentence = answered.one(class_="sentence").text
    for each in ("55.556", "100,000", "56", "100,800"):
        assert each in sentence
    first = tree.by_id("result").one("section", class_="ledger").all("dl")[0].all("div")[0]
    assert first.one("b").text == "100,800"
    # The result of the solved input is no given number.
    given = {each.text for each in first.all("mn", class_="given")}
    assert given == {"2,000", "90%"}


def test_whole_nodes_are_named() -> None:
    page = calculator_page(
        "en",
        FLAGSHIP,
        solve="devices",
        scaling_efficiency="85",
        devices_per_node="8",
        **{GOAL: "1,000,000"},
    )
    sentence = page.tree.by_id("result").one(class_="sentence").text.replace(GAP, " ")
    assert sentence == (
        "Exactly 588.235 devices would reach 1,000,000 samples/s; with 592 devices, Actual "
        "throughput is 1,006,400 samples/s. That is 74 × 8 devices."
    )


def test_link_keeps_the_question() -> None:
    query = {"solve": "devices", GOAL: "1e5", "devices_per_node": "8", "scaling_efficiency": "85"}
    canonical = "?solve=devices&actual_throughput=100000&devices_per_node=8&scaling_efficiency=85"
    assert links.query(asked(**query)) == canonical
    headers, tree = recomputed(f"/ja/ai/{FLAGSHIP}/", query)
    assert headers["HX-Replace-Url"] == f"/ja/ai/{FLAGSHIP}/{canonical}"
    assert tree.by_id("to-en")["href"] == f"/en/ai/{FLAGSHIP}/{canonical}"


def test_preview_of_a_link_answers() -> None:
    html = calculator_page("en", FLAGSHIP, solve="devices", **{GOAL: "100000"}).html
    assert f'<meta property="og:title" content="56{GAP}devices · Data parallel scaling">' in html
    assert f"Exactly 55.556{GAP}devices would reach 100,000{GAP}samples/s" in html


def test_twin_tells_question_and_answer() -> None:
    data = twin(solve="devices", devices_per_node="8", **{GOAL: "115201"})
    assert data["solved"] == {
        "input": "devices",
        "output": GOAL,
        "target": 115201,
        "value": 72,
        "exact": 64.0005555556,
        "reached": 129600,
        "several": False,
    }
    assert data["inputs"]["devices"] == 72
    assert data["outputs"][GOAL]["value"] == 129600
    assert "solved" not in twin(devices="72")


def test_hidden_field_keeps_what_was_typed() -> None:
    tree = calculator_page("en", FLAGSHIP, solve="devices", devices="abc", **{GOAL: "100000"}).tree
    assert tree.by_id("devices")["value"] == "abc"
    assert tree.by_id("result").one(class_="number").text == "56"


def test_printed_question() -> None:
    tree = calculator_page("en", FLAGSHIP, solve="devices", **{GOAL: "100000"}).tree
    lines = {
        line.one("dt").text: line.one("dd").text.replace(GAP, " ")
        for line in tree.one(class_="given-values").all("div")
    }
    assert lines["Solve for"] == "Devices"
    assert lines["Actual throughput"] == "100,000 samples/s"
    assert lines["Devices per node"] == "1 device"
    assert "Devices" not in lines
    assert "Speedup" not in lines


def test_frame_shows_the_question_of_its_address() -> None:
    plain = Client().get(f"/en/ai/{FLAGSHIP}/embed/").content.decode()
    assert 'name="solve"' not in plain
    asking = Client().get(f"/en/ai/{FLAGSHIP}/embed/?solve=devices&{GOAL}=1e5").content.decode()
    for name in ("solve", GOAL, "devices_per_node", "devices"):
        assert f'name="{name}"' in asking
    assert ">56<" in asking


def test_counts_that_can_be_divided_take_fractions() -> None:
    """The exact value is looked for between whole numbers, where `compute` has to have one."""
    for calculator in calculators().values():
        inputs = answer(calculator, {}).inputs
        for key, one in calculator.unknowns.items():
            if getattr(one, "divisible", False):
                for goal in calculator.targets:
                    changed = {**inputs, key: inputs[key] + 0.5}
                    assert number(calculator, changed, goal, settled=False) is not None, key
