"""Whole pages: sound HTML, the right numbers in three languages, nothing typed is lost."""

import re
from functools import cache
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client

from calculator.registry import calculators
from tests import dom
from tests.site import ADDRESSES, FLAGSHIP, LANGUAGES, Page, calculator_page, page

HTML_LANG = {"en": "en", "zh-hant": "zh-Hant-TW", "ja": "ja"}
HREFLANG = {"en": "en", "zh-hant": "zh-Hant", "ja": "ja"}
ORIGIN = "http://testserver"
SLUGS = list(calculators())
REFERRING = (
    "aria-describedby",
    "aria-labelledby",
    "aria-controls",
    "for",
    "hx-target",
    "hx-select",
)

every_page = pytest.mark.parametrize("address", ADDRESSES)
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_slug = pytest.mark.parametrize("slug", SLUGS)


@every_page
def test_page_is_sound(address: str) -> None:
    one = page(address)
    assert one.status == (404 if "nothing" in address or "nowhere" in address else 200)
    html = one.tree.one("html")
    assert html["lang"] == HTML_LANG[one.language]
    assert one.tree.one("head").one("title").text.endswith("— Sangi")
    assert len(one.tree.all("h1")) == 1
    assert one.tree.one("main")["id"] == "main"
    # What a template or a translation left open.
    for left in ("{{", "}}", "{%", "%(", "\x00"):
        assert left not in one.tree.text, left


@every_page
def test_ids_and_references(address: str) -> None:
    tree = page(address).tree
    ids = [element["id"] for element in tree.walk() if element.get("id") is not None]
    assert len(set(ids)) == len(ids)
    for element in tree.walk():
        for name in REFERRING:
            for target in (element.get(name) or "").split():
                assert target.removeprefix("#") in ids, f"{name}={target}"
        if element.tag == "a" and element["href"].startswith("#"):
            assert element["href"][1:] in ids, element["href"]
        if element.tag in ("input", "select", "textarea") and element.get("type") not in (
            "hidden",
            "radio",
        ):
            assert tree.one("label", **{"for": element["id"]}).text


@every_page
def test_no_number_is_localized_in_attributes(address: str) -> None:
    """L8."""
    spoken = {"alt", "aria-label", "content", "d", "data-text", "data-title", "title", "viewBox"}
    for element in page(address).tree.walk():
        # What is there to be copied is read by people, too.
        read = {"value"} if element.get("readonly") is not None else set()
        for name, value in element.attributes.items():
            if name not in spoken | read:
                assert not re.search(r"\d,\d{3}(?!\d)", value), f"{element.tag} {name}={value}"


@every_page
def test_languages_of_a_page(address: str) -> None:
    """S6, L3: canonical and hreflang are bare, the links to the other languages are not."""
    one = page(address)
    tree = one.tree
    tail = one.path.removeprefix(f"/{one.language}")
    if one.status == 200:
        assert tree.one("link", rel="canonical")["href"] == ORIGIN + one.path
        alternates = {
            each["hreflang"]: each["href"]
            for each in tree.all("link", rel="alternate")
            if each.get("hreflang")
        }
        assert alternates == {
            **{HREFLANG[code]: f"{ORIGIN}/{code}{tail}" for code in LANGUAGES},
            "x-default": f"{ORIGIN}/en{tail}",
        }
    switch = {each["hreflang"]: each for each in tree.by_id("languages").all("a")}
    assert list(switch) == ["en", "zh-Hant", "ja"]
    assert switch[HREFLANG[one.language]].get("aria-current") == "true"
    for code in LANGUAGES:
        link = switch[HREFLANG[code]]
        assert link["lang"] == HTML_LANG[code]
        assert link["href"].startswith(f"/{code}{tail if one.status == 200 else '/'}")


@cache
def status(address: str) -> int:
    return Client().get(address).status_code


