"""Batch games of Møs: replayed through the engine, and what learners are told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ordago.batch.compiled import held, shown
from ordago.batch.mos import SANE, UNIFORM, Lockstep, play, record, settings_for, slipping
from ordago.batch.mos.acts import ACTS, PACK, TAKE
from ordago.batch.mos.columns import (
    DRAWN,
    DUELS,
    HAND,
    OVER,
    PHASE,
    PILE,
    STOCK,
    TRUMP_CARD,
    TURN,
)
from ordago.batch.mos.play import is_legal
from ordago.batch.mos.view import WIDTH, observe
from ordago.core import read_record, write_record
from ordago.errors import OrdagoError, RulesError
from ordago.games import GAMES
from ordago.mos import MOS, rules

from .mos_replay import POLICIES, random_case, replay


@pytest.mark.parametrize("number", range(40))
def test_a_batch_game_is_a_game_of_the_engine(number: int) -> None:
    of, players = random_case(number)
    for game in range(4):
        replay(of, players, game, number, POLICIES[game])


@pytest.mark.parametrize("players", range(2, 18))
def test_every_number_of_players_plays_by_the_default_rules(players: int) -> None:
    replay(rules(), players, 1, 5, UNIFORM if players < 6 else SANE)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_hundreds_of_games_are_games_of_the_engine(block: int) -> None:
    """`python -m tools.batch_games` replays thousands."""
    for number in range(1000 + 100 * block, 1000 + 100 * (block + 1)):
        of, players = random_case(number)
        replay(of, players, 0, number, POLICIES[number % 4])


def test_a_game_depends_on_its_number_alone() -> None:
    many, later = play(rules(), 4, 50, 3), play(rules(), 4, 10, 3, first=40)
    for whole, part in zip(many, later, strict=True):
        assert (whole[40:] == part).all()


def test_one_loses_and_the_others_are_out() -> None:
    games = play(rules(), 5, 200, 1, policies=SANE)
    assert ((games.loser >= 0) & (games.loser < 5)).all()
    assert (games.place[np.arange(200), games.loser] == 0).all()
    assert (games.place.max(axis=1) <= 4).all()


def test_a_sensible_player_loses_less_than_a_random_one() -> None:
    games = play(rules(), 4, 4000, 1, policies=[UNIFORM, SANE, SANE, SANE])
    assert abs((games.loser == 0).mean() - 0.62) < 0.05  # the figure of the rules dossier (§12)


def test_a_record_is_the_game_that_was_played() -> None:
    played = play(rules(), 4, 10, 2, policies=SANE)
    for game in range(10):
        kept = record(rules(), 4, game, 2, policies=SANE)
        end: Any = [state for _, state in kept.states()][-1]
        assert end.loser == played.loser[game] + 1
        assert read_record(write_record(kept, MOS), GAMES) == kept


def test_what_batches_do_not_know_is_refused() -> None:
    for setting, value in (("packs", 2), ("lend_mode", "average"), ("tie", "stake_nodraw"), ("match", "elimination")):
        with pytest.raises(RulesError) as caught:
            play(rules(**{setting: value}), 4, 1)
        assert caught.value.code == "batch-unsupported"
        assert caught.value.params["setting"] == setting
    with pytest.raises(RulesError, match="players-range"):
        play(rules(), 18, 1)
    with pytest.raises(OrdagoError, match="batch-policies"):
        play(rules(), 3, 1, policies=[SANE])
    with pytest.raises(OrdagoError, match="batch-weights"):
        slipping(SANE, 2)


def test_lockstep_plays_the_games_of_play() -> None:
    steps = Lockstep(rules(), 4, 30, 6, auto_reset=False)
    loser = np.full(30, -1)
    total = np.zeros((30, 4))
    while (steps.asked >= 0).any():
        mask = steps.mask()
        acts = steps.sample()
        going = steps.asked >= 0
        assert mask[np.arange(30), acts][going].all()
        rewards, ended = steps.step(acts)
        loser = np.where(ended[:, 0] == 1, ended[:, 1], loser)
        total += rewards
    assert (loser == play(rules(), 4, 30, 6).loser).all()
    assert (total[np.arange(30), loser] == -1).all()
    assert abs(total.sum(axis=1)).max() < 1e-6


def test_the_mask_names_what_step_accepts() -> None:
    steps = Lockstep(rules(sequences="anyone"), 3, 8, 2)
    for _ in range(120):
        mask = steps.mask().copy()
        for act in (*range(0, ACTS, 7), TAKE):
            for row in range(8):
                assert mask[row, act] == is_legal(steps.states[row], act)
        steps.step(steps.sample())


def test_nothing_hidden_is_seen() -> None:
    rng = np.random.default_rng(2)
    steps = Lockstep(rules(), 4, 30, 3)
    vector = settings_for(rules(), 4).vector
    for _ in range(150):
        told = np.array(steps.observe())
        for number, row in enumerate(np.array(shown(steps.states, np.int64))):
            hide_again(row, rng)
            again = held(np.zeros(WIDTH, np.int32))
            observe(held(row), vector, again)
            assert (shown(again) == told[number]).all()
        steps.step(steps.sample())


def hide_again(row: Any, rng: np.random.Generator) -> None:
    """Deal the cards that the chair on turn does not see to the same places in another way."""
    if row[PHASE] == OVER:
        return
    sets = [HAND + chair for chair in range(4) if chair != row[TURN]] + [PILE + chair for chair in range(4)]
    places = [STOCK + card for card in range(row[DRAWN], 40)] + (
        [TRUMP_CARD] if row[PHASE] == DUELS and row[TRUMP_CARD] >= 0 else []
    )
    held_cards = [[card for card in range(PACK) if int(row[at]) >> card & 1] for at in sets]
    cards = rng.permutation([card for cards in held_cards for card in cards] + [int(row[at]) for at in places]).tolist()
    for at, old in zip(sets, held_cards, strict=True):
        new, cards = cards[: len(old)], cards[len(old) :]
        row[at] = sum(1 << card for card in new)
    row[places] = cards
