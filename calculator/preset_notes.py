"""What a page says of presets: the lists to fill in from, and where the values came from."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from calculator import links, presets
from calculator.answers import Answer
from calculator.base import Calculator
from calculator.messages import W_PRESET, Remark, Verbatim
from calculator.presets import Preset
from calculator.stencils import Stencil, kept, stencil
from calculator.wording import between_sentences

NOTHING = SafeString("")
CURRENT = SafeString(' aria-current="true"')
DISABLED = SafeString(" disabled")
# Of a name that is none, so much is repeated in its remark.
LONGEST_SAID = 60


def changed(given: Answer, preset: Preset) -> list[str]:
    """The inputs in use that do not hold what the preset would put there."""
    return [
        key
        for key, value in presets.values(given.calculator, preset, given.inputs).items()
        if key not in given.idle and (key in given.refusals or given.inputs[key] != value)
    ]


def described(given: Answer) -> dict[str, Any]:
    """The presets as the JSON twin has them, where the calculator takes any."""
    if not presets.filled(given.calculator):
        return {}
    return {
        "presets": [
            {"name": preset.slug, "kind": preset.kind, "changed": changed(given, preset)}
            for preset in given.presets.known
        ]
    }


def warnings(given: Answer) -> Iterator[str]:
    """The remark on a name that is no preset's."""
    if name := given.presets.unknown:
        said = name if len(name) <= LONGEST_SAID else f"{name[:LONGEST_SAID]}…"
        yield given.say(Remark(W_PRESET, name=Verbatim(said)))


# The form


def of_form(given: Answer) -> SafeString:
    """The lists above the fields, what they filled in, and the names for the next recompute."""
    pieces = _lists_and_note(given, swapped=False)
    if given.presets.unknown:
        pattern = '<input type="hidden" id="preset-unknown" name="preset" value="{}">'
        pieces += format_html(pattern, given.presets.unknown)
    return pieces


def swapped(given: Answer) -> SafeString:
    """The same for HTMX, without the names: those are inputs, which are never sent."""
    return _lists_and_note(given, swapped=True)


def _lists_and_note(given: Answer, *, swapped: bool) -> SafeString:
    kinds = presets.filled(given.calculator)
    if not kinds:
        return NOTHING
    lists = (_list(given, kind, swapped=swapped) for kind in kinds)
    return SafeString("".join((*lists, _note(given, swapped=swapped))))


def _list(given: Answer, kind: str, *, swapped: bool) -> SafeString:
    calculator = given.calculator
    name = next((preset.slug for preset in given.presets.known if preset.kind == kind), "")
    values: dict[str, str] = dict.fromkeys(
        (f"current.{preset.slug}" for preset in presets.offered(calculator, kind)), NOTHING
    )
    values |= {"rest": _rest(given, kind), "name": name, "unnamed": NOTHING if name else DISABLED}
    if name:
        values[f"current.{name}"] = CURRENT
    fp8 = presets.in_fp8(given.inputs)
    return _links(calculator, kind, fp8, swapped, given.wording.language).fill(values)


@kept
def _links(calculator: Calculator, kind: str, fp8: bool, swapped: bool, language: str) -> Stencil:
    inputs = {"precision": "fp8"} if fp8 else {}
    context = {
        "kind": kind,
        "keys": " ".join(presets.filled(calculator)[kind]),
        "links": [
            {"preset": preset, "filled": _query(calculator, preset, inputs)}
            for preset in presets.offered(calculator, kind)
        ],
        "swapped": swapped,
    }
    template = "_preset_list.html" if swapped else "_presets.html"
    return stencil(f"calculator/{template}", context)


def _query(calculator: Calculator, preset: Preset, inputs: dict[str, Any]) -> str:
    """The inputs that a preset fills, all of them, as the beginning of a query."""
    filled = presets.values(calculator, preset, inputs).items()
    return "&".join(f"{key}={calculator.inputs[key].plain(value)}" for key, value in filled)


def _rest(given: Answer, kind: str) -> SafeString:
    """What a link that fills in from one kind keeps: the other inputs and the other presets.

    It goes into every link of a list, escaped once.
    """
    if not links.fits(links.address(given)):
        return NOTHING
    taken = presets.filled(given.calculator)[kind]
    inputs = (part for key, part in links.inputs(given).items() if key not in taken)
    others = presets.Named(tuple(one for one in given.presets.known if one.kind != kind))
    kept = (*inputs, *links.beside(given), *presets.pairs(others))
    return escape("".join(f"&{part}" for part in kept))


