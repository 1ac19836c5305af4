"""The talk: mus or no mus, who may speak when, mus corrido, mus visto and perete (§2)."""

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec.structs import replace

from ordago.core.acts import Option
from ordago.errors import Refusal, RulesError
from ordago.mus import count, discard, lances
from ordago.mus.acts import Cut, Mus, Perete

if TYPE_CHECKING:
    from ordago.mus.state import State

Probability = Annotated[float, msgspec.Meta(ge=0, le=1)]

ADENTRO = 5
"""With so many stones or fewer to go every seat may cut under `mus_talk = "fem"`."""

PERETE = (7, 6, 5, 4)
"""The effective ranks of a perete."""


class TalkRules(msgspec.Struct, frozen=True):
    """Settings of the talk."""

    mus_corrido: Literal["off", "match", "vaca", "juego"] = "off"
    mus_talk: Literal["sequential", "pair", "fem", "open_cut"] = "sequential"
    mus_rounds_max: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    mus_visto: Literal["off", "forced", "mano_choice", "redeal"] = "off"
    expose_probability: Probability = 0.0
    perete: Literal["off", "swap", "swap_plus_1"] = "off"
    perete_when: Literal["any_mus_turn", "initial_deal"] = "any_mus_turn"

    def __post_init__(self) -> None:
        """Raise RulesError where cards would be exposed that no rule looks at, or a chance is no number."""
        if self.expose_probability != self.expose_probability:
            raise RulesError("setting-value", setting="expose_probability", reason="is not a number")
        if self.expose_probability and self.mus_visto == "off":
            raise RulesError(
                "setting-contradicts", setting="expose_probability", reason="needs mus_visto to be on, or 0"
            )


def begun(state: "State") -> "State":
    """The talk from the mano, after a deal or a service."""
    return replace(state, phase="mus", turn=state.mano, talk_at=0)


def order(state: "State") -> tuple[int, ...]:
    """The chairs in the order in which they are asked; in corrido one after the other whatever the style (R2.15)."""
    chairs = state.order
    if state.rules.talk.mus_talk == "pair" and not state.corrido:
        return chairs[0], chairs[2], chairs[1], chairs[3]
    return chairs


_MUS_OR_CUT = (Option("M"), Option("X"))
_WITH_PERETE = (*_MUS_OR_CUT, Option("perete"))
_ONLY_CUT = (Option("X"),)


def options(state: "State", chair: int) -> tuple[Option, ...]:
    """What the chair may say in the talk now, on turn or not."""
    if chair == state.turn:
        if state.choosing:
            return _MUS_OR_CUT
        if _rounds_are_over(state):
            return _ONLY_CUT
        return _WITH_PERETE if _perete_refusal(state, chair) is None else _MUS_OR_CUT
    return _ONLY_CUT if _may_cut_out_of_turn(state, chair) else ()


def verify_mus(state: "State", act: Mus) -> None:
    """Raise Refusal where this chair cannot say mus."""
    _verify_turn(state, act.seat)
    if not state.choosing and _rounds_are_over(state):
        raise Refusal("no-more-mus", rounds=state.rounds)


def say_mus(state: "State", act: Mus) -> "State":
    """The next chair is asked; after the last everybody discards (R2.3), in corrido under the next mano (R2.15)."""
    if state.choosing:
        return discard.begun(replace(state, choosing=False), forced=True)
    at = state.talk_at + 1
    if at < len(state.hands):
        return replace(state, talk_at=at, turn=order(state)[at])
    if state.corrido:
        state = replace(state, mano=state.order[1])
    return discard.begun(state, forced=False)


def verify_cut(state: "State", act: Cut) -> None:
    """Raise Refusal where this chair may not cut now."""
    if state.phase == "mus" and _may_cut_out_of_turn(state, act.seat):
        return
    _verify_turn(state, act.seat)


def cut(state: "State", act: Cut) -> "State":
    """The lances begin from the mano (R2.2); in corrido whoever cuts becomes the mano; an exposed card is let be."""
    if state.choosing:
        return begun(replace(state, choosing=False))
    if state.corrido:
        state = replace(state, mano=act.seat)
    return lances.begun(state)


def verify_perete(state: "State", act: Perete) -> None:
    """Raise Refusal where the chair may not show a perete."""
    _verify_turn(state, act.seat)
    if state.choosing or _rounds_are_over(state):
        raise Refusal("perete-not-now")
    code = _perete_refusal(state, act.seat)
    if code is not None:
        raise Refusal(code)


def show_perete(state: "State", act: Perete) -> "State":
    """The four cards go to the discards and the dealer gives four new ones; a stone at once where the rules pay it."""
    chair = act.seat
    if state.rules.talk.perete == "swap_plus_1":
        side = state.house.side_of[chair]
        state = lances.scored(state, count.Award("mus", side, 1, "perete", "at once", (chair,)))
        if state.score[side] >= state.rules.match.target:
            return lances.over(state, side)
    state = discard.laid_aside(state, chair, state.hands[chair - 1])
    return replace(state, phase="discard", turn=0, to_serve=(chair,), perete=True, swapped=(*state.swapped, chair))


def _verify_turn(state: "State", chair: int) -> None:
    if state.phase != "mus":
        raise Refusal("talk-is-over" if state.in_play else "no-talk", phase=state.phase)
    if chair != state.turn:
        raise Refusal("not-your-turn", chair=chair, turn=state.turn)


def _rounds_are_over(state: "State") -> bool:
    return 0 < state.rules.talk.mus_rounds_max <= state.rounds


def _may_cut_out_of_turn(state: "State", chair: int) -> bool:
    style = state.rules.talk.mus_talk
    if style in ("sequential", "pair") or state.corrido or state.choosing:
        return False
    if style == "open_cut" or chair == state.order[2]:
        return True
    return max(state.score) >= state.rules.match.target - ADENTRO


def _perete_refusal(state: "State", chair: int) -> str | None:
    rules = state.rules.talk
    if rules.perete == "off":
        return "perete-off"
    if rules.perete_when == "initial_deal" and (state.rounds or chair in state.swapped):
        return "perete-only-first"
    if state.house.hands.worth(state.hands[chair - 1]).numbers != PERETE:
        return "perete-not-held"
    return None
