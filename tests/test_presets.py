"""Presets: the reference data, which inputs they fill, and the names that links carry."""

import dataclasses
import re
import tomllib
from collections.abc import Iterator
from copy import copy
from datetime import date
from operator import attrgetter
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import pytest
from django.conf import settings
from django.http import QueryDict
from django.test import Client

from calculator import links, preset_notes, presets
from calculator.answers import answer
from calculator.base import Calculator
from calculator.inputs import CalculatorForm, Quantity
from calculator.presets import ACCELERATOR, FIGURES, FOLDER, MODEL, Preset
from calculator.registry import calculators
from tests import dom
from tests.site import FLAGSHIP, LANGUAGES
from tests.test_glossary import faults

every_language = pytest.mark.parametrize("language", LANGUAGES)

H100 = {"gpu_memory": "80", "memory_bandwidth": "3350", "peak_tflops": "989", "watts": "700"}
LLAMA = {"parameters": "8.030261248", "num_layers": "32", "gated_mlp": "true"}
SLUG = "every-kind"

# The reference data

ALL = list(presets.presets().values())
slug_of = attrgetter("slug")
each = pytest.mark.parametrize("preset", ALL, ids=slug_of)
DATA = {
    kind: tomllib.loads((FOLDER / f"{kind}s.toml").read_text(encoding="utf-8")) for kind in FIGURES
}
NOTES = {"name", "sources", "checked", "unverified"}
# By figure: the least and the most that is believable, in the unit of the page.
SANE: dict[str, tuple[float, float]] = {
    "gpu_memory": (8, 1000),
    "memory_bandwidth": (200, 30_000),
    "peak_tflops": (20, 10_000),
    "peak_tflops_fp8": (50, 20_000),
    "gpu_power": (50, 3000),
    "parameters": (0.1, 3000),
    "active_parameters": (0.1, 1000),
    "layers": (8, 200),
    "hidden_size": (512, 32_768),
    "intermediate_size": (1024, 131_072),
    "attention_heads": (8, 256),
    "kv_heads": (1, 256),
    "head_dim": (32, 512),
    "vocab_size": (10_000, 500_000),
    "context_window": (1024, 10_000_000),
    "kv_per_token": (1, 5000),
}


def entries() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for kind, data in DATA.items():
        for slug, entry in data[f"{kind}s"].items():
            yield kind, slug, entry


def test_names_in_links_are_plain_and_of_one_preset_each() -> None:
    slugs = [slug for _kind, slug, _entry in entries()]
    assert len(slugs) == len(set(slugs)) == len(ALL)
    assert all(re.fullmatch(r"[a-z0-9]+([.-][a-z0-9]+)*", slug) for slug in slugs)
    names = [preset.name for preset in ALL]
    assert len(names) == len(set(names))


@each
def test_source_and_date(preset: Preset) -> None:
    assert preset.sources
    for source in preset.sources:
        assert source.title
        assert re.fullmatch(r"https://[a-z0-9.-]+/\S*", source.url)
    assert type(preset.checked) is date
    assert date(2026, 1, 1) <= preset.checked <= date.today()


@pytest.mark.parametrize("kind", FIGURES)
def test_every_source_is_used(kind: str) -> None:
    used = {name for entry in DATA[kind][f"{kind}s"].values() for name in entry["sources"]}
    assert used == DATA[kind]["sources"].keys()


@pytest.mark.parametrize(("kind", "slug", "entry"), list(entries()))
def test_keys_of_the_kind(kind: str, slug: str, entry: dict[str, Any]) -> None:
    figures = entry.keys() - NOTES
    allowed = set(FIGURES[kind]) | ({"peak_tflops_fp8"} if kind == ACCELERATOR else set())
    always = {
        ACCELERATOR: {"gpu_memory", "memory_bandwidth", "peak_tflops"},
        MODEL: allowed - {"active_parameters", "intermediate_size", "head_dim", "attention_width"},
    }
    assert always[kind] <= figures <= allowed, slug
    assert set(entry.get("unverified", ())) <= figures


@each
def test_sane_values(preset: Preset) -> None:
    for figure, value in preset.figures.items():
        if figure in ("gated_mlp", "tied_embeddings"):
            assert type(value) is bool
        elif figure != "attention_width":
            low, high = SANE[figure]
            assert low <= value <= high, figure


