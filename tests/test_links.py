"""Links: the canonical form in which inputs are written, and that it never drifts."""

from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.test import Client
from hypothesis import example, given, settings
from hypothesis import strategies as st

from calculator import json_twin, links
from calculator.answers import Answer, answer
from calculator.base import RESERVED, Calculator
from calculator.registry import calculators

PAGE = "/en/ai/data-parallel-scaling/"
HTMX = {"HX-Request": "true"}


def opened(calculator: Calculator, query: str) -> Answer:
    """What a link opens; as in Django, the last of repeated names wins."""
    return answer(calculator, dict(parse_qsl(query.removeprefix("?"), keep_blank_values=True)))


@pytest.mark.parametrize(
    ("query", "canonical"),
    [
        ("", ""),
        ("devices=64&throughput_per_device=2000&work_unit=samples", ""),
        ("devices=128", "?devices=128"),
        ("devices=1e2", "?devices=100"),
        ("devices=2k&total_work=1.4T", "?devices=2000&total_work=1400000000000"),
        ("devices=６４", ""),
        ("throughput_per_device=２，５００", "?throughput_per_device=2500"),
        ("throughput_per_device=2000.0", ""),
        ("throughput_per_device=0.25", "?throughput_per_device=0.25"),
        ("throughput_per_device=2.5e-9", "?throughput_per_device=0.0000000025"),
        ("scaling_efficiency=85%25", "?scaling_efficiency=85"),
        ("scaling_efficiency=90%25", ""),
        ("scaling_efficiency=0", "?scaling_efficiency=0"),
        ("devices=128 devices", "?devices=128"),
        ("work_unit=ｔｏｋｅｎｓ", "?work_unit=tokens"),
        # In the order of the form, whatever the order of the link.
        ("scaling_efficiency=85&devices=128", "?devices=128&scaling_efficiency=85"),
        # The last of repeated names wins, also where it is the default.
        ("devices=1&devices=128", "?devices=128"),
        ("devices=128&devices=64", ""),
        # Names that are not inputs are left out.
        ("gpus=8&devices=128&Devices=2", "?devices=128"),
        # An emptied field is empty and not the default; where that is the default, it goes.
        ("devices=", "?devices="),
        ("projected_devices=&total_work=", ""),
        ("projected_devices=0", ""),
        # What cannot be read stays.
        ("devices=abc", "?devices=abc"),
        ("devices=0", "?devices=0"),
        ("devices=100 台%26", "?devices=100%20%E5%8F%B0%26"),
        ("work_unit=gone", "?work_unit=gone"),
        # In order by themselves, refused together: still in plain digits.
        ("devices=8&baseline_devices=1.6e1", "?devices=8&baseline_devices=16"),
    ],
)
def test_canonical_form(query: str, canonical: str) -> None:
    assert links.query(opened(calculators()["data-parallel-scaling"], query)) == canonical


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_reserved_names_are_no_inputs(name: str) -> None:
    for calculator in calculators().values():
        assert name not in calculator.inputs


TYPED = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="0123456789.,'_ -−+eEkMBT%×10²⁴１，％", max_size=12),
    st.floats(allow_nan=False).map(repr),
    st.integers(0, 10**20).map("{:,}".format),
    st.sampled_from(
        ["1e6", "２，０００", "90%", "1,5", "2k", "7B", "", " ", "6.3 × 10²⁴", "0", "-0", "1e-99"]
    ),
)


def queries(calculator: Calculator) -> st.SearchStrategy[dict[str, str]]:
    """Some fields of a form, with anything typed in them."""
    return st.fixed_dictionaries({}, optional=dict.fromkeys(calculator.inputs, TYPED))


def said(given: Answer) -> dict[str, Any]:
    """Inputs, outputs and refusals; a percent sign, and what it spares, is not in a link."""
    return json_twin.body(given, "") | {"warnings": []}


@pytest.mark.parametrize("calculator", calculators().values(), ids=lambda one: str(one.slug))
@given(data=st.data())
@settings(max_examples=50)
def test_opened_and_shared_again_is_the_same(calculator: Calculator, data: st.DataObject) -> None:
    """S1: the same link, and the same answer."""
    first = answer(calculator, data.draw(queries(calculator)))
    link = links.query(first)
    again = opened(calculator, link)
    assert links.query(again) == link
    assert said(again) == said(first)
    assert link.isascii()


@given(TYPED)
@example("1e-100")
@example("0.0" + "1234567890" * 9)
@example("1" + "0" * 99)
def test_every_number_survives_its_link(text: str) -> None:
    calculator = calculators()["data-parallel-scaling"]
    first = answer(calculator, {"throughput_per_device": text})
    again = opened(calculator, links.query(first))
    assert again.inputs == first.inputs


def typed_for(length: int) -> str:
    """What makes the address of the page so long."""
    return "x" * (length - len(f"{PAGE}?devices="))


def test_address_of_2000_bytes_is_written(client: Client) -> None:
    response = client.post(f"{PAGE}result/", {"devices": typed_for(2000)}, headers=HTMX)
    assert len(response.headers["HX-Replace-Url"]) == 2000
    assert "too long for a link" not in response.content.decode()


@pytest.mark.parametrize("text", [typed_for(2001), "台" * 300])
def test_longer_inputs_leave_the_address_alone(client: Client, text: str) -> None:
    response = client.post(f"{PAGE}result/", {"devices": text}, headers=HTMX)
    assert response.status_code == 200
    assert "HX-Replace-Url" not in response.headers
    assert "too long for a link" in response.content.decode()


def test_everywhere_on_a_page_the_link_is_the_same(client: Client) -> None:
    typed = "?scaling_efficiency=８５％&gpus=8&devices=1.28e2&devices=128"
    canonical = "?devices=128&scaling_efficiency=85"
    page = client.get(PAGE + typed).content.decode().replace("&amp;", "&")
    for address in ("/ja/ai/data-parallel-scaling/", "/en/ai/data-parallel-scaling.json"):
        assert f'href="{address}{canonical}"' in page
    posted = client.post(
        f"{PAGE}result/", {"devices": "1.28e2", "scaling_efficiency": "85%"}, headers=HTMX
    )
    assert posted.headers["HX-Replace-Url"] == PAGE + canonical
    twin = client.get(f"/en/ai/data-parallel-scaling.json{typed}").json()
    assert twin["url"] == f"http://testserver{PAGE}{canonical}"
