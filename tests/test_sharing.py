"""Sharing: previews state the answer, links carry it elsewhere, results can be copied."""

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client

from calculator.base import Calculator
from calculator.registry import calculators
from tests import dom
from tests.site import FLAGSHIP, LANGUAGES, ORIGIN, Page, calculator_page, page, recomputed

GAP = "\u00a0"
SLUGS = list(calculators())
# A name in the query that has to be encoded, and that stays encoded in the link itself.
ODD = {"devices": "100 台&b=/+%"}
ODD_LINK = f"{ORIGIN}/ja/ai/{FLAGSHIP}/?devices=100%20%E5%8F%B0%26b%3D%2F%2B%25"

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_slug = pytest.mark.parametrize("slug", SLUGS)


def preview(one: Page) -> dict[str, str]:
    """What a chat shows of a link."""
    return {
        each["property"].removeprefix("og:"): each["content"]
        for each in one.tree.all("meta")
        if (each.get("property") or "").startswith("og:")
    }


def link(tree: dom.Element) -> str:
    return tree.by_id("copy-link")["value"]


def copied(tree: dom.Element, what: str) -> str:
    return tree.by_id(f"copy-{what}")["value"]


def targets(tree: dom.Element) -> dict[str, str]:
    """The addresses that a link is shared to, by the host that gets it."""
    found = [each["href"] for each in tree.by_id("sharing").all("a") if ":" in each["href"]]
    return {urlsplit(each).netloc or "mail": each for each in found}


# Previews of a link


@pytest.mark.parametrize(
    ("language", "title", "description", "locale"),
    [
        (
            "en",
            f"217,600{GAP}samples/s · Data parallel scaling",
            f"128{GAP}devices at 85% efficiency reach 217,600{GAP}samples/s, "
            "108.8 times one device.",
            "en_US",
        ),
        (
            "zh-hant",
            f"217,600{GAP}樣本/秒——資料平行擴展計算機",
            f"128{GAP}個裝置以 85% 的效率達到 217,600{GAP}樣本/秒，是單一裝置的 108.8 倍。",
            "zh_TW",
        ),
        (
            "ja",
            "217,600サンプル/秒・データ並列スケーリングの計算",
            "128台のデバイスは、効率85%で217,600サンプル/秒に達し、1台の108.8倍になります。",
            "ja_JP",
        ),
    ],
)
def test_preview_answers(language: str, title: str, description: str, locale: str) -> None:
    one = calculator_page(language, FLAGSHIP, devices="1.28e2", scaling_efficiency="85%")
    bare = f"{ORIGIN}/{language}/ai/{FLAGSHIP}/"
    assert preview(one) == {
        "type": "website",
        "site_name": "Sangi",
        "title": title,
        "description": description,
        "url": f"{bare}?devices=128&scaling_efficiency=85",
        "locale": locale,
    }
    # S6: search engines are still sent to the bare page.
    assert one.tree.one("link", rel="canonical")["href"] == bare


@every_language
@every_slug
def test_preview_says_what_the_page_says(slug: str, language: str) -> None:
    calculator = calculators()[slug]
    for case in calculator.cases.values():
        one = calculator_page(language, slug, **{key: str(v) for key, v in case["given"].items()})
        said = preview(one)
        if "errors" in case:
            assert said["title"] == one.tree.one("h1").text
            first = one.tree.one(class_="summary").all("li")[0].text
            assert said["description"].replace(GAP, " ") == first
            continue
        assert said["description"].replace(GAP, " ") == one.tree.one(class_="sentence").text
        answer = one.tree.one(class_="answer-value").text
        assert said["title"].replace(GAP, " ").startswith(answer)
        assert said["title"].endswith(one.tree.one("h1").text)


@pytest.mark.parametrize(
    ("language", "inputs", "description"),
    [
        ("en", {"devices": "64.5"}, f"Devices must be a whole number, like 64{GAP}devices."),
        ("zh-hant", {"devices": "64.5"}, f"「裝置數」必須是整數，例如 64{GAP}個裝置。"),
        ("ja", {"devices": "64.5"}, "デバイス数は整数で入力してください（例：64台）。"),
        (
            "en",
            {"devices": "8", "baseline_devices": "16"},
            f"Baseline devices (16{GAP}devices) must not be more than Devices (8{GAP}devices).",
        ),
        (
            "en",
            {"scaling_efficiency": "1,5"},
            "Scaling efficiency: “1,5” can be read as 1.5 or as 1,500; write the one you mean.",
        ),
    ],
)
def test_preview_of_refused_input(language: str, inputs: dict[str, str], description: str) -> None:
    one = calculator_page(language, FLAGSHIP, **inputs)
    said = preview(one)
    assert said["description"] == description
    assert said["title"] == one.tree.one("h1").text
    assert said["url"] == f"{ORIGIN}{one.path}?{urlencode(inputs, safe=',')}"


# The link and where it is shared to


