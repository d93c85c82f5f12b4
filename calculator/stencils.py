"""Stencils: templates rendered once, with holes that are filled for each request.

Almost all of a page depends only on the calculator and the language. A template prints such
a page once, with `{% hole "name" %}` where a request's own text goes; filling the holes is a
join of strings. Values are escaped unless they are marked safe.
"""

import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

# No template and no message contains this character, and no browser sends it in a page.
EDGE = "\x00"

P = ParamSpec("P")


def hole(name: str) -> SafeString:
    """The mark that a stencil leaves open."""
    return mark_safe(f"{EDGE}{name}{EDGE}")


class Stencil:
    """A text with named holes."""

    def __init__(self, text: str) -> None:
        pieces = text.split(EDGE)
        self._texts = pieces[::2]
        self.names = pieces[1::2]

    def fill(self, values: Mapping[str, Any]) -> SafeString:
        """The text with its holes filled. Raises KeyError where a value is missing."""
        pieces = [self._texts[0]]
        for name, text in zip(self.names, self._texts[1:], strict=True):
            pieces.append(conditional_escape(values[name]))
            pieces.append(text)
        return SafeString("".join(pieces))


def stencil(template: str, context: Mapping[str, Any]) -> Stencil:
    """The stencil that a template prints."""
    text = render_to_string(template, dict(context))
    # The indentation of templates is for those who write them.
    return Stencil(re.sub(r"\s*\n\s*", "\n", text).strip())


def once_per_language(make: Callable[P, Stencil]) -> Callable[P, Stencil]:
    """Keep what `make` returns, for its arguments and the language in use.

    While templates are being edited, that is under DEBUG, nothing is kept.
    """
    kept: dict[Any, Stencil] = {}

    @wraps(make)
    def kept_or_made(*args: P.args, **kwargs: P.kwargs) -> Stencil:
        if settings.DEBUG:
            return make(*args, **kwargs)
        key = (get_language(), args, *kwargs.items())
        if key not in kept:
            kept[key] = make(*args, **kwargs)
        return kept[key]

    return kept_or_made
