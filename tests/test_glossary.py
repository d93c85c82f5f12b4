"""Terms and typography of every text that is shown, in the three languages."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from calculator import units
from calculator.base import Calculator
from calculator.presets import presets
from calculator.registry import calculators
from tests import dom
from tests.site import LANGUAGES, TAILS, page

RULES: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "glossary.toml").read_text(encoding="utf-8")
)
HTML_LANG = {"en": "en", "zh-hant": "zh-Hant-TW", "ja": "ja"}
SPOKEN_ATTRIBUTES = ("title", "alt", "aria-label", "placeholder", "data-text")
LABELS = {"label", "legend", "option", "dt", "h1", "h2", "h3", "button", "th"}

# What each field refuses in turn: nothing, no number, not whole, ambiguous, separators,
# a suffix, too low, too high; and what it remarks on.
SLIPS = ["", "abc", "1.25", "1,5", "1.234,5", "5 GB", "5%", "-1", "0", "1e30", "0.5", "gone"]

every_language = pytest.mark.parametrize("language", LANGUAGES)


def of_this_language(element: dom.Element, language: str) -> dom.Element:
    """Without what is marked as another language, such as its own name for itself."""
    kept = dom.Element(element.tag, element.attributes)
    for child in element.children:
        if isinstance(child, str):
            kept.children.append(child)
        elif child.get("lang") in (None, HTML_LANG[language]):
            kept.children.append(of_this_language(child, language))
    return kept


def texts(tree: dom.Element, language: str) -> Iterator[tuple[str, str]]:
    """Everything that a tree says, with the name of the element that says it."""
    tree = of_this_language(tree, language)
    for element, text in tree.runs():
        yield element.tag, text
    for element in tree.walk():
        for name in SPOKEN_ATTRIBUTES:
            if element.get(name):
                yield name, element[name]
        if element.tag == "title":
            yield "title", element.text
        if element.get("name") == "description":
            yield "description", element["content"]


@cache
def pages(language: str) -> dict[str, list[tuple[str, str]]]:
    """What every page and every fragment says."""
    said = {
        tail: list(texts(page(f"/{language}/{tail}").tree, language)) for tail in TAILS.values()
    }
    for slug, calculator in calculators().items():
        for slip in ("", "0.5"):
            address = f"/{language}/ai/{slug}/result/"
            typed = dict.fromkeys(calculator.inputs, slip)
            response = Client().post(address, typed, headers={"HX-Request": "true"})
            tree = dom.parse(response.content.decode())
            said[f"{address} {slip!r}"] = list(texts(tree, language))
        query = urlencode(calculator.cases[calculator.example]["given"])
        tree = page(f"/{language}/ai/{slug}/?{query}").tree
        said[f"{slug} {calculator.example}"] = list(texts(tree.by_id("result"), language))
    return said


def messages_of(language: str, slug: str, typed: dict[str, Any]) -> Iterator[str]:
    data = Client().get(f"/{language}/ai/{slug}.json", typed).json()
    for refusals in data.get("errors", {}).values():
        yield from refusals
    yield from data.get("warnings", ())
    for output in data.get("outputs", {}).values():
        if "reason" in output:
            yield output["reason"]


def messages(language: str, catalog: dict[str, Calculator]) -> list[str]:
    """Refusals, remarks and reasons of every kind."""
    found: dict[str, None] = {}
    for slug, calculator in catalog.items():
        asked = [dict.fromkeys(calculator.inputs, slip) for slip in SLIPS]
        asked += [{key: "0.5"} for key in calculator.inputs]
        asked += [case["given"] for case in calculator.cases.values()]
        for typed in asked:
            found.update(dict.fromkeys(messages_of(language, slug, typed)))
    return list(found)


def faults(text: str, language: str, *, message: bool = False) -> list[str]:
    """What is wrong with a text by the rules of its language."""
    rules = RULES[language]
    for right in rules["right"]:
        text = text.replace(right, "\ufffd")
    banned = [word for word in rules.get("banned", ()) if word in text]
    patterns = [*rules["patterns"]]
    patterns += [[word, rf"\b{word}\b"] for word in rules.get("banned_words", ())]
    if message:
        banned += [word for word in rules.get("banned_in_messages", ()) if word in text]
        for word in rules.get("banned_words_in_messages", ()):
            patterns.append([word, rf"(?i)\b{word}\b"])
    return banned + [name for name, pattern in patterns if re.search(pattern, text)]


@every_language
def test_pages_and_fragments(language: str) -> None:
    wrong = {
        (fault, text): where
        for where, said in pages(language).items()
        for _element, text in said
        for fault in faults(text, language)
    }
    assert wrong == {}


@every_language
def test_labels(language: str) -> None:
    ends = tuple(RULES[language]["label_ends"])
    wrong = {
        text
        for said in pages(language).values()
        for element, text in said
        if element in LABELS and text.endswith(ends)
    }
    assert wrong == set()


def check_messages(said: list[str], language: str) -> None:
    ends = tuple(RULES[language].get("message_ends", "."))
    assert len(said) > 20
    wrong = {
        text: found
        for text in said
        if (found := faults(text, language, message=True) or not text.endswith(ends))
    }
    assert wrong == {}


@every_language
def test_messages(language: str) -> None:
    check_messages(messages(language, calculators()), language)


@every_language
def test_messages_of_other_kinds(language: str, specimen: Calculator) -> None:
    check_messages(messages(language, {specimen.slug: specimen}), language)


@every_language
def test_messages_name_their_field(language: str) -> None:
    """Every refusal begins with the label, in 「」 in Chinese, or has it within."""
    for slug, calculator in calculators().items():
        for slip in SLIPS:
            typed = dict.fromkeys(calculator.inputs, slip)
            data = Client().get(f"/{language}/ai/{slug}.json", typed).json()
            tree = page(f"/{language}/ai/{slug}/").tree
            for key, refusals in data.get("errors", {}).items():
                if key != "__all__":
                    field = next(each for each in tree.all(class_="field") if each.all(name=key))
                    label = (field.all("legend") or field.all("label"))[0].text
                    name = f"「{label}」" if language == "zh-hant" else label
                    assert name in refusals[0]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_english_is_left(language: str) -> None:
    """L10: every text of another language holds some of its own script, names aside."""
    names = {"Sangi", "English", "JSON", "GPU", "GPipe", "TFLOPs", "gone", "xyzzy", "USL"}
    names |= {"DDP、ZeRO-1/2", "FSDP、ZeRO-3"}
    names |= {"Facebook", "LINE"}
    names |= {preset.name for preset in presets().values()}
    # What was typed in, and the address of the page, stand on paper as they are.
    names |= {"abc", "Plan B"}
    own = re.compile(r"[\u3041-\u30ff\u3400-\u9fff]")
    left = {
        text
        for said in pages(language).values()
        for _element, text in said
        if re.search(r"[A-Za-z]{3}", text)
        and not own.search(text)
        and text not in names
        and not text.startswith("http://testserver/")
    }
    symbols = "|".join(map(re.escape, units.SYMBOLS))
    amount = re.compile(rf"[\d.,\u00a0 ×⁰¹²³⁴-⁹−]*({symbols})")
    assert {text for text in left if not amount.fullmatch(text)} == set()


@pytest.mark.parametrize(
    ("language", "text", "fault"),
    [
        ("en", "100 % of it", "space before %"),
        ("en", "Peak FLOPS", "FLOPS"),
        ("en", "an 8k context", "count in thousands"),
        ("zh-hant", "這是數據", "數據"),
        ("zh-hant", "GPU數量", "Han touching a letter or digit"),
        ("zh-hant", "數量 （GPU）", "space beside full-width sign"),
        ("zh-hant", "數量:", "half-width sign touching Han"),
        ("ja", "トレーニング", "トレーニング"),
        ("ja", "GPU の数", "space beside a Japanese character"),
        ("ja", "サーバの数", "サーバ without ー"),
        ("ja", "台数(GPU)", "half-width sign touching Japanese"),
        ("ja", "速度である。", "である style"),
    ],
)
def test_rules_find_faults(language: str, text: str, fault: str) -> None:
    assert fault in faults(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "90% of 8,192 tokens at 5 TFLOP/s"),
        ("zh-hant", "平均值為 115,200 詞元/秒（90%）。"),
        ("ja", "GPU 8台で80 GiB、効率は90%です。サーバーは64台あります。"),
    ],
)
def test_rules_let_right_text_pass(language: str, text: str) -> None:
    assert faults(text, language, message=True) == []
