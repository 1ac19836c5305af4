"""Deals of four in pairs in compiled loops, played after tables: the talk, the draws, the lances, the count.

Positions count from the mano, sides are their parity. Cards are kinds of `ordago.odds.pack`, hands its rows. A *team*
is who plays, whichever side it sits on. Random numbers are numba's, seeded by the caller, so a run is the same again.
"""

from typing import Any

import numpy as np

from ordago.bots.mus_odds.plan import plan
from ordago.bots.mus_trained.hands import JUEGO, PARES, PUNTO, levels
from ordago.bots.mus_trained.memory import (
    ALONE,
    CLUES,
    I_ACCEPTED,
    MINE,
    NOTHING,
    PARTNER_ACCEPTED,
    PARTNERS,
    PASO,
    THEIRS_REFUSED,
)
from ordago.bots.mus_trained.store import ROUNDS, starts
from ordago.bots.mus_trained.tree import ACCEPTED, PASSED, QUIERO, REFUSED, SETTLED, WORDS, games, places
from ordago.bots.mus_trained.tree import NO_QUIERO as NO
from ordago.bots.mus_trained.tree import PASS as WORD_PASS
from ordago.mus.count import LANCES
from ordago.mus.rules import Rules
from ordago.training.jit import compiled
from ordago.training.solve import flat

_pack = levels().pack
_count = Rules().count
HANDS = len(_pack.hands)
PACK = np.repeat(np.arange(len(_pack.counts)), _pack.counts)
POWERS = 5 ** np.arange(len(_pack.counts))
ROW_OF = np.zeros(5 ** len(_pack.counts), np.int32)
ROW_OF[_pack.hands @ POWERS] = np.arange(HANDS)
STRENGTH = np.array([_pack.strengths[lance] for lance in LANCES])
LEVEL = levels().of
SIZES = np.array(levels().sizes)
BONUS = np.zeros((len(LANCES), HANDS), np.int64)
for _lance in (PARES, JUEGO):
    BONUS[_lance, STRENGTH[_lance] > 0] = levels().bonus[_lance][LEVEL[_lance, STRENGTH[_lance] > 0]].astype(np.int64)
PASO_STONES = np.array([getattr(_count.paso_value, lance) for lance in LANCES])
PUNTO_STONES = _count.punto_bonus
TARGET = 40

CHOICES = np.array([len(found) for found in plan().choices])
MOST_CHOICES = int(CHOICES.max())
THROWN = np.zeros((HANDS, MOST_CHOICES, len(_pack.counts)), np.int64)
KEPT = np.zeros((HANDS, MOST_CHOICES), np.int64)
_kept: dict[bytes, int] = {}
for _hand, _found in enumerate(plan().choices):
    for _at, (_some, _) in enumerate(_found):
        THROWN[_hand, _at] = _some
        KEPT[_hand, _at] = _kept.setdefault((_pack.hands[_hand] - THROWN[_hand, _at]).tobytes(), len(_kept))
KEEPS = len(_kept)
"""How many sets of cards may be kept; `KEPT` numbers them by hand and choice."""

GAME_OF = np.full((len(LANCES), 16), -1)
for (_lance, _speakers), _at in places().items():
    GAME_OF[_lance, sum(1 << seat for seat in _speakers)] = _at
_flats = [flat(tree) for tree in games()]
FIRST = np.array(starts())
FIRST_TURN = np.cumsum([0, *[len(tree) for tree in games()]])
FIRST_END = np.cumsum([0, *[len(tree.ends) for tree in games()]])
SEATS = np.concatenate([one.seats for one in _flats])
MANY = np.concatenate([one.many for one in _flats])
FOLLOWS = np.concatenate([one.follows for one in _flats])
ENDS = np.concatenate([one.ends for one in _flats])
SAID = np.concatenate([np.array([[*words, *[-1] * (WORDS - len(words))] for words in tree.words]) for tree in games()])

NOT_PLAYED, UNCONTESTED = -1, 4
"""What a lance's row of `out` may begin with, besides how it ended; the other columns are stones counted at the end for
either side, and stones that were scored at once (the other side's as a negative number)."""

ROUNDS_MOST = 20


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
    key = 0
    for kind in range(len(POWERS)):
        key += hand[kind] * POWERS[kind]
    return int(ROW_OF[key])


