"""Deals of four in pairs in compiled loops, played after tables: the cards, the talk, the draws.

Positions count from the mano, sides are their parity. Cards are kinds of `ordago.odds.pack`, hands its rows. A *team*
is who plays, whichever side it sits on. Random numbers are numba's, seeded by the caller, so a run is the same again.
"""

from itertools import product
from math import comb
from typing import Any, NamedTuple

import numpy as np

from ordago.bots.mus_odds.plan import plan
from ordago.bots.mus_trained.hands import levels
from ordago.bots.mus_trained.memory import CLUES
from ordago.bots.mus_trained.store import ROUNDS
from ordago.training.eyes import MOST_RUNGS, NO_EYES, PAID, TABLE, Eyes
from ordago.training.jit import compiled

_pack = levels().pack
HANDS = len(_pack.hands)
PACK = np.repeat(np.arange(len(_pack.counts)), _pack.counts)
KINDS = len(_pack.counts)
BEFORE = np.zeros((KINDS, 5, 5), np.int64)
for _kind, _left in product(range(KINDS - 1), range(5)):
    _after = KINDS - 2 - _kind
    _less = [comb(_left - less + _after, _after) for less in range(_left)]
    BEFORE[_kind, _left, 1 : _left + 1] = np.cumsum(_less)
"""How many hands come before one that has so many cards of a kind and in all `left` of this and the kinds after it."""
ROW_OF = np.zeros(HANDS, np.int64)
for _row, _hand in enumerate(_pack.hands):
    _left = 4 - np.cumsum(_hand) + _hand
    ROW_OF[BEFORE[np.arange(KINDS), _left, _hand].sum()] = _row
TARGET = 40

CHOICES = np.array([len(found) for found in plan().choices])
MOST_CHOICES = int(CHOICES.max())
THROWN = np.zeros((HANDS, MOST_CHOICES, KINDS), np.int8)
KEPT = np.zeros((HANDS, MOST_CHOICES), np.int64)
_kept: dict[bytes, int] = {}
for _hand, _found in enumerate(plan().choices):
    for _at, (_some, _) in enumerate(_found):
        THROWN[_hand, _at] = _some
        KEPT[_hand, _at] = _kept.setdefault((_pack.hands[_hand] - THROWN[_hand, _at]).tobytes(), len(_kept))
KEEPS = len(_kept)
"""How many sets of cards may be kept; `KEPT` numbers them by hand and choice."""

ROUNDS_MOST = 20

MOST_OFFERED = 6
"""No bot weighs more words at a turn."""

MOST_LOGGED, MOST_WORDS = 64, 64
"""Rows for decisions of a talk, and for words of the lances of a deal; more are left out."""


BLANK, REMEMBERS, SEES = 0, 1, 2
"""What a team knows besides its own hands and the betting of the lance: nothing, the deal so far, or all cards."""


AFTER_TABLES = np.full(2, TABLE)
"""Both teams speak after tables."""


NOT_POLITE = np.zeros(2, np.bool_)
"""Both teams do as their tables say."""


class Tables(NamedTuple):
    """How two teams play.

    `words[team, side, zone]` as in `store.Trained.words`, with `zone_of[need, need]` for both teams;
    `cuts[team, class, round, seat, hand]`, `throws[team, class, seat, hand, choice]`. What a team `remembers`
    (`BLANK` and so on) goes by `odds` and `weights`. A team of another of the `kinds` than `eyes.TABLE` has no words
    here, but speaks by what its `eyes` see (`ordago.training.known`). One that is `polite` accepts no órdago that the
    trained bots would not accept (`mus_trained.bot.RUBBISH`), whatever its tables say.
    """

    words: Any
    cuts: Any
    throws: Any
    zone_of: Any
    remembers: Any
    odds: Any
    weights: Any
    kinds: Any = AFTER_TABLES
    eyes: Eyes = NO_EYES
    polite: Any = NOT_POLITE


class Deal(NamedTuple):
    """A deal in play, as arrays that are filled anew by the next one.

    `pack` and `left` are the stock (`draw`), `hands` the cards by seat and kind, `rows` the hands. `needs` are the
    stones to go of both sides, `classes` their `store.need_class`, `teams` who plays for them.

    `told` is the number of rounds of mus, who cut, and how many cards each threw last (-1: none). `log` has a row for
    each decision of the talk: 0 for a cut or 1 for a throw, the seat, the hand or what was kept, the round, what was
    done. `bets` has a row for each lance (`eyes.KIND` and so on), `declared` says who holds pares and juego; `others`,
    `offered` and `weights` are room for `known.speak`. The rest is told of in `lances.lances`.
    """

    pack: Any
    left: Any
    hands: Any
    rows: Any
    needs: Any
    classes: Any
    teams: Any
    told: Any
    log: Any
    out: Any
    history: Any
    at_level: Any
    found: Any
    speaking: Any
    dice: Any
    forced: Any
    spoken: Any
    bets: Any
    declared: Any
    others: Any
    offered: Any
    weights: Any


