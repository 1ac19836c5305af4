"""Everybody against everybody: the results of all pairs, what each brings against the others, and a rating."""

from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from typing import Any

import msgspec

from ordago.arena.figures import Figure
from ordago.arena.result import Result


class Rung(msgspec.Struct, frozen=True):
    """One bot of a ladder. `stones` is the mean over the others; `rating` and its spread need the extra `arena`."""

    bot: str
    stones: Figure
    rating: tuple[float, float] | None = None

    def as_json(self) -> dict[str, Any]:
        """The rung as plain values."""
        found: dict[str, Any] = {
            "bot": self.bot,
            "stones_per_deal": self.stones.value,
            "stones_ci": [self.stones.low, self.stones.high],
        }
        if self.rating:
            found["rating"] = {"mu": self.rating[0], "sigma": self.rating[1]}
        return found


def pairs(bots: Sequence[str]) -> list[tuple[str, str]]:
    """Who plays whom."""
    return list(combinations(bots, 2))


def rungs(bots: Sequence[str], results: Sequence[Result]) -> list[Rung]:
    """The bots, the best first."""
    ratings = rate(bots, results)
    found = []
    for bot in bots:
        figures = []
        for result in results:
            stones = _gain(result)
            if result.contest.a == bot:
                figures.append(stones)
            elif result.contest.b == bot:
                figures.append(Figure(-stones.value, -stones.high, -stones.low))
        found.append(Rung(bot, _average(figures), ratings.get(bot)))
    return sorted(found, key=lambda rung: -rung.stones.value)


def rate(bots: Sequence[str], results: Sequence[Result]) -> dict[str, tuple[float, float]]:
    """Each bot's rating (mean, spread) from the games, by openskill's Plackett-Luce; empty where that is missing.

    Games of all pairs are taken in turn, won and lost ones spread evenly, so that no pair comes last.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    found = {bot: model.rating(name=bot) for bot in bots}
    for number in range(max((result.games for result in results), default=0)):
        for result in results:
            if number >= result.games:
                continue
            a, b = result.contest.a, result.contest.b
            won = (number + 1) * result.games_won // result.games > number * result.games_won // result.games
            [[found[a]], [found[b]]] = model.rate([[found[a]], [found[b]]], ranks=[1, 2] if won else [2, 1])
    return {bot: (rating.mu, rating.sigma) for bot, rating in found.items()}


def _gain(result: Result) -> Figure:
    """What `a` gains: stones a deal, or how much less often than fair it loses."""
    if result.stones:
        return result.stones
    assert result.lost is not None
    fair, lost = result.fair_share, result.lost
    return Figure(fair - lost.value, fair - lost.high, fair - lost.low)


def _average(figures: Sequence[Figure]) -> Figure:
    """The mean of independent figures."""
    centre = sum([figure.value for figure in figures]) / len(figures)
    half = sqrt(sum([((figure.high - figure.low) / 2) ** 2 for figure in figures])) / len(figures)
    return Figure(centre, centre - half, centre + half)
