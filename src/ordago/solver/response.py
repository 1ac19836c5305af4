"""What a policy is worth, exactly: its value against another, and against whoever knows it and answers best.

Only the second may be called exploitability: it is the value of a real policy, found by one pass over the whole tree.
"""

from dataclasses import dataclass

import numpy as np

from ordago.solver.passes import Game, Numbers, Policy, find_reach, find_values


@dataclass(frozen=True, slots=True)
class Exploited:
    """How good a policy is for two players with opposite interests.

    `value` is what player 0 gets if both play the policy, `gains[player]` what that player gets more by answering it in
    the best way.
    """

    value: float
    gains: tuple[float, float]

    @property
    def exploitability(self) -> float:
        """The mean gain: what a rival who knows the policy wins from it if both seats are as likely."""
        return sum(self.gains) / 2


def value_of(game: Game, player: int, policies: tuple[Policy, ...]) -> float:
    """What the player gets where each player i plays by `policies[i]`."""
    return float(values_of(game, player, policies).sum(dtype=np.float64))


def values_of(game: Game, player: int, policies: tuple[Policy, ...]) -> Numbers:
    """The same for each of the player's hands, times how likely it is to be dealt."""
    _others(game, player, policies)
    mine = policies[player]

    def decide(block: int, part: slice, after: Numbers) -> Numbers:
        found: Numbers = (mine[block][part] * after).sum(axis=1)
        return found

    return find_values(game, player, decide)


def best_value(game: Game, player: int, policies: tuple[Policy, ...]) -> float:
    """The most that the player can get against the others' policies (its own entry is not looked at)."""
    _others(game, player, policies)
    return float(find_values(game, player, lambda _, __, after: after.max(axis=1)).sum(dtype=np.float64))


def exploited(game: Game, policy: Policy) -> Exploited:
    """How good a policy of two players is."""
    both = (policy, policy)
    value = value_of(game, 0, both)
    gains = (best_value(game, 0, both) - value, best_value(game, 1, both) + value)
    return Exploited(value, gains)


def _others(game: Game, player: int, policies: tuple[Policy, ...]) -> None:
    for other in range(game.layout.players):
        if other != player:
            find_reach(game, other, policies[other])