@compiled
def deal(pack: Any, left: Any, hands: Any, rows: Any) -> None:
    """Four cards to each."""
    pack[:] = PACK
    left[0], left[1] = TARGET, 0
    hands[:] = 0
    for seat in range(4):
        for _ in range(4):
            hands[seat, draw(pack, left)] += 1
        rows[seat] = row_of(hands[seat])


@compiled
def talk(
    pack: Any, left: Any, hands: Any, rows: Any, cuts: Any, throws: Any, teams: Any, classes: Any, curious: int,
    odd: float, log: Any, told: Any,
) -> int:  # fmt: skip
    """Mus until somebody cuts. `cuts[team, class, round, seat, hand]`, `throws[team, class, seat, hand, choice]`.

    The `curious` seat (-1: none) does something random so `odd` often. `log` gets a row for each decision: 0 for a cut
    or 1 for a throw, the seat, the hand or what was kept, the round, what was done. `told` is the number of rounds, who
    cut, and how many cards each threw last (-1: none). Answers how many rows there are.
    """
    rounds, logged = 0, 0
    told[2:] = -1
    while True:
        cutter = -1
        for seat in range(4):
            side, hand = seat % 2, rows[seat]
            if rounds >= ROUNDS_MOST:
                cutter = seat
                break
            chance = cuts[teams[side], classes[side], min(rounds, ROUNDS - 1), seat, hand]
            if seat == curious and np.random.random() < odd:
                chance = 0.5
            is_cut = np.random.random() < chance
            if logged < len(log):
                log[logged] = (0, seat, hand, min(rounds, ROUNDS - 1), int(is_cut))
                logged += 1
            if is_cut:
                cutter = seat
                break
        if cutter >= 0:
            told[0], told[1] = rounds, cutter
            return logged
        for seat in range(4):
            side, hand = seat % 2, rows[seat]
            choice = 0
            if seat == curious and np.random.random() < odd:
                choice = np.random.randint(CHOICES[hand])
            else:
                point = np.random.random()
                for choice in range(CHOICES[hand]):
                    point -= throws[teams[side], classes[side], seat, hand, choice]
                    if point < 0:
                        break
            if logged < len(log):
                log[logged] = (1, seat, KEPT[hand, choice], min(rounds, ROUNDS - 1), choice)
                logged += 1
            thrown = 0
            for kind in range(len(POWERS)):
                for _ in range(THROWN[hand, choice, kind]):
                    hands[seat, kind] -= 1
                    left[1] += 1
                    pack[TARGET - left[1]] = kind
                    thrown += 1
            told[2 + seat] = thrown
        for seat in range(4):
            for _ in range(told[2 + seat]):
                hands[seat, draw(pack, left)] += 1
            rows[seat] = row_of(hands[seat])
        rounds += 1


@compiled
def best_seat(lance: int, speakers: int, rows: Any) -> int:
    """The seat with the best hand among these (a set); of equal ones the nearest to the mano."""
    best, most = -1, -1
    for seat in range(4):
        if speakers >> seat & 1 and STRENGTH[lance, rows[seat]] > most:
            best, most = seat, STRENGTH[lance, rows[seat]]
    return best


@compiled
def clues(told: Any, history: Any, seat: int, played: int, found: Any) -> None:
    """What the seat remembers before a lance, as `ordago.bots.mus_trained.memory` has it."""
    again = told[0] > 0
    partner = (seat + 2) % 4
    cutter = told[1]
    found[0] = 3 * again + (0 if cutter == seat else 1 if cutter == partner else 2)
    found[1] = 1 + told[2 + partner] if again else 0
    found[2] = 1 + min(told[2 + (seat + 1) % 4], told[2 + (seat + 3) % 4]) if again else 0
    found[3] = 4 * again + cutter
    for lance in range(3):
        kind, bettor, quiero = history[lance]
        value = NOTHING
        if lance < played and kind != NOT_PLAYED:
            accepted = kind == ACCEPTED
            if kind == PASSED:
                value = PASO
            elif kind == UNCONTESTED:
                value = ALONE
            elif bettor == seat:
                value = MINE + accepted
            elif bettor == partner:
                value = PARTNERS + accepted
            elif not accepted:
                value = THEIRS_REFUSED
            else:
                value = I_ACCEPTED if quiero == seat else PARTNER_ACCEPTED
        found[4 + lance] = value


