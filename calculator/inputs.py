"""Kinds of input: Django form fields that read what people type and say what is wrong."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any, ClassVar, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext

from calculator import numbers, units
from calculator.messages import (
    E_AMBIGUOUS,
    E_BETWEEN,
    E_CHOICE,
    E_FORMAT,
    E_LESS,
    E_MAX,
    E_MIN,
    E_MORE,
    E_NO_UNIT,
    E_NUMBER,
    E_REQUIRED,
    E_SUFFIX,
    E_SWITCH,
    E_WHOLE,
    W_PERCENT,
    Refusal,
    Remark,
    Text,
    Verbatim,
)
from calculator.wording import Wording, between_sentences


@dataclass(frozen=True, eq=False)
class Group:
    """Fields under one heading; a folded group opens on demand, its defaults in force."""

    title: Text
    folded: bool = False


class Input(forms.Field):
    """What all kinds share. `default` is None where the field may stay empty and starts so.

    `when` names a choice and the codes with which the input is in use; with any other code it
    is hidden, neither checked nor used, and keeps its value in the link. `preset` names the
    figure of a preset that fills the input, where that is not its key; "" is none.
    """

    kind: ClassVar[str]

    def __init__(
        self,
        *,
        label: Text,
        default: Any,
        group: Group,
        symbol: str = "",
        unit: str = "",
        help: Text = "",
        when: tuple[str, tuple[str, ...]] | None = None,
        preset: str | None = None,
    ) -> None:
        # Help stays here: Django would translate it for each form, whether it is printed or not.
        super().__init__(label=cast("str", label), initial=default, required=False)
        self.help = help
        self.key = ""  # set by the calculator
        self.default = default
        self.group = group
        self.symbol = symbol
        self.unit = unit
        self.when = when
        self.preset = preset
        # The codes of what is solved for with which the input is in use; set by the calculator.
        self.solving: tuple[str, ...] | None = None
        self.default_text = "" if default is None else self.plain(default)

    @cached_property
    def untouched(self) -> Any:
        """The value of the default as a field that holds it is read."""
        return self.clean(self.default_text)

    @property
    def name(self) -> Text:
        return self.label or ""

    @property
    def optional(self) -> bool:
        return self.default is None

    def hint(self) -> str:
        """What may be entered, then one fact that helps to enter it."""
        return str(self.help)

    def unit_code(self, inputs: Mapping[str, Any]) -> str:
        return units.resolve(self.unit, inputs)

    def refuse(self, template: Text, **values: Any) -> ValidationError:
        return ValidationError(Refusal(template, label=self.key, **values))  # type: ignore[arg-type]

    def clean(self, value: str) -> Any:
        """The value that was typed. Raises ValidationError that holds a Refusal."""
        if value.strip():
            return self.parse(value)
        if self.optional:
            return None
        raise self.refuse(E_REQUIRED, example=self.default)

    def parse(self, text: str) -> Any:
        raise NotImplementedError

    def plain(self, value: Any) -> str:
        """The value as links carry it."""
        return str(value)

    def shown(self, text: str) -> str:
        """The text as its field shows it when a page opens."""
        return text

    def write(self, value: Any, wording: Wording) -> str:
        """The value as people read it, with its unit."""
        return str(value)

    def echo(self, text: str, value: Any) -> str:
        """How the text was read, where that differs from what was typed."""
        return ""

    def remark(self, text: str, value: Any) -> Remark | None:
        """A remark on a value that is legal but looks like a slip."""
        return None


class Number(Input):
    """A number with its two ends; `above` and `below` are ends that are left out.

    `billions` says that a bare number counts 10⁹, as in parameters and tokens: 7B is 7.
    """

    kind = "number"
    keypad = "decimal"
    grouped_example = "1,234.5"

    def __init__(
        self,
        *,
        minimum: float = 0,
        maximum: float | None = None,
        above: float | None = None,
        below: float | None = None,
        billions: bool = False,
        zero_is_empty: bool = False,
        too_large: Text = "",
        **options: Any,
    ) -> None:
        self.minimum, self.maximum = minimum, maximum
        self.above, self.below = above, below
        self.billions = billions
        self.zero_is_empty = zero_is_empty
        self.too_large = too_large
        super().__init__(**options)
        self.unit_codes: tuple[str, ...] = ()  # set by the calculator
        self._unit_words: dict[str, tuple[str, ...]] = {}

    @property
    def example(self) -> float:
        return self.minimum + 1 if self.default is None else self.default

    def parse(self, text: str) -> Any:
        value = self.within(self.read(text))
        return None if self.zero_is_empty and not value else self.convert(value)

    def takes(self, text: str) -> bool:
        """Whether a text is a number that the field takes."""
        try:
            return self.clean(text) is not None
        except ValidationError:
            return False

    def read(self, text: str) -> Decimal:
        """The number in the field's unit, whatever its size."""
        try:
            # No unit ends in a digit.
            spelled = () if text[-1:].isdigit() else self.unit_words()
            typed = numbers.read(text, percent=self.unit == "%", units=spelled)
        except numbers.Ambiguous as error:
            scale = -9 if self.billions and error.suffix else 0
            first, second = (
                Verbatim(numbers.exact(float(number.scaleb(scale))))
                for number in (error.first, error.second)
            )
            raise self.refuse(
                E_AMBIGUOUS, typed=Verbatim(text.strip()), first=first, second=second
            ) from error
        except numbers.WrongFormat as error:
            raise self.refuse(E_FORMAT, example=Verbatim(self.grouped_example)) from error
        except numbers.UnknownSuffix as error:
            template = E_SUFFIX if self.unit else E_NO_UNIT
            raise self.refuse(template, suffix=Verbatim(error.suffix)) from error
        except numbers.NotRead as error:
            raise self.refuse(E_NUMBER, example=self.example) from error
        return typed.value.scaleb(-9) if self.billions and typed.suffix else typed.value

    def unit_words(self) -> tuple[str, ...]:
        """Spellings of the field's units that may follow the number."""
        language = get_language() or "en"
        if language not in self._unit_words:
            codes = [code.removeprefix("B ") for code in self.unit_codes if code != "%"]
            words = (
                word
                for code in codes
                for word in (
                    code,
                    units.text(code, language),
                    units.text(code, language, one=True),
                )
            )
            # As the text will be, in which µ becomes another letter.
            normal = (unicodedata.normalize("NFKC", word) for word in words)
            self._unit_words[language] = tuple(dict.fromkeys(normal))
        return self._unit_words[language]

    def within(self, value: Decimal) -> Decimal:
        """The value, once it is known to lie between the two ends."""
        low, high = self.ends()
        too_low = value < Decimal(repr(low)) or (self.above is not None and value == low)
        too_high = high is not None and (
            value > Decimal(repr(high)) or (self.below is not None and value == high)
        )
        if too_high and self.too_large:
            raise self.refuse(self.too_large, max=high)
        if (too_low or too_high) and self.both_ends_matter:
            raise self.refuse(E_BETWEEN, min=low, max=high)
        if too_low:
            raise self.refuse(E_MIN if self.above is None else E_MORE, min=low)
        if too_high:
            raise self.refuse(E_MAX if self.below is None else E_LESS, max=high)
        return value

    @property
    def both_ends_matter(self) -> bool:
        """Whether a message names both ends: percentages with both ends included."""
        return (
            self.unit == "%"
            and self.maximum is not None
            and self.above is None
            and self.below is None
            and not self.too_large
        )

    @property
    def inputmode(self) -> str:
        """The keypad of phones; those for digits have no minus."""
        return "text" if self.ends()[0] < 0 else self.keypad

    def ends(self) -> tuple[float, float | None]:
        low = self.minimum if self.above is None else self.above
        return low, self.maximum if self.below is None else self.below

    def convert(self, value: Decimal) -> Any:
        return float(value)

    def plain(self, value: Any) -> str:
        return numbers.plain(value)

    def write(self, value: Any, wording: Wording) -> str:
        if value is None:
            return ""
        code = self.unit_code(wording.inputs)
        return units.with_unit(str(numbers.exact(value)), code, wording.language)

    def echo(self, text: str, value: Any) -> str:
        if value is None:
            return ""
        text = text.strip()
        written = str(numbers.exact(value)) + ("%" if self.unit == "%" else "")
        same = text in (self.plain(value), written, written.removesuffix("%"))
        return "" if same else written

    def hint(self) -> str:
        gap = between_sentences(get_language() or "en")
        return gap.join(filter(None, (self.range_hint(), str(self.help))))

    def range_hint(self) -> str:
        low, high = self.ends()
        ends = {"min": _short(low), "max": "" if high is None else _short(high)}
        if self.unit == "%":
            ends = {name: f"{end}%" for name, end in ends.items()}
        if self.above is not None and self.below is not None:
            return gettext("Between %(min)s and %(max)s, ends left out.") % ends
        if self.above is not None:
            return gettext("More than %(min)s, up to %(max)s.") % ends
        return gettext("%(min)s to %(max)s.") % ends


