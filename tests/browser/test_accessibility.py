"""Accessibility: axe finds nothing on any kind of page, in any language, light or dark."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.layout import open_folds
from tests.browser.visit import (
    BATCH,
    DESK,
    LANGUAGES,
    MEASURED,
    NOWHERE,
    PHONE,
    PIPELINE,
    RECOMPUTE,
    Visit,
    address,
)

# Rules of WCAG 2.2 that axe leaves out unless asked.
OPTIONS: dict[str, Any] = {
    "resultTypes": ["violations"],
    "rules": {"target-size": {"enabled": True}},
}
CONTRAST: dict[str, Any] = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
PAGES = {
    "home": "",
    "catalogue": "ai/",
    "search": "search/",
    "hits": "search/?q=GPU",
    "nothing found": "search/?q=xyzzy",
    "not found": NOWHERE,
    "flagship": "ai/data-parallel-scaling/",
    "prefilled": "ai/data-parallel-scaling/?devices=128&scaling_efficiency=0.9",
    "errors": "ai/data-parallel-scaling/?devices=abc&scaling_efficiency=101",
    "across fields": "ai/data-parallel-scaling/?devices=8&baseline_devices=16",
    "compared": "ai/data-parallel-scaling/?devices=256&pin=&pin=Plan%20B,devices:abc",
    "pipeline": f"ai/{PIPELINE}/",
    "unknown choice": f"ai/{PIPELINE}/?schedule=gone",
    "batch": f"ai/{BATCH}/",
    "measured": f"ai/{MEASURED}/?projected_devices=300&target_throughput=20000"
    "&target_efficiency=80",
}


def findings(page: Page, options: dict[str, Any]) -> list[str]:
    response = Axe().run(page, options=options).response
    return [
        f"{finding['id']}: {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for finding in response["violations"]
        for node in finding["nodes"]
    ]


def audit(page: Page, *, dark: bool = True) -> list[str]:
    """What axe finds in light, and of the colours in dark."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found = [f"light: {finding}" for finding in findings(page, OPTIONS)]
    if dark:
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        found += [f"dark: {finding}" for finding in findings(page, CONTRAST)]
    return found


@pytest.mark.parametrize("kind", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing(open_page: OpenPage, kind: str, language: str) -> None:
    page = open_page(f"/{language}/{PAGES[kind]}", viewport=DESK)
    open_folds(page)
    # The other calculators are built of the flagship's parts.
    assert audit(page, dark=kind not in ("pipeline", "unknown choice", "batch")) == []


@pytest.mark.parametrize("kind", ["home", "prefilled", "errors", "compared", "batch"])
def test_axe_finds_nothing_on_a_phone(open_page: OpenPage, kind: str) -> None:
    for language in LANGUAGES:
        page = open_page(f"/{language}/{PAGES[kind]}", viewport=PHONE)
        open_folds(page)
        assert (language, audit(page, dark=False)) == (language, [])


def test_axe_finds_nothing_after_recomputes(open_page: OpenPage) -> None:
    visit = Visit(open_page(address(), viewport=PHONE))
    open_folds(visit.page)
    visit.replace("baseline_devices", "128")
    expect(visit.summary).to_be_visible()
    assert audit(visit.page) == []
    visit.replace("baseline_devices", "2")
    visit.replace("scaling_efficiency", "0.5")
    expect(visit.number).to_have_text("640")
    assert audit(visit.page) == []


@pytest.mark.usefixtures("failing")
def test_axe_finds_nothing_where_the_result_is_old(open_page: OpenPage) -> None:
    """It stays for as long as the connection is gone, so it has to be readable."""
    visit = Visit(open_page(address(), viewport=DESK))
    visit.page.route(RECOMPUTE, lambda route: route.abort("connectionfailed"))
    visit.replace("devices", "128")
    expect(visit.result).to_have_attribute("data-stale", "")
    assert audit(visit.page) == []
