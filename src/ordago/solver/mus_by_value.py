"""Mus or not, and what to throw, by what each hand may expect in the lances: a rule for any solution of the lances.

A hand wants mus where its best discard, less what the average rival gains by his, may expect more than the hand as it
is. Nothing of this looks at what giving mus tells the other.
"""

import numpy as np

from ordago.odds.pack import Counts, Pack, ways
from ordago.solver.mus_round import MusDeal, Play
from ordago.solver.passes import Policy
from ordago.solver.solution import Solution
from ordago.solver.worth import Values

Keep = tuple[int, ...]
"""What is kept of a hand: how many of each kind."""


def kept_of(hand: Counts) -> list[Keep]:
    """What may be kept of a hand: up to three of its cards."""
    found: list[Keep] = [()]
    for number in hand.tolist():
        found = [(*keep, more) for keep in found for more in range(number + 1)]
    return [keep for keep in found if sum(keep) < 4]


def kept_values(pack: Pack, stand: Values) -> dict[Keep, float]:
    """For every set of up to three cards the mean of `stand` over the hands that it may become; the rest of the pack is
    to be drawn from, which lets the cards thrown come back."""
    keeps = sorted({keep for hand in pack.hands for keep in kept_of(hand)})
    found = {}
    for keep in keeps:
        cards = np.array(keep, np.int64)
        draws = pack.hands - cards
        possible = (draws >= 0).all(axis=1)
        chances = ways(pack.counts - cards, draws[possible]).astype(np.float64)
        found[keep] = float(chances @ stand[possible] / chances.sum())
    return found


def best_kept(pack: Pack, keeps: dict[Keep, float]) -> Values:
    """What each hand may expect of its best discard."""
    return np.array([max(keeps[keep] for keep in kept_of(hand)) for hand in pack.hands])


def mean_gain(stand: Values, best: Values, likely: Values) -> float:
    """What the average hand gains by its best discard."""
    return float(likely @ (best - stand))


def play_by_value(deal: MusDeal, solution: Solution) -> Play:
    """A solution of the lances with this rule, in a deal with a round of mus: the same lances before and after it."""
    draws, pack = deal.draws, deal.draws.pack
    after = solution.policy(deal.after.layout)
    stands = [np.asarray(row, np.float64) for row in solution.expected()]
    keeps = [kept_values(pack, stand) for stand in stands]
    bests = [best_kept(pack, one) for one in keeps]
    talk: Policy = deal.talk.game().uniform()
    throws = []
    for player, stand, best in zip((0, 1), stands, bests, strict=True):
        rival = mean_gain(stands[1 - player], bests[1 - player], draws.dealt)
        number, row = deal.talk.layout.place(deal.asked(player))
        talk[number][row, 0] = stand < best - rival
        talk[number][row, 1] = 1 - talk[number][row, 0]
        for (block, at), (own, same) in deal.cut_places(player):
            talk[block][at] = after[own][same]
        kept = pack.hands[draws.option_hand] - draws.thrown[draws.option_thrown]
        throws.append(draws.best_throws(np.array([keeps[player][tuple(one)] for one in kept.tolist()])))
    return Play(talk, (throws[0], throws[1]), after)
