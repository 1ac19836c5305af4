"""Words made better on real deals, where cards in other hands are taken out and earlier lances are remembered.

The solutions think of hands as independent and of lances one by one. Here each word that was not said is tried in
deals against several rivals (`ordago.training.response`), and words gain weight by what they bring more, so far as
that is sure. Small steps, and the mean of later rounds: what is best against one rival only is not taken up whole.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ordago.bots.mus_trained.hands import Floats, levels
from ordago.bots.mus_trained.store import need_class
from ordago.bots.mus_trained.tree import WORDS, games
from ordago.training.deals import Tables
from ordago.training.response import PAIR, SELDOM, Tried, means, try_words

HEAT = 0.012
"""By how much of a juego a word must be better in one round to become e times as likely."""

DOUBT = 0.7
"""So many standard errors of what a word brings are not believed."""

LEAST = 0.003
"""Every word is thought of as said so often at least, so that it can come back."""


class Rival(NamedTuple):
    """How often it is met, and tables in which it is team 0 and these words are team 1's: [2, zones, words]."""

    share: float
    tables: Callable[[Floats], Tables]


def polish(
    words: Floats, grid: tuple[int, ...], rivals: Sequence[Rival], juego: Floats, seed: int, deals: int, rounds: int,
    progress: Callable[[int, int], None],
) -> Floats:  # fmt: skip
    """The words `[zones, words]` after some rounds of so many deals in all."""
    now: Any = np.repeat(np.asarray(words, np.float32)[None], 2, axis=0)
    total, counted = np.zeros(now.shape), 0
    for number in range(rounds):
        found = [
            try_words(rival.tables(now), juego, seed + 10 * number + at, int(deals * rival.share), PAIR)
            for at, rival in enumerate(rivals)
        ]
        now = _moved(now, Tried(*(np.sum(parts, axis=0) for parts in zip(*found, strict=True))), grid)
        if number >= rounds // 3:
            total += now
            counted += 1
        progress(number + 1, rounds)
    return _by_turn(total / counted)


def _moved(words: Any, tried: Tried, grid: tuple[int, ...]) -> Any:
    """The words, those that brought more being likelier."""
    mean, error, many = means(tried)
    sure = np.sign(mean) * np.maximum(np.abs(mean) - DOUBT * error, 0.0) * (many >= SELDOM)
    weight = np.exp((sure / HEAT).clip(-8, 8)).astype(np.float32)
    found = np.empty_like(words)
    for side in range(2):
        for zone in range(len(grid) ** 2):
            scores = [grid[at] for at in divmod(zone, len(grid))]
            likely = np.maximum(words[side, zone], LEAST) * weight[need_class(scores[side], scores[1 - side])]
            rows = likely.reshape(-1, WORDS) * _offered()
            found[side, zone] = (rows / rows.sum(axis=1, keepdims=True)).ravel()
    return found


def _offered() -> Any:
    """Which words of each row there are."""
    many = [np.repeat([len(words) for words in tree.words], levels().sizes[tree.lance]) for tree in games()]
    return np.arange(WORDS) < np.concatenate(many)[:, None]


def _by_turn(words: Floats) -> Floats:
    """`[zones, words]` out of the words by side: each row is of the side whose turn it is."""
    many = [np.repeat(np.array(tree.seats) % 2, levels().sizes[tree.lance]) for tree in games()]
    side = np.repeat(np.concatenate(many), WORDS)
    found: Floats = np.where(side == 0, words[0], words[1])
    return found
