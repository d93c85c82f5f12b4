"""Numbers as people type them, and as this site writes them: the same in every language."""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Context, Decimal
from functools import lru_cache

NO_BREAK_SPACE = "\u00a0"
LONGEST_LITERAL = 100
LONGEST_SUFFIX = 20
_EXACT = Context(prec=2 * LONGEST_LITERAL)
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
    """Text that can be read as either of two numbers. `suffix` is what scales both, if any."""

    def __init__(self, first: Decimal, second: Decimal, suffix: str) -> None:
        super().__init__(first, second)
        self.first, self.second = first, second
        self.suffix = suffix


class UnknownSuffix(NotRead):
    """A number followed by something that its field does not take."""

    def __init__(self, suffix: str) -> None:
        super().__init__(suffix)
        self.suffix = suffix


@dataclass(frozen=True)
class Typed:
    """A number as it was read, and the percent sign or scale that came with it."""

    value: Decimal
    suffix: str = ""


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
    text = _without(units, " ".join(unicodedata.normalize("NFKC", text).split()))
    text = text.translate(DASHES)
    if power := _POWER_OF_TEN.match(text):
        mantissa = power["mantissa"] or "1"
        text = f"{mantissa}e{power['exponent']}{text[power.end() :]}"
    literal = _LITERAL.fullmatch(text)
    if literal is None or not literal[0].isprintable():
        raise NotANumber(text)
    suffix = (literal["rest"] or "").strip()
    _check(suffix, percent=percent)
    readings = _readings(literal["digits"].strip(), text)
    if suffix == "m":
        readings = [_shifted(readings[0], -3), _shifted(readings[0], 6)]
    exponent = int(literal["exponent"] or 0)
    power_of_ten = max(-LARGEST_EXPONENT, min(LARGEST_EXPONENT, exponent)) + SUFFIXES.get(suffix, 0)
    values = [_settled(_shifted(reading, power_of_ten)) for reading in readings]
    if literal["sign"] == "-":
        values = [value.copy_negate() if value else value for value in values]
    if len(values) > 1:
        raise Ambiguous(values[0], values[1], suffix)
    return Typed(values[0], suffix)


def _without(units: tuple[str, ...], text: str) -> str:
    """The text without a unit of the field that was repeated after the number."""
    for unit in units:
        if unit and text.endswith(unit):
            return text.removesuffix(unit).strip()
    return text


def _check(suffix: str, *, percent: bool) -> None:
    """Raise where what follows the digits is nothing that the field takes."""
    known = {"%"} if percent else {"m", *SUFFIXES}
    if not suffix or suffix in known:
        return
    strange = suffix.startswith((".", ",", "^")) or any(each.isdigit() for each in suffix)
    strange |= suffix.lower() in ("nan", "inf", "infinity")
    if strange or len(suffix) > LONGEST_SUFFIX:
        raise NotANumber(suffix)
    raise UnknownSuffix(suffix)


def _readings(digits: str, text: str) -> list[Decimal]:
    """The number, or both of them, that digits with separators can mean."""
    if _PLAIN.fullmatch(digits):
        return [Decimal(digits)]
    if _GROUPED.fullmatch(digits):
        return [Decimal(re.sub(r"[,'’_ ]", "", digits))]
    if comma := _ONE_COMMA.fullmatch(digits):
        whole, fraction = comma["whole"], comma["fraction"]
        return [Decimal(f"{whole}.{fraction}"), Decimal(whole + fraction.ljust(3, "0"))]
    raise WrongFormat(text)


def _shifted(value: Decimal, power: int) -> Decimal:
    """The value times a power of ten, with all of its digits."""
    return value.scaleb(power, _EXACT)


def _settled(value: Decimal) -> Decimal:
    """The value, or 0 where it is too small for a double."""
    return value if float(value) else Decimal(0)


@lru_cache(maxsize=4096, typed=True)
def plain(value: float) -> str:
    """Plain digits, as links carry them: no separators, no exponent.

    Only what would be too long to be read again is written with an exponent.
    """
    if isinstance(value, int):
        return str(value)
    shortest = repr(value)
    if "e" not in shortest:
        return shortest.removesuffix(".0")
    text = f"{Decimal(shortest):f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text if len(text) <= LONGEST_LITERAL else shortest.replace("+", "")


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


@lru_cache(maxsize=4096)
def rounded_money(value: float) -> Written:
    """An amount of money with two decimals, below 1 to four significant digits."""
    if not 1 <= abs(value) < POWERS_FROM:
        return rounded(value)
    return Written(f"{value:,.2f}".replace("-", "−"))


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
