"""What the rule and the odds bot see of others, in compiled loops: `mus_rule.chances` by seat and level.

A *rung* is a place on the bots' scale of a lance. What is certain of a player is what the declarations say: no señas
are given here.
"""

from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from ordago.bots.mus_odds import sight
from ordago.bots.mus_rule.chances import PASSED_GUESS, STAYED_AT, USUAL
from ordago.bots.mus_rule.quality import kinds_of
from ordago.bots.mus_rule.reading import CUT_GUESS, CUTTER, MOST_ROUNDS, SILENT, THROWN_GUESS, WANTED_MUS, guess
from ordago.bots.mus_rule.strength import Clues, scale
from ordago.bots.mus_trained.hands import JUEGO, PARES, levels
from ordago.mus.count import LANCES
from ordago.mus.rules import Rules
from ordago.training.arrays import NOT_PLAYED, cards_of
from ordago.training.jit import compiled

TABLE, RULE, ODDS = 0, 1, 2
"""How a team speaks in the lances: after its tables, as `rule` or as `odds`."""

_hand_rules = Rules().hand
_worths = levels().pack.worths
RUNGS = np.array([len(scale(_hand_rules, lance).levels) for lance in LANCES])
RUNG = np.array([[scale(_hand_rules, lance).at(worth, lance) for worth in _worths] for lance in LANCES])
MOST_RUNGS = int(RUNGS.max())

UNKNOWN, HOLDS, LACKS = 0, 1, 2
DECLARED = tuple(product(("", "+pares", "-pares"), ("", "+juego", "-juego")))
"""What may be declared of a player, numbered by 3 × pares + juego with `UNKNOWN`, `HOLDS` and `LACKS` for each."""

_heard = tuple(product(range(MOST_ROUNDS + 1), range(len(THROWN_GUESS)), range(len(CUT_GUESS)), (False, True), (0, 1)))
GUESSES = np.array(
    [
        [
            guess(lance, rounds, thrown, cut, elsewhere) * (PASSED_GUESS if passed else 1.0)
            for rounds, thrown, cut, elsewhere, passed in _heard
        ]
        for lance in LANCES
    ]
)
"""The bots' guess of a hand by lance and what was heard of its player, numbered in the order of the loops."""
NOTHING_HEARD = _heard.index((0, 4, SILENT, False, 0))

SMALL_BET = 3
SAYS = np.array([[*USUAL.small, *USUAL.large], [*sight.SMALL, *sight.LARGE]])
"""What small and larger bets say, to `rule` and to `odds`: see `mus_rule.chances.Eyes`."""

KIND, BETTOR, AGREED, STAKE, SHOUTED, OPENER, SPEAKERS, LANCE, STAYED, PAID = range(10)
"""A lance in `deals.Deal.bets`: how it ended, who bet last (-1: nobody), the stake before and after that, whether it
was an órdago, how many let their first word go by, who may speak (a set), which lance it is, the side that said quiero,
and the one that a refusal paid or that alone might speak (-1: none).
"""


class Eyes(NamedTuple):
    """The share of hands that are not above each rung: `rule`'s, [lance, declared, heard, rung], and as logarithms for
    `odds`, who knows his own hand and does not weigh what was heard yet, [hand, lance, declared, rung].
    """

    shares: Any
    logs: Any


NO_EYES = Eyes(np.zeros((0, 0, 0, 0)), np.zeros((0, 0, 0, 0), np.float32))
"""For teams that need none."""


@cache
def eyes() -> Eyes:
    """Made once, in a second or two."""
    clues: list[Clues] = [frozenset(filter(None, declared)) for declared in DECLARED]
    plain = np.ones((len(LANCES), len(clues), MOST_RUNGS))
    logs = np.zeros((len(_worths), *plain.shape), np.float32)
    exact = [sight.beside(kinds_of(cards_of(hand), _hand_rules)) for hand in range(len(_worths))]
    for (at, lance), (number, known) in product(enumerate(LANCES), enumerate(clues)):
        plain[at, number, : RUNGS[at]] = scale(_hand_rules, lance, known).shares
        for hand, seen in enumerate(exact):
            beside = np.array(seen.scale(_hand_rules, lance, known).shares)
            logs[hand, at, number, : RUNGS[at]] = np.log(np.maximum(beside, 1e-90))
    return Eyes(plain[:, :, None] ** GUESSES[:, None, :, None], logs)


