"""The polish: words gain weight by what they surely bring, in deals against the rivals themselves."""

from typing import Any

import numpy as np
import pytest

from ordago.bots.mus_trained.hands import levels
from ordago.bots.mus_trained.store import NEEDS, starts
from ordago.bots.mus_trained.tree import ORDAGO, PASS, SETTLED, WORDS, games
from ordago.training.arrays import BELOW
from ordago.training.deals import BLANK, HANDS, Tables, a_deal, shuffled
from ordago.training.lances import lances
from ordago.training.play import no_memory, zones_of
from ordago.training.polish import PART_DEALS, Met, Round, polish
from ordago.training.response import Tried
from tests.training.fool import fool

numba = pytest.importorskip("numba")

GRID = (5, 40)


def tables_of(words: Any) -> Tables:
    """Two teams that say the same, and talk like the fool."""
    bot = fool()
    cuts, throws = np.repeat(bot.cuts[None] / 255, 2, axis=0), np.repeat(bot.throws[None] / 255, 2, axis=0)
    both = np.broadcast_to(np.asarray(words, np.float32), (2, 2, 4, starts()[-1])).copy()
    return Tables(both, cuts, throws, zones_of(GRID), np.full(2, BLANK), *no_memory())


def even() -> Any:
    """Every word as often as any other."""
    rows = [
        np.arange(WORDS) < len(words) for tree in games() for words in tree.words for _ in range(size_of(tree.lance))
    ]
    found = np.array(rows, np.float32)
    return np.repeat((found / found.sum(axis=1, keepdims=True)).reshape(1, -1), 4, axis=0)


def size_of(lance: int) -> int:
    return levels().sizes[lance]


def test_what_surely_brings_more_is_said_more_often_and_what_is_not_sure_stays() -> None:
    words = even()
    many = np.full((NEEDS, starts()[-1]), 1000.0)
    sums = np.zeros_like(many)
    sums[:, 1] = 50.0  # the second word of the first row brings 0.05 each time, and lends it to levels near by
    found = polish(words, GRID, 1, 1.0, lambda number, now: [Tried(sums, sums / 20, many)])
    rows = found.reshape(4, -1, WORDS)
    assert (rows[:, 0, 1] > 0.7).all()
    far = rows[:, size_of(0) - 1]
    assert np.allclose(far, words.reshape(4, -1, WORDS)[:, size_of(0) - 1], atol=1e-6), "the best hands lend it nothing"
    assert np.allclose(rows.sum(axis=2), 1.0, atol=1e-5)
    half = polish(words, GRID, 1, 0.5, lambda number, now: [Tried(sums, sums / 20, many)])
    assert np.allclose(half, (found + words) / 2, atol=1e-6)
    doubtful = polish(words, GRID, 1, 1.0, lambda number, now: [Tried(sums / 50, many, many)])
    assert np.allclose(doubtful, words, atol=1e-6)


def test_the_parts_of_a_round_are_all_its_deals() -> None:
    met = (Met(PART_DEALS + 5), Met(0), Met(7))
    shared = Round(met, tables_of(even()), np.zeros((41, 41)), 1)
    assert [(one is met[0], deals) for one, deals in shared.parts()] == [(True, PART_DEALS), (True, 5), (False, 7)]


@pytest.mark.slow
def test_nobody_polite_accepts_an_ordago_with_rubbish() -> None:
    words = np.zeros((starts()[-1] // WORDS, WORDS), np.float32)
    row = 0
    for tree in games():
        for said in tree.words:
            shouts = said.index(ORDAGO) if said[0] == PASS else 1  # at the first word, else quiero
            words[row : row + size_of(tree.lance), shouts] = 1.0
            row += size_of(tree.lance)
    tables, now = tables_of(words.ravel()), a_deal()
    accepted = {False: 0, True: 0}
    for polite in (False, True):
        these = tables._replace(polite=np.full(2, polite))
        for _ in range(300):
            shuffled(now, 30, 30)
            now.told[:2], now.told[2:] = 0, -1
            winner = lances(these, now, False)
            if now.history[0, 0] == SETTLED:
                accepted[polite] += 1
                holder = now.rows[now.history[0, 2]]
                assert winner >= 0
                assert not polite or BELOW[0, holder] >= 0.4
    assert accepted[False] == 300
    assert 100 < accepted[True] < 300


def test_every_hand_has_a_share_of_weaker_ones() -> None:
    assert BELOW.shape == (5, HANDS)
    assert BELOW.min() == 0.0
    assert BELOW.max() < 1.0
