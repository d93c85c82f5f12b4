"""Other catalogs in the place of the real one: what depends on the catalog is made anew."""

import sys
from pathlib import Path

from pytest_django import Settings


def forget() -> None:
    """Empty every cache of the site: they hold calculators, stencils and search words."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "calculator":
            for each in list(vars(module).values()):
                if callable(clear := getattr(each, "cache_clear", None)):
                    clear()


def use(settings: Settings, package: str, folder: Path, flagship: str) -> None:
    """Show the calculators of another package, whose articles stand in `folder`."""
    template_settings = settings.TEMPLATES[0]
    settings.CATALOG = package
    settings.FLAGSHIP = flagship
    settings.TEMPLATES = [
        {**template_settings, "DIRS": [settings.BASE_DIR / "templates", folder]},
        *settings.TEMPLATES[1:],
    ]
    forget()
