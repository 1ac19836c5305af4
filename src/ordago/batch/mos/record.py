"""A batch game of Møs as acts of the engine, so that it can be replayed, checked, written down and told."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ordago.batch.compiled import held, shown
from ordago.batch.mos.acts import PACK, TAKE
from ordago.batch.mos.columns import HAND, OVER, PHASE, STOCK, STOCK_SIZE, TURN
from ordago.batch.mos.games import dealer_of, joined
from ordago.batch.mos.play import begin, step
from ordago.batch.mos.policies import UNIFORM, Policy, chosen
from ordago.batch.mos.settings import Settings, settings_for
from ordago.batch.streams import numbers_fit, streams_row
from ordago.cards.french import DECK
from ordago.core.acts import Act
from ordago.core.record import Record
from ordago.mos.acts import Deal, Play, Take
from ordago.mos.hand import high_to_low
from ordago.mos.rules import Rules
from ordago.mos.state import start


class Moment(NamedTuple):
    """What a seat did, and the row before it; for a deal the row after it, and for the end (None) the last row."""

    row: np.ndarray[Any, Any]
    act: Act | None


def record(
    rules: Rules,
    players: int,
    game: int,
    seed: int = 0,
    *,
    policies: Policy | Sequence[Policy] = UNIFORM,
    dealer: int | None = None,
) -> Record:
    """Game number `game` of `play` with the same parameters, as a record."""
    settings = settings_for(rules, players)
    done = moments(settings, game, seed, policies, dealer)
    opens = start(rules, players, dealer=1 + (game % players if dealer is None else dealer))
    return Record("mos", opens, tuple(moment.act for moment in done if moment.act))


def moments(
    settings: Settings, game: int, seed: int, policies: Policy | Sequence[Policy], dealer: int | None
) -> Iterator[Moment]:
    """The moments of a game, one after the other."""
    numbers_fit(game, 1)
    heads = joined(policies, settings.players)
    r = settings.vector
    s, g = held(np.zeros(settings.width, np.int64)), held(streams_row(seed))
    begin(s, r, g, game, dealer_of(dealer, settings.players))
    hands = tuple(cards_of(s[HAND + chair]) for chair in range(settings.players))
    stock = tuple(int(s[STOCK + card]) for card in range(r[STOCK_SIZE]))
    yield Moment(np.array(shown(s, np.int64)), Deal(0, hands, stock))
    while s[PHASE] != OVER:
        before = np.array(shown(s, np.int64))
        act = int(chosen(s, r, g, heads))
        step(s, r, act)
        yield Moment(before, act_of(int(before[TURN]) + 1, act))
    yield Moment(np.array(shown(s, np.int64)), None)


def cards_of(cards: int) -> tuple[int, ...]:
    """The cards of a set, from high to low."""
    return high_to_low([card for card in DECK if int(cards) >> card & 1])


def act_of(seat: int, act: int) -> Act:
    """The engine's act for a code."""
    if act == TAKE:
        return Take(seat)
    first, length = act % PACK, act // PACK + 1
    return Play(seat, tuple(range(first, first + 4 * length, 4)))
