"""How the rule and the odds bot speak in the lances, in compiled loops: `mus_rule.betting` word by word.

The bots themselves would take a thousand times as long. `tests/training/test_known.py` holds the two together.
"""

from typing import Any

import numpy as np

from ordago.bots.mus_odds import OddsBot
from ordago.bots.mus_rule.betting import (
    FAIR,
    LEAST_HOPE,
    LEAST_WEIGHT,
    NEVER,
    ORDAGO_IS_MET_ABOVE,
    PARTNER_ANSWERS,
    SIZES,
    SPREAD,
)
from ordago.bots.mus_rule.juego import LEAST_NEED
from ordago.bots.mus_rule.stakes import HOLDS_JUEGO, HOLDS_PARES, average_bonus
from ordago.bots.mus_rule.temper import USUAL
from ordago.bots.mus_trained.hands import JUEGO, PARES, PUNTO
from ordago.bots.mus_trained.tree import BET_2, NO_QUIERO, ORDAGO, PASS, PASSED, QUIERO, RAISE, REFUSED
from ordago.mus.rules import Rules
from ordago.training.arrays import BONUS, NOT_PLAYED, PASO_STONES, PUNTO_STONES, UNCONTESTED
from ordago.training.eyes import (
    AGREED,
    BETTOR,
    KIND,
    LANCE,
    PAID,
    RULE,
    SHOUTED,
    SPEAKERS,
    STAKE,
    Eyes,
    all_below,
    partner_wins,
    see,
    threshold,
    win,
)
from ordago.training.jit import compiled

CAP = Rules().match.target
"""The highest stake (`habits.ARENA`)."""

TEMPERS = np.array(
    [[one.steepness, one.ordago_needs, one.lost, one.last_stones, one.bluffs] for one in (USUAL, OddsBot.temper)]
)
STEEPNESS, ORDAGO_NEEDS, LOST, LAST_STONES, BLUFFS = range(5)

EACH = np.array([0.0, 0.0, average_bonus("pares", Rules().count), average_bonus("juego", Rules().count), 0.0])
"""What a hand that may speak is worth on average, by lance."""
OFTEN = np.array([0.0, 0.0, HOLDS_PARES, HOLDS_JUEGO, 0.0])

NEEDS, THEIR_NEEDS, WAITING, THEIR_WAITING, STEEP = range(5)
"""The juego as a seat sees it, `mus_rule.juego.Juego` as five numbers."""


@compiled
def speak(eyes: Eyes, kind: int, now: Any, seat: int, number: int, alone: bool) -> int:
    """The words of a bot at a seat in the lance of this number; how many there are.

    Fills `now.offered` with the words (any bet as `BET_2`) and their stones, and `now.weights` with their chances.
    `alone` says that no partner answers after this seat.
    """
    bets = now.bets[number]
    lance, speakers, stake = bets[LANCE], bets[SPEAKERS], bets[STAKE]
    juego = _juego(eyes, kind, now, seat, number)
    see(eyes, kind, now, seat, lance, bets, True)
    chance = win(now, seat, lance, speakers, -1)
    mine, theirs = _stakes(now, seat, lance, speakers)
    many = 0
    if bets[BETTOR] < 0:
        many = _offer(now, many, PASS, 0, _pass(juego, seat, lance, speakers, mine, theirs, chance))
    else:
        accept = chance if bets[SHOUTED] else _accepted(juego, stake, mine, theirs, chance)
        many = _offer(now, many, QUIERO, 0, accept)
        many = _offer(now, many, NO_QUIERO, 0, _refuse(eyes, now, seat, bets, juego, mine, theirs, alone))
    if not bets[SHOUTED]:
        if stake < max(juego[NEEDS], juego[THEIR_NEEDS]) or not stake:
            for more in SIZES:
                if stake + more <= CAP:
                    value = _bet(eyes, now, seat, lance, speakers, juego, stake, more, mine, theirs)
                    bluff = chance < FAIR and bets[AGREED] > 0
                    many = _offer(now, many, RAISE if stake else BET_2, more, NEVER if bluff else value)
        value = _ordago(eyes, now, seat, lance, speakers, juego, stake, mine, theirs, TEMPERS[kind - RULE])
        many = _offer(now, many, ORDAGO, 0, value)
    _mix(now, many, juego, chance < FAIR, TEMPERS[kind - RULE, BLUFFS])
    return many


@compiled
def _offer(now: Any, many: int, word: int, stones: int, value: float) -> int:
    now.offered[many] = (word, stones)
    now.weights[many] = value
    return many + 1


@compiled
def _mix(now: Any, many: int, juego: Any, weak: bool, bluffs: float) -> None:
    """Chances from what words are worth, as `betting._mixed`."""
    even = _chance(juego, 0.0, 0.0)
    spread = SPREAD * max(4.0 * even * (1.0 - even), 0.1)
    best = now.weights[:many].max()
    for at in range(many):
        weight = np.exp((now.weights[at] - best) / spread)
        if weak and now.offered[at, 0] == RAISE:
            weight *= bluffs
        now.weights[at] = weight if weight >= LEAST_WEIGHT else 0.0
    now.weights[:many] /= now.weights[:many].sum()


