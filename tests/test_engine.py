"""The engine, on a made-up calculator with every kind of input and of output."""

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from calculator import links
from calculator.answers import Answer, answer
from calculator.base import Calculator
from calculator.outputs import Undefined
from tests import dom

HTMX = {"HX-Request": "true"}
PAGE = "/en/ai/every-kind/"


def shown(client: Client, **typed: str) -> dom.Element:
    response = client.get(f"{PAGE}?{urlencode(typed)}" if typed else PAGE)
    assert response.status_code == 200
    return dom.parse(response.content.decode())


def twin(client: Client, **typed: str) -> dict[str, Any]:
    data: dict[str, Any] = client.get("/en/ai/every-kind.json", typed).json()
    return data


def message(given: Answer, key: str) -> str:
    return given.say(given.refusals[key]).replace("\u00a0", " ")


# Messages: one of each kind, and the ends of each range


@pytest.mark.parametrize(
    ("key", "text", "said"),
    [
        ("count", "", "Count: enter a value, like 8 devices."),
        ("count", "  ", "Count: enter a value, like 8 devices."),
        ("count", "many", "Count must be a number, like 8 devices."),
        ("count", "8.5", "Count must be a whole number, like 8 devices."),
        ("count", "0", "Count must be 1 device or more."),
        ("count", "-1", "Count must be 1 device or more."),
        ("count", "1000000001", "Count must be 1,000,000,000 devices or less."),
        ("count", "8%", "Count is in devices; leave out “%”."),
        ("count", "8 GB", "Count is in devices; leave out “GB”."),
        ("shift", "5 m/s", "Shift is a plain number; leave out “m/s”."),
        ("shift", "-100.5", "Shift must be −100 or more."),
        ("shift", "100.5", "Shift must be 100 or less."),
        ("rate", "0", "Rate must be more than 0 samples/s."),
        ("rate", "-2", "Rate must be more than 0 samples/s."),
        ("rate", "1e301", "Rate must be 1 × 10³⁰⁰ samples/s or less."),
        ("rate", "1e400", "Rate must be 1 × 10³⁰⁰ samples/s or less."),
        ("rate", "1,5", "Rate: “1,5” can be read as 1.5 or as 1,500; write the one you mean."),
        (
            "rate",
            "1.234,5",
            "Rate: write the number like 1,234.5, with a point for decimals and a comma only every "
            "three digits.",
        ),
        ("busy", "-1", "Busy must be between 0% and 100%."),
        ("busy", "100.1", "Busy must be between 0% and 100%."),
        ("busy", "50k", "Busy is in %; leave out “k”."),
        ("target", "0", "Target must be more than 0%."),
        ("target", "100", "Target must be less than 100%."),
        ("limit", "0", "Limit must be 1 or more."),
        ("budget", "-1", "Budget must be 0 hours or more."),
        ("mode", "gone", "Mode: choose one of the options listed."),
        ("mode", "Staged", "Mode: choose one of the options listed."),
        ("kept", "maybe", "Kept must be true or false."),
    ],
)
def test_refusal(specimen: Calculator, key: str, text: str, said: str) -> None:
    given = answer(specimen, {key: text})
    assert list(given.refusals) == [key]
    assert message(given, key) == said
    assert given.values == {}


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("count", "1", 1),
        ("count", "1e9", 10**9),
        ("shift", "-100", -100),
        ("shift", "100", 100),
        ("rate", "1e300", 1e300),
        ("rate", "1e-300", 1e-300),
        ("busy", "0", 0),
        ("busy", "100", 100),
        ("target", "0.001", 0.001),
        ("target", "99.999", 99.999),
        ("parameters", "0", 0),
        ("parameters", "500M", 0.5),
        ("parameters", "7B tokens", 7),
        ("parameters", "7 B", 7),
        ("limit", "", None),
        ("budget", "", None),
        ("budget", "0", None),
        ("mode", " staged ", "staged"),
        ("mode", "ｓｔａｇｅｄ", "staged"),
        ("kept", "no", False),
    ],
)
def test_ends_that_are_included(specimen: Calculator, key: str, text: str, value: Any) -> None:
    given = answer(specimen, {key: text})
    assert given.refusals == {}
    assert given.inputs[key] == value


