"""Finds the categories and calculators by looking in the folder of the catalog."""

import pkgutil
from functools import cache
from importlib import import_module

from django.conf import settings

from calculator.base import Calculator, Category


@cache
def categories() -> dict[str, Category]:
    """Every category that holds a calculator, by its folder's name, in order."""
    filled = {calculator.category for calculator in calculators().values()}
    found = {name: import_module(f"{settings.CATALOG}.{name}").category for name in filled}
    return dict(sorted(found.items(), key=lambda item: item[1].number))


@cache
def calculators() -> dict[str, Calculator]:
    """Every calculator by its slug, in the order of the catalogue."""
    found: list[Calculator] = []
    order: dict[str, tuple[int, tuple[str, ...]]] = {}
    folder = import_module(settings.CATALOG).__path__
    for info in pkgutil.walk_packages(folder, settings.CATALOG + "."):
        path = info.name.removeprefix(settings.CATALOG + ".").split(".")
        if len(path) == 1:
            category: Category = import_module(info.name).category
            order[path[0]] = (category.number, category.clusters)
        elif path[-1] == "calculator":
            found.append(import_module(info.name).calculator)

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
