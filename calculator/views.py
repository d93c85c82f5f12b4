"""Views: thin, each from a request to an answer and from there to a text."""

from collections.abc import Callable
from typing import Any

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
    QueryDict,
)
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext, override
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.middleware import HtmxDetails

from calculator import (
    calculator_page,
    embed_page,
    embedding,
    frames,
    json_twin,
    links,
    qr,
    site_pages,
    sweep_page,
)
from calculator.answers import Answer, answer
from calculator.base import Calculator
from calculator.caching import pure, readable_by_any_origin
from calculator.framing import framable
from calculator.languages import best
from calculator.registry import calculators
from calculator.search import find


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


@require_safe
def root(request: HttpRequest) -> HttpResponse:
    language = best(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
    response = HttpResponseRedirect(f"/{language}/")
    patch_vary_headers(response, ["Accept-Language"])
    return response


@require_safe
@pure
def home(request: HttpRequest) -> HttpResponse:
    return HttpResponse(site_pages.home(request))


@require_safe
@pure
def catalogue(request: HttpRequest) -> HttpResponse:
    return HttpResponse(site_pages.catalogue(request))


@require_safe
@pure
def search(request: HttpRequest) -> HttpResponse:
    words = request.GET.get("q", "").replace("\0", "\ufffd")
    return HttpResponse(site_pages.search(request, words, find(words, get_language() or "en")))


@require_safe
@pure
def page(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(calculator_page.page(request, answer(_calculator(slug), request.GET)))


@require_safe
@pure
def chart(request: HttpRequest, slug: str) -> HttpResponse:
    """The chart with its table, on a page of its own."""
    return HttpResponse(sweep_page.page(request, _swept(request, slug)))


@require_safe
@pure
def drawing(request: HttpRequest, slug: str) -> HttpResponse:
    """The chart with its table, as a calculator's page fetches it."""
    given = _swept(request, slug)
    return HttpResponse(sweep_page.fragment(given, links.query(given)))


@require_safe
@pure
def sweep_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The numbers of the chart for a spreadsheet."""
    given = _swept(request, slug)
    if given.plan is None:
        return HttpResponse(sweep_page.page(request, given), status=400)
    text = sweep_page.as_csv(given, given.plan)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}.csv"'
    return response


def _swept(request: HttpRequest, slug: str) -> Answer:
    calculator = _calculator(slug)
    if not calculator.sweeps:
        raise Http404(slug)
    return answer(calculator, request.GET)


@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HtmxRequest, slug: str) -> HttpResponse:
    """What HTMX posts while a visitor types. It stores nothing, so it needs no CSRF token."""
    given = answer(_calculator(slug), _sent(request))
    return _recomputed(
        request, links.address(given), lambda: calculator_page.fragment(request, given)
    )


@require_safe
@framable
@pure
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """The calculator for frames of other sites."""
    calculator = _calculator(slug)
    look = embedding.look(calculator, request.GET)
    return HttpResponse(embed_page.page(request, embedding.framed(calculator, request.GET), look))


@require_http_methods(["GET", "HEAD", "POST"])
@framable
def embed_result(request: HtmxRequest, slug: str) -> HttpResponse:
    """What HTMX posts inside a frame; no cookie is needed there."""
    calculator, sent = _calculator(slug), _sent(request)
    given, look = embedding.framed(calculator, sent), embedding.look(calculator, sent)
    address = embedding.address(given, look)
    return _recomputed(request, address, lambda: embed_page.fragment(request, given, look))


@require_safe
@readable_by_any_origin
@pure
def oembed(request: HttpRequest) -> HttpResponse:
    """oEmbed: what another site needs to embed one of our addresses."""
    meant = embedding.of_address(request.GET.get("url", ""), request.get_host())
    if meant is None:
        raise Http404
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=501)
    language, given, look = meant
    with override(language):
        data = embedding.oembed(given, look, frames.origin(request), request.GET)
    return _json(data)


@require_safe
@pure
def qr_code(request: HttpRequest, slug: str) -> HttpResponse:
    """The page's address with its inputs, for paper. Inputs that no link can hold have none."""
    address = links.address(answer(_calculator(slug), request.GET))
    if not links.fits(address):
        raise Http404(address)
    image = qr.svg(request.build_absolute_uri(address))
    return HttpResponse(image, content_type="image/svg+xml")


@require_safe
@readable_by_any_origin
@pure
def twin(request: HttpRequest, slug: str) -> HttpResponse:
    calculator = calculators().get(slug)
    if calculator is None:
        data, status = json_twin.refusal(gettext("There is no calculator at this address.")), 404
    else:
        given = answer(calculator, request.GET)
        origin = frames.origin(request)
        data, status = json_twin.body(given, origin), 400 if given.refused else 200
    return _json(data, status)


def _json(data: dict[str, Any], status: int = 200) -> HttpResponse:
    return JsonResponse(data, status=status, json_dumps_params={"ensure_ascii": False})


def _sent(request: HttpRequest) -> QueryDict:
    return request.POST if request.method == "POST" else request.GET


def _recomputed(request: HtmxRequest, address: str, fragment: Callable[[], str]) -> HttpResponse:
    """The fragment for HTMX, with the page's address; for anyone else the way to the page."""
    if request.method != "POST" or not request.htmx:
        response: HttpResponse = HttpResponseRedirect(address)
        response.status_code = 303
        return response
    response = HttpResponse(fragment())
    if links.fits(address):
        response.headers["HX-Replace-Url"] = address
    response.headers["Cache-Control"] = "no-store"
    return response


def _calculator(slug: str) -> Calculator:
    try:
        return calculators()[slug]
    except KeyError:
        raise Http404(slug) from None
