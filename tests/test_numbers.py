"""Reading numbers as people type them, and writing them so that they are read back the same."""

import re
import unicodedata
from decimal import Decimal

import pytest
from django.utils.translation import override
from hypothesis import example, given
from hypothesis import strategies as st

from calculator import units
from calculator.answers import answer
from calculator.base import Calculator
from calculator.inputs import Number
from calculator.numbers import (
    Ambiguous,
    NotANumber,
    NotRead,
    UnknownSuffix,
    WrongFormat,
    exact,
    plain,
    read,
    rounded,
    rounded_money,
    rounded_percent,
)
from calculator.registry import calculators

LANGUAGES = ("en", "zh-hant", "ja")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("64", "64"),
        (" 64 ", "64"),
        ("0064", "64"),
        ("64.0", "64"),
        ("64.", "64"),
        (".5", "0.5"),
        ("+64", "64"),
        ("６４", "64"),  # N1
        ("２０００", "2000"),
        ("９０．５", "90.5"),
        ("２，０００", "2000"),  # N2
        ("１　０００", "1000"),
        ("1 048 576", "1048576"),  # N5
        ("1\u00a0048\u00a0576", "1048576"),
        ("1\u202f048\u202f576.5", "1048576.5"),
        ("1,048,576.25", "1048576.25"),
        ("12,345", "12345"),
        ("1'048'576", "1048576"),
        ("1’048’576", "1048576"),
        ("1_048_576", "1048576"),
        ("1.234", "1.234"),
        ("1e6", "1000000"),  # N6
        ("2.5E-1", "0.25"),
        ("1E+6", "1000000"),
        ("３ｅ２３", "3e23"),
        ("1e0000000000006", "1000000"),
        ("2k", "2000"),  # N7
        ("2 K", "2000"),
        ("7B", "7e9"),
        ("70b", "70e9"),
        ("７Ｂ", "7e9"),
        ("1.5M", "1500000"),
        ("2T", "2e12"),
        ("1,500k", "1500000"),
        ("−5", "-5"),  # N10: U+2212
        ("–5", "-5"),
        ("－５", "-5"),
        ("ー５", "-5"),
        ("- 5", "-5"),
        ("6.3 × 10²⁴", "6.3e24"),
        ("6.3\u00a0×\u00a010²⁴", "6.3e24"),
        ("−6.3 × 10⁻⁵", "-6.3e-5"),
        ("6.3x10^24", "6.3e24"),
        ("6.3*10^24", "6.3e24"),
        ("6.3·10^24", "6.3e24"),
        ("10²⁴", "1e24"),
        ("1e400", "1e400"),
        ("0e999999999999", "0"),
        ("9" * 100, "9" * 100),
    ],
)
def test_understood(text: str, value: str) -> None:
    assert read(text).value == Decimal(value)


@pytest.mark.parametrize("text", ["90%", "90 %", "９０％", "90\u00a0%", "+90%", "90.0%"])
def test_percent_sign_belongs_to_percentages(text: str) -> None:
    """N8."""
    assert read(text, percent=True).value == 90
    with pytest.raises(UnknownSuffix) as refused:
        read(text)
    assert refused.value.suffix == "%"


@pytest.mark.parametrize("text", ["-0", "−0", "-0.0", "-0e5", "-0%"])
def test_minus_nothing_is_nothing(text: str) -> None:
    assert str(read(text, percent=True).value) == "0"


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("1,5", "1.5", "1500"),  # N3
        ("１，５", "1.5", "1500"),
        ("90,5", "90.5", "90500"),  # N13
        ("1,23", "1.23", "1230"),
        ("0,125", "0.125", "125"),
        ("1234,567", "1234.567", "1234567"),
        ("−1,5", "-1.5", "-1500"),
        ("1,5k", "1500", "1500000"),
        ("1,5e3", "1500", "1500000"),
        ("2m", "0.002", "2000000"),  # milli, or million
    ],
)
def test_ambiguous_is_refused_with_both_readings(text: str, first: str, second: str) -> None:
    with pytest.raises(Ambiguous) as refused:
        read(text)
    assert (refused.value.first, refused.value.second) == (Decimal(first), Decimal(second))


@pytest.mark.parametrize(
    "text",
    [
        "1.234,5",  # N4
        "1.234.567",
        "12 34",  # N5
        "1 0 0",
        "1,,000",
        "1,000,5",
        "1,00,000",
        "1,2345",
        "1,000 000",
        "1 000,000",
        "1__000",
        "1. 5",
    ],
)
def test_separators_not_in_threes_are_refused(text: str) -> None:
    with pytest.raises(WrongFormat):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        "abc",
        "e5",
        "NaN",
        "nan",
        "inf",
        "-Infinity",
        "1inf",
        "1e1.5",
        "--5",
        "1/2",
        "½",
        "5²",
        "0x10",
        "6.3 × 10^2.5",
        "5\x00",
        "5\u200b",
        "1" * 101,
        "1e" + "9" * 99,
        " " * 101,
    ],
)
def test_not_a_number(text: str) -> None:
    with pytest.raises(NotANumber):
        read(text)