@compiled
def _juego(eyes: Eyes, kind: int, now: Any, seat: int, number: int) -> Any:
    """The stones to go, and what other lances may bring, as `stakes.juego_of`."""
    side = seat % 2
    ours, theirs = 0.0, 0.0
    for other in range(number):
        bets = now.bets[other]
        if bets[KIND] == NOT_PLAYED:
            continue
        won, lost = _stakes(now, seat, bets[LANCE], bets[SPEAKERS])
        if bets[KIND] == UNCONTESTED or bets[KIND] == REFUSED:
            chance = 1.0 if bets[PAID] == side else 0.0
        else:
            stones = PASO_STONES[bets[LANCE]] if bets[KIND] == PASSED else bets[STAKE]
            won, lost = won + stones, lost + stones
            see(eyes, kind, now, seat, bets[LANCE], bets, True)
            chance = win(now, seat, bets[LANCE], bets[SPEAKERS], -1)
        ours += chance * won
        theirs += (1.0 - chance) * lost
    for other in range(number + 1, PUNTO):
        see(eyes, kind, now, seat, other, now.bets[number], False)
        chance = win(now, seat, other, 15, -1)
        each = EACH[other] * OFTEN[other]
        ours += chance * (PASO_STONES[other] + BONUS[other, now.rows[seat]] + each)
        theirs += (1.0 - chance) * (PASO_STONES[other] + 2 * each)
    return float(now.needs[side]), float(now.needs[1 - side]), ours, theirs, TEMPERS[kind - RULE, STEEPNESS]


@compiled
def _chance(juego: Any, won: float, lost: float) -> float:
    """The chance to win the juego after so many stones of the lance, as `Juego.chance`."""
    left = max(juego[NEEDS] - won - juego[WAITING], LEAST_NEED)
    theirs = max(juego[THEIR_NEEDS] - lost - juego[THEIR_WAITING], LEAST_NEED)
    return float(1.0 / (1.0 + np.exp(juego[STEEP] * (left - theirs) / np.sqrt(left + theirs))))


@compiled
def _stakes(now: Any, seat: int, lance: int, speakers: int) -> Any:
    """The bonus that either side takes by winning, as `stakes.stakes`."""
    if lance == PUNTO:
        return float(PUNTO_STONES), float(PUNTO_STONES)
    rivals = (speakers >> (seat + 1) % 4 & 1) + (speakers >> (seat + 3) % 4 & 1)
    partner = speakers >> (seat + 2) % 4 & 1
    return BONUS[lance, now.rows[seat]] + EACH[lance] * partner, EACH[lance] * rivals


@compiled
def _pass(juego: Any, seat: int, lance: int, speakers: int, mine: float, theirs: float, chance: float) -> float:
    last = speakers >> seat == 1
    stones = PASO_STONES[lance] if last else max(PASO_STONES[lance], 1)
    pays = lance in (PARES, JUEGO)
    won = _chance(juego, stones + (mine if pays else 0.0), 0.0)
    lost = _chance(juego, 0.0, stones + (theirs if pays else 0.0))
    return chance * won + (1.0 - chance) * lost


@compiled
def _accepted(juego: Any, stake: float, mine: float, theirs: float, chance: float) -> float:
    return chance * _chance(juego, stake + mine, 0.0) + (1.0 - chance) * _chance(juego, 0.0, stake + theirs)


@compiled
def _refused(juego: Any, agreed: int, bonus: float, ours: bool) -> float:
    """A refused bet of one's own side (`ours`) or of the rivals; its stones come at once."""
    stones = agreed if agreed else 1
    if ours:
        return 1.0 if juego[NEEDS] <= stones else _chance(juego, stones + bonus, 0.0)
    return 0.0 if juego[THEIR_NEEDS] <= stones else _chance(juego, 0.0, stones + bonus)


@compiled
def _refuse(
    eyes: Eyes, now: Any, seat: int, bets: Any, juego: Any, mine: float, theirs: float, alone: bool
) -> float:  # fmt: skip
    value, partner = _refused(juego, bets[AGREED], theirs, False), (seat + 2) % 4
    if alone:
        return value
    over = threshold(eyes, bets[LANCE], PARTNER_ANSWERS)
    weak = now.others[partner, over]
    if weak >= 1.0:
        return value
    chance = partner_wins(now, seat, bets[LANCE], bets[SPEAKERS], over, 0.0) / (1.0 - weak)
    accepts = chance if bets[SHOUTED] else _accepted(juego, bets[STAKE], mine, theirs, chance)
    return float(weak * value + (1.0 - weak) * max(accepts, value))


@compiled
def _bet(
    eyes: Eyes, now: Any, seat: int, lance: int, speakers: int, juego: Any, stake: int, more: int, mine: float,
    theirs: float,
) -> float:  # fmt: skip
    ratio = max((stake + more) / max(stake, 1), 1.0)
    over = threshold(eyes, lance, 1.0 - 0.58 / (ratio / 2.0) ** 0.4)
    refused = all_below(now, seat, speakers, over)
    accepted = _accepted(juego, stake + more, mine, theirs, win(now, seat, lance, speakers, over))
    return refused * _refused(juego, stake, mine, True) + (1.0 - refused) * accepted


@compiled
def _ordago(
    eyes: Eyes, now: Any, seat: int, lance: int, speakers: int, juego: Any, stake: int, mine: float, theirs: float,
    temper: Any,
) -> float:  # fmt: skip
    over = threshold(eyes, lance, ORDAGO_IS_MET_ABOVE)
    refused = all_below(now, seat, speakers, over)
    chance = win(now, seat, lance, speakers, over)
    value = refused * _refused(juego, stake, mine, True) + (1.0 - refused) * chance
    if chance >= temper[ORDAGO_NEEDS]:
        return value
    left = juego[THEIR_NEEDS] - juego[THEIR_WAITING]
    desperate = left <= temper[LAST_STONES] and _chance(juego, 0.0, 0.0) < temper[LOST]
    return value if desperate and chance >= LEAST_HOPE else NEVER