@compiled
def see(eyes: Eyes, kind: int, now: Any, seat: int, lance: int, bets: Any, known: bool) -> None:
    """Fills `now.others[seat, rung]` with what a seat thinks of the others who may speak in a lance.

    `known` says whether it is certain who may.
    """
    speakers = bets[SPEAKERS] if known else 15
    before = 0
    for other in range(4):
        if not speakers >> other & 1:
            continue
        let_by = known and before < bets[OPENER] and other != bets[BETTOR]
        before += 1
        if other == seat:
            continue
        declared = 3 * now.declared[0, other] + now.declared[1, other]
        thrown = now.told[2 + other] if now.told[2 + other] >= 0 else 4
        cut = CUTTER if other == now.told[1] else WANTED_MUS if other < now.told[1] else SILENT
        elsewhere = lance < 2 and now.history[1 - lance, 0] != NOT_PLAYED and now.history[1 - lance, 1] == other
        heard = ((min(now.told[0], MOST_ROUNDS) * 5 + thrown) * 3 + cut) * 2 + int(elsewhere)
        heard = 2 * heard + int(let_by)
        if kind == RULE:
            now.others[other, : RUNGS[lance]] = eyes.shares[lance, declared, heard, : RUNGS[lance]]
        else:
            for rung in range(RUNGS[lance]):
                now.others[other, rung] = np.exp(
                    GUESSES[lance, heard] * eyes.logs[now.rows[seat], lance, declared, rung]
                )
        if known and other == bets[BETTOR]:
            above, bluffs = _betting_says(bets, SAYS[kind - RULE])
            _at_least(eyes, now.others[other], lance, above, bluffs)
        elif known and bets[STAYED] == other % 2:
            _at_least(eyes, now.others[other], lance, STAYED_AT, 0.2)


@compiled
def _betting_says(bets: Any, says: Any) -> Any:
    """As `chances._betting_says`."""
    if bets[SHOUTED]:
        return 0.88, 0.35
    if bets[AGREED]:
        return 1.0 - 0.3 * (2.0 / max(bets[AGREED], 2)) ** 0.4, 0.3
    if bets[STAKE] <= SMALL_BET:
        return says[0], says[1]
    return says[2], says[3]


@compiled
def _at_least(eyes: Eyes, shares: Any, lance: int, above: float, otherwise: float) -> None:
    """As `chances._at_least`, in place."""
    at = threshold(eyes, lance, above)
    weak = shares[at] if at >= 0 else 0.0
    if weak >= 1.0:
        return
    rest = (1.0 - otherwise) / (1.0 - weak)
    for rung in range(RUNGS[lance]):
        share = shares[rung]
        shares[rung] = otherwise * share + (rest * (share - weak) if share > weak else 0.0)


@compiled
def threshold(eyes: Eyes, lance: int, share: float) -> int:
    """The strongest rung below which at most this share of the hands that may speak lie; -1 where there is none."""
    declared = 3 * HOLDS if lance == PARES else HOLDS if lance == JUEGO else UNKNOWN
    base = eyes.shares[lance, declared, NOTHING_HEARD]
    return int(np.searchsorted(base[: RUNGS[lance]], share, side="right")) - 1


@compiled
def all_below(now: Any, seat: int, speakers: int, rung: int) -> float:
    """The chance that no rival of a seat is above this rung."""
    chance = 1.0
    for rival in ((seat + 1) % 4, (seat + 3) % 4):
        if speakers >> rival & 1:
            chance *= now.others[rival, rung] if rung >= 0 else 0.0
    return float(chance)


@compiled
def beaten(now: Any, seat: int, speakers: int, rung: int) -> float:
    """The chance that a hand on this rung at a seat beats every rival."""
    chance = 1.0
    for rival in ((seat + 1) % 4, (seat + 3) % 4):
        if speakers >> rival & 1:
            at = rung if seat < rival else rung - 1
            chance *= now.others[rival, at] if at >= 0 else 0.0
    return float(chance)


@compiled
def win(now: Any, seat: int, lance: int, speakers: int, over: int) -> float:
    """The chance that the side's best hand wins, where the rivals' best is known to be above the rung `over`."""
    mine, partner = RUNG[lance, now.rows[seat]], (seat + 2) % 4
    weak = all_below(now, seat, speakers, over)
    known = max(1.0 - weak, 1e-9)
    chance = max(beaten(now, seat, speakers, mine) - weak, 0.0) / known
    if not speakers >> partner & 1:
        return chance
    chance *= now.others[partner, mine]
    return float(chance + partner_wins(now, seat, lance, speakers, mine, weak) / known)


@compiled
def partner_wins(now: Any, seat: int, lance: int, speakers: int, above: int, weak: float) -> float:
    """The chance that the partner is above a rung (not below the lowest) and beats the rivals, beyond `weak`."""
    partner = (seat + 2) % 4
    gain = 0.0
    for rung in range(above + 1, RUNGS[lance]):
        wins = beaten(now, partner, speakers, rung)
        if wins > weak:
            gain += (now.others[partner, rung] - now.others[partner, rung - 1]) * (wins - weak)
    return gain
