"""The release: known pages are renewed when anything that they are made from changes."""

from pathlib import Path

import pytest

from calculator.release import digest

FILES = {
    "calculator/base.py": "one",
    "calculator/catalog/training/x/article.html": "two",
    "calculator/catalog/training/x/cases.toml": "three",
    "templates/base.html": "four",
    "static/style.css": "five",
    "locale/ja/LC_MESSAGES/django.mo": "six",
}
OTHER = ["calculator/__pycache__/base.pyc", "var/db.sqlite3", "tests/test_x.py"]


def write(base: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (base / name).parent.mkdir(parents=True, exist_ok=True)
        (base / name).write_text(text)


def test_same_files_are_the_same_release(tmp_path: Path) -> None:
    for place, extra in (("here", {}), ("there", dict.fromkeys(OTHER, "x"))):
        write(tmp_path / place, FILES | extra)
    assert digest(tmp_path / "here") == digest(tmp_path / "there")


@pytest.mark.parametrize("name", FILES)
def test_any_change_is_another_release(tmp_path: Path, name: str) -> None:
    write(tmp_path, FILES)
    before = digest(tmp_path)
    (tmp_path / name).write_text("changed")
    changed = digest(tmp_path)
    (tmp_path / name).unlink()
    assert len({before, changed, digest(tmp_path)}) == 3
