"""The lances of a deal, one after the other, and the count, in compiled loops (§3, §5)."""

from typing import Any

from ordago.bots.mus_trained.hands import JUEGO, PARES, PUNTO
from ordago.bots.mus_trained.memory import (
    ALONE,
    I_ACCEPTED,
    MINE,
    NOTHING,
    PARTNER_ACCEPTED,
    PARTNERS,
    PASO,
    THEIRS_REFUSED,
)
from ordago.bots.mus_trained.tree import ACCEPTED, PASSED, REFUSED, SETTLED
from ordago.training.arrays import BONUS, LEVEL, NOT_PLAYED, PASO_STONES, PUNTO_STONES, STRENGTH, UNCONTESTED
from ordago.training.bets import bet
from ordago.training.eyes import AGREED, BETTOR, HOLDS, KIND, LACKS, LANCE, PAID, SPEAKERS, STAKE, STAYED
from ordago.training.jit import compiled


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
def lances(tables: Any, now: Any, rolled: bool) -> int:
    """All lances and the count; the side that wins the juego, or -1 and the stones still needed in `now.needs`.

    A team that `SEES` plays the highest or the lowest level, as it will win or lose the lance. Left for who learns are
    `now.out[lance]` (how it ended, or `NOT_PLAYED`; stones counted at the end for either side; and those scored at
    once, the other side's as a negative number), `history[lance]` (how it ended, who bet last, who said quiero),
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
    now.bets[:] = 0
    now.declared[:] = 0
    for lance in range(5):
        now.out[lance, 0] = NOT_PLAYED
        now.history[lance, 0] = NOT_PLAYED
    now.bets[:, KIND] = NOT_PLAYED
    for number in range(4):
        lance, speakers = number, 15
        if number >= PARES:
            speakers = 0
            for seat in range(4):
                holds = STRENGTH[number, rows[seat]] > 0
                now.declared[number - PARES, seat] = HOLDS if holds else LACKS
                speakers |= int(holds) << seat
            if number == JUEGO and speakers == 0:
                lance, speakers = PUNTO, 15
        if speakers == 0:
            continue
        ours = BONUS[lance, rows[0]] + BONUS[lance, rows[2]]
        theirs = BONUS[lance, rows[1]] + BONUS[lance, rows[3]]
        bets = now.bets[number]
        bets[LANCE], bets[SPEAKERS], bets[BETTOR], bets[STAYED], bets[PAID] = lance, speakers, -1, -1, -1
        if speakers & 5 == 0 or speakers & 10 == 0:
            bets[KIND], bets[PAID] = UNCONTESTED, 0 if speakers & 5 else 1
            now.out[lance] = (UNCONTESTED, ours, theirs, 0)
            now.history[number, 0] = UNCONTESTED
            continue
        now.speaking[lance] = speakers
        for seat in range(4):
            now.at_level[lance, seat] = LEVEL[lance, rows[seat]]
            clues(now.told, now.history, seat, number, now.found[lance, seat])
        winner = best_seat(lance, speakers, rows) % 2
        said = bet(tables, now, lance, number, speakers, winner, rolled, said)
        kind = bets[KIND]
        now.out[lance, 0] = kind
        if kind == REFUSED:
            side, stones = bets[PAID], max(bets[AGREED], 1)
            now.out[lance, 1 + side] = (ours if side == 0 else theirs) + (PUNTO_STONES if lance == PUNTO else 0)
            now.out[lance, 3] = stones if side == 0 else -stones
            needs[side] -= stones
            if needs[side] <= 0:
                return int(side)
            continue
        if kind == SETTLED:
            return winner
        pays = PASO_STONES[lance] if kind == PASSED else bets[STAKE]
        if lance == PUNTO and kind == ACCEPTED:
            pays += PUNTO_STONES
        now.out[lance, 1 + winner] = pays + (ours if winner == 0 else theirs)
    for lance in range(5):
        for side in range(2):
            needs[side] -= now.out[lance, 1 + side]
            if needs[side] <= 0:
                return side
    return -1
