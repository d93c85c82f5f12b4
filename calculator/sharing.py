"""Sharing: the answer as text and as a row, and the addresses that carry it elsewhere."""

from typing import Any
from urllib.parse import quote

from django.utils.translation import gettext, pgettext

from calculator import links, spoken
from calculator.answers import Answer
from calculator.inputs import UnitChoice
from calculator.outputs import Undefined

TARGETS = {
    "x": "https://x.com/intent/post?url={address}&text={sentence}",
    "facebook": "https://www.facebook.com/sharer/sharer.php?u={address}",
    "line": "https://social-plugins.line.me/lineit/share?url={address}",
    "mail": "mailto:?subject={title}&body={sentence}%0D%0A{address}",
}


def holes(given: Answer, origin: str) -> dict[str, Any]:
    """What the parts of a page that are shared or embedded say about one answer."""
    address = origin + links.shareable(given)
    title, sentence = headline(given), in_words(given)
    encoded = {
        "address": quote(address, safe=""),
        "title": quote(title),
        "sentence": quote(sentence),
    }
    return {
        "address": address,
        "too_long": too_long(given),
        "share.note": too_long(given) or _note(),
        "headline": title,
        "sentence": sentence,
        "copy.text": "" if given.refused else as_text(given),
        "copy.row": "" if given.refused else as_row(given),
        "encoded": encoded["address"],
        **{f"share.{name}": target.format_map(encoded) for name, target in TARGETS.items()},
    }


def too_long(given: Answer) -> str:
    """What is said when a link cannot hold the inputs."""
    if links.fits(links.address(given)):
        return ""
    return gettext("These inputs are too long for a link.")


def _note() -> str:
    return gettext("The numbers entered are in the link; whoever opens it sees the same result.")


def headline(given: Answer) -> str:
    """A title for previews of a link: the answer first, then what it is the answer of."""
    title = str(given.calculator.title)
    if given.refused:
        return title
    return gettext("%(answer)s · %(title)s") % {
        "answer": given.write(given.calculator.primary),
        "title": title,
    }


def in_words(given: Answer) -> str:
    """A description for previews: the answer in a sentence, or what stands in its way."""
    if given.refused:
        return given.say(next(iter([*given.refusals.values(), *given.across])))
    sentence = given.output(given.calculator.primary).sentence
    return spoken.plainly(given, sentence)


def as_text(given: Answer) -> str:
    """The answer in a line: "Actual throughput: 115,200 samples/s (64 devices, …)"."""
    key = given.calculator.primary
    answer = _labelled(given.output(key).name, given.write(key))
    separator = pgettext("between items of a list", ", ")
    inputs = separator.join(_input(given, name) for name in _telling(given))
    return gettext("%(answer)s (%(inputs)s)") % {"answer": answer, "inputs": inputs}


def _telling(given: Answer) -> list[str]:
    """The inputs that stand open on the page, and the others that were changed."""
    return [
        key
        for key, one in given.calculator.inputs.items()
        if given.inputs[key] is not None
        and not isinstance(one, UnitChoice)
        and (not one.group.folded or given.inputs[key] != one.default)
        and key not in given.idle
    ]


def _input(given: Answer, key: str) -> str:
    """An input with its unit; one whose unit does not say what it is, with its name."""
    one = given.calculator.inputs[key]
    text = given.write(key)
    return text if one.unit not in ("", "%", "×") else _labelled(one.name, text)


def _labelled(name: object, value: str) -> str:
    return gettext("%(label)s: %(value)s") % {"label": name, "value": value}


def as_row(given: Answer) -> str:
    """Inputs and outputs in plain digits, a tab between them, for a row of a spreadsheet.

    What is empty, undefined or does not apply keeps its cell, so that rows can be stacked.
    """
    inputs = [
        "" if value is None else given.calculator.inputs[key].plain(value)
        for key, value in given.inputs.items()
    ]
    outputs = [
        "" if value is None or isinstance(value, Undefined) else given.output(key).plain(value)
        for key in given.calculator.outputs
        for value in [given.values.get(key)]
    ]
    return "\t".join((*inputs, *outputs))
