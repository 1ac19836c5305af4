"""Tables for the tests of telling: games played at random, and positions from a record."""

import random
from collections.abc import Iterator
from typing import Any

from ordago.core import Act, read_record
from ordago.games import GAMES
from ordago.mos import MOS
from ordago.mus import MUS, State

NAMES = ("Ana", "Luis", "Carmen", "Pedro", "Jon", "Eva", *(f"P{chair}" for chair in range(7, 18)))


def random_match(seed: int, preset: str = "clasico", acts: int = 150, **changes: Any) -> Iterator[tuple[Any, Act, Any]]:
    """A match of random acts, signs included: each act with the states before and after it."""
    rng = random.Random(seed)
    rules = MUS.rules(preset, {"mus_rounds_max": 3, "bet_cap": "target", **changes})
    state: Any = MUS.start(rules, None, rng)
    for _ in range(acts):
        if state.match_over:
            return
        todo = [MUS.act_from(state.turn, rng.choice(state.legal(state.turn)), rng)] if state.turn else None
        for act in todo or MUS.dealer_acts(state, rng):
            after = state.apply(act)
            yield state, act, after
            state = after


def random_game(
    seed: int, players: int, rules: str = "mos", acts: int = 400, **changes: Any
) -> Iterator[tuple[Any, Act, Any]]:
    """A match of Møs of random acts: each act with the states before and after it."""
    rng = random.Random(seed)
    state: Any = MOS.start(MOS.rules(rules, changes), players, rng)
    for _ in range(acts):
        if state.match_over:
            return
        todo = [MOS.act_from(state.turn, rng.choice(state.legal(state.turn)), rng)] if state.turn else None
        for act in todo or MOS.dealer_acts(state, rng):
            after = state.apply(act)
            yield state, act, after
            state = after


def position(play: str, cards: str = "RR71 CCSS RC74 6664", rules: str = '"clasico"', more: str = "") -> State:
    """The state after a play, from a record written here."""
    hands = ", ".join(f'"{hand}"' for hand in cards.split())
    text = f'acta = 1\ngame = "mus"\nrules = {rules}\n[[deal]]\n{more}\ncards = [{hands}]\nplay = "{play}"\n'
    state = read_record(text, GAMES).deal_ends(MUS)[-1]
    assert isinstance(state, State)
    return state
