"""A batch game of Møs as acts of the engine, so that it can be replayed, checked, written down and told."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ordago.batch.compiled import held, shown
from ordago.batch.mos.acts import BLIND, PACK, TAKE
from ordago.batch.mos.columns import (
    FIRST,
    GIFTS,
    GIVER,
    HAND,
    LENGTH,
    OVER,
    PHASE,
    STEPS,
    STEPS_MOST,
    STOCK,
    STOCK_SIZE,
    TURN,
    TWICE,
)
from ordago.batch.mos.games import dealer_of, joined
from ordago.batch.mos.play import begin, goes_on, step
from ordago.batch.mos.policies import UNIFORM, Policy, chosen
from ordago.batch.mos.settings import Settings, settings_for
from ordago.batch.streams import numbers_fit, streams_row
from ordago.cards.french import DECK
from ordago.core.acts import Act
from ordago.core.record import Record
from ordago.errors import OrdagoError
from ordago.mos.acts import Blind, Deal, Lend, Play, Take
from ordago.mos.hand import high_to_low
from ordago.mos.rules import Rules
from ordago.mos.state import start


class Moment(NamedTuple):
    """What a seat did and the dealer lent after it, and the row before; for a deal the row after it.

    For the end of a game there are no acts, and the row is the last.
    """

    row: np.ndarray[Any, Any]
    acts: tuple[Act, ...]


def record(
    rules: Rules,
    players: int,
    game: int,
    seed: int = 0,
    *,
    policies: Policy | Sequence[Policy] = UNIFORM,
    dealer: int | None = None,
) -> Record:
    """Game number `game` of `play` with the same parameters, as a record, with the same errors."""
    settings = settings_for(rules, players)
    done = moments(settings, game, seed, policies, dealer)
    opens = start(rules, players, dealer=1 + (game % players if dealer is None else dealer))
    return Record("mos", opens, tuple(act for moment in done for act in moment.acts))


def moments(
    settings: Settings, game: int, seed: int, policies: Policy | Sequence[Policy], dealer: int | None
) -> Iterator[Moment]:
    """The moments of a game, one after the other."""
    numbers_fit(game, 1)
    heads = joined(policies, settings.players)
    r = settings.vector
    s, g = held(np.zeros(settings.width, np.int64)), held(streams_row(seed))
    begin(s, r, g, game, dealer_of(dealer, settings.players))
    going = True
    while going:
        hands = tuple(cards_of(s, HAND + chair) for chair in range(settings.players))
        stock = tuple(int(s[STOCK + place]) for place in range(s[STOCK_SIZE]))
        yield Moment(np.array(shown(s, np.int64)), (Deal(0, hands, stock),))
        while s[PHASE] != OVER:
            before = np.array(shown(s, np.int64))
            act = int(chosen(s, r, g, heads))
            step(s, r, g, act)
            if s[STEPS] > r[STEPS_MOST]:
                raise OrdagoError("batch-endless", game=game, steps=int(r[STEPS_MOST]))
            yield Moment(before, (act_of(int(before[TURN]) + 1, act), *gifts_in(s)))
        yield Moment(np.array(shown(s, np.int64)), ())
        going = goes_on(s, r, g)


def cards_of(s: Any, at: int) -> tuple[int, ...]:
    """The cards of the hand or pile at this column, from high to low."""
    return high_to_low([card for held_cards in (s[at], s[at + TWICE]) for card in DECK if int(held_cards) >> card & 1])


def gifts_in(s: Any) -> tuple[Lend, ...]:
    """What was lent with the last act, as the dealer's acts: by giver, then by receiver."""
    gifts: dict[tuple[int, int], list[int]] = {}
    for place in range(s[GIFTS]):
        giver, receiver = divmod(int(s[LENGTH + place]), GIVER)
        gifts.setdefault((giver + 1, receiver + 1), []).append(int(s[FIRST + place]))
    return tuple(Lend(0, *pair, high_to_low(cards)) for pair, cards in sorted(gifts.items()))


def act_of(seat: int, act: int) -> Act:
    """The engine's act for a code."""
    if act == TAKE:
        return Take(seat)
    if act == BLIND:
        return Blind(seat)
    first, length = act % PACK, act // PACK + 1
    return Play(seat, tuple(range(first, first + 4 * length, 4)))
