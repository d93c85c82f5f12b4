"""The JSON twin of a page, to the letter: links to it live as long as those to pages."""

import json
from decimal import Decimal
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from calculator.registry import calculators
from tests.site import FLAGSHIP, LANGUAGES

every_language = pytest.mark.parametrize("language", LANGUAGES)


def not_json(constant: str) -> None:
    pytest.fail(f"{constant} is not JSON")


def fetched(address: str) -> HttpResponse:
    response = Client().get(address)
    assert isinstance(response, HttpResponse)
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    return response


def twin(query: str = "", *, language: str = "en", slug: str = FLAGSHIP) -> dict[str, Any]:
    response = fetched(f"/{language}/ai/{slug}.json{query}")
    assert response.status_code == 200
    data: dict[str, Any] = json.loads(response.content, parse_constant=not_json)
    return data


def test_answer() -> None:
    data = twin()
    assert list(data) == ["calculator", "language", "url", "inputs", "outputs", "warnings"]
    assert data["calculator"] == FLAGSHIP
    assert data["language"] == "en"
    assert data["url"] == f"http://testserver/en/ai/{FLAGSHIP}/"
    assert data["inputs"] == {
        "devices": 64,
        "throughput_per_device": 2000,
        "scaling_efficiency": 90,
        "devices_per_node": 1,
        "work_unit": "samples",
        "baseline_devices": 1,
        "projected_devices": None,
        "total_work": None,
        "goodput": 100,
        "deadline_hours": None,
        "price_per_device_hour": None,
        "device_power_w": None,
        "pue": 1.2,
        "electricity_price": None,
    }
    assert list(data["outputs"]["actual_throughput"].items()) == [
        ("value", 115200),
        ("text", "115,200\u00a0samples/s"),
        ("unit", "samples/s"),
        ("label", "Actual throughput"),
    ]
    assert data["outputs"]["speedup"]["value"] == 57.6
    assert data["warnings"] == []


def test_whole_numbers_have_no_point() -> None:
    """Whatever their type in Python."""
    text = fetched(f"/en/ai/{FLAGSHIP}.json?scaling_efficiency=50").content.decode()
    assert '"value": 64000,' in text
    assert '"value": 32,' in text
    assert '"throughput_per_device": 2000,' in text
    assert ".0," not in text


def test_percentages_are_percentages() -> None:
    data = twin("?scaling_efficiency=85%25&devices=128")
    assert data["inputs"]["scaling_efficiency"] == 85
    assert data["outputs"]["serial_fraction"]["value"] == pytest.approx(0.138953, rel=1e-5)
    assert data["outputs"]["serial_fraction"]["text"] == "0.139%"


def test_huge_number_is_the_number() -> None:
    """Written out, 10²⁴ as a double is 999999999999999983222784."""
    query = "?micro_batch_size=1e6&data_parallel_size=1e6&grad_accum_steps=1e5&sequence_length=1e7"
    response = fetched(f"/en/ai/effective-batch-size.json{query}")
    outputs = json.loads(response.content, parse_int=Decimal, parse_float=Decimal)["outputs"]
    assert outputs["tokens_per_step"]["value"] == 10**24
    assert outputs["trained_tokens_per_step"]["value"] == Decimal("1e24")


def test_undefined_output_has_a_reason() -> None:
    assert list(twin("?devices=1")["outputs"]["serial_fraction"].items()) == [
        ("value", None),
        ("text", "—"),
        ("unit", "%"),
        ("label", "Serial fraction (Karp–Flatt)"),
        ("reason", "Defined only when Devices is more than 1\u00a0device."),
    ]


def test_output_that_does_not_apply_is_absent() -> None:
    assert "time_hours" not in twin()["outputs"]
    hours = twin("?total_work=1e9")["outputs"]["time_hours"]
    assert hours["unit"] == "hours"
    assert hours["value"] == pytest.approx(2.4112654)


