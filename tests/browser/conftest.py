"""A real server, a real browser, and a watch over everything that a page must never do."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from django.conf import settings
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    WebError,
    expect,
    sync_playwright,
)

from tests.browser.visit import NOWHERE, Visit, address
from tests.requirements import chromium

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_SECONDS = 30
# Generous, for machines that are busy with something else.
expect.set_options(timeout=10_000)

# htmx reports each request that it gave up for a newer one, which is no error.
GIVEN_UP = ("htmx:sendAbort", "htmx:afterRequest")
# What the browser and htmx report of a server that fails.
SERVER_FAILS = (
    "status of 50",
    "Status Error Code 50",
    "ERR_CONNECTION_FAILED",
    "htmx:sendError",
    "htmx:timeout",
)

OpenPage = Callable[..., Page]


class Watch:
    """Notes what no page may do: errors, violations of its policy, requests to elsewhere."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.problems: list[str] = []
        self._allowed = list(GIVEN_UP)

    def allow(self, *texts: str) -> None:
        self._allowed.extend(texts)

    def over(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        # That a page does not exist is for its visitor to know.
        missing = message.location["url"].endswith(NOWHERE) and "status of 404" in message.text
        if message.type in ("error", "warning") and not missing:
            self._note(f"console {message.type}: {message.text}")

    def _error(self, error: WebError) -> None:
        self._note(f"error: {error.error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(f"{self.origin}/"):
            self._note(f"request to elsewhere: {request.url}")

    def _note(self, problem: str) -> None:
        if not any(text in problem for text in self._allowed):
            self.problems.append(problem)


def _collected() -> bool:
    """Whether var/static holds the static files as they are now."""
    source, target = settings.BASE_DIR / "static", Path(settings.STATIC_ROOT)
    files = [path.relative_to(source) for path in source.rglob("*") if path.is_file()]
    return (target / "staticfiles.json").exists() and all(
        (target / name).exists() and (target / name).read_bytes() == (source / name).read_bytes()
        for name in files
    )


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _wait_for(origin: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            with urlopen(f"{origin}/en/", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.05)
    pytest.fail(f"The server did not start:\n{log.read_text()}", pytrace=False)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site as `make serve` runs it, on a free port. Its origin."""
    if not _collected():
        message = "var/static is missing or old; `make test` renews it (manage.py collectstatic)."
        pytest.fail(message, pytrace=False)
    port = _free_port()
    origin = f"http://127.0.0.1:{port}"
    command = [
        *(str(Path(sys.executable).with_name("granian")), "--interface", "wsgi"),
        *("--host", "127.0.0.1", "--port", str(port), "--workers", "1"),
        "calculator.wsgi:application",
    ]
    environment = {**os.environ, "DEBUG": "0", "ALLOWED_HOSTS": "127.0.0.1"}
    log = tmp_path_factory.mktemp("server") / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=settings.BASE_DIR, env=environment, stdout=output, stderr=output
        )
    try:
        _wait_for(origin, process, log)
        yield origin
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


# Playwright keeps an event loop running in its thread, in which Django refuses its database.
# So the browser lives only as long as tests of this folder run, and not for the session.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    running = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
    yield running
    running.close()


@pytest.fixture
def watch(server: str) -> Iterator[Watch]:
    watching = Watch(server)
    yield watching
    assert not watching.problems


@pytest.fixture
def open_page(browser: Browser, server: str, watch: Watch) -> Iterator[OpenPage]:
    """Opens an address in a browser of its own, without cookies and without a cache."""
    contexts: list[BrowserContext] = []

    def opened(path: str = "", **options: Any) -> Page:
        context = browser.new_context(**{"base_url": server, **options})
        context.set_default_timeout(15_000)
        contexts.append(context)
        watch.over(context)
        page = context.new_page()
        if path:
            page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    return open_page()


@pytest.fixture
def failing(watch: Watch) -> None:
    """For tests in which the server fails."""
    watch.allow(*SERVER_FAILS)


@pytest.fixture
def flagship(page: Page) -> Visit:
    """The flagship's page in English, as it opens without any input."""
    page.goto(address())
    return Visit(page)
