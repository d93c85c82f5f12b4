"""What a printed report adds to the page: given values, reasons, the address, the action."""

from urllib.parse import urlencode

import pytest
from django.test import Client

from calculator.answers import answer
from calculator.base import Calculator
from calculator.inputs import Number, UnitChoice
from calculator.registry import calculators
from tests import dom
from tests.site import FLAGSHIP, LANGUAGES, calculator_page

HTMX = {"HX-Request": "true"}
TOO_LONG = {"devices": "1" * 2000}

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_slug = pytest.mark.parametrize("slug", calculators())


def swapped(language: str, slug: str, **typed: str) -> dom.Element:
    response = Client().post(f"/{language}/ai/{slug}/result/", typed, headers=HTMX)
    return dom.parse(response.content.decode())


def lines(tree: dom.Element) -> list[tuple[str, str, str]]:
    """The list of given values: name, value, and what tells the value apart."""
    found = tree.by_id("result").one("dl", class_="given-values")
    described = []
    for line in found.all("div"):
        value = line.all("dd")[0]
        described.append((line.one("dt").text, value.text, value["class"]))
    return described


def of_link(slug: str, **typed: str) -> list[tuple[str, str, str]]:
    return lines(calculator_page("en", slug, **typed).tree)


UNTOUCHED = [
    ("Share of useful time", "100% default", "untouched"),
    ("Power usage effectiveness (PUE)", "1.2× default", "untouched"),
]


def test_values_stand_with_their_units() -> None:
    assert of_link(FLAGSHIP, devices="2k", work_unit="tokens") == [
        ("Devices", "2,000 devices", "given"),
        ("Throughput per device", "2,000 tokens/s", "given"),
        ("Scaling efficiency", "90%", "given"),
        ("Baseline devices", "1 device default", "untouched"),
        *UNTOUCHED,
    ]


@pytest.mark.parametrize(
    ("language", "values"),
    [
        (
            "en",
            [
                "64 devices",
                "2,000 samples/s",
                "90%",
                "1 device default",
                "100% default",
                "1.2× default",
            ],
        ),
        (
            "zh-hant",
            ["64 個裝置", "2,000 樣本/秒", "90%", "1 個裝置 預設值", "100% 預設值", "1.2× 預設值"],
        ),
        (
            "ja",
            [
                "64台",
                "2,000サンプル/秒",
                "90%",
                "1台 デフォルト",
                "100% デフォルト",
                "1.2× デフォルト",
            ],
        ),
    ],
)
def test_values_in_each_language(language: str, values: list[str]) -> None:
    tree = calculator_page(language, FLAGSHIP).tree
    assert [value for _name, value, _mark in lines(tree)] == values


def test_folded_inputs_stand_where_they_were_set() -> None:
    typed = {"baseline_devices": "8", "total_work": "1.4T"}
    assert of_link(FLAGSHIP, **typed)[3:] == [
        ("Baseline devices", "8 devices", "given"),
        ("Total work", "1,400,000,000,000 samples", "given"),
        *UNTOUCHED,
    ]


def test_what_cannot_be_read_stands_as_it_was_typed() -> None:
    typed = {"devices": "64.5", "throughput_per_device": "", "scaling_efficiency": "<b>9</b>"}
    assert of_link(FLAGSHIP, **typed, work_unit="gone")[:4] == [
        ("Devices", "64.5", "bad"),
        ("Throughput per device", "—", "bad"),
        ("Scaling efficiency", "<b>9</b>", "bad"),
        ("Unit of work", "gone", "bad"),
    ]


def test_values_refused_together_are_both_marked() -> None:
    marks = {
        name: mark for name, _value, mark in of_link(FLAGSHIP, devices="8", baseline_devices="16")
    }
    assert marks == {
        "Devices": "bad",
        "Throughput per device": "given",
        "Scaling efficiency": "given",
        "Baseline devices": "bad",
        **{name: mark for name, _value, mark in UNTOUCHED},
    }


def test_inputs_out_of_use_are_left_out(specimen: Calculator) -> None:
    def names(**typed: str) -> list[str]:
        response = Client().get(f"/en/ai/every-kind/?{urlencode(typed)}")
        return [name for name, _value, _mark in lines(dom.parse(response.content.decode()))]

    conditional = {"Stages", "Style", "Smooth"}
    assert conditional.isdisjoint(names())
    assert conditional <= set(names(mode="staged"))
    # Nor what is empty, nor what only names a unit.
    assert {"Limit", "Budget", "Work"}.isdisjoint(names())
    assert "Limit" in names(limit="3")


def test_choices_and_switches_stand_in_words(specimen: Calculator) -> None:
    response = Client().get("/en/ai/every-kind/?mode=off&doubled=yes")
    values = {
        name: (value, mark) for name, value, mark in lines(dom.parse(response.content.decode()))
    }
    assert values["Mode"] == ("<Off>", "given")
    assert values["Kept"] == ("Yes", "given")
    assert values["Doubled"] == ("Yes", "given")


