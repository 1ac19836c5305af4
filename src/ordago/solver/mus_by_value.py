"""Mus or not, and what to throw, by what each hand may expect in the lances: a rule for any solution of the lances.

A hand wants mus where its best discard, less what the average rival gains by his, may expect more than the hand as it
is. Nothing of this looks at what giving mus tells the other.
"""

import numpy as np

from ordago.odds.pack import Counts, Pack, ways
from ordago.solver.mus_round import MusDeal, Play
from ordago.solver.passes import Policy
from ordago.solver.solution import Solution
from ordago.solver.tree import Decision, Node, Split
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
        node = deal.asked(player)
        rival = mean_gain(stands[1 - player], bests[1 - player], draws.dealt)
        number, row = deal.talk.layout.place(node)
        talk[number][row, 0] = stand < best - rival
        talk[number][row, 1] = 1 - talk[number][row, 0]
        _copy(deal, node.children[1], deal.after.root, after, talk)
        kept = pack.hands[draws.option_hand] - draws.thrown[draws.option_thrown]
        throws.append(draws.best_throws(np.array([keeps[player][tuple(one)] for one in kept.tolist()])))
    return Play(talk, (throws[0], throws[1]), after)


def _copy(deal: MusDeal, node: Node, own: Node, after: Policy, talk: Policy) -> None:
    """Say after a cut, from `node` on, what is said in the lances, from `own` on."""
    if isinstance(node, Split):
        assert isinstance(own, Split)
        for branch, one in zip(node.branches, own.branches, strict=True):
            _copy(deal, branch.node, one.node, after, talk)
    elif isinstance(node, Decision):
        assert isinstance(own, Decision)
        number, row = deal.talk.layout.place(node)
        block, at = deal.after.layout.place(own)
        talk[number][row] = after[block][at]
        for child, same in zip(node.children, own.children, strict=True):
            _copy(deal, child, same, after, talk)
