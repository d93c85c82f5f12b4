"""Comparing: scenarios in a link, the table of them, and that nothing typed breaks it."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, quote, unquote

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import example, given, settings
from hypothesis import strategies as st

from calculator import links, pins
from calculator.answers import Answer, answer
from calculator.base import Calculator
from calculator.differences import differences
from calculator.outputs import Output
from calculator.registry import calculators
from tests import dom
from tests.site import FLAGSHIP, LANGUAGES, ORIGIN, page

PAGE = f"/en/ai/{FLAGSHIP}/"
HTMX = {"HX-Request": "true"}
# What do I lose between 64 and 128 devices at 90% and 85%?
QUESTION = "?pin=devices:64,scaling_efficiency:90&pin=devices:128,scaling_efficiency:85"
each_language = pytest.mark.parametrize("language", LANGUAGES)


def opened(query: str, slug: str = FLAGSHIP) -> Answer:
    return answer(calculators()[slug], QueryDict(query.removeprefix("?")))


def fetched(address: str) -> dom.Element:
    return dom.parse(Client().get(address).content.decode())


def table(tree: dom.Element) -> dict[str, list[str]]:
    """The rows of the table by their heads, units left out; a cell is its texts."""
    rows = {}
    for row in tree.by_id("scenarios").all("tr")[1:]:
        head = row.one("th", scope="row")
        label = "".join(each for each in head.children if isinstance(each, str)).strip()
        rows[label] = [cell.text for cell in row.all("td")]
    return rows


def heads(tree: dom.Element) -> list[str]:
    columns = tree.by_id("scenarios").all("th", scope="col")
    return [
        column.all("span", class_="name")[0].text if column.all("span") else column.text
        for column in columns
    ]


def links_of(tree: dom.Element) -> dict[str, str]:
    return {one["id"]: one["href"] for one in tree.by_id("compare").all("a")}


@pytest.mark.parametrize(
    ("language", "label", "names"),
    [
        ("en", "Lost throughput", ["Scenario A", "Scenario B"]),
        ("zh-hant", "損失的吞吐量", ["情境 A", "情境 B"]),
        ("ja", "スループットの損失", ["シナリオA", "シナリオB"]),
    ],
)
def test_one_link_answers_what_is_lost(language: str, label: str, names: list[str]) -> None:
    tree = page(f"/{language}/ai/{FLAGSHIP}/{QUESTION}").tree
    # What the page asks is the first of them and needs no column of its own.
    assert heads(tree) == names
    assert table(tree)[label] == ["12,800", "38,400 +25,600 +200%"]


def test_table_of_the_question() -> None:
    rows = table(page(PAGE + QUESTION).tree)
    assert list(rows)[:5] == [
        "Devices",
        "Throughput per device",
        "Scaling efficiency",
        "Actual throughput",
        "Speedup",
    ]
    assert rows["Devices"] == ["64", "128"]
    assert rows["Scaling efficiency"] == ["90%", "85%"]
    assert rows["Actual throughput"] == ["115,200", "217,600 +102,400 +88.89%"]
    assert rows["Speedup"] == ["57.6×", "108.8× +51.2× +88.89%"]
    assert rows["Forecast efficiency"] == ["81.7%", "73.84% −7.863 pp"]
    # Folded inputs that no scenario sets, and what only names a unit, say nothing here.
    assert not {"Baseline devices", "Forecast size", "Unit of work"} & rows.keys()


@each_language
def test_table_is_a_table(language: str) -> None:
    tree = page(f"/{language}/ai/{FLAGSHIP}/{QUESTION}&devices=256").tree
    compared = tree.by_id("scenarios").one("table")
    assert compared.one("caption").text
    columns = len(compared.all("th", scope="col"))
    assert columns == 3
    for row in compared.all("tr")[1:]:
        assert len(row.all("th", scope="row")) == 1
        assert len(row.all("td")) == columns
    # Given numbers are marked as such, results are not.
    given = [cell.text for cell in compared.all("td", class_="given")]
    assert given[:3] == ["64", "128", "256"]
    assert not any(row.all("td", class_="given") for row in compared.all("tbody")[1].all("tr"))
    focusable = [*compared.all("a"), *compared.all("input", type="text")]
    assert all(one.get("id") for one in focusable)
    # Each of them is named by its scenario.
    names = [one["aria-label"] for one in compared.all("a")]
    names += [label.text for label in compared.all("label")]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("query", "canonical"),
    [
        ("pin=", "?pin="),
        ("pin=devices:64,scaling_efficiency:90", "?pin="),
        ("pin=scaling_efficiency:85,devices:1.28e2", "?pin=devices:128,scaling_efficiency:85"),
        ("pin=Plan%20B,devices:128", "?pin=Plan%20B,devices:128"),
        ("pin=Plan+B", "?pin=Plan%20B"),
        ("pin=,devices:128", "?pin=devices:128"),
        ("pin=%20%20a%09%0Ab%0D", "?pin=a%20b"),
        ("pin=計畫", "?pin=%E8%A8%88%E7%95%AB"),
        # The signs that part names and values are encoded once more where they are meant.
        ("pin=a%252Cb%253A%2525,devices:2", "?pin=a%252Cb%253A%2525,devices:2"),
        ("pin=a%25", "?pin=a%2525"),
        ("pin=devices:1%252C5", "?pin=devices:1%252C5"),
        ("pin=scaling_efficiency:85%25", "?pin=scaling_efficiency:85"),
        # In the order of the link, behind the inputs, repeated ones too.
        ("pin=devices:2&devices=8&pin=devices:1", "?devices=8&pin=devices:2&pin=devices:1"),
        ("pin=&pin=", "?pin=&pin="),
        # The last of an input named twice wins.
        ("pin=devices:2,devices:3", "?pin=devices:3"),
        # Everything that the page's own link carries.
        (
            "pin=solve:devices,actual_throughput:1e6,devices_per_node:8",
            "?pin=solve:devices,actual_throughput:1000000,devices_per_node:8",
        ),
        ("pin=projected_devices:,devices:", "?pin=devices:"),
        # What is not understood stays.
        ("pin=devices:abc,work_unit:gone", "?pin=devices:abc,work_unit:gone"),
        ("pin=gpus:8,devices:2", "?pin=devices:2,gpus:8"),
        ("pin=Plan,B", "?pin=Plan,B"),
        ("pin=,B", "?pin=,B"),
        ("pin=pin:devices", "?pin=pin:devices"),
        # The first four are kept, and what no link can hold is not.
        ("pin=a&pin=b&pin=c&pin=d&pin=e", "?pin=a&pin=b&pin=c&pin=d"),
        (f"pin=a&pin={'x' * 10_000}&pin=c", "?pin=a&pin=c"),
        # A name that was typed goes into its pin.
        ("pin=A,devices:2&pin=&pin_name=X&pin_name=Y", "?pin=X,devices:2&pin=Y"),
        ("pin=A,devices:2&pin_name=", "?pin=devices:2"),
        ("pin=A&pin=B&pin_name=X", "?pin=X&pin=B"),
        ("pin=A&pin_name=a,b:c%25", "?pin=a%252Cb%253Ac%2525"),
        (f"pin=&pin={'x' * 2001}&pin=&pin_name=X&pin_name=Y&pin_name=Z", "?pin=X&pin=Z"),
        (f"pin=&pin_name={'x' * 101}", f"?pin={'x' * 100}"),
        ("pin_name=X&devices=2", "?devices=2"),
    ],
)  # fmt: skip
def test_canonical_form(query: str, canonical: str) -> None:
    assert links.query(opened(query)) == canonical
    assert links.query(opened(canonical)) == canonical


PINS = st.one_of(
    st.text(max_size=40),
    st.text(alphabet=",:%devics012345 \x00\n台", max_size=40),
    st.sampled_from(["", ",", "a,devices:2", "devices:１２８", "solve:devices", "devices:2,a,:"]),
)


@pytest.mark.parametrize("calculator", calculators().values(), ids=lambda one: str(one.slug))
@given(texts=st.lists(PINS, min_size=1, max_size=6), names=st.lists(st.text(), max_size=5))
@example(texts=["a,b"], names=[])
@example(texts=[",b%2C"], names=[""])
@settings(max_examples=60)
def test_opened_and_shared_again_is_the_same(
    calculator: Calculator, texts: list[str], names: list[str]
) -> None:
    typed = [f"pin={quote(text)}" for text in texts] + [f"pin_name={quote(one)}" for one in names]
    first = answer(calculator, QueryDict("&".join(typed)))
    link = links.query(first)
    again = answer(calculator, QueryDict(link.removeprefix("?")))
    assert links.query(again) == link
    assert link.isascii()
    before, after = pins.scenarios(first), pins.scenarios(again)
    assert [one.name for one in after] == [one.name for one in before]
    assert [one.given.inputs for one in after] == [one.given.inputs for one in before]
    assert [one.refused for one in after] == [one.refused for one in before]


def test_what_the_page_asks_stands_last_where_it_differs() -> None:
    assert heads(page(f"{PAGE}?devices=256&pin=&pin=Plan%20B,devices:128").tree) == [
        "Scenario A", "Plan B", "These inputs",
    ]  # fmt: skip
    assert heads(page(f"{PAGE}?devices=1.28e2&pin=&pin=Plan%20B,devices:128").tree) == [
        "Scenario A",
        "Plan B",
    ]
    full = page(f"{PAGE}?devices=256&pin=a&pin=b&pin=c&pin=d").tree
    assert heads(full) == ["a", "b", "c", "d"]
    assert "remove a scenario" in full.by_id("compare").text


def test_a_lone_scenario_says_what_comes_next() -> None:
    compared = page(f"{PAGE}?pin=").tree.by_id("compare")
    assert heads(compared) == ["Scenario A"]
    assert "Change an input" in compared.text


def test_keeping_pins_what_stands_there() -> None:
    tree = page(PAGE).tree
    assert tree.by_id("keep")["href"] == f"{PAGE}?pin=#compare"
    tree = page(f"{PAGE}?devices=128&scaling_efficiency=85%25&pin=a").tree
    kept = f"{PAGE}?devices=128&scaling_efficiency=85&pin=a&pin=devices:128,scaling_efficiency:85"
    assert tree.by_id("keep")["href"] == tree.by_id("keep-beside")["href"] == f"{kept}#compare"
    # What is kept already, or has no place, leads to the table.
    for query in ("?devices=128&pin=devices:128", "?devices=2&pin=a&pin=b&pin=c&pin=d"):
        tree = page(PAGE + query).tree
        assert tree.by_id("keep")["href"] == "#compare"
        assert not tree.all(id="keep-beside")
    # There is no result to be kept.
    tree = page(f"{PAGE}?devices=abc&pin=").tree
    assert not tree.all(id="keep")
    assert not tree.all(id="keep-beside")
    assert heads(tree) == ["Scenario A", "These inputs"]


def test_a_kept_solution_keeps_its_question() -> None:
    query = "?solve=devices&actual_throughput=1000000"
    tree = page(PAGE + query).tree
    pinned = tree.by_id("keep")["href"]
    assert pinned == f"{PAGE}{query}&pin=solve:devices,actual_throughput:1000000#compare"
    rows = table(page(f"{pinned.removesuffix('#compare')}&pin=").tree)
    assert rows["Devices"] == ["556 solved for", "64"]
    assert rows["Actual throughput to reach"] == ["1,000,000", "—"]
    assert rows["Actual throughput"] == ["1,000,800", "115,200 −885,600 −88.49%"]


def test_scenarios_are_rearranged_by_links() -> None:
    found = links_of(page(f"{PAGE}?devices=256&pin=a&pin=b&pin=c").tree)
    base = f"{PAGE}?devices=256&"
    assert found == {
        "keep-beside": f"{base}pin=a&pin=b&pin=c&pin=devices:256#compare",
        "pin-right-0": f"{base}pin=b&pin=a&pin=c#compare",
        "pin-remove-0": f"{base}pin=b&pin=c#compare",
        "pin-left-1": f"{base}pin=b&pin=a&pin=c#compare",
        "pin-right-1": f"{base}pin=a&pin=c&pin=b#compare",
        "pin-remove-1": f"{base}pin=a&pin=c#compare",
        "pin-left-2": f"{base}pin=a&pin=c&pin=b#compare",
        "pin-remove-2": f"{base}pin=a&pin=b#compare",
    }
    assert links_of(page(f"{PAGE}?pin=a").tree)["pin-remove-0"] == PAGE


def test_form_sends_the_scenarios_with_their_names() -> None:
    tree = page(f"{PAGE}?pin=&pin=Plan%20B,devices:128").tree
    fields = tree.by_id("compare").all("input", form="inputs")
    assert [(one["name"], one["value"]) for one in fields] == [
        ("pin", ""),
        ("pin_name", ""),
        ("pin", "Plan B,devices:128"),
        ("pin_name", "Plan B"),
    ]


def posted(client: Client, fields: Mapping[str, Any]) -> tuple[Mapping[str, str], dom.Element]:
    response = client.post(f"{PAGE}result/", fields, headers=HTMX)
    assert response.status_code == 200
    return response.headers, dom.parse(response.content.decode())


def test_recompute_swaps_the_table_and_keeps_the_pins(client: Client) -> None:
    headers, fragment = posted(
        client, {"devices": "256", "pin": ["", "devices:128"], "pin_name": ["", "Plan B"]}
    )
    assert headers["HX-Replace-Url"] == f"{PAGE}?devices=256&pin=&pin=Plan%20B,devices:128"
    swapped = fragment.by_id("compare")
    assert swapped["hx-swap-oob"] == "true"
    assert table(swapped)["Actual throughput"][2] == "460,800 +345,600 +300%"
    # Anyone else is shown the way to the page.
    response = client.post(f"{PAGE}result/", {"pin": ["a", "b"], "pin_name": ["", "x"]})
    assert response.status_code == 303
    assert response.headers["Location"] == f"{PAGE}?pin=&pin=x"


def test_without_scenarios_there_is_no_table(client: Client) -> None:
    assert not page(PAGE).tree.all(id="compare")
    assert not posted(client, {"devices": "2"})[1].all(id="compare")


@each_language
def test_links_of_the_page_carry_the_scenarios(language: str) -> None:
    path = f"/{language}/ai/{FLAGSHIP}/"
    canonical = "?devices=256&pin=Plan%20B,devices:128"
    tree = page(f"{path}?pin=Plan%20B,devices:1.28e2&devices=256").tree
    for code in LANGUAGES:
        assert tree.by_id(f"to-{code}")["href"] == f"/{code}/ai/{FLAGSHIP}/{canonical}"
    assert tree.by_id("to-json")["href"] == f"/{language}/ai/{FLAGSHIP}.json{canonical}"
    assert tree.by_id("copy-link")["value"] == f"{ORIGIN}{path}{canonical}"
    assert tree.by_id("qr")["data-source"].endswith(canonical)
    assert canonical.replace("?", "&") in tree.by_id("feedback-links").all("a")[0]["href"]
    # A frame has no place for them.
    assert tree.by_id("embed-code")["data-embed"] == f"{path}embed/?devices=256"
    framed = Client().get(f"{path}embed/{canonical}").content.decode()
    assert "pin" not in framed.replace("scripting", "")
    # The defaults are those of the inputs.
    [defaults] = tree.by_id("arrived").all("a")
    assert defaults["href"] == f"{path}?pin=Plan%20B,devices:128"


def test_recompute_of_a_frame_drops_scenarios(client: Client) -> None:
    response = client.post(f"{PAGE}embed/result/", {"devices": "2", "pin": "a"}, headers=HTMX)
    assert response.headers["HX-Replace-Url"] == f"{PAGE}embed/?devices=2"
    assert "pin=" not in response.content.decode()


def test_a_refused_scenario_says_so_in_its_column() -> None:
    tree = page(f"{PAGE}?pin=&pin=devices:abc,baseline_devices:2,gpus:8&pin=devices:2").tree
    rows = table(tree)
    assert rows["Needs a change"] == [
        "",
        "Devices must be a number, like 64 devices. “gpus:8” names no input of this calculator.",
        "",
    ]
    assert rows["Devices"] == ["64", "abc", "2"]
    assert rows["Actual throughput"] == ["115,200", "—", "3,600 −111,600 −96.88%"]
    # Across fields too.
    rows = table(page(f"{PAGE}?pin=devices:2,baseline_devices:4").tree)
    assert "must not be more than" in rows["Needs a change"][0]
    # To a scenario without a result there is no difference.
    assert rows["Actual throughput"] == ["—", "115,200"]


def test_left_out_scenarios_are_mentioned() -> None:
    left_out = "2 scenarios of the link are left out"
    assert left_out in page(f"{PAGE}?{'&'.join(['pin='] * 6)}").tree.by_id("compare").text
    tree = page(f"{PAGE}?pin={'x' * 2001}").tree
    assert "1 scenario of the link is left out" in tree.by_id("compare").text
    assert not tree.all(id="scenarios")


def test_units_that_differ_stand_at_the_numbers() -> None:
    rows = table(page(f"{PAGE}?pin=&pin=work_unit:tokens,devices:128").tree)
    assert rows["Throughput per device"] == ["2,000 samples/s", "2,000 tokens/s"]
    # Nothing is taken from samples that is tokens.
    assert rows["Actual throughput"] == ["115,200 samples/s", "230,400 tokens/s"]
    assert rows["Speedup"] == ["57.6×", "115.2× +57.6× +100%"]


def test_undefined_and_absent_results() -> None:
    rows = table(page(f"{PAGE}?pin=&pin=scaling_efficiency:0&pin=total_work:7200000").tree)
    assert rows["Amdahl ceiling"][:2] == ["567×", "— Not defined, because Scaling efficiency is 0."]
    assert rows["Time for the total work"] == ["—", "—", "0.01736"]
    assert rows["Total work"] == ["—", "—", "7,200,000"]
    assert rows["Lost throughput"][1] == "128,000 +115,200 +900%"


COUNTED = Output("Counted", unit="devices")
SHARE = Output("Share", unit="%")
TIMES = Output("Times", unit="×")


@pytest.mark.parametrize(
    ("output", "first", "value", "said"),
    [
        (COUNTED, 64, 128, ["+64", "+100%"]),
        (COUNTED, 128, 64, ["−64", "−50%"]),
        (COUNTED, -4, 2, ["+6", "+150%"]),
        (COUNTED, 7, 7, ["±0"]),
        (COUNTED, 0, 5, ["+5"]),
        (COUNTED, 0.1, 0.3, ["+0.2", "+200%"]),
        (TIMES, 57.6, 51.2, ["−6.4×", "−11.11%"]),
        (SHARE, 90.0, 85.0, ["−5 pp"]),
        (SHARE, 0.0, 12.5, ["+12.5 pp"]),
        (COUNTED, 10**400, 10**400 + 1, ["+1"]),
        (COUNTED, 1, 10**16, ["+1\u00a0×\u00a010¹⁶", "+1\u00a0×\u00a010¹⁸%"]),
        (COUNTED, 1e-300, 1e300, ["+1\u00a0×\u00a010³⁰⁰"]),
        (COUNTED, -1e308, 1e308, []),
    ],
)
def test_differences(output: Output, first: Any, value: Any, said: list[str]) -> None:
    assert differences(output, output.unit, first, value, "en") == said


def test_percentage_points_in_each_language() -> None:
    found = {
        language: table(page(f"/{language}/ai/pipeline-bubble/?pin=&pin=microbatches:64").tree)
        for language in LANGUAGES
    }
    firsts = {
        language: next(row for row in rows.values() if "17.95%" in row[0])[1]
        for language, rows in found.items()
    }
    assert firsts == {
        "en": "9.859% −8.09 pp",
        "zh-hant": "9.859% −8.09 個百分點",
        "ja": "9.859% −8.09ポイント",
    }


def test_twin_has_the_scenarios(client: Client) -> None:
    query = f"{QUESTION}&pin=Plan%20C,scaling_efficiency:0,devices:1&pin=devices:abc,gpus:8&pin="
    data = client.get(f"/en/ai/{FLAGSHIP}.json{query}").json()
    first, second, third, fourth = data["scenarios"]
    assert first["name"] == "Scenario A"
    assert first["inputs"] == data["inputs"]
    assert first["outputs"] == {key: one["value"] for key, one in data["outputs"].items()}
    assert second["inputs"]["devices"] == 128
    assert second["outputs"]["actual_throughput"] == 217600
    assert third["name"] == "Plan C"
    assert third["outputs"]["max_speedup"] is None
    assert fourth == {
        "name": "Scenario D",
        "errors": {
            "devices": ["Devices must be a number, like 64\u00a0devices."],
            "__all__": ["“gpus:8” names no input of this calculator."],
        },
    }
    assert any("left out" in warning for warning in data["warnings"])
    assert data["url"].endswith("&pin=devices:abc,gpus:8")
    assert "scenarios" not in client.get(f"/en/ai/{FLAGSHIP}.json").json()


def test_every_kind_of_input_and_output(specimen: Calculator) -> None:
    tree = fetched(
        "/en/ai/every-kind/?count=9&pin=mode:staged,smooth:true,shift:1"
        "&pin=doubled:true,limit:5,count:1e9&pin=mode:gone,kept:perhaps,work:tflops"
    )
    rows = table(tree)
    assert rows["Mode"] == ["In stages", "Simple & plain", "gone", "Simple & plain"]
    assert rows["Smooth"] == ["Yes", "—", "—", "—"]
    assert rows["Staged"] == ["32", "—", "—", "—"]
    assert rows["Limit"] == ["—", "5", "—", "—"]
    assert rows["Huge"][0] == str(specimen.outputs["huge"].number(8**40)).replace("\u00a0", " ")
    assert rows["Moved"] == ["8", "0 −8 −100%", "—", "0 −8 −100%"]


NASTY = [
    "x" * 10_000,
    "devices:" + "9" * 10_000,
    "devices:1e400",
    "devices:-1,throughput_per_device:nan",
    ":",
    ",,,,",
    "::::,%,%%,%2",
    "%00%0D%0A",
    "%1B[31m,devices:%00",
    "devices:\u202e2",
    "\ud7ff\ufffe😀,work_unit:😀",
    "solve:devices",
    "solve:gone,actual_throughput:-1",
    "solve:devices,actual_throughput:1e30",
    "throughput_per_device:1e12,devices:1000000,scaling_efficiency:100",
    "pin:pin,from:x,theme:dark",
    "<script>,devices:<b>",
    "%(count)s,{0}",
]


@pytest.mark.parametrize("text", NASTY)
def test_nothing_typed_into_a_pin_breaks_a_page(client: Client, text: str) -> None:
    query = f"?pin=devices:128&pin={quote(text)}&pin_name=&pin_name={quote(text)}&devices=2"
    for tail in ("", "feedback/", "embed/"):
        response = client.get(f"{PAGE}{tail}{query}")
        assert response.status_code == 200
        dom.parse(response.content.decode())
    compared = table(fetched(PAGE + query))
    assert compared["Actual throughput"][0] == "230,400"
    assert client.get(f"/ja/ai/{FLAGSHIP}.json{query}").status_code == 200
    assert client.get(f"{PAGE}qr.svg{query}").status_code in (200, 404)
    posted(client, {"devices": "2", "pin": ["devices:128", text], "pin_name": ["", text]})
    assert client.post(f"{PAGE}result/", {"pin": [text]}).status_code == 303


def test_hundreds_of_pins(client: Client) -> None:
    response = client.get(f"{PAGE}?{'&'.join(['pin=devices:2'] * 150)}")
    assert response.status_code == 200
    assert "146 scenarios" in response.content.decode()


def test_names_are_text(client: Client) -> None:
    name = '<b>"x"'
    html = client.get(f"{PAGE}?pin={quote(name)}").content.decode()
    assert "<b>&quot;" not in html
    assert '<b>"x' not in html
    tree = dom.parse(html)
    assert heads(tree) == [name]
    assert parse_qs(tree.by_id("copy-link")["value"].partition("?")[2])["pin"] == [name]
    assert unquote(links_of(tree)["pin-remove-0"]) == PAGE


def test_table_is_in_the_units_of_the_page() -> None:
    tree = page(f"{PAGE}?unit_rate=min&pin=&pin=devices:128").tree
    assert table(tree)["Actual throughput"] == ["6,912,000", "13,824,000 +6,912,000 +100%"]
    assert "samples/min" in tree.by_id("scenarios").one("tr", class_="main").text
    # A target is in its own.
    solved = page(f"{PAGE}?unit_rate=min&pin=solve:devices,actual_throughput:1000000").tree
    [target] = [one.text for one in solved.by_id("scenarios").all("tr") if "to reach" in one.text]
    assert target == "Actual throughput to reach samples/s 1,000,000 —"
    # The unit is the page's, and no part of a scenario.
    assert tree.by_id("keep")["href"] == "#compare"
    data = Client().get(f"/en/ai/{FLAGSHIP}.json?unit_rate=min&pin=").json()
    assert data["scenarios"][0]["outputs"]["actual_throughput"] == 115200


def test_what_only_the_chart_is_asked_is_no_part_of_a_scenario() -> None:
    query = "?devices=128&sweep=scaling_efficiency&sweep_points=5"
    kept = page(PAGE + query).tree.by_id("keep")["href"]
    assert kept == f"{PAGE}{query}&pin=devices:128#compare"
    assert heads(page(f"{PAGE}{query}&pin=devices:128").tree) == ["Scenario A"]
    rows = table(page(f"{PAGE}?pin=sweep:devices").tree)
    assert "“sweep:devices” names no input" in rows["Needs a change"][0]
    # A chart that cannot be drawn takes nothing from the table.
    rows = table(page(f"{PAGE}?devices=2&sweep_points=abc&pin=").tree)
    assert rows["Actual throughput"][1].startswith("3,600")
    assert "Needs a change" not in rows