def _short(number: float) -> str:
    """A number for a hint: long powers of ten as 10¹²."""
    power = len(str(int(number))) - 1
    if power >= 9 and number == 10**power:
        return "10" + str(power).translate(numbers.SUPERSCRIPT_DIGITS)
    return str(numbers.exact(number))


class Count(Number):
    """A whole number, exact at any size.

    When it is solved for, it comes out as a multiple of the input named by `multiple_of`.
    `divisible` says that `compute` takes fractions of it too, for the exact value before it is
    rounded.
    """

    keypad = "numeric"
    grouped_example = "1,234"

    def __init__(
        self,
        *,
        minimum: int = 1,
        zero_is_empty: bool = False,
        multiple_of: str = "",
        divisible: bool = True,
        **options: Any,
    ) -> None:
        minimum = 0 if zero_is_empty else minimum
        super().__init__(minimum=minimum, zero_is_empty=zero_is_empty, **options)
        self.multiple_of = multiple_of
        self.divisible = divisible

    def read(self, text: str) -> Decimal:
        value = super().read(text)
        if value != value.to_integral_value():
            raise self.refuse(E_WHOLE, example=self.example)
        return value

    def convert(self, value: Decimal) -> int:
        return int(value)


class Quantity(Number):
    """A real number in a unit."""