@every_slug
def test_link_leads_to_the_same_link(slug: str) -> None:
    """S1."""
    for case in calculators()[slug].cases.values():
        given = {key: f" {value} " for key, value in case["given"].items()}
        first = calculator_page("ja", slug, **given)
        again = page(link(first.tree).removeprefix(ORIGIN))
        assert link(again.tree) == link(first.tree)
        assert copied(again.tree, "text") == copied(first.tree, "text")
        assert preview(again) == preview(first)


def test_targets_get_the_link_encoded_once() -> None:
    one = calculator_page("ja", FLAGSHIP, **ODD)
    assert link(one.tree) == ODD_LINK
    sentence = preview(one)["description"]
    to = targets(one.tree)
    assert set(to) == {"x.com", "www.facebook.com", "social-plugins.line.me", "mail"}
    assert parse_qs(urlsplit(to["x.com"]).query) == {"url": [ODD_LINK], "text": [sentence]}
    assert parse_qs(urlsplit(to["www.facebook.com"]).query) == {"u": [ODD_LINK]}
    assert parse_qs(urlsplit(to["social-plugins.line.me"]).query) == {"url": [ODD_LINK]}


@every_language
def test_mail_says_the_answer_and_the_link(language: str) -> None:
    one = calculator_page(language, FLAGSHIP, devices="128", scaling_efficiency="85")
    mail = urlsplit(targets(one.tree)["mail"])
    assert (mail.scheme, mail.path) == ("mailto", "")
    # RFC 6068: a space is %20 and a new line %0D%0A; a plus is a plus.
    assert "+" not in mail.query
    assert parse_qs(mail.query) == {
        "subject": [preview(one)["title"]],
        "body": [f"{preview(one)['description']}\r\n{link(one.tree)}"],
    }


def test_sheet_of_the_device_gets_the_same() -> None:
    one = calculator_page("ja", FLAGSHIP, **ODD)
    button = next(each for each in one.tree.all("button") if each.get("data-share"))
    assert button["data-share"] == ODD_LINK
    assert button["data-title"] == preview(one)["title"]
    assert button["data-text"] == preview(one)["description"]
    # Only a script knows whether there is such a sheet.
    assert button.get("hidden") is not None


@every_language
def test_numbers_are_said_to_be_in_the_link_and_can_be_left_out(language: str) -> None:
    """S2."""
    one = calculator_page(language, FLAGSHIP, devices="128")
    assert one.tree.by_id("sharing").one("a", class_="bare")["href"] == one.path
    words = {"en": "are in the link", "zh-hant": "連結裡帶著", "ja": "リンクには"}
    assert words[language] in one.tree.by_id("sharing").all("p")[0].text


# Copying


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            f"Actual throughput: 115,200{GAP}samples/s "
            f"(64{GAP}devices, 2,000{GAP}samples/s, Scaling efficiency: 90%)",
        ),
        (
            "zh-hant",
            f"實際吞吐量：115,200{GAP}樣本/秒（64{GAP}個裝置、2,000{GAP}樣本/秒、擴展效率：90%）",
        ),
        (
            "ja",
            "実際のスループット：115,200サンプル/秒"
            "（64台、2,000サンプル/秒、スケーリング効率：90%）",
        ),
    ],
)
def test_result_as_text(language: str, text: str) -> None:
    assert copied(calculator_page(language, FLAGSHIP).tree, "text") == text


def test_text_names_folded_inputs_that_were_changed() -> None:
    inputs = {"work_unit": "tokens", "baseline_devices": "8", "total_work": "1e12"}
    assert copied(calculator_page("en", FLAGSHIP, **inputs).tree, "text") == (
        f"Actual throughput: 115,200{GAP}tokens/s (64{GAP}devices, 2,000{GAP}tokens/s, "
        f"Scaling efficiency: 90%, 8{GAP}devices, 1,000,000,000,000{GAP}tokens)"
    )


def test_text_names_no_input_out_of_use(specimen: Calculator, client: Client) -> None:
    def text(**inputs: str) -> str:
        response = client.get("/en/ai/every-kind/", inputs)
        return copied(dom.parse(response.content.decode()), "text")

    assert "Mode: Simple & plain" in text()
    for name in ("stages", "Style", "Smooth", "Factor"):
        assert name not in text(smooth="true", factor="3"), name
    staged = text(mode="staged", smooth="true")
    for said in (f"4{GAP}stages", "Style: Style B", "Smooth: Yes", "Kept: Yes", "Doubled: No"):
        assert said in staged, said


def cells(tree: dom.Element) -> list[str]:
    return copied(tree, "row").split("\t")


def test_row_is_in_plain_digits_and_keeps_its_columns() -> None:
    asked = calculator_page("zh-hant", FLAGSHIP, devices="1,000", total_work="3.6e9")
    assert cells(asked.tree) == [
        *("1000", "2000", "90", "1", "samples", "1", ""),
        *("3600000000", "100", "", "", "", "1.2", ""),
        *("1800000", "900", "2000000", "200000", "100", "0.555555555556", "900"),
        *("0.0111222333445", "8991", "81.8107370337", "3272429.48135"),
        *("0.5", *[""] * 13),
    ]
    # Nothing typed, nothing there: an empty cell, and the others stay in their columns.
    unasked = calculator_page("zh-hant", FLAGSHIP, devices="1,000")
    expected = cells(asked.tree)
    expected[7] = expected[19] = expected[25] = ""
    assert cells(unasked.tree) == expected


