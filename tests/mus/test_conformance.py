"""Mus is a game of the house: the conformance suite, over presets, seats and the settings that widen what is legal."""

import itertools
from typing import Any

import pytest

from ordago.cards.spanish import DECK
from ordago.mus import MUS, Deal, Expose, Serve, State
from ordago.testing import check_game

WIDE: dict[str, dict[str, Any]] = {
    "señas": {"senas": "fem", "target": 20},
    "open talk and bets": {"mus_talk": "open_cut", "open_order": "any", "discard_order": "simultaneous"},
    "both answer": {"response": "strongest_of_pair", "bet_cap": "target", "senas": "common"},
    "mus visto": {"mus_visto": "forced", "expose_probability": 0.1, "perete": "swap_plus_1"},
    "the mano chooses": {"mus_visto": "mano_choice", "expose_probability": 0.1, "senas": "classic"},
    "redeal": {"mus_visto": "redeal", "expose_probability": 0.05, "reshuffle": "keep_last_own"},
    "two": {"players": 2, "bet_cap": "remaining", "raise_style": "double"},
    "three": {"players": 3, "raise_style": "fixed2", "perete": "swap"},
    "four alone": {"sides": "individual", "open_order": "any", "reshuffle": "exclude_current"},
    "five": {"players": 5, "min_open": 1, "min_raise": 1, "ordago_settlement": "in_order"},
    "six as threes": {"players": 6, "senas": "common", "response": "strongest_of_pair"},
    "six in pairs": {"players": 6, "sides": "pairs", "senas": "fem", "mus_corrido": "juego"},
    "short match": {"juegos_to_win_vaca": 1, "target": 5, "forbid_worst_ordago_accept": True},
    "few discards": {"discard_min": 2, "discard_max": 3, "mus_rounds_max": 1},
}


def unseen_equals(state: State, seat: int) -> list[tuple[int, int]]:
    """Pairs of cards of one rank that the seat has not seen in this deal: no rule looks at their suits."""
    if state.phase == "deal" or state.rules.hand.needs_suits:
        return []
    seen: set[int] = set()
    for act in state.history.latest():
        if isinstance(act, Expose):
            seen.add(act.card)
        elif isinstance(act, Serve) and act.to == seat:
            seen.update(act.cards)
        elif isinstance(act, Deal):
            seen.update(act.hands[seat - 1] if seat else ())
            break
    if state.shown:
        seen.update(card for hand in state.hands for card in hand)
    left = [card for card in DECK if card not in seen]
    return [(one, two) for one, two in itertools.combinations(left, 2) if one // 5 == two // 5]


@pytest.mark.parametrize("preset", MUS.presets)
def test_every_preset(preset: str) -> None:
    check_game(MUS, seed=7, presets=[preset], exchanges=unseen_equals)


@pytest.mark.parametrize("name", WIDE)
def test_settings_that_widen_what_is_legal(name: str) -> None:
    check_game(MUS, seed=11, deals=6, presets=["clasico"], changes=WIDE[name], exchanges=unseen_equals)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_many_matches(seed: int) -> None:
    for changes in WIDE.values():
        check_game(MUS, seed=seed, deals=12, presets=["clasico"], changes=changes, exchanges=unseen_equals)
