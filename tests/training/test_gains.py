"""Rivals who learn a bot's play: what they win from a fool, and nothing by saying the same."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ordago.bots.mus_trained.store import Trained
from ordago.errors import OrdagoError
from ordago.training import Gains, gains
from ordago.training.deals import BLANK, Tables
from ordago.training.play import no_memory, zones_of
from ordago.training.response import PAIR, as_the_bot, gains_of, words_for
from tests.training.fool import fool

numba = pytest.importorskip("numba")


def tables_of(bot: Trained) -> Tables:
    words = np.broadcast_to(bot.words / np.float32(255), (2, 2, *bot.words.shape)).copy()
    cuts, throws = np.repeat(bot.cuts[None] / 255, 2, axis=0), np.repeat(bot.throws[None] / 255, 2, axis=0)
    return Tables(words, cuts, throws, zones_of(bot.grid), np.full(2, BLANK), *no_memory())


def quiet(stage: str, done: int, of: int) -> None:
    pass


@pytest.mark.slow
def test_who_says_the_same_wins_exactly_nothing_and_who_always_bets_wins_from_a_fool() -> None:
    bot = fool()
    tables = tables_of(bot)
    juego = bot.juego.astype(np.float64)
    assert not gains_of(tables, juego, 3, 500, PAIR).any()
    bets = as_the_bot()
    bets[:] = 1  # two stones, and no raise is ever needed
    usual: Any = tables.words[0].copy()
    tables.words[1] = words_for(bets, usual, bot.grid, 0)
    assert gains_of(tables, juego, 3, 3000, 0).mean() > 0.003
    assert not gains_of(tables, juego, 3, 500, 1).any(), "the words of one seat are not those of another"


@pytest.mark.slow
def test_rivals_learn_to_win_from_a_fool_and_a_learning_that_was_stopped_ends_alike(tmp_path: Path) -> None:
    told: list[str] = []

    def stop(stage: str, done: int, of: int) -> None:
        if stage == "seat-2":
            raise KeyboardInterrupt

    def go_on(stage: str, done: int, of: int) -> None:
        told.append(stage)

    whole = gains(fool(), 2000, 1, tmp_path / "one", quiet, rounds=1)
    assert isinstance(whole, Gains)
    assert all(gain.low > 0 for gain in (*whole.seats, whole.pair)), "whoever bets on anything wins"
    assert whole.juegos.low > 0.5
    assert whole.sees.value > whole.juegos.value, "who sees the cards wins more"
    with pytest.raises(KeyboardInterrupt):
        gains(fool(), 2000, 1, tmp_path / "two", stop, rounds=1)
    assert gains(fool(), 2000, 1, tmp_path / "two", go_on, rounds=1) == whole
    assert "seat-1" not in told
    with pytest.raises(OrdagoError) as refused:
        gains(fool(), 2001, 1, tmp_path / "one", quiet, rounds=1)
    assert refused.value.code == "train-folder"
