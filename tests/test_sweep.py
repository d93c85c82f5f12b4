"""Sweeping: the chart, its table and the file for spreadsheets."""

import csv
import io
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from calculator import chart, links
from calculator.answers import Answer, answer
from calculator.registry import calculators
from tests import dom
from tests.site import FLAGSHIP, LANGUAGES, calculator_page

GAP = "\u00a0"
each_language = pytest.mark.parametrize("language", LANGUAGES)


def asked(**typed: str) -> Answer:
    return answer(calculators()[FLAGSHIP], typed)


def address(kind: str, language: str = "en", **typed: str) -> str:
    return f"/{language}/ai/{FLAGSHIP}/{kind}?{urlencode(typed)}"


def drawn(language: str = "en", **typed: str) -> dom.Element:
    response = Client().get(address("drawing/", language, **typed))
    assert response.status_code == 200
    return dom.parse(response.content.decode())


def table(tree: dom.Element) -> list[list[str]]:
    return [
        [cell.text for cell in row.walk() if cell.tag in ("th", "td")]
        for row in tree.one("tbody").all("tr")
    ]


def spreadsheet(language: str = "en", **typed: str) -> list[list[str]]:
    response = Client().get(address("sweep.csv", language, **typed))
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    text = response.content.decode("utf-8-sig")
    assert response.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(text)))


def said(given: Answer, key: str) -> str:
    return given.say(given.refusals[key]).replace(GAP, " ")


# The chart


@each_language
def test_default_chart_has_both_lines_and_the_own_point(language: str) -> None:
    tree = drawn(language)
    assert len(tree.all("path", class_="line")) == 1
    assert len(tree.all("path", class_="reference")) == 1
    assert {each.text for each in tree.all("text", class_="given")} == {"64"}
    [gap] = {each.text for each in tree.all("text", class_="said") if "12,800" in each.text}
    assert gap
    assert any("6.4" in each.text for each in tree.all("text", class_="said"))
    words = tree.by_id("chart-words").text
    for number in ("128,000", "115,200", "64", "80", "160,000", "144,000"):
        assert number in words
    assert tree.one("svg", role="img").get("style") is None


def test_own_point_lies_on_its_lines() -> None:
    """64 of 0 to 80 devices; 115,200 and 128,000 of 0 to 160,000 samples/s."""
    tree = drawn()
    ring, dot = tree.one("circle", class_="ring"), tree.one("circle", class_="dot")
    assert ring["cx"] == dot["cx"] == "60.8%"  # 76% · 64 / 80
    assert float(ring["cy"]) == pytest.approx(260 - 232 * 0.8, abs=0.1)
    assert float(dot["cy"]) == pytest.approx(260 - 232 * 0.72, abs=0.1)
    line = tree.one("path", class_="line")["d"]
    last = [float(each) for each in re.findall(r"[\d.]+", line)][-2:]
    assert last == [1000, 100]  # 144,000 of 160,000


def test_curve_that_is_not_straight_is_drawn_point_by_point() -> None:
    straight = drawn().one("path", class_="line")["d"]
    curved = drawn(sweep="projected_devices").one("path", class_="line")["d"]
    assert straight.count("L") < 4
    assert curved.count("L") >= 15


def test_point_outside_the_range_is_not_drawn() -> None:
    assert not drawn(sweep_from="100", sweep_to="200").all("circle")


def test_no_value_leaves_a_gap() -> None:
    """Below the baseline size there is nothing; the line begins there."""
    given = asked(devices="64", baseline_devices="32", sweep_points="9")
    assert given.plan is not None
    drawing = chart.draw(given, given.plan)
    assert drawing is not None
    values = {place: value for place, (value, _actual) in drawing.rows}
    assert values[1] is None
    assert values[80] == 160000


# The table and the file


def test_table_holds_what_the_lines_show() -> None:
    rows = table(drawn(sweep_from="10", sweep_to="40", sweep_points="4"))
    assert rows == [
        ["10", "20,000", "18,000"],
        ["20", "40,000", "36,000"],
        ["30", "60,000", "54,000"],
        ["40", "80,000", "72,000"],
    ]


@each_language
def test_file_for_spreadsheets(language: str) -> None:
    head, *rows = spreadsheet(language, sweep_from="10", sweep_to="40", sweep_points="4")
    names = {
        "en": ["Devices", "Ideal throughput (samples/s)", "Actual throughput (samples/s)"],
        "zh-hant": ["裝置數 (個裝置)", "理想吞吐量 (樣本/秒)", "實際吞吐量 (樣本/秒)"],
        "ja": [
            "デバイス数 (台)",
            "理想スループット (サンプル/秒)",
            "実際のスループット (サンプル/秒)",
        ],
    }
    assert head == names[language]
    assert rows[0] == ["10", "20000", "18000"]
    assert all(cell[:1] not in "=+-@\t\r" or not cell for row in [head, *rows] for cell in row)


