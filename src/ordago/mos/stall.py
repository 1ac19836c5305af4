"""Endless games and the rule that ends them (§6): repeated positions, idle rounds, the burnt lead, the round cap."""

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec.structs import replace

from ordago.mos import series
from ordago.mos.hand import size, unpacked

if TYPE_CHECKING:
    from ordago.mos.state import State


class Stall(msgspec.Struct, frozen=True):
    """When a game stalls and what happens then (ST-3, ST-5). `round_action_cap` 0 is none."""

    mode: Literal["burn", "most_cards", "draw", "none"] = "burn"
    repetitions: Annotated[int, msgspec.Meta(ge=2, le=1000)] = 3
    idle_rounds: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 100
    round_action_cap: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0


class StallRules(msgspec.Struct, frozen=True):
    """The stall rule as one setting."""

    stall: Stall = Stall()


class Idle(msgspec.Struct, frozen=True, gc=False):
    """What has passed since the last progress (ST-1): rounds ended, and the positions that began a round (ST-2)."""

    rounds: int = 0
    starts: tuple[tuple[int, ...], ...] = ()


FRESH = Idle()
"""Right after progress."""


def round_begins(state: "State", starter: int) -> "State":
    """A new round from the starter, on an empty table; or what the rule orders where the game has stalled.

    `state.idle` counts the round that has just ended.
    """
    rules, idle = state.rules.stall.stall, state.idle
    position = (starter, *state.hands)
    stalled = False
    if rules.mode != "none":
        stalled = idle.rounds >= rules.idle_rounds or idle.starts.count(position) + 1 >= rules.repetitions
        idle = Idle(idle.rounds, (*idle.starts, position))
    state = replace(
        state,
        turn=starter,
        table=(),
        led=-1,
        threshold=state.live,
        actions=0,
        burning=stalled and rules.mode == "burn",
        idle=idle,
    )
    if not stalled or rules.mode == "burn":
        return state
    if rules.mode == "draw":
        return series.game_over(state, losers=tuple([at for at, hand in enumerate(state.hands, 1) if hand]))
    return series.game_over(state, loser=biggest_hand(state, starter))


def biggest_hand(state: "State", starter: int) -> int:
    """Who loses under `most_cards`: most cards, then the higher sum of ranks, then the first from the starter on."""

    def weight(chair: int) -> tuple[int, int]:
        hand = state.hands[chair - 1]
        return size(hand), sum([card >> 2 for card in unpacked(hand)])

    chairs = [(starter - 1 + step) % state.players + 1 for step in range(state.players)]
    return max(chairs, key=weight)
