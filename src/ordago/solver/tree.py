"""A public tree: what everybody at the table sees. Private hands never appear in it; they are the axis of its vectors.

Three kinds of nodes. A `Decision` is one player's, for all of its hands at once. A `Split` is something that everybody
learns and that the hands decide, alone or with luck: a truthful declaration, a card turned up. Each branch says which
hands of each player are still possible there. A `Leaf` ends the game; its key says how, and the game that made the tree
knows what each key pays (`ordago.solver.payoffs`). Chance has no nodes: its probabilities are part of what leaves pay.
"""

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Index = npt.NDArray[np.int64]
"""Hands by number, ascending."""


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """Player `player` chooses one of the acts; `children[i]` is the node after `acts[i]`."""

    player: int
    acts: tuple[str, ...]
    children: tuple["Node", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """One thing that may become known: `hands[player]` are those still possible, by their number in the whole game."""

    word: str
    hands: tuple[Index, ...]
    node: "Node"


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Everybody learns which branch it is."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """The end; leaves with equal keys and equal hands pay the same, but for `plus` that player 0 gets besides."""

    key: Hashable
    plus: float = 0.0


Node = Decision | Split | Leaf
