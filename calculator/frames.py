"""What every whole page has around its own content."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from calculator import registry
from calculator.languages import HREFLANG, HTML_LANG, LOCALE


def language_in_use() -> str:
    return get_language() or settings.LANGUAGE_CODE


def frame(tail: str, language: str, **context: Any) -> dict[str, Any]:
    """What every page needs. `tail` is its address behind the language."""
    return {
        "site_name": settings.SITE_NAME,
        "language": language,
        "html_lang": HTML_LANG[language],
        "og_locale": LOCALE[language],
        "path": f"/{language}/{tail}",
        "default_path": f"/{settings.LANGUAGE_CODE}/{tail}",
        "languages": [
            {
                "code": code,
                "name": name,
                "html_lang": HTML_LANG[code],
                "hreflang": HREFLANG[code],
                "path": f"/{code}/{tail}",
            }
            for code, name in settings.LANGUAGES
        ],
        "categories": [
            {
                "name": name,
                "category": category,
                "clusters": registry.clusters(name),
                "count": sum(map(len, registry.clusters(name))),
            }
            for name, category in registry.categories().items()
        ],
        **context,
    }


def origin(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"
