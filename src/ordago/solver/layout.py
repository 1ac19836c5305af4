"""A public tree as arrays: nodes that look alike stand in one block, so that a pass over the tree is a few big steps.

Every node has a *value row* for each player: one number per hand of that player that is possible there. It has a *reach
row* as well: how likely each hand comes here by the player's own choices. A node where another player chooses keeps the
player's reach row of its parent. Rows of the same set of hands are the rows of one matrix.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ordago.solver.tree import Decision, Index, Leaf, Node, Split

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Choices:
    """A block of decisions alike: same depth, player, number of acts and possible hands.

    `reach` are the player's reach rows, `reach_after[:, act]` those after an act. `values[player]` and
    `values_after[player][:, act]` are value rows of each player. `hands` is the player's set.
    """

    player: int
    acts: int
    hands: int
    sets: tuple[int, ...]
    reach: Rows
    reach_after: Rows
    values: tuple[Rows, ...]
    values_after: tuple[Rows, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """How many nodes and acts."""
        return len(self.reach), self.acts


@dataclass(frozen=True, slots=True)
class Partings:
    """A block of splits alike. Of each player, `sets[player]` is the set before and `sets_after[branch][player]` after;
    `chosen[branch][player]` are the places of the hands after in the set before."""

    sets: tuple[int, ...]
    sets_after: tuple[tuple[int, ...], ...]
    chosen: tuple[tuple[Index, ...], ...]
    reach: tuple[Rows, ...]
    reach_after: tuple[tuple[Rows, ...], ...]
    values: tuple[Rows, ...]
    values_after: tuple[tuple[Rows, ...], ...]


@dataclass(frozen=True, slots=True)
class Ends:
    """All leaves with one key and one set of hands for each player; value rows `first` … `first + count` of each."""

    key: Hashable
    plus: npt.NDArray[np.float64]
    sets: tuple[int, ...]
    reach: tuple[Rows, ...]
    first: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many leaves."""
        return len(self.reach[0])


@dataclass(frozen=True)
class Layout:
    """The whole tree. `hands[number]` are sets of hands, the first `players` of them each player's whole set.

    `levels` are the blocks from the root down, `choices` those of decisions in the same order, `ends` the leaves.
    `reach_rows[player][set]` and `value_rows[player][set]` say how many rows there are.
    """

    players: int
    hands: tuple[Index, ...]
    levels: tuple[tuple[Choices | Partings, ...], ...]
    choices: tuple[Choices, ...]
    ends: tuple[Ends, ...]
    reach_rows: tuple[dict[int, int], ...]
    value_rows: tuple[dict[int, int], ...]
    root_sets: tuple[int, ...]
    root_values: tuple[int, ...]
    places: dict[int, tuple[int, int]] = field(repr=False)

    def place(self, node: Decision) -> tuple[int, int]:
        """The block of a decision in `choices`, and its row there."""
        return self.places[id(node)]

    @property
    def decisions(self) -> int:
        """How many decisions the players can tell apart: nodes times hands."""
        return sum(len(block.reach) * len(self.hands[block.hands]) for block in self.choices)

    @property
    def entries(self) -> int:
        """How many probabilities a policy has."""
        return sum(len(block.reach) * block.acts * len(self.hands[block.hands]) for block in self.choices)


@dataclass(slots=True, eq=False)
class _Spot:
    """A node on its way into a block: its hands and its rows, the value rows given last."""

    node: Node
    sets: tuple[int, ...]
    reach: tuple[int, ...]
    after: list["_Spot"] = field(default_factory=list)
    values: tuple[int, ...] = ()


class _Sets:
    """Sets of hands, each once."""

    def __init__(self) -> None:
        self.hands: list[Index] = []
        self._known: dict[bytes, int] = {}

    def number(self, hands: Index) -> int:
        key = np.asarray(hands, np.int64).tobytes()
        if key not in self._known:
            self._known[key] = len(self.hands)
            self.hands.append(np.asarray(hands, np.int64))
        return self._known[key]


def lay_out(root: Node, sizes: Sequence[int]) -> Layout:
    """The layout of the tree in which player i has hands 0 … `sizes[i] - 1` at the root.

    The tree is held by the caller for as long as `Layout.place` is asked.
    """
    return _Builder(root, sizes).layout()