@every_slug
def test_row_holds_what_the_twin_says(slug: str) -> None:
    calculator = calculators()[slug]
    keys = [*calculator.inputs, *calculator.outputs]
    for case in calculator.cases.values():
        if "errors" in case:
            continue
        given = {key: str(value) for key, value in case["given"].items()}
        row = dict(zip(keys, cells(calculator_page("ja", slug, **given).tree), strict=True))
        twin = Client().get(f"/ja/ai/{slug}.json", given).json()
        said = twin["inputs"] | {key: each["value"] for key, each in twin["outputs"].items()}
        for key, cell in row.items():
            value = said.get(key)
            if isinstance(value, int | float):
                assert float(cell) == pytest.approx(value, rel=1e-11), key
            elif isinstance(value, list):
                assert [
                    [float(each) for each in row.split(",")] for row in cell.split(";")
                ] == value
            else:
                assert cell == (value or ""), key


@pytest.mark.parametrize(
    "inputs",
    [
        {},
        {"shift": "-5"},
        {"shift": "−0.5", "mode": "off", "busy": "0"},
        {"count": "1e6", "rate": "1e-30", "mode": "staged", "smooth": "true"},
        {"rate": "1e300", "count": "1"},
    ],
)
def test_no_cell_of_a_row_is_run_as_a_formula(
    specimen: Calculator, client: Client, inputs: dict[str, str]
) -> None:
    """A spreadsheet calculates what begins with =, +, - or @, unless it is a number."""
    row = cells(dom.parse(client.get("/en/ai/every-kind/", inputs).content.decode()))
    assert len(row) == len(specimen.inputs) + len(specimen.outputs)
    for cell in row:
        if cell.startswith(("=", "+", "-", "@", " ")):
            float(cell)
        assert "," not in cell


@pytest.mark.parametrize("inputs", [{"devices": "abc"}, {"devices": "8", "baseline_devices": "9"}])
def test_what_is_refused_has_no_result_to_copy(inputs: dict[str, str]) -> None:
    tree = calculator_page("en", FLAGSHIP, **inputs).tree
    assert (copied(tree, "text"), copied(tree, "row")) == ("", "")


# Inputs that no link can hold


def too_many(length: int) -> dict[str, str]:
    """What makes the path of the page so long."""
    return {"devices": "x" * (length - len(f"/en/ai/{FLAGSHIP}/?devices="))}


@pytest.mark.parametrize("inputs", [too_many(2001), {"total_work": "台" * 300}])
def test_too_long_inputs_share_the_bare_page_and_say_so(inputs: dict[str, str]) -> None:
    one = calculator_page("en", FLAGSHIP, **inputs)
    bare = f"{ORIGIN}/en/ai/{FLAGSHIP}/"
    message = "These inputs are too long for a link."
    for tree in (one.tree, recomputed(f"/en/ai/{FLAGSHIP}/", inputs)[1]):
        assert link(tree) == bare
        assert parse_qs(urlsplit(targets(tree)["x.com"]).query)["url"] == [bare]
        assert parse_qs(urlsplit(targets(tree)["mail"]).query)["body"][0].endswith(f"\r\n{bare}")
        assert tree.by_id("embed-code")["data-embed"] == f"/en/ai/{FLAGSHIP}/embed/"
        assert tree.by_id("too-long").text == message
        assert tree.by_id("sharing").all("p")[0].text == message
    assert preview(one)["url"] == bare


def test_longest_inputs_that_a_link_can_hold() -> None:
    one = calculator_page("en", FLAGSHIP, **too_many(2000))
    assert len(link(one.tree)) == len(ORIGIN) + 2000
    assert preview(one)["url"] == link(one.tree)
    assert one.tree.by_id("too-long").text == ""


# What HTMX swaps in


def flat(element: dom.Element) -> list[object]:
    """Everything in an element, for comparing it with another one."""
    found: list[object] = []
    for each in element.walk():
        attributes = {**each.attributes}
        attributes.pop("hx-swap-oob", None)
        found.append((each.tag, attributes, [s for s in each.children if isinstance(s, str)]))
    return found


@every_language
@pytest.mark.parametrize(
    "inputs",
    [
        {"devices": "1.28e2", "scaling_efficiency": "85%"},
        {"devices": "abc & <b>"},
        {"devices": "8", "baseline_devices": "16"},
        {"devices": "x" * 2000},
        {},
    ],
)
def test_everything_that_carries_inputs_follows_them(language: str, inputs: dict[str, str]) -> None:
    """The page that was opened with these inputs, and the one that was brought there by typing."""
    opened = calculator_page(language, FLAGSHIP, **inputs).tree
    _headers, typed = recomputed(f"/{language}/ai/{FLAGSHIP}/", inputs)
    for name in ("sharing", "embedding", "too-long"):
        piece = typed.by_id(name)
        assert piece["hx-swap-oob"] == "true"
        assert flat(piece) == flat(opened.by_id(name)), name
