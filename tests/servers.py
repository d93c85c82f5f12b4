"""The site as `make serve` runs it, for what happens in and between its processes."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

BASE_DIR = Path(__file__).resolve().parent.parent
START_SECONDS = 30


def _environment(**variables: str) -> dict[str, str]:
    return {**os.environ, "DEBUG": "0", "ALLOWED_HOSTS": "127.0.0.1", **variables}


def manage(*arguments: str, **variables: str) -> str:
    """Runs a command of manage.py and returns what it prints."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=BASE_DIR,
        env=_environment(**variables),
        capture_output=True,
        text=True,
        check=True,
    ).stdout


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
    raise RuntimeError(f"The server did not start:\n{log.read_text()}")


@contextmanager
def serving(**variables: str) -> Iterator[str]:
    """A server with one worker on a free port, with these environment variables. Its origin."""
    port = _free_port()
    origin = f"http://127.0.0.1:{port}"
    command = [
        *(str(Path(sys.executable).with_name("granian")), "--interface", "wsgi"),
        *("--host", "127.0.0.1", "--port", str(port)),
        *("--workers", "1", "--blocking-threads", "2", "calculator.wsgi:application"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                cwd=BASE_DIR,
                env=_environment(**variables),
                stdout=output,
                stderr=output,
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
