"""A batch game as acts of the engine, so that it can be replayed, checked, written down and told."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ordago.batch.compiled import held, shown
from ordago.batch.mus.acts import BET, CUT, DISCARD, MUS, NO_QUIERO, ORDAGO, PASS, PERETE, QUIERO, SILENT
from ordago.batch.mus.betting import stones_of
from ordago.batch.mus.columns import ACTOR, BETTOR, DROP, EXPOSED, HAND, LEGAL, OVER, PHASE, ROW, THROW_AT
from ordago.batch.mus.dealing import begin_game, deal_once, next_deal, thrower
from ordago.batch.mus.games import UNTIL, Until, joined, prepare, start_row
from ordago.batch.mus.play import ask, is_over, step
from ordago.batch.mus.policies import Policy, chosen
from ordago.batch.mus.settings import (
    DOUBLE,
    FIXED2,
    MIN_OPEN,
    MIN_RAISE,
    RAISE_STYLE,
    VISTO,
    VISTO_REDEAL,
    Settings,
    settings_for,
)
from ordago.batch.streams import CARDS, POLICY, numbers_fit, seeded, streams_row
from ordago.core.acts import Act
from ordago.core.record import Record
from ordago.mus import acts, start
from ordago.mus.rules import Rules

WORDS = {
    MUS: acts.Mus,
    CUT: acts.Cut,
    PERETE: acts.Perete,
    PASS: acts.Pass,
    QUIERO: acts.Quiero,
    NO_QUIERO: acts.NoQuiero,
    ORDAGO: acts.Ordago,
}


class Moment(NamedTuple):
    """The acts of one step: a deal with cards turned up, or what a seat did and what was served then.

    `row` is the row before it (`columns`); before a deal, of the deal as it lies.
    """

    row: np.ndarray[Any, Any]
    acts: tuple[Act, ...]


def record(
    rules: Rules,
    game: int,
    seed: int = 0,
    *,
    policies: Policy | Sequence[Policy] | None = None,
    until: Until = "deal",
    mano: int | None = None,
    score: Sequence[int] | None = None,
    juegos: Sequence[int] | None = None,
    vacas: Sequence[int] | None = None,
    bets: tuple[int, ...] = (5, 10),
) -> Record:
    """Game number `game` of `play` with the same parameters, as a record."""
    settings = settings_for(rules, bets)
    row = start_row(settings, mano, score, juegos, vacas)
    done = moments(settings, row, game, seed, policies, until)
    opens = start(
        rules,
        1 + (game % settings.players if mano is None else mano),
        *(tuple(counts) if counts else None for counts in (score, juegos, vacas)),
    )
    return Record("mus", opens, tuple(act for moment in done for act in moment.acts))


def moments(
    settings: Settings,
    row: np.ndarray[Any, Any],
    game: int,
    seed: int,
    policies: Policy | Sequence[Policy] | None,
    until: Until,
) -> Iterator[Moment]:
    """The moments of a game, one after the other; after each deal one without acts, with the row as the deal ended."""
    numbers_fit(game, 1)
    heads, weights = joined(settings, policies)
    r = settings.vector
    s, g = held(np.zeros(ROW, np.int32)), held(streams_row(seed))
    prepare(held(row), s, r, game)
    seeded(g, CARDS, game)
    seeded(g, POLICY, game)
    begin_game(s, r)
    while True:
        yield from _deals(settings, s, g)
        ask(s, r)
        while s[LEGAL]:
            before = np.array(shown(s))
            act = int(chosen(s, r, g, heads, weights))
            step(s, r, g, act)
            if act != SILENT:
                yield Moment(before, (act_of(settings, before, act), *_services(settings, before, act, s)))
            else:
                yield Moment(before, ())
        yield Moment(np.array(shown(s)), ())
        if is_over(s, UNTIL.index(until)):
            return
        next_deal(s, r)


def _deals(settings: Settings, s: Any, g: Any) -> Iterator[Moment]:
    """Deals up to the first that stands, with the cards turned up in them."""
    again = True
    while again:
        again = deal_once(s, settings.vector, g)
        dealt = [hand_of(settings, s, chair) for chair in range(settings.players)]
        exposed = [
            acts.Expose(0, chair + 1, hand[card])
            for chair, hand in enumerate(dealt)
            for card in range(4)
            if s[EXPOSED + chair] >> card & 1
        ]
        assert not again or settings.vector[VISTO] == VISTO_REDEAL
        yield Moment(np.array(shown(s)), (acts.Deal(0, tuple(dealt)), *exposed))


def hand_of(settings: Settings, s: Any, chair: int) -> tuple[int, ...]:
    """The codes of the chair's cards, from high to low."""
    return tuple(settings.cards[s[HAND + 4 * chair + card]] for card in range(4))


def act_of(settings: Settings, s: Any, act: int) -> Act:
    """The engine's act for a code in this row."""
    seat = int(s[ACTOR]) + 1
    if act in WORDS:
        return WORDS[act](seat)
    if act < PASS:
        hand = hand_of(settings, s, seat - 1)
        return acts.Discard(seat, tuple(card for at, card in enumerate(hand) if act - DISCARD >> at & 1))
    style = settings.vector[RAISE_STYLE]
    opens = s[BETTOR] < 0
    least = 2 if style == FIXED2 else int(settings.vector[MIN_OPEN if opens else MIN_RAISE])
    stones = stones_of(settings.vector, act - BET, least)
    if opens:
        return acts.Envido(seat, stones)
    return acts.Raise(seat, 0 if style == DOUBLE else stones)


def _services(settings: Settings, before: Any, act: int, s: Any) -> Iterator[Act]:
    """What was served after this act, told from the rows before and after it."""
    if act == PERETE:
        served = [int(before[ACTOR])] if s[PHASE] != OVER else []
    elif DISCARD <= act < PASS and before[THROW_AT] == settings.players - 1:
        served = [int(thrower(before, settings.vector, number)) for number in range(settings.players)]
    else:
        return
    for chair in served:
        drop = int(s[DROP + chair])
        held_before = hand_of(settings, before, chair)
        kept = [card for at, card in enumerate(held_before) if not drop >> at & 1]
        if drop:
            got = tuple(card for card in hand_of(settings, s, chair) if card not in kept)
            yield acts.Serve(0, chair + 1, got)
