"""Intervals against known cases, and luck that is taken off without moving the mean."""

import random
from math import isclose
from statistics import fmean, stdev

import pytest

from ordago.arena.figures import mean, share, student, wilson, without_luck


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984), (10_000, 1.960)],
)
def test_student_as_in_the_tables(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, abs=0.004)


def test_the_mean_of_four_numbers() -> None:
    """1, 2, 3, 4: mean 2.5, spread 1.291, standard error 0.6455, times 3.182."""
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert found.value == 2.5
    assert found.high - found.value == pytest.approx(2.054, abs=0.005)
    assert isclose(found.high + found.low, 5.0)


def test_one_number_has_no_interval() -> None:
    with pytest.raises(ValueError, match="two"):
        mean([1.0])


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_as_published(won: int, of: int, low: float, high: float) -> None:
    """81 of 263: Newcombe 1998, table I, method 3."""
    found = wilson(won, of)
    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)


def test_wilson_of_nothing_is_anything() -> None:
    assert wilson(0, 0)[1:] == (0.0, 1.0)


def test_plays_that_go_alike_count_as_one() -> None:
    """Two plays of a deal that always end alike are no more than one."""
    alike = share([2.0, 0.0] * 50, 2)
    single = wilson(50, 100)
    assert alike.value == 0.5
    assert alike.high == pytest.approx(single.high, abs=0.005)


def test_mirrored_plays_that_cancel_out_are_surer_than_so_many_plays() -> None:
    """Where most deals are won once by each, the others decide: 12 against 8 pairs of 100 (Agresti, Min 2005)."""
    found = share([1.0] * 80 + [2.0] * 12 + [0.0] * 8, 2)
    assert found.value == pytest.approx(0.52)
    spread = (21 - 4**2 / 102) ** 0.5 / 102 / 2
    assert found.high - found.low == pytest.approx(2 * 1.96 * spread, rel=0.03)
    assert found.high - found.low < 0.65 * (wilson(104, 200).high - wilson(104, 200).low)


def test_few_deals_that_all_went_alike_are_not_certain() -> None:
    even, won = share([1.0] * 20, 2), share([2.0] * 20, 2)
    assert even.low < 0.46 < 0.54 < even.high
    assert won.low < 0.85
    assert won.high == 1.0
    assert share([], 2)[1:] == (0.0, 1.0)


@pytest.mark.parametrize("deals", [12, 60])
@pytest.mark.parametrize(("both", "neither"), [(0.15, 0.12), (0.3, 0.1), (0.8, 0.02), (0.45, 0.45)])
def test_shares_of_mirrored_plays_hold_the_truth_as_often_as_they_say(deals: int, both: float, neither: float) -> None:
    rng = random.Random(4)
    truth, held = 0.5 + (both - neither) / 2, 0
    for _ in range(1000):
        points = [rng.random() for _ in range(deals)]
        found = share([2.0 if at < both else 0.0 if at < both + neither else 1.0 for at in points], 2)
        held += found.low <= truth <= found.high
    assert 925 <= held <= 995


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = random.Random(1)
    means = [mean([rng.gauss(3, 7) for _ in range(12)]) for _ in range(1000)]
    assert 925 <= sum(found.low <= 3 <= found.high for found in means) <= 972


def test_luck_that_explains_everything_is_taken_off() -> None:
    rng = random.Random(2)
    luck = [rng.gauss(0, 5) for _ in range(400)]
    values = [2.0 + lucky + rng.gauss(0, 0.5) for lucky in luck]
    left = without_luck(values, luck)
    assert stdev(left) < 0.6 < 4 < stdev(values)
    assert fmean(left) == pytest.approx(2.0, abs=0.1)


def test_luck_that_explains_nothing_does_no_harm() -> None:
    """Over many contests the figures stay true, whatever the luck is worth."""
    rng = random.Random(3)
    means = []
    for _ in range(300):
        luck = [rng.gauss(0, 20) for _ in range(60)]
        means.append(fmean(without_luck([rng.gauss(1, 3) for _ in luck], luck)))
    assert fmean(means) == pytest.approx(1.0, abs=0.1)
    assert stdev(means) < 1.2 * 3 / 60**0.5


def test_no_luck_at_all_changes_nothing() -> None:
    assert without_luck([1.0, 2.0] * 50, [0.0] * 100) == [1.0, 2.0] * 50
    assert without_luck([1.0, 5.0, 2.0], [3.0, 1.0, 2.0]) == [1.0, 5.0, 2.0], "too few to tell"
