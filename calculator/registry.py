"""Finds the categories and calculators by looking in the folder `catalog`."""

import pkgutil
from functools import cache
from importlib import import_module

from calculator import catalog
from calculator.base import Calculator, Category


@cache
def categories() -> dict[str, Category]:
    """Every category that holds a calculator, by its folder's name, in order."""
    filled = {calculator.category for calculator in calculators().values()}
    found = {
        info.name: import_module(f"{catalog.__name__}.{info.name}").category
        for info in pkgutil.iter_modules(catalog.__path__)
        if info.name in filled
    }
    return dict(sorted(found.items(), key=lambda item: item[1].number))


@cache
def calculators() -> dict[str, Calculator]:
    """Every calculator by its slug, in the order of the catalogue."""
    found: list[Calculator] = []
    order: dict[str, tuple[int, tuple[str, ...]]] = {}
    for info in pkgutil.walk_packages(catalog.__path__, catalog.__name__ + "."):
        if info.name.endswith(".calculator"):
            found.append(import_module(info.name).calculator)
        elif info.name.count(".") == catalog.__name__.count(".") + 1:
            category: Category = import_module(info.name).category
            order[info.name.rpartition(".")[2]] = (category.number, category.clusters)

    def place(calculator: Calculator) -> tuple[int, int, int]:
        number, clusters = order[calculator.category]
        return number, clusters.index(calculator.cluster), calculator.position

    by_slug = {calculator.slug: calculator for calculator in sorted(found, key=place)}
    if len(by_slug) != len(found):
        raise RuntimeError("two calculators have one slug")
    return by_slug


def clusters(category: str) -> list[list[Calculator]]:
    """The calculators of a category, in its clusters."""
    parted: dict[str, list[Calculator]] = {}
    for calculator in calculators().values():
        if calculator.category == category:
            parted.setdefault(calculator.cluster, []).append(calculator)
    return list(parted.values())
