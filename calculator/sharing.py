"""Sharing: the answer as text and as a row, and the addresses that carry it elsewhere."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from django.utils.translation import gettext, pgettext

from calculator import links, sheet, spoken
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.inputs import Input, UnitChoice
from calculator.messages import Text
from calculator.outputs import Undefined
from calculator.solve import Shape

TARGETS = {
    "x": "https://x.com/intent/post?url={address}&text={sentence}",
    "facebook": "https://www.facebook.com/sharer/sharer.php?u={address}",
    "line": "https://social-plugins.line.me/lineit/share?url={address}",
    "mail": "mailto:?subject={title}&body={sentence}%0D%0A{address}",
}


def holes(given: Answer, origin: str) -> dict[str, Any]:
    """What the parts of a page that are shared or embedded say about one answer."""
    address = origin + links.shareable(given)
    title, sentence, text = _texts(given)
    encoded = {
        "address": quote(address, safe=""),
        "title": quote(title),
        "sentence": quote(sentence),
    }
    return {
        "address": address,
        "too_long": too_long(given),
        "share.note": too_long(given) or _note(given.wording.language),
        "headline": title,
        "sentence": sentence,
        "copy.text": text,
        "copy.row": "" if given.refused else as_row(given),
        "encoded": encoded["address"],
        **{f"share.{name}": target.format_map(encoded) for name, target in TARGETS.items()},
    }


def too_long(given: Answer) -> str:
    """What is said when a link cannot hold the inputs."""
    if links.fits(links.address(given)):
        return ""
    return gettext("These inputs are too long for a link.")


@lru_cache(maxsize=8)
def _note(language: str) -> str:
    return gettext("The numbers entered are in the link; whoever opens it sees the same result.")


def _texts(given: Answer) -> tuple[str, str, str]:
    """The answer as a title for previews of a link, in a sentence, and in a line to copy.

    Where there is none, the title stands alone and the sentence says what is in its way.
    """
    if given.refused:
        return str(given.calculator.title), given.say(given.reasons[0]), ""
    solved = None if given.solved is None else given.solved.shape
    patterns = _patterns(given.calculator, _telling(given), solved, given.wording.language)
    values = spoken.values(given)
    title, sentence, text = (pattern % values for pattern in patterns)
    # Why there is no number says more than a sentence around a dash.
    return title, values.get(f"{given.key}.reason", sentence), text


@lru_cache(maxsize=1024)
def _patterns(
    calculator: Calculator, telling: tuple[str, ...], solved: Shape | None, language: str
) -> tuple[str, str, str]:
    """The three texts, to be filled with the spoken values of an answer."""
    key = calculator.primary if solved is None else solved.key
    answer = f"%({key}.text)s"
    title = gettext("%(answer)s · %(title)s") % {
        "answer": answer,
        "title": _literal(calculator.title),
    }
    separator = pgettext("between items of a list", ", ")
    text = gettext("%(answer)s (%(inputs)s)") % {
        "answer": _labelled(sheet.label(calculator, key), answer),
        "inputs": separator.join(_inputs(calculator, telling, solved)),
    }
    if solved is not None:
        return title, spoken.solution(calculator, solved, language, marked=False), text
    return title, spoken.pattern(calculator.outputs[key].sentence), text


def _inputs(
    calculator: Calculator, telling: tuple[str, ...], solved: Shape | None
) -> Iterator[str]:
    if solved is not None:
        yield _labelled(calculator.outputs[solved.output].name, "%(solved.target)s")
    yield from (_input(calculator.inputs[key]) for key in telling)


def _telling(given: Answer) -> tuple[str, ...]:
    """The inputs that stand open on the page, and the others that were changed."""
    return tuple(
        key
        for key, one in given.calculator.inputs.items()
        if given.inputs[key] is not None
        and not isinstance(one, UnitChoice)
        and (not one.group.folded or given.inputs[key] != one.default)
        and key not in given.idle
    )


def _input(one: Input) -> str:
    """An input with its unit; one whose unit does not say what it is, with its name."""
    text = f"%({one.key}.text)s"
    return text if one.unit not in ("", "%", "×") else _labelled(one.name, text)


def _labelled(name: Text, value: str) -> str:
    return gettext("%(label)s: %(value)s") % {"label": _literal(name), "value": value}


def _literal(text: Text) -> str:
    """A text that goes into a pattern as it is."""
    return str(text).replace("%", "%%")


def as_row(given: Answer) -> str:
    """Inputs and outputs in plain digits, a tab between them, for a row of a spreadsheet.

    What is empty, undefined or does not apply keeps its cell, so that rows can be stacked.
    """
    inputs = [
        "" if value is None else given.calculator.inputs[key].plain(value)
        for key in given.calculator.inputs
        for value in [given.inputs[key]]
    ]
    outputs = [
        "" if value is None or isinstance(value, Undefined) else given.output(key).plain(value)
        for key in given.calculator.outputs
        for value in [given.values.get(key)]
    ]
    return "\t".join((*inputs, *outputs))
