"""Loops over many deals: for values, for learning, and whole juegos of two teams."""

from typing import Any, NamedTuple

import numpy as np

from ordago.bots.mus_trained.hands import levels
from ordago.bots.mus_trained.memory import CLUES, VALUES
from ordago.bots.mus_trained.store import NEEDS, ROUNDS
from ordago.training.deals import KEEPS, TARGET, a_deal, shuffled, talk
from ordago.training.jit import compiled
from ordago.training.lances import best_seat, lances


def no_memory() -> tuple[Any, Any]:
    """Empty tables of what a team remembers."""
    return np.zeros((5, 16, 4, max(levels().sizes))), np.zeros((5, CLUES, VALUES))


def nearest(grid: tuple[int, ...]) -> Any:
    """The place in the grid of what is nearest to so many stones to go, from 0 to all."""
    needs = np.arange(TARGET + 1).clip(1)
    return np.abs(np.log(needs)[:, None] - np.log(grid)[None]).argmin(axis=1)


def zones_of(grid: tuple[int, ...]) -> Any:
    """The place of the nearest solution for every score."""
    near = nearest(grid)
    return near[:, None] * len(grid) + near[None]


@compiled
def outcomes(tables: Any, seed: int, ours: int, theirs: int, ends: Any, records: Any) -> None:
    """Deals of team 0 against itself from one score. `ends`: the winner or -1, stones needed then; `records`: `out`."""
    np.random.seed(seed)
    now = a_deal()
    for number in range(len(ends)):
        shuffled(now, ours, theirs)
        talk(tables, now, -1, 0.0)
        winner = lances(tables, now, False)
        ends[number] = (winner, max(now.needs[0], 0), max(now.needs[1], 0))
        if number < len(records):
            records[number] = now.out


@compiled
def juegos(tables: Any, seed: int, games: int) -> Any:
    """Juegos of team 0 against team 1: how many team 0 won, and the deals played."""
    np.random.seed(seed)
    now = a_deal()
    won, deals = 0, 0
    for game in range(games):
        ours, theirs = TARGET, TARGET
        now.teams[0] = game % 2
        while True:
            now.teams[1] = 1 - now.teams[0]
            shuffled(now, ours, theirs)
            talk(tables, now, -1, 0.0)
            winner = lances(tables, now, False)
            deals += 1
            if winner >= 0:
                won += now.teams[winner] == 0
                break
            ours, theirs = now.needs[1], now.needs[0]  # the mano moves on
            now.teams[0] = now.teams[1]
    return won, deals


class Learned(NamedTuple):
    """Sums and numbers of what came of decisions: cuts by class, what was done, round, seat, hand; throws by class,
    seat, what was kept. For the memory: the logits being fitted with numbers and wins, and how often a clue was met.
    """

    cut_sums: Any
    cut_many: Any
    throw_sums: Any
    throw_many: Any
    curve: Any
    clue_many: Any


def nothing_learned() -> Learned:
    """Zeros."""
    cuts, throws = (NEEDS, 2, ROUNDS, 4, len(levels().pack.hands)), (NEEDS, 4, KEEPS)
    curve = (3, 5, 16, 4, max(levels().sizes))
    clues = np.zeros((5, CLUES, VALUES))
    return Learned(np.zeros(cuts), np.zeros(cuts), np.zeros(throws), np.zeros(throws), np.zeros(curve), clues)


@compiled
def learn(
    tables: Any, learned: Any, juego: Any, seed: int, deals: int, met: float, odd: float, fits: float, fitted: Any
) -> None:
    """Deals from scores of all sorts, one side being team 0; its rivals are team 1 with the chance `met`.

    A seat of that side does something random `odd` often, so that every choice is tried. What came of a decision is the
    change of the chance to win the juego, from -2 to 2. `fits` is the step with which the memory's `fitted` weights and
    `learned.curve` move towards who won each lance; 0 leaves them alone.
    """
    cut_sums, cut_many, throw_sums, throw_many, curve, clue_many = learned
    np.random.seed(seed)
    now = a_deal()
    for _ in range(deals):
        least = 1 if np.random.random() < 0.6 else 15
        ours, theirs = least + np.random.randint(TARGET + 1 - least), least + np.random.randint(TARGET + 1 - least)
        own = np.random.randint(2)
        now.teams[own], now.teams[1 - own] = 0, 1 if np.random.random() < met else 0
        before = 2 * juego[ours, theirs] - 1
        curious = own + 2 * np.random.randint(2) if odd > 0 else -1
        shuffled(now, ours, theirs)
        logged = talk(tables, now, curious, odd)
        winner = lances(tables, now, False)
        after = 1.0 - 2.0 * winner if winner >= 0 else 1.0 - 2.0 * juego[now.needs[1], now.needs[0]]
        for at in range(logged):
            kind, seat, what, rounds, done = now.log[at]
            if seat % 2 == own:
                gain = after - before if seat % 2 == 0 else before - after
                if kind == 0:
                    cut_sums[now.classes[own], done, rounds, seat, what] += gain
                    cut_many[now.classes[own], done, rounds, seat, what] += 1
                else:
                    throw_sums[now.classes[own], seat, what] += gain
                    throw_many[now.classes[own], seat, what] += 1
        if fits > 0:
            _fit(now, own, fits, curve, fitted, clue_many)


@compiled
def _fit(now: Any, own: int, step: float, curve: Any, fitted: Any, many: Any) -> None:
    """One step of a logistic regression for every seat of a side, in every lance that was bet."""
    for lance in range(5):
        speakers = now.speaking[lance]
        if speakers == 0:
            continue
        winner = best_seat(lance, speakers, now.rows) % 2
        for seat in range(own, 4, 2):
            if speakers >> seat & 1 == 0:
                continue
            level = now.at_level[lance, seat]
            won = 1.0 if winner == own else 0.0
            logit = curve[0, lance, speakers, seat, level]
            for clue in range(CLUES):
                logit += fitted[lance, clue, now.found[lance, seat, clue]]
            miss = won - 1 / (1 + np.exp(-logit))
            curve[0, lance, speakers, seat, level] += 4 * step * miss
            curve[1, lance, speakers, seat, level] += 1
            curve[2, lance, speakers, seat, level] += won
            for clue in range(CLUES):
                fitted[lance, clue, now.found[lance, seat, clue]] += 0.3 * step * miss
                many[lance, clue, now.found[lance, seat, clue]] += 1
