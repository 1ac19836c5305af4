"""Passes over a tree laid out: reaches from the root down, values from the leaves up.

A policy is one array per block of decisions, shaped (nodes, acts, hands): how likely each hand takes each act. Values
are *counterfactual*: weighed by the chance of the deal and by what the other players do, not by what one does oneself.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ordago.solver.layout import Choices, Ends, Layout, Partings
from ordago.solver.tree import Index

Numbers = npt.NDArray[np.floating[Any]]
Policy = list[Numbers]

TINY = 1e-12
"""Reaches below count as nothing: products of denormal numbers take a hundred times as long."""

AT_ONCE = 1 << 17
"""So many numbers are worked on at once, which keeps them in the processor's cache."""


class Payoffs(Protocol):
    """What the leaves of a game pay."""

    def values(self, player: int, ends: Ends, reaches: Sequence[Numbers | None]) -> Numbers:
        """The value rows of the player at these leaves, given the reach rows of all others (its own is None)."""


class ZeroSum:
    """Payoffs of two players: a matrix for each key, hands of player 0 by hands of player 1.

    `chances` are the chances of every two hands to be dealt, 0 where they exclude each other. `payoff(key, hands of 0,
    hands of 1)` is what player 0 gets, times that chance (and whatever luck the leaf needs besides).
    """

    def __init__(
        self,
        layout: Layout,
        chances: Numbers,
        payoff: Callable[[Hashable, Index, Index], Numbers],
        dtype: npt.DTypeLike = np.float32,
    ) -> None:
        self._matrices: dict[int, Numbers] = {}
        self._chances: dict[tuple[int, ...], Numbers] = {}
        for ends in layout.ends:
            mine, theirs = (layout.hands[number] for number in ends.sets)
            self._matrices[id(ends)] = np.ascontiguousarray(payoff(ends.key, mine, theirs), dtype)
            if ends.plus.any() and ends.sets not in self._chances:
                self._chances[ends.sets] = np.ascontiguousarray(chances[np.ix_(mine, theirs)], dtype)

    def values(self, player: int, ends: Ends, reaches: Sequence[Numbers | None]) -> Numbers:
        """Matrix products, for all leaves of a kind at once."""
        theirs = reaches[1 - player]
        assert theirs is not None
        found = _times(self._matrices[id(ends)], theirs, player)
        if ends.plus.any():
            found += ends.plus.astype(theirs.dtype)[:, None] * _times(self._chances[ends.sets], theirs, player)
        return found if player == 0 else -found


def _times(matrix: Numbers, theirs: Numbers, player: int) -> Numbers:
    """For each of the player's hands the sum over the other's."""
    found: Numbers = theirs @ (matrix.T if player == 0 else matrix)
    return found


class Game:
    """A tree laid out, what its leaves pay, and the memory for passes over it."""

    def __init__(self, layout: Layout, payoffs: Payoffs, dtype: Any = np.float32) -> None:
        self.layout = layout
        self.payoffs = payoffs
        self.dtype = np.dtype(dtype)
        hands = layout.hands
        self.reach = [
            {number: np.ones((count, len(hands[number])), dtype) for number, count in rows.items()}
            for rows in layout.reach_rows
        ]
        self.value: list[dict[int, Numbers]] = [
            {number: np.empty((count, len(hands[number])), dtype) for number, count in rows.items()}
            for rows in layout.value_rows
        ]

    def uniform(self) -> Policy:
        """Every act as likely as any other."""
        layout = self.layout
        return [
            np.full((*block.shape, len(layout.hands[block.hands])), 1 / block.acts, self.dtype)
            for block in layout.choices
        ]


Arrived = Callable[[int, slice, Numbers], None]
"""Told of reaches as they are found: the block's number, its nodes, and the reach after each act."""


def find_reach(game: Game, player: int, policy: Policy, arrived: Arrived | None = None) -> None:
    """Fill the player's reach rows from the root down."""
    number = 0
    rows = game.reach[player]
    for level in game.layout.levels:
        for block in level:
            if isinstance(block, Partings):
                before = rows[block.sets[player]]
                for branch, sets in enumerate(block.sets_after):
                    after = rows[sets[player]]
                    after[block.reach_after[branch][player]] = before[block.reach[player]][
                        :, block.chosen[branch][player]
                    ]
                continue
            if block.player == player:
                of = rows[block.hands]
                for part in parts(block, of.shape[1]):
                    found = of[block.reach[part]][:, None, :] * policy[number][part]
                    found[found < TINY] = 0
                    of[block.reach_after[part]] = found
                    if arrived is not None:
                        arrived(number, part, found)
            number += 1


Decide = Callable[[int, slice, Numbers], Numbers]
"""The values of a player's own decisions: the block's number, its nodes, and the values after each act."""


def find_values(game: Game, player: int, decide: Decide) -> Numbers:
    """Fill the player's value rows from the leaves up, given the others' reaches; the values of its hands at the root.

    `decide` answers for the player's own decisions; where another chooses, what comes after is added up, as the other's
    reach has its choice in it already.
    """
    layout, values = game.layout, game.value[player]
    for ends in layout.ends:
        reaches = [
            None if other == player else game.reach[other][ends.sets[other]][rows]
            for other, rows in enumerate(ends.reach)
        ]
        first = ends.first[player]
        values[ends.sets[player]][first : first + ends.count] = game.payoffs.values(player, ends, reaches)
    number = len(layout.choices)
    for level in reversed(layout.levels):
        for block in reversed(level):
            if isinstance(block, Partings):
                _join(block, player, values)
                continue
            number -= 1
            of = values[block.sets[player]]
            for part in parts(block, of.shape[1]):
                after = of[block.values_after[player][part]]
                found = decide(number, part, after) if block.player == player else after.sum(axis=1)
                of[block.values[player][part]] = found
    root: Numbers = values[layout.root_sets[player]][layout.root_values[player]]
    return root


def _join(block: Partings, player: int, values: dict[int, Numbers]) -> None:
    """The value of a split: the sum over its branches of what each hand gets there."""
    before = values[block.sets[player]]
    total = np.zeros((len(block.values[player]), before.shape[1]), before.dtype)
    for branch, sets in enumerate(block.sets_after):
        total[:, block.chosen[branch][player]] += values[sets[player]][block.values_after[branch][player]]
    before[block.values[player]] = total


def parts(block: Choices, hands: int) -> list[slice]:
    """The nodes of a block, some at a time."""
    nodes = len(block.reach)
    step = max(1, AT_ONCE // (block.acts * hands))
    return [slice(at, min(at + step, nodes)) for at in range(0, nodes, step)]