@pytest.mark.parametrize("preset", [one for one in ALL if one.kind == ACCELERATOR], ids=slug_of)
def test_fp8_is_at_least_as_fast(preset: Preset) -> None:
    peak = preset.figures["peak_tflops"]
    assert 1 <= preset.figures.get("peak_tflops_fp8", peak) / peak <= 2.1


@pytest.mark.parametrize("preset", [one for one in ALL if one.kind == MODEL], ids=slug_of)
def test_shapes_of_a_model_belong_together(preset: Preset) -> None:
    """A slip in one figure would contradict the others."""
    of = preset.figures
    assert of["attention_heads"] % of["kv_heads"] == 0
    assert of["active_parameters"] <= of["parameters"]
    if "head_dim" in of:
        width = of["kv_heads"] * of["head_dim"]
        assert of["kv_per_token"] == 2 * of["layers"] * width * 2 / 1024
        assert of["attention_width"] == of["attention_heads"] * of["head_dim"]
    if "intermediate_size" in of:
        matrices = 3 if of["gated_mlp"] else 2
        attention = 2 * of["hidden_size"] * (of["attention_width"] + width)
        layer = attention + matrices * of["hidden_size"] * of["intermediate_size"]
        tables = 1 if of["tied_embeddings"] else 2
        counted = of["layers"] * layer + tables * of["vocab_size"] * of["hidden_size"]
        assert of["parameters"] == pytest.approx(counted / 1e9, rel=0.01)


def test_some_published_figures() -> None:
    """As they stand in the sources: a wrong line of the table would be another chip's."""
    chip = presets.presets()["nvidia-h100-sxm"]
    assert chip.figures == {
        "gpu_memory": 80,
        "memory_bandwidth": 3350,
        "peak_tflops": 989,
        "peak_tflops_fp8": 1979,
        "gpu_power": 700,
    }
    model = presets.presets()["mixtral-8x7b-v0.1"]
    assert model.figures["parameters"] == 46.702792704
    assert model.figures["active_parameters"] == 12.88


def test_every_preset_fits_every_calculator_that_offers_it() -> None:
    for calculator in calculators().values():
        for kind in presets.filled(calculator):
            assert presets.offered(calculator, kind), calculator.slug
            for preset in presets.offered(calculator, kind):
                for precision in ("bf16", "fp8"):
                    inputs = {"precision": precision}
                    for key, value in presets.values(calculator, preset, inputs).items():
                        one = calculator.inputs[key]
                        assert one.clean(one.plain(value)) == value, (calculator.slug, key)


# The inputs that they fill


def test_inputs_are_found_by_their_keys(specimen: Calculator) -> None:
    """`watts` says which figure it takes, `vocab_size` that it takes none."""
    assert presets.filled(specimen) == {
        ACCELERATOR: {
            "gpu_memory": "gpu_memory",
            "memory_bandwidth": "memory_bandwidth",
            "peak_tflops": "peak_tflops",
            "watts": "gpu_power",
        },
        MODEL: {"parameters": "parameters", "num_layers": "layers", "gated_mlp": "gated_mlp"},
    }


def test_only_what_leaves_no_field_to_another_is_offered(specimen: Calculator) -> None:
    """Nobody publishes the power of a TPU; beside that of a GPU its memory would mislead."""
    offered = {preset.slug for preset in presets.offered(specimen, ACCELERATOR)}
    assert "nvidia-h100-sxm" in offered
    assert not any(slug.startswith("google-tpu") for slug in offered)


def test_peak_follows_the_number_format(specimen: Calculator) -> None:
    h100, a100 = (presets.presets()[f"nvidia-{name}"] for name in ("h100-sxm", "a100-sxm-80gb"))
    peaks = [
        presets.values(specimen, chip, {"precision": precision})["peak_tflops"]
        for chip in (h100, a100)
        for precision in ("bf16", "fp8")
    ]
    assert peaks == [989, 1979, 312, 312]


# Names in a query


def page_of(query: str, language: str = "en", slug: str = SLUG) -> dom.Element:
    response = Client().get(f"/{language}/ai/{slug}/{query}")
    assert response.status_code == 200
    return dom.parse(response.content.decode())


def asked(*names: str, **inputs: str) -> str:
    return "?" + urlencode([*inputs.items(), *(("preset", name) for name in names)])


