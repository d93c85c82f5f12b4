"""Units that results can be switched between: throughputs per day, times in seconds."""

import pytest
from django.test import Client

from calculator import links
from calculator.answers import Answer, answer
from calculator.registry import calculators
from tests import dom
from tests.site import FLAGSHIP, LANGUAGES, calculator_page

each_language = pytest.mark.parametrize("language", LANGUAGES)


def asked(**typed: str) -> Answer:
    return answer(calculators()[FLAGSHIP], typed)


def ledger(tree: dom.Element) -> dict[str, str]:
    rows = tree.by_id("result").one("section", class_="ledger").all("dl")[0].all("div")
    return {row.one("dt").text: row.one("dd", class_="value").text for row in rows}


@pytest.mark.parametrize(
    ("unit", "written"),
    [  # 115,200 samples/s
        ("s", "115,200 samples/s"),
        ("min", "6,912,000 samples/min"),
        ("h", "414,720,000 samples/h"),
        ("day", "9,953,280,000 samples/day"),
    ],
)
def test_throughput_per(unit: str, written: str) -> None:
    assert asked(unit_rate=unit).write("actual_throughput").replace("\u00a0", " ") == written


@pytest.mark.parametrize(
    ("unit", "written"),
    [  # 10¹² / 115,200 / 3,600 = 2,411.265 hours
        ("hours", "2,411.27 hours"),
        ("seconds", "8,680,556 seconds"),
        ("minutes", "144,676 minutes"),
        ("days", "100.469 days"),
    ],
)
def test_time_in(unit: str, written: str) -> None:
    given = asked(total_work="1e12", unit_time=unit)
    assert given.write("time_hours").replace("\u00a0", " ") == written


def test_one_day_is_not_one_days() -> None:
    given = asked(total_work="9953280000", unit_time="days")
    assert given.write("time_hours").replace("\u00a0", " ") == "1 day"


@each_language
def test_page_carries_the_unit_everywhere(language: str) -> None:
    tree = calculator_page(language, FLAGSHIP, unit_rate="day").tree
    word = {"en": "samples/day", "zh-hant": "樣本/天", "ja": "サンプル/日"}[language]
    result = tree.by_id("result")
    assert result.one("p", class_="answer-value").text.replace(" ", "") == f"9,953,280,000{word}"
    assert word in result.one(class_="sentence").text
    assert [value for value in ledger(tree).values() if value.endswith(word)]
    assert word in tree.by_id("copy-text")["value"]
    # The formula stays in the units that it is made for, and the row says what follows.
    assert "115,200" in result.by_id("working-lines").text
    assert "× 86,400" in result.one("section", class_="ledger").text
    chart = dom.parse(
        Client().get(f"/{language}/ai/{FLAGSHIP}/drawing/?unit_rate=day").content.decode()
    )
    assert "9,953,280,000" in chart.by_id("chart-words").text
    assert word in chart.one("thead").text


def test_factor_stands_behind_the_whole_of_a_sum() -> None:
    tree = calculator_page("en", FLAGSHIP, unit_rate="min").tree
    rows = tree.by_id("result").one("section", class_="ledger").all("dl")[0].all("div")
    [lost] = [row for row in rows if row.one("dt").text == "Lost throughput"]
    assert lost.one("dd", class_="how").text.replace(" ", "") == "(128,000−115,200)×60"


def test_switching_back_and_forth_returns_the_exact_start() -> None:
    start = asked(throughput_per_device="1250.5", scaling_efficiency="97.3", devices="8")
    for unit in ("day", "h", "min", "s") * 3:
        switched = asked(
            throughput_per_device="1250.5",
            scaling_efficiency="97.3",
            devices="8",
            unit_rate=unit,
        )
        assert switched.values == start.values
    assert links.query(switched) == links.query(start)


def test_link_and_twin_keep_the_unit_and_the_sheet_its_own() -> None:
    given = asked(unit_rate="day", unit_time="hours")
    assert links.query(given) == "?unit_rate=day"
    data = Client().get(f"/en/ai/{FLAGSHIP}.json?unit_rate=day").json()
    assert data["url"].endswith("?unit_rate=day")
    assert data["outputs"]["actual_throughput"]["value"] == 115200
    assert "unit_rate" not in data["inputs"]


def test_target_is_in_the_unit_of_its_field() -> None:
    tree = calculator_page(
        "en", FLAGSHIP, solve="devices", actual_throughput="100000", unit_rate="day"
    ).tree
    sentence = tree.by_id("result").one(class_="sentence").text
    assert "would reach 100,000 samples/s; with 56 devices" in sentence
    assert "8,709,120,000 samples/day" in sentence
    assert tree.by_id("note-actual_throughput").one(class_="unit").text == "samples/s"


def test_unknown_unit_is_refused_at_its_field() -> None:
    given = asked(unit_rate="fortnight")
    assert given.say(given.refusals["unit_rate"]) == (
        "Throughput per: choose one of the options listed."
    )
