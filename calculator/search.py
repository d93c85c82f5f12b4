"""Search over names, summaries and search words.

Names and summaries are those of the page's language; search words count in all languages,
since people search in the words that they know.
"""

import unicodedata
from functools import lru_cache
from itertools import chain

from django.utils.translation import override

from calculator.base import Calculator
from calculator.registry import calculators

LONGEST_QUERY = 200


def folded(text: str) -> str:
    """Text for comparing: full-width forms, case and hyphens do not matter."""
    text = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(text.replace("-", " ").split())


@lru_cache(maxsize=8)
def _index(language: str) -> list[tuple[Calculator, tuple[str, str, str]]]:
    """For each calculator its name, its search words and its summary, folded."""
    with override(language):
        return [
            (
                calculator,
                (
                    folded(str(calculator.title)),
                    folded(" ".join(chain(*calculator.search_words.values()))),
                    folded(str(calculator.summary)),
                ),
            )
            for calculator in calculators().values()
        ]


def find(query: str, language: str) -> list[Calculator]:
    """The calculators in which every word of the query occurs, the best first.

    A word that begins the name counts most, then one in the name, in the search words and in
    the summary; equals keep the order of the catalogue.
    """
    words = folded(query[:LONGEST_QUERY]).split()
    if not words:
        return []
    ranked = []
    for calculator, texts in _index(language):
        ranks = [_rank(word, texts) for word in words]
        if None not in ranks:
            ranked.append((sum(rank for rank in ranks if rank is not None), calculator))
    return [calculator for _rank_sum, calculator in sorted(ranked, key=lambda item: item[0])]


def _rank(word: str, texts: tuple[str, str, str]) -> int | None:
    if texts[0].startswith(word):
        return 0
    return next((place for place, text in enumerate(texts, 1) if word in text), None)
