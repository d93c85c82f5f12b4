"""Cookies go over TLS only where the request that they answer came over TLS."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


def secured(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Mark the cookies of an answer as Secure where the request came over TLS.

    Django's settings say it once for all requests; but a browser drops a Secure cookie that
    comes over plain HTTP, and the site has to work on one machine without TLS too.
    """
    for cookie in response.cookies.values():
        cookie["secure"] = request.is_secure()
    return response


class SecureCookies:
    """The same for every answer; for the admin, whose views are not ours."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return secured(request, self.get_response(request))
