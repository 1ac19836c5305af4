"""Best answers on a deck of eight cards, by playing every deal through the engine, one by one."""

import random
from collections import defaultdict
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from ordago.cards.spanish import parse_cards
from ordago.mus.acts import Cut
from ordago.mus.acts import Deal as Dealt
from ordago.mus.game import MUS
from ordago.mus.rules import Rules, rules
from ordago.solver import Branch, Decision, Game, Policy, Split, best_value, value_of
from ordago.solver.deal import Deal, deal_for_two
from ordago.solver.lines import Menu
from tests.solver.test_deal import act_of

DECKS = ["RoRcCo7o7c1o1c4o", "RoCoSoRc1o1c5o5c"]


class Book:
    """Every deal of the deck, and the tree to look up what a policy does."""

    def __init__(self, of: Rules, menu: Menu, cards: tuple[int, ...]) -> None:
        pack = deal_for_two(of, menu).count.pack
        self.deal: Deal = deal_for_two(of, menu, stock=pack.take(cards))
        self.game: Game = self.deal.game(np.float64)
        fresh = MUS.start(of, None, random.Random(1))
        self.order = fresh.order
        self.states = []
        for mine in combinations(cards, 4):
            theirs = tuple(card for card in cards if card not in mine)
            hands = {self.order[0]: mine, self.order[1]: theirs}
            state = fresh.apply(Dealt(0, tuple(fresh.house.hands.sorted(hands[chair]) for chair in (1, 2))))
            held = tuple(pack.index_of(pack.take(hand)) for hand in (mine, theirs))
            self.states.append((state.apply(Cut(state.turn)), held))

    def random_policy(self, seed: int) -> Policy:
        draw = np.random.default_rng(seed)
        weights = [draw.random(block.shape) ** 3 for block in self.game.uniform()]
        return [block / block.sum(axis=1, keepdims=True) for block in weights]

    def best(self, player: int, policies: tuple[Policy, Policy], plays_best: bool) -> Any:
        """What the player gets, by recursion over what is public."""
        deals = [(state, held, 1 / len(self.states)) for state, held in self.states]
        return self._best(self.deal.root, deals, player, policies, plays_best)

    def _best(self, node: Any, deals: list[Any], player: int, policies: Any, plays_best: bool) -> Any:
        deals = [deal for deal in deals if deal[2]]
        if not deals:
            return 0.0
        if isinstance(node, Split):
            return sum(
                self._best(branch.node, [d for d in deals if fits(d[1], branch)], player, policies, plays_best)
                for branch in node.branches
            )
        if not isinstance(node, Decision):
            sign = 1 if player == 0 else -1
            return sum(
                chance * sign * (state.score[self.order[0] - 1] - state.score[self.order[1] - 1])
                for state, _, chance in deals
            )
        if node.player == player and plays_best:
            return self._choice(node, deals, player, policies)
        number, row = self.game.layout.place(node)
        hands = self.game.layout.hands[self.game.layout.choices[number].hands].tolist()
        chances = policies[node.player][number][row]
        total = 0.0
        for at, (token, child) in enumerate(zip(node.acts, node.children, strict=True)):
            after = [
                (
                    state.apply(act_of(token, state.turn)),
                    held,
                    chance * chances[at, hands.index(held[node.player])],
                )
                for state, held, chance in deals
            ]
            total += self._best(child, after, player, policies, plays_best)
        return total

    def _choice(self, node: Decision, deals: list[Any], player: int, policies: Any) -> Any:
        by_hand = defaultdict(list)
        for deal in deals:
            by_hand[deal[1][player]].append(deal)
        return sum(
            max(
                self._best(child, [(s.apply(act_of(token, s.turn)), h, c) for s, h, c in held], player, policies, True)
                for token, child in zip(node.acts, node.children, strict=True)
            )
            for held in by_hand.values()
        )


def fits(held: tuple[int, ...], branch: Branch) -> bool:
    return all(hand in possible for hand, possible in zip(held, branch.hands, strict=True))


def agrees(cards: str, menu: Menu, changes: dict[str, Any]) -> None:
    book = Book(rules(players=2, **changes), menu, parse_cards(cards))
    policies = book.random_policy(1), book.random_policy(2)
    for player in (0, 1):
        assert value_of(book.game, player, policies) == pytest.approx(book.best(player, policies, False), abs=1e-9)
        assert best_value(book.game, player, policies) == pytest.approx(book.best(player, policies, True), abs=1e-9)


@pytest.mark.parametrize("cards", DECKS)
def test_best_answers_are_those_of_playing_every_deal(cards: str) -> None:
    agrees(cards, Menu((), (), 0), {})


@pytest.mark.slow
def test_best_answers_with_bets_are_those_of_playing_every_deal() -> None:
    agrees(DECKS[1], Menu(), {"refusal_bonus": "best_hand"})
