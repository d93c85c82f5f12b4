"""The catalogs of translations: complete, compiled, in step with the sources."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.conf import settings

LOCALE = Path(settings.BASE_DIR) / "locale"
NAMES = ("ja", "zh_Hant")
# What is the same in English: names and units.
SAME_AS_ENGLISH = {"TFLOPs"}
# What differs only in its commas.
LISTS_OF_NAMES = {"DDP, ZeRO-1/2", "FSDP, ZeRO-3"}

PLACEHOLDER = re.compile(r"%\([\w.]+\)[sd]|%%|</?[a-z]+>")
KANA = re.compile(r"[\u3041-\u30ff\uff66-\uff9f]")
HAN = re.compile(r"[\u3400-\u9fff]")
# Simplified characters that Big5 has too, for other, rare uses.
SIMPLIFIED_IN_BIG5 = set("听复异怀惊扰机极构气洁离种网胜触适体万与价党")

each_catalog = pytest.mark.parametrize("name", NAMES)


def catalog(name: str) -> polib.POFile:
    return polib.pofile(str(LOCALE / name / "LC_MESSAGES" / "django.po"), check_for_duplicates=True)


def texts(entry: polib.POEntry) -> list[str]:
    return [entry.msgstr, *entry.msgstr_plural.values()][1 if entry.msgid_plural else 0 :]


def in_encoding(character: str, encoding: str) -> bool:
    return bool(character.encode(encoding, errors="ignore"))


def simplified(character: str) -> bool:
    """Whether it is Han of the mainland standard that Taiwan's does not have."""
    if character in SIMPLIFIED_IN_BIG5:
        return True
    han = HAN.match(character) is not None
    return han and in_encoding(character, "gb2312") and not in_encoding(character, "big5")


def test_simplified_characters_are_known() -> None:
    assert all(map(simplified, "学习扩数内没说为产线体网机这发会员问实对应开总业东书头"))
    assert not any(map(simplified, "學習擴展資料內沒說為產線群體網機著詞元里台の、aＡ"))


@each_catalog
def test_complete(name: str) -> None:
    po = catalog(name)
    assert len(po) > 300
    assert [entry.msgid for entry in po if not all(texts(entry)) or not texts(entry)] == []
    assert po.fuzzy_entries() == []
    assert po.obsolete_entries() == []
    assert po.metadata["Content-Type"] == "text/plain; charset=UTF-8"
    assert "POT-Creation-Date" not in po.metadata


def test_catalogs_hold_the_same_messages() -> None:
    keys = [{(entry.msgctxt, entry.msgid) for entry in catalog(name)} for name in NAMES]
    assert keys[0] == keys[1]


@each_catalog
def test_compiled_catalog_says_the_same(name: str) -> None:
    compiled = polib.mofile(str(LOCALE / name / "LC_MESSAGES" / "django.mo"))
    said = {(entry.msgctxt, entry.msgid): texts(entry) for entry in compiled}
    assert said == {(entry.msgctxt, entry.msgid): texts(entry) for entry in catalog(name)}


@each_catalog
def test_placeholders_are_those_of_the_english(name: str) -> None:
    """A wrong one would show the English paragraph, without a word."""
    for entry in catalog(name):
        wanted = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        for text in texts(entry):
            assert set(PLACEHOLDER.findall(text)) == wanted, text
            assert text.count("<i>") == text.count("</i>"), text


@each_catalog
def test_translated(name: str) -> None:
    untouched = {
        entry.msgid
        for entry in catalog(name)
        if entry.msgid in texts(entry) or entry.msgid_plural in filter(None, texts(entry))
    }
    assert untouched == SAME_AS_ENGLISH


def words(entry: polib.POEntry, text: str) -> bool:
    """Whether a message says something, and is not only signs, placeholders and names."""
    return bool(re.search(r"[^\W\d_]", PLACEHOLDER.sub("", text))) and entry.msgid not in (
        SAME_AS_ENGLISH | LISTS_OF_NAMES
    )


def test_japanese_is_japanese() -> None:
    for entry in catalog("ja"):
        for text in texts(entry):
            assert not words(entry, text) or KANA.search(text) or HAN.search(text), text


def test_chinese_is_traditional() -> None:
    for entry in catalog("zh_Hant"):
        for text in texts(entry):
            assert not words(entry, text) or HAN.search(text), text
            assert not KANA.search(text), text
            assert [each for each in text if simplified(each)] == [], text


@pytest.fixture(scope="module")
def renewed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources in which the messages were extracted and compiled anew."""
    base = tmp_path_factory.mktemp("tree")
    ignored = shutil.ignore_patterns("__pycache__")
    for folder in ("calculator", "templates", "locale", "static"):
        shutil.copytree(settings.BASE_DIR / folder, base / folder, ignore=ignored)
    shutil.copy(settings.BASE_DIR / "manage.py", base)
    environment = {**os.environ, "SECRET_KEY": "x", "DJANGO_SETTINGS_MODULE": "calculator.settings"}
    for command in ("makemessages", "compilemessages"):
        subprocess.run(
            [sys.executable, "manage.py", command, "--verbosity", "0"],
            cwd=base,
            env=environment,
            check=True,
            timeout=60,
        )
    return base / "locale"


@each_catalog
def test_catalog_is_in_step_with_the_sources(name: str, renewed: Path) -> None:
    """`make messages` changes nothing."""
    path = Path(name) / "LC_MESSAGES" / "django.po"
    assert (renewed / path).read_text(encoding="utf-8") == (LOCALE / path).read_text(
        encoding="utf-8"
    )


def test_no_other_catalog_appears(renewed: Path) -> None:
    files = {each.relative_to(renewed).as_posix() for each in renewed.rglob("*") if each.is_file()}
    assert files == {f"{name}/LC_MESSAGES/django.{kind}" for name in NAMES for kind in ("po", "mo")}
