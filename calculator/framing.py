"""What other sites' windows may do with ours: leave to frame a page, and no hold on the rest."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt

View = TypeVar("View", bound=Callable[..., Any])


def framable(view: View) -> View:
    """Let any site show what the view returns in a frame."""
    anywhere = csp_replace({"frame-ancestors": ["*"]})
    return cast("View", xframe_options_exempt(anywhere(view)))


class OpenerPolicyMiddleware:
    """Keeps a page apart from the window that opened it, over TLS: elsewhere browsers ignore
    the header, and report it as an error on every page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.is_secure():
            response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        return response