class Percent(Number):
    """A percentage, 0 to 100 everywhere: in the field, the link, `compute` and JSON."""

    def __init__(self, *, maximum: float = 100, below: float | None = None, **options: Any) -> None:
        super().__init__(unit="%", maximum=maximum, below=below, **options)

    def remark(self, text: str, value: Any) -> Remark | None:
        if value is None or not 0 < value <= 1 or "%" in unicodedata.normalize("NFKC", text):
            return None
        hundredfold = float(Decimal(repr(value)) * 100)
        return Remark(
            W_PERCENT, label=self.key, value=value, hundredfold=hundredfold, repair=hundredfold
        )


class Choice(Input):
    """One of a few options. Links, JSON and cases carry the code, pages show the label."""

    kind = "choice"
    # Up to so many options stand side by side; more are a select.
    most_side_by_side = 4

    def __init__(self, *, choices: Sequence[tuple[str, Text]], **options: Any) -> None:
        self.choices = dict(choices)
        self._written: dict[tuple[str, str], str] = {}
        super().__init__(**options)

    @property
    def side_by_side(self) -> bool:
        return len(self.choices) <= self.most_side_by_side

    def clean(self, value: str) -> Any:
        # A choice may have an option for none of the others, whose code is empty.
        return value if value in self.choices else super().clean(value)

    def parse(self, text: str) -> str:
        code = unicodedata.normalize("NFKC", text).strip()
        if code not in self.choices:
            raise self.refuse(E_CHOICE)
        return code

    def write(self, value: Any, wording: Wording) -> str:
        key = (value, wording.language)
        if key not in self._written:
            self._written[key] = str(self.choices[value])
        return self._written[key]


class UnitChoice(Choice):
    """A choice that only names the unit of other values; `compute` does not take it."""

    most_side_by_side = 0


class Switch(Input):
    """Yes or no."""

    kind = "switch"
    words: ClassVar[dict[str, bool]] = {
        **dict.fromkeys(("true", "yes", "on", "1"), True),
        **dict.fromkeys(("false", "no", "off", "0"), False),
    }

    def parse(self, text: str) -> bool:
        word = unicodedata.normalize("NFKC", text).strip().lower()
        if word not in self.words:
            raise self.refuse(E_SWITCH)
        return self.words[word]

    def plain(self, value: Any) -> str:
        return "true" if value else "false"

    def write(self, value: Any, wording: Wording) -> str:
        return gettext("Yes") if value else gettext("No")


class CalculatorForm(forms.Form):
    """The inputs of a calculator, in the order of the page, and the rules across them.

    It declares the fields, which answers clean one by one: binding them to a form for each
    request took a fifth of a recompute and added nothing to it.
    """

    @staticmethod
    def rules(values: Mapping[str, Any]) -> Iterator[Refusal]:
        """What is refused although each field by itself is in order."""
        return iter(())
