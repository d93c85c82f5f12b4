"""The feedback form: opening it needs no database, storing what it sends does."""

import logging
from collections.abc import Callable
from functools import wraps

from django.core.exceptions import RequestDataTooBig
from django.db import Error
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.utils.translation import gettext_lazy as _
from django.views.csrf import csrf_failure
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from calculator import links
from calculator.answers import Answer, answer
from calculator.feedback import limits
from calculator.feedback.cookies import secured
from calculator.feedback.forms import LONGEST_TEXT, FeedbackForm
from calculator.feedback.models import Feedback
from calculator.feedback.pages import HELPFUL, IMPROVE, SENT, STEPS, Step, address, respond
from calculator.feedback.storing import store
from calculator.registry import calculators
from calculator.views import HtmxRequest

logger = logging.getLogger(__name__)

E_TOO_MANY = _("Feedback from one network is limited to %(limit)s a day. Send it again tomorrow.")
E_AWAY = _("Feedback cannot be stored just now. Nothing is lost: send it again in a minute.")
E_UNCHECKED = _(
    "The browser sent no cookie that matches this form. Allow the cookie of this site and "
    "send again."
)
E_TOO_LARGE = _("Shorten the text to %(limit)s characters; it is too long to be read.")
E_GO_BACK = _("The text is too long to be read. Go back and shorten it to %(limit)s characters.")


def _private(view: Callable[[HtmxRequest, str], HttpResponse]) -> Callable[..., HttpResponse]:
    """Answers that nobody keeps or lists, also to what is too large to be read."""

    @wraps(view)
    def private(request: HtmxRequest, slug: str) -> HttpResponse:
        try:
            response = view(request, slug)
        except RequestDataTooBig:
            response = _too_large(request, slug)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Robots-Tag"] = "noindex"
        return secured(request, response)

    return private


@require_http_methods(["GET", "HEAD", "POST"])
@_private
@csrf_protect
def feedback(request: HtmxRequest, slug: str) -> HttpResponse:
    given = _given(request, slug)
    if request.method == "POST":
        return _received(request, given)
    name = request.GET.get("verdict", "")
    return respond(request, given, Step(name if name in STEPS else ""))


@ensure_csrf_cookie
def unchecked(request: HtmxRequest, reason: str = "") -> HttpResponse:
    """Where the token is missing or wrong: the same form, with a new one."""
    match = request.resolver_match
    if match is None or match.url_name != "feedback":
        return csrf_failure(request, reason)
    return _refuse(request, _given(request, match.kwargs["slug"]), str(E_UNCHECKED), 403)


def _given(request: HtmxRequest, slug: str) -> Answer:
    """The calculator with the inputs of the link, or of the page that HTMX asks from.

    That page's address follows what is typed, also while the form is open.
    """
    calculator = calculators().get(slug)
    if calculator is None:
        raise Http404(slug)
    if not request.htmx:
        return answer(calculator, request.GET)
    query = (request.htmx.current_url or "").partition("#")[0].partition("?")[2]
    return answer(calculator, QueryDict(query))


def _received(request: HtmxRequest, given: Answer) -> HttpResponse:
    form = FeedbackForm(request.POST)
    if not form.is_valid():
        return _refuse(request, given, form.refusal, invalid="text" in form.errors)
    feedback = Feedback(
        slug=given.calculator.slug,
        language=given.wording.language,
        verdict=form.cleaned_data["verdict"],
        text=form.cleaned_data["text"],
        inputs=links.query(given)[: links.LONGEST_ADDRESS],
    )
    try:
        store(feedback, limits.network(request.META))
    except limits.TooMany:
        return _refuse(request, given, str(E_TOO_MANY) % {"limit": limits.MOST_A_DAY}, 429)
    except Error:
        logger.exception("Feedback could not be stored")
        return _refuse(request, given, str(E_AWAY), 503)
    if request.htmx:
        return respond(request, given, Step(SENT))
    # An answer here would be stored once more with every reload of it.
    response = HttpResponseRedirect(address(given, SENT))
    response.status_code = 303
    return response


def _refuse(
    request: HtmxRequest, given: Answer, message: str, status: int = 200, *, invalid: bool = False
) -> HttpResponse:
    """The form again, with what was typed in it."""
    name = HELPFUL if request.POST.get("verdict") == HELPFUL else IMPROVE
    text = request.POST.get("text", "").replace("\0", "\ufffd")
    return respond(request, given, Step(name, text, message, invalid, status))


def _too_large(request: HtmxRequest, slug: str) -> HttpResponse:
    """What was not read cannot be given back, so that HTMX leaves the form as it is."""
    limit = {"limit": f"{LONGEST_TEXT:,}"}
    if not request.htmx:
        step = Step(IMPROVE, "", str(E_GO_BACK) % limit, invalid=True, status=413)
        return respond(request, _given(request, slug), step)
    response = HttpResponse(str(E_TOO_LARGE) % limit, status=413, content_type="text/plain")
    response.headers["HX-Retarget"] = "#feedback-failure"
    response.headers["HX-Reswap"] = "textContent"
    return response