@pytest.mark.parametrize(
    ("text", "suffix"),
    [("64 GB", "GB"), ("64kk", "kk"), ("64 m/s", "m/s"), ("64個", "個"), ("64 %%", "%%")],
)
def test_unknown_suffix_is_named(text: str, suffix: str) -> None:
    with pytest.raises(UnknownSuffix) as refused:
        read(text)
    assert refused.value.suffix == suffix


def test_scale_of_a_percentage_is_not_understood() -> None:
    with pytest.raises(UnknownSuffix):
        read("90k", percent=True)


NUMBERS = [
    pytest.param(calculator, one, id=f"{calculator.slug}-{key}")
    for calculator in calculators().values()
    for key, one in calculator.inputs.items()
    if isinstance(one, Number)
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("calculator", "one"), NUMBERS)
def test_unit_may_be_repeated_after_its_number(
    calculator: Calculator, one: Number, language: str
) -> None:
    """The number is the same with the unit of the field behind it, in any language."""
    with override(language):
        for code in calculator.unit_codes(one):
            # A field in billions takes the amount itself: 7B tokens is 7.
            scale, word = ("B ", code.removeprefix("B ")) if one.billions else ("", code)
            for spelling in {
                word,
                units.text(word, language),
                units.text(word, language, one=True),
            }:
                for gap in ("", " ", "\u00a0"):
                    text = f"{one.plain(one.example)}{gap}{scale}{spelling}"
                    read_as = answer(calculator, {one.key: text})
                    assert one.key not in read_as.refusals, text
                    assert read_as.inputs[one.key] == one.example


def test_suffix_may_stand_before_the_unit() -> None:
    flagship = calculators()["data-parallel-scaling"]
    read_as = answer(flagship, {"throughput_per_device": "2k samples/s", "total_work": "1.4T"})
    assert read_as.inputs["throughput_per_device"] == 2000
    assert read_as.inputs["total_work"] == 1.4e12


@pytest.mark.parametrize(
    ("text", "value"), [("7B", 7), ("500M", 0.5), ("15T", 15000), ("7", 7), ("7e3", 7000)]
)
def test_field_in_billions(text: str, value: float) -> None:
    """A bare number counts billions, a suffix states the amount itself."""
    calculator = calculators()["effective-batch-size"]
    assert answer(calculator, {"dataset_tokens_b": text}).inputs["dataset_tokens_b"] == value


@pytest.mark.parametrize("text", ["64.0", "6.4e1", "0.064k"])
def test_whole_number_in_any_spelling(text: str) -> None:
    value = answer(calculators()["data-parallel-scaling"], {"devices": text}).inputs["devices"]
    assert (value, type(value)) == (64, int)


def test_too_small_for_a_double_counts_as_zero() -> None:
    flagship = calculators()["data-parallel-scaling"]
    assert answer(flagship, {"scaling_efficiency": "1e-400"}).inputs["scaling_efficiency"] == 0
    # Where 0 is left out it is refused as 0 is.
    assert "throughput_per_device" in answer(flagship, {"throughput_per_device": "1e-400"}).refusals


@given(st.text(max_size=120), st.booleans())
@example("1e" + "0" * 98, False)
@example("⁻⁻¹", False)
@example("10^" + "9" * 90, True)
def test_any_text_is_read_or_refused(text: str, percent: bool) -> None:
    try:
        value = read(text, percent=percent, units=("tokens", "token")).value
    except NotRead:
        return
    assert value.is_finite()


DIGITS = "0123456789.,'’_ -+−eEkKmMbBtT%×x*·^⁰¹²³⁻１２３，．％\u00a0\u202f\u3000"


@given(st.text(alphabet=DIGITS, max_size=30), st.booleans())
def test_any_digits_are_read_or_refused(text: str, percent: bool) -> None:
    try:
        value = read(text, percent=percent).value
    except NotRead:
        return
    # What is read is never a guess: its digits are among those typed.
    typed = re.sub(r"\D", "", unicodedata.normalize("NFKC", text))
    assert set(re.sub(r"\D", "", f"{value:e}".partition("e")[0])) <= {*typed, "0"}


@given(
    st.integers(1000, 10**24),
    st.sampled_from([",", " ", "'", "’", "_", "，", "\u00a0", "\u2009", "\u202f", "\u3000"]),
    st.sampled_from(["", ".5", ".125"]),
)
def test_groups_of_three_change_nothing(number: int, separator: str, fraction: str) -> None:
    text = f"{number:,}".replace(",", separator) + fraction
    assert read(text) == read(f"{number}{fraction}")


@given(st.integers(1000, 10**20), st.sampled_from([",", " ", "'", "_"]), st.data())
def test_groups_of_other_sizes_are_refused(
    number: int, separator: str, data: st.DataObject
) -> None:
    groups = f"{number:,}".split(",")
    place = data.draw(st.integers(1, len(groups) - 1))
    groups[place] = data.draw(st.sampled_from([groups[place][:2], groups[place] + "0"]))
    with pytest.raises(NotRead):
        read(separator.join(groups))


