"""What a printed page has on it, read back from the PDF with poppler."""

import re
import subprocess
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from pathlib import Path

POINTS_PER_MM = 72 / 25.4
# Width and height in points, as browsers round them.
SIZES = {"A4": (596, 843), "Letter": (612, 792)}
MARGIN_MM = 15

_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)
_WORD = re.compile(
    r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>'
)


@dataclass(frozen=True)
class Word:
    left: float
    top: float
    right: float
    bottom: float
    text: str


@dataclass(frozen=True)
class Sheet:
    """One page of paper; lengths are in points, from its upper left corner."""

    width: float
    height: float
    words: tuple[Word, ...]

    @property
    def size(self) -> tuple[int, int]:
        return round(self.width), round(self.height)


@dataclass(frozen=True)
class Paper:
    """A PDF file."""

    path: Path

    @cached_property
    def sheets(self) -> list[Sheet]:
        printed = _run("pdftotext", "-bbox", str(self.path), "-").decode()
        return [
            Sheet(float(width), float(height), tuple(_words(content)))
            for width, height, content in _PAGE.findall(printed)
        ]

    @cached_property
    def text(self) -> str:
        """All of it in the order of the page, not across its columns, and without spaces:
        where poppler sees some is a matter of distance."""
        return packed(_run("pdftotext", "-raw", str(self.path), "-").decode())

    def picture(self, sheet: int, dots_per_inch: int) -> "Picture":
        """A page as it looks, in shades of grey."""
        number = str(sheet + 1)
        options = ("-gray", "-r", str(dots_per_inch), "-f", number, "-l", number)
        return Picture.read(_run("pdftoppm", *options, str(self.path)), dots_per_inch / 72)

    def pictures(self) -> list[bytes]:
        """Every page in colour, for comparison."""
        return [
            _run("pdftoppm", "-r", "50", "-f", str(number), "-l", str(number), str(self.path))
            for number in range(1, len(self.sheets) + 1)
        ]


@dataclass(frozen=True)
class Picture:
    """Pixels, black being 0, found by their place in points."""

    width: int
    pixels: bytes
    scale: float

    @classmethod
    def read(cls, portable_greymap: bytes, scale: float) -> "Picture":
        _kind, width, _height, _white, pixels = portable_greymap.split(maxsplit=4)
        return cls(int(width), pixels, scale)

    def dark(self, x: float, y: float) -> bool:
        return self.pixels[int(y * self.scale) * self.width + int(x * self.scale)] < 128


def packed(text: str) -> str:
    """Text for comparing: letters of formulas and ligatures as plain ones, no spaces."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def characters(text: str) -> Counter[str]:
    return Counter(packed(text))


def _words(content: str) -> list[Word]:
    return [
        Word(float(left), float(top), float(right), float(bottom), unescape(text))
        for left, top, right, bottom, text in _WORD.findall(content)
    ]


def _run(*command: str) -> bytes:
    return subprocess.run(command, capture_output=True, check=True).stdout
