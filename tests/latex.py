"""Evaluates the LaTeX that formulas are written in, exactly, in fractions."""

import math
import re
from collections.abc import Mapping
from fractions import Fraction

_TOKEN = re.compile(r"\s*(\\[A-Za-z]+|[A-Za-z][A-Za-z0-9_]*|\d+(?:\.\d+)?|\S)")
_CLOSING = {"(": ")", r"\lceil": r"\rceil", r"\lfloor": r"\rfloor"}


class Unreadable(ValueError):
    """LaTeX outside of what is understood here."""


def evaluate(latex: str, values: Mapping[str, Fraction]) -> Fraction:
    """The value of a formula in which keys stand for numbers."""
    parser = _Parser(latex, values)
    value = parser.sum()
    if parser.next:
        raise Unreadable(f"{parser.next} in {latex}")
    return value


class _Parser:
    """Descends from sums to atoms; each method reads one level and returns its value."""

    def __init__(self, latex: str, values: Mapping[str, Fraction]) -> None:
        # \left and \right only make a bracket as tall as what it holds.
        self._tokens: list[str] = [
            each for each in _TOKEN.findall(latex) if each not in (r"\left", r"\right")
        ]
        self._values = values

    @property
    def next(self) -> str:
        return self._tokens[0] if self._tokens else ""

    def take(self, expected: str = "") -> str:
        if not self.next or (expected and self.next != expected):
            raise Unreadable(f"{self.next or 'the end'} instead of {expected or 'a number'}")
        return self._tokens.pop(0)

    def sum(self) -> Fraction:
        sign = -1 if self.next == "-" and self.take() else 1
        value = sign * self.product()
        while self.next in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            value += sign * self.product()
        return value

    def product(self) -> Fraction:
        value = self.power()
        while self.next in (r"\cdot", "/"):
            operator = self.take()
            factor = self.power()
            value = value * factor if operator == r"\cdot" else value / factor
        return value

    def power(self) -> Fraction:
        base = self.atom()
        if self.next != "^":
            return base
        self.take()
        exponent = self.group()
        if exponent.denominator == 1:
            return base**exponent.numerator
        return Fraction(float(base) ** float(exponent))

    def group(self) -> Fraction:
        self.take("{")
        value = self.sum()
        self.take("}")
        return value

    def atom(self) -> Fraction:
        token = self.take()
        if token in _CLOSING:
            value = self.sum()
            self.take(_CLOSING[token])
            if token == "(":
                return value
            return Fraction(math.ceil(value) if token == r"\lceil" else math.floor(value))
        if token == r"\frac":
            return self.group() / self.group()
        if token == r"\sqrt":
            return Fraction(math.sqrt(self.group()))
        if token == r"\log":
            self.take("_")
            self.take("2")
            return Fraction(math.log2(self.atom()))
        if token in (r"\max", r"\min"):
            return (max if token == r"\max" else min)(self.arguments())
        if token in self._values:
            return self._values[token]
        if token[0].isdigit():
            return Fraction(token)
        raise Unreadable(token)

    def arguments(self) -> list[Fraction]:
        self.take("(")
        values = [self.sum()]
        while self.next == ",":
            self.take()
            values.append(self.sum())
        self.take(")")
        return values
