"""Pages for what cannot be answered, in the language of the address."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from calculator import site_pages


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error(request, 400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    return _error(request, 500)


def _error(request: HttpRequest, status: int) -> HttpResponse:
    response = HttpResponse(site_pages.error(request, status), status=status)
    # Without a language in the address, the header chose it.
    patch_vary_headers(response, ["Accept-Language"])
    return response
