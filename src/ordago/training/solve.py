"""A lance for two pairs, solved: CFR+ on vectors of levels, hands of different players being independent (3.6).

With independent hands the chance that a pair wins is a product of cumulative sums, so an end of the tree costs no more
than a few passes over the levels. The solution is the average strategy, later rounds weighing more. With a share of
`habits` the rivals of whoever learns are, that often, players with given habits instead of learners: what comes out
takes advantage of them and still holds against the others (a restricted Nash response).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ordago.bots.mus_trained.hands import PARES, PUNTO, Floats, levels
from ordago.bots.mus_trained.store import starts
from ordago.bots.mus_trained.tree import PASSED, REFUSED, SETTLED, WORDS, Tree, games
from ordago.mus.rules import Rules
from ordago.training.jit import compiled

STONES = 64
"""Utilities are given for fewer stones than this."""

WON_LATER, LOST_LATER, WON_NOW, LOST_NOW = range(4)
"""Rows of a seat's utilities: stones that are counted at the end of the deal, or at once (a refused bet)."""

Utilities = Callable[[int], Floats]
"""For a lance, [4 seats, 4 rows, STONES]: what it is worth when the seat's side wins or loses so many stones."""


class Habits(NamedTuple):
    """How players with habits speak, by who they are and their side (0: the mano's): [players, 2, words]; and how often
    each of them is met.
    """

    words: Floats
    shares: tuple[float, ...]


def solve(utilities: Utilities, iterations: int, habits: Habits | None = None) -> Floats:
    """The words of all 21 games, in the order of `store.Trained.words`."""
    whole = np.zeros(starts()[-1])
    for at, tree in enumerate(games()):
        size = levels().sizes[tree.lance]
        cut = slice(starts()[at], starts()[at + 1])
        usual, shares = np.zeros((0, len(tree), size, WORDS)), np.zeros(0)
        if habits is not None:
            by_side = habits.words[:, :, cut].reshape(len(habits.words), 2, len(tree), size, WORDS)
            usual = by_side[:, np.array(tree.seats) % 2, np.arange(len(tree))].astype(np.float64)
            shares = np.array(habits.shares)
        whole[cut] = _solve_one(tree, utilities(tree.lance), iterations, usual, shares).ravel()
    return whole


class Flat(NamedTuple):
    """A tree as arrays: seat and number of words of each turn, what follows (0: nothing), ends, and who speaks."""

    seats: Any
    many: Any
    follows: Any
    ends: Any
    speaks: Any


def flat(tree: Tree) -> Flat:
    """The arrays of a tree."""
    follows = np.zeros((len(tree), WORDS), np.int32)
    for turn, after in enumerate(tree.follows):
        follows[turn, : len(after)] = after
    return Flat(
        np.array(tree.seats, np.int32),
        np.array([len(words) for words in tree.words], np.int32),
        follows,
        np.array(tree.ends, np.int32),
        np.array([seat in tree.speakers for seat in range(4)], np.int32),
    )


def _solve_one(tree: Tree, utility: Floats, iterations: int, usual: Floats, shares: Floats) -> Floats:
    known, lance, count = levels(), tree.lance, Rules().count
    size, turns = known.sizes[lance], len(tree)
    mean = float(known.chances[lance] @ known.bonus[lance]) if lance >= PARES else 0.0
    bonus, others = known.bonus[lance] * (lance >= PARES), np.full(4, mean)
    if lance == PUNTO:  # one stone for whoever wins it
        bonus, others = np.full(size, float(count.punto_bonus)), np.zeros(4)
        utility = utility.copy()
        utility[:, [LOST_LATER, LOST_NOW], :-1] = utility[:, [LOST_LATER, LOST_NOW], 1:]
    paso = getattr(count.paso_value, ("grande", "chica", "pares", "juego", "punto")[lance]) if lance < PARES else 0
    regret, mean_words, now = (np.zeros((turns, size, WORDS)) for _ in range(3))
    _iterate(
        *flat(tree), size, np.tile(known.chances[lance], (4, 1)), lance < PARES, utility, bonus, others, paso,
        iterations, usual, shares, regret, mean_words, now, np.zeros((1 + len(shares), turns + 1, 4, size)),
        np.zeros((turns, size)), np.zeros((5, size)), np.zeros((WORDS, size)),
    )  # fmt: skip
    total = mean_words.sum(axis=2, keepdims=True)
    return np.where(total > 1e-9, mean_words / np.maximum(total, 1e-300), now)


