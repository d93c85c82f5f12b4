"""Measured scaling: what a visitor gets for rows that are pasted, right ones and wrong ones."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from calculator.answers import Answer, answer
from calculator.base import Calculator
from calculator.registry import calculators
from tests import dom
from tests.scaling_data import EFFICIENCIES, SETS, as_text
from tests.site import LANGUAGES, calculator_page, recomputed

SLUG = "measured-scaling"
PATH = f"/en/ai/{SLUG}/"
every_language = pytest.mark.parametrize("language", LANGUAGES)


def measured() -> Calculator:
    return calculators()[SLUG]


def asked(name: str, **inputs: str) -> Answer:
    return answer(measured(), {"measured_runs": as_text(SETS[name]), **inputs})


def twin(language: str = "en", **inputs: str) -> dict[str, Any]:
    response = Client().get(f"/{language}/ai/{SLUG}.json", inputs)
    assert response.status_code == 200
    data: dict[str, Any] = json.loads(response.content)
    return data


def said(given: Answer, key: str) -> list[str]:
    return [given.say(remark) for remark in given.remarks.get(key, ())]


def table(tree: dom.Element, key: str) -> dom.Element:
    return tree.by_id(key).one("table")


def body(tree: dom.Element, key: str) -> list[list[str]]:
    return [
        [cell.text for cell in row.all() if cell.tag in ("th", "td")]
        for row in table(tree, key).one("tbody").all("tr")
    ]


@pytest.mark.parametrize("name", SETS)
def test_efficiency_of_each_run(name: str) -> None:
    rows = asked(name).tables["runs"]
    printed = [float(each) for each in EFFICIENCIES[name].split()]
    assert [row["efficiency"] for row in rows] == pytest.approx(printed, abs=0.00051)


def test_marginal_efficiency_says_what_the_average_hides() -> None:
    row = asked("G").tables["runs"][-1]
    assert (round(row["efficiency"], 1), round(row["marginal_efficiency"], 1)) == (24.2, 9.4)


def test_peak_depends_on_the_law() -> None:
    given = asked("H")
    assert given.write("peak_devices") == "93\u00a0devices"
    assert said(given, "laws") == [
        "By the USL the throughput is highest at 93\u00a0devices. The other laws know no peak: "
        "it depends on the law."
    ]
    # Beyond the runs it is moreover not measured.
    assert "not measured" in said(asked("G"), "laws")[1]


@pytest.mark.parametrize(
    ("name", "inputs", "words"),
    [
        ("F", {}, "Fewer than four runs"),
        ("E1", {}, "relative to 384\u00a0devices"),
        ("A1", {}, "Efficiency above 100%"),
        ("A2", {}, "Efficiency rises"),
        ("H", {}, "The largest size delivers less"),
        ("B1", {"devices_per_node": "8"}, "Runs inside one node"),
    ],
)
def test_odd_runs_are_remarked_on(name: str, inputs: dict[str, str], words: str) -> None:
    assert any(words in remark for remark in said(asked(name, **inputs), "measured_runs"))


def test_usual_runs_are_not() -> None:
    for name, inputs in (("B1", {}), ("B2", {"devices_per_node": "64"})):
        assert said(asked(name, **inputs), "measured_runs") == []


def test_fit_of_the_runs_on_several_nodes_is_offered() -> None:
    tree = calculator_page("en", SLUG, devices_per_node="8").tree
    repair = tree.by_id("repair-measured_runs")
    assert repair.text == "Use 3 rows"
    assert repair["data-value"] == "16,751\n32,1388\n64,2744"
    there = Client().get(repair["href"]).content.decode()
    assert "relative to <b>16" in there.replace("\n", " ")


def test_forecast_warns_by_distance() -> None:
    near, far, further = (asked("B2", projected_devices=size) for size in ("100", "200", "300"))
    assert said(near, "projected_devices") == []
    assert "extrapolation" in said(far, "projected_devices")[0]
    assert any("hardly worth anything" in each for each in said(further, "extrapolation"))
    tree = calculator_page("en", SLUG, projected_devices="300").tree
    rows = table(tree, "extrapolation").one("tbody").all("tr")
    assert [row.classes for row in rows] == [set(), set(), set(), {"faint"}]
    assert [row.one("th").text for row in rows] == ["96", "128", "256", "300"]
    # Four laws and their spread, never one number.
    assert body(tree, "extrapolation")[1] == [
        *("128", "2×", "4,570.41", "4,570.41", "4,920.9", "5,692.86"),
        *("4,570.41", "5,692.86", "1.246×"),
    ]


def test_forecast_ends_at_eight_times_the_largest_run() -> None:
    assert not asked("B2", projected_devices="512").refused
    (refusal,) = asked("B2", projected_devices="513").across
    given = asked("B2")
    assert given.say(refusal).startswith("Forecast size must be 512\u00a0devices or less;")


def test_target_that_a_law_never_reaches() -> None:
    tree = calculator_page(
        "en", SLUG, measured_runs=as_text(SETS["C2"]), target_throughput="20000"
    ).tree
    assert [row[:2] for row in body(tree, "devices_for_target")] == [
        ["Amdahl’s law", "—"],
        ["Universal scalability law (USL)", "—"],
        ["All-reduce law", "145"],
        ["Gustafson’s law", "31"],
    ]
    reasons = [each.text for each in tree.by_id("devices_for_target").all(class_="note-line")]
    assert reasons[0] == (
        "Amdahl’s law: Target throughput must be less than 19,369.3 images/s, the most that the "
        "fitted law reaches."
    )


def test_sizes_far_from_the_runs_are_warned_of() -> None:
    given = asked("C2", target_throughput="19000", target_efficiency="50")
    for key in ("devices_for_target", "size_at_efficiency"):
        (remark,) = given.remarks[key]
        assert remark.strong
        assert "more than four times the largest run" in given.say(remark)
    assert given.tables["devices_for_target"][0]["required_devices"] == 1308
    assert "devices_for_target" not in asked("B3", target_throughput="1000").remarks


def test_whole_nodes_can_fall_short_beyond_the_peak() -> None:
    """The law reaches it with 4 devices; two nodes of 3 are already past the peak."""
    given = asked("C1", target_throughput="11200", devices_per_node="3")
    needed = given.tables["devices_for_target"][1]["required_devices"]
    assert given.say(needed) == "In whole nodes, the fitted law does not reach it."
    alone = asked("C1", target_throughput="11200")
    assert alone.tables["devices_for_target"][1]["required_devices"] == 4


def test_questions_that_were_not_asked_have_no_table() -> None:
    ids = {each.get("id") for each in calculator_page("en", SLUG).tree.all("section")}
    assert {"efficiency", "runs", "laws", "law_parameters", "extrapolation"} <= ids
    assert not {"devices_for_target", "size_at_efficiency"} & ids


@every_language
def test_page_holds_everything_at_once(language: str) -> None:
    """Default rows, a full result, chart and tables, in the first answer and without script."""
    tree = calculator_page(language, SLUG).tree
    assert tree.one("textarea", name="measured_runs").children == [
        "1,52.4\n8,378\n16,751\n32,1388\n64,2744"
    ]
    assert tree.one(class_="answer-value").one(class_="number").text == "81.82"
    assert len(body(tree, "runs")) == 5
    assert len(body(tree, "laws")) == 4
    for element in tree.by_id("findings").all("th"):
        assert element["scope"] in ("col", "row")
    assert table(tree, "runs").one("thead").text
    chart = tree.one("svg", class_="efficiency-chart")
    assert chart["role"] == "img"
    assert len(chart.all("circle")) == 5
    assert len(chart.all("path", vector_effect="non-scaling-stroke")) == 4
    assert "81.82%" in chart.one("desc").text
    assert not any(element.get("style") for element in tree.walk())


@every_language
def test_fragment_renews_chart_and_tables(language: str) -> None:
    typed = {"measured_runs": "1 100\r\n2 190\r\n4 350\r\n8 600"}
    headers, tree = recomputed(f"/{language}/ai/{SLUG}/", typed)
    there = f"/{language}/ai/{SLUG}/?measured_runs=1,100;2,190;4,350;8,600"
    assert headers["HX-Replace-Url"] == there
    assert [row[0] for row in body(tree, "runs")] == ["1", "2", "4", "8"]
    assert tree.by_id("findings")["hx-swap-oob"] == "true"


@pytest.mark.parametrize(
    "rows",
    [
        "",
        "words",
        "8 1\n8 2",
        "1 0\n2 0",
        "1 1\n" * 201,
        "1 1\n2 1e400",
        "x" * 50_000,
        "1,1;" * 10_000,
        "1,734,000",
        "\x00",
    ],
)
@every_language
def test_wrong_rows_are_refused_at_their_field(language: str, rows: str) -> None:
    typed = {"measured_runs": rows}
    response = Client().post(
        f"/{language}/ai/{SLUG}/result/", typed, headers={"HX-Request": "true"}
    )
    assert response.status_code == 200
    tree = dom.parse(response.content.decode())
    note = tree.by_id("note-measured_runs")
    assert note["data-state"] == "bad"
    assert note.one("p", class_="bad").text
    assert not tree.by_id("findings").children
    assert not tree.by_id("result").all(class_="answer-value")


def test_rows_of_another_format_are_refused_by_name() -> None:
    response = Client().get(
        f"/en/ai/{SLUG}.json", {"measured_runs": "1 2\n3 4", "run_format": "seconds_per_step"}
    )
    assert response.status_code == 400
    assert response.json()["errors"] == {
        "__all__": [
            "Measured runs, line 1: write it as “devices, seconds per step, global batch”; it "
            "reads “1,2”."
        ]
    }


def test_nothing_typed_is_lost() -> None:
    text = "1, 52.4\n# note\n8, 3x8"
    tree = calculator_page("en", SLUG, measured_runs=text).tree
    field = tree.one("textarea", name="measured_runs")
    assert field.children == [text]
    assert field["aria-invalid"] == "true"


def test_link_is_canonical_and_can_be_too_long() -> None:
    rows = "devices rate\n1 52.40\n2 1e2\n"
    data = twin(measured_runs=rows)
    assert data["url"] == f"http://testserver{PATH}?measured_runs=1,52.4;2,100"
    again = twin(measured_runs="1,52.4;2,100")
    assert again["url"] == data["url"]
    many = "\n".join(f"{size} {size * 1.23456789!r}" for size in range(1, 201))
    headers, tree = recomputed(PATH, {"measured_runs": many})
    assert "HX-Replace-Url" not in headers
    assert tree.by_id("too-long").text == "These inputs are too long for a link."


def test_twin() -> None:
    data = twin(target_throughput="4000")
    assert data["inputs"]["measured_runs"] == [
        [1, 52.4],
        [8, 378],
        [16, 751],
        [32, 1388],
        [64, 2744],
    ]
    # Whole numbers have no point, inside of rows neither.
    assert "[8, 378]" in Client().get(f"/en/ai/{SLUG}.json").content.decode()
    runs = data["outputs"]["runs"]
    assert runs["label"] == "Run by run"
    assert runs["value"][0] == {
        "devices": 1,
        "throughput": 52.4,
        "efficiency": 100,
        "speedup": 1,
        "marginal_efficiency": None,
        "serial_fraction": None,
    }
    assert runs["columns"]["throughput"] == {"unit": "images/s", "label": "Throughput"}
    assert runs["text"].splitlines()[0] == "1\t52.4\t100\t1\t\t"
    laws = data["outputs"]["laws"]
    assert [row["law"] for row in laws["value"]] == ["amdahl", "usl", "all_reduce", "gustafson"]
    assert laws["value"][3]["ceiling"] is None
    assert laws["reasons"] == [{"row": 3, "column": "ceiling", "reason": "There is no limit."}]
    assert [row["required_devices"] for row in data["outputs"]["devices_for_target"]["value"]] == [
        *(107, 107, 100, 90),
    ]
    assert "size_at_efficiency" not in data["outputs"]
    assert any("Outside 1\u00a0device to 64\u00a0devices" in each for each in data["warnings"])


def test_frame_has_the_field_and_the_answer() -> None:
    html = Client().get(f"{PATH}embed/").content.decode()
    tree = dom.parse(html)
    assert tree.one("textarea", name="measured_runs")
    assert "81.82" in tree.by_id("result").text


def test_units_follow_the_choice() -> None:
    tree = calculator_page("ja", SLUG, work_unit="tokens").tree
    assert "トークン/秒" in table(tree, "runs").one("thead").text


@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.integers(1, 10**6), st.floats(1e-12, 1e18)), min_size=2, max_size=12),
    st.floats(1e-6, 1e18),
    st.floats(0.001, 100),
    st.integers(1, 10**5),
)
def test_any_rows_are_answered(
    rows: list[tuple[int, float]], target: float, efficiency: float, node: int
) -> None:
    """With a finite answer, or with a reason."""
    typed = {
        "measured_runs": as_text(rows),
        "target_throughput": repr(target),
        "target_efficiency": repr(efficiency),
        "devices_per_node": str(node),
    }
    headers = {"HX-Request": "true"}
    response = Client().post(f"{PATH}result/", typed, headers=headers)
    assert response.status_code == 200
    dom.parse(response.content.decode())
    for text in ("nan", "inf", "NaN", "Infinity"):
        assert f">{text}" not in response.content.decode()
    data = Client().get(f"/en/ai/{SLUG}.json", typed)
    assert data.status_code in (200, 400)
    json.loads(data.content, parse_constant=lambda name: pytest.fail(name))
