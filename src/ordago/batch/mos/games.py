"""Whole games and matches of Møs in compiled loops, by policies."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ordago.batch.compiled import compiled, held, shown
from ordago.batch.mos.columns import (
    DEALS,
    LOSER,
    LOSERS,
    LOSSES,
    OVER,
    PHASE,
    PLACE,
    SEATS,
    STEPS,
    STEPS_MOST,
    WINNER,
)
from ordago.batch.mos.play import begin, goes_on, step
from ordago.batch.mos.policies import UNIFORM, Policy, chosen
from ordago.batch.mos.settings import settings_for
from ordago.batch.streams import numbers_fit, streams_row
from ordago.errors import OrdagoError, Refusal
from ordago.mos.rules import Rules


class Games(NamedTuple):
    """What came of the games, an entry or row each; chairs count from 0, -1 is nobody.

    `loser` lost, `losers` (a column a chair) share a loss where the stall rule is a draw, `winner` was out first where
    that wins, or is left over in an elimination series; `place` is 1 for the chair that emptied its hand first in
    phase 2, and so on, 0 for one that did not. Of a match of several games all this tells the last one; `deals` is how
    many games it had, `losses` how many of them each chair lost.
    """

    loser: np.ndarray[Any, Any]
    losers: np.ndarray[Any, Any]
    winner: np.ndarray[Any, Any]
    place: np.ndarray[Any, Any]
    steps: np.ndarray[Any, Any]
    deals: np.ndarray[Any, Any]
    losses: np.ndarray[Any, Any]


def joined(policies: Policy | Sequence[Policy], players: int) -> Any:
    """The policies of all chairs as the compiled functions take them. Raises OrdagoError `batch-policies`."""
    given = [policies] * players if isinstance(policies, Policy) else policies
    if len(given) != players:
        raise OrdagoError("batch-policies", count=len(given), players=players)
    return held(np.array(given, np.int64).ravel())


def dealer_of(dealer: int | None, players: int) -> int:
    """The dealer's chair, or -1 for the number of the game. Raises Refusal `no-such-chair`."""
    if dealer is None:
        return -1
    if not 0 <= dealer < players:
        raise Refusal("no-such-chair", chair=dealer)
    return dealer


def play(
    rules: Rules,
    players: int,
    games: int,
    seed: int = 0,
    *,
    policies: Policy | Sequence[Policy] = UNIFORM,
    first: int = 0,
    dealer: int | None = None,
) -> Games:
    """Play games number `first` and following of this seed; `policies` is one for all or one a chair.

    Under `match` "elimination" and "fixed" each is a whole match.

    The cards of a game depend on the seed and its number alone. `dealer` is a chair from 0; not given, the game's
    number modulo the players. Raises RulesError like `settings_for`, and OrdagoError `batch-endless` with the game's
    number where one goes on for more than a million acts (a match: for each of its games).
    """
    settings = settings_for(rules, players)
    numbers_fit(first, games)
    heads = joined(policies, players)
    out = held(np.zeros((games, 5 + 2 * SEATS), np.int64))
    work = held(np.zeros(settings.width, np.int64))
    streams = held(streams_row(seed))
    stuck = _play(work, settings.vector, streams, heads, first, games, dealer_of(dealer, players), out)
    if stuck >= 0:
        raise OrdagoError("batch-endless", game=int(stuck), steps=int(settings.vector[STEPS_MOST]))
    found = shown(out, np.int64).reshape(games, 5 + 2 * SEATS)
    losers = (found[:, 1:2] >> np.arange(players) & 1).astype(np.bool_)
    place, losses = found[:, 5 : 5 + players], found[:, 5 + SEATS : 5 + SEATS + players]
    return Games(found[:, 0], losers, found[:, 2], place, found[:, 3], found[:, 4], losses)


@compiled
def _play(s: Any, r: Any, g: Any, p: Any, first: int, games: int, dealer: int, out: Any) -> int:
    """Play the games into `out`; the number of the first that does not end, or -1."""
    for number in range(games):
        begin(s, r, g, first + number, dealer)
        going = True
        while going:
            while s[PHASE] != OVER:
                step(s, r, g, chosen(s, r, g, p))
                if s[STEPS] > r[STEPS_MOST]:
                    return first + number
            going = goes_on(s, r, g)
        found = out[number]
        found[0] = s[LOSER]
        found[1] = s[LOSERS]
        found[2] = s[WINNER]
        found[3] = s[STEPS]
        found[4] = s[DEALS]
        for chair in range(SEATS):
            found[5 + chair] = s[PLACE + chair]
            found[5 + SEATS + chair] = s[LOSSES + chair]
    return -1
