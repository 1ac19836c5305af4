"""A bet that the solution has no place for, of another size or a raise: what yes and no are worth in stones.

The rival's hands are weighed by what the solution would have said with them so far. Whoever raises is taken to hold the
better of them. Later lances are left out on both sides.
"""

import numpy as np

from ordago.bots.mus_two.book import MANO, Book
from ordago.bots.mus_two.line import Place
from ordago.mus.betting import Lance
from ordago.mus.view import View
from ordago.solver.stones import Closed
from ordago.solver.worth import Values, Whole


def stones_of_answers(view: View, known: Book, where: Place, hand: int) -> tuple[float, float]:
    """The stones that saying quiero and no quiero may bring."""
    lance = view.lance
    assert lance is not None
    assert lance.bettor
    weights = known.deal.weights[hand] * where.rival * _boldness(known, lance, view)
    weights = weights / weights.sum()
    rival = 1 - where.player
    refused = known.count.stones(Closed(lance.name, "refused", rival))
    at_once = max(lance.agreed, view.rules.count.deje_first)
    no = -at_once + weights @ _mine(refused, where.player, hand)
    if lance.ordago:
        target = view.rules.match.target
        mine, theirs = (view.score[view.side_of[chair]] for chair in (view.seat, lance.bettor))
        wins = _mine(known.count.wins(lance.name), where.player, hand)
        yes = weights @ np.where(wins > 0, target - theirs, mine - target)
    else:
        yes = weights @ _mine(known.count.stones(Closed(lance.name, "accepted", -1, lance.table)), where.player, hand)
    return float(yes), float(no)


def _mine(stones: Whole, player: int, hand: int) -> Whole:
    """Stones of the player, by the rival's hand."""
    found: Whole = stones[hand] if player == MANO else -stones[:, hand]
    return found


def _boldness(known: Book, lance: Lance, view: View) -> Values:
    """How much likelier each hand is to raise: in proportion to the share of hands that it beats."""
    if not lance.agreed:
        return np.ones(len(known.pack.hands))
    strength = known.pack.strengths[lance.name]
    likely = known.deal.weights.sum(axis=1)
    return np.array([likely[strength < mine].sum() for mine in strength]) + 0.05