def test_every_link_leads_somewhere() -> None:
    targets: dict[str, set[str]] = {}
    for address in ADDRESSES:
        for element in page(address).tree.walk():
            for name in ("href", "src", "action", "hx-get"):
                if (target := element.get(name)) and target.startswith("/"):
                    targets.setdefault(target, set()).add(address)
    for target, found_on in targets.items():
        path, _, anchor = target.partition("#")
        if path.startswith("/static/"):
            name = re.sub(r"\.[0-9a-f]{12}\.", ".", path.removeprefix("/static/"))
            assert finders.find(name), f"{target} on {found_on}"
            assert staticfiles_storage.exists(path.removeprefix("/static/")), target
        else:
            # The JSON twin of a page that refuses something refuses it too.
            answers = (200, 400) if ".json?" in path else (200,)
            assert status(path) in answers, f"{target} on {found_on}"
        if anchor:
            assert page(path).tree.by_id(anchor)


@every_language
def test_language_switch_keeps_the_inputs(language: str) -> None:
    """L3, L4: there and back, the same numbers."""
    query = {"devices": "128", "scaling_efficiency": "85"}
    start = calculator_page(language, FLAGSHIP, **query)
    for code in (*LANGUAGES, language):
        link = next(
            each["href"]
            for each in start.tree.by_id("languages").all("a")
            if each["lang"] == HTML_LANG[code]
        )
        start = page(link)
        assert start.language == code
        assert (
            start.tree.by_id("result").one(class_="answer-value").one(class_="number").text
            == "217,600"
        )


# What a page says: the result as text, with the units of each language.
RESULTS = [
    (
        FLAGSHIP,
        {"devices": "128", "scaling_efficiency": "85"},
        {
            "en": ("217,600 samples/s", "108.8×", "256,000 samples/s"),
            "zh-hant": ("217,600 樣本/秒", "108.8×", "256,000 樣本/秒"),
            "ja": ("217,600サンプル/秒", "108.8×", "256,000サンプル/秒"),
        },
    ),
    (
        FLAGSHIP,
        {},
        {
            "en": ("115,200 samples/s", "57.6×", "128,000 samples/s"),
            "zh-hant": ("115,200 樣本/秒", "57.6×", "128,000 樣本/秒"),
            "ja": ("115,200サンプル/秒", "57.6×", "128,000サンプル/秒"),
        },
    ),
    (
        "effective-batch-size",
        {"grad_accum_steps": "16"},
        {
            "en": ("512 sequences", "2,097,152 tokens", "64 sequences"),
            "zh-hant": ("512 個序列", "2,097,152 詞元", "64 個序列"),
            "ja": ("512シーケンス", "2,097,152トークン", "64シーケンス"),
        },
    ),
    (
        "pipeline-bubble",
        {"stages": "4", "microbatches": "16", "schedule": "gpipe"},
        {
            "en": ("15.79%", "84.21%", "16 micro-batches"),
            "zh-hant": ("15.79%", "84.21%", "16 微批次"),
            "ja": ("15.79%", "84.21%", "16マイクロバッチ"),
        },
    ),
]


@every_language
@pytest.mark.parametrize(("slug", "inputs", "expected"), RESULTS)
def test_results(
    slug: str, inputs: dict[str, str], expected: dict[str, tuple[str, str, str]], language: str
) -> None:
    primary, *others = expected[language]
    result = calculator_page(language, slug, **inputs).tree.by_id("result")
    assert result.one(class_="answer-value").text == primary
    assert primary in result.one(class_="sentence").text
    rows = [each.text for each in result.one(class_="ledger").all("dd", class_="value")]
    assert set(others) <= set(rows)


@every_language
@every_slug
def test_every_case_is_a_page(slug: str, language: str) -> None:
    for name, case in calculators()[slug].cases.items():
        response = Client().get(f"/{language}/ai/{slug}/", case["given"])
        assert response.status_code == 200
        assert ('class="ledger"' in response.content.decode()) == ("errors" not in case), name


# N11: zero is a number, neither nothing nor the default.


@every_language
def test_zero_is_zero(language: str) -> None:
    tree = calculator_page(language, FLAGSHIP, scaling_efficiency="0").tree
    assert tree.by_id("scaling_efficiency")["value"] == "0"
    assert tree.by_id("result").one(class_="answer-value").one(class_="number").text == "0"
    assert "0×" in [each.text for each in tree.all("dd", class_="value")]
    assert not tree.all(class_="bad")


