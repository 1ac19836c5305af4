"""What stones are worth: the chance to win the juego from every score, and so what a lance is worth at a score."""

from typing import Any

import numpy as np

from ordago.bots.mus_trained.hands import Floats
from ordago.training.deals import TARGET, Tables
from ordago.training.jit import compiled
from ordago.training.play import outcomes
from ordago.training.solve import STONES, Utilities

SLOPE = 0.0145
"""What a stone is worth early in a juego, before anything better is known."""

SWEEPS = 12


def linear(lance: int) -> Floats:
    """Every stone worth the same."""
    found = np.zeros((4, 4, STONES))
    found[:, 0::2] = 0.5 + SLOPE * np.arange(STONES)
    found[:, 1::2] = 0.5 - SLOPE * np.arange(STONES)
    return found.clip(0.0, 1.0)


def juego_values(tables: Tables, seed: int, deals: int, before: Floats | None = None) -> Floats:
    """`[a, b]`: the chance of the mano's pair with `a` stones to go against `b`, from so many deals at each score.

    The deals are the same at every score, so that what a stone makes of it is less noisy than the values.
    """
    ends = np.zeros((TARGET + 1, TARGET + 1, deals, 3), np.int8)
    found, records = np.zeros((deals, 3), np.int64), np.zeros((0, 5, 4), np.int64)
    for ours in range(1, TARGET + 1):
        for theirs in range(1, TARGET + 1):
            outcomes(tables, seed, ours, theirs, found, records)
            ends[ours, theirs] = found
    values = np.full((TARGET + 1, TARGET + 1), 0.5) if before is None else before.copy()
    for _ in range(SWEEPS):
        _sweep(values, ends)
    return values


@compiled
def _sweep(values: Any, ends: Any) -> None:
    deals = ends.shape[2]
    for ours in range(1, TARGET + 1):
        for theirs in range(1, TARGET + 1):
            total = 0.0
            for number in range(deals):
                winner = ends[ours, theirs, number, 0]
                if winner == 0:
                    total += 1
                elif winner < 0:
                    total += 1 - values[ends[ours, theirs, number, 2], ends[ours, theirs, number, 1]]
            values[ours, theirs] = total / deals


def utilities(tables: Tables, juego: Floats, seed: int, deals: int, ours: int, theirs: int) -> Utilities:
    """What a lance is worth at a score, the other lances going as in so many deals."""
    records, ends = np.zeros((deals, 5, 4), np.int64), np.zeros((deals, 3), np.int64)
    outcomes(tables, seed, ours, theirs, ends, records)
    found = np.zeros((5, 2, 2, STONES))
    _at_score(juego, records, ends, ours, theirs, found)

    def of(lance: int) -> Floats:
        worth = np.zeros((4, 4, STONES))
        for side in range(2):
            chance = found[lance] if side == 0 else 1.0 - found[lance]
            for now in range(2):
                worth[side::2, 2 * now] = chance[side, now]
                worth[side::2, 2 * now + 1] = chance[1 - side, now]
        return worth

    return of


SETTLED = 3


@compiled
def _at_score(juego: Any, records: Any, ends: Any, ours: int, theirs: int, found: Any) -> None:
    """`found[lance, side, at once, stones]`: the chance of side 0 when a side gets so many stones in the lance.

    Deals that an órdago ended before the lance, or in it, say nothing; a later one decides as it did.
    """
    for lance in range(5):
        for side in range(2):
            for now in range(2):
                for stones in range(STONES):
                    total, many = 0.0, 0
                    for number in range(len(records)):
                        record, settled = records[number], -1
                        usable = record[lance, 0] >= 0 and record[lance, 0] != SETTLED
                        for other in range(5):
                            if record[other, 0] == SETTLED:
                                usable = usable and other > lance
                                settled = ends[number, 0]
                        if usable:
                            total += _chance(juego, record, settled, ours, theirs, lance, side, now, stones)
                            many += 1
                    found[lance, side, now, stones] = total / max(many, 1)


@compiled
def _chance(
    juego: Any, record: Any, settled: int, ours: int, theirs: int, lance: int, side: int, now: int, stones: int
) -> float:
    """The chance of side 0 in one deal; refused bets are scored as they come, the rest lance by lance (R5.3, R5.6)."""
    for number in range(5):
        at_once = record[number, 3]
        if number == lance:
            at_once = (stones if side == 0 else -stones) if now else 0
        ours -= max(at_once, 0)
        theirs -= max(-at_once, 0)
        if number >= lance:
            if ours <= 0:
                return 1.0
            if theirs <= 0:
                return 0.0
    if settled >= 0:
        return 1.0 - settled
    for number in range(5):
        mine, other = record[number, 1], record[number, 2]
        if number == lance:
            later = 0 if now else stones
            mine, other = (later, 0) if side == 0 else (0, later)
        ours -= mine
        if ours <= 0:
            return 1.0
        theirs -= other
        if theirs <= 0:
            return 0.0
    return float(1.0 - juego[theirs, ours])