@pytest.mark.parametrize(
    ("language", "label", "text", "warning"),
    [
        (
            "en",
            "Actual throughput",
            "1,152\u00a0tokens/s",
            "Read as 0.9%. If you mean 90%, write 90%.",
        ),
        ("zh-hant", "實際吞吐量", "1,152\u00a0詞元/秒", "讀作 0.9%。若您要的是 90%，請寫 90%。"),
        (
            "ja",
            "実際のスループット",
            "1,152トークン/秒",
            "0.9%として計算しています。90%の場合は90%と入力してください。",
        ),
    ],
)
def test_language(language: str, label: str, text: str, warning: str) -> None:
    """Texts and labels follow it; codes, numbers and units do not."""
    data = twin("?scaling_efficiency=0.9&work_unit=tokens", language=language)
    assert data["language"] == language
    assert data["url"] == (
        f"http://testserver/{language}/ai/{FLAGSHIP}/?scaling_efficiency=0.9&work_unit=tokens"
    )
    assert data["outputs"]["actual_throughput"] == {
        "value": 1152,
        "text": text,
        "unit": "tokens/s",
        "label": label,
    }
    assert data["inputs"]["work_unit"] == "tokens"
    assert data["warnings"] == [warning]


def test_unit_is_the_code() -> None:
    outputs = twin("?work_unit=tflops&total_work=5")["outputs"]
    assert outputs["actual_throughput"]["unit"] == "TFLOP/s"
    assert outputs["speedup"]["unit"] == "×"
    assert outputs["idle_devices"]["unit"] == "devices"


@every_language
def test_same_numbers_in_every_language(language: str) -> None:
    for slug in calculators():
        here, english = twin(language=language, slug=slug), twin(slug=slug)
        assert here["inputs"] == english["inputs"]
        for key, output in english["outputs"].items():
            for part in ("value", "unit"):
                assert here["outputs"][key][part] == output[part]


@pytest.mark.parametrize(
    ("language", "devices", "across"),
    [
        (
            "en",
            "Devices must be a number, like 64 devices.",
            "Baseline devices (16 devices) must not be more than Devices (8 devices).",
        ),
        (
            "zh-hant",
            "「裝置數」必須是數字，例如 64 個裝置。",
            "「基準裝置數」（16 個裝置）不可大於「裝置數」（8 個裝置），請檢查兩個欄位。",
        ),
        (
            "ja",
            "デバイス数は数値で入力してください（例：64台）。",
            "基準デバイス数（16台）はデバイス数（8台）以下で入力してください。",
        ),
    ],
)
def test_refusals(language: str, devices: str, across: str) -> None:
    response = fetched(f"/{language}/ai/{FLAGSHIP}.json?devices=abc&work_unit=gone")
    assert response.status_code == 400
    data = json.loads(response.content)
    assert list(data) == ["errors"]
    assert list(data["errors"]) == ["devices", "work_unit"]
    assert [text.replace("\u00a0", " ") for text in data["errors"]["devices"]] == [devices]
    response = fetched(f"/{language}/ai/{FLAGSHIP}.json?devices=8&baseline_devices=16")
    assert response.status_code == 400
    (said,) = json.loads(response.content)["errors"].pop("__all__")
    assert said.replace("\u00a0", " ") == across


@every_language
def test_unknown_calculator(language: str) -> None:
    response = fetched(f"/{language}/ai/nothing.json")
    assert response.status_code == 404
    data = json.loads(response.content)
    assert list(data) == ["errors"]
    assert list(data["errors"]) == ["__all__"]
    (message,) = data["errors"]["__all__"]
    assert message.isascii() == (language == "en")


def test_any_origin_may_read_what_did_not_change() -> None:
    address = f"/en/ai/{FLAGSHIP}.json"
    tag = Client().get(address).headers["ETag"]
    response = Client().get(address, headers={"If-None-Match": tag})
    assert response.status_code == 304
    assert response.headers["Access-Control-Allow-Origin"] == "*"


def test_text_is_written_out() -> None:
    """Not as \\u escapes: people read it with curl."""
    assert "実際のスループット" in fetched(f"/ja/ai/{FLAGSHIP}.json").content.decode()


def test_page_names_its_twin() -> None:
    html = Client().get(f"/ja/ai/{FLAGSHIP}/").content.decode()
    assert f'type="application/json" href="/ja/ai/{FLAGSHIP}.json"' in html