def test_rule_across_fields_comes_last(specimen: Calculator) -> None:
    given = answer(specimen, {"limit": "9"})
    assert [given.say(each).replace("\u00a0", " ") for each in given.across] == [
        "Limit (9) must not be more than Count (8 devices)."
    ]
    assert given.values == {}
    # Only when every field by itself is in order.
    assert answer(specimen, {"limit": "9", "shift": "abc"}).across == []


def test_every_refusal_is_said_at_once(specimen: Calculator) -> None:
    typed = {"count": "0", "mode": "gone", "kept": "maybe", "target": "100"}
    assert list(answer(specimen, typed).refusals) == ["count", "mode", "kept", "target"]


@pytest.mark.parametrize(
    ("key", "text", "readings"),
    [
        ("rate", "1,5", [1.5, 1500]),
        ("rate", "1,5k", [1.5e3, 1.5e6]),
        ("rate", "2m", [2e-3, 2e6]),
        ("parameters", "1,5", [1.5, 1500]),
        # In a field that counts billions, a bare 2,000,000 would be something else.
        ("parameters", "2m", [2e-12, 2e-3]),
    ],
)
def test_offered_readings_can_be_typed(
    specimen: Calculator, key: str, text: str, readings: list[float]
) -> None:
    said = message(answer(specimen, {key: text}), key)
    offered = re.findall(r"read as (\S.*?) or as (\S.*?);", said)[0]
    assert [answer(specimen, {key: each}).inputs[key] for each in offered] == readings


# Units that follow a choice


@pytest.mark.parametrize(
    ("work", "unit"), [("samples", "samples/s"), ("tokens", "tokens/s"), ("tflops", "TFLOP/s")]
)
def test_unit_follows_its_choice(
    specimen: Calculator, client: Client, work: str, unit: str
) -> None:
    tree = shown(client, work=work)
    assert tree.by_id("note-rate").one(class_="unit").text == unit
    assert tree.one(class_="answer-value").one(class_="unit").text == unit
    assert f"2.5 {unit}" in tree.one(class_="sentence").text
    assert message(answer(specimen, {"work": work, "rate": "0"}), "rate") == (
        f"Rate must be more than 0 {unit}."
    )


def test_unit_of_an_unknown_choice_is_the_default(specimen: Calculator, client: Client) -> None:
    tree = shown(client, work="gone", rate="0")
    assert tree.by_id("note-rate").one(class_="unit").text == "samples/s"


# Fields of one mode


def test_idle_field_is_neither_checked_nor_used(specimen: Calculator) -> None:
    for text in ("abc", "", "1000"):
        given = answer(specimen, {"stages": text})
        assert given.refusals == {}
        assert "staged" not in given.values
        # It keeps what was typed in the link.
        assert links.query(given) == f"?stages={text}"


def test_field_in_use_is_checked(specimen: Calculator) -> None:
    for mode in ("staged", "off"):
        assert list(answer(specimen, {"mode": mode, "stages": "abc"}).refusals) == ["stages"]
    given = answer(specimen, {"mode": "staged", "stages": "1e1"})
    assert given.values["staged"] == 80
    assert links.query(given) == "?mode=staged&stages=10"


@pytest.mark.parametrize("mode", ["staged", " staged", "ｓｔａｇｅｄ"])
def test_any_spelling_of_a_mode_puts_its_fields_in_use(specimen: Calculator, mode: str) -> None:
    assert answer(specimen, {"mode": mode, "stages": "5"}).values["staged"] == 40
    assert list(answer(specimen, {"mode": mode, "stages": "abc"}).refusals) == ["stages"]


@pytest.mark.parametrize("word", ["true", "True", "yes", "on", "1", "ｔｒｕｅ"])
def test_any_spelling_of_a_switch_puts_its_fields_in_use(specimen: Calculator, word: str) -> None:
    given = answer(specimen, {"doubled": word, "factor": "5"})
    assert given.values["scaled"] == 40
    # And so does the link that follows.
    assert links.query(given) == "?doubled=true&factor=5"


