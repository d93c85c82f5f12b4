"""The release: a digest of everything that pages are made from."""

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

SOURCES = {
    "calculator": ("*.py", "*.html", "*.toml"),
    "templates": ("*.html",),
    "static": ("*",),
    "locale": ("*.mo",),
}


def digest(base: Path) -> str:
    """The same for the same files, whatever the machine; another one for any change in them."""
    hashed = blake2b(digest_size=8)
    for path in _files(base):
        hashed.update(path.relative_to(base).as_posix().encode())
        hashed.update(path.read_bytes())
    return hashed.hexdigest()


def _files(base: Path) -> Iterator[Path]:
    for folder, patterns in SOURCES.items():
        found = {path for pattern in patterns for path in (base / folder).rglob(pattern)}
        yield from sorted(path for path in found if path.is_file())
