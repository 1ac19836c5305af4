"""One question: a hand, a seat and what is known; the answer is exact up to five players, sampled for six."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ordago.cards.spanish import write_cards
from ordago.errors import OrdagoError
from ordago.mus.count import LANCES, CountRules
from ordago.mus.rules import Rules
from ordago.odds.known import Case, Known, Mask, case, holding
from ordago.odds.pack import Counts, Tuples, ways
from ordago.odds.sample import sampled
from ordago.odds.tally import Lines, Progress, Rivals, Seats, Tally, tally

EXACT_PLAYERS = 5
"""Up to so many players an answer is exact."""

SIGNS = ("two_kings", "three_kings", "two_aces", "three_aces", "medias", "duples", "t31", "juego", "t30", "ciego")
"""What a partner may hold that is worth asking about."""


@dataclass(frozen=True)
class LanceOdds:
    """The chances of one lance.

    `me`: my hand wins it. `pair`: my side does, also where nobody else can speak (pares, juego). `played`: it is bet,
    that is two sides can speak; for punto: nobody has juego. `won`: it is bet and my side wins. `ordago`: my side wins
    if it is bet, None where that cannot happen. `bonus` and `their_bonus`: the chance of each bonus in stones, for my
    side and for the others. `ours` and `theirs`: stones expected if everybody passes.
    """

    me: float
    pair: float
    played: float
    won: float
    ordago: float | None
    bonus: Mapping[int, float]
    their_bonus: Mapping[int, float]
    ours: float
    theirs: float


@dataclass(frozen=True)
class Sign:
    """What changes if the partner turns out to hold something: its chance, and the odds then."""

    code: str
    chance: float
    lances: Mapping[str, LanceOdds]
    net: float


@dataclass(frozen=True)
class Odds:
    """The answer. `net` is what a deal that everybody passes is worth to my side, in stones.

    `samples` is 0 for an exact answer; else every chance is within `margin` with 95 % confidence. `signs` are given
    where I have one partner whose hand is not known.
    """

    hand: str
    seat: int
    known: Known
    lances: Mapping[str, LanceOdds]
    ours: float
    theirs: float
    samples: int = 0
    margin: float = 0.0
    signs: tuple[Sign, ...] = ()

    @property
    def net(self) -> float:
        """Stones expected for my side less those for the others, if everybody passes."""
        return self.ours - self.theirs


def seats_of(rules: Rules, seat: int) -> Seats:
    """How the other seats fall into partners and rivals, as the tally needs them. Exact counting takes up to five."""
    sides, players = rules.seating.side_count, rules.seating.players
    others = [other for other in range(1, players + 1) if other != seat]
    partners = tuple(other for other in others if (other - seat) % sides == 0)
    rivals = tuple(other for other in others if other not in partners)
    if partners:
        return Seats(seat, partners, rivals, True, True)
    return Seats(seat, rivals[:-2], rivals[-2:], False, False)


def odds(
    rules: Rules,
    hand: str,
    seat: int = 1,
    known: Known | None = None,
    progress: Progress | None = None,
    samples: int = 40_000,
) -> Odds:
    """The chances of a hand. Raises OrdagoError as `known.case` does, and `odds-impossible` where no deal fits."""
    asked = case(rules, hand, seat, known or Known())
    if asked.players > EXACT_PLAYERS:
        answer = sampled(asked, samples, progress)
        lances = every_lance(answer.tallies, answer.total, rules.count)
        return _answer(asked, lances, samples=samples, margin=answer.margin)
    seats = seats_of(rules, seat)
    found = tallies(asked, seats, lines_of(asked, seats), progress)
    totals = found["grande"].played  # everybody speaks at grande
    total = int(totals.sum())
    if not total:
        raise OrdagoError("odds-impossible")
    lances = every_lance(found, total, rules.count)
    signs: tuple[Sign, ...] = ()
    if seats.others_are_ours and len(totals) > 1:
        signs = tuple(_signs(asked, found, lines_of(asked, seats).others[:, 0]))
    return _answer(asked, lances, signs=signs)


def _answer(
    asked: Case,
    lances: Mapping[str, LanceOdds],
    samples: int = 0,
    margin: float = 0.0,
    signs: tuple[Sign, ...] = (),
) -> Odds:
    return Odds(
        hand=write_cards(asked.cards),
        seat=asked.seat,
        known=asked.known,
        lances=lances,
        ours=sum(lance.ours for lance in lances.values()),
        theirs=sum(lance.theirs for lance in lances.values()),
        samples=samples,
        margin=margin,
        signs=signs,
    )


def lines_of(asked: Case, seats: Seats) -> Lines:
    """My hand with everything that `seats.others` may hold; an option for each hand of a partner."""
    tuples = asked.pack.tuples(len(seats.others))
    rows = asked.allowed(tuples.hands, seats.others)
    taken = ways(asked.stock, tuples.multisets)[tuples.which]
    rows = rows[taken[rows] > 0]
    if not len(rows):
        raise OrdagoError("odds-impossible")
    used, which = np.unique(tuples.which[rows], return_inverse=True)
    starts = np.arange(len(rows)) if seats.others_are_ours else np.zeros(1, np.int64)
    mine = np.full(len(rows), asked.hand)
    return Lines(starts, mine, tuples.hands[rows], tuples.multisets[used], which, (tuples.splits * taken)[rows])


def rivals_of(asked: Case, seats: Seats) -> Rivals:
    """What the rivals may hold together."""
    tuples: Tuples = asked.pack.tuples(len(seats.rivals))
    rows = asked.allowed(tuples.hands, seats.rivals)
    possible = np.asarray((tuples.multisets <= asked.stock).all(axis=1))
    return Rivals(tuples, rows[possible[tuples.which[rows]]])


def tallies(asked: Case, seats: Seats, lines: Lines, progress: Progress | None = None) -> dict[str, Tally]:
    """All five lances counted."""
    rivals = rivals_of(asked, seats)
    found: dict[str, Tally] = {}
    for number, lance in enumerate(LANCES):

        def step(done: int, steps: int, number: int = number) -> None:
            if progress is not None:
                progress(number * steps + done, len(LANCES) * steps)

        found[lance] = tally(lance, asked.pack, asked.rules.count, seats, asked.stock, lines, rivals, step)
    return found


def every_lance(
    found: Mapping[str, Tally], total: float, rules: CountRules, options: Counts | Mask | None = None
) -> dict[str, LanceOdds]:
    """The chances in all lances from the counts of some options (all, where none are named) out of `total`."""
    return {lance: _lance_odds(lance, found[lance], total, rules, options) for lance in LANCES}


def _lance_odds(
    lance: str, found: Tally, total: float, rules: CountRules, options: Counts | Mask | None = None
) -> LanceOdds:
    def part(values: Counts) -> float:
        chosen = values if options is None else values[options]
        return float(chosen.sum().item() / total)

    played, won = part(found.played), part(found.pair_played)
    paso = getattr(rules.paso_value, lance)
    bonus = {stones: part(values) for stones, values in sorted(found.ours.items())}
    theirs = {stones: part(values) for stones, values in sorted(found.theirs.items())}
    return LanceOdds(
        me=part(found.me),
        pair=part(found.pair),
        played=played,
        won=won,
        ordago=won / played if played else None,
        bonus={stones: chance for stones, chance in bonus.items() if chance and stones},
        their_bonus={stones: chance for stones, chance in theirs.items() if chance and stones},
        ours=sum(stones * chance for stones, chance in bonus.items()) + paso * won,
        theirs=sum(stones * chance for stones, chance in theirs.items()) + paso * (played - won),
    )


def _signs(asked: Case, found: Mapping[str, Tally], partner: Counts) -> list[Sign]:
    """For each seña the odds if the partner's hand fits it, from the same counts."""
    totals = found["grande"].played
    everything = int(totals.sum())
    signs = []
    for code in SIGNS:
        options: Mask = holding(asked.pack, code)[partner]
        total = int(totals[options].sum())
        if not 0 < total < everything:
            continue
        lances = every_lance(found, total, asked.rules.count, options)
        net = sum(lance.ours - lance.theirs for lance in lances.values())
        signs.append(Sign(code, total / everything, lances, net))
    return signs