@compiled
def _end_value(
    seat: int, kind: int, side: int, stones: int, speaks: Any, blurred: bool, reach: Any, size: int, utility: Any,
    bonus: Any, others: Any, out: Any, work: Any,
) -> None:  # fmt: skip
    """What an end is worth to `seat` at each of its levels, the others being there as `reach` says.

    `blurred`: levels are ranges of hands, so that equal ones win half the time; else the seat nearer the mano wins.
    """
    partner = (seat + 2) % 4
    mass = 1.0
    for other in range(4):
        if other != seat and speaks[other]:
            part = 0.0
            for level in range(size):
                part += reach[other, level]
            mass *= part
    if mass < 1e-14:
        for level in range(size):
            out[level] = 0.0
        return
    one, two = (seat + 1) % 4, (seat + 3) % 4
    theirs = int(others[one] * speaks[one] + others[two] * speaks[two] + 0.5)
    partners = others[partner] * speaks[partner]
    if kind == REFUSED:
        stake = max(stones, 1)
        if side == seat % 2:
            for level in range(size):
                out[level] = mass * utility[seat, WON_NOW, min(stake + int(bonus[level] + partners + 0.5), STONES - 1)]
        else:
            value = mass * utility[seat, LOST_NOW, min(stake + theirs, STONES - 1)]
            for level in range(size):
                out[level] = value
        return
    mine, partner_wins, above = work[0], work[1], work[2]
    for level in range(size):
        mine[level] = 1.0
        partner_wins[level] = 1.0
    for other in range(4):
        if speaks[other] and other % 2 != seat % 2:
            below = 0.0
            for level in range(size):
                here = reach[other, level]
                if blurred:
                    mine[level] *= below + 0.5 * here
                    partner_wins[level] *= below + 0.5 * here
                else:
                    mine[level] *= below + (here if seat < other else 0.0)
                    partner_wins[level] *= below + (here if partner < other else 0.0)
                below += here
    if speaks[partner]:
        so_far = 0.0
        for level in range(size - 1, -1, -1):
            above[level] = so_far
            so_far += reach[partner, level] * partner_wins[level]
        below = 0.0
        for level in range(size):
            here = reach[partner, level]
            best = max(mine[level], partner_wins[level])
            mine[level] = mine[level] * below + here * best + above[level]
            below += here
    for level in range(size):
        won, lost = mine[level], mass - mine[level]
        if kind == SETTLED:
            out[level] = won
        else:
            out[level] = (
                won * utility[seat, WON_LATER, min(stones + int(bonus[level] + partners + 0.5), STONES - 1)]
                + lost * utility[seat, LOST_LATER, min(stones + theirs, STONES - 1)]
            )


@compiled
def _iterate(
    seats: Any, many: Any, follows: Any, ends: Any, speaks: Any, size: int, chances: Any, blurred: bool, utility: Any,
    bonus: Any, others: Any, paso: int, iterations: int, usual: Any, shares: Any, regret: Any, mean_words: Any,
    now: Any, reach: Any, value: Any, work: Any, after: Any,
) -> None:  # fmt: skip
    """CFR+: seat by seat, regrets below zero are forgotten. `reach[world]`: rivals learn (0) or have habits (1 …)."""
    turns = len(seats)
    worlds = 1 + len(shares)
    for iteration in range(1, iterations + 1):
        for learner in range(4):
            if not speaks[learner]:
                continue
            for world in range(worlds):
                for seat in range(4):
                    for level in range(size):
                        reach[world, 0, seat, level] = chances[seat, level]
            for turn in range(turns):
                _match_regrets(many[turn], size, regret[turn], now[turn])
                for word in range(many[turn]):
                    next_turn = follows[turn, word]
                    if next_turn > 0:
                        for world in range(worlds):
                            is_usual = world > 0 and seats[turn] % 2 != learner % 2
                            said = usual[world - 1, turn] if is_usual else now[turn]
                            _reached(reach[world, turn], reach[world, next_turn], seats[turn], word, said, size)
            for turn in range(turns - 1, -1, -1):
                seat = seats[turn]
                for level in range(size):
                    value[turn, level] = 0.0
                for word in range(many[turn]):
                    next_turn = follows[turn, word]
                    for level in range(size):
                        after[word, level] = value[next_turn, level] if next_turn > 0 else 0.0
                    if next_turn <= 0:
                        kind, side, stones = ends[-next_turn - 1]
                        if kind == PASSED:
                            stones = paso
                        for world in range(worlds):
                            weight = shares[world - 1] if world else 1.0 - shares.sum()
                            is_usual = world > 0 and seat % 2 != learner % 2
                            said = usual[world - 1, turn] if is_usual else now[turn]
                            _reached(reach[world, turn], reach[world, turns], seat, word, said, size)
                            if seat == learner:
                                for level in range(size):
                                    reach[world, turns, seat, level] = reach[world, turn, seat, level]
                            _end_value(
                                learner, kind, side, stones, speaks, blurred, reach[world, turns], size, utility,
                                bonus, others, work[3], work,
                            )  # fmt: skip
                            for level in range(size):
                                after[word, level] += weight * work[3, level]
                    for level in range(size):
                        often = now[turn, level, word] if seat == learner else 1.0
                        value[turn, level] += often * after[word, level]
                if seat == learner:
                    for level in range(size):
                        for word in range(many[turn]):
                            gain = regret[turn, level, word] + after[word, level] - value[turn, level]
                            regret[turn, level, word] = max(gain, 0.0)
                            mean_words[turn, level, word] += (
                                iteration * reach[0, turn, seat, level] * now[turn, level, word]
                            )


@compiled
def _match_regrets(many: int, size: int, regret: Any, now: Any) -> None:
    for level in range(size):
        total = 0.0
        for word in range(many):
            total += regret[level, word]
        for word in range(many):
            now[level, word] = regret[level, word] / total if total > 0 else 1.0 / many


@compiled
def _reached(before: Any, after: Any, speaker: int, word: int, said: Any, size: int) -> None:
    """How far each level of each seat comes once the word is said. Tiny numbers are slow: they become 0."""
    for seat in range(4):
        for level in range(size):
            here = before[seat, level]
            if seat == speaker:
                here *= said[level, word]
                if here < 1e-12:
                    here = 0.0
            after[seat, level] = here