# Numbers as people type them: up to fifteen digits, anywhere in the range of a double.
typed_numbers = st.builds(
    lambda digits, exponent: float(f"{digits}e{exponent}"),
    st.integers(-(10**15) + 1, 10**15 - 1),
    st.integers(-300, 290),
)


@given(typed_numbers)
@example(6.3e24)
@example(0.0001)
@example(-0.5)
def test_exact_is_read_back(value: float) -> None:
    """What an echo says can be typed."""
    assert float(read(str(exact(value))).value) == value


@given(st.integers(-(10**15) + 1, 10**15 - 1))
def test_exact_count_is_read_back(value: int) -> None:
    assert int(read(str(exact(value))).value) == value


@given(st.floats(allow_nan=False, allow_infinity=False))
@example(1e-100)
@example(1.2345678901234567e-90)
@example(5e-324)
@example(1.7976931348623157e308)
def test_plain_is_read_back(value: float) -> None:
    """A link carries the very number, however small or large."""
    assert float(read(plain(value)).value) == value


@given(st.integers(0, 10**90))
def test_plain_count_is_read_back(value: int) -> None:
    assert int(read(plain(value)).value) == value


@given(st.floats(-1e21, 1e21))
def test_plain_of_ordinary_numbers_has_digits_only(value: float) -> None:
    assert re.fullmatch(r"-?\d+(\.\d+)?", plain(value if abs(value) > 1e-9 else 0.0))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (128000, "128,000"),
        (128000.0, "128,000"),
        (2000.5, "2,000.5"),
        (0.0005, "0.0005"),
        (-5, "−5"),
        (0, "0"),
        (6.3e24, "6.3\u00a0×\u00a010²⁴"),
        (1e-5, "1\u00a0×\u00a010⁻⁵"),
        (999_999_999_999_999, "999,999,999,999,999"),
        (10**15, "1\u00a0×\u00a010¹⁵"),
    ],
)
def test_exact(value: float, text: str) -> None:
    assert str(exact(value)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (115200.0, "115,200"),
        (57.6, "57.6"),
        (2.85, "2.85"),  # R1
        (4.16873857, "4.169"),
        (23.4567891, "23.457"),
        (499.703034, "499.703"),
        (1234.5678, "1,234.57"),
        (209152.738, "209,153"),
        (9.99996, "10"),
        (999999.9, "1,000,000"),
        (0.000123456, "0.0001235"),
        (0.0000123456, "1.235\u00a0×\u00a010⁻⁵"),
        (1234567.0, "1,234,567"),
        (123456789012, "123,456,789,012"),
        (-1234.5678, "−1,234.57"),
        (-0.0, "0"),
        (6.3e24, "6.3\u00a0×\u00a010²⁴"),  # R3
        (-6.3e24, "−6.3\u00a0×\u00a010²⁴"),
        (9.9999999e24, "1\u00a0×\u00a010²⁵"),
    ],
)
def test_rounded(value: float, text: str) -> None:
    assert str(rounded(value)) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.176366843, "0.1764"), (81.7002882, "81.7"), (90.0, "90"), (5.25, "5.25")]
)
def test_rounded_percent(value: float, text: str) -> None:
    assert str(rounded_percent(value)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (385.802469136, "385.80"),
        (16.0, "16.00"),
        (16, "16.00"),
        (1234567.891, "1,234,567.89"),
        (-38.5802469136, "−38.58"),
        (0.38580246914, "0.3858"),
        (0.0012345678, "0.001235"),
        (0.0, "0"),
        (1.5e15, "1.5\u00a0×\u00a010¹⁵"),
    ],
)
def test_rounded_money(value: float, text: str) -> None:
    assert str(rounded_money(value)) == text


def test_money_is_written_with_two_decimals_and_computed_with_all() -> None:
    given = {"total_work": "1e9", "price_per_device_hour": "2.5"}
    flagship = calculators()["data-parallel-scaling"]
    said = answer(flagship, given)
    assert said.write("run_cost") == "385.80\u00a0USD"
    assert said.write("cost_per_million") == "0.3858\u00a0USD"
    assert said.write("wasted_per_hour") == "16.00\u00a0USD/hour"
    assert said.values["run_cost"] == pytest.approx(385.802469136, rel=1e-11)
    # What was typed stands as it was typed.
    assert said.write("price_per_device_hour") == "2.5\u00a0USD per device-hour"


@given(st.floats(-1e300, 1e300))
@example(999999999999999.9)
@example(0.00009999999)
def test_rounded_stays_close_and_readable(value: float) -> None:
    text = str(rounded(value))
    assert re.fullmatch(r"−?\d{1,3}(,\d{3})*(\.\d+)?(\u00a0×\u00a010⁻?[⁰¹²³⁴-⁹]+)?", text), text
    assert float(read(text).value) == pytest.approx(value, rel=5e-4, abs=0)


@given(st.floats(1e-300, 1e300))
def test_rounded_is_the_same_below_zero(value: float) -> None:
    assert str(rounded(-value)) == f"−{rounded(value)}"