# Pages that refuse something


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "Devices must be a whole number, like 64 devices."),
        ("zh-hant", "「裝置數」必須是整數，例如 64 個裝置。"),
        ("ja", "デバイス数は整数で入力してください（例：64台）。"),
    ],
)
def test_page_without_result(language: str, message: str) -> None:
    one = calculator_page(language, FLAGSHIP, devices="64.5", scaling_efficiency="abc")
    plain = calculator_page(language, FLAGSHIP)
    # A word stands before the title, so that it is the first thing a screen reader says.
    title, plain_title = one.tree.one("title").text, plain.tree.one("title").text
    assert title.endswith(plain_title)
    assert len(title) > len(plain_title)
    summary = one.tree.one(class_="summary")
    assert "2" in summary.one("h2").text
    links = summary.all("a")
    assert [link["href"] for link in links] == ["#devices", "#scaling_efficiency"]
    assert links[0].text == message
    # The same words beside the field, and the field is marked.
    assert one.tree.by_id("note-devices").one(class_="bad").text == message
    for key, state in (("devices", "bad"), ("scaling_efficiency", "bad"), ("total_work", "ok")):
        assert one.tree.by_id(f"note-{key}")["data-state"] == state
        assert one.tree.by_id(key).get("aria-invalid") == ("true" if state == "bad" else None)
    # No number is shown from a guess, and what was typed is still there.
    assert not one.tree.all(class_="answer-value")
    assert not one.tree.all(class_="ledger")
    assert one.tree.by_id("devices")["value"] == "64.5"
    assert one.tree.by_id("scaling_efficiency")["value"] == "abc"


def test_rule_across_fields_marks_each_of_them() -> None:
    tree = calculator_page("en", FLAGSHIP, devices="8", baseline_devices="16").tree
    message = "Baseline devices (16 devices) must not be more than Devices (8 devices)."
    assert [each.text for each in tree.one(class_="summary").all("li")] == [message]
    assert tree.one(class_="summary").one("a")["href"] == "#baseline_devices"
    marked = {each["id"] for each in tree.walk() if each.get("aria-invalid") == "true"}
    assert marked == {"devices", "baseline_devices"}
    # The fold that holds one of them is open.
    fold = next(
        each for each in tree.all("details", class_="group") if each.all(id="baseline_devices")
    )
    assert fold.get("open") is not None


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"devices": ""}, "Devices: enter a value, like 64 devices."),
        ({"devices": "abc"}, "Devices must be a number, like 64 devices."),
        ({"devices": "−5"}, "Devices must be 1 device or more."),  # N10
        ({"devices": "1e400"}, "Devices must be 1,000,000 devices or less."),
        ({"devices": "90%"}, "Devices is in devices; leave out “%”."),  # N8
        (
            {"scaling_efficiency": "1,5"},  # N3
            "Scaling efficiency: “1,5” can be read as 1.5 or as 1,500; write the one you mean.",
        ),
        (
            {"scaling_efficiency": "90,5"},  # N13
            "Scaling efficiency: “90,5” can be read as 90.5 or as 90,500; write the one you mean.",
        ),
        (
            {"throughput_per_device": "1.234,5"},  # N4
            "Throughput per device: write the number like 1,234.5, with a point for decimals and a "
            "comma only every three digits.",
        ),
        ({"throughput_per_device": "0"}, "Throughput per device must be more than 0 samples/s."),
        ({"work_unit": "gone"}, "Unit of work: choose one of the options listed."),  # S4
    ],
)
def test_messages(typed: dict[str, str], message: str) -> None:
    tree = calculator_page("en", FLAGSHIP, **typed).tree
    assert [each.text for each in tree.one(class_="summary").all("li")] == [message]
    assert not tree.all(class_="answer-value")


# What was typed is kept, whatever it is


