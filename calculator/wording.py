"""What the wording of a value depends on besides the value: the language, and the inputs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Wording:
    """The language in use, and the inputs that units may follow.

    Asking Django for the language costs as much as writing a number, so that it is asked
    once for each answer.
    """

    language: str
    inputs: Mapping[str, Any]


def between_sentences(language: str) -> str:
    """What stands between two sentences: nothing after a full-width stop."""
    return " " if language == "en" else ""


def between_words(language: str) -> str:
    """What stands between a word and a number or a unit: nothing in Japanese."""
    return "" if language == "ja" else " "