def fragment_of(**fields: Any) -> dom.Element:
    headers = {"HX-Request": "true"}
    response = Client().post(f"/en/ai/{SLUG}/result/", fields, headers=headers)
    assert response.status_code == 200
    return dom.parse(response.content.decode())


def twin(query: str = "", slug: str = SLUG, status: int = 200) -> dict[str, Any]:
    response = Client().get(f"/en/ai/{slug}.json{query}")
    assert response.status_code == status
    data: dict[str, Any] = response.json()
    return data


def note(tree: dom.Element) -> str:
    return tree.by_id("presets-named").text


def test_unchanged(specimen: Calculator) -> None:
    tree = page_of(asked("nvidia-h100-sxm", **H100))
    assert note(tree) == (
        "Values of NVIDIA H100 SXM: Memory, Bandwidth, Peak, Watts. "
        "Source: aiconfigurator-core 0.12.0, llm-analysis 0.2.2; checked on 2026-11-30."
    )
    links_to = [link["href"] for link in tree.by_id("presets-named").all("a")]
    assert links_to == [source.url for source in presets.presets()["nvidia-h100-sxm"].sources]
    assert tree.by_id("use-nvidia-h100-sxm")["aria-current"] == "true"
    assert len(tree.all("a", aria_current="true", rel="nofollow")) == 1


def test_spelling_of_a_number_changes_nothing(specimen: Calculator) -> None:
    spelled = {**LLAMA, "parameters": "8,030.261248M", "num_layers": "3.2e1", "gated_mlp": "yes"}
    assert twin(asked("llama-3.1-8b", **spelled))["presets"][0]["changed"] == []


def test_changed_field_is_named_and_can_be_restored(specimen: Calculator) -> None:
    """A name kept over other values would claim what is not so."""
    query = asked("nvidia-h100-sxm", **{**H100, "gpu_memory": "141", "count": "9"})
    tree = page_of(query)
    assert note(tree).startswith("NVIDIA H100 SXM, changed: Memory. Restore the preset ")
    restored = page_of(tree.by_id("restore-accelerator")["href"])
    assert note(restored).startswith("Values of NVIDIA H100 SXM:")
    assert restored.by_id("gpu_memory")["value"] == "80"
    assert restored.by_id("count")["value"] == "9"
    # The fields decide, also where the name came first.
    assert tree.by_id("gpu_memory")["value"] == "141"
    assert twin(query)["inputs"]["gpu_memory"] == 141


def test_name_alone_fills_nothing(specimen: Calculator) -> None:
    data = twin(asked("nvidia-h200-sxm"))
    assert data["inputs"]["gpu_memory"] == 80
    assert data["presets"][0]["changed"] == list(H100)


def test_field_that_cannot_be_read_is_changed(specimen: Calculator) -> None:
    tree = page_of(asked("nvidia-h100-sxm", **{**H100, "watts": "abc"}))
    assert note(tree).startswith("NVIDIA H100 SXM, changed: Watts.")
    assert tree.by_id("watts")["value"] == "abc"


def test_other_precision_changes_the_peak(specimen: Calculator) -> None:
    tree = page_of(asked("nvidia-h100-sxm", **H100, precision="fp8"))
    assert note(tree).startswith("NVIDIA H100 SXM, changed: Peak.")
    restored = page_of(tree.by_id("restore-accelerator")["href"])
    assert restored.by_id("peak_tflops")["value"] == "1979"
    assert "peak_tflops=1979" in tree.by_id("use-nvidia-h100-sxm")["href"]


def test_figures_without_a_source_are_said_to_be(specimen: Calculator) -> None:
    query = page_of("").by_id("use-nvidia-rtx-3090")["href"]
    assert note(page_of(query)).endswith("Not verified: Bandwidth, Peak, Watts.")
    changed = query.replace("watts=350", "watts=300")
    assert note(page_of(changed)).endswith("Not verified: Bandwidth, Peak.")
    fp8 = page_of("?precision=fp8").by_id("use-nvidia-rtx-5090")["href"]
    assert note(page_of(fp8)).endswith("Not verified: Peak.")


