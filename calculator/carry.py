"""Carrying on: a result as an input of another calculator, and where an input came from."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from calculator import links, pins, sources
from calculator.answers import SOURCE, Answer
from calculator.base import Calculator
from calculator.registry import calculators
from calculator.sources import Source

NOTHING = SafeString("")


@dataclass(frozen=True)
class Feed:
    """An output that an input of another calculator can take, and the page that takes it."""

    output: str
    target: Calculator
    key: str
    address: str


def feeds(given: Answer) -> Iterator[Feed]:
    """The outputs that have a value within the range of the input they can be used for."""
    for output, slug, key in given.calculator.feeds:
        target = calculators()[slug]
        value = sources.fitting(given, output, target, key)
        if value is not None:
            source = pins.in_query(sources.text(given, output))
            page = f"{links.path(slug, given.wording.language)}?{key}={value}"
            whole = f"{page}&{SOURCE}={source}"
            yield Feed(output, target, key, whole if links.fits(whole) else page)


def onward(given: Answer) -> SafeString:
    """The links under a result that carry it on."""
    lines = [(_line(given, feed),) for feed in feeds(given)]
    if not lines:
        return NOTHING
    return format_html('<ul class="onward">{}</ul>', format_html_join("", "<li>{}</li>", lines))


def _line(given: Answer, feed: Feed) -> SafeString:
    link = format_html(
        '<a id="feed-{}-{}" href="{}">{}</a>',
        feed.output,
        feed.target.slug,
        feed.address,
        feed.target.title,
    )
    return _said(
        gettext("Use %(value)s in: %(calculator)s (as %(input)s)"),
        value=given.output(feed.output).write(given.values[feed.output], given.wording),
        calculator=link,
        input=str(feed.target.inputs[feed.key].name),
    )


def origin(given: Answer, key: str) -> SafeString:
    """The line at a field whose value came from another calculator."""
    source = sources.source(given)
    if source is None or source.key != key:
        return NOTHING
    link = format_html(
        '<a id="origin-{}" href="{}">{}</a>',
        key,
        links.address(source.given),
        source.given.calculator.title,
    )
    text = gettext("From %(calculator)s: %(output)s")
    if not _unchanged(given, source):
        text = gettext("Changed since: %(calculator)s gives %(value)s (%(output)s)")
    said = _said(
        text,
        calculator=link,
        output=str(source.given.output(source.output).name),
        value=source.given.write(source.output),
    )
    return format_html('<p class="origin">{}</p>', said)


def _unchanged(given: Answer, source: Source) -> bool:
    field = given.calculator.inputs[source.key]
    return bool(given.inputs.get(source.key) == field.clean(source.value))


def hidden(given: Answer) -> SafeString:
    """The field that keeps the source while the visitor types."""
    source = sources.source(given)
    if source is None:
        return NOTHING
    return format_html('<input type="hidden" name="{}" value="{}">', SOURCE, source.text())


def _said(text: str, **values: str) -> SafeString:
    """A message with links in it."""
    escaped = {name: conditional_escape(value) for name, value in values.items()}
    return mark_safe(conditional_escape(text) % escaped)
