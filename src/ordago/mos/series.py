"""The match: one game, an elimination series, first-out wins, or a fixed number of games; who deals next (§7, S-4)."""

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from ordago.mos.state import State
    from ordago.mos.view import View

Games = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class MatchRules(msgspec.Struct, frozen=True):
    """Settings of the match. `games` belongs to "fixed", as `next_dealer`; `continue_to_loser` to "first_out"."""

    match: Literal["single", "elimination", "first_out", "fixed"] = "single"
    games: Games = 1
    continue_to_loser: bool = False
    next_dealer: Literal["loser", "rotate"] = "loser"


def from_right(state: "State | View", chair: int) -> tuple[int, ...]:
    """The chairs in play in seat order, from this one's right neighbour on."""
    seats = [(chair + step) % state.players + 1 for step in range(state.players)]
    return tuple([seat for seat in seats if seat not in state.eliminated])


def next_chair(state: "State", chair: int) -> int:
    """The nearest chair to the right of this one that is not eliminated."""
    return from_right(state, chair)[0]


def next_dealer(state: "State") -> int:
    """Who deals the deal that comes next; before the first, who was drawn or named."""
    if state.phase == "deal":
        return state.dealer
    rules = state.rules.match
    if state.loser and rules.match == "elimination":
        return next_chair(state, state.loser)
    if state.loser and rules.next_dealer == "loser":
        return state.loser
    return next_chair(state, state.dealer)


def ends_with_first_out(state: "State | View") -> bool:
    """Whether play stops as soon as a player has emptied his hand (7.2)."""
    rules = state.rules.match
    return rules.match == "first_out" and not rules.continue_to_loser


def first_out(state: "State", chair: int) -> "State":
    """The chair is the first to have emptied its hand, and has won where that is what counts (7.2)."""
    return replace(state, winner=chair) if state.rules.match.match == "first_out" else state


def game_over(state: "State", loser: int = 0, losers: tuple[int, ...] = ()) -> "State":
    """The game has ended: who lost it, and what that means for the match. `losers` share a loss (stall mode draw)."""
    rules = state.rules.match
    losses = state.losses
    for chair in (loser, *losers):
        if chair:
            losses = (*losses[: chair - 1], losses[chair - 1] + 1, *losses[chair:])
    state = replace(
        state,
        phase="over",
        turn=0,
        burning=False,
        games=state.games + 1,
        losses=losses,
        loser=loser,
        losers=losers,
    )
    if rules.match == "elimination" and loser:
        state = replace(state, eliminated=(*state.eliminated, loser))
        left = from_right(state, loser)
        return replace(state, winner=left[0]) if len(left) == 1 else state
    return state


def is_over(state: "State") -> bool:
    """Whether the match is decided."""
    if state.phase != "over":
        return False
    rules = state.rules.match
    if rules.match == "fixed":
        return state.games >= rules.games
    return rules.match != "elimination" or state.winner > 0