HOSTILE = [
    "abc",
    '"><b>bold</b>',
    "<script>alert(1)</script>",
    "'; --",
    "& &amp; &#65;",
    "６４個",
    "%(label)s %s {{ x }} {% y %}",
    " 1,5 ",
    "\\",
    "\u202e64",
    "x" * 500,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_was_typed_is_kept(text: str) -> None:
    tree = calculator_page("ja", FLAGSHIP, devices=text, total_work="1,5").tree
    assert tree.by_id("devices")["value"] == text
    assert tree.by_id("total_work")["value"] == "1,5"
    assert not tree.by_id("inputs").all("script")


@pytest.mark.parametrize("text", HOSTILE)
def test_unknown_option_is_kept(text: str) -> None:
    """A radio button or an option of its own, so that sending the form again sends it again."""
    radios = calculator_page("en", "pipeline-bubble", schedule=text).tree.by_id("schedule")
    assert [each["value"] for each in radios.all("input") if each.get("checked") is not None] == [
        text
    ]
    select = calculator_page("en", FLAGSHIP, work_unit=text).tree.by_id("work_unit")
    assert [each["value"] for each in select.all("option") if each.get("selected") is not None] == [
        text
    ]


@pytest.mark.parametrize("text", HOSTILE)
def test_search_keeps_what_was_typed(text: str) -> None:
    one = page_of_search(text)
    assert one.tree.by_id("q")["value"] == text


def page_of_search(text: str) -> Page:
    response = Client().get("/en/search/", {"q": text})
    assert response.status_code == 200
    html = response.content.decode()
    return Page("/en/search/", 200, html, dom.parse(html))


@pytest.mark.parametrize("address", ["/en/search/?q=%00", f"/en/ai/{FLAGSHIP}/?devices=6%004"])
def test_no_control_character_gets_into_a_page(address: str) -> None:
    assert "\x00" not in page(address).html


def test_bytes_that_are_no_text_are_no_fault() -> None:
    assert page(f"/en/ai/{FLAGSHIP}/?devices=%ff%fe&%ff=1").status == 200
    assert page("/en/search/?q=%ff").status == 200


# How numbers were read


def echo(tree: dom.Element, key: str) -> str:
    return " ".join(each.text for each in tree.by_id(f"note-{key}").all(class_="echo"))


@pytest.mark.parametrize(
    ("typed", "read_as"),
    [
        ("128", ""),
        ("1,000", ""),
        ("6４", "read as 64"),
        ("2k", "read as 2,000"),
        ("1e3", "read as 1,000"),
    ],
)
def test_echo_where_it_differs(typed: str, read_as: str) -> None:
    tree = calculator_page("en", FLAGSHIP, devices=typed).tree
    assert echo(tree, "devices") == read_as
    assert tree.by_id("devices")["value"] == typed


@every_language
def test_inputs_that_a_link_leaves_out_are_marked(language: str) -> None:
    """S5."""
    tree = calculator_page(language, FLAGSHIP, devices="128", scaling_efficiency="85").tree
    named = {"devices", "scaling_efficiency"}
    for key in calculators()[FLAGSHIP].inputs.keys() - {"devices_per_node"}:
        assert bool(tree.by_id(f"note-{key}").all(class_="default")) == (key not in named), key
    arrived = tree.by_id("arrived")
    assert arrived.get("hidden") is None
    assert arrived.one("a")["href"] == f"/{language}/ai/{FLAGSHIP}/"
    bare = calculator_page(language, FLAGSHIP).tree
    assert not bare.all(class_="default")
    assert bare.by_id("arrived").get("hidden") is not None


@every_language
def test_fraction_in_a_percentage_offers_a_repair(language: str) -> None:
    """N9: computed as typed, said, and one tap away from what was meant."""
    tree = calculator_page(language, FLAGSHIP, devices="128", scaling_efficiency="0.9").tree
    note = tree.by_id("note-scaling_efficiency")
    assert note["data-state"] == "odd"
    assert "0.9%" in note.text
    repair = note.one("a", class_="repair")
    assert repair["href"] == f"/{language}/ai/{FLAGSHIP}/?devices=128"
    assert (repair["data-field"], repair["data-value"]) == ("scaling_efficiency", "90")
    assert tree.by_id("result").one(class_="answer-value").one(class_="number").text == "2,304"


def test_percent_sign_says_that_it_is_meant() -> None:
    tree = calculator_page("en", FLAGSHIP, scaling_efficiency="0.9%").tree
    assert tree.by_id("note-scaling_efficiency")["data-state"] == "ok"


# Formulas and numbers in them


def test_working_holds_the_visitors_numbers() -> None:
    tree = calculator_page("en", FLAGSHIP, devices="128").tree
    line = tree.one(class_="lines").all(class_="line")[0]
    # R5: each number is one element.
    numbers = [each.text for each in line.all("mn")]
    assert numbers == ["128", "2,000", "90%", "230,400"]


def test_huge_number_is_a_power_of_ten() -> None:
    """R3: the same digits in every language."""
    inputs = {"devices": "1e6", "throughput_per_device": "6.3e11", "scaling_efficiency": "100"}
    for language in LANGUAGES:
        tree = calculator_page(language, FLAGSHIP, **inputs).tree
        number = tree.one(class_="answer-value").one(class_="number")
        assert (number.text, number.one("sup").text) == ("6.3 × 1017", "17")


# Lists


@every_language
@every_slug
def test_no_calculator_lists_itself(slug: str, language: str) -> None:
    one = calculator_page(language, slug)
    main = one.tree.by_id("main")
    own = [each for each in main.all("a") if each["href"].partition("?")[0] == one.path]
    parts = [one.tree.by_id("inputs"), one.tree.by_id("sharing"), one.tree.one(class_="actions")]
    apart = [link for part in parts for link in part.all("a")]
    assert all(each in apart for each in own)


@every_language
def test_lists_hold_every_calculator_once(language: str) -> None:
    for tail in ("", "ai/"):
        listed = [
            link["href"]
            for section in page(f"/{language}/{tail}").tree.all("section", class_="listing")
            for link in section.all("a")
        ]
        assert sorted(listed) == sorted(f"/{language}/ai/{slug}/" for slug in SLUGS)


@every_language
def test_number_of_fields_matches_the_form(language: str) -> None:
    """Every input has one field, in the order of the form."""
    for slug, calculator in calculators().items():
        tree = calculator_page(language, slug).tree
        beside = [each for each in tree.walk() if each.get("form") == "inputs"]
        fields = [*tree.by_id("inputs").walk(), *beside]
        names = [each["name"] for each in fields if each.get("name") not in (None, "preset")]
        assert list(dict.fromkeys(names)) == list(calculator.fields)


@every_slug
def test_fields_are_text(slug: str) -> None:
    """No number fields, no blocking: what is typed arrives as it is."""
    form = calculator_page("en", slug).tree.by_id("inputs")
    for field in form.all("input", type="text"):
        assert field["inputmode"] in ("numeric", "decimal")
        assert field["autocomplete"] == "off"
        assert field["spellcheck"] == "false"
        assert field.get("maxlength") is None
    assert not form.all("input", type="number")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "does not exist"), ("zh-hant", "頁面"), ("ja", "ページ")]
)
def test_errors_speak_the_language_of_the_address(language: str, words: str) -> None:
    for tail in ("nowhere/", "ai/nothing/", f"ai/{FLAGSHIP}/nothing/"):
        one = page(f"/{language}/{tail}")
        assert one.status == 404
        assert words in one.tree.one("h1").text
        assert one.tree.one("html")["lang"] == HTML_LANG[language]


@every_language
def test_fault_of_ours_speaks_it_too(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("calculator.views.answer", broken)
    client = Client(raise_request_exception=False)
    response = client.get(f"/{language}/ai/{FLAGSHIP}/")
    assert response.status_code == 500
    tree = dom.parse(response.content.decode())
    assert tree.one("html")["lang"] == HTML_LANG[language]
    assert tree.one("h1").text
    assert "secret detail" not in response.content.decode()
    assert "ETag" not in response.headers


def test_unknown_host_is_refused() -> None:
    """Canonical links would hold it."""
    for path in ("/en/", f"/en/ai/{FLAGSHIP}.json"):
        response = Client().get(path, headers={"Host": "evil.example"})
        assert response.status_code == 400
        assert "evil.example" not in response.content.decode()