def test_nothing_is_said_of_fields_out_of_use(specimen: Calculator) -> None:
    class Power(CalculatorForm):
        count = copy(specimen.inputs["count"])
        mode = copy(specimen.inputs["mode"])
        work = copy(specimen.inputs["work"])
        gpu_power = Quantity(label="Power", default=1, group=mode.group, when=("mode", ("staged",)))

    power = dataclasses.replace(specimen, form=Power)
    simple, staged = (
        answer(power, {"mode": mode, "count": "abc", "preset": "nvidia-t4"})
        for mode in ("simple", "staged")
    )
    assert preset_notes.printed(simple) == ""
    assert "NVIDIA T4, changed: Power." in preset_notes.printed(staged)
    assert links.query(simple).endswith("preset=nvidia-t4")
    described = preset_notes.described(simple)["presets"]
    assert described == [{"name": "nvidia-t4", "kind": "accelerator", "changed": []}]


def test_last_of_each_kind_wins(specimen: Calculator) -> None:
    query = asked("phi-4", "nvidia-t4", "llama-3.1-8b", "nvidia-h100-sxm", **H100, **LLAMA)
    assert twin(query)["presets"] == [
        {"name": "nvidia-h100-sxm", "kind": "accelerator", "changed": []},
        {"name": "llama-3.1-8b", "kind": "model", "changed": []},
    ]


def test_unknown_name_is_said_and_kept(specimen: Calculator) -> None:
    """Nothing is guessed: no field changes, and the link still names it."""
    warning = "The preset “gone-1” is no longer listed; the fields keep the values of the link."
    query = asked("gone-1", "nvidia-h100-sxm", **H100)
    data = twin(query)
    assert data["warnings"] == [warning]
    assert [one["name"] for one in data["presets"]] == ["nvidia-h100-sxm"]
    tree = page_of(query)
    assert warning in note(tree)
    assert warning in tree.one(class_="given-values").text
    assert tree.by_id("preset-unknown")["value"] == "gone-1"
    fields = {**H100, "preset": ["gone-1", "nvidia-h100-sxm"]}
    assert warning in note(fragment_of(**fields))
    for link in (tree.by_id("to-ja")["href"], data["url"]):
        assert parse_qsl(urlsplit(link).query)[-2:] == [
            ("preset", "nvidia-h100-sxm"),
            ("preset", "gone-1"),
        ]


@pytest.mark.parametrize("name", ["", " ", "\t\u3000"])
def test_empty_name_is_none(specimen: Calculator, name: str) -> None:
    """As a form sends it that has nothing to name."""
    assert twin(asked(name)) == twin()


def test_preset_of_a_kind_without_inputs_is_ignored(specimen: Calculator) -> None:
    class OnlyModel(CalculatorForm):
        parameters = copy(specimen.inputs["parameters"])
        work = copy(specimen.inputs["work"])  # the outputs' unit

    only_model = dataclasses.replace(specimen, form=OnlyModel)
    named = presets.named(only_model, QueryDict("preset=phi-4&preset=nvidia-t4"))
    assert named.names == ("phi-4",)
    assert presets.named(only_model, {"preset": "gone"}).names == ("gone",)


@pytest.mark.parametrize("name", ["gone", "phi-4", "nvidia-t4"])
def test_page_without_such_inputs_knows_no_presets(name: str) -> None:
    bare = Client().get(f"/en/ai/{FLAGSHIP}/").content
    assert Client().get(f"/en/ai/{FLAGSHIP}/?preset={name}").content == bare
    assert b"preset" not in bare
    data = twin(f"?preset={name}", slug=FLAGSHIP)
    assert data == twin(slug=FLAGSHIP)
    assert "presets" not in data


# Links


def test_canonical_link_names_presets_behind_the_inputs(specimen: Calculator) -> None:
    query = QueryDict("preset=phi-4&watts=350&preset=gone&preset=nvidia-t4&count=9")
    canonical = links.query(answer(specimen, query))
    assert canonical == "?count=9&watts=350&preset=nvidia-t4&preset=phi-4&preset=gone"
    assert links.query(answer(specimen, QueryDict(canonical[1:]))) == canonical


