"""The discard: how many cards each chair lays aside, and in which order (2.2)."""

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec.structs import replace

from ordago.cards.spanish import NAMES
from ordago.core.acts import Option
from ordago.errors import Refusal, RulesError
from ordago.mus import dealing
from ordago.mus.acts import Discard

if TYPE_CHECKING:
    from ordago.mus.state import State

Cards = Annotated[int, msgspec.Meta(ge=1, le=4)]


class DiscardRules(msgspec.Struct, frozen=True):
    """Settings of the discard."""

    discard_min: Cards = 1
    discard_max: Cards = 4
    discard_order: Literal["mano_first", "dealer_first", "simultaneous"] = "mano_first"
    reshuffle: Literal["include_current", "keep_last_own", "exclude_current"] = "include_current"

    def __post_init__(self) -> None:
        """Raise RulesError where the least is more than the most."""
        if self.discard_min > self.discard_max:
            raise RulesError("setting-contradicts", setting="discard_min", reason="is more than discard_max")


def begun(state: "State", forced: bool) -> "State":
    """Everybody lays cards aside, in the rules' order; `forced` by an exposed card also none (2.4)."""
    chairs = state.order
    if state.rules.discard.discard_order == "dealer_first":
        chairs = chairs[::-1]
    nobody: tuple[tuple[int, ...] | None, ...] = (None,) * len(chairs)
    return replace(
        state, phase="discard", turn=chairs[0], forced=forced, throwing=chairs, to_serve=chairs, thrown=nobody
    )


def may_throw_now(state: "State", chair: int) -> bool:
    """Whether the table waits for this chair's discard, on turn or, where all throw together, before it."""
    if state.rules.discard.discard_order == "simultaneous":
        return chair in state.throwing
    return chair == state.turn


def bounds(state: "State") -> tuple[int, int]:
    """The least and the most cards that must be thrown now."""
    if state.forced:
        return 0, 4
    return state.rules.discard.discard_min, state.rules.discard.discard_max


def options(state: "State", chair: int) -> tuple[Option, ...]:
    """The discards that the chair may make now."""
    if not state.turn or not may_throw_now(state, chair):
        return ()
    least, most = bounds(state)
    return (Option("D", least, most, state.hands[chair - 1]),)


def verify_discard(state: "State", act: Discard) -> None:
    """Raise Refusal for a discard out of turn, of too few or too many cards, or of a card not held."""
    if state.phase != "discard" or not state.turn:
        raise Refusal("no-discard-now", phase=state.phase)
    if not may_throw_now(state, act.seat):
        if act.seat in state.throwing:
            raise Refusal("not-your-turn", chair=act.seat, turn=state.turn)
        raise Refusal("thrown-already", chair=act.seat)
    least, most = bounds(state)
    if not least <= len(act.cards) <= most:
        raise Refusal("discard-count", count=len(act.cards), least=least, most=most)
    held = list(state.hands[act.seat - 1])
    for card in act.cards:
        if card not in held:
            raise Refusal("card-not-held", card=NAMES[card])
        held.remove(card)


def throw(state: "State", act: Discard) -> "State":
    """The cards go face down to the discards and cannot be changed (R2.8); after the last chair the dealer serves."""
    state = laid_aside(state, act.seat, act.cards)
    throwing = tuple([chair for chair in state.throwing if chair != act.seat])
    if throwing:
        return replace(state, throwing=throwing, turn=throwing[0])
    waiting = tuple([chair for chair in state.to_serve if state.thrown[chair - 1]])
    state = replace(state, throwing=(), turn=0, to_serve=waiting)
    return state if waiting else dealing.served(state)


def laid_aside(state: "State", chair: int, cards: tuple[int, ...]) -> "State":
    """The state after these cards of the chair went to the discards."""
    hand = list(state.hands[chair - 1])
    for card in cards:
        hand.remove(card)
    at = chair - 1
    thrown = state.thrown or (None,) * len(state.hands)
    return replace(
        state,
        hands=(*state.hands[:at], tuple(hand), *state.hands[chair:]),
        thrown=(*thrown[:at], cards, *thrown[chair:]),
        discards=state.discards + dealing.packed(cards, state.pack),
        discard_size=state.discard_size + len(cards),
    )
