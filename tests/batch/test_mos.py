"""Batch games of Møs: replayed through the engine, and what learners are told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ordago.batch.compiled import held, shown
from ordago.batch.mos import SANE, UNIFORM, Lockstep, play, record, settings_for, slipping
from ordago.batch.mos.acts import ACTS, BLIND, PACK, TAKE
from ordago.batch.mos.columns import (
    DRAWN,
    DUELS,
    HAND,
    OVER,
    PHASE,
    PILE,
    STEPS_MOST,
    STOCK,
    STOCK_SIZE,
    TRUMP_CARD,
    TURN,
    TWICE,
)
from ordago.batch.mos.play import is_legal
from ordago.batch.mos.record import moments
from ordago.batch.mos.view import WIDTH, observe
from ordago.core import read_record, write_record
from ordago.errors import OrdagoError, RulesError
from ordago.games import GAMES
from ordago.mos import MOS, rules
from ordago.mos.rules import PRESET_SETTINGS, Rules

from .mos_replay import POLICIES, random_case, replay


@pytest.mark.parametrize("number", range(40))
def test_a_batch_game_is_a_game_of_the_engine(number: int) -> None:
    of, players = random_case(number)
    replay(of, players, number % 7, number, POLICIES[number % 4])


@pytest.mark.parametrize("preset", PRESET_SETTINGS)
def test_every_preset_plays(preset: str) -> None:
    for players, policy in ((2, UNIFORM), (3, UNIFORM), (5, slipping(SANE, 0.2))):
        replay(rules(preset), players, players, 8, policy)


def test_a_replaced_duellist_draws_last() -> None:
    """Settings that meet seldom: ties without drawing, in which others step in for whoever has no card left."""
    of = rules(hand_size=1, packs=2, tie="stake_nodraw", tie_void="substitute")
    for game in range(6):
        replay(of, 6, game, 3, SANE)


def test_whoever_has_no_card_is_lent_some() -> None:
    for mode in ("average", "per5", 2):
        of = rules(lend_mode=mode, phase1_end="first_block", tie="leader_wins")
        settings = settings_for(of, 9)
        lent = 0
        for game in range(4):
            lent += sum(len(acts) > 1 for _, acts in moments(settings, game, 1, SANE, None))
            replay(of, 9, game, 1, SANE)
        assert lent


def test_a_series_goes_on_until_it_is_decided() -> None:
    of = rules(match="elimination")
    series = play(of, 4, 200, 1, policies=SANE)
    assert (series.deals == 3).all()
    assert (np.sort(series.losses) == [0, 1, 1, 1]).all()
    assert (series.losses[np.arange(200), series.winner] == 0).all()
    fixed = play(rules(match="fixed", games=5), 3, 50, 1, policies=SANE)
    assert (fixed.deals == 5).all()
    assert (fixed.losses.sum(axis=1) == 5).all()
    replay(of, 4, 3, 2, SANE)


def test_a_game_without_end_is_given_up() -> None:
    """Who never takes up of free will can go round for ever where the last unit is taken (§10.3)."""
    of = rules("mas_norway")
    with pytest.raises(OrdagoError) as caught:
        play(of, 3, 1, 8, policies=SANE, first=41)
    assert (caught.value.code, caught.value.params) == ("batch-endless", {"game": 41, "steps": 1_000_000})
    settings = settings_for(of, 3)
    vector = np.array(settings.vector)
    vector[STEPS_MOST] = 1000
    with pytest.raises(OrdagoError, match="batch-endless"):
        list(moments(settings._replace(vector=held(vector)), 41, 8, SANE, None))


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


def test_a_record_of_a_series_keeps_gifts_and_cards_turned_up() -> None:
    of = rules("skitgubbe", phase1_end="pairs_exhausted", lend_mode="average", match="fixed", games=2)
    kept = record(of, 14, 3, 2)
    end: Any = [state for _, state in kept.states()][-1]
    assert end.match_over
    assert {type(act).__name__ for act in kept.acts} >= {"Deal", "Lend", "Blind", "Take", "Play"}
    assert read_record(write_record(kept, MOS), GAMES) == kept


def test_what_cannot_be_is_refused() -> None:
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


def test_lockstep_plays_whole_series() -> None:
    of = rules(match="elimination", lend_mode="average", packs=2)
    steps = Lockstep(of, 4, 10, 6, auto_reset=False)
    total = np.zeros((10, 4))
    winner = np.full(10, -1)
    games = np.zeros(10, int)
    while (steps.asked >= 0).any():
        rewards, ended = steps.step(steps.sample())
        games += (rewards != 0).any(axis=1)
        total += rewards
        winner = np.where(ended[:, 0] == 1, ended[:, 2], winner)
    played = play(of, 4, 10, 6)
    assert (winner == played.winner).all()
    assert (games == played.deals).all()
    assert abs(total.sum(axis=1)).max() < 1e-5
    assert (total.argmax(axis=1) == winner).all()


def test_the_mask_names_what_step_accepts() -> None:
    steps = Lockstep(rules("skitgubbe_runs", packs=2), 3, 8, 2)
    for _ in range(120):
        mask = steps.mask().copy()
        for act in (*range(0, ACTS, 7), TAKE, BLIND):
            for row in range(8):
                assert mask[row, act] == is_legal(steps.states[row], act)
        steps.step(steps.sample())


@pytest.mark.parametrize("of", [rules(), rules("skitgubbe", packs=2, lend_mode="average")])
def test_nothing_hidden_is_seen(of: Rules) -> None:
    rng = np.random.default_rng(2)
    steps = Lockstep(of, 4, 30, 3)
    vector = settings_for(of, 4).vector
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
    places = [STOCK + card for card in range(row[DRAWN], row[STOCK_SIZE])] + (
        [TRUMP_CARD] if row[PHASE] == DUELS and row[TRUMP_CARD] >= 0 else []
    )
    lying = [
        [card for cards in (row[at], row[at + TWICE]) for card in range(PACK) if int(cards) >> card & 1] for at in sets
    ]
    cards = rng.permutation([card for cards in lying for card in cards] + [int(row[at]) for at in places]).tolist()
    for at, old in zip(sets, lying, strict=True):
        new, cards = cards[: len(old)], cards[len(old) :]
        row[at] = sum(1 << card for card in {*new})
        row[at + TWICE] = sum(1 << card for card in {*new} if new.count(card) == 2)
    row[places] = cards