@pytest.mark.parametrize("precision", ["bf16", "fp8"])
def test_every_link_of_the_lists_fills_in(specimen: Calculator, precision: str) -> None:
    """Without script: all other inputs stay, and the preset that is named is unchanged."""
    tree = page_of(f"?count=9&limit=abc&precision={precision}")
    for kind in FIGURES:
        found = tree.by_id(f"presets-{kind}-list").all("a")
        assert [link.text for link in found] == [
            preset.name for preset in presets.offered(specimen, kind)
        ]
        for link in found:
            given = answer(specimen, QueryDict(urlsplit(link["href"]).query))
            assert given.typed["count"] == "9"
            assert given.typed["limit"] == "abc"
            assert given.inputs["precision"] == precision
            (preset,) = given.presets.known
            assert (preset.kind, preset.slug) == (kind, link["data-preset"])
            for key, value in presets.values(specimen, preset, given.inputs).items():
                assert given.inputs[key] == value


def test_list_of_one_kind_keeps_the_preset_of_the_other(specimen: Calculator) -> None:
    tree = page_of(asked("gone", "nvidia-h100-sxm", **H100))
    data = twin(tree.by_id("use-llama-3.1-8b")["href"])
    assert [one["name"] for one in data["presets"]] == ["nvidia-h100-sxm", "llama-3.1-8b"]
    assert all(one["changed"] == [] for one in data["presets"])
    # Whoever chooses again has read that the old name is gone.
    assert data["warnings"] == []
    other = dict.fromkeys(parse_qsl(tree.by_id("use-nvidia-t4")["href"][1:]))
    assert [value for key, value in other if key == "preset"] == ["nvidia-t4"]


def test_fragment_follows(specimen: Calculator) -> None:
    tree = fragment_of(**H100, count="9", preset="nvidia-h100-sxm")
    assert tree.by_id("presets-named")["hx-swap-oob"] == "true"
    assert note(tree).startswith("Values of NVIDIA H100 SXM")
    for kind in FIGURES:
        assert tree.by_id(f"presets-{kind}-list")["hx-swap-oob"] == "true"
    assert "&count=9&" in tree.by_id("use-phi-4")["href"]
    # What stands in fields, hidden ones too, is for the page alone to change.
    assert tree.all("input", name="preset") == []


def test_links_of_the_page_carry_the_name(specimen: Calculator) -> None:
    tree = page_of(asked("nvidia-h100-sxm", **H100))
    carrying = [
        tree.by_id("to-zh-hant")["href"],
        tree.by_id("to-json")["href"],
        tree.by_id("copy-link")["value"],
        tree.by_id("embed-code")["data-embed"],
        tree.one("a", class_="improve")["href"],
        tree.by_id("qr")["data-source"],
    ]
    for link in carrying:
        assert dict(parse_qsl(urlsplit(link).query))["preset"] == "nvidia-h100-sxm", link


def test_embed_keeps_the_name_and_shows_no_list(specimen: Calculator) -> None:
    query = asked("gone", "nvidia-h100-sxm", **H100)
    response = Client().get(f"/en/ai/{SLUG}/embed/{query}")
    tree = dom.parse(response.content.decode())
    names = [(field["value"], field["type"]) for field in tree.all("input", name="preset")]
    assert names == [("nvidia-h100-sxm", "hidden"), ("gone", "hidden")]
    assert tree.all("details") == []
    assert "preset=nvidia-h100-sxm&preset=gone" in tree.by_id("credit-link")["value"]
    response = Client().post(
        f"/en/ai/{SLUG}/embed/result/",
        {"preset": "nvidia-t4", "theme": "dark"},
        headers={"HX-Request": "true"},
    )
    assert response.headers["HX-Replace-Url"] == (
        f"/en/ai/{SLUG}/embed/?preset=nvidia-t4&theme=dark"
    )


def test_form_without_script_sends_the_name(specimen: Calculator) -> None:
    tree = page_of(asked("nvidia-h100-sxm", **H100))
    fields = tree.by_id("inputs").all("input", name="preset")
    assert [field["value"] for field in fields if field.get("disabled") is None] == [
        "nvidia-h100-sxm"
    ]


def test_paper_says_preset_and_source(specimen: Calculator) -> None:
    for query in (asked("nvidia-h100-sxm", **H100), asked("nvidia-h100-sxm", **H100, count="")):
        printed = page_of(query).one(class_="given-values")
        (line,) = printed.all(class_="origin")
        assert line.text.startswith("Values of NVIDIA H100 SXM: Memory, Bandwidth, Peak, Watts.")
        assert "aiconfigurator-core 0.12.0" in line.text
        assert line.all("a") == []


# Languages

