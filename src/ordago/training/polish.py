"""Words made better on real deals, where cards in other hands are taken out and earlier lances are remembered.

The solutions think of hands as independent and of lances one by one, and know rivals by their habits only. Here each
word that was not said is tried in deals against the rivals themselves (`ordago.training.response`), and words gain
weight by what they bring more, so far as that is sure. Small steps, the mean of later rounds, and a part of the words
as they were: what is best against one rival only is not taken up whole.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ordago.bots.mus_trained.hands import Floats, levels
from ordago.bots.mus_trained.store import need_class
from ordago.bots.mus_trained.tree import WORDS, games
from ordago.training.deals import BLANK, Tables
from ordago.training.decide import Decisions
from ordago.training.eyes import TABLE, eyes
from ordago.training.response import BOT, PAIR, SELDOM, Tried, means, try_words
from ordago.training.stages import Stage

HEAT = 0.012
"""By how much of a juego a word must be better in one round to become e times as likely."""

DOUBT = 0.7
"""So many standard errors of what a word brings are not believed."""

LEAST = 0.003
"""Every word is thought of as said so often at least, so that it can come back."""

MOST_STEP = 8.0

PART_DEALS = 4000
"""Deals in a part of a round."""


class Met(NamedTuple):
    """A rival that is met in so many deals of a round: how it speaks (`eyes.TABLE` and so on), its words by side where
    it does so after tables of its own, and its talk. Without either it is the bot itself.
    """

    deals: int
    kind: int = TABLE
    words: Any = None
    talk: Decisions | None = None


class Round(NamedTuple):
    """What the parts of a round share: who is met, the bot as either team with the words that it has by now."""

    met: tuple[Met, ...]
    bot: Tables
    juego: Any
    seed: int

    def parts(self) -> list[tuple[Met, int]]:
        """Who is met in each part, and in how many deals."""
        return [(one, min(PART_DEALS, one.deals - at)) for one in self.met for at in range(0, one.deals, PART_DEALS)]


def tried(shared: Round, part: int) -> Stage:
    """What other words brought in one part of a round."""
    one, deals = shared.parts()[part]
    found = try_words(_against(shared.bot, one), shared.juego, shared.seed + part, deals, PAIR, course=True)
    return found._asdict()


def _against(bot: Tables, one: Met) -> Tables:
    """The one who is met as team `BOT`, and the bot, who learns, as `response.RIVAL`.

    It learns to be polite with bots that are so themselves; from the tables of others it takes what they give.
    """
    if one.talk is None:
        return bot
    words, cuts, throws, kinds, remembers = (
        part.copy() for part in (bot.words, bot.cuts, bot.throws, bot.kinds, bot.remembers)
    )
    kinds[BOT], remembers[BOT], cuts[BOT], throws[BOT] = one.kind, BLANK, *one.talk
    if one.words is not None:
        words[BOT] = one.words
    found = bot._replace(words=words, cuts=cuts, throws=throws, kinds=kinds, remembers=remembers)
    return found if one.kind == TABLE else found._replace(eyes=eyes(), polite=np.ones(2, np.bool_))


def polish(
    words: Floats, grid: tuple[int, ...], rounds: int, share: float, tries: Callable[[int, Floats], list[Tried]]
) -> Floats:
    """The words `[zones, words]` after some rounds, with this share of what they came to; the rest is as before.

    `tries` gives what was tried in a round, with words by side.
    """
    if not rounds:
        return words
    now: Any = np.repeat(np.asarray(words, np.float32)[None], 2, axis=0)
    total, counted = np.zeros(now.shape), 0
    for number in range(rounds):
        found = tries(number, now)
        now = _moved(now, Tried(*(np.sum(parts, axis=0) for parts in zip(*found, strict=True))), grid)
        if number >= rounds // 3:
            total += now
            counted += 1
    return share * _by_turn(total / counted) + (1.0 - share) * words


def _moved(words: Any, tried: Tried, grid: tuple[int, ...]) -> Any:
    """The words, those that brought more being likelier."""
    mean, error, many = means(tried)
    sure = np.sign(mean) * np.maximum(np.abs(mean) - DOUBT * error, 0.0) * (many >= SELDOM)
    weight = np.exp((sure / HEAT).clip(-MOST_STEP, MOST_STEP)).astype(np.float32)
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
