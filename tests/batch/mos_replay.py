"""Replays batch games of Møs through the engine, and compares everything on the way."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np

from ordago.batch.compiled import held, shown
from ordago.batch.mos import COLUMNS, LOWEST, SANE, UNIFORM, Policy, settings_for, slipping
from ordago.batch.mos.acts import ACTS, BLIND, PACK, TAKE
from ordago.batch.mos.columns import (
    BURNING,
    DEALS,
    HAS_RUNS,
    LOSER,
    LOSERS,
    LOSSES,
    MAY_TAKE,
    MAY_TURN,
    PLACE,
    SINGLES,
    TURN,
    WINNER,
)
from ordago.batch.mos.play import is_legal
from ordago.batch.mos.record import act_of, moments
from ordago.batch.mos.view import WIDTH, observe
from ordago.cards.french import NAMES
from ordago.mos import rules, start, view
from ordago.mos.hand import size
from ordago.mos.rules import PRESET_SETTINGS, Rules

POLICIES = [UNIFORM, SANE, LOWEST, slipping(SANE, 0.2)]


def random_case(number: int) -> tuple[Rules, int]:
    """Random rules over all settings, or of a preset, and a number of players."""
    rng = random.Random(number)
    choices: dict[str, list[Any]] = {
        "packs": [1, 2],
        "hand_size": [3, 1, 2, 4],
        "tie": ["stake_draw", "stake_nodraw", "stake_nodraw", "own_back", "leader_wins", "answerer_wins", "discard"],
        "tie_void": ["own_back", "substitute", "leader_takes", "discard"],
        "leftover": ["own_pile", "discard"],
        "phase1_end": ["pairs_exhausted", "first_block"],
        "must_beat_p1": [False, True],
        "draw_timing": ["after_duel", "each_play"],
        "blind_play": ["none", "both"],
        "lend_mode": ["off", "average", "per5", 1, 3, 20],
        "lone_trump": ["plays", "sits_out"],
        "beat_rule": ["rank", "rank_equal_trump", "trump_priority"],
        "follow_first": [False, True],
        "led_suit": ["first_card", "oldest_on_table"],
        "voluntary_pickup": [False, True],
        "pickup_unit": ["lowest", "oldest", "last"],
        "sequences": ["leader", "none", "anyone"],
        "threshold": ["live", "round_start"],
        "round_starter": ["next", "highest"],
        "two_player_rule": [True, False],
        "match": ["single", "first_out", "elimination", "fixed"],
        "games": [1, 2, 3],
        "next_dealer": ["loser", "rotate"],
        "continue_to_loser": [False, True],
        "remove_for_two": [0, 10, 33],
    }
    often = rng.choice([0.2, 0.4, 0.7])
    changes = {name: rng.choice(values) for name, values in choices.items() if rng.random() < often}
    is_series = changes.get("match") == "elimination"  # which would never end where every game is a draw
    changes["stall"] = {
        "mode": rng.choice(["burn", "burn", "most_cards", "burn" if is_series else "draw"]),
        "repetitions": rng.choice([2, 3]),
        "idle_rounds": rng.choice([3, 20, 100]),
        "round_action_cap": rng.choice([40, 200]),
    }
    preset = rng.choice([*PRESET_SETTINGS, "mos", "mos", "mos"])
    return rules(preset, **changes), rng.choice([2, 3, 4, 5] if is_series else [2, 3, 4, 5, 8, 12])


def replay(of: Rules, players: int, game: int, seed: int, policy: Policy) -> int:
    """One game, act by act, in both; how many acts it had. Raises AssertionError where they differ."""
    settings = settings_for(of, players)
    state: Any = start(of, players, dealer=1 + game % players)
    rng = random.Random(seed)
    steps = 0
    for row, acts in moments(settings, game, seed, policy, None):
        if state.turn:
            same_position(settings, row, state, rng)
            steps += 1
        for act in acts:
            state = state.apply(act)
        if not acts:
            same_result(row, state)
    assert state.match_over
    return steps


def same_result(row: Any, state: Any) -> None:
    """The same end of a game."""
    chairs = range(state.players)
    assert state.phase == "over"
    assert (row[LOSER] + 1, row[WINNER] + 1) == (state.loser, state.winner)
    assert {chair + 1 for chair in chairs if row[LOSERS] >> chair & 1} == set(state.losers)
    order = sorted((int(row[PLACE + chair]), chair + 1) for chair in chairs if row[PLACE + chair])
    assert [chair for _, chair in order] == list(state.out)
    assert tuple(row[LOSSES + chair] for chair in chairs) == state.losses
    assert row[DEALS] == state.games


def same_position(settings: Any, row: Any, state: Any, rng: random.Random) -> None:
    """The same turn, legal acts, hands and view."""
    assert row[TURN] + 1 == state.turn
    options = {option.kind if not option.cards else option.cards for option in state.legal(state.turn)}
    mine: set[str | tuple[int, ...]] = set()
    singles = {card for card in range(PACK) if int(row[SINGLES]) >> card & 1}
    for first in singles:
        last = first
        while last in singles and (last == first or row[HAS_RUNS]):
            mine.add(tuple(range(first, last + 1, 4)))
            last += 4
    if row[MAY_TAKE]:
        mine.add("T")
    if row[MAY_TURN]:
        mine.add("B")
    assert mine == options
    assert bool(row[BURNING]) == state.burning
    for act in {*rng.sample(range(ACTS), 4), TAKE, BLIND}:
        assert is_legal(held(row), act) == (act_fits(act) and state.can(act_of(state.turn, act)))
    told_row = held(np.zeros(WIDTH, np.int32))
    observe(held(row), settings.vector, told_row)
    told = dict(zip(COLUMNS, shown(told_row).tolist(), strict=True))
    seen = view(state, state.turn)
    chairs = [(state.turn - 1 + seat) % state.players + 1 for seat in range(state.players)]
    for seat, chair in enumerate(chairs):
        assert told[f"hand_{seat}"] == size(state.hands[chair - 1])
        assert told[f"pile_{seat}"] == size(state.piles[chair - 1])
    assert Counter({name: told[f"card_{name}"] for name in NAMES}) == Counter(NAMES[card] for card in seen.hand)
    assert told["stock"] == state.stock_size
    assert told["trump"] == state.trump
    assert told["holder"] == (chairs.index(state.holder) if state.holder else -1)
    lying: dict[str, list[int]] = {}
    for place, unit in enumerate(state.table, 1):
        for card in unit:
            lying.setdefault(NAMES[card], []).append(place)
    for name in NAMES:
        assert [place for place in (told[f"table_{name}"], told[f"twin_{name}"]) if place] == lying.get(name, [])


def act_fits(act: int) -> bool:
    """Whether the code names cards of the pack, or the taking up."""
    return act in (TAKE, BLIND) or act % PACK + 4 * (act // PACK) < PACK
