"""Pinned scenarios: inputs that a link keeps for comparison, in a form that people can read.

`pin=Plan%20B,devices:128,scaling_efficiency:85` is a name, if there is one, and the inputs that
differ from the default. Within names and values, "," ":" and "%" are percent-encoded once more.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from urllib.parse import quote, unquote

from calculator.answers import Answer, answer
from calculator.base import Calculator
from calculator.canonical import pairs

MOST = 4
# What is longer fits into no link, nor into the head of a table.
LONGEST, LONGEST_NAME = 2000, 100
_PARTING = re.compile("[%,:]")


@dataclass(frozen=True)
class Scenario:
    """A pinned set of inputs and what follows from it.

    `strange` are the parts of the pin that name no input here, as they were typed.
    """

    name: str
    given: Answer
    strange: tuple[str, ...] = ()

    @property
    def refused(self) -> bool:
        return self.given.refused or bool(self.strange)

    def text(self) -> str:
        """The scenario in canonical form: read and written again it is the same text."""
        parts = [*written(self.given), *self.strange]
        # A part without a colon would be read as the name.
        if self.name or (parts and ":" not in parts[0]):
            parts.insert(0, encoded(self.name))
        return ",".join(parts)

    def asks_the_same(self, given: Answer) -> bool:
        return not self.strange and written(self.given) == written(given)


def scenarios(given: Answer) -> tuple[Scenario, ...]:
    """The scenarios that are kept: the first four, with the names that were typed for them."""
    if not given.beside.pins:
        return ()
    # Each name was sent with the pin it is for.
    named = zip_longest(given.beside.pins, given.beside.names)
    kept = tuple((text, name) for text, name in named if text is not None and len(text) <= LONGEST)
    # They are shown in the units that the page shows its results in.
    switches = given.calculator.switches.items()
    units = tuple(
        (key, one.plain(given.inputs[key])) for key, one in switches if key in given.inputs
    )
    return _scenarios(given.calculator, kept[:MOST], units, given.wording.language)


def left_out(given: Answer) -> int:
    """How many scenarios of the link are not kept."""
    return len(given.beside.pins) - len(scenarios(given))


@lru_cache(maxsize=128)
def _scenarios(
    calculator: Calculator,
    kept: tuple[tuple[str, str | None], ...],
    units: tuple[tuple[str, str], ...],
    language: str,
) -> tuple[Scenario, ...]:
    return tuple(read(calculator, text, name, dict(units)) for text, name in kept)


def read(
    calculator: Calculator, text: str, renamed: str | None, units: Mapping[str, str]
) -> Scenario:
    """A pin as a scenario, under a new name if it has one, in these units.

    Never raises for anything that can be typed.
    """
    first, *rest = text.replace("\0", "\ufffd").split(",")
    if ":" in first:
        first, rest = "", [first, *rest]
    name = plain_name(unquote(first) if renamed is None else renamed)
    typed, strange = assigned(calculator, rest)
    return Scenario(name, answer(calculator, {**typed, **units}), strange)


def assigned(
    calculator: Calculator, parts: Iterable[str]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """The inputs that parts like "devices:128" set, and the parts that set none."""
    typed: dict[str, str] = {}
    strange = []
    for part in parts:
        key, colon, value = part.partition(":")
        if colon and key in calculator.asked:
            typed[key] = unquote(value)
        elif part:
            strange.append(part)
    return typed, tuple(strange)


def written(given: Answer) -> list[str]:
    """The inputs that differ from the default as such parts."""
    asked = given.calculator.asked
    return [f"{key}:{encoded(text)}" for key, text in pairs(given) if key in asked]


def encoded(text: str) -> str:
    return _PARTING.sub(lambda sign: quote(sign[0], safe=""), text)


def plain_name(text: str) -> str:
    """A name on one line, without control characters."""
    printable = (" " if unicodedata.category(each) == "Cc" else each for each in text)
    return " ".join("".join(printable).split())[:LONGEST_NAME].rstrip()


def in_query(text: str) -> str:
    """A canonical text as a query carries it, the signs that part it left readable."""
    return quote(text, safe=",:")
