"""Notes: what stands at a field beside its label, in the language in use."""

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from calculator import links, units
from calculator.answers import Answer
from calculator.inputs import Number
from calculator.messages import Remark
from calculator.stencils import Stencil, kept, stencil
from calculator.wording import between_sentences

NOTHING = SafeString("")


@kept
def _note(key: str, swapped: bool) -> Stencil:
    return stencil("calculator/_note.html", {"key": key, "swapped": swapped})


def note(given: Answer, key: str, *, swapped: bool) -> SafeString:
    """The unit of a field, how it was read, and what is wrong with it.

    `swapped` makes it a piece that HTMX puts in the place of the one on the page.
    """
    one = given.calculator.inputs[key]
    remarks = given.remarks.get(key, ())
    unit = ""
    if one.unit and isinstance(one, Number):
        unit = units.text(given.unit_code(key), given.wording.language)
    return _note(key, swapped).fill(
        {
            "state": "bad" if key in given.marked else "odd" if remarks else "ok",
            "unit": unit,
            "echo": _echo(given, key, arrived=given.named and not swapped),
            "messages": _messages(given, key, remarks),
        }
    )


def _echo(given: Answer, key: str, *, arrived: bool) -> SafeString:
    one, text = given.calculator.inputs[key], given.typed[key]
    if text == one.default_text:
        if not arrived or key in given.idle:
            return NOTHING
        return format_html('<p class="echo default">{}</p>', gettext("default"))
    if key in given.marked or key in given.idle:
        return NOTHING
    read_as = one.echo(text, given.inputs[key])
    if not read_as:
        return NOTHING
    return format_html('<p class="echo">{}</p>', gettext("read as %(value)s") % {"value": read_as})


def _messages(given: Answer, key: str, remarks: Iterable[Remark]) -> SafeString:
    if key in given.refusals:
        text = given.say(given.refusals[key])
        return format_html('<p class="message bad">{}</p>', text)
    if not remarks:
        return NOTHING
    return format_html_join("", "{}", ((_remark(given, key, remark),) for remark in remarks))


def _remark(given: Answer, key: str, remark: Remark) -> SafeString:
    if remark.repair is None:
        return format_html('<p class="message odd">{}</p>', given.say(remark))
    one = given.calculator.inputs[key]
    repaired = one.plain(remark.repair)
    return format_html(
        '<p class="message odd">{}{}<a class="repair" href="{}{}" data-field="{}" data-value="{}">'
        "{}</a></p>",
        given.say(remark),
        between_sentences(given.wording.language),
        links.path(given.calculator.slug, given.wording.language),
        links.query(given, {key: repaired}),
        key,
        repaired,
        gettext("Use %(value)s") % {"value": one.write(remark.repair, given.wording)},
    )


def arrived(given: Answer) -> SafeString:
    """The line above the form of a page whose address names inputs."""
    if not given.named:
        return SafeString('<p id="arrived" hidden></p>')
    return format_html(
        '<p id="arrived">{}{}<a href="{}">{}</a></p>',
        gettext("These numbers are in the link."),
        between_sentences(given.wording.language),
        links.path(given.calculator.slug, given.wording.language),
        gettext("Use the defaults"),
    )


def summary(given: Answer, *, of_fields: bool) -> SafeString:
    """The box of refusals above the form; those of single fields only on a whole page."""
    refusals = [*(given.refusals.values() if of_fields else ()), *given.across]
    if not refusals:
        return NOTHING
    heading = ngettext(
        "%(count)s input needs a change", "%(count)s inputs need a change", len(refusals)
    ) % {"count": len(refusals)}
    lines = ((refusal.label, given.say(refusal)) for refusal in refusals)
    return format_html(
        '<div class="summary" role="group" tabindex="-1" aria-labelledby="summary-title">'
        '<h2 id="summary-title">{}</h2><ul>{}</ul></div>',
        heading,
        format_html_join("", '<li><a href="#{}">{}</a></li>', lines),
    )
