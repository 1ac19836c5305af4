"""Replays batch games of Møs through the engine, and compares everything on the way."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ordago.batch.compiled import held, shown
from ordago.batch.mos import COLUMNS, LOWEST, SANE, UNIFORM, Policy, settings_for, slipping
from ordago.batch.mos.acts import ACTS, PACK, TAKE
from ordago.batch.mos.columns import BURNING, HAS_RUNS, LOSER, LOSERS, MAY_TAKE, PLACE, SINGLES, TURN, WINNER
from ordago.batch.mos.play import is_legal
from ordago.batch.mos.record import act_of, moments
from ordago.batch.mos.view import WIDTH, observe
from ordago.cards.french import NAMES
from ordago.mos import rules, start, view
from ordago.mos.hand import size
from ordago.mos.rules import Rules

POLICIES = [UNIFORM, SANE, LOWEST, slipping(SANE, 0.2)]


def random_case(number: int) -> tuple[Rules, int]:
    """Random rules over all settings that batches know, and a number of players."""
    rng = random.Random(number)
    choices: dict[str, list[Any]] = {
        "hand_size": [3, 1, 2, 4],
        "tie": ["stake_draw", "own_back", "leader_wins", "answerer_wins", "discard"],
        "tie_void": ["own_back", "leader_takes", "discard"],
        "leftover": ["own_pile", "discard"],
        "phase1_end": ["pairs_exhausted", "first_block"],
        "must_beat_p1": [False, True],
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
        "match": ["single", "first_out"],
        "continue_to_loser": [False, True],
        "remove_for_two": [0, 10, 33],
    }
    changes = {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.4}
    changes["stall"] = {
        "mode": rng.choice(["burn", "burn", "most_cards", "draw"]),
        "repetitions": rng.choice([2, 3]),
        "idle_rounds": rng.choice([3, 20, 100]),
        "round_action_cap": rng.choice([40, 200]),
    }
    return rules(**changes), rng.choice([2, 3, 4, 5, 8, 12])


def replay(of: Rules, players: int, game: int, seed: int, policy: Policy) -> int:
    """One game, act by act, in both; how many acts it had. Raises AssertionError where they differ."""
    settings = settings_for(of, players)
    state: Any = start(of, players, dealer=1 + game % players)
    steps = 0
    for row, act in moments(settings, game, seed, policy, None):
        if state.turn:
            same_position(settings, row, state)
        if act is None:
            break
        state = state.apply(act)
        steps += 1
    assert state.phase == "over"
    assert (row[LOSER] + 1, row[WINNER] + 1) == (state.loser, state.winner)
    assert {chair + 1 for chair in range(players) if row[LOSERS] >> chair & 1} == set(state.losers)
    order = sorted((int(row[PLACE + chair]), chair + 1) for chair in range(players) if row[PLACE + chair])
    assert [chair for _, chair in order] == list(state.out)
    return steps


def same_position(settings: Any, row: Any, state: Any) -> None:
    """The same turn, legal acts, hands and view."""
    assert row[TURN] + 1 == state.turn
    options = {option.kind if not option.cards else option.cards for option in state.legal(state.turn)}
    mine: set[str | tuple[int, ...]] = set()
    singles = int(row[SINGLES])
    for act in range(TAKE):
        first, length = act % PACK, act // PACK + 1
        cards = [first + 4 * step for step in range(length)]
        if cards[-1] < PACK and (length == 1 or row[HAS_RUNS]) and all(singles >> card & 1 for card in cards):
            mine.add(tuple(cards))
    if row[MAY_TAKE]:
        mine.add("T")
    assert mine == options
    assert bool(row[BURNING]) == state.burning
    for act in random.Random(int(row[SINGLES])).sample(range(ACTS), 20):
        assert is_legal(held(row), act) == (act_fits(act) and state.can(act_of(state.turn, act)))
    told_row = held(np.zeros(WIDTH, np.int32))
    observe(held(row), settings.vector, told_row)
    told = dict(zip(COLUMNS, shown(told_row).tolist(), strict=True))
    seen = view(state, state.turn)
    chairs = [(state.turn - 1 + seat) % state.players + 1 for seat in range(state.players)]
    for seat, chair in enumerate(chairs):
        assert told[f"hand_{seat}"] == size(state.hands[chair - 1])
        assert told[f"pile_{seat}"] == size(state.piles[chair - 1])
    assert {name for name in NAMES if told[f"card_{name}"]} == {NAMES[card] for card in seen.hand}
    assert told["stock"] == state.stock_size
    assert told["trump"] == state.trump
    assert told["holder"] == (chairs.index(state.holder) if state.holder else -1)
    on_table = {NAMES[card]: place for place, unit in enumerate(state.table, 1) for card in unit}
    assert {name: told[f"table_{name}"] for name in NAMES if told[f"table_{name}"]} == on_table


def act_fits(act: int) -> bool:
    """Whether the code names cards of the pack, or the taking up."""
    return act == TAKE or act % PACK + 4 * (act // PACK) < PACK
