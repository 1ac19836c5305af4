"""The lances of a deal in compiled loops, bet after tables, and the count.

Positions, sides and teams as in `ordago.training.deals`.
"""

from typing import Any

import numpy as np

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
from ordago.bots.mus_trained.store import starts
from ordago.bots.mus_trained.tree import ACCEPTED, PASSED, QUIERO, REFUSED, SETTLED, WORDS, games, places
from ordago.bots.mus_trained.tree import NO_QUIERO as NO
from ordago.bots.mus_trained.tree import PASS as WORD_PASS
from ordago.mus.count import LANCES
from ordago.mus.rules import Rules
from ordago.training.deals import HANDS, MOST_WORDS
from ordago.training.jit import compiled
from ordago.training.solve import flat

_count = Rules().count
STRENGTH = np.array([levels().pack.strengths[lance] for lance in LANCES])
LEVEL = levels().of
SIZES = np.array(levels().sizes)
BONUS = np.zeros((len(LANCES), HANDS), np.int64)
for _lance in (PARES, JUEGO):
    BONUS[_lance, STRENGTH[_lance] > 0] = levels().bonus[_lance][LEVEL[_lance, STRENGTH[_lance] > 0]].astype(np.int64)
PASO_STONES = np.array([getattr(_count.paso_value, lance) for lance in LANCES])
PUNTO_STONES = _count.punto_bonus

GAME_OF = np.full((len(LANCES), 16), -1)
for (_lance, _speakers), _at in places().items():
    GAME_OF[_lance, sum(1 << seat for seat in _speakers)] = _at
_flats = [flat(tree) for tree in games()]
FIRST = np.array(starts())
FIRST_TURN = np.cumsum([0, *[len(tree) for tree in games()]])
FIRST_END = np.cumsum([0, *[len(tree.ends) for tree in games()]])
SEATS = np.concatenate([one.seats for one in _flats]).astype(np.int64)
MANY = np.concatenate([one.many for one in _flats]).astype(np.int64)
FOLLOWS = np.concatenate([one.follows for one in _flats])
ENDS = np.concatenate([one.ends for one in _flats]).astype(np.int64)
SAID = np.concatenate([np.array([[*words, *[-1] * (WORDS - len(words))] for words in tree.words]) for tree in games()])

BLANK, REMEMBERS, SEES = 0, 1, 2
"""What a team knows besides its own hands and the betting of the lance: nothing, the deal so far, or all cards."""

NOT_PLAYED, UNCONTESTED = -1, 4
"""What a lance's row of `out` may begin with, besides how it ended; the other columns are stones counted at the end for
either side, and stones that were scored at once (the other side's as a negative number)."""


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
def lances(tables: Any, now: Any, rolled: bool) -> int:
    """All lances and the count; the side that wins the juego, or -1 and the stones still needed in `now.needs`.

    A team that `SEES` plays the highest or the lowest level, as it will win or lose the lance. Left for who learns are
    `now.out[lance]` (how it ended, and stones), `history[lance]` (how it ended, who bet last, who said quiero),
    `at_level[lance, seat]`, `found[lance, seat]` (clues), who was `speaking[lance]`, and a row of `spoken` for each
    word: the seat, its place in the words, which one it was, and how many were offered; a row of -1 ends them.

    Words are drawn by `now.dice[lance, word]` if they are `rolled`, else by fresh numbers; but `now.forced` is the
    number of a word of the deal (-1: none) and what is said there.
    """
    needs, rows = now.needs, now.rows
    said = 0
    now.spoken[0, 0] = -1
    now.out[:] = 0
    now.speaking[:] = 0
    for lance in range(5):
        now.out[lance, 0] = NOT_PLAYED
        now.history[lance, 0] = NOT_PLAYED
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
            now.out[lance] = (UNCONTESTED, ours, theirs, 0)
            now.history[number, 0] = UNCONTESTED
            continue
        now.speaking[lance] = speakers
        for seat in range(4):
            now.at_level[lance, seat] = LEVEL[lance, rows[seat]]
            clues(now.told, now.history, seat, number, now.found[lance, seat])
        winner = best_seat(lance, speakers, rows) % 2
        kind, side, stones, said = _bet(tables, now, lance, number, speakers, winner, rolled, said)
        now.out[lance, 0] = kind
        if kind == REFUSED:
            stones = max(stones, 1)
            now.out[lance, 1 + side] = (ours if side == 0 else theirs) + (PUNTO_STONES if lance == PUNTO else 0)
            now.out[lance, 3] = stones if side == 0 else -stones
            needs[side] -= stones
            if needs[side] <= 0:
                return int(side)
            continue
        if kind == SETTLED:
            return winner
        pays = PASO_STONES[lance] if kind == PASSED else stones
        if lance == PUNTO and kind == ACCEPTED:
            pays += PUNTO_STONES
        now.out[lance, 1 + winner] = pays + (ours if winner == 0 else theirs)
    for lance in range(5):
        for side in range(2):
            needs[side] -= now.out[lance, 1 + side]
            if needs[side] <= 0:
                return side
    return -1


@compiled
def _bet(
    tables: Any, now: Any, lance: int, number: int, speakers: int, winner: int, rolled: bool, said: int
) -> Any:  # fmt: skip
    """A lance bet to its end: how, the side that a refusal pays, the stake, and how many words were said so far."""
    game, size = GAME_OF[lance, speakers], SIZES[lance]
    zone = tables.zone_of[now.needs[0], now.needs[1]]
    turn, bettor, quiero, first = 0, -1, -1, said
    while True:
        place = FIRST_TURN[game] + turn
        seat = SEATS[place]
        side = seat % 2
        level, knows = now.at_level[lance, seat], tables.remembers[now.teams[side]]
        if knows == SEES:
            level = size - 1 if winner == side else 0
        elif knows == REMEMBERS:
            shift = 0.0
            for clue in range(CLUES):
                shift += tables.weights[lance, clue, now.found[lance, seat, clue]]
            level = like_level(tables.odds, lance, speakers, seat, level, shift)
        base = FIRST[game] + (turn * size + level) * WORDS
        point, word = now.dice[number, said - first] if rolled else np.random.random(), 0
        if said == now.forced[0]:
            word = now.forced[1]
        else:
            for word in range(MANY[place]):
                point -= tables.words[now.teams[side], side, zone, base + word]
                if point < 0:
                    break
        if said + 1 < MOST_WORDS:
            now.spoken[said] = (seat, base, word, MANY[place])
            now.spoken[said + 1, 0] = -1
        said += 1
        kind = SAID[place, word]
        if kind == QUIERO:
            quiero = seat
        elif kind != WORD_PASS and kind != NO:
            bettor = seat
        after = FOLLOWS[place, word]
        if after <= 0:
            end = ENDS[FIRST_END[game] - after - 1]
            now.history[number] = (end[0], bettor, quiero)
            return end[0], end[1], end[2], said
        turn = after
