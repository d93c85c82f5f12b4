"""Counting rods: the share of a whole, and the numerals of categories."""

from dataclasses import dataclass
from functools import lru_cache

from calculator.formulas.rounding import settle

HEIGHT = 40
STUB = HEIGHT // 8
# Whole things are counted one rod each up to so many; more are drawn as rods of 2%.
MOST_COUNTED = 64
COUNTED_GROUP = 8
SHARE_RODS = 50
SHARE_GROUP = 10
# In units of the drawing: a rod, the step to the next, and the gap after a group.
ROD, STEP, GAP = 2, 5, 5
# 50 rods in groups of 10 fill the column, and so do more.
FULL_WIDTH = 267


@dataclass(frozen=True)
class Share:
    """What part of `whole` things does its work."""

    whole: int
    part: float

    @property
    def counted(self) -> bool:
        """Whether each rod is one thing, and not 2% of them."""
        return self.whole <= MOST_COUNTED


@dataclass(frozen=True)
class Drawing:
    """Paths of an SVG that is stretched in x: whole rods, the broken one, stubs for the lost.

    `width` is in units of the drawing, `span` the percentage of the column that it takes up,
    so that few rods are as thin as many.
    """

    width: int
    span: float
    full: str
    broken: str
    lost: str


def draw(share: Share) -> Drawing:
    """A row of rods: one a thing, or 50 of 2% each."""
    rods = share.whole if share.counted else SHARE_RODS
    filled = settle(share.part * rods / share.whole)
    return _draw(rods, round(filled, 2), COUNTED_GROUP if share.counted else SHARE_GROUP)


@lru_cache(maxsize=1024)
def _draw(rods: int, filled: float, group: int) -> Drawing:
    whole = int(filled)
    lefts = [position * STEP + position // group * GAP for position in range(rods)]
    broken = filled - whole
    width = lefts[-1] + ROD
    return Drawing(
        width=width,
        span=min(100, round(100 * width / FULL_WIDTH, 1)),
        full="".join(_rod(left, HEIGHT) for left in lefts[:whole]),
        broken=_rod(lefts[whole], max(STUB, round(broken * HEIGHT, 1))) if broken else "",
        lost="".join(_rod(left, STUB) for left in lefts[whole + bool(broken) :]),
    )


def _rod(left: int, height: float) -> str:
    return f"M{left} {HEIGHT}v-{height:g}h{ROD}v{height:g}z"


@lru_cache(maxsize=16)
def numeral(number: int) -> tuple[str, int]:
    """A rod numeral as an SVG path and its width: 1 to 5 standing rods, from 6 a bar above."""
    if number <= 5:
        return "".join(f"M{4 * rod} 0h2v14h-2z" for rod in range(number)), 4 * number - 2
    rods = number - 5
    width = max(10, 4 * rods - 2)
    start = (width - (4 * rods - 2)) // 2
    standing = "".join(f"M{start + 4 * rod} 5h2v9h-2z" for rod in range(rods))
    return f"M0 0h{width}v2h-{width}z{standing}", width