def test_canonical_text_of_an_idle_field(specimen: Calculator) -> None:
    given = answer(specimen, {"stages": "1e1", "smooth": "yes", "style": "ｅ", "factor": "2.0"})
    assert links.query(given) == "?stages=10&style=e&smooth=true"


def test_page_keeps_what_idle_fields_hold(specimen: Calculator, client: Client) -> None:
    """Sent again, or seen again in its mode, the form has what was in the link."""
    tree = shown(client, stages="9", style="e", smooth="true", factor="abc")
    assert tree.by_id("stages")["value"] == "9"
    assert tree.by_id("factor")["value"] == "abc"
    selected = [
        each["value"] for each in tree.by_id("style").all("option") if each.get("selected") == ""
    ]
    assert selected == ["e"]
    assert tree.by_id("smooth").get("checked") is not None


def test_style_sheet_knows_when_a_field_is_in_use(specimen: Calculator, client: Client) -> None:
    """`data-when` of a field names the `data-option`s with which it shows."""
    tree = shown(client)
    options = {each["value"]: each["data-option"] for each in tree.by_id("mode").all("input")}
    assert set(options) == {"simple", "staged", "off"}
    for key, codes in (
        ("stages", ("staged", "off")),
        ("style", ("staged",)),
        ("smooth", ("staged",)),
    ):
        field = next(each for each in tree.all(class_="field") if each.all(id=key))
        assert field["data-when"].split() == [options[code] for code in codes]
    factor = next(each for each in tree.all(class_="field") if each.all(id="factor"))
    assert factor["data-when"] == tree.by_id("doubled")["data-option"]


# Switches


def test_switch_is_a_hidden_false_before_its_true(specimen: Calculator, client: Client) -> None:
    for key, on in (("kept", True), ("doubled", False)):
        fields = shown(client).by_id("inputs").all("input", name=key)
        assert [(each["type"], each["value"]) for each in fields] == [
            ("hidden", "false"),
            ("checkbox", "true"),
        ]
        assert (fields[1].get("checked") is not None) == on


def test_switch_as_a_browser_sends_it(specimen: Calculator, client: Client) -> None:
    """Unchecked, only the hidden field is sent; checked, the last of the two wins."""
    for typed, query in (
        ("kept=false", "?kept=false"),
        ("kept=false&kept=true", ""),
        ("doubled=false", ""),
        ("doubled=false&doubled=true", "?doubled=true"),
    ):
        response = client.generic(
            "POST", f"{PAGE}result/", typed, "application/x-www-form-urlencoded", headers=HTMX
        )
        assert response.headers["HX-Replace-Url"] == PAGE + query


@pytest.mark.parametrize(
    ("word", "value"),
    [
        *(
            (word, True)
            for word in ("true", "TRUE", "yes", "Yes", "on", "1", " true ", "ｏｎ", "１")
        ),
        *((word, False) for word in ("false", "False", "no", "off", "0", "０")),
    ],
)
def test_words_of_a_switch(specimen: Calculator, word: str, value: bool) -> None:
    given = answer(specimen, {"kept": word})
    assert given.inputs["kept"] is value
    assert links.query(given) == ("" if value else "?kept=false")


def test_unreadable_switch_stays_in_the_link(specimen: Calculator) -> None:
    assert links.query(answer(specimen, {"kept": "maybe"})) == "?kept=maybe"


# Results that are too large, undefined or absent


def test_endless_answer_is_refused_at_the_largest_input(specimen: Calculator) -> None:
    given = answer(specimen, {"count": "1e9", "rate": "1e300"})
    assert list(given.refusals) == ["rate"]
    assert message(given, "rate") == (
        "Rate makes the result too large to show; enter a smaller value."
    )
    assert given.values == {}


def test_endless_detail_has_a_reason(specimen: Calculator, client: Client) -> None:
    output = twin(client, rate="1e200")["outputs"]["square"]
    assert (output["value"], output["text"]) == (None, "—")
    assert output["reason"] == "Too large to show."
    tree = shown(client, rate="1e200")
    row = next(each for each in tree.one(class_="ledger").all("dt") if each.text == "Square")
    assert row
    assert "Too large to show." in tree.one(class_="ledger").text
    assert tree.one(class_="answer-value").one(class_="number").one("sup").text == "200"