# Where the values came from


def _note(given: Answer, *, swapped: bool) -> SafeString:
    lines = [_line(given, preset) for preset in _in_use(given)]
    lines += [format_html('<p class="message odd">{}</p>', text) for text in warnings(given)]
    return format_html(
        '<div id="presets-named"{}>{}</div>',
        SafeString(' hx-swap-oob="true"') if swapped else "",
        SafeString("".join(lines)),
    )


def _line(given: Answer, preset: Preset) -> SafeString:
    different = changed(given, preset)
    return format_html(
        '<p data-kind="{}" data-keys="{}">{}{}</p><p class="note-line">{}</p>',
        preset.kind,
        " ".join(different),
        _fields(given, preset, different),
        _restore(given, preset) if different else "",
        _origin(given, preset, different, linked=True),
    )


def printed(given: Answer) -> SafeString:
    """The presets among the given values on paper."""
    said: list[str] = []
    for preset in _in_use(given):
        different = changed(given, preset)
        sentences = (
            _fields(given, preset, different),
            _origin(given, preset, different, linked=False),
        )
        said.append(_together(given, sentences))
    pattern = '<div><dt>{}</dt><dd class="origin">{}</dd></div>'
    lines = ((gettext("Preset"), text) for text in (*said, *warnings(given)))
    return format_html_join("", pattern, lines)


def _together(given: Answer, sentences: Iterable[str]) -> SafeString:
    gap = between_sentences(given.wording.language)
    return SafeString(gap.join(map(conditional_escape, sentences)))


def _fields(given: Answer, preset: Preset, different: list[str]) -> str:
    """Which fields the preset filled, or which of them it would fill otherwise."""
    said = {"preset": preset.name, "fields": _labels(given, different or _filled(given, preset))}
    if different:
        return gettext("%(preset)s, changed: %(fields)s.") % said
    return gettext("Values of %(preset)s: %(fields)s.") % said


def _in_use(given: Answer) -> list[Preset]:
    """The presets of which there is something to say: they fill a field that is in use."""
    return [preset for preset in given.presets.known if _filled(given, preset)]


def _filled(given: Answer, preset: Preset) -> list[str]:
    values = presets.values(given.calculator, preset, given.inputs)
    return [key for key in values if key not in given.idle]


def _restore(given: Answer, preset: Preset) -> SafeString:
    return format_html(
        '{}<a class="restore" id="restore-{}" href="?{}{}&amp;preset={}" rel="nofollow" '
        'data-preset="{}">{}</a>',
        between_sentences(given.wording.language),
        preset.kind,
        _query(given.calculator, preset, given.inputs),
        _rest(given, preset.kind),
        preset.slug,
        preset.slug,
        gettext("Restore the preset"),
    )


def _origin(given: Answer, preset: Preset, different: list[str], *, linked: bool) -> SafeString:
    """Where the figures were published, and which of those in use are nowhere to be found."""
    sentences = [_source(preset, linked=linked)]
    fp8 = presets.in_fp8(given.inputs)
    taken = presets.filled(given.calculator)[preset.kind]
    doubtful = [
        key
        for key in _filled(given, preset)
        if key not in different and presets.stands_for(preset, taken[key], fp8) in preset.unverified
    ]
    if doubtful:
        said = {"fields": _labels(given, doubtful)}
        sentences.append(conditional_escape(gettext("Not verified: %(fields)s.") % said))
    return _together(given, sentences)


def _source(preset: Preset, *, linked: bool) -> SafeString:
    pattern = '<a href="{}" rel="noopener">{}</a>' if linked else "{1}"
    separator = conditional_escape(pgettext("between items of a list", ", "))
    sources = ((source.url, source.title) for source in preset.sources)
    said = {
        "sources": format_html_join(separator, pattern, sources),
        "date": format_html("<time>{}</time>", preset.checked.isoformat()),
    }
    text = gettext("Source: %(sources)s; checked on %(date)s.")
    return mark_safe(str(conditional_escape(text)) % said)


def _labels(given: Answer, keys: Iterable[str]) -> str:
    separator = pgettext("between items of a list", ", ")
    return separator.join(str(given.calculator.inputs[key].name) for key in keys)
