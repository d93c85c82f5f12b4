"""The pages of the site, each fetched and parsed once for all tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlencode

from django.test import Client

from calculator.registry import calculators
from tests import dom

ORIGIN = "http://testserver"
LANGUAGES = ("en", "zh-hant", "ja")
FLAGSHIP = "data-parallel-scaling"

# Addresses behind the language, by what they show.
TAILS = {
    "home": "",
    "catalogue": "ai/",
    "search": "search/",
    "search with hits": "search/?q=GPU",
    "search without hits": "search/?q=xyzzy",
    "unknown page": "nowhere/",
    "unknown calculator": "ai/nothing/",
    **{slug: f"ai/{slug}/" for slug in calculators()},
    "a link": f"ai/{FLAGSHIP}/?devices=128&scaling_efficiency=85",
    "a comparison": f"ai/{FLAGSHIP}/?pin=&pin=Plan%20B,devices:128,scaling_efficiency:85",
    "a comparison with these inputs": (
        f"ai/{FLAGSHIP}/?solve=devices&actual_throughput=1000000&pin=scaling_efficiency:0"
        "&pin=work_unit:tokens,total_work:5&pin=devices:abc,gpus:8"
    ),
    "a full comparison": f"ai/{FLAGSHIP}/?devices=2&pin=&pin=&pin=&pin=&pin=",
    "carried on": f"ai/{FLAGSHIP}/?devices=8&from=effective-batch-size,total_devices",
    "carried on and changed": f"ai/{FLAGSHIP}/?from=effective-batch-size,total_devices",
    "a slip": f"ai/{FLAGSHIP}/?scaling_efficiency=0.9",
    "refused": f"ai/{FLAGSHIP}/?devices=abc&throughput_per_device=&work_unit=gone",
    "refused across": f"ai/{FLAGSHIP}/?devices=8&baseline_devices=16",
    "undefined": f"ai/{FLAGSHIP}/?scaling_efficiency=0&total_work=1000",
    "unknown option": "ai/pipeline-bubble/?schedule=gone",
    "solved": f"ai/{FLAGSHIP}/?solve=devices&actual_throughput=100000",
    "not solved": f"ai/{FLAGSHIP}/?solve=devices&actual_throughput=1e29",
    "swept": f"ai/{FLAGSHIP}/?sweep=scaling_efficiency&sweep_points=5",
    "chart": f"ai/{FLAGSHIP}/chart/?devices=128",
    "chart refused": f"ai/{FLAGSHIP}/chart/?sweep_points=10000",
    "feedback": f"ai/{FLAGSHIP}/feedback/",
    "feedback opened": f"ai/{FLAGSHIP}/feedback/?verdict=improve&devices=128",
    "feedback, helpful": f"ai/{FLAGSHIP}/feedback/?verdict=helpful&devices=128",
    "feedback sent": f"ai/{FLAGSHIP}/feedback/?verdict=sent&devices=128",
}
ADDRESSES = [f"/{language}/{tail}" for language in LANGUAGES for tail in TAILS.values()]


@dataclass(frozen=True)
class Page:
    address: str
    status: int
    html: str
    tree: dom.Element

    @property
    def path(self) -> str:
        return self.address.partition("?")[0]

    @property
    def language(self) -> str:
        return self.address.split("/")[1]


@cache
def page(address: str) -> Page:
    """A page of the real catalog; not to be used beside another one."""
    response = Client().get(address)
    html = response.content.decode()
    return Page(address, response.status_code, html, dom.parse(html))


def calculator_page(language: str, slug: str, **inputs: str) -> Page:
    query = f"?{urlencode(inputs)}" if inputs else ""
    return page(f"/{language}/ai/{slug}/{query}")


def recomputed(path: str, inputs: Mapping[str, str]) -> tuple[Mapping[str, str], dom.Element]:
    """What HTMX gets for these inputs: the headers, and the fragment as a tree."""
    response = Client(enforce_csrf_checks=True).post(
        f"{path}result/", inputs, headers={"HX-Request": "true"}
    )
    assert response.status_code == 200
    return response.headers, dom.parse(response.content.decode())
