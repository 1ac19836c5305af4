"""Cutting and throwing by what came of it, and what is worth remembering: tables made of the sums of `play.learn`."""

from typing import NamedTuple

import numpy as np

from ordago.bots.mus_odds.plan import plan
from ordago.bots.mus_trained.bot import POOREST_CUT
from ordago.bots.mus_trained.hands import Floats, levels
from ordago.bots.mus_trained.memory import CLUES, VALUES
from ordago.odds import FIELDS, table
from ordago.training.deals import CHOICES, KEPT, MOST_CHOICES
from ordago.training.play import Learned

LEAN = 300
"""A mean of few deals leans on what hands like it bring, as if that had been seen so often."""

FIRST_HEAT, LAST_HEAT, COOLING = 0.02, 0.004, 0.75
"""How much worse (of the range from -2 to 2) a decision may be and still be made now and then, round after round."""

SELDOM = 200
"""A clue met less often than this is not told apart."""

OFFERED = np.arange(MOST_CHOICES) < CHOICES[:, None]


class Decisions(NamedTuple):
    """`cuts` and `throws` as in `deals.talk`, for one team."""

    cuts: Floats
    throws: Floats


def decisions(learned: Learned, turn: int, before: Decisions | None, polite: float) -> Decisions:
    """The better decisions, made softly. `polite`: how much better cutting must be where the partner wanted cards."""
    features = _features()
    sums, many = learned.cut_sums, learned.cut_many
    all_fit = _fit(features, sums.sum(axis=0), many.sum(axis=0))
    everybody = (sums.sum(axis=0) + LEAN * all_fit) / (many.sum(axis=0) + LEAN)
    guess = _fit(features, sums, many) + (everybody - all_fit)
    means = (sums + LEAN * guess) / (many + LEAN)
    heat = max(FIRST_HEAT * COOLING**turn, LAST_HEAT)
    needs = np.array([0.0, 0.0, polite, polite])[:, None]
    cuts = 1 / (1 + np.exp(-((means[:, 1] - means[:, 0] - needs) / heat).clip(-30, 30)))
    if before is not None and turn:
        cuts = (cuts + before.cuts) / 2
    return Decisions(cuts, _throws(learned, max(heat / 2, 0.003)))


def with_manners(cuts: Floats) -> Floats:
    """The cuts as the trained bots make them: with a poor hand nobody cuts (`mus_trained.bot.POOREST_CUT`)."""
    return np.where(plan().ranking.T < POOREST_CUT, 0.0, cuts)


def _throws(learned: Learned, heat: float) -> Floats:
    sums, many = learned.throw_sums, learned.throw_many
    everybody = sums.sum(axis=0) / np.maximum(many.sum(axis=0), 1)
    score = sums.sum(axis=(1, 2)) / np.maximum(many.sum(axis=(1, 2)), 1)
    guess = everybody[None] + (score - sums.sum() / max(many.sum(), 1))[:, None, None]
    means = (sums + LEAN * guess) / (many + LEAN)
    means[:, many.sum(axis=0) < 20] = -5.0  # never tried
    found = np.where(OFFERED, means[:, :, KEPT], -9.0)
    found = np.exp((found - found.max(axis=3, keepdims=True)) / heat)
    whole: Floats = found / found.sum(axis=3, keepdims=True)
    return whole


def _features() -> Floats:
    """What hands that bring the same have in common, as columns."""
    mano = table().values[:, 0]
    pair, me, ours, theirs = (mano[..., FIELDS.index(name)] for name in ("pair", "me", "ours", "theirs"))
    return np.concatenate([np.ones((len(mano), 1)), pair, me, ours - theirs, pair**3, levels().pack.hands], axis=1)


def _fit(features: Floats, sums: Floats, many: Floats) -> Floats:
    """The means as linear in the features, for each of the leading axes."""
    found = np.zeros_like(sums)
    ridge = 0.3 * np.eye(features.shape[1])
    for at in np.ndindex(*sums.shape[:-1]):
        weight = np.sqrt(many[at] + 1e-3)
        wanted = np.concatenate([sums[at] / np.maximum(many[at], 1) * weight, np.zeros(len(ridge))])
        found[at] = features @ np.linalg.lstsq(np.vstack([features * weight[:, None], ridge]), wanted, rcond=None)[0]
    return found


def memory(learned: Learned, fitted: Floats) -> tuple[Floats, Floats]:
    """The curves `Trained.odds`, rising over levels, and `Trained.told`, with the mean of every clue taken off."""
    many = learned.clue_many
    mean = (fitted * many).sum(axis=2, keepdims=True) / np.maximum(many.sum(axis=2, keepdims=True), 1)
    told = np.where(many > SELDOM, fitted - mean, 0.0)
    _, played, won = learned.curve
    odds = np.zeros_like(won)
    for lance, speakers, seat in np.ndindex(won.shape[:3]):
        size = levels().sizes[lance]
        seen, wins = played[lance, speakers, seat, :size], won[lance, speakers, seat, :size]
        if seen.any():
            share = (wins + 0.5) / (seen + 1)
            odds[lance, speakers, seat, :size] = _rising(np.log(share / (1 - share)), seen + 0.5)
    assert told.shape == (5, CLUES, VALUES), "a value for every clue"
    return odds, told


def _rising(values: Floats, weights: Floats) -> Floats:
    """The nearest values that nowhere fall (pool adjacent violators)."""
    blocks: list[tuple[float, float, int]] = []
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        block = (value, weight, 1)
        while blocks and blocks[-1][0] >= block[0]:
            other = blocks.pop()
            total = other[1] + block[1]
            block = ((other[0] * other[1] + block[0] * block[1]) / total, total, other[2] + block[2])
        blocks.append(block)
    return np.concatenate([np.full(count, value) for value, _, count in blocks])
