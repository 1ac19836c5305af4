"""Two small poker games that everybody knows, as public trees: Kuhn (1950) and Leduc (Southey and others, 2005)."""

from collections.abc import Hashable

import numpy as np

from ordago.solver import Branch, Decision, Game, Leaf, Node, Split, ZeroSum, lay_out
from ordago.solver.passes import Numbers
from ordago.solver.tree import Index


def kuhn() -> tuple[Node, Game]:
    """Three cards, an ante of one, one bet of one. The tree, and the game."""

    def answer(player: int) -> Node:
        return Decision(player, ("fold", "call"), (Leaf(("fold", player, 1)), Leaf(("show", 2))))

    root = Decision(0, ("check", "bet"), (Decision(1, ("check", "bet"), (Leaf(("show", 1)), answer(0))), answer(1)))

    def payoff(key: Hashable, mine: Index, theirs: Index) -> Numbers:
        assert isinstance(key, tuple)
        deal = (mine[:, None] != theirs) / 6
        if key[0] == "fold":
            return np.asarray(deal * (-key[2] if key[1] == 0 else key[2]))
        return np.asarray(deal * key[1] * np.sign(mine[:, None] - theirs))

    layout = lay_out(root, (3, 3))
    return root, Game(layout, ZeroSum(layout, np.ones(1), payoff, np.float64), np.float64)


RAISES = 2
BETS = (2, 4)


def leduc() -> tuple[Node, Game]:
    """Six cards, three ranks twice each; a card turned up between two rounds of limit betting; two raises a round."""
    cards = np.arange(6)

    def betting(player: int, paid: tuple[int, int], raises: int, street: int, board: int, spoken: int) -> Node:
        facing = paid[0] != paid[1]
        acts: list[str] = []
        children: list[Node] = []
        if facing:
            acts.append("fold")
            children.append(Leaf(("fold", player, paid[player], board)))
        level = max(paid)
        even = (level, level)
        acts.append("call")
        if facing or spoken:
            children.append(deal(even) if street == 0 else Leaf(("show", level, board)))
        else:
            children.append(betting(1 - player, paid, raises, street, board, 1))
        if raises < RAISES:
            more = tuple(level + BETS[street] if seat == player else paid[seat] for seat in (0, 1))
            acts.append("raise")
            children.append(betting(1 - player, (more[0], more[1]), raises + 1, street, board, 1))
        return Decision(player, tuple(acts), tuple(children))

    def deal(paid: tuple[int, int]) -> Node:
        return Split(
            tuple(
                Branch(str(board), (cards[cards != board],) * 2, betting(0, paid, 0, 1, board, 0)) for board in range(6)
            )
        )

    def payoff(key: Hashable, mine: Index, theirs: Index) -> Numbers:
        assert isinstance(key, tuple)
        board = key[-1]
        deal = (mine[:, None] != theirs) / 30 / (4 if board >= 0 else 1)
        if key[0] == "fold":
            return np.asarray(deal * (-key[2] if key[1] == 0 else key[2]))
        strength = [np.where(hands // 2 == board // 2, 10, hands // 2) for hands in (mine, theirs)]
        return np.asarray(deal * key[1] * np.sign(strength[0][:, None] - strength[1]))

    root = betting(0, (1, 1), 0, 0, -1, 0)
    layout = lay_out(root, (6, 6))
    return root, Game(layout, ZeroSum(layout, np.ones(1), payoff, np.float64), np.float64)
