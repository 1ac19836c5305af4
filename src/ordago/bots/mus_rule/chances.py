"""The chance that one's side holds the best hand of a lance, given what the others seem to hold.

Hands of different players are taken as independent, and a player's partner counts: the side wins with the better of
both (§4). Ties go to the player nearer the mano (R1.9).
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

import msgspec

from ordago.bots.mus_rule.reading import Heard, clues_of, guess_of, passed
from ordago.bots.mus_rule.strength import NO_CLUES, Clues, Scale, scale
from ordago.mus.betting import Lance
from ordago.mus.hand import HandRules, Worth
from ordago.mus.view import View

PASSED_GUESS = 0.75
"""What a pass makes of the guess of a hand: a little weaker, for some lie in wait."""

STAYED_AT = 0.45
"""Who said quiero holds at least this share of the lance's hands beaten."""


class Eyes(msgspec.Struct, frozen=True):
    """How a player sees others: what gives the scale of a lance for one of whom these clues are known; and what a small
    and a larger bet say: the share of hands that the bettor's beats, most likely, and how often the bet says nothing.
    """

    scale: Callable[[HandRules, str, Clues], Scale] = scale
    small: tuple[float, float] = (0.5, 0.4)
    large: tuple[float, float] = (0.6, 0.35)


USUAL = Eyes()


class Other(msgspec.Struct, frozen=True, eq=False):
    """Another player in the lance: the place in speaking order, and for each strength the chance to be not above it."""

    place: int
    shares: Sequence[float]


class Field(msgspec.Struct, frozen=True, eq=False):
    """A lance as one player sees it: the place of its hand on the lance's scale, its partners and rivals in it.

    `base` is the scale of the lance for a player of whom nothing is known but that he may speak in it.
    """

    at: int
    place: int
    partners: tuple[Other, ...]
    rivals: tuple[Other, ...]
    base: Sequence[float]

    def threshold(self, share: float) -> int:
        """The strongest place on the scale below which at most `share` of the hands lie; -1 where there is none."""
        return bisect_right(self.base, share) - 1

    def all_below(self, at: int) -> float:
        """The chance that no rival is above this place on the scale."""
        chance = 1.0
        for rival in self.rivals:
            chance *= rival.shares[at] if at >= 0 else 0.0
        return chance

    def win(self, over: int = -1, alone: bool = False) -> float:
        """The chance that the side's best hand wins, where the rivals' best is known to be above the place `over`.

        `alone` leaves the partners' hands out of it.
        """
        weak = self.all_below(over)
        known = max(1.0 - weak, 1e-9)
        chance = max(self.beaten(self.at, self.place) - weak, 0.0) / known
        if alone or not self.partners:
            return chance
        best = list(self.partners[0].shares)
        for partner in self.partners[1:]:
            best = [one * two for one, two in zip(best, partner.shares, strict=True)]
        chance *= best[self.at]
        # Over the whole scale, also below one's own hand, so that the time it takes does not tell the hand.
        beaten = self._all_beaten(self.partners[0].place)
        steps = [high - low for low, high in pairwise(best)]
        gains = [step * (one - weak if one > weak else 0.0) for step, one in zip(steps, beaten[1:], strict=True)]
        running = [0.0, *accumulate(gains)]
        return chance + (running[-1] - running[self.at]) / known

    def _all_beaten(self, place: int) -> list[float]:
        """`beaten` for every place of the scale."""
        found = [1.0] * len(self.base)
        for rival in self.rivals:
            shares = rival.shares if place < rival.place else (0.0, *rival.shares[:-1])
            found = [one * two for one, two in zip(found, shares, strict=True)]
        return found

    def beaten(self, at: int, place: int) -> float:
        """The chance that a hand at this place of the scale beats every rival, spoken for at `place` in the order."""
        chance = 1.0
        for rival in self.rivals:
            if place < rival.place:
                chance *= rival.shares[at]
            else:
                chance *= rival.shares[at - 1] if at else 0.0
        return chance


def field(view: View, lance: Lance, worth: Worth, found: Heard, known: bool, eyes: Eyes = USUAL) -> Field:
    """The lance for the view's seat. `known` says whether the lance is being bet, so that who is in it is certain.

    `eyes` see what others may hold.
    """
    rules = view.rules.hand
    name = lance.name
    eligible = NO_CLUES
    if known:
        eligible = {"pares": frozenset({"+pares"}), "juego": frozenset({"+juego"})}.get(name, NO_CLUES)
    base = scale(rules, name, eligible)
    mine = view.side_of[view.seat]
    partners: list[Other] = []
    rivals: list[Other] = []
    for chair in lance.eligible:
        side = view.side_of[chair]
        if chair == view.seat or side in lance.dropped:
            continue
        other = Other(view.order.index(chair), _shares(view, chair, lance, base.shares, found, eyes))
        (partners if side == mine else rivals).append(other)
    return Field(base.at(worth, name), view.order.index(view.seat), tuple(partners), tuple(rivals), base.shares)


def _shares(view: View, chair: int, lance: Lance, base: Sequence[float], found: Heard, eyes: Eyes) -> list[float]:
    guess = guess_of(view, chair, lance.name, found)
    if chair in passed(lance) and chair != lance.bettor:
        guess *= PASSED_GUESS
    shares = [share**guess for share in eyes.scale(view.rules.hand, lance.name, clues_of(view, chair, found)).shares]
    if chair == lance.bettor:
        above, bluffs = _betting_says(lance, eyes)
        return _at_least(shares, bisect_right(base, above) - 1, bluffs)
    if view.side_of[chair] in lance.stayed:
        return _at_least(shares, bisect_right(base, STAYED_AT) - 1, 0.2)
    return shares


def _betting_says(lance: Lance, eyes: Eyes) -> tuple[float, float]:
    """The share of hands that the bettor's beats, most likely, and how often the bet says nothing."""
    if lance.ordago:
        return 0.88, 0.35
    if lance.agreed:
        return 1.0 - 0.3 * (2.0 / max(lance.agreed, 2)) ** 0.4, 0.3
    return eyes.small if lance.table <= 3 else eyes.large


def _at_least(shares: list[float], above: int, otherwise: float) -> list[float]:
    """The shares of a hand that is above the place `above`, but as good as any with the chance `otherwise`."""
    weak = shares[above] if above >= 0 else 0.0
    if weak >= 1.0:
        return shares
    rest = (1.0 - otherwise) / (1.0 - weak)
    return [otherwise * share + (rest * (share - weak) if share > weak else 0.0) for share in shares]
