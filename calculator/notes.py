"""Notes: what stands at a field beside its label, in the language in use."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from calculator import carry, links, sources, units
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.inputs import Input, Number
from calculator.messages import Refusal, Remark
from calculator.questions import VIEWS
from calculator.stencils import Stencil, kept, stencil
from calculator.wording import between_sentences

NOTHING = SafeString("")

# Makes the address of an answer with other texts in the place of what was typed.
Address = Callable[[Answer, Mapping[str, str]], str]


@kept
def _note(key: str, swapped: bool) -> Stencil:
    return stencil("calculator/_note.html", {"key": key, "swapped": swapped})


@lru_cache(maxsize=4096)
def _quiet(key: str, unit: str, echo: SafeString, swapped: bool) -> SafeString:
    """The note of a field that there is nothing to say about."""
    values = {"state": "ok", "unit": unit, "echo": echo, "messages": NOTHING}
    return _note(key, swapped).fill(values)


def note(given: Answer, key: str, *, swapped: bool, address: Address = links.address) -> SafeString:
    """The unit of a field, how it was read, and what is wrong with it.

    `swapped` makes it a piece that HTMX puts in the place of the one on the page; `address`
    makes the links of repairs.
    """
    one = given.calculator.fields[key]
    remarks = given.remarks.get(key, ())
    unit = _unit(one, given.wording.inputs, given.wording.language)
    echo = _echo(given, key, arrived=given.named and not swapped)
    if not remarks and key not in given.marked and not given.beside.source:
        return _quiet(key, unit, echo, swapped)
    return _note(key, swapped).fill(
        {
            "state": "bad" if key in given.marked else "odd" if remarks else "ok",
            "unit": unit,
            "echo": echo,
            "messages": _messages(given, key, remarks, address),
        }
    )


def loud(given: Answer) -> frozenset[str]:
    """The fields that hold something else than their default, or have something to say."""
    keys = {*given.touched, *given.marked, *given.remarks}
    if source := sources.source(given):
        keys.add(source.key)
    return frozenset(keys & given.calculator.fields.keys())


def swapped(given: Answer) -> SafeString:
    """The notes of all fields as pieces for HTMX.

    Those of fields that hold their defaults are all the same as long as units are.
    """
    keys = loud(given)
    quiet = _all_quiet(given.calculator, keys, given.units_in_use, given.wording.language)
    return SafeString("".join((quiet, *(note(given, key, swapped=True) for key in keys))))


@lru_cache(maxsize=1024)
def _all_quiet(
    calculator: Calculator, loud: frozenset[str], units_in_use: tuple[str, ...], language: str
) -> str:
    given = Answer.at_rest(calculator, units_in_use)
    return "".join(note(given, key, swapped=True) for key in calculator.fields if key not in loud)


def _unit(one: Input, inputs: Mapping[str, Any], language: str) -> str:
    """The unit that stands in a field."""
    if not one.unit or not isinstance(one, Number):
        return ""
    return units.text(one.unit_code(inputs), language)


@lru_cache(maxsize=8)
def _default(language: str) -> SafeString:
    return format_html('<p class="echo default">{}</p>', gettext("default"))


def _echo(given: Answer, key: str, *, arrived: bool) -> SafeString:
    one, text = given.calculator.fields[key], given.typed[key]
    if text == one.default_text:
        if not arrived or key in given.idle or key not in given.calculator.inputs:
            return NOTHING
        return _default(given.wording.language)
    if key in given.marked or key in given.idle:
        return NOTHING
    read_as = one.echo(text, given.inputs[key])
    if not read_as:
        return NOTHING
    return format_html('<p class="echo">{}</p>', gettext("read as %(value)s") % {"value": read_as})


def _messages(given: Answer, key: str, remarks: Iterable[Remark], address: Address) -> SafeString:
    origin = carry.origin(given, key) if given.beside.source else NOTHING
    if key in given.refusals:
        text = given.say(given.refusals[key])
        return origin + format_html('<p class="message bad">{}</p>', text)
    if not remarks:
        return origin
    lines = (_remark(given, key, remark, address) for remark in remarks)
    return origin + format_html_join("", "{}", ((line,) for line in lines))


def _remark(given: Answer, key: str, remark: Remark, address: Address) -> SafeString:
    if remark.repair is None:
        return format_html('<p class="message odd">{}</p>', given.say(remark))
    one = given.calculator.fields[key]
    repaired = one.plain(remark.repair)
    return format_html(
        '<p class="message odd">{}{}<a class="repair" id="repair-{}" href="{}" '
        'data-field="{}" data-value="{}">{}</a></p>',
        given.say(remark),
        between_sentences(given.wording.language),
        key,
        address(given, {key: repaired}),
        key,
        one.shown(repaired),
        gettext("Use %(value)s") % {"value": one.write(remark.repair, given.wording)},
    )


def arrived(given: Answer) -> SafeString:
    """The line above the form of a page whose address names inputs."""
    if not given.named:
        return SafeString('<p id="arrived" hidden></p>')
    return _arrived(links.defaults(given), given.wording.language)


@lru_cache(maxsize=1024)
def _arrived(defaults: str, language: str) -> SafeString:
    return format_html(
        '<p id="arrived">{}{}<a href="{}">{}</a></p>',
        gettext("These numbers are in the link."),
        between_sentences(language),
        defaults,
        gettext("Use the defaults"),
    )


def summary(given: Answer, *, of_fields: bool, shown: Collection[str] | None = None) -> SafeString:
    """The box of refusals above the form; those of single fields only on a whole page.

    `shown` names the fields that are on the page, where not all are: refusals of the others
    have no other place than this.
    """
    fields = given.calculator.fields if shown is None else shown
    refusals = [
        *(
            each
            for key, each in given.refusals.items()
            if key not in VIEWS and (of_fields or key not in fields)
        ),
        *given.across,
    ]
    if not refusals:
        return NOTHING
    heading = ngettext(
        "%(count)s input needs a change", "%(count)s inputs need a change", len(refusals)
    ) % {"count": len(refusals)}
    lines = ((_line(given, refusal, fields),) for refusal in refusals)
    return format_html(
        '<div class="summary" role="group" tabindex="-1" aria-labelledby="summary-title">'
        '<h2 id="summary-title">{}</h2><ul>{}</ul></div>',
        heading,
        format_html_join("", "<li>{}</li>", lines),
    )


def _line(given: Answer, refusal: Refusal, fields: Collection[str]) -> SafeString | str:
    text = given.say(refusal)
    if refusal.label not in fields:
        return text
    return format_html('<a href="#{}">{}</a>', refusal.label, text)
