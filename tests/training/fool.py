"""A bot that is easily beaten."""

import numpy as np

from ordago.bots.mus_trained.store import Trained, starts, trained
from ordago.bots.mus_trained.tree import NO_QUIERO, WORDS, games


def fool() -> Trained:
    """Plays as `lance` does, but never accepts anything."""
    bot = trained("lance")
    words = bot.words.copy()
    for at, tree in enumerate(games()):
        rows = words[:, starts()[at] : starts()[at + 1]].reshape(len(words), len(tree), -1, WORDS)
        for turn, offered in enumerate(tree.words):
            if offered[0] == NO_QUIERO:
                rows[:, turn] = np.array([255, 0, 0, 0])
        words[:, starts()[at] : starts()[at + 1]] = rows.reshape(len(words), -1)
    cuts, throws = np.full((9, 3, 4, 330), 128, np.uint8), np.full((9, 4, 330, 70), 255 // 15, np.uint8)
    return bot._replace(words=words, cuts=cuts, throws=throws)
