"""One lance bet to its end by two teams, in compiled loops: stakes as they are, whatever a tree of the tables knows.

Who speaks after tables says the words of the trees, and takes what others say for the nearest of them, as
`mus_trained.walk` does; what speaks otherwise is `ordago.training.known`.
"""

from typing import Any

import numpy as np

from ordago.bots.mus_trained.bot import NEARLY, RUBBISH
from ordago.bots.mus_trained.memory import CLUES
from ordago.bots.mus_trained.tree import (
    ACCEPTED,
    BET_2,
    BET_5,
    NO_QUIERO,
    ORDAGO,
    PASS,
    PASSED,
    QUIERO,
    RAISE,
    REFUSED,
    SETTLED,
    WORDS,
)
from ordago.bots.mus_trained.tree import STONES as STONES_OF
from ordago.bots.mus_trained.walk import HUGE, SMALL
from ordago.training.arrays import BELOW, FIRST, FIRST_TURN, FOLLOWS, GAME_OF, MANY, SAID, SEATS, SIZES
from ordago.training.deals import MOST_WORDS, REMEMBERS, SEES
from ordago.training.eyes import AGREED, BETTOR, KIND, OPENER, PAID, SHOUTED, STAKE, STAYED, TABLE
from ordago.training.jit import compiled
from ordago.training.known import CAP, speak

STONES = np.array([STONES_OF.get(word, 0) for word in range(RAISE + 1)])


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
def bet(tables: Any, now: Any, lance: int, number: int, speakers: int, winner: int, rolled: bool, said: int) -> int:
    """Fills the lance's row of `now.bets` and `now.history`; how many words of the deal were said so far.

    Words are told and drawn as in `lances.lances`. `winner` is the side with the best hand.
    """
    bets, game = now.bets[number], GAME_OF[lance, speakers]
    zone = tables.zone_of[now.needs[0], now.needs[1]]
    decides = max(now.needs[0], now.needs[1])
    turn, seat, first = 0, int(SEATS[FIRST_TURN[game]]), said
    waiting, quiero = -1, -1
    while True:
        side, place = seat % 2, FIRST_TURN[game] + turn
        team = now.teams[side]
        point = now.dice[number, said - first] if rolled else np.random.random()
        if tables.kinds[team] == TABLE:
            base = _row(tables, now, lance, speakers, seat, game, turn, winner)
            words = tables.words[team, side, zone]
            at = now.forced[1] if said == now.forced[0] else _drawn(words, base, MANY[place], point)
            if bets[SHOUTED] and tables.polite[team] and _is_rubbish(now, lance, seat, bets[AGREED]):
                at = 0  # no quiero
            word, stones, after = SAID[place, at], STONES[SAID[place, at]], FOLLOWS[place, at]
        else:
            many = speak(tables.eyes, tables.kinds[team], now, seat, number, waiting < 0)
            base, at = -1, _drawn(now.weights, 0, many, point)
            word, stones = now.offered[at]
            after = FOLLOWS[place, _place_of(place, _nearest(word, stones, decides))]
        if said + 1 < MOST_WORDS:
            now.spoken[said] = (seat, base, at, MANY[place] if base >= 0 else 0)
            now.spoken[said + 1, 0] = -1
        said += 1
        turn = after if after > 0 else turn
        if word == PASS:
            bets[OPENER] += 1
            seat += 1
            while seat < 4 and not speakers >> seat & 1:
                seat += 1
            if seat == 4:
                bets[OPENER] -= 1  # the last pass ends the lance, and nobody is asked for his first word any more
                bets[KIND] = PASSED
                break
        elif word == QUIERO:
            quiero, bets[STAYED] = seat, side
            bets[KIND] = SETTLED if bets[SHOUTED] else ACCEPTED
            break
        elif word == NO_QUIERO:
            if waiting < 0:
                bets[KIND], bets[PAID] = REFUSED, 1 - side
                break
            seat, waiting = waiting, -1
        else:
            bets[AGREED], bets[BETTOR] = bets[STAKE], seat
            if word == ORDAGO:
                bets[SHOUTED] = 1
            else:
                bets[STAKE] += min(stones, CAP - bets[STAKE])
            seat, waiting = (seat + 1) % 4, (seat + 3) % 4
            if not speakers >> seat & 1:
                seat, waiting = waiting, -1
            elif not speakers >> waiting & 1:
                waiting = -1
    now.history[number] = (bets[KIND], bets[BETTOR], quiero)
    return said


@compiled
def _is_rubbish(now: Any, lance: int, seat: int, agreed: int) -> bool:
    """As `mus_trained.bot`."""
    left = now.needs[1 - seat % 2] - max(agreed, 1)
    return bool(BELOW[lance, now.rows[seat]] < RUBBISH and left > NEARLY)


@compiled
def _row(tables: Any, now: Any, lance: int, speakers: int, seat: int, game: int, turn: int, winner: int) -> int:
    """Where the words of a seat begin: by the turn, and the level that the hand is played like."""
    level, knows = now.at_level[lance, seat], tables.remembers[now.teams[seat % 2]]
    if knows == SEES:
        level = SIZES[lance] - 1 if winner == seat % 2 else 0
    elif knows == REMEMBERS:
        shift = 0.0
        for clue in range(CLUES):
            shift += tables.weights[lance, clue, now.found[lance, seat, clue]]
        level = like_level(tables.odds, lance, speakers, seat, level, shift)
    return int(FIRST[game] + (turn * SIZES[lance] + level) * WORDS)


@compiled
def _drawn(chances: Any, base: int, many: int, point: float) -> int:
    """Which of so many words it is, by their chances from `base` on."""
    at = 0
    for at in range(many):
        point -= chances[base + at]
        if point < 0:
            break
    return at


@compiled
def _nearest(word: int, stones: int, decides: int) -> int:
    """The word of the trees that is nearest, as `walk.kind_of`."""
    if word in (BET_2, BET_5, RAISE):
        if stones >= min(HUGE, decides):
            return ORDAGO
        if word != RAISE:
            return BET_2 if stones <= SMALL else BET_5
    return word


@compiled
def _place_of(place: int, word: int) -> int:
    """Which of a turn's words this is; one that is not there is taken for an órdago, or else for a quiero."""
    ordago, quiero = -1, -1
    for at in range(MANY[place]):
        if SAID[place, at] == word:
            return at
        if SAID[place, at] == ORDAGO:
            ordago = at
        elif SAID[place, at] == QUIERO:
            quiero = at
    return ordago if ordago >= 0 else quiero
