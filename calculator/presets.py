"""Presets: accelerators and models that can fill inputs, and the names of those that did.

A preset only fills fields; results depend on the fields alone. A link carries the fields and
may name presets beside them, as `preset=nvidia-h100-sxm`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.utils.datastructures import MultiValueDict

from calculator.base import Calculator

FOLDER = Path(__file__).parent / "reference"
NAME = "preset"

# The figures of each kind, by the keys of the inputs that take them.
ACCELERATOR, MODEL = "accelerator", "model"
FIGURES: dict[str, tuple[str, ...]] = {
    ACCELERATOR: ("gpu_memory", "memory_bandwidth", "peak_tflops", "gpu_power"),
    MODEL: (
        "parameters",
        "active_parameters",
        "layers",
        "hidden_size",
        "intermediate_size",
        "attention_heads",
        "kv_heads",
        "head_dim",
        "attention_width",
        "vocab_size",
        "gated_mlp",
        "tied_embeddings",
        "context_window",
        "kv_per_token",
    ),
}
# Other keys under which calculators know a figure. `parameters` are all that are stored,
# `params_b` those that work on a token; an input that means the other one says so.
ALIASES = {
    "total_parameters": "parameters",
    "base_params_b": "parameters",
    "params_b": "active_parameters",
    "num_layers": "layers",
    "num_heads": "attention_heads",
    "num_kv_heads": "kv_heads",
    "vocabulary_size": "vocab_size",
}
KIND_OF = {figure: kind for kind, figures in FIGURES.items() for figure in figures}
# The peak rate follows the number format, where a page asks for it.
PEAK, PEAK_FP8 = "peak_tflops", "peak_tflops_fp8"


@dataclass(frozen=True)
class Source:
    """Where figures were published."""

    title: str
    url: str


@dataclass(frozen=True, eq=False)
class Preset:
    """An accelerator or a model: its figures in the units of the inputs that take them.

    `unverified` names the figures that could not be traced to a source; `checked` is the day
    on which the others were compared with theirs.
    """

    slug: str
    kind: str
    name: str
    figures: Mapping[str, Any]
    unverified: frozenset[str]
    sources: tuple[Source, ...]
    checked: date


@dataclass(frozen=True)
class Named:
    """The presets that a link names, one of each kind, and a name that is none."""

    known: tuple[Preset, ...] = ()
    unknown: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """As they stand in links, in the order of the kinds."""
        slugs = (preset.slug for preset in self.known)
        return (*slugs, self.unknown) if self.unknown else tuple(slugs)


NONE_NAMED = Named()


@cache
def presets() -> dict[str, Preset]:
    """Every preset by its name in links, kind by kind, in the order of the lists."""
    return {
        preset.slug: preset
        for kind in FIGURES
        for preset in _read(tomllib.loads((FOLDER / f"{kind}s.toml").read_text("utf-8")), kind)
    }


def _read(data: Mapping[str, Any], kind: str) -> Iterator[Preset]:
    sources = {name: Source(**source) for name, source in data["sources"].items()}
    for slug, entry in data[f"{kind}s"].items():
        figures = dict(entry)
        preset = Preset(
            slug=slug,
            kind=kind,
            name=figures.pop("name"),
            unverified=frozenset(figures.pop("unverified", ())),
            sources=tuple(sources[name] for name in figures.pop("sources")),
            checked=figures.pop("checked"),
            figures=figures,
        )
        if kind == MODEL:
            figures.setdefault("active_parameters", figures["parameters"])
            if "head_dim" in figures:
                figures["attention_width"] = figures["attention_heads"] * figures["head_dim"]
        yield preset


@lru_cache(maxsize=256)
def filled(calculator: Calculator) -> dict[str, dict[str, str]]:
    """The inputs that presets fill, by kind: the key of each, and the figure that it takes."""
    found: dict[str, dict[str, str]] = {}
    for key, one in calculator.inputs.items():
        figure = ALIASES.get(key, key) if one.preset is None else one.preset
        if figure in KIND_OF:
            found.setdefault(KIND_OF[figure], {})[key] = figure
    return {kind: found[kind] for kind in FIGURES if kind in found}


@lru_cache(maxsize=256)
def offered(calculator: Calculator, kind: str) -> tuple[Preset, ...]:
    """The presets that have every figure the calculator takes: none leaves a field to another."""
    wanted = set(filled(calculator).get(kind, {}).values())
    return tuple(
        preset
        for preset in presets().values()
        if wanted and preset.kind == kind and wanted <= preset.figures.keys()
    )


def named(calculator: Calculator, query: Mapping[str, str]) -> Named:
    """The presets that a query names: the last of each kind, and the last unknown name.

    A preset of a kind that the calculator does not take is ignored, as is every name that the
    calculator has no use for.
    """
    if NAME not in query or not filled(calculator):
        return NONE_NAMED
    names = query.getlist(NAME) if isinstance(query, MultiValueDict) else [query[NAME]]
    known: dict[str, Preset] = {}
    unknown = ""
    for name in filter(str.strip, names):
        preset = presets().get(name)
        if preset is None:
            unknown = name.replace("\0", "\ufffd")
        elif preset in offered(calculator, preset.kind):
            known[preset.kind] = preset
    return Named(tuple(known[kind] for kind in FIGURES if kind in known), unknown)


def values(calculator: Calculator, preset: Preset, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """What a preset puts into the inputs, by their keys, beside these other inputs."""
    return _values(calculator, preset, in_fp8(inputs))


def in_fp8(inputs: Mapping[str, Any]) -> bool:
    """Whether the page asks for FP8, for which some accelerators have a peak of their own."""
    return inputs.get("precision") == "fp8"


@lru_cache(maxsize=4096)
def _values(calculator: Calculator, preset: Preset, fp8: bool) -> dict[str, Any]:
    taken = filled(calculator)[preset.kind]
    return {key: preset.figures[stands_for(preset, figure, fp8)] for key, figure in taken.items()}


def stands_for(preset: Preset, figure: str, fp8: bool) -> str:
    """The figure that is used for one that a page takes: the peak in FP8 has its own."""
    return PEAK_FP8 if fp8 and figure == PEAK and PEAK_FP8 in preset.figures else figure


def pairs(found: Named) -> list[str]:
    """The names as parts of a query."""
    return [f"{NAME}={quote(name, safe='')}" for name in found.names]
