"""Every place of a deal's tree as its player sees it at the table: views made by the engine, one for all hands.

What a view holds does not depend on the player's cards but for the cards themselves. So each place is reached once and
shown with any hand. The options are those of the menu: an envido of another size, or a raise, is not offered.
"""

from collections.abc import Iterator
from itertools import product

import msgspec
import numpy as np
from msgspec.structs import replace

from ordago.cards.spanish import DECK
from ordago.core.acts import Act, Option
from ordago.mus.acts import Cut
from ordago.mus.acts import Deal as Dealt
from ordago.mus.notation import parse_word
from ordago.mus.state import State, start
from ordago.mus.view import View, view
from ordago.odds.pack import Pack
from ordago.solver.deal import Deal
from ordago.solver.tree import Decision, Index, Leaf, Node, Split


class Place(msgspec.Struct, frozen=True, eq=False):
    """A decision, the view of its player with some cards, and the acts that the words of the tree stand for."""

    node: Decision
    view: View
    acts: tuple[Act, ...]

    def shown(self, cards: tuple[int, ...]) -> View:
        """The view with these cards."""
        return replace(self.view, hand=cards, cards={self.view.seat: cards})


def places(deal: Deal) -> Iterator[Place]:
    """Every decision of the tree once, in a fixed order: a deal from nothing to nothing, in which the mano (chair 1)
    cuts at once."""
    yield from _below(deal, deal.root, _dealt(deal))


def cards_of(pack: Pack) -> list[tuple[int, ...]]:
    """For each hand the cards of it that come first in the deck, as a hand is sorted."""
    return [pack.hands_of_rules.sorted(_taken(pack, hand, set())) for hand in range(len(pack.hands))]


def _taken(pack: Pack, hand: int, gone: set[int]) -> tuple[int, ...]:
    """Cards of this hand that are not gone."""
    left, found = pack.hands[hand].tolist(), []
    for card in DECK:
        kind = pack.kind_of[card]
        if card not in gone and left[kind]:
            left[kind] -= 1
            found.append(card)
    return tuple(found)


def _dealt(deal: Deal) -> list[State]:
    """A deal for each way in which pares and juego may fall to the two."""
    pack, found = deal.count.pack, []
    before = start(deal.rules, mano=1)
    sorts = [(pack.has_pares == pares) & (pack.has_juego == juego) for pares, juego in product((True, False), repeat=2)]
    for mano, postre in product(sorts, repeat=2):
        possible = np.argwhere(deal.weights * np.outer(mano, postre))
        if len(possible):
            first, second = possible[0].tolist()
            mine = _taken(pack, first, set())
            hands = (mine, _taken(pack, second, set(mine)))
            state = before.apply(Dealt(0, tuple(pack.hands_of_rules.sorted(hand) for hand in hands)))
            found.append(state.apply(Cut(1)))
    return found


def _below(deal: Deal, node: Node, states: list[State]) -> Iterator[Place]:
    """The decisions from this node down, where all these deals have come to it."""
    if isinstance(node, Leaf):
        return
    if isinstance(node, Split):
        for branch in node.branches:
            yield from _below(deal, branch.node, [one for one in states if _fits(deal.count.pack, one, branch.hands)])
        return
    state = states[0]
    seen = view(state, state.turn)
    acts = tuple(parse_word(state, state.turn, word) for word in node.acts)
    yield Place(node, replace(seen, legal=offered(seen, node.acts)), acts)
    for act, child in zip(acts, node.children, strict=True):
        if not isinstance(child, Leaf):
            yield from _below(deal, child, [one.apply(act) for one in states])


def _fits(pack: Pack, state: State, hands: tuple[Index, ...]) -> bool:
    dealt = [pack.index_of(pack.take(cards)) for cards in state.hands]
    return all(hand in possible for hand, possible in zip(dealt, hands, strict=True))


def offered(seen: View, words: tuple[str, ...]) -> tuple[Option, ...]:
    """The options of the menu; those for a bet name its stones."""
    options = {option.kind: option for option in seen.legal}
    found = []
    for word in words:
        option = options[word[0]]
        found.append(replace(option, least=int(word[1:]), most=int(word[1:])) if word[1:] else option)
    return tuple(found)
