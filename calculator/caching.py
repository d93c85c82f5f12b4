"""Headers of answers that are pure functions of their address: who may keep and read them."""

from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=86400"


def entity_tag(request: HttpRequest) -> str:
    """A tag of the release and of the whole address as it was sent, host included."""
    address = f"{settings.RELEASE} {request.get_host()}{request.get_full_path()}"
    return f'W/"{blake2b(address.encode(), digest_size=12).hexdigest()}"'


def pure(view: View[P]) -> View[P]:
    """Let anyone keep what the view returns, and answer 304 before anything is computed."""

    @wraps(view)
    def cached(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        tag = entity_tag(request)
        known = request.META.get("HTTP_IF_NONE_MATCH")
        # GZipMiddleware weakens tags; a browser may send ours back with or without W/.
        if known and tag.removeprefix("W/") in {
            each.removeprefix("W/") for each in parse_etags(known)
        }:
            response: HttpResponse = HttpResponseNotModified()
        else:
            response = view(request, *args, **kwargs)
        patch_vary_headers(response, ["Accept-Encoding"])
        if response.status_code in (200, 304) and not settings.DEBUG:
            response.headers["ETag"] = tag
            response.headers["Cache-Control"] = CACHE_CONTROL
        return response

    return cast("View[P]", cached)


def readable_by_any_origin(view: View[P]) -> View[P]:
    """Let scripts of any site read what the view returns."""

    @wraps(view)
    def readable(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response.headers["Access-Control-Allow-Origin"] = "*"
        return response

    return cast("View[P]", readable)
