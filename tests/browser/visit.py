"""A visit to a calculator's page: where it is, what stands on it, and what it asks the server."""

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from re import Pattern
from urllib.parse import parse_qs

from django.utils.translation import gettext, override
from playwright.sync_api import Error, Locator, Page, Request, Route, expect

FLAGSHIP = "data-parallel-scaling"
PIPELINE = "pipeline-bubble"
BATCH = "effective-batch-size"
MEASURED = "measured-scaling"
LANGUAGES = ("en", "zh-hant", "ja")
# An address behind the language at which there is nothing.
NOWHERE = "nowhere/"
RECOMPUTE = re.compile(r"/result/$")

# Long enough for a recompute that should not be: the debounce is 300 ms.
A_WHILE = 700

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 375, "height": 667}
SMALLEST = {"width": 320, "height": 568}


def address(slug: str = FLAGSHIP, query: str = "", language: str = "en") -> str:
    return f"/{language}/ai/{slug}/{query}"


def said(message: str, language: str) -> str:
    """A message in a language, as the catalogs have it."""
    with override(language):
        return gettext(message)


def exactly(text: str) -> Pattern[str]:
    return re.compile(rf"^{re.escape(text)}$")


class Visit:
    """The parts of a calculator's page, and its recomputes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.result = page.locator("#result")
        self.number = page.locator("#result .answer-value .number")
        self.unit = page.locator("#result .answer-value .unit")
        self.ledger = page.locator("#result .ledger .value b")
        self.fold = page.locator("#result details.fold")
        self.failure = page.locator("#failure")
        self.announcement = page.locator("#announcement")
        self.summary = page.locator("#messages .summary")
        self.recomputes = Recomputes(page)

    def field(self, key: str) -> Locator:
        return self.page.locator(f"#{key}")

    def group_of(self, key: str) -> Locator:
        """The folded group in which a field stands."""
        return self.page.locator("details.group", has=self.field(key))

    def open_fold_of(self, key: str) -> None:
        self.group_of(key).locator("summary").click()

    def note(self, key: str) -> Locator:
        return self.page.locator(f"#note-{key}")

    def message(self, key: str) -> Locator:
        return self.page.locator(f"#note-{key} .message")

    def caret(self, key: str) -> int:
        place: int = self.field(key).evaluate("field => field.selectionStart")
        return place

    def put_caret(self, key: str, place: int) -> None:
        self.field(key).click()
        self.field(key).evaluate("(field, at) => field.setSelectionRange(at, at)", place)

    def replace(self, key: str, text: str, *, delay: float = 0) -> None:
        """Types over what the field holds, key by key."""
        self.field(key).focus()
        self.field(key).select_text()
        self.page.keyboard.type(text, delay=delay)

    def type_at_once(self, key: str, text: str) -> None:
        """Types over what the field holds, faster than any debounce, on any machine."""
        self.field(key).focus()
        self.field(key).select_text()
        self.page.evaluate(
            "text => { for (const key of text) document.execCommand('insertText', false, key) }",
            text,
        )

    def mark(self) -> None:
        """Marks the document, to see later whether it is still the same one."""
        self.page.evaluate("document.documentElement.dataset.marked = ''")

    def expect_same_document(self) -> None:
        expect(self.page.locator("html")).to_have_attribute("data-marked", "")

    def expect_whole(self, language: str = "en") -> None:
        """That this is a page and not a fragment of one."""
        lang = {"en": "en", "zh-hant": "zh-Hant-TW", "ja": "ja"}[language]
        expect(self.page.locator("html")).to_have_attribute("lang", lang)
        for part in ("header.site-header", "h1", "form", "footer.site-footer", "#result"):
            expect(self.page.locator(f"{part}:visible").first).to_be_visible()


class Recomputes:
    """The recomputes that a page has asked for, and how many were under way at a time."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, str]] = []
        self._page = page
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        if request.method == "POST" and RECOMPUTE.search(request.url):
            self.sent.append(typed(request))

    def most_at_a_time(self) -> int:
        """Counted in the page, by the script COUNTING; what fetches the chart is none."""
        most: int = self._page.evaluate("mostUnderWay")
        return most


# The order in which the browser reports requests from outside says nothing about overlaps.
COUNTING = """
    globalThis.mostUnderWay = 0;
    let underWay = 0;
    const { open, send } = XMLHttpRequest.prototype;
    const recomputes = new WeakSet();
    XMLHttpRequest.prototype.open = function (method, url, ...rest) {
        if (method === "POST" && url.endsWith("/result/")) recomputes.add(this);
        return open.call(this, method, url, ...rest);
    };
    XMLHttpRequest.prototype.send = function (...rest) {
        if (!recomputes.has(this)) return send.apply(this, rest);
        underWay += 1;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        this.addEventListener("loadend", () => { underWay -= 1; });
        return send.apply(this, rest);
    };
"""


def typed(request: Request) -> dict[str, str]:
    """The fields that a recompute sends."""
    fields = parse_qs(request.post_data or "", keep_blank_values=True)
    return {key: values[-1] for key, values in fields.items()}


class Gate:
    """Holds recomputes on their way to the server until it is opened, like a slow network."""

    def __init__(self, page: Page, holds: Callable[[Mapping[str, str]], bool]) -> None:
        self._held: list[Route] = []
        self._holds = holds
        self._page = page
        page.route(RECOMPUTE, self._handle)

    def _handle(self, route: Route) -> None:
        if self._holds(typed(route.request)):
            self._held.append(route)
        else:
            route.continue_()

    def open(self) -> None:
        """Lets everything through; what the page has given up meanwhile is gone."""
        self._holds = lambda fields: False
        for route in self._held:
            with contextlib.suppress(Error):
                route.continue_()
        self._held.clear()


@contextlib.contextmanager
def recompute(page: Page) -> Iterator[None]:
    """Does something and waits until the page has asked for a recompute because of it."""
    with page.expect_request(RECOMPUTE):
        yield
