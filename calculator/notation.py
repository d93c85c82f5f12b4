"""Formulas in print: one LaTeX text, printed with symbols and with numbers.

The LaTeX of an output has the keys of inputs and outputs in it. It is converted to MathML
once, each key as a single element, and these elements are then replaced: by the symbol of
the quantity, or by its number.
"""

import re
from collections.abc import Callable, Collection
from functools import lru_cache

from math_core import LatexToMathML

_CONVERTER = LatexToMathML()
_MATH = re.compile(r"^<math[^>]*>(.*)</math>$", re.DOTALL)
_LONG_NUMBER = re.compile(r"<mn>(\d{4,})</mn>")
_MARK = re.compile(r"<mtext>key(\d+)</mtext>")
_WORD = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z][a-z0-9]+|\\[a-z]+", re.IGNORECASE)


@lru_cache(maxsize=4096)
def mathml(latex: str) -> str:
    """LaTeX as MathML Core, without the <math> element around it."""
    converted = _CONVERTER.convert_with_local_state(latex, displaystyle=False)
    match = _MATH.match(converted)
    if match is None:
        raise ValueError(f"not a formula: {latex}")
    # math-core spaces the names of operators with an empty element that does nothing.
    content = match[1].replace("<mspace/>", "")
    return _LONG_NUMBER.sub(lambda number: f"<mn>{int(number[1]):,}</mn>", content)


def keys_in(latex: str, keys: Collection[str]) -> list[str]:
    """The keys that a formula uses, in the order of their first use."""
    return [word for word in dict.fromkeys(_WORD.findall(latex)) if word in keys]


def replace_keys(latex: str, keys: Collection[str], element: Callable[[str], str]) -> str:
    """MathML of a formula, with an element in the place of each key."""
    used = keys_in(latex, keys)
    numbered = {key: rf"\text{{key{position}}}" for position, key in enumerate(used)}
    marked = _WORD.sub(lambda word: numbered.get(word[0], word[0]), latex)
    return _MARK.sub(lambda mark: element(used[int(mark[1])]), mathml(marked))
