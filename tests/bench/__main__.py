"""Measures one worker against the budgets and fails below a bound: `python -m tests.bench`.

Every rate is a ratio to the bare view, measured in turns in one run, so that it depends on
the code and little on the machine. Only 127.0.0.1 is asked; each run ends by itself.
"""

import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.requirements import chromium

BASE_DIR = Path(__file__).resolve().parent.parent.parent
FLAGSHIP = "data-parallel-scaling"
ROUNDS, SECONDS, CONNECTIONS = 3, 2, 8
BROWSER_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

MOST_BYTES, MOST_REQUESTS, MOST_MEGABYTES = 45_000, 4, 120
# Requests per second over those of the bare view: of the flagship, and of the heaviest.
LEAST = {
    "recompute": (0.25, 0.12),
    "page": (0.20, 0.12),
    "not modified": (0.60, 0.60),
}

# Values change from request to request, so that nothing is answered from memory.
LUA = """
local body = "{body}"
local seen = 0
request = function()
  seen = seen + 1
  local changed = body:gsub("CHANGING", tostring(1 + seen % 1000))
  return wrk.format("{method}", ("{path}"):gsub("CHANGING", tostring(1 + seen % 1000)),
    {{ {headers} }}, {body_argument})
end
"""


@dataclass
class Load:
    """One kind of request, for wrk."""

    name: str
    path: str
    method: str = "GET"
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()

    def script(self) -> str:
        headers = ", ".join(f"['{name}'] = '{value}'" for name, value in self.headers)
        argument = "changed" if self.method == "POST" else "nil"
        return LUA.format(
            body=self.body,
            method=self.method,
            path=self.path,
            headers=headers,
            body_argument=argument,
        )


@contextmanager
def server() -> Iterator[tuple[str, int]]:
    """One granian worker with the benchmark's settings: its address and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        str(Path(sys.executable).with_name("granian")),
        *("--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port)),
        *("--workers", "1", "--blocking-threads", "2", "calculator.wsgi:application"),
    ]
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
    process = subprocess.Popen(
        command,
        cwd=BASE_DIR,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _attempt in range(100):
            try:
                urllib.request.urlopen(f"{address}/bare/", timeout=1).read()
                break
            except OSError:
                time.sleep(0.1)
        yield address, process.pid
    finally:
        process.terminate()
        process.wait(timeout=10)


def rate(address: str, load: Load) -> float:
    """Requests per second of one load; raises when any answer is not 2xx or 3xx."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(load.script())
        script.flush()
        command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s", script.name, address]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in printed or "Socket errors" in printed:
        raise RuntimeError(f"{load.name} {load.path}: {printed}")
    match = re.search(r"Requests/sec:\s+([\d.]+)", printed)
    assert match is not None
    return float(match[1])


def loads(address: str, slug: str, changing: str) -> dict[str, Load]:
    """The measured requests of one calculator; `changing` is the input that changes."""
    path = f"/en/ai/{slug}/"
    fixed = f"{path}?{changing}=5"
    tag = urllib.request.urlopen(address + fixed, timeout=5).headers["ETag"]
    return {
        "recompute": Load(
            "recompute",
            f"{path}result/",
            "POST",
            f"{changing}=CHANGING",
            (("HX-Request", "true"), ("Content-Type", "application/x-www-form-urlencoded")),
        ),
        "page": Load("page", f"{path}?{changing}=CHANGING"),
        "not modified": Load("not modified", fixed, headers=(("If-None-Match", tag),)),
    }


def speed(address: str) -> Iterator[tuple[str, float, float]]:
    """Each measured ratio, with what it must reach."""
    bare = Load("bare", "/bare/")
    rate(address, bare)
    for slug, changing in calculators().items():
        for name, load in loads(address, slug, changing).items():
            rate(address, load)
            ratios = [rate(address, load) / rate(address, bare) for _round in range(ROUNDS)]
            least = LEAST[name][0 if slug == FLAGSHIP else 1]
            yield f"{slug}: {name} / bare view", statistics.median(ratios), least


def calculators() -> dict[str, str]:
    """Every calculator with its first input."""
    import django

    django.setup()
    from calculator.registry import calculators as registered

    return {slug: next(iter(one.inputs)) for slug, one in registered().items()}


def first_visit(address: str) -> tuple[int, int, int]:
    """Bytes, requests and cookies of a first visit to the flagship, as Chromium counts them.

    The icon of the tab, which browsers fetch once for a site after the page, is left out.
    """
    sizes: dict[str, int] = {}
    icons: set[str] = set()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=BROWSER_ARGUMENTS)
        context = browser.new_context()
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.on(
            "Network.requestWillBeSent",
            lambda event: (
                icons.add(event["requestId"]) if "mark" in event["request"]["url"] else None
            ),
        )
        session.on(
            "Network.loadingFinished",
            lambda event: sizes.update({event["requestId"]: int(event["encodedDataLength"])}),
        )
        page.goto(f"{address}/en/ai/{FLAGSHIP}/", wait_until="networkidle")
        cookies = len(context.cookies())
        browser.close()
    counted = {request: size for request, size in sizes.items() if request not in icons}
    return sum(counted.values()), len(counted), cookies


def memory(process: int) -> float:
    """Megabytes of the largest process of a server: its worker."""
    children = subprocess.run(
        ["ps", "-o", "rss=", "--ppid", str(process)], capture_output=True, text=True, check=True
    ).stdout.split()
    return max(map(int, children)) / 1024


def main() -> int:
    failed = False

    def say(name: str, value: float, bound: float, *, least: bool, digits: int) -> None:
        nonlocal failed
        met = value >= bound if least else value <= bound
        failed |= not met
        words = "at least" if least else "at most"
        verdict = "" if met else "  MISSED"
        print(f"{name:<55}{value:>10,.{digits}f}  {words} {bound:,.{digits}f}{verdict}")

    with server() as (address, process):
        for name, ratio, least in speed(address):
            say(name, ratio, least, least=True, digits=2)
        size, requests, cookies = first_visit(address)
        say("first visit, bytes", size, MOST_BYTES, least=False, digits=0)
        say("first visit, requests", requests, MOST_REQUESTS, least=False, digits=0)
        say("first visit, cookies", cookies, 0, least=False, digits=0)
        say("one worker, MB", memory(process), MOST_MEGABYTES, least=False, digits=0)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
