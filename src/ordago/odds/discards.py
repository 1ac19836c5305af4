"""What to throw: for every choice the exact draw that comes back, and the odds of the hands that it makes.

The model: cards come back uniformly from those that I have not seen, and the others keep the hands they have, of which
no more is known than was asked. Their own discards are a matter of how they play, which bots model and odds do not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

import numpy as np

from ordago.errors import OrdagoError
from ordago.mus.rules import Rules
from ordago.odds.known import Case, Known, case
from ordago.odds.pack import Counts, distinct_rows, ways
from ordago.odds.question import LanceOdds, every_lance, seats_of, tallies
from ordago.odds.sample import redrawn
from ordago.odds.tally import Lines, Progress, Seats

EXACT_PLAYERS = 4
"""Up to so many players discards are weighed exactly."""

SAMPLES = 20_000
"""Deals drawn for each choice at bigger tables."""


@dataclass(frozen=True)
class Discard:
    """A choice of cards to throw, as letters of effective ranks.

    `returns` gives every hand that may come of it with its chance, given what is known; `pares`, `juego` and `t31` sum
    some of them up. `lances`, `ours`, `theirs`, `samples` and `margin` are as in `Odds`, for the hand after the draw.
    """

    thrown: str
    kept: str
    returns: Mapping[str, float]
    pares: float
    juego: float
    t31: float
    lances: Mapping[str, LanceOdds]
    ours: float
    theirs: float
    samples: int = 0
    margin: float = 0.0

    @property
    def net(self) -> float:
        """Stones expected for my side less those for the others, if everybody passes."""
        return self.ours - self.theirs


def discards(
    rules: Rules,
    hand: str,
    seat: int = 1,
    known: Known | None = None,
    progress: Progress | None = None,
    samples: int = SAMPLES,
) -> tuple[Discard, ...]:
    """Every choice that the rules allow, the best first; of equal ones the fewer cards thrown.

    Exact up to four players, else from deals drawn at random. Empty once pares or juego is declared: nobody discards
    then. Raises as `odds`.
    """
    asked = case(rules, hand, seat, known or Known())
    if asked.known.pares is not None or asked.known.juego is not None:
        return ()
    answers = _counted(asked, progress) if asked.players <= EXACT_PLAYERS else _sampled(asked, samples, progress)
    return tuple(sorted(answers, key=lambda answer: (-answer.net, len(answer.thrown))))


def _counted(asked: Case, progress: Progress | None) -> list[Discard]:
    """The choices, counted: an option for each draw."""
    seats = seats_of(asked.rules, asked.seat)
    choices = thrown_choices(asked)
    drawn = [drawn_hands(asked, thrown) for thrown in choices]
    found = tallies(asked, seats, _lines(asked, seats, drawn), progress)
    totals = found["grande"].played  # everybody speaks at grande
    answers = []
    first = 0
    for thrown, (draws, hands) in zip(choices, drawn, strict=True):
        rows = np.arange(first, first + len(draws))
        first += len(draws)
        total = int(totals[rows].sum())
        if not total:  # the draw would leave too few cards that fit what is known
            continue
        lances = every_lance(found, total, asked.rules.count, rows)
        returns = {int(at): int(number) / total for at, number in zip(hands, totals[rows], strict=True) if number}
        answers.append(_discard(asked, thrown, returns, lances))
    return answers


def _sampled(asked: Case, samples: int, progress: Progress | None) -> list[Discard]:
    """The choices, from deals drawn at random."""
    choices = thrown_choices(asked)
    answers = []
    for thrown, found in zip(choices, redrawn(asked, choices, samples, progress), strict=True):
        if found is not None:
            answer, returns = found
            lances = every_lance(answer.tallies, answer.total, asked.rules.count)
            answers.append(_discard(asked, thrown, returns, lances, samples, answer.margin))
    return answers


def _discard(
    asked: Case,
    thrown: Counts,
    returns: Mapping[int, float],
    lances: Mapping[str, LanceOdds],
    samples: int = 0,
    margin: float = 0.0,
) -> Discard:
    pack = asked.pack
    return Discard(
        thrown=letters(asked, thrown),
        kept=letters(asked, pack.hands[asked.hand] - thrown),
        returns={pack.names[at]: chance for at, chance in returns.items()},
        pares=sum(chance for at, chance in returns.items() if pack.has_pares[at]),
        juego=sum(chance for at, chance in returns.items() if pack.has_juego[at]),
        t31=sum(chance for at, chance in returns.items() if pack.worths[at].total == 31),
        lances=lances,
        ours=sum(lance.ours for lance in lances.values()),
        theirs=sum(lance.theirs for lance in lances.values()),
        samples=samples,
        margin=margin,
    )


def thrown_choices(asked: Case) -> list[Counts]:
    """Every set of cards of my hand that may be thrown, by kind."""
    hand = asked.pack.hands[asked.hand]
    least, most = asked.rules.discard.discard_min, asked.rules.discard.discard_max
    choices = [np.array(some, np.int64) for some in product(*[range(number + 1) for number in hand])]
    return [thrown for thrown in choices if least <= thrown.sum() <= most]


def letters(asked: Case, cards: Counts) -> str:
    """The cards as letters, high to low."""
    return "".join(letter * int(number) for letter, number in zip(asked.pack.letters, cards, strict=True))


def drawn_hands(asked: Case, thrown: Counts) -> tuple[Counts, Counts]:
    """What may come back for these cards, by kind, and the hand that each draw makes."""
    kinds = len(asked.stock)
    draws = np.array(
        [np.bincount(some, minlength=kinds) for some in combinations_with_replacement(range(kinds), int(thrown.sum()))]
    )
    draws = draws[(draws <= asked.stock).all(axis=1)]
    return draws, asked.pack.indices_of(asked.pack.hands[asked.hand] - thrown + draws)


def _lines(asked: Case, seats: Seats, drawn: list[tuple[Counts, Counts]]) -> Lines:
    """An option for each draw of each choice, with each hand of the others."""
    pack = asked.pack
    others = pack.tuples(len(seats.others)).hands
    others = others[asked.allowed(others, seats.others)]
    others = others[(pack.hands[others].sum(axis=1) <= asked.stock).all(axis=1)]
    if not len(others):
        raise OrdagoError("odds-impossible")
    taken = pack.hands[others].sum(axis=1)
    mine, theirs, totals, splits = [], [], [], []
    for draws, hands in drawn:
        total = (draws[:, None, :] + taken[None, :, :]).reshape(-1, len(asked.stock))
        totals.append(total)
        splits.append(ways(total, np.repeat(draws, len(others), axis=0)))
        mine.append(np.repeat(hands, len(others)))
        theirs.append(np.tile(others, (len(draws), 1)))
    multisets, which = distinct_rows(np.concatenate(totals))
    return Lines(
        starts=np.arange(0, len(which), len(others)),
        mine=np.concatenate(mine),
        others=np.concatenate(theirs),
        multisets=multisets,
        which=which,
        ways=np.concatenate(splits) * ways(asked.stock, multisets)[which],
    )
