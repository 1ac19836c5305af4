"""How good a hand is as a whole, in stones, and what is best kept of it: for the talk and the discard.

A hand is worth the sum of what it should bring in each lance against hands nobody knows of. A table of what every set
of one to three kept cards is worth, after drawing from the rest of the pack, makes the discard one look-up.
"""

from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate

import msgspec

from ordago.bots.mus_rule.stakes import HOLDS_JUEGO, HOLDS_PARES, NOBODY_HAS_JUEGO, average_bonus
from ordago.bots.mus_rule.strength import kinds_for, scale
from ordago.mus.count import CountRules, hand_bonus
from ordago.mus.hand import HandRules, Worth, hands_for

BET = {"grande": 1.6, "chica": 1.3, "pares": 1.5, "juego": 1.2, "punto": 1.5}
"""The stones that usually go with the best hand of a lance."""


class Quality(msgspec.Struct, frozen=True, eq=False):
    """The table of one set of rules and one kind of seat.

    By the sorted kinds of a hand: `values` are stones, `ranking` the share of hands that are worth less, `grande` the
    chance that the side wins grande. `kept` is the expected value after drawing, by the kinds of the cards kept.
    """

    values: dict[tuple[int, ...], float]
    ranking: dict[tuple[int, ...], float]
    grande: dict[tuple[int, ...], float]
    kept: dict[tuple[int, ...], float]


@lru_cache(maxsize=128)
def quality_for(rules: HandRules, count: CountRules, mano: bool, rivals: int, partners: int) -> Quality:
    """The table, made once in some tens of milliseconds."""
    kinds = kinds_for(rules)
    worth = hands_for(rules).worth
    values: dict[tuple[int, ...], float] = {}
    grande: dict[tuple[int, ...], float] = {}
    ways: dict[tuple[int, ...], int] = {}
    for hand, number in kinds.multisets(4):
        found = worth([kinds.cards[kind] for kind in hand])
        values[hand], grande[hand] = _value(found, rules, count, mano, rivals, partners)
        ways[hand] = number
    ranking = _ranked(values, ways)
    usual = sum(values[hand] * number for hand, number in ways.items()) / sum(ways.values())
    after = {hand: max(value, usual) for hand, value in values.items()}
    kept: dict[tuple[int, ...], float] = dict(values)
    for size in range(4):
        for keep, _ in kinds.multisets(size):
            total = chances = 0.0
            for draw, number in kinds.multisets(4 - size, keep):
                total += number * after[tuple(sorted(keep + draw))]
                chances += number
            kept[keep] = total / chances
    return Quality(values, ranking, grande, kept)


def _ranked(values: dict[tuple[int, ...], float], ways: dict[tuple[int, ...], int]) -> dict[tuple[int, ...], float]:
    order = sorted(values, key=values.__getitem__)
    steps = [values[hand] for hand in order]
    running = [0, *accumulate(ways[hand] for hand in order)]
    return {hand: running[bisect_left(steps, values[hand])] / running[-1] for hand in order}


def _value(
    worth: Worth, rules: HandRules, count: CountRules, mano: bool, rivals: int, partners: int
) -> tuple[float, float]:
    """The stones that a hand should bring, and the chance that its side wins grande."""

    def win(lance: str) -> float:
        levels = scale(rules, lance)
        at = levels.at(worth, lance)
        share = levels.shares[at]
        if not mano:
            share = (share + levels.below(at)) / 2
        own = share ** (rivals + partners)
        return own + partners / (rivals + partners) * (1.0 - own)

    def margin(lance: str, often: float = 1.0) -> float:
        return often * BET[lance] * (2.0 * win(lance) - 1.0)

    value = margin("grande") + margin("chica")
    for lance, holds in (("pares", HOLDS_PARES), ("juego", HOLDS_JUEGO)):
        each = average_bonus(lance, count) * holds
        chance = win(lance)
        value += chance * (hand_bonus(lance, worth, count) + each * partners) - (1.0 - chance) * each * rivals
        value += margin(lance, 1.0 - (1.0 - holds) ** rivals)
    if not worth.juego:
        value += margin("punto", NOBODY_HAS_JUEGO)
    return value, win("grande")


def kinds_of(cards: tuple[int, ...], rules: HandRules) -> tuple[int, ...]:
    """The sorted kinds of some cards: the key of the tables."""
    of = kinds_for(rules).of
    return tuple(sorted(of[card] for card in cards))