@compiled
def like_level(odds: Any, lance: int, speakers: int, seat: int, level: int, shift: float) -> int:
    """The level whose chance to win comes nearest to that of `level` moved by `shift`; of equal ones the lowest."""
    curve = odds[lance, speakers, seat]
    wanted = curve[level] + shift
    best = 0
    for other in range(SIZES[lance]):
        if abs(curve[other] - wanted) < abs(curve[best] - wanted):
            best = other
    return int(best)


@compiled
def lances(
    rows: Any, needs: Any, words: Any, zone_of: Any, teams: Any, remembers: Any, odds: Any, weights: Any, told: Any,
    out: Any, history: Any, at_level: Any, found: Any, speaking: Any,
) -> int:  # fmt: skip
    """All lances and the count; the side that wins the juego, or -1 and the stones still needed in `needs`.

    `words[team, side, zone]` as in `store.Trained.words`; `zone_of[need, need]`; what a team `remembers` goes by `odds`
    and `weights`. `at_level[lance, seat]`, `found[lance, seat]` (clues) and `speaking[lance]` are left for who learns.
    """
    out[:] = 0
    speaking[:] = 0
    for lance in range(5):
        out[lance, 0] = NOT_PLAYED
        history[lance, 0] = NOT_PLAYED
    for number in range(4):
        lance, speakers = number, 15
        if number >= PARES:
            speakers = 0
            for seat in range(4):
                if STRENGTH[number, rows[seat]] > 0:
                    speakers |= 1 << seat
            if number == JUEGO and speakers == 0:
                lance, speakers = PUNTO, 15
        if speakers == 0:
            continue
        ours = BONUS[lance, rows[0]] + BONUS[lance, rows[2]]
        theirs = BONUS[lance, rows[1]] + BONUS[lance, rows[3]]
        if speakers & 5 == 0 or speakers & 10 == 0:
            out[lance] = (UNCONTESTED, ours, theirs, 0)
            history[number, 0] = UNCONTESTED
            continue
        speaking[lance] = speakers
        for seat in range(4):
            at_level[lance, seat] = LEVEL[lance, rows[seat]]
            clues(told, history, seat, number, found[lance, seat])
        kind, side, stones = _bet(
            lance, speakers, words, zone_of[needs[0], needs[1]], teams, remembers, odds, weights, at_level[lance],
            found[lance], history[number],
        )  # fmt: skip
        out[lance, 0] = kind
        if kind == REFUSED:
            stones = max(stones, 1)
            out[lance, 1 + side] = (ours if side == 0 else theirs) + (PUNTO_STONES if lance == PUNTO else 0)
            out[lance, 3] = stones if side == 0 else -stones
            needs[side] -= stones
            if needs[side] <= 0:
                return int(side)
            continue
        winner = best_seat(lance, speakers, rows) % 2
        if kind == SETTLED:
            return winner
        pays = PASO_STONES[lance] if kind == PASSED else stones
        if lance == PUNTO and kind == ACCEPTED:
            pays += PUNTO_STONES
        out[lance, 1 + winner] = pays + (ours if winner == 0 else theirs)
    for lance in range(5):
        for side in range(2):
            needs[side] -= out[lance, 1 + side]
            if needs[side] <= 0:
                return side
    return -1


@compiled
def _bet(
    lance: int, speakers: int, words: Any, zone: int, teams: Any, remembers: Any, odds: Any, weights: Any, own: Any,
    found: Any, history: Any,
) -> Any:  # fmt: skip
    """A lance bet to its end: how, the side that a refusal pays, and the stake."""
    game, size = GAME_OF[lance, speakers], SIZES[lance]
    turn, bettor, quiero = 0, -1, -1
    while True:
        place = FIRST_TURN[game] + turn
        seat = SEATS[place]
        level = own[seat]
        if remembers[teams[seat % 2]]:
            shift = 0.0
            for clue in range(CLUES):
                shift += weights[lance, clue, found[seat, clue]]
            level = like_level(odds, lance, speakers, seat, level, shift)
        base = FIRST[game] + (turn * size + level) * WORDS
        point, word = np.random.random(), 0
        for word in range(MANY[place]):
            point -= words[teams[seat % 2], seat % 2, zone, base + word]
            if point < 0:
                break
        said = SAID[place, word]
        if said == QUIERO:
            quiero = seat
        elif said != WORD_PASS and said != NO:
            bettor = seat
        after = FOLLOWS[place, word]
        if after <= 0:
            end = ENDS[FIRST_END[game] - after - 1]
            history[0], history[1], history[2] = end[0], bettor, quiero
            return end[0], end[1], end[2]
        turn = after
