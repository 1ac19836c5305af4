"""A player of any game that throws dice: every kind of act that it may make now is equally likely."""

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import Any, TypeVar

from ordago.bots.bot import Choice, Mixed, acts_of, drawn
from ordago.core.acts import Act, Option
from ordago.core.game import Game

T = TypeVar("T")


class Uniform:
    """The floor of every ladder of bots."""

    name = "uniform"

    def __init__(self, game: Game) -> None:
        self.chances = lru_cache(maxsize=4096)(partial(chances, game))

    def choose(self, view: Any, rng: random.Random) -> Choice:
        """A random kind of act out of those that are legal, and a random act of that kind.

        Raises ValueError where the view's seat may do nothing.
        """
        return drawn(self._mixed(view), rng.random())

    def action_probabilities(self, view: Any) -> dict[Act, float]:
        """How likely each act is."""
        return acts_of(self._mixed(view))

    def _mixed(self, view: Any) -> Mixed:
        return [(chance, Choice(act)) for option in view.legal for act, chance in self.chances(view.seat, option)]


def chances(game: Game, seat: int, option: Option) -> tuple[tuple[Act, float], ...]:
    """Each act that `game.act_from` may draw for this option, with its chance; they add up to 1."""
    found: dict[Act, float] = {}
    for dice in _every_throw():
        act = game.act_from(seat, option, dice)
        found[act] = found.get(act, 0.0) + dice.chance
    return tuple(found.items())


class _Dice(random.Random):
    """Dice that fall as told, and note how many ways each throw could have gone."""

    def __init__(self, told: Sequence[int]) -> None:
        super().__init__(0)
        self._told = told
        self.ways: list[int] = []
        self.chance = 1.0

    def fall(self, ways: int) -> int:
        """The way that the next throw goes."""
        at = len(self.ways)
        self.ways.append(ways)
        self.chance /= ways
        return self._told[at] if at < len(self._told) else 0

    def choice(self, seq: Any) -> Any:
        """One of these."""
        return seq[self.fall(len(seq))]

    def randint(self, a: int, b: int) -> int:
        """A number from a to b."""
        return a + self.fall(b - a + 1)

    def sample(self, population: Sequence[T], k: int, *, counts: Any = None) -> list[T]:
        """So many of these, in the order in which they stand there."""
        ways = list(combinations(population, k))
        return list(ways[self.fall(len(ways))])


def _every_throw() -> Iterator[_Dice]:
    """Dice for every way in which a sequence of throws can go; each must be used before the next is taken."""
    told: list[int] = []
    while True:
        dice = _Dice(told)
        yield dice
        told = [*told, *[0] * (len(dice.ways) - len(told))]
        while told and told[-1] + 1 >= dice.ways[len(told) - 1]:
            told.pop()
        if not told:
            return
        told[-1] += 1