def test_formula_over_an_endless_detail_is_no_fault(specimen: Calculator, client: Client) -> None:
    """The inverse exists, the square that its formula divides by cannot be shown."""
    assert answer(specimen, {"rate": "1e200"}).values["inverse"] == 1e-200
    row = shown(client, rate="1e200").one(class_="ledger").text
    assert "Inverse" in row


def test_whole_number_beyond_a_double_is_too_large_too(
    specimen: Calculator, client: Client
) -> None:
    """10³⁶⁰ is exact in Python, but neither a page nor JSON can show it."""
    tree = shown(client, count="1e9")
    assert "Too large to show." in tree.one(class_="ledger").text
    assert twin(client, count="1e9")["outputs"]["huge"]["value"] is None


def test_exact_count_of_any_size(specimen: Calculator, client: Client) -> None:
    output = twin(client)["outputs"]["huge"]
    assert output["value"] == 8**40
    assert output["text"] == "1.32923\u00a0×\u00a010³⁶\u00a0tokens"


def test_undefined_and_absent(specimen: Calculator, client: Client) -> None:
    given = answer(specimen, {})
    assert isinstance(given.values["ratio"], Undefined)
    assert {"staged", "scaled", "spent"}.isdisjoint(given.values)
    ledger = shown(client).one(class_="ledger")
    names = [each.text for each in ledger.all("dt")]
    assert "Not defined, because Shift is 0." in ledger.text
    assert "Ratio" in names
    assert {"Staged", "Scaled", "Spent"}.isdisjoint(names)
    names = [each.text for each in shown(client, mode="staged", budget="24").all("dt")]
    assert {"Staged", "Spent"} <= set(names)


def test_fold_of_results(specimen: Calculator, client: Client) -> None:
    """Shut, with its own id, and not there at all while nothing stands in it."""
    folds = shown(client, budget="24").by_id("result").all("details")
    assert [each.one("summary").text for each in folds] == ["More results", "Spending"]
    assert [each.get("open") for each in folds] == [None, None]
    assert len({each["id"] for each in folds}) == 2
    others = shown(client).by_id("result").all("details")
    assert [each.one("summary").text for each in others] == ["More results"]
    assert others[0]["id"] == folds[0]["id"]


def test_negative_answer(specimen: Calculator, client: Client) -> None:
    outputs = twin(client, shift="-2.5")["outputs"]
    assert (outputs["moved"]["value"], outputs["moved"]["text"]) == (-20, "−20")
    assert (outputs["ratio"]["value"], outputs["ratio"]["text"]) == (-3.2, "−3.2")


def test_json_of_every_kind(specimen: Calculator, client: Client) -> None:
    data = twin(client, mode="staged", work="tflops", doubled="yes", parameters="500M", busy="7.5%")
    assert data["inputs"] == {
        "count": 8,
        "rate": 2.5,
        "parameters": 0.5,
        "busy": 7.5,
        "shift": 0,
        "mode": "staged",
        "stages": 4,
        "style": "b",
        "smooth": False,
        "work": "tflops",
        "kept": True,
        "doubled": True,
        "factor": 2,
        "limit": None,
        "budget": None,
        "target": 10,
        "gpu_memory": 80,
        "memory_bandwidth": 1000,
        "peak_tflops": 100,
        "watts": 500,
        "precision": "bf16",
        "num_layers": 32,
        "gated_mlp": True,
        "vocab_size": 1,
    }
    assert data["outputs"]["total"]["unit"] == "TFLOP/s"
    assert data["outputs"]["idle"] == {
        "value": 92.5,
        "text": "92.5%",
        "unit": "%",
        "label": "Idle",
    }
    assert json.dumps(data["inputs"]["kept"]) == "true"


# The page


def fold_open(tree: dom.Element) -> bool:
    """Whether the fold of inputs is open; the fold of units behind it never is."""
    inputs, units = tree.all("details", class_="group")
    assert units.get("open") is None
    return inputs.get("open") is not None


