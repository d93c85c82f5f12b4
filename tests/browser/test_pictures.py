"""Pictures of every kind of page, for people to look at: var/screenshots/."""

from pathlib import Path
from typing import Literal

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.layout import open_folds, sideways
from tests.browser.visit import LANGUAGES, NOWHERE

FOLDER = Path(settings.VAR_DIR) / "screenshots"
FLAGSHIP_PAGE = "ai/data-parallel-scaling/"
PAGES = {
    "flagship": FLAGSHIP_PAGE,
    "flagship-prefilled": f"{FLAGSHIP_PAGE}?devices=128&scaling_efficiency=85",
    "flagship-error": f"{FLAGSHIP_PAGE}?devices=abc&throughput_per_device=1,5",
    "flagship-open": FLAGSHIP_PAGE,
    "home": "",
    "catalogue": "ai/",
    "search": "search/?q=GPU",
    "not-found": NOWHERE,
}
WIDTHS = (375, 1280)
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures(open_page: OpenPage, language: str, width: int) -> None:
    FOLDER.mkdir(exist_ok=True)
    page: Page = open_page(viewport={"width": width, "height": 800})
    for kind, path in PAGES.items():
        page.goto(f"/{language}/{path}")
        if kind.endswith("-open"):
            open_folds(page)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            name = f"{kind}-{language}-{width}-{theme}"
            page.screenshot(path=FOLDER / f"{name}.png", full_page=True, animations="disabled")
            assert (name, sideways(page)) == (name, 0)
