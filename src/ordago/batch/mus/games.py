"""Whole games in compiled loops, by policies."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from ordago.batch.compiled import compiled, held, shown
from ordago.batch.mus.columns import (
    CHAMPION,
    DEALS,
    GAMES,
    LEGAL,
    MANO,
    POINTS,
    ROW,
    SCORE,
    SEATS,
    STEPS,
    VACAS,
    WINNER,
)
from ordago.batch.mus.play import begin, goes_on, step
from ordago.batch.mus.policies import Policy, chosen, uniform
from ordago.batch.mus.settings import PLAYERS, Settings, settings_for
from ordago.batch.streams import numbers_fit, streams_row
from ordago.errors import OrdagoError
from ordago.mus.rules import Rules
from ordago.mus.state import start

Until = Literal["deal", "juego", "match"]
UNTIL: tuple[Until, ...] = ("deal", "juego", "match")

STEPS_MOST = 1_000_000
"""A game that is not over after so many acts is given up."""

RESULT = 4
"""Columns of a result before the scores: winner, champion, deals, steps."""


class Games(NamedTuple):
    """What came of the games, an entry or row each; chairs and sides count from 0.

    `winner` is the side that won the juego with which the game ended, `champion` the side that won the match (-1:
    nobody), `score` the stones by side at its end. `points` are the last deal's stones by lance (the sixth: the talk)
    and side. `deals` and `steps` are how many were played.
    """

    winner: np.ndarray[Any, Any]
    champion: np.ndarray[Any, Any]
    deals: np.ndarray[Any, Any]
    steps: np.ndarray[Any, Any]
    score: np.ndarray[Any, Any]
    points: np.ndarray[Any, Any]


def start_row(
    settings: Settings,
    mano: int | None,
    score: Sequence[int] | None,
    games: Sequence[int] | None,
    vacas: Sequence[int] | None,
) -> np.ndarray[Any, Any]:
    """The row before a game. Raises Refusal like `ordago.mus.start`."""
    state = start(
        settings.rules,
        1 if mano is None else mano + 1,
        *(tuple(counts) if counts else None for counts in (score, games, vacas)),
    )
    row = np.zeros(ROW, np.int32)
    row[MANO] = -1 if mano is None else mano
    for at, counts in ((SCORE, state.score), (GAMES, state.games), (VACAS, state.vacas)):
        row[at : at + len(counts)] = counts
    return row


def joined(settings: Settings, policies: Policy | Sequence[Policy] | None) -> tuple[Any, Any]:
    """The policies of all chairs as the compiled functions take them. Raises OrdagoError `batch-policies`."""
    given = [policies or uniform()] * settings.players if policies is None or isinstance(policies, Policy) else policies
    if len(given) != settings.players:
        raise OrdagoError("batch-policies", count=len(given), players=settings.players)
    places: dict[int, int] = {}
    weights: list[np.ndarray[Any, Any]] = []
    heads = []
    for policy in given:
        if id(policy) not in places:
            places[id(policy)] = sum(len(one) for one in weights)
            weights.append(policy.weights)
        heads += [policy.kind, places[id(policy)]]
    return held(np.array(heads, np.int64)), held(np.concatenate(weights).astype(np.int32))


def play(
    rules: Rules,
    games: int,
    seed: int = 0,
    *,
    policies: Policy | Sequence[Policy] | None = None,
    until: Until = "deal",
    first: int = 0,
    mano: int | None = None,
    score: Sequence[int] | None = None,
    juegos: Sequence[int] | None = None,
    vacas: Sequence[int] | None = None,
    bets: tuple[int, ...] = (5, 10),
) -> Games:
    """Play games number `first` and following of this seed, each to the end of its first deal, juego or match.

    `policies` is one for all or one a chair (none: uniform). The cards of a game depend on the seed and its number
    alone. `mano` is a chair from 0; not given, the game's number modulo the players. Raises RulesError for rules or
    bets that cannot be, Refusal for counts that cannot be, and OrdagoError `batch-endless` with the game's number
    where one goes on for more than a million acts.
    """
    settings = settings_for(rules, bets)
    numbers_fit(first, games)
    heads, weights = joined(settings, policies)
    row = held(start_row(settings, mano, score, juegos, vacas))
    out = held(np.zeros((games, RESULT + SEATS + 6 * SEATS), np.int32))
    streams = held(streams_row(seed))
    work = held(np.zeros(ROW, np.int32))
    stuck = _play(row, work, settings.vector, streams, heads, weights, first, games, UNTIL.index(until), out)
    if stuck >= 0:
        raise OrdagoError("batch-endless", game=int(stuck), steps=STEPS_MOST)
    found = shown(out).reshape(games, RESULT + SEATS + 6 * SEATS)
    sides = settings.sides
    points = found[:, RESULT + SEATS :].reshape(games, 6, SEATS)[:, :, :sides]
    winner, champion, deals, steps = found[:, :RESULT].T
    return Games(winner, champion, deals, steps, found[:, RESULT : RESULT + sides], points)


@compiled
def _play(row: Any, s: Any, r: Any, g: Any, p: Any, w: Any, first: int, games: int, until: int, out: Any) -> int:
    """Play the games into `out`; the number of the first that does not end, or -1."""
    for number in range(games):
        game = first + number
        prepare(row, s, r, game)
        begin(s, r, g, game)
        while True:
            while s[LEGAL]:
                step(s, r, g, chosen(s, r, g, p, w))
                if s[STEPS] > STEPS_MOST:
                    return game
            if not goes_on(s, r, g, until):
                break
        found = out[number]
        found[0] = s[WINNER]
        found[1] = s[CHAMPION]
        found[2] = s[DEALS]
        found[3] = s[STEPS]
        for column in range(SEATS):
            found[RESULT + column] = s[SCORE + column]
        for column in range(6 * SEATS):
            found[RESULT + SEATS + column] = s[POINTS + column]
    return -1


@compiled
def prepare(row: Any, s: Any, r: Any, game: int) -> None:
    """Counts and mano of a game before its first deal."""
    for column in range(SCORE, VACAS + SEATS):
        s[column] = row[column]
    s[MANO] = game % r[PLAYERS] if row[MANO] < 0 else row[MANO]
