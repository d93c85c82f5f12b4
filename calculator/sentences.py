"""Sentences with the visitor's numbers in them: the answer in words, captions."""

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from calculator.answers import Answer
from calculator.base import Calculator
from calculator.stencils import Stencil, hole, kept
from calculator.wording import between_sentences


class _Holes(dict[str, str]):
    """A hole for every placeholder of a sentence; results stand out."""

    def __init__(self, calculator: Calculator) -> None:
        super().__init__()
        self.calculator = calculator

    def __missing__(self, name: str) -> str:
        result = name.partition(".")[0] in self.calculator.outputs
        return f"<b>{hole(name)}</b>" if result else hole(name)


@kept
def _stencil(calculator: Calculator, part: str, language: str) -> Stencil:
    text = calculator.caption if part == "caption" else calculator.outputs[part].sentence
    return Stencil(str(conditional_escape(str(text))) % _Holes(calculator))


def _fill(given: Answer, part: str) -> SafeString:
    empty = _stencil(given.calculator, part, given.wording.language)
    return empty.fill({name: _spoken(given, name) for name in empty.names})


def _spoken(given: Answer, name: str) -> str:
    """%(key)s is a quantity with its unit, %(key.number)s its number alone."""
    key, _, part = name.partition(".")
    return str(given.number(key)) if part == "number" else given.write(key)


def sentence(given: Answer) -> SafeString:
    """The primary answer with all that it follows from."""
    return _fill(given, given.calculator.primary)


def caption(given: Answer) -> SafeString:
    """What the row of rods shows, in words."""
    return _fill(given, "caption")


def announcement(given: Answer) -> str:
    """What a screen reader is told once typing has settled."""
    if given.refused:
        gap = between_sentences(given.wording.language)
        return gap.join(given.say(message) for message in (*given.refusals.values(), *given.across))
    key = given.calculator.primary
    return gettext("%(label)s: %(value)s") % {
        "label": given.output(key).name,
        "value": given.write(key),
    }
