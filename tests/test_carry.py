"""Carrying on: a result as an input elsewhere, and what that page says of where it came from."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.http import QueryDict
from django.test import Client
from pytest_django import Settings

from calculator import carry, links
from calculator.answers import Answer, answer
from calculator.base import Calculator
from calculator.registry import calculators
from tests import catalogs, dom
from tests.site import FLAGSHIP, LANGUAGES, ORIGIN, page

BATCH = "effective-batch-size"
HTMX = {"HX-Request": "true"}
SOURCE = f"{BATCH},total_devices,data_parallel_size:16,model_parallel_size:8"
PAGE = f"/en/ai/{FLAGSHIP}/"


def opened(query: str, slug: str = FLAGSHIP) -> Answer:
    return answer(calculators()[slug], QueryDict(query.removeprefix("?")))


def fetched(address: str) -> dom.Element:
    return dom.parse(Client().get(address).content.decode())


def onward(tree: dom.Element) -> dict[str, str]:
    """The links that carry a result on: what they say, and where they lead."""
    return {
        line.text: line.one("a")["href"]
        for each in tree.all(class_="onward")
        for line in each.all("li")
    }


def origin_line(tree: dom.Element, key: str) -> dom.Element:
    return tree.by_id(f"note-{key}").one(class_="origin")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Use 128 devices in: Data parallel scaling (as Devices)"),
        ("zh-hant", "沿用到：資料平行擴展計算機（「裝置數」：128 個裝置）"),
        ("ja", "128台を次で使う：データ並列スケーリングの計算（項目：デバイス数）"),
    ],
)
def test_result_is_offered_to_another_calculator(language: str, said: str) -> None:
    tree = page(f"/{language}/ai/{BATCH}/?model_parallel_size=8&data_parallel_size=16").tree
    assert onward(tree) == {said: f"/{language}/ai/{FLAGSHIP}/?devices=128&from={SOURCE}"}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "From Effective batch size: Devices in total"),
        ("zh-hant", "來自「有效批次大小計算機」：裝置總數"),
        ("ja", "実効バッチサイズの計算から：デバイス総数"),
    ],
)
def test_field_says_where_its_value_came_from(language: str, said: str) -> None:
    tree = page(f"/{language}/ai/{FLAGSHIP}/?devices=128&from={SOURCE}").tree
    line = origin_line(tree, "devices")
    assert line.text == said
    # Back to the source with all that it was given.
    back = f"/{language}/ai/{BATCH}/?data_parallel_size=16&model_parallel_size=8"
    assert line.one("a")["href"] == back
    assert len(tree.all(class_="origin")) == 1


def test_a_value_that_was_changed_since() -> None:
    said = "Changed since: Effective batch size gives 128 devices (Devices in total)"
    for query in ("devices=64&", "devices=&", "devices=abc&", ""):
        assert origin_line(page(f"{PAGE}?{query}from={SOURCE}").tree, "devices").text == said
    # However it is spelled, the same number is the same.
    same = origin_line(page(f"{PAGE}?devices=1.28e2&from={SOURCE}").tree, "devices").text
    assert same.startswith("From")


def test_an_estimate_is_carried_with_all_of_its_digits() -> None:
    [(said, address)] = onward(page("/en/ai/all-reduce-efficiency/?devices=128").tree).items()
    assert said.endswith("in: Data parallel scaling (as Scaling efficiency)")
    target = page(address).tree
    line = origin_line(target, "scaling_efficiency")
    assert line.text == "From All-reduce efficiency: Estimated efficiency"
    assert line.one("a")["href"] == "/en/ai/all-reduce-efficiency/?devices=128"
    carried = target.by_id("scaling_efficiency")["value"]
    estimate = Client().get("/en/ai/all-reduce-efficiency.json?devices=128").json()
    assert float(carried) == estimate["outputs"]["helper_efficiency"]["value"]


def posted(fields: Mapping[str, Any]) -> tuple[Mapping[str, str], dom.Element]:
    response = Client().post(f"{PAGE}result/", fields, headers=HTMX)
    assert response.status_code == 200
    return response.headers, dom.parse(response.content.decode())


def test_recompute_keeps_the_source() -> None:
    [hidden] = page(f"{PAGE}?devices=128&from={SOURCE}").tree.all("input", name="from")
    assert hidden["value"] == SOURCE
    headers, fragment = posted({"devices": "256", "from": hidden["value"]})
    assert headers["HX-Replace-Url"] == f"{PAGE}?devices=256&from={SOURCE}"
    assert origin_line(fragment, "devices").text.startswith("Changed since")


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_of_the_page_carry_the_source(language: str) -> None:
    path = f"/{language}/ai/{FLAGSHIP}/"
    canonical = f"?devices=128&from={SOURCE}&pin=a"
    tree = page(f"{path}?pin=a&from={SOURCE}&devices=128").tree
    for code in LANGUAGES:
        assert tree.by_id(f"to-{code}")["href"] == f"/{code}/ai/{FLAGSHIP}/{canonical}"
    assert tree.by_id("copy-link")["value"] == f"{ORIGIN}{path}{canonical}"
    assert tree.by_id("embed-code")["data-embed"] == f"{path}embed/?devices=128"
    assert "from=" not in Client().get(f"{path}embed/{canonical}").content.decode()


@pytest.mark.parametrize(
    ("source", "canonical"),
    [
        (f"{BATCH},total_devices", f"{BATCH},total_devices"),
        (f"{BATCH},total_devices,data_parallel_size:8", f"{BATCH},total_devices"),
        (
            f"{BATCH},total_devices,data_parallel_size:1.6e1",
            f"{BATCH},total_devices,data_parallel_size:16",
        ),
        (f"{BATCH},total_devices,gpus:8,,x", f"{BATCH},total_devices"),
    ],
)
def test_canonical_form(source: str, canonical: str) -> None:
    assert links.query(opened(f"from={quote(source)}")) == f"?from={canonical}"


@pytest.mark.parametrize(
    "source",
    [
        "",
        ",",
        BATCH,
        "nothing,total_devices",
        f"{BATCH},nothing",
        f"{BATCH},tokens_per_step",  # feeds nothing
        f"{FLAGSHIP},speedup",
        f"{BATCH},total_devices,data_parallel_size:abc",  # gives nothing
        f"{BATCH},total_devices,data_parallel_size:1000000,model_parallel_size:9",  # too many
        f"{BATCH},total_devices," + "x" * 10_000,
        "x" * 10_000,
        "\x00,\x1b\r\n",
        "%,%2,%00",
        "<script>,<b>",
    ],
)
def test_a_source_that_gives_nothing_is_ignored(client: Client, source: str) -> None:
    query = f"?devices=128&from={quote(source)}"
    assert links.query(opened(query)) == "?devices=128"
    response = client.get(PAGE + query)
    assert response.status_code == 200
    tree = dom.parse(response.content.decode())
    assert not tree.all(class_="origin")
    assert not tree.all("input", name="from")
    assert tree.by_id("copy-link")["value"] == f"{ORIGIN}{PAGE}?devices=128"
    assert client.get(f"/ja/ai/{FLAGSHIP}.json{query}").status_code == 200
    assert posted({"from": source})[0]["HX-Replace-Url"] == PAGE


def test_the_last_of_repeated_sources_wins() -> None:
    assert links.query(opened(f"from=x&from={SOURCE}")) == f"?from={SOURCE}"
    assert links.query(opened(f"from={SOURCE}&from=x")) == ""


def test_only_what_fits_is_offered(client: Client) -> None:
    # More devices in total than the other page takes.
    crowded = "?data_parallel_size=1000000&model_parallel_size=9"
    assert onward(page(f"/en/ai/{BATCH}/{crowded}").tree) == {}
    data = client.get(f"/en/ai/{BATCH}.json{crowded}").json()
    assert data["feeds"] == []


def test_twin_names_what_takes_its_results(client: Client) -> None:
    data = client.get(f"/ja/ai/{BATCH}.json?data_parallel_size=16").json()
    assert data["feeds"] == [
        {
            "output": "total_devices",
            "calculator": FLAGSHIP,
            "input": "devices",
            "url": f"{ORIGIN}/ja/ai/{FLAGSHIP}/?devices=16"
            f"&from={BATCH},total_devices,data_parallel_size:16",
        }
    ]
    assert "feeds" not in client.get(f"/en/ai/{FLAGSHIP}.json").json()


def test_frames_offer_nothing(client: Client) -> None:
    assert "onward" not in client.get(f"/en/ai/{BATCH}/embed/").content.decode()


@pytest.fixture
def giver(settings: Settings) -> Iterator[Calculator]:
    """A made-up calculator that feeds another one, and no other."""
    folder = Path(__file__).parent / "fixtures" / "feeding"
    catalogs.use(settings, "tests.fixtures.feeding", folder, "giver")
    yield calculators()["giver"]
    catalogs.forget()


def carried(query: str) -> list[str]:
    return list(onward(fetched(f"/en/ai/giver/{query}")).values())


@pytest.mark.usefixtures("giver")
def test_every_digit_is_carried() -> None:
    address = "/en/ai/receiver/?portion=33.33333334&from=giver,idle,busy:66.66666666"
    assert carried("?busy=66.66666666") == [address]
    tree = fetched(address)
    assert origin_line(tree, "portion").text == "From Giver: Idle"
    assert tree.by_id("portion")["value"] == "33.33333334"


@pytest.mark.usefixtures("giver")
def test_what_has_no_value_or_no_place_is_not_offered() -> None:
    both = carried("?mode=staged")
    assert both[1] == "/en/ai/receiver/?received=8&from=giver,staged,mode:staged"
    assert len(both) == 2
    assert len(carried("?mode=staged&count=1000")) == 2
    assert len(carried("?mode=staged&count=1001")) == 1
    # Undefined, and below what the other one takes; nothing at all while something is refused.
    assert carried("?mode=staged&count=0") == []
    assert carried("?count=abc") == []


@pytest.mark.usefixtures("giver")
def test_only_its_own_field_has_the_line() -> None:
    tree = fetched("/en/ai/receiver/?portion=50&from=giver,staged,mode:staged")
    assert origin_line(tree, "received").text == "Changed since: Giver gives 8 stages (Staged)"
    assert not tree.by_id("note-portion").all(class_="origin")


def test_what_no_link_can_hold_goes_without_its_source(giver: Calculator) -> None:
    # A field that is out of use keeps what was typed in it.
    [feed] = carry.feeds(answer(giver, {"note": "x" * 2000}))
    assert feed.address == "/en/ai/receiver/?portion=50"