def test_logarithmic_axis_multiplies() -> None:
    places = [
        row[0]
        for row in table(drawn(sweep_scale="log", sweep_from="1", sweep_to="64", sweep_points="7"))
    ]
    assert places == ["1", "2", "4", "8", "16", "32", "64"]


def test_whole_numbers_are_swept_once_each() -> None:
    places = [row[0] for row in table(drawn(sweep_from="1", sweep_to="4", sweep_points="200"))]
    assert places == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    "key", ["devices", "projected_devices", "throughput_per_device", "scaling_efficiency"]
)
def test_every_input_can_be_swept(key: str) -> None:
    rows = table(drawn(sweep=key))
    assert len(rows) == 21
    assert all(cell != "" for row in rows for cell in row)


def test_solved_input_is_the_own_point() -> None:
    tree = drawn(solve="devices", actual_throughput="100000")
    assert {each.text for each in tree.all("text", class_="given")} == {"56"}


# What is wrong with a sweep leaves the result alone


@pytest.mark.parametrize(
    ("typed", "key", "message"),
    [
        ({"sweep_points": "10,000"}, "sweep_points", "Points must be 200 or less."),
        ({"sweep_points": "1"}, "sweep_points", "Points must be 2 or more."),
        (
            {"sweep_from": "100", "sweep_to": "5"},
            "sweep_from",
            "From (100 devices) must be less than To (5 devices).",
        ),
        (
            {"sweep_to": "1e7"},
            "sweep_to",
            "To must be between 1 device and 1,000,000 devices.",
        ),
        ({"sweep_to": "1e400"}, "sweep_to", "To must be 1 × 10³⁰ devices or less."),
        ({"sweep_from": "few"}, "sweep_from", "From must be a number, like 1 device."),
        ({"sweep": "price"}, "sweep", "Horizontal axis: choose one of the options listed."),
        (
            {"sweep": "scaling_efficiency", "sweep_scale": "log", "sweep_from": "0"},
            "sweep_from",
            "From must be more than 0%.",
        ),
        (
            {"sweep_scale": "cubic"},
            "sweep_scale",
            "Division of the axis: choose one of the options listed.",
        ),
    ],
)
def test_bad_sweeps_say_so_at_their_field(typed: dict[str, str], key: str, message: str) -> None:
    given = asked(**typed)
    assert said(given, key) == message
    assert given.values["actual_throughput"] == 115200
    tree = calculator_page("en", FLAGSHIP, **typed).tree
    assert tree.by_id("result").one(class_="number").text == "115,200"
    assert message in tree.by_id(f"note-{key}").text.replace(GAP, " ")
    assert not tree.by_id("messages").all(class_="summary")
    assert Client().get(address("sweep.csv", **typed)).status_code == 400
    assert Client().get(address("chart/", **typed)).status_code == 200


def test_percent_may_be_typed_with_its_sign() -> None:
    rows = table(
        drawn(sweep="scaling_efficiency", sweep_from="50%", sweep_to="90 %", sweep_points="3")
    )
    assert [row[0] for row in rows] == ["50", "70", "90"]


def test_link_keeps_the_sweep() -> None:
    typed = {
        "sweep": "scaling_efficiency",
        "sweep_from": "50%",
        "sweep_points": "3",
        "sweep_scale": "auto",
    }
    assert links.query(asked(**typed)) == "?sweep=scaling_efficiency&sweep_from=50&sweep_points=3"


@each_language
def test_chart_has_a_page_of_its_own_and_stands_on_the_page_that_asks(language: str) -> None:
    page = Client().get(address("chart/", language, devices="128")).content.decode()
    tree = dom.parse(page)
    assert tree.one("circle", class_="dot")
    assert len(tree.one("tbody").all("tr")) == 21
    # A form without script sends the sweep along; then the chart stands in the page at once.
    asking = calculator_page(language, FLAGSHIP, sweep="devices").tree
    assert asking.by_id("chart").one("svg", role="img")
    plain = calculator_page(language, FLAGSHIP).tree
    assert plain.by_id("chart").one("a")["href"] == f"/{language}/ai/{FLAGSHIP}/chart/"


def test_calculator_without_a_sweep_has_no_chart() -> None:
    assert Client().get("/en/ai/measured-scaling/chart/").status_code == 404
    assert not calculator_page("en", "measured-scaling").tree.all("section", id="charts")


def test_refused_inputs_have_no_chart() -> None:
    assert drawn(devices="abc").text == ""


def test_twin_holds_the_points_that_are_asked_for() -> None:
    def twin(**typed: str) -> dict[str, Any]:
        data: dict[str, Any] = Client().get(f"/ja/ai/{FLAGSHIP}.json", typed).json()
        return data

    data = twin(sweep_from="10", sweep_to="20", sweep_points="2")
    assert data["sweep"] == {
        "input": "devices",
        "logarithmic": False,
        "points": [
            {"devices": 10, "ideal_throughput": 20000, "actual_throughput": 18000},
            {"devices": 20, "ideal_throughput": 40000, "actual_throughput": 36000},
        ],
    }
    assert "sweep" not in twin()
    assert list(twin(sweep_points="10000")) == ["errors"]
