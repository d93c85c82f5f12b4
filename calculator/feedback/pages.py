"""What a visitor sees of feedback: a whole page, or for HTMX the form alone."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from calculator import links, registry
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.feedback.models import Feedback
from calculator.frames import frame, origin
from calculator.stencils import Stencil, kept, stencil
from calculator.views import HtmxRequest

HELPFUL, IMPROVE = str(Feedback.Verdict.HELPFUL), str(Feedback.Verdict.IMPROVE)
SENT = "sent"
# What `verdict` can be in an address: an answer to the question, or that it was sent.
STEPS = {HELPFUL, IMPROVE, SENT}


@dataclass(frozen=True)
class Step:
    """How far a visitor is: what was chosen and typed, and what there is to say to it.

    `invalid` is that the text itself has to be changed.
    """

    name: str = ""
    text: str = ""
    message: str = ""
    invalid: bool = False
    status: int = 200


def query(given: Answer, name: str) -> str:
    """What the form is opened with: how far the visitor is, and the calculator's inputs."""
    inputs = links.query(given)
    return f"?verdict={name}{links.appended(inputs)}" if name else inputs


def address(given: Answer, name: str) -> str:
    return reverse("feedback", args=[given.calculator.slug]) + query(given, name)


def respond(request: HtmxRequest, given: Answer, step: Step) -> HttpResponse:
    form = _form(request, given, step)
    if not request.htmx:
        refused = bool(step.message)
        page = _page(request, given, form, query(given, step.name), refused=refused)
        return HttpResponse(page, status=step.status)
    response = HttpResponse(form, status=step.status)
    # Says that the form has its place also where the status is that of a failure.
    response.headers["HX-Reswap"] = "outerHTML"
    return response


@kept
def _around(calculator: Calculator, language: str) -> Stencil:
    context = frame(
        f"ai/{calculator.slug}/feedback/",
        language,
        calculator=calculator,
        category=registry.categories()[calculator.category],
    )
    return stencil("feedback/page.html", context)


def _page(
    request: HttpRequest, given: Answer, form: SafeString, query: str, *, refused: bool
) -> str:
    """The page around the form. `query` is its own, for the links to the other languages."""
    inputs = links.query(given)
    values = {
        "origin": origin(request),
        "query": query,
        "title_prefix": gettext("Not sent: ") if refused else "",
        "inputs": inputs,
        "more_inputs": links.appended(inputs),
        "form": form,
    }
    return _around(given.calculator, given.wording.language).fill(values)


def _form(request: HtmxRequest, given: Answer, step: Step) -> SafeString:
    """The form as far as it is open, or the thanks for it. Only an open form needs a token."""
    if step.name == SENT:
        back = "" if request.htmx else links.address(given)
        return render_to_string("feedback/_sent.html", {"back": back})
    if not step.name:
        return SafeString('<div id="feedback-form"></div>')
    fetched = bool(request.htmx) and request.method != "POST"
    # "Helpful" is all there is to say: once its token is there, the form sends itself. It takes
    # along what had been typed before.
    at_once = fetched and step.name == HELPFUL
    context = {
        "step": step,
        "token": get_token(request),
        "action": address(given, step.name),
        "fetched": fetched,
        "at_once": at_once,
        "with_text": at_once or step.name == IMPROVE or bool(step.text),
    }
    return render_to_string("feedback/_form.html", context)
