"""Privacy: nothing is kept, nobody else is asked, and the watch over all of it is awake."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch
from tests.browser.visit import BATCH, LANGUAGES, NOWHERE, Visit, address


def test_visit_leaves_nothing_behind(page: Page, server: str) -> None:
    origins = set()
    page.on("request", lambda request: origins.add(request.url.split("/", 3)[2]))
    for language in LANGUAGES:
        for path in ("", "ai/", "search/?q=GPU", NOWHERE):
            page.goto(f"/{language}/{path}")
    page.goto(address(BATCH))
    page.goto(address(query="?devices=128"))
    visit = Visit(page)
    visit.replace("devices", "32")
    expect(visit.number).to_have_text("57,600")
    assert page.context.cookies() == []
    assert page.evaluate("Object.keys(localStorage)") == []
    # htmx notes the address of the page there, until the tab is closed.
    kept = page.evaluate("Object.keys(sessionStorage)")
    assert set(kept) <= {"htmx-current-path-for-history"}
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate("navigator.serviceWorker.getRegistrations()") == []
    assert origins == {server.removeprefix("http://")}


@pytest.mark.parametrize(
    "fault",
    [
        "console.error('fault')",
        "setTimeout(() => { throw new Error('fault') })",
        "document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">fault</p>')",
        "document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.2/fault' }))",
        "setTimeout('fault()')",
        "fetch('/fault')",
    ],
)
def test_watch_notes_a_fault(flagship: Visit, watch: Watch, fault: str) -> None:
    flagship.page.evaluate(f"() => {{ {fault} }}")
    flagship.page.wait_for_timeout(300)
    assert watch.problems
    watch.problems.clear()
