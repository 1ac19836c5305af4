"""Tables for bots to sit at: one deal played out, one deal played twice with the sides changed, positions to order."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ordago.bots import Bot, Choice
from ordago.cards.spanish import parse_cards
from ordago.core.acts import Act
from ordago.mus import MUS, Deal, Rules, State, View, rules, start, view

ARENA = rules(bet_cap="target", mus_rounds_max=20)
"""Rules under which bots that always raise, or always want mus, end too."""


def play_deal(
    state: State, bots: Sequence[Bot], rng: random.Random, dealer: random.Random
) -> tuple[State, list[tuple[View, Choice]]]:
    """The deal from where it stands to its end, and what the bots saw and chose."""
    seen = []
    while not state.deal_over:
        if not state.turn:
            for act in MUS.dealer_acts(state, dealer):
                state = state.apply(act)
            continue
        now = view(state, state.turn)
        choice = bots[state.turn - 1].choose(now, rng)
        seen.append((now, choice))
        state = state.apply(choice.act)
    return state, seen


def begin(state: State, dealer: random.Random) -> State:
    """The state after the dealer has dealt."""
    for act in MUS.dealer_acts(state, dealer):
        state = state.apply(act)
    return state


def mirrored_margin(bot: Bot, other: Bot, deals: int) -> float:
    """Stones a deal by which `bot` does better than `other`, each deal played from both sides."""
    total = 0
    for number in range(deals):
        dealt = begin(MUS.start(ARENA, None, random.Random(number)), random.Random(number))
        for side in (0, 1):
            bots = [bot if dealt.house.side_of[chair] == side else other for chair in range(1, 5)]
            after, _ = play_deal(dealt, bots, random.Random(2 * number + side), random.Random(number))
            total += after.score[side] - after.score[1 - side]
    return total / (2 * deals)


def at_table(
    hands: Sequence[str],
    acts: Sequence[Act] = (),
    score: tuple[int, ...] = (0, 0),
    changes: Mapping[str, Any] | None = None,
) -> State:
    """A deal of these hands by chair, chair 1 being the mano, after these acts. The juego is not the first one."""
    under: Rules = rules(**(changes or {}))
    state = start(under, mano=1, score=score, games=(1, *(0 for _ in score[1:])))
    state = state.apply(Deal(0, tuple(parse_cards(hand) for hand in hands)))
    for act in acts:
        state = state.apply(act)
    return state
