"""Sixty made-up calculators in six categories, written as a catalog package of their own."""

from pathlib import Path

PACKAGE = "made_up_catalog"
CATEGORIES = ("training", "cost", "inference", "infrastructure", "retrieval", "evaluation")
EACH = 10
FLAGSHIP = "training-1"

# For searching: what stands in the name, in the search words, in the summary of some of them.
TITLES = {"cost-7": "Quartz", "inference-2": "Quartz and mica", "evaluation-3": "Smoky quartz"}
WORDS = {"training-4": "quartz", "retrieval-9": "Ｆｌｉｎｔ glass"}
SUMMARIES = {"training-2": "Where quartz comes from."}

_CATEGORY = '''\
"""Made up for tests."""

from calculator.base import Category

category = Category(
    number={number},
    title="Sort {number}",
    note="Note {number}.",
    more="More of sort {number}",
    clusters=("early", "middle", "late"),
)
'''
_CALCULATOR = '''\
"""Made up for tests."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from calculator.base import Calculator
from calculator.inputs import CalculatorForm, Count, Group
from calculator.outputs import Output

GROUP = Group("Group")


class Form(CalculatorForm):
    size = Count(label="Size", symbol="n", default=2, maximum=100, group=GROUP)


@dataclass(frozen=True)
class Result:
    area: Annotated[
        int,
        Output("Area", symbol="A", primary=True, formula=r"size^{{2}}", sentence="%(area)s."),
    ]


def compute(size: int) -> Result:
    """The square."""
    return Result(area=size**2)


calculator = Calculator(
    module=__name__,
    title={title!r},
    summary={summary!r},
    form=Form,
    compute=compute,
    explained=("area",),
    example="two",
    cluster={cluster!r},
    position={position},
    updated=date(2026, 11, 30),
)
'''
_CASES = """\
[two]
given = {}
expect = { area = 4 }
"""


def slugs() -> list[str]:
    return [f"{category}-{place}" for category in CATEGORIES for place in range(1, EACH + 1)]


def title(slug: str) -> str:
    return TITLES.get(slug, f"Pebble {slug.replace('-', ' ')}")


def write(parent: Path, package: str = PACKAGE) -> Path:
    """Write the catalog as a package into a folder, and return the package's folder."""
    catalog = parent / package
    catalog.mkdir()
    (catalog / "__init__.py").touch()
    for number, category in enumerate(CATEGORIES, 1):
        folder = catalog / category
        folder.mkdir()
        (folder / "__init__.py").write_text(_CATEGORY.format(number=number))
    # One that waits for its first calculator.
    (catalog / "empty").mkdir()
    (catalog / "empty" / "__init__.py").write_text(_CATEGORY.format(number=7))
    for slug in slugs():
        category, _, place = slug.partition("-")
        write_calculator(catalog / category / slug.replace("-", "_"), slug, int(place))
    return catalog


def write_calculator(folder: Path, slug: str, place: int) -> None:
    folder.mkdir()
    (folder / "__init__.py").touch()
    source = _CALCULATOR.format(
        title=title(slug),
        summary=SUMMARIES.get(slug, "One of many stones."),
        # The folders' alphabet would put 10 before 2, the positions do not.
        cluster=("early", "middle", "late")[(place - 1) // 4],
        position=place,
    )
    (folder / "calculator.py").write_text(source)
    (folder / "cases.toml").write_text(_CASES)
    (folder / "article.html").write_text('{% extends "calculator/page.html" %}\n')
    words = [WORDS.get(slug, "pebble")]
    lines = [f"{language} = {words!r}" for language in ("en", "zh-hant", "ja")]
    (folder / "search.toml").write_text("\n".join(lines), encoding="utf-8")
