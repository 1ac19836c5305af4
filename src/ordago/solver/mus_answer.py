"""The best answer to a policy for a deal with a round of mus, exactly: by a rival who forgets nothing.

After the draw he knows his hand and what he threw, and how many cards the other threw. What he may believe of the
other's hand differs from state to state, so every state gets a pass over the tree of its own; those of one hand are
taken together.
"""

from collections.abc import Hashable
from typing import Any

import numpy as np

from ordago.solver.layout import Partings
from ordago.solver.mus_round import Given, Link, MusDeal, Play, link
from ordago.solver.passes import Game, Numbers, find_reach
from ordago.solver.response import Exploited, best_value, value_of
from ordago.solver.tree import Index
from ordago.solver.worth import Values


def answered(
    deal: MusDeal, play: Play, found: Link | None = None, *, seen: bool = True, dtype: Any = np.float32
) -> Exploited:
    """How good the policy is, of which `found` follows. Where not `seen`, nobody is shown how many cards the other
    threw.
    """
    found = found or link(deal, play, dtype)
    draws, game = deal.draws, deal.talk.game(dtype)
    lances, both = game.payoffs, (play.talk, play.talk)
    worths = found.worths(draws, play.throws)
    game.payoffs = Given(lances, worths)
    value = value_of(game, 0, both)
    gains = []
    for player in (0, 1):
        beliefs = found.beliefs[player] if seen else found.beliefs[player].sum(axis=0, keepdims=True)
        best = draws.dealt * best_after_mus(deal, play, player, beliefs)
        game.payoffs = Given(lances, (best, best))
        gains.append(best_value(game, player, both) - (value if player == 0 else -value))
    return Exploited(value, (gains[0], gains[1]))


def best_after_mus(deal: MusDeal, play: Play, player: int, beliefs: Numbers) -> Values:
    """What each hand of the player gets from mus by both by the best throw and the best play after it.

    The mano throws first and learns then how many cards the postre threw; the postre has seen how many the mano did.
    """
    draws = deal.draws
    game = deal.after.game(beliefs.dtype)
    find_reach(game, 1 - player, play.after)
    states = np.zeros((len(beliefs), len(draws.dealt), len(draws.held)), beliefs.dtype)
    for hand in range(len(draws.dealt)):
        held = draws.held_of[hand]
        held = np.unique(held[held >= 0])
        believed = beliefs[:, held]
        if believed.any():
            shape = believed.shape
            found = _best_of_states(deal, game, player, hand, believed.reshape(-1, shape[2]))
            states[:, hand, held] = found.reshape(shape[:2])
    options = np.array([draws.option_worths(one) for one in states])
    if player == 0:
        options = options.sum(axis=0, keepdims=True)
    best: Values = np.sum([draws.mean(one, draws.best_throws(one)) for one in options], axis=0)
    return best


def _best_of_states(deal: MusDeal, game: Game, player: int, hand: int, beliefs: Numbers) -> Numbers:
    """The worth of one hand of the player in every state, a row of `beliefs` about the other's hands for each."""
    layout, other = game.layout, 1 - player
    here = [bool(np.isin(hand, hands)) for hands in layout.hands]
    values: dict[int, Numbers] = {
        number: np.empty((rows, len(beliefs)), beliefs.dtype)
        for number, rows in layout.value_rows[player].items()
        if here[number]
    }
    for ends in layout.ends:
        if not here[ends.sets[player]]:
            continue
        theirs = layout.hands[ends.sets[other]]
        pays = _pays(deal, ends.key, player, hand, theirs) + (ends.plus if player == 0 else -ends.plus)[:, None]
        reach = game.reach[other][ends.sets[other]][ends.reach[other]]
        first = ends.first[player]
        found = (reach * pays).astype(beliefs.dtype) @ beliefs[:, theirs].T
        values[ends.sets[player]][first : first + ends.count] = found
    for level in reversed(layout.levels):
        for block in level:
            if not here[block.sets[player]]:
                continue
            of = values[block.sets[player]]
            if isinstance(block, Partings):
                of[block.values[player]] = sum(
                    values[sets[player]][rows[player]]
                    for sets, rows in zip(block.sets_after, block.values_after, strict=True)
                    if here[sets[player]]
                )
                continue
            after = of[block.values_after[player]]
            of[block.values[player]] = after.max(axis=1) if block.player == player else after.sum(axis=1)
    root: Numbers = values[layout.root_sets[player]][layout.root_values[player]]
    return root


def _pays(deal: MusDeal, key: Hashable, player: int, hand: int, theirs: Index) -> Values:
    """What the player gets at a leaf with this hand, by the other's."""
    mine = np.array([hand])
    if player == 0:
        return np.asarray(deal.after.value(key, mine, theirs)[0])
    found: Values = -deal.after.value(key, theirs, mine)[:, 0]
    return found
