"""Says at once, and with the command that mends it, which program of the system is missing.

`python -m tests.requirements [program …]`; without arguments, what the tests need.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SYSTEM_CHROMIUM = Path("/usr/bin/chromium")
PACKAGES = {
    "msgfmt": "gettext",
    "xgettext": "gettext",
    "pdftotext": "poppler-utils",
    "pdftoppm": "poppler-utils",
    "wrk": "wrk",
    "chromium": "chromium",
}
FOR_TESTS = ["msgfmt", "xgettext", "pdftotext", "pdftoppm"]


def chromium() -> str | None:
    """The browser to test with: CHROMIUM, else the system's, else Playwright's own (None)."""
    if named := os.environ.get("CHROMIUM"):
        return named
    return str(SYSTEM_CHROMIUM) if SYSTEM_CHROMIUM.exists() else None


def postgresql() -> Path | None:
    """The folder of PostgreSQL's programs: on the path, else the newest of Debian's."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max(
        (each.parent for each in installed),
        key=lambda folder: int(folder.parent.name),
        default=None,
    )


def playwright_has_chromium() -> bool:
    """Whether Playwright has, or can now download, a browser of its own."""
    command = [sys.executable, "-m", "playwright", "install", "chromium-headless-shell"]
    return subprocess.run(command, capture_output=True, timeout=600, check=False).returncode == 0


def missing(programs: list[str]) -> set[str]:
    return {PACKAGES[program] for program in programs if shutil.which(program) is None}


def main(programs: list[str]) -> int:
    packages = missing(programs or FOR_TESTS)
    if not programs and chromium() is None and not playwright_has_chromium():
        packages.add("chromium")
    if not programs and postgresql() is None:
        packages.add("postgresql")
    if packages:
        names = " ".join(sorted(packages))
        print(f"Missing here: {names}. On Debian: apt-get install {names}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
