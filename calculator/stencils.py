"""Stencils: templates rendered once, with holes that are filled for each request.

Almost all of a page depends only on the calculator and the language. A template prints such
a page once, with `{% hole "name" %}` where a request's own text goes; filling the holes is a
join of strings. Values are escaped unless they are marked safe.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from html import escape
from typing import Any, ParamSpec, cast

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

# No template and no message contains this character, and no browser sends it in a page.
EDGE = "\x00"
# Enough for every calculator in every language, with many shapes of its result.
KEPT = 2048
_SPECIAL = re.compile(r"[&<>\"']")

P = ParamSpec("P")


def hole(name: str) -> SafeString:
    """The mark that a stencil leaves open."""
    return mark_safe(f"{EDGE}{name}{EDGE}")


class Stencil:
    """A text with named holes."""

    def __init__(self, text: str) -> None:
        self._pieces = text.split(EDGE)
        self.names = self._pieces[1::2]

    def fill(self, values: Mapping[str, Any]) -> SafeString:
        """The text with its holes filled. Raises KeyError where a value is missing."""
        filled = [values[name] for name in self.names]
        # Most values are numbers or safe already: one look at all of the others is what is cheap.
        others = [str(value) for value in filled if value.__class__ is not SafeString]
        write = _escaped if _SPECIAL.search("".join(others)) else str
        pieces = self._pieces.copy()
        pieces[1::2] = [
            value if value.__class__ is SafeString else write(value) for value in filled
        ]
        return SafeString("".join(pieces))


def _escaped(value: Any) -> str:
    text = str(value)
    return escape(text) if _SPECIAL.search(text) else text


def stencil(template: str, context: Mapping[str, Any]) -> Stencil:
    """The stencil that a template prints, in the language in use."""
    text = render_to_string(template, dict(context))
    # The indentation of templates is for those who write them.
    return Stencil(re.sub(r"\s*\n\s*", "\n", text).strip())


def kept(make: Callable[P, Stencil]) -> Callable[P, Stencil]:
    """Keep what `make` returns for its arguments, the language among them.

    While templates are being edited, that is under DEBUG, nothing is kept.
    """
    if settings.DEBUG:
        return make
    return cast("Callable[P, Stencil]", lru_cache(maxsize=KEPT)(make))
