"""Where a real deal stands in the solved tree: what was said, put into the words of the menu.

Bets of other sizes count as the menu's; a lance that was raised counts, once it is closed, as the line of the menu that
ends alike. While a raise stands, the tree has no place for it, and the place says so.
"""

from dataclasses import dataclass

import numpy as np

from ordago.bots.mus_two.book import Book
from ordago.core.acts import Act
from ordago.mus.acts import Envido, NoQuiero, Ordago, Pass, Quiero, Raise
from ordago.mus.betting import WORDS, Lance
from ordago.mus.view import View
from ordago.solver import Decision, Node, Split
from ordago.solver.lines import MANO, POSTRE, betting_table
from ordago.solver.solution import Stored
from ordago.solver.worth import Values

BET = "E2"
"""The menu's envido."""

WORDS_OF: dict[type[Act], str] = {Pass: "P", Envido: BET, Ordago: "O", Quiero: "Q", NoQuiero: "N"}


@dataclass(frozen=True)
class Place:
    """A place in the tree, for one player (0 the mano).

    `rival` weighs the rival's hands by what it has said so far. `exact` is False where a raise stands, or a bet of
    another size: then `node` is where the menu's bet stands.
    """

    player: int
    node: Decision
    rival: Values
    exact: bool


def place(view: View, book: Book, policy: Stored) -> Place:
    """Where the seat on turn decides."""
    walk = _Walk(view, book, policy)
    after_cut: list[Act] = [
        act for act in view.acts if isinstance(act, Pass | Envido | Raise | Quiero | NoQuiero | Ordago)
    ]
    at = 0
    for closed in view.closed:
        if closed.outcome is not None and closed.outcome.kind in ("none", "uncontested"):
            continue
        said, at = _lance(closed.name, after_cut, at, view)
        for word in menu_words(said, closed=True):
            walk.step(word)
    said = after_cut[at:]
    for word in menu_words(said, closed=False):
        walk.step(word)
    walk.settle()
    assert isinstance(walk.node, Decision)
    plain = all(not isinstance(act, Raise) and (not isinstance(act, Envido) or act.stones == 2) for act in said)
    return Place(walk.player, walk.node, walk.rival, plain)


def _lance(name: str, acts: list[Act], at: int, view: View) -> tuple[list[Act], int]:
    """The acts of a closed lance from `at` on, and where the next begins."""
    table = betting_table(view.rules)
    lance = Lance(name, (MANO, POSTRE))
    first = at
    while lance.outcome is None:
        act = acts[at]
        chair = view.order.index(act.seat) + 1
        lance = WORDS[type(act)][1](lance, _as(act, chair), table)
        at += 1
    return acts[first:at], at


def _as(act: Act, chair: int) -> Act:
    """The act as if the mano sat on chair 1."""
    if isinstance(act, Envido | Raise):
        return type(act)(chair, act.stones)
    return type(act)(chair)


def menu_words(acts: list[Act], closed: bool) -> list[str]:
    """What was said in a lance, in the menu's words."""
    opening = next((at for at, act in enumerate(acts) if isinstance(act, Envido | Ordago)), len(acts))
    words = [WORDS_OF[type(act)] for act in acts[: opening + 1]]
    answers = acts[opening + 1 :]
    raises = sum(isinstance(act, Raise) for act in answers)
    if not raises:
        return words + [WORDS_OF[type(act)] for act in answers]
    if not closed:
        if isinstance(answers[-1], Ordago) and raises % 2 == 0:
            return [*words, "O"]
        return words
    last = answers[-1]
    if isinstance(last, Quiero):
        return [*words, "Q"]
    shouted = isinstance(answers[-2], Ordago)
    bettor_opened = (raises + shouted) % 2 == 0
    return [*words, "N"] if bettor_opened else [*words, "O", "N"]


class _Walk:
    """Goes down the tree and keeps what the rival's words say of its hand."""

    def __init__(self, view: View, book: Book, policy: Stored) -> None:
        self.view = view
        self.book = book
        self.policy = policy
        self.player = view.order.index(view.seat)
        self.node: Node = book.root
        self.rival: Values = np.ones(len(book.pack.hands))
        self.possible = self.rival
        self.chances = book.deal.weights[book.pack.index_of(book.pack.take(view.hand))]

    def step(self, word: str) -> None:
        """Go where this word leads."""
        self.settle()
        node = self.node
        assert isinstance(node, Decision)
        at = node.acts.index(word)
        if node.player != self.player:
            number, row = self.book.layout.place(node)
            hands = self.book.layout.hands[self.book.layout.choices[number].hands]
            likely = np.zeros_like(self.rival)
            likely[hands] = self.policy.at(number, row)[at]
            self._learn(likely)
        self.node = node.children[at]

    def settle(self) -> None:
        """Take the branch that was declared."""
        while isinstance(self.node, Split):
            name = self.node.branches[0].word[:5]
            has = self.view.declared[name]
            mano, postre = (has[chair - 1] for chair in self.view.order)
            branch = next(one for one in self.node.branches if one.word == f"{name}{'-+'[mano]}{'-+'[postre]}")
            possible = np.zeros_like(self.rival)
            possible[branch.hands[1 - self.player]] = 1
            self.possible = possible
            self._learn(possible)
            self.node = branch.node

    def _learn(self, likely: Values) -> None:
        """Weigh the rival's hands; one that the solution would never say or do with any of them tells nothing."""
        for weights in (self.rival * likely, self.possible * likely, self.possible):
            if (self.chances * weights).sum() > 0:
                self.rival = weights
                return