SAID = {
    "en": (
        "Fill in from an accelerator 21 presets",
        "NVIDIA RTX 3090, changed: Watts. Restore the preset "
        "Source: vllm-project/vllm #10517; checked on 2026-11-30. "
        "Not verified: Bandwidth, Peak. "
        "The preset “gone” is no longer listed; the fields keep the values of the link.",
    ),
    "zh-hant": (
        "套用加速器的規格 21 組",
        "NVIDIA RTX 3090，已變更：Watts。還原預設組合 "
        "資料來源：vllm-project/vllm #10517；查核日期：2026-11-30。未經查證：Bandwidth、Peak。 "
        "預設組合「gone」已不在清單中；各欄位沿用連結中的數值。",
    ),
    "ja": (
        "アクセラレータから入力 21件",
        "NVIDIA RTX 3090の値から変更されています：Watts。プリセットの値に戻す "
        "出典：vllm-project/vllm #10517（2026-11-30確認）。Bandwidth、Peakは未確認の値です。 "
        "プリセット「gone」は一覧にありません。各項目にはリンクの値を使っています。",
    ),
}


@every_language
def test_texts(language: str, specimen: Calculator) -> None:
    inputs = {"gpu_memory": "24", "memory_bandwidth": "936", "peak_tflops": "71", "watts": "1"}
    tree = page_of(asked("gone", "nvidia-rtx-3090", **inputs), language)
    title, said = SAID[language]
    assert tree.by_id("presets-accelerator").one("summary").text == title
    assert note(tree) == said
    for _element, text in tree.by_id("presets-named").runs():
        assert faults(text, language) == []


# Bad input

MOST_FIELDS = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
BAD = {
    "empty": [""],
    "blank": [" \t"],
    "no preset": ["H100"],
    "long": ["x" * 10_000],
    "long and not Latin": ["預" * 3_000],
    "control characters": ["a\0b\x01\x1b\x7f\r\n\u2028"],
    "markup": ["<script>alert(1)</script>\"'&"],
    "placeholders": ["%(name)s %s %d 100% {0} {name}"],
    "many": [preset.slug for preset in ALL] * 3,
    "many unknown ones": [f"gone-{number}" for number in range(190)],
    "more than any form has": [preset.slug for preset in ALL] * 12,
    "not a text": ["\udcff"],
}


@every_language
@pytest.mark.parametrize("names", BAD.values(), ids=BAD)
@pytest.mark.parametrize("inputs", [{}, H100, {"gpu_memory": "abc", "parameters": ""}])
def test_nothing_that_can_be_named_fails(
    specimen: Calculator, language: str, names: list[str], inputs: dict[str, str]
) -> None:
    pairs = [*inputs.items(), *(("preset", name) for name in names)]
    encoded = "&".join(f"{key}={quote(text, errors='surrogatepass')}" for key, text in pairs)
    client = Client()
    base = f"/{language}/ai/{SLUG}"
    for tail in ("/", "/embed/", ".json", "/result/", "/feedback/", "/qr.svg"):
        assert client.get(f"{base}{tail}?{encoded}").status_code in (200, 303, 400, 404), tail
    for tail in ("/result/", "/embed/result/"):
        response = client.post(
            base + tail,
            encoded,
            content_type="application/x-www-form-urlencoded",
            headers={"HX-Request": "true"},
        )
        assert response.status_code == (200 if len(pairs) <= MOST_FIELDS else 400)
        assert all(value.isascii() for value in response.headers.values())
        assert b"<script>alert" not in response.content
    response = client.get(f"{base}/?{encoded}")
    # The name stands in each link of the page, but not in the lists.
    assert len(response.content) < 400_000
    assert b"\0" not in response.content
    dom.parse(response.content.decode())


def test_very_long_name_is_said_in_short_and_kept_whole(specimen: Calculator) -> None:
    tree = page_of(asked("x" * 10_000, count="9"))
    assert "x" * 60 + "…”" in note(tree)
    assert "x" * 61 not in note(tree)
    assert tree.by_id("preset-unknown")["value"] == "x" * 10_000
    assert tree.by_id("too-long").text


def test_input_that_no_link_can_hold_is_not_repeated_in_the_lists(specimen: Calculator) -> None:
    tree = page_of(asked("nvidia-t4", parameters="1" * 10_000))
    assert tree.by_id("too-long").text
    assert "1" * 100 not in tree.by_id("use-nvidia-t4")["href"]
