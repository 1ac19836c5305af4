"""Tables of Møs for bots to sit at: matches played out, seats rotated, random rules."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from ordago.bots import Bot, Choice
from ordago.core import Act
from ordago.mos import MOS, Rules, ShowTrump, State, View, Won, rules, view
from ordago.mos.hand import UNIT, unpacked
from tests.engine_mos import shed, state_after
from tests.reference.mos_random import random_rules


def steps(start: State, bots: Sequence[Bot], seed: int) -> Iterator[tuple[State, View, Choice]]:
    """Each decision of a match: the state, what the bot saw, what it chose. The dealer has dice of its own."""
    dealer = random.Random(f"dealer {seed}")
    dice = [random.Random(f"chair {chair} {seed}") for chair in range(start.players)]
    state = start
    while not state.match_over:
        if not state.turn:
            for act in MOS.dealer_acts(state, dealer):
                state = state.apply(act)
            continue
        seen = view(state, state.turn)
        choice = bots[state.turn - 1].choose(seen, dice[state.turn - 1])
        yield state, seen, choice
        state = state.apply(choice.act)


def loser_of(bots: Sequence[Bot], seed: int, under: Rules | None = None) -> int:
    """Who loses a single game: the chair."""
    start = MOS.start(under or rules(), len(bots), random.Random(seed))
    *_, (state, _, choice) = steps(start, bots, seed)
    return state.apply(choice.act).loser


def losses(hero: Bot, others: Bot, players: int, deals: int) -> float:
    """The share of games that the hero loses, each deal played from every seat; a fair share is 1 / players."""
    lost = 0
    for seed in range(deals):
        for seat in range(players):
            bots = [hero if chair == seat else others for chair in range(players)]
            lost += loser_of(bots, seed) == seat + 1
    return lost / (deals * players)


def some_rules(rng: random.Random, players: int) -> Rules:
    """Random valid rules; a match of few games."""
    table: dict[str, Any] = random_rules(rng, players)
    preset = table.pop("preset")
    return rules(preset, **table)


def position(cards: str, play: str = "", **more: Any) -> State:
    """The state of a position of phase 2, after some acts; trump spades, chair 1 on turn unless told otherwise."""
    return state_after(shed(cards, play, **more))


def remembering(state: State) -> View:
    """The view of the chair on turn in a position, as if it had seen every card go to its pile in phase 1.

    Somebody must hold a trump, which then is the one that was shown.
    """
    holder, card = next(
        (chair, card) for chair, hand in enumerate(state.hands, 1) for card in unpacked(hand) if card & 3 == state.trump
    )
    before: list[Act] = []
    for chair, hand in enumerate(state.hands, 1):
        before.append(Won(chair, unpacked(hand - UNIT[card] if chair == holder else hand)))
    return replace(view(state, state.turn), acts=(*before, ShowTrump(holder, card)))
