"""Means and shares with their 95 % intervals."""

from collections.abc import Sequence
from math import fsum, sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""Half-width of a 95 % interval in standard deviations."""


class Figure(NamedTuple):
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float


def mean(values: Sequence[float]) -> Figure:
    """The mean of independent values, with Student's interval. Raises ValueError for less than two values."""
    count = len(values)
    if count < 2:
        raise ValueError("an interval needs two values")
    centre = fsum(values) / count
    spread = sqrt(fsum([(value - centre) ** 2 for value in values]) / (count - 1) / count)
    half = student(count - 1) * spread
    return Figure(centre, centre - half, centre + half)


def wilson(won: float, of: float) -> Figure:
    """A share with Wilson's interval; of nothing, anything from 0 to 1."""
    if not of:
        return Figure(0.5, 0.0, 1.0)
    part = min(won / of, 1.0)  # no more than all, which rounding might make of it
    square = Z * Z / of
    centre = (part + square / 2) / (1 + square)
    half = Z / (1 + square) * sqrt(part * (1 - part) / of + square / (4 * of))
    # The ends are exact where none or all were won, which rounding would miss.
    low = 0.0 if part == 0.0 else max(0.0, centre - half)
    return Figure(part, low, 1.0 if part == 1.0 else min(1.0, centre + half))


def share(counts: Sequence[float], each: int) -> Figure:
    """A share where `counts` tells, deal by deal, how many of `each` plays of it went that way.

    Deals are what is independent: plays of one deal may go alike, or, with the cards dealt to the other side, the other
    way round. So this is Wilson's interval for as many plays as would vary like the deals did. One deal more, half of
    it all won and half all lost, is taken into their variance, so that few deals that went alike do not look certain.
    """
    deals = len(counts)
    if deals < 2:
        return wilson(fsum(counts), deals)
    part = fsum(counts) / (deals * each)
    spread = fsum([(count / each - part) ** 2 for count in counts]) + (part**2 + (1 - part) ** 2) / 2
    near = (part * deals + 0.5) / (deals + 1)
    alike = near * (1 - near) * deals * (deals + 1) / spread
    return wilson(part * alike, alike)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution, exact to three digits from 3 degrees of freedom on."""
    if freedom < 3:
        return (12.706, 4.303)[freedom - 1]
    n, z = freedom, Z
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


FEWEST = 20
"""Less values than this in a half say nothing about how much of the luck to take off."""


def without_luck(values: Sequence[float], luck: Sequence[float]) -> list[float]:
    """The values with so much of the luck, whose mean is zero, taken off each as makes them vary least.

    How much is told for the even places by the odd ones and the other way round, so that the mean stays true.
    """
    found = list(values)
    for half in (0, 1):
        factor = _slope(luck[1 - half :: 2], values[1 - half :: 2])
        found[half::2] = [value - factor * lucky for value, lucky in zip(values[half::2], luck[half::2], strict=True)]
    return found


def _slope(across: Sequence[float], up: Sequence[float]) -> float:
    count = len(across)
    if count < FEWEST:
        return 0.0
    middle, height = fsum(across) / count, fsum(up) / count
    wide = fsum([(x - middle) ** 2 for x in across])
    return fsum([(x - middle) * (y - height) for x, y in zip(across, up, strict=True)]) / wide if wide else 0.0
