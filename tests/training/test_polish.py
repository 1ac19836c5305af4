"""Words made better on deals: what surely brings more is said more often, and nothing that is not offered."""

import numpy as np
import pytest

from ordago.bots.mus_trained.store import NEEDS, starts
from ordago.bots.mus_trained.tree import WORDS, games
from ordago.training.polish import Rival, _by_turn, _moved, polish
from ordago.training.response import PAIR, RIVAL, Tried, gains_of
from tests.training.fool import fool
from tests.training.test_gains import tables_of

numba = pytest.importorskip("numba")

ROW = 5
"""A row of the first turn of grande: it offers four words."""


def even() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Every word that is offered said as often, at one score."""
    words = np.zeros((2, 1, starts()[-1]), np.float32)
    for at, tree in enumerate(games()):
        rows = words[:, 0, starts()[at] : starts()[at + 1]].reshape(2, len(tree), -1, WORDS)
        for turn, offered in enumerate(tree.words):
            rows[:, turn, :, : len(offered)] = 1 / len(offered)
        words[:, 0, starts()[at] : starts()[at + 1]] = rows.reshape(2, -1)
    return words


def brought(gain: float, error: float) -> Tried:
    """The second word of a row brings so much more in a hundred deals at any score."""
    sums, squares, many = (np.zeros((NEEDS, starts()[-1])) for _ in range(3))
    many[:, ROW * WORDS : ROW * WORDS + WORDS] = 100
    sums[:, ROW * WORDS + 1] = 100 * gain
    squares[:, ROW * WORDS + 1] = 100 * (gain**2 + 100 * error**2)
    return Tried(sums, squares, many)


def test_a_word_that_surely_brings_more_is_said_more_often() -> None:
    now = _moved(even(), brought(0.02, 0.001), (40,))
    row = now[0, 0, ROW * WORDS : ROW * WORDS + WORDS]
    assert row[1] > 0.4 > row[0]
    assert row.sum() == pytest.approx(1, abs=1e-5)
    assert np.array_equal(now == 0, even() == 0), "what is not offered is never said"
    far = slice(200 * WORDS, 201 * WORDS)
    assert now[0, 0, far] == pytest.approx(even()[0, 0, far])


def test_what_is_not_sure_changes_nothing() -> None:
    assert np.allclose(_moved(even(), brought(0.002, 0.05), (40,)), even(), atol=1e-6)


def test_each_turn_has_the_words_of_its_side() -> None:
    words = np.stack([np.zeros((1, starts()[-1])), np.ones((1, starts()[-1]))])
    found = _by_turn(words)[0]
    for at, tree in enumerate(games()):
        rows = found[starts()[at] : starts()[at + 1]].reshape(len(tree), -1)
        assert (rows == np.array(tree.seats)[:, None] % 2).all()


@pytest.mark.slow
def test_against_who_never_accepts_the_polish_wins() -> None:
    bot = fool()
    tables = tables_of(bot)
    juego = bot.juego.astype(np.float64)
    begin = tables.words[0, 0]

    def met(now: np.ndarray[tuple[int, ...], np.dtype[np.float64]]):  # type: ignore[no-untyped-def]
        tables.words[1] = now
        return tables

    better = polish(begin, bot.grid, [Rival(1.0, met)], juego, 3, 3000, 2, lambda done, of: None)
    tables.words[RIVAL] = better[None]
    assert gains_of(tables, juego, 9, 3000, PAIR).mean() > 0.005