@pytest.mark.parametrize(
    "typed",
    [
        {"target": "20"},  # set by a link
        {"target": "100"},  # refused
        {"limit": "9"},  # refused with another field
        {"limit": "13", "count": "20"},  # remarked on
        {"budget": "0"},
    ],
)
def test_fold_is_open_when_it_must_be_seen(
    specimen: Calculator, client: Client, typed: dict[str, str]
) -> None:
    assert fold_open(shown(client, **typed))


@pytest.mark.parametrize("typed", [{}, {"count": "9"}, {"count": "0"}, {"target": "10"}])
def test_fold_is_shut_otherwise(
    specimen: Calculator, client: Client, typed: dict[str, str]
) -> None:
    assert not fold_open(shown(client, **typed))


def test_remark_stands_at_its_field_beside_the_result(specimen: Calculator, client: Client) -> None:
    tree = shown(client, count="13")
    note = tree.by_id("note-count")
    assert (note["data-state"], note.one(class_="odd").text) == (
        "odd",
        "Count of 13 devices is odd.",
    )
    assert tree.one(class_="answer-value")
    assert twin(client, count="13")["warnings"] == ["Count of 13\u00a0devices is odd."]


def rods_drawn(tree: dom.Element) -> tuple[int, int]:
    """How many rods stand, and how many are lost."""
    svg = tree.one("svg", class_="rods")
    lost = svg.one("path", class_="lost")
    full = next(each for each in svg.all("path") if each is not lost)
    return full["d"].count("M"), lost["d"].count("M")


@pytest.mark.parametrize(
    ("count", "busy", "drawn", "counted"),
    [
        ("8", "50", (4, 4), True),
        ("64", "90", (58, 6), True),  # 57.6: the last that stands is broken
        ("1", "100", (1, 0), True),
        ("1", "0", (0, 1), True),
        ("65", "50", (25, 25), False),
        ("1000000", "99", (50, 0), False),
    ],
)
def test_rods(
    specimen: Calculator,
    client: Client,
    count: str,
    busy: str,
    drawn: tuple[int, int],
    counted: bool,
) -> None:
    tree = shown(client, count=count, busy=busy)
    assert rods_drawn(tree) == drawn
    assert ("Each rod is 2%." in tree.one(class_="caption").text) != counted


def test_labels_are_text_and_not_markup(specimen: Calculator, client: Client) -> None:
    labels = [each.text for each in shown(client).by_id("mode").all("label")]
    assert labels == ["Simple & plain", "In stages", "<Off>"]


def test_keypad_has_a_minus_where_it_is_needed(specimen: Calculator, client: Client) -> None:
    """N13: the keypads of phones that `inputmode` asks for have none."""
    tree = shown(client)
    assert tree.by_id("count")["inputmode"] == "numeric"
    assert tree.by_id("rate")["inputmode"] == "decimal"
    assert tree.by_id("shift").get("inputmode") in (None, "text")


def test_calculator_alone_in_its_catalog(specimen: Calculator, client: Client) -> None:
    tree = shown(client)
    assert "More specimens" not in tree.text
    assert not tree.all(class_="next")
    for address in ("/en/", "/en/ai/", "/en/search/?q=specimen"):
        assert client.get(address).status_code == 200
    assert client.get("/en/ai/data-parallel-scaling/").status_code == 404


def test_answer_that_does_not_exist_says_why_everywhere(
    specimen: Calculator, client: Client
) -> None:
    """No page, frame, fragment, link preview or twin fails for want of the large number."""
    tree = shown(client, shift="-100")
    result = tree.by_id("result")
    assert result.one(class_="number").text == "—"
    assert result.one(class_="sentence").text == "There is no limit."
    [description] = [each for each in tree.all("meta") if each.get("property") == "og:description"]
    assert description["content"] == "There is no limit."
    fragment = client.post(f"{PAGE}result/", {"shift": "-100"}, headers=HTMX)
    assert "There is no limit." in fragment.content.decode()
    frame = client.get(f"{PAGE}embed/?shift=-100")
    assert "There is no limit." in frame.content.decode()
    assert twin(client, shift="-100")["outputs"]["total"]["reason"] == "There is no limit."
    solved = shown(client, shift="-100", solve="count", total="5")
    assert "no value of Count gives" in solved.by_id("result").one(class_="refusals").text
