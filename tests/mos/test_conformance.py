"""Møs passes the public conformance suite, with cards exchanged that a seat cannot tell apart."""

import pytest

from ordago.core import State as AnyState
from ordago.mos import MOS, State
from ordago.mos.hand import held, kinds
from ordago.testing import check_game


def exchanges(state: AnyState, seat: int) -> list[tuple[int, int]]:
    """In phase 1: any two cards that the seat has not seen, of other hands, of the stock, or the unseen trump card."""
    assert isinstance(state, State)
    if state.phase != "duels":
        return []
    hidden = [card for at, hand in enumerate(state.hands, 1) if at != seat for card in kinds(held(hand))]
    hidden += state.stock[state.drawn_count :]
    if state.trump_card >= 0:
        hidden.append(state.trump_card)
    return [(one, two) for one in hidden for two in hidden if one < two]


@pytest.mark.parametrize("preset", MOS.presets)
def test_the_presets(preset: str) -> None:
    check_game(MOS, presets=[preset], players=[3], exchanges=exchanges)


@pytest.mark.parametrize("players", [2, 5])
def test_any_number_of_players(players: int) -> None:
    check_game(MOS, presets=["mos"], players=[players], exchanges=exchanges)


@pytest.mark.parametrize(
    "changes",
    [
        {"match": "elimination", "remove_for_two": 10},
        {"match": "fixed", "games": 3, "stall": {"mode": "draw", "idle_rounds": 2}},
        {"match": "first_out", "continue_to_loser": True, "blind_play": "both"},
        {"tie": "stake_nodraw", "tie_void": "substitute", "draw_timing": "after_duel"},
    ],
)
def test_matches_and_variants(changes: dict[str, object]) -> None:
    check_game(MOS, presets=["mos"], players=[4], changes=changes, deals=3)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["average", "per5", 3])
def test_lending_with_many_players(mode: object) -> None:
    check_game(MOS, presets=["mos"], players=[10], changes={"lend_mode": mode}, longest=20_000, deals=1)
