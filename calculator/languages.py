"""Languages: the first segment of every address, and the best one for a visitor."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.utils.translation import activate
from django.utils.translation.trans_real import parse_accept_lang_header

# What <html lang> and hreflang say of each language.
HTML_LANG = {"en": "en", "zh-hant": "zh-Hant-TW", "ja": "ja"}
HREFLANG = {"en": "en", "zh-hant": "zh-Hant", "ja": "ja"}
# What Open Graph calls them.
LOCALE = {"en": "en_US", "zh-hant": "zh_TW", "ja": "ja_JP"}
# The part before the first hyphen decides: every Chinese variant reads zh-hant here.
PRIMARY = {"en": "en", "zh": "zh-hant", "ja": "ja"}


def spelled(segment: str) -> str | None:
    """The language that a path segment or a language tag means, in any spelling of it."""
    return PRIMARY.get(segment.lower().replace("_", "-").partition("-")[0])


def best(accept_language: str) -> str:
    """The best of our languages for an Accept-Language header."""
    for code, _quality in parse_accept_lang_header(accept_language.lower()):
        if language := spelled(code):
            return language
    return settings.LANGUAGE_CODE


class LanguageMiddleware:
    """Takes the language from the path, and sends other spellings of it to the right one.

    Only the path decides, so that pages can be cached; Accept-Language counts where an
    address has no language: at the root and for what is not found.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        segment, slash, rest = request.path_info[1:].partition("/")
        language = spelled(segment)
        if language and segment != language:
            query = request.META.get("QUERY_STRING", "")
            address = f"/{language}{slash or '/'}{rest}{'?' + query if query else ''}"
            return HttpResponsePermanentRedirect(address)
        language = language or best(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
        activate(language)
        request.LANGUAGE_CODE = language
        response = self.get_response(request)
        response.headers.setdefault("Content-Language", HREFLANG[language])
        return response
