"""What to throw: for every choice the exact draw that comes back, and the odds of the hands that it makes.

The model: cards come back uniformly from those that I have not seen, and the others keep the hands they have, of which
no more is known than was asked. Their own discards are a matter of how they play, which bots model and odds do not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

import numpy as np

from ordago.mus.rules import Rules
from ordago.odds.known import Case, Known, case
from ordago.odds.pack import CHOICES, Counts, distinct_rows, ways
from ordago.odds.question import LanceOdds, every_lance, seats_of, tallies
from ordago.odds.tally import Lines, Progress, Seats

EXACT_PLAYERS = 4
"""Discards are weighed at tables up to this size."""


@dataclass(frozen=True)
class Discard:
    """A choice of cards to throw, as letters of effective ranks.

    `returns` gives every hand that may come of it with its chance; `pares`, `juego` and `t31` sum some of them up.
    `lances`, `ours` and `theirs` are as in `Odds`, for the hand after the draw.
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

    @property
    def net(self) -> float:
        """Stones expected for my side less those for the others, if everybody passes."""
        return self.ours - self.theirs


def discards(
    rules: Rules, hand: str, seat: int = 1, known: Known | None = None, progress: Progress | None = None
) -> tuple[Discard, ...]:
    """Every choice that the rules allow, the best first; of equal ones the fewer cards thrown.

    Empty once pares or juego is declared (nobody discards then) and with five or six players. Raises as `odds`.
    """
    asked = case(rules, hand, seat, known or Known())
    if asked.known.pares is not None or asked.known.juego is not None or asked.players > EXACT_PLAYERS:
        return ()
    seats = seats_of(rules, seat)
    choices = thrown_choices(asked)
    drawn = [drawn_hands(asked, thrown) for thrown in choices]
    found = tallies(asked, seats, _lines(asked, seats, drawn), progress)
    answers = []
    for option, (thrown, (draws, hands)) in enumerate(zip(choices, drawn, strict=True)):
        total = int(found["grande"].played[option])
        if not total:  # the draw would leave too few cards that fit what is known
            continue
        lances = every_lance(found, total, rules.count, np.array([option]))
        chances = ways(asked.stock, draws) / int(CHOICES[asked.stock.sum(), thrown.sum()])
        t31 = np.array([asked.pack.worths[at].total == 31 for at in hands])
        answers.append(
            Discard(
                thrown=letters(asked, thrown),
                kept=letters(asked, asked.pack.hands[asked.hand] - thrown),
                returns={asked.pack.names[at]: float(chance) for at, chance in zip(hands, chances, strict=True)},
                pares=float(chances[asked.pack.has_pares[hands]].sum()),
                juego=float(chances[asked.pack.has_juego[hands]].sum()),
                t31=float(chances[t31].sum()),
                lances=lances,
                ours=sum(lance.ours for lance in lances.values()),
                theirs=sum(lance.theirs for lance in lances.values()),
            )
        )
    return tuple(sorted(answers, key=lambda answer: (-answer.net, len(answer.thrown))))


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
    """An option per choice: each draw with each hand of the others."""
    pack = asked.pack
    others = pack.tuples(len(seats.others)).hands
    others = others[asked.allowed(others, seats.others)]
    others = others[(pack.hands[others].sum(axis=1) <= asked.stock).all(axis=1)]
    taken = pack.hands[others].sum(axis=1)
    starts, mine, theirs, totals, splits = [0], [], [], [], []
    for draws, hands in drawn:
        total = (draws[:, None, :] + taken[None, :, :]).reshape(-1, len(asked.stock))
        totals.append(total)
        splits.append(ways(total, np.repeat(draws, len(others), axis=0)))
        mine.append(np.repeat(hands, len(others)))
        theirs.append(np.tile(others, (len(draws), 1)))
        starts.append(starts[-1] + len(total))
    multisets, which = distinct_rows(np.concatenate(totals))
    return Lines(
        starts=np.array(starts[:-1]),
        mine=np.concatenate(mine),
        others=np.concatenate(theirs),
        multisets=multisets,
        which=which,
        ways=np.concatenate(splits) * ways(asked.stock, multisets)[which],
    )
