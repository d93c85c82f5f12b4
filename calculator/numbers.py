"""Numbers as people type them, and as this site writes them: the same in every language."""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

NO_BREAK_SPACE = "\u00a0"
LONGEST_LITERAL = 100
# A double holds nothing beyond 10^308; a longer exponent only has to stay comparable.
LARGEST_EXPONENT = 9999
SUFFIXES = {"k": 3, "K": 3, "M": 6, "B": 9, "b": 9, "T": 12, "t": 12}
# Hyphens, dashes and minus signs, and the long-vowel mark that a Japanese keyboard types.
DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－ー"), "-")
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
SUPERSCRIPT_DIGITS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")

_POWER_OF_TEN = re.compile(r"(?:(?P<mantissa>.+?)\s*[×x*·⋅]\s*)?10\^(?P<exponent>[+-]?\d{1,6})")
_SUPERSCRIPT = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+")
_LITERAL = re.compile(
    r"(?P<sign>[+-]?)\s*(?P<digits>[\d.,'’_ ]*\d[.,]?)(?:[eE](?P<exponent>[+-]?\d+))?"
    r"\s*(?P<rest>\D.*)?"
)
_PLAIN = re.compile(r"\d+\.?\d*|\.\d+")
_GROUPED = re.compile(
    r"(?P<first>[1-9]\d{0,2})(?:(?P<separator>[,'’_ ])\d{3}(?:(?P=separator)\d{3})*)(?:\.\d*)?"
)
_ONE_COMMA = re.compile(r"(?P<whole>\d+),(?P<fraction>\d{1,3})")


class NotRead(ValueError):
    """Typed text that is not read as a number; the subclass says why."""


class NotANumber(NotRead):
    """Letters, NaN, infinity, or more than 100 characters."""


class WrongFormat(NotRead):
    """Separators that are mixed or not in threes."""


class Ambiguous(NotRead):
    """Text that can be read as either of two numbers."""

    def __init__(self, first: Decimal, second: Decimal) -> None:
        super().__init__(first, second)
        self.first, self.second = first, second


class UnknownSuffix(NotRead):
    """A number followed by something that its field does not take."""

    def __init__(self, suffix: str) -> None:
        super().__init__(suffix)
        self.suffix = suffix


@dataclass(frozen=True)
class Typed:
    """A number as it was read. `marked` says that a percent sign or a suffix came with it."""

    value: Decimal
    suffix: str = ""

    @property
    def marked(self) -> bool:
        return bool(self.suffix)


@lru_cache(maxsize=4096)
def read(text: str, *, percent: bool = False, units: tuple[str, ...] = ()) -> Typed:
    """Read a number as people type it. Everything ambiguous is refused, nothing is guessed.

    Full-width digits, group separators in threes, exponents, "6.3 × 10²⁴", k, M, B and T,
    Unicode minus signs and, in a percent field, a percent sign are understood. A unit of the
    field, repeated after the number, is ignored.

    Raises NotANumber, WrongFormat, Ambiguous or UnknownSuffix.
    """
    if len(text) > LONGEST_LITERAL:
        raise NotANumber(text)
    # Before NFKC, which would make 1024 of 10²⁴.
    text = _SUPERSCRIPT.sub(lambda raised: "^" + raised[0].translate(SUPERSCRIPTS), text)
    text = " ".join(unicodedata.normalize("NFKC", text).translate(DASHES).split())
    if power := _POWER_OF_TEN.match(text):
        mantissa = power["mantissa"] or "1"
        text = f"{mantissa}e{power['exponent']}{text[power.end() :]}"
    literal = _LITERAL.fullmatch(text)
    if literal is None or not literal[0].isprintable():
        raise NotANumber(text)
    rest = (literal["rest"] or "").strip()
    if rest.lower() in ("nan", "inf", "infinity") or rest.startswith((".", ",", "^")):
        raise NotANumber(text)
    value = _scaled(_digits(literal["digits"].strip(), text), literal["exponent"])
    if literal["sign"] == "-":
        value = -value
    suffix = _suffix(rest, value, percent=percent, units=units)
    if suffix in SUFFIXES:
        value = value.scaleb(SUFFIXES[suffix])
    return Typed(value if value else Decimal(0), suffix)