class _Builder:
    def __init__(self, root: Node, sizes: Sequence[int]) -> None:
        self.players = len(sizes)
        self.sets = _Sets()
        self.reach_rows: list[dict[int, int]] = [{} for _ in sizes]
        self.value_rows: list[dict[int, int]] = [{} for _ in sizes]
        sets = tuple(self.sets.number(np.arange(size)) for size in sizes)
        first = tuple(self._reach_row(player, sets[player]) for player in range(self.players))
        self.root = _Spot(root, sets, first)
        self.levels: list[list[list[_Spot]]] = []
        self.leaves: dict[tuple[Hashable, tuple[int, ...]], list[_Spot]] = {}
        self._descend()

    def _reach_row(self, player: int, number: int) -> int:
        rows = self.reach_rows[player]
        rows[number] = rows.get(number, 0) + 1
        return rows[number] - 1

    def _descend(self) -> None:
        level = [self.root]
        while level:
            alike: dict[Hashable, list[_Spot]] = {}
            below: list[_Spot] = []
            for spot in level:
                node = spot.node
                if isinstance(node, Leaf):
                    self.leaves.setdefault((node.key, spot.sets), []).append(spot)
                    continue
                kind: Hashable
                if isinstance(node, Decision):
                    spot.after = self._after_choice(node, spot)
                    kind = (node.player, len(node.acts), spot.sets)
                else:
                    spot.after = self._after_split(node, spot)
                    kind = (spot.sets, tuple(after.sets for after in spot.after))
                alike.setdefault(kind, []).append(spot)
                below += spot.after
            self.levels.append(list(alike.values()))
            level = below

    def _after_choice(self, node: Decision, spot: _Spot) -> list[_Spot]:
        mine = node.player
        return [
            _Spot(child, spot.sets, tuple(
                self._reach_row(mine, spot.sets[mine]) if player == mine else row
                for player, row in enumerate(spot.reach)
            ))
            for child in node.children
        ]  # fmt: skip

    def _after_split(self, node: Split, spot: _Spot) -> list[_Spot]:
        found = []
        for branch in node.branches:
            sets = tuple(self.sets.number(hands) for hands in branch.hands)
            rows = tuple(self._reach_row(player, sets[player]) for player in range(self.players))
            found.append(_Spot(branch.node, sets, rows))
        return found

    def _value_rows(self, spot: _Spot) -> None:
        given = []
        for player, number in enumerate(spot.sets):
            rows = self.value_rows[player]
            rows[number] = rows.get(number, 0) + 1
            given.append(rows[number] - 1)
        spot.values = tuple(given)

    def layout(self) -> Layout:
        ends = []
        for (key, sets), spots in self.leaves.items():
            for spot in spots:
                self._value_rows(spot)
            plus = np.array([spot.node.plus for spot in spots if isinstance(spot.node, Leaf)])
            ends.append(Ends(key, plus, sets, self._columns(spot.reach for spot in spots), spots[0].values))
        for level in self.levels:
            for block in level:
                for spot in block:
                    self._value_rows(spot)
        choices: list[Choices] = []
        places: dict[int, tuple[int, int]] = {}
        levels: list[tuple[Choices | Partings, ...]] = []
        for level in self.levels:
            blocks: list[Choices | Partings] = []
            for spots in level:
                if isinstance(spots[0].node, Split):
                    blocks.append(self._partings(spots))
                    continue
                for row, spot in enumerate(spots):
                    places[id(spot.node)] = len(choices), row
                choices.append(self._choices(spots))
                blocks.append(choices[-1])
            levels.append(tuple(blocks))
        return Layout(
            self.players,
            tuple(self.sets.hands),
            tuple(level for level in levels if level),
            tuple(choices),
            tuple(ends),
            tuple(self.reach_rows),
            tuple(self.value_rows),
            self.root.sets,
            self.root.values,
            places,
        )

    def _columns(self, rows: Iterable[tuple[int, ...]]) -> tuple[Rows, ...]:
        table = np.array(list(rows), np.int64)
        return tuple(np.ascontiguousarray(table[:, player]) for player in range(self.players))

    def _choices(self, spots: list[_Spot]) -> Choices:
        node = spots[0].node
        assert isinstance(node, Decision)
        after = np.array([[child.values for child in spot.after] for spot in spots], np.int64)
        return Choices(
            player=node.player,
            acts=len(node.acts),
            hands=spots[0].sets[node.player],
            sets=spots[0].sets,
            reach=np.array([spot.reach[node.player] for spot in spots], np.int64),
            reach_after=np.array([[child.reach[node.player] for child in spot.after] for spot in spots], np.int64),
            values=self._columns(spot.values for spot in spots),
            values_after=tuple(np.ascontiguousarray(after[:, :, player]) for player in range(self.players)),
        )

    def _partings(self, spots: list[_Spot]) -> Partings:
        sets = spots[0].sets
        branches = range(len(spots[0].after))
        sets_after = tuple(after.sets for after in spots[0].after)
        return Partings(
            sets=sets,
            sets_after=sets_after,
            chosen=tuple(
                tuple(
                    np.searchsorted(self.sets.hands[before], self.sets.hands[now])
                    for before, now in zip(sets, sets_after[branch], strict=True)
                )
                for branch in branches
            ),
            reach=self._columns(spot.reach for spot in spots),
            reach_after=tuple(self._columns(spot.after[branch].reach for spot in spots) for branch in branches),
            values=self._columns(spot.values for spot in spots),
            values_after=tuple(self._columns(spot.after[branch].values for spot in spots) for branch in branches),
        )
