"""Random play through the Game protocol: legal acts only, on turn and out of turn."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from ordago.core import Act, Game, Option, State
from ordago.errors import Refusal


class Step(NamedTuple):
    """One act of a match, the state before it and the state after it."""

    before: State
    act: Act
    after: State


OUT_OF_TURN = 0.2
"""How often a seat that the table does not wait for acts, where the rules let one."""


def options(state: State) -> list[tuple[int, Option]]:
    """What every seat may do now, with its seat."""
    return [(seat, option) for seat in range(1, state.players + 1) for option in state.legal(seat)]


def random_act(game: Game, state: State, rng: random.Random) -> Act:
    """A legal act of a seat: mostly of the one on turn, each kind of act equally likely.

    Raises AssertionError where the table waits for a seat that can do nothing.
    """
    open_to = options(state)
    mine = [(seat, option) for seat, option in open_to if seat == state.turn and option.kind not in game.unlisted]
    assert mine, f"the table waits for seat {state.turn}, which may do nothing"
    seat, option = rng.choice(open_to if rng.random() < OUT_OF_TURN else mine)
    return game.act_from(seat, option, rng)


def random_deal(game: Game, state: State, rng: random.Random, longest: int) -> Iterator[Step]:
    """One deal from the state before it to its end.

    Raises AssertionError where an act that was offered is refused, or after `longest` acts without an end.
    """
    for count in range(longest):
        if count and state.deal_over:
            return
        acts = [random_act(game, state, rng)] if state.turn else game.dealer_acts(state, rng)
        for act in acts:
            try:
                after = state.apply(act)
            except Refusal as refusal:
                raise AssertionError(f"{act} was offered, but is refused: {refusal}") from None
            yield Step(state, act, after)
            state = after
    raise AssertionError(f"a deal of {game.name} did not end within {longest} acts")


def random_match(
    game: Game, start: State, rng: random.Random, *, deals: int | None = None, longest: int = 5_000
) -> Iterator[Step]:
    """The steps of a match from `start`, until it is over or `deals` deals are played.

    Raises AssertionError like `random_deal`.
    """
    state, played = start, 0
    while not state.match_over and (deals is None or played < deals):
        for step in random_deal(game, state, rng, longest):
            yield step
            state = step.after
        played += 1