@every_slug
def test_every_value_that_a_result_follows_from_is_listed(slug: str) -> None:
    calculator = calculators()[slug]
    for case in calculator.cases.values():
        typed = {key: str(value) for key, value in case["given"].items()}
        given = answer(calculator, typed)
        assert [name for name, _value, _mark in of_link(slug, **typed)] == [
            str(one.name)
            for key, one in calculator.inputs.items()
            if key in given.refusals
            or not (given.inputs[key] is None or key in given.idle or isinstance(one, UnitChoice))
        ]


@every_language
def test_remarks_stand_at_their_values(language: str) -> None:
    tree = calculator_page(language, FLAGSHIP, scaling_efficiency="0.9").tree
    at_the_field = tree.by_id("note-scaling_efficiency").one(class_="message")
    remark = tree.by_id("result").one("dd", class_="remarks")
    assert "0.9%" in remark.text
    assert at_the_field.text.startswith(remark.text)
    # What a field offers cannot be used on paper.
    assert not remark.all("a")


@every_language
def test_values_follow_a_recompute(language: str) -> None:
    typed = {"devices": "128", "scaling_efficiency": "0.9", "total_work": "1e12"}
    page = calculator_page(language, FLAGSHIP, **typed).tree
    assert lines(swapped(language, FLAGSHIP, **typed)) == lines(page)


@every_language
def test_reasons_stand_in_the_place_of_a_result(language: str) -> None:
    typed = {"devices": "abc", "scaling_efficiency": "1,5"}
    page = calculator_page(language, FLAGSHIP, **typed).tree
    said = [each.text for each in page.one(class_="summary").all("li")]
    for tree in (page, swapped(language, FLAGSHIP, **typed)):
        result = tree.by_id("result")
        assert [each.text for each in result.one("ul", class_="refusals").all("li")] == said
        assert not result.all("button")


def test_reason_across_fields_stands_there_too() -> None:
    tree = swapped("en", FLAGSHIP, devices="8", baseline_devices="16")
    reasons = [each.text for each in tree.one("ul", class_="refusals").all("li")]
    assert reasons == ["Baseline devices (16 devices) must not be more than Devices (8 devices)."]


# The address


def printed_address(tree: dom.Element) -> list[str]:
    return [each.text for each in tree.by_id("address").all("p")]


@every_language
@every_slug
def test_address_carries_the_inputs(slug: str, language: str) -> None:
    inputs = calculators()[slug].inputs
    key = next(key for key, one in inputs.items() if isinstance(one, Number))
    path = f"/{language}/ai/{slug}/"
    for query, typed in (("", {}), (f"?{key}=3", {key: "3.0"})):
        page = calculator_page(language, slug, **typed).tree
        for tree in (page, swapped(language, slug, **typed)):
            assert printed_address(tree) == [f"http://testserver{path}{query}", ""]
            assert tree.by_id("qr")["data-source"] == f"{path}qr.svg{query}"
            assert tree.by_id("qr")["data-alt"]


@every_language
def test_inputs_too_long_for_a_link_are_not_in_the_address(language: str) -> None:
    """The page alone, said to be so, on paper and in the code."""
    path = f"/{language}/ai/{FLAGSHIP}/"
    page = calculator_page(language, FLAGSHIP, **TOO_LONG).tree
    fragment = swapped(language, FLAGSHIP, **TOO_LONG)
    for tree in (page, fragment):
        address, note = printed_address(tree)
        assert address == f"http://testserver{path}"
        assert note == fragment.by_id("too-long").text != ""
        assert tree.by_id("qr")["data-source"] == f"{path}qr.svg"


@every_language
def test_page_without_script_asks_for_no_code(language: str) -> None:
    """Nothing in the page makes a browser or a crawler fetch the image."""
    tree = calculator_page(language, FLAGSHIP).tree
    assert not tree.all("img")
    named = [value for each in tree.walk() for name, value in each.attributes.items()]
    assert [value for value in named if "qr.svg" in value] == [f"/{language}/ai/{FLAGSHIP}/qr.svg"]


# The rest


@pytest.mark.parametrize(
    ("language", "words", "created"),
    [
        ("en", "Print report", "Created {moment} ({zone})"),
        ("zh-hant", "列印報告", "產生時間：{moment}（{zone}）"),
        ("ja", "レポートを印刷", "作成日時：{moment}（{zone}）"),
    ],
)
def test_words_of_the_report(language: str, words: str, created: str) -> None:
    tree = calculator_page(language, FLAGSHIP).tree
    action = tree.by_id("result").one(class_="actions").one("button")
    assert (action.text, action["type"], action["id"]) == (words, "button", "print")
    # The server knows no clock: the script puts the visitor's in.
    place = tree.by_id("created")
    assert (place.text, place["data-text"]) == ("", created)
