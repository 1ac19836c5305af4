"""A deal between two after the mus is cut, as a public tree: four lances with their declarations, and what it pays."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ordago.errors import RulesError
from ordago.mus.betting import Outcome
from ordago.mus.rules import Rules
from ordago.odds.pack import Counts
from ordago.solver.layout import Layout, lay_out
from ordago.solver.lines import Menu, betting_table, lance_node
from ordago.solver.passes import Game, Numbers, ZeroSum
from ordago.solver.stones import Closed, Count, closed, deal_weights
from ordago.solver.tree import Branch, Decision, Index, Leaf, Node, Split
from ordago.solver.worth import AtOnce, Stones, Values, Worth


class Counted(NamedTuple):
    """A leaf: what each got at once (mano, postre), and the lances that the count will pay, in order."""

    at_once: AtOnce
    lances: tuple[Closed, ...]


class Shouted(NamedTuple):
    """A leaf: an órdago accepted in this lance, and what each had got at once."""

    at_once: AtOnce
    lance: str


class Drawn(NamedTuple):
    """A leaf of a tree with the talk: both gave mus. It pays nothing; `ordago.solver.mus_round` adds what follows."""


Key = Counted | Shouted


@dataclass(frozen=True)
class Deal:
    """The tree, and all that its leaves need. `weights` are the chances of every two hands, mano's by postre's."""

    rules: Rules
    menu: Menu
    worth: Worth
    count: Count
    weights: Values
    root: Node
    layout: Layout

    def value(self, key: Hashable, mine: Index, theirs: Index) -> Values:
        """What a leaf is worth to the mano, for every two of these hands."""
        at = np.ix_(mine, theirs)
        if isinstance(key, Drawn):
            return np.zeros((len(mine), len(theirs)))
        if isinstance(key, Shouted):
            return self.worth.shouted(key.at_once, self.count.wins(key.lance)[at])
        assert isinstance(key, Counted)
        return self.worth.counted(key.at_once, [self.count.stones(lance)[at] for lance in key.lances])

    def game(self, dtype: Any = np.float32) -> Game:
        """The game, with the memory for passes over it."""

        def payoff(key: Hashable, mine: Index, theirs: Index) -> Numbers:
            return self.value(key, mine, theirs) * self.weights[np.ix_(mine, theirs)]

        return Game(self.layout, ZeroSum(self.layout, self.weights, payoff, dtype), dtype)


def deal_for_two(
    rules: Rules, menu: Menu, worth: Worth | None = None, stock: Counts | None = None, *, talk: bool = False
) -> Deal:
    """The tree of a deal, worth its stones unless told otherwise; from the cut on, or from the first word with `talk`.

    `stock` says how many cards of each kind of the pack are in play: all of them unless told otherwise. Raises
    RulesError `solver-rules` for rules that the tree does not know.
    """
    verify(rules)
    count = Count(rules)
    worth = worth or Stones(rules.match.target)
    weights = deal_weights(count.pack, count.pack.counts if stock is None else stock)
    tree = _Tree(rules, menu, count, worth, weights)
    root = tree.talk() if talk else tree.root()
    size = len(count.pack.hands)
    return Deal(rules, menu, worth, count, weights, root, lay_out(root, (size, size)))


def verify(rules: Rules) -> None:
    """Raise RulesError `solver-rules` where a deal for two would go otherwise than the tree says."""
    known = {
        "players": rules.seating.players == 2,
        "open_order": rules.betting.open_order == "strict",
        "forbid_worst_ordago_accept": not rules.betting.forbid_worst_ordago_accept,
        "ordago_settlement": rules.count.ordago_settlement == "immediate",
        "refused_timing": rules.count.refused_timing == "immediate",
    }
    for setting, is_known in known.items():
        if not is_known:
            raise RulesError("solver-rules", setting=setting)


MUS, CUT = "M", "X"
"""The words of the talk, as records have them."""

FOLLOWS = {"grande": "chica", "chica": "pares", "pares": "juego"}


class _Tree:
    """Builds the tree from the root down; `hands` are those still possible."""

    def __init__(self, rules: Rules, menu: Menu, count: Count, worth: Worth, weights: Values) -> None:
        self.menu = menu
        self.table = betting_table(rules)
        self.count = count
        self.worth = worth
        self.weights = weights
        self.holds = {"pares": count.pack.has_pares, "juego": count.pack.has_juego}

    def root(self) -> Node:
        everything = np.arange(len(self.count.pack.hands))
        return self._bet("grande", (everything, everything), (0, 0), ())

    def talk(self) -> Node:
        """Mus or not, the mano first (R2.1); the tree goes on where somebody cuts."""
        answer = Decision(1, (MUS, CUT), (Leaf(Drawn()), self.root()))
        return Decision(0, (MUS, CUT), (answer, self.root()))

    def _bet(self, name: str, hands: tuple[Index, Index], at_once: AtOnce, lances: tuple[Closed, ...]) -> Node:
        def ended(outcome: Outcome) -> Node:
            if outcome.kind == "ordago":
                return Leaf(Shouted(at_once, name))
            after = at_once
            if outcome.kind == "refused":
                after = self.worth.after(at_once, outcome.side, self.count.at_once(name, outcome))
            return self._next(name, hands, after, (*lances, closed(name, outcome)))

        return lance_node(name, self.menu, self.table, ended)

    def _next(self, name: str, hands: tuple[Index, Index], at_once: AtOnce, lances: tuple[Closed, ...]) -> Node:
        if name not in FOLLOWS:
            known, plus = self.worth.split(at_once)
            return Leaf(Counted(known, lances), plus)
        name = FOLLOWS[name]
        if name == "chica":
            return self._bet(name, hands, at_once, lances)
        branches = []
        for mano_has in (True, False):
            for postre_has in (True, False):
                holds = self.holds[name]
                left = (hands[0][holds[hands[0]] == mano_has], hands[1][holds[hands[1]] == postre_has])
                if self.weights[np.ix_(*left)].any():
                    node = self._declared(name, (mano_has, postre_has), left, at_once, lances)
                    branches.append(Branch(f"{name}{'+-'[not mano_has]}{'+-'[not postre_has]}", left, node))
        return Split(tuple(branches))

    def _declared(
        self,
        name: str,
        has: tuple[bool, bool],
        hands: tuple[Index, Index],
        at_once: AtOnce,
        lances: tuple[Closed, ...],
    ) -> Node:
        """After a declaration: the lance is bet, or closed at once (R3.3)."""
        if all(has):
            return self._bet(name, hands, at_once, lances)
        if any(has):
            return self._next(name, hands, at_once, (*lances, Closed(name, "uncontested", 0 if has[0] else 1)))
        if name == "juego":
            return self._bet("punto", hands, at_once, lances)
        return self._next(name, hands, at_once, (*lances, Closed(name, "none")))
