"""The canonical form of inputs: what links, pinned scenarios and sources carry of them."""

from collections.abc import Mapping

from calculator.answers import Answer, readable
from calculator.inputs import Input

NO_CHANGES: Mapping[str, str] = {}


def pairs(given: Answer, changes: Mapping[str, str] = NO_CHANGES) -> list[tuple[str, str]]:
    """Key and text of each input that differs from its default, in form order.

    Numbers are in plain digits, an emptied field is an empty text, and what could not be read
    stays as it was typed. `changes` are texts to put in the place of what was typed.
    """
    if changes:
        return list(_pairs(given, changes))
    if given.pairs is None:
        given.pairs = list(_pairs(given, changes))
    return given.pairs


def _pairs(given: Answer, changes: Mapping[str, str]) -> list[tuple[str, str]]:
    fields = given.calculator.fields
    return [
        (key, text)
        for key in (fields if changes else given.touched)
        for one in [fields[key]]
        if (text := changes.get(key) or _canonical(one, given, key)) != one.default_text
    ]


def _canonical(one: Input, given: Answer, key: str) -> str:
    text = given.typed[key]
    if text == one.default_text or key in given.refusals:
        return text
    if key in given.idle:
        read_as = readable(one, text)
        return text if read_as is None else read_as
    value = given.inputs[key]
    return "" if value is None else one.plain(value)
