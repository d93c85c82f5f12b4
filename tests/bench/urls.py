"""The site's addresses and the bare view that everything is compared with."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from calculator.urls import handler400, handler404, handler500
from calculator.urls import urlpatterns as site


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse("hello")


__all__ = ["handler400", "handler404", "handler500", "urlpatterns"]
urlpatterns = [path("bare/", bare), *site]