def _digits(digits: str, text: str) -> Decimal:
    if _PLAIN.fullmatch(digits):
        return Decimal(digits)
    if _GROUPED.fullmatch(digits):
        return Decimal(re.sub(r"[,'’_ ]", "", digits))
    if comma := _ONE_COMMA.fullmatch(digits):
        whole, fraction = comma["whole"], comma["fraction"]
        raise Ambiguous(Decimal(f"{whole}.{fraction}"), Decimal(whole + fraction.ljust(3, "0")))
    raise WrongFormat(text)


def _scaled(value: Decimal, exponent: str | None) -> Decimal:
    if exponent is None or not value:
        return value
    power = int(exponent[:8])
    return value.scaleb(max(-LARGEST_EXPONENT, min(LARGEST_EXPONENT, power)))


def _suffix(rest: str, value: Decimal, *, percent: bool, units: tuple[str, ...]) -> str:
    """What follows the digits, once a unit of the field is taken off: "", "%" or a scale."""
    for unit in units:
        if unit and rest.endswith(unit):
            rest = rest.removesuffix(unit).strip()
            break
    if rest == "" or (percent and rest == "%"):
        return rest
    if rest == "m" and not percent:
        raise Ambiguous(value.scaleb(-3), value.scaleb(6))
    if rest in SUFFIXES and not percent:
        return rest
    if len(rest) > 20 or any(character.isdigit() for character in rest):
        raise NotANumber(rest)
    raise UnknownSuffix(rest)


def plain(value: float | Decimal) -> str:
    """Plain digits, as links carry them: no separators, no exponent."""
    if isinstance(value, int):
        return str(value)
    exact = Decimal(repr(value)) if isinstance(value, float) else value
    text = f"{exact:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


@dataclass(frozen=True)
class Written:
    """A number in writing: its digits, and the power of ten they are multiplied by."""

    digits: str
    exponent: int | None = None

    def __str__(self) -> str:
        if self.exponent is None:
            return self.digits
        power = str(self.exponent).translate(SUPERSCRIPT_DIGITS)
        return f"{self.digits}{NO_BREAK_SPACE}×{NO_BREAK_SPACE}10{power}"


# From here on, and below one ten-thousandth, a number is written with a power of ten.
POWERS_FROM = 10**15
POWERS_BELOW = 1e-4


def exact(value: float) -> Written:
    """All digits of a given number: 128,000; 0.0005; 6.3 × 10²⁴."""
    return _written(value, 15)


def rounded(value: float) -> Written:
    """A result to four to six significant digits, three decimals from 1 on.

    Whole numbers keep all of theirs.
    """
    size = abs(value)
    return _written(value, 4 if size < 10 else 5 if size < 100 else 6)


def rounded_percent(value: float) -> Written:
    """A percentage to four significant digits."""
    return _written(value, 4)


@lru_cache(maxsize=4096, typed=True)
def _written(value: float, digits: int) -> Written:
    size = abs(value)
    if size >= POWERS_FROM or 0 < size < POWERS_BELOW:
        mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
        mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        return Written(mantissa.replace("-", "−"), int(exponent))
    if isinstance(value, int) or value.is_integer():
        text = f"{int(value):,}"
    else:
        text = _fixed(size, digits)
        text = f"-{text}" if value < 0 else text
    return Written(text.replace("-", "−"))


def _fixed(size: float, digits: int) -> str:
    """A positive number to so many significant digits, grouped, without trailing zeros."""
    whole, _, fraction = f"{size:.{digits}g}".partition(".")
    if "e" in whole or "e" in fraction:
        whole, _, fraction = f"{size:.0f}", "", ""
    fraction = fraction.rstrip("0")
    return f"{int(whole):,}.{fraction}" if fraction else f"{int(whole):,}"
