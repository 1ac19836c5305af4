"""Policies to measure a solution against, exactly and in the same tree: at random, and each lance solved by itself."""

from collections.abc import Callable, Hashable, Iterator

import numpy as np

from ordago.mus.betting import Outcome
from ordago.solver.cfr import DCFR, Training
from ordago.solver.deal import Counted, Deal, Shouted
from ordago.solver.layout import lay_out
from ordago.solver.lines import betting_table, lance_node
from ordago.solver.passes import Game, Numbers, Policy, ZeroSum
from ordago.solver.response import value_of
from ordago.solver.stones import closed
from ordago.solver.tree import Decision, Index, Leaf, Node, Split

ITERATIONS = 600
"""So many make a lance by itself exact to a ten-thousandth of a stone."""

ORDAGO = 0.01
"""How likely an órdago is where the tempered one might shout it; as the bot of that name."""


def uniform(deal: Deal) -> Policy:
    """Every word as likely as any other."""
    return _filled(deal, lambda node: np.full(len(node.acts), 1 / len(node.acts)))


def tempered(deal: Deal) -> Policy:
    """At random, but for the órdago."""

    def weights(node: Decision) -> Numbers:
        quiet = [word != "O" for word in node.acts]
        rest = (1 - ORDAGO * (len(quiet) - sum(quiet))) / sum(quiet)
        return np.array([rest if one else ORDAGO for one in quiet])

    return _filled(deal, weights)


def _filled(deal: Deal, weights: Callable[[Decision], Numbers]) -> Policy:
    """A policy that does not look at its cards."""
    policy = _empty(deal)
    waiting: list[Node] = [deal.root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Split):
            waiting += [branch.node for branch in node.branches]
        elif isinstance(node, Decision):
            number, row = deal.layout.place(node)
            policy[number][row] = weights(node)[:, None]
            waiting += node.children
    return policy


def _empty(deal: Deal) -> Policy:
    layout = deal.layout
    return [np.zeros((*block.shape, len(layout.hands[block.hands])), np.float32) for block in layout.choices]


def lance_by_lance(deal: Deal) -> Policy:
    """Each lance played as if the deal were nothing else, exactly, among those who may speak in it."""
    solved = {name: _lance(deal, name) for name in ("grande", "chica", "pares", "juego", "punto")}
    policy = _empty(deal)
    for node, name, own in _places(deal.root, {name: root for name, (root, _, _) in solved.items()}):
        _, game, known = solved[name]
        number, row = game.layout.place(own)
        hands = np.flatnonzero(deal.count.pack.strengths[name])
        place, at = deal.layout.place(node)
        wanted = deal.layout.hands[deal.layout.choices[place].hands]
        policy[place][at] = known[number][row][:, np.searchsorted(hands, wanted)]
    return policy


def _lance(deal: Deal, name: str) -> tuple[Node, Game, Policy]:
    """A lance as a game of its own, and its solution."""

    def ended(outcome: Outcome) -> Node:
        if outcome.kind == "ordago":
            return Leaf(Shouted((0, 0), name))
        at_once = (0, 0)
        if outcome.kind == "refused":
            at_once = deal.worth.after(at_once, outcome.side, deal.count.at_once(name, outcome))
        return Leaf(Counted(at_once, (closed(name, outcome),)))

    def payoff(key: Hashable, mine: Index, theirs: Index) -> Numbers:
        at = np.ix_(hands[mine], hands[theirs])
        worth = deal.value(key, hands[mine], hands[theirs])
        return np.asarray(worth * deal.weights[at] / deal.weights[np.ix_(hands, hands)].sum())

    hands = np.flatnonzero(deal.count.pack.strengths[name])
    root = lance_node(name, deal.menu, betting_table(deal.rules), ended)
    layout = lay_out(root, (len(hands), len(hands)))
    training = Training(Game(layout, ZeroSum(layout, deal.weights, payoff)), DCFR)
    for _ in range(ITERATIONS):
        training.step()
    return root, training.game, training.average()


def _places(root: Node, lances: dict[str, Node]) -> Iterator[tuple[Decision, str, Decision]]:
    """Every decision of the deal, the lance that it is in, and the same place in the tree of that lance alone."""
    waiting: list[tuple[Node, str, Node]] = [(root, "grande", lances["grande"])]
    while waiting:
        node, name, own = waiting.pop()
        if isinstance(node, Split):
            for branch in node.branches:
                follows = branch.word[:5]
                follows = "punto" if branch.word == "juego--" else follows
                waiting.append((branch.node, follows, lances[follows]))
        elif isinstance(node, Decision):
            if isinstance(own, Leaf):  # only chica follows without a declaration
                name, own = "chica", lances["chica"]
            assert isinstance(own, Decision)
            yield node, name, own
            waiting += [(child, name, after) for child, after in zip(node.children, own.children, strict=True)]


def table(game: Game, policies: dict[str, Policy]) -> dict[str, dict[str, float]]:
    """For each policy what it gets from each other, in the mean over both seats."""
    found: dict[str, dict[str, float]] = {name: {} for name in policies}
    names = list(policies)
    for at, a in enumerate(names):
        for b in names[at + 1 :]:
            as_mano = value_of(game, 0, (policies[a], policies[b]))
            as_postre = value_of(game, 1, (policies[b], policies[a]))
            found[a][b] = (as_mano + as_postre) / 2
            found[b][a] = -found[a][b]
    return found