@compiled
def a_deal() -> Deal:
    """Room for a deal."""
    return Deal(
        np.zeros(TARGET, np.int64),
        np.zeros(2, np.int64),
        np.zeros((4, 8), np.int64),
        np.zeros(4, np.int64),
        np.zeros(2, np.int64),
        np.zeros(2, np.int64),
        np.zeros(2, np.int64),
        np.zeros(6, np.int64),
        np.zeros((MOST_LOGGED, 5), np.int64),
        np.zeros((5, 4), np.int64),
        np.zeros((5, 3), np.int64),
        np.zeros((5, 4), np.int64),
        np.zeros((5, 4, CLUES), np.int64),
        np.zeros(5, np.int64),
        np.zeros((4, MOST_WORDS)),
        np.full(2, -1),
        np.zeros((MOST_WORDS, 4), np.int64),
        np.zeros((4, PAID + 1), np.int64),
        np.zeros((2, 4), np.int64),
        np.zeros((4, MOST_RUNGS)),
        np.zeros((MOST_OFFERED, 2), np.int64),
        np.zeros(MOST_OFFERED),
    )


@compiled
def draw(pack: Any, left: Any) -> int:
    """A card from the stock, `left[0]` of it; the `left[1]` discards at the back come in when it is empty."""
    if left[0] == 0:
        for at in range(left[1]):
            pack[at] = pack[TARGET - left[1] + at]
        left[0], left[1] = left[1], 0
    at = np.random.randint(left[0])
    card = int(pack[at])
    left[0] -= 1
    pack[at] = pack[left[0]]
    return card


@compiled
def row_of(hand: Any) -> int:
    """The row of a hand, given by kinds."""
    place, cards = 0, 4
    for kind in range(KINDS):
        place += BEFORE[kind, cards, hand[kind]]
        cards -= hand[kind]
    return int(ROW_OF[place])


@compiled
def need_class(ours: int, theirs: int) -> int:
    """As `store.need_class`."""
    return (0 if ours <= 5 else 3 if ours <= 14 else 6) + (0 if theirs <= 5 else 1 if theirs <= 14 else 2)


@compiled
def shuffled(now: Any, ours: int, theirs: int) -> None:
    """Four cards to each, the sides needing so many stones."""
    now.needs[0], now.needs[1] = ours, theirs
    now.classes[0], now.classes[1] = need_class(ours, theirs), need_class(theirs, ours)
    now.pack[:] = PACK
    now.left[0], now.left[1] = TARGET, 0
    now.hands[:] = 0
    for seat in range(4):
        for _ in range(4):
            now.hands[seat, draw(now.pack, now.left)] += 1
        now.rows[seat] = row_of(now.hands[seat])


@compiled
def talk(tables: Any, now: Any, curious: int, odd: float) -> int:
    """Mus until somebody cuts; how many rows of the log there are.

    The `curious` seat (-1: none) does something random so `odd` often.
    """
    rounds, logged = 0, 0
    now.told[2:] = -1
    while True:
        cutter = -1
        for seat in range(4):
            side, hand = seat % 2, now.rows[seat]
            if rounds >= ROUNDS_MOST:
                cutter = seat
                break
            chance = tables.cuts[now.teams[side], now.classes[side], min(rounds, ROUNDS - 1), seat, hand]
            if seat == curious and np.random.random() < odd:
                chance = 0.5
            is_cut = np.random.random() < chance
            if logged < MOST_LOGGED:
                now.log[logged] = (0, seat, hand, min(rounds, ROUNDS - 1), int(is_cut))
                logged += 1
            if is_cut:
                cutter = seat
                break
        if cutter >= 0:
            now.told[0], now.told[1] = rounds, cutter
            return logged
        for seat in range(4):
            side, hand = seat % 2, now.rows[seat]
            choice = 0
            if seat == curious and np.random.random() < odd:
                choice = np.random.randint(CHOICES[hand])
            else:
                point = np.random.random()
                for choice in range(CHOICES[hand]):
                    point -= tables.throws[now.teams[side], now.classes[side], seat, hand, choice]
                    if point < 0:
                        break
            if logged < MOST_LOGGED:
                now.log[logged] = (1, seat, KEPT[hand, choice], min(rounds, ROUNDS - 1), choice)
                logged += 1
            now.told[2 + seat] = _thrown(now, seat, hand, choice)
        for seat in range(4):
            for _ in range(now.told[2 + seat]):
                now.hands[seat, draw(now.pack, now.left)] += 1
            now.rows[seat] = row_of(now.hands[seat])
        rounds += 1


@compiled
def _thrown(now: Any, seat: int, hand: int, choice: int) -> int:
    """A seat's cards to the back of the stock; how many."""
    thrown = 0
    for kind in range(KINDS):
        for _ in range(THROWN[hand, choice, kind]):
            now.hands[seat, kind] -= 1
            now.left[1] += 1
            now.pack[TARGET - now.left[1]] = kind
            thrown += 1
    return thrown
