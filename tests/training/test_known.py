"""The rule and the odds bot in compiled loops say what the bots say."""

import random
from typing import Any

import pytest

from ordago.bots.mus_odds import OddsBot
from ordago.bots.mus_rule import RuleBot
from ordago.bots.mus_rule.reading import heard
from ordago.bots.mus_trained.hands import levels
from ordago.bots.mus_trained.tree import (
    ACCEPTED,
    BET_2,
    NO_QUIERO,
    ORDAGO,
    PASS,
    PASSED,
    QUIERO,
    RAISE,
    REFUSED,
    SETTLED,
)
from ordago.core.acts import Act
from ordago.mus import MUS, Envido, NoQuiero, Ordago, Pass, Quiero, Raise, State, start
from ordago.mus.betting import Lance
from ordago.mus.count import LANCES
from ordago.mus.view import View
from ordago.training.arrays import NOT_PLAYED, UNCONTESTED
from ordago.training.deals import Deal, a_deal
from ordago.training.eyes import HOLDS, LACKS, ODDS, RULE, UNKNOWN, eyes
from ordago.training.habits import ARENA
from ordago.training.known import speak

numba = pytest.importorskip("numba")

ENDS = {
    "none": NOT_PLAYED, "uncontested": UNCONTESTED, "paso": PASSED, "accepted": ACCEPTED, "refused": REFUSED,
    "ordago": SETTLED,
}  # fmt: skip


def laid_out(seen: View, now: Deal) -> tuple[int, int]:
    """What a seat sees, as the loops keep it; its position, and the number of the lance."""
    assert seen.lance is not None
    position = {chair: at for at, chair in enumerate(seen.order)}
    mano, found = seen.side_of[seen.order[0]], heard(seen)
    now.told[0], now.told[1] = seen.rounds, position[found.cutter]
    now.told[2:] = [found.thrown.get(chair, -1) for chair in seen.order]
    now.needs[:] = [seen.rules.match.target - seen.score[side] for side in (mano, 1 - mano)]
    now.rows[position[seen.seat]] = levels().pack.index_of(levels().pack.take(seen.hand))
    for at, lance in enumerate(("pares", "juego")):
        held = seen.declared.get(lance)
        now.declared[at] = [UNKNOWN if held is None else HOLDS if held[chair - 1] else LACKS for chair in seen.order]
    now.bets[:, 0] = now.history[:, 0] = NOT_PLAYED
    for number, one in enumerate([*seen.closed, seen.lance]):
        now.bets[number] = _row(one, position, mano)
        if one.outcome is not None:
            now.history[number] = (now.bets[number, 0], now.bets[number, 1], -1)
    return position[seen.seat], len(seen.closed)


def _row(lance: Lance, position: dict[int, int], mano: int) -> tuple[int, ...]:
    def by_mano(side: int) -> int:
        return side if side < 0 else int(side != mano)

    outcome = lance.outcome
    return (
        NOT_PLAYED if outcome is None else ENDS[outcome.kind],
        position[lance.bettor] if lance.bettor else -1,
        lance.agreed,
        lance.table,
        int(lance.ordago),
        lance.at,
        sum(1 << position[chair] for chair in lance.eligible),
        LANCES.index(lance.name),
        by_mano(lance.stayed[0]) if lance.stayed else -1,
        by_mano(outcome.side) if outcome is not None else -1,
    )


def act_of(seat: int, word: int, stones: int) -> Act:
    plain: dict[int, Any] = {PASS: Pass, ORDAGO: Ordago, QUIERO: Quiero, NO_QUIERO: NoQuiero}
    if word in plain:
        act: Act = plain[word](seat)
        return act
    assert word in (BET_2, RAISE)
    return Envido(seat, stones) if word == BET_2 else Raise(seat, stones)


def _served(state: State, rng: random.Random) -> State:
    """The state once the dealer has done what is to do."""
    while not state.turn:
        for act in MUS.dealer_acts(state, rng):
            state = state.apply(act)
        if state.deal_over:
            break
    return state


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "kind", "deals"), [(RuleBot(), RULE, 150), (OddsBot(), ODDS, 60)])
def test_the_loops_say_every_word_as_often_as_the_bot(bot: RuleBot, kind: int, deals: int) -> None:
    """In deals from all scores where half of the words are anything that is legal."""
    rng, now, asked = random.Random(3), a_deal(), 0
    for _ in range(deals):
        most = rng.choice((40, 12))
        state = start(ARENA, rng.randrange(1, 5), (40 - most + rng.randrange(most), rng.randrange(40)), None, None)
        state = _served(state, rng)
        while not state.deal_over:
            seen = MUS.view(state, state.turn)
            chances = bot.action_probabilities(seen)
            if seen.lance is not None:
                position, number = laid_out(seen, now)
                many = speak(eyes(), kind, now, position, number, len(seen.lance.queue) < 2)
                found = {
                    act_of(seen.seat, *now.offered[at].tolist()): now.weights[at]
                    for at in range(many)
                    if now.weights[at]
                }
                assert found == pytest.approx(chances, abs=2e-3)
                asked += 1
            option = rng.choice(seen.legal)
            if seen.lance is not None and option.kind in ("P", "N", "E", "+") and rng.random() < 0.5:
                act = MUS.act_from(state.turn, option, rng)
            else:
                act = rng.choices(list(chances), list(chances.values()))[0]
            state = state.apply(act)
            if not state.deal_over and not state.turn:
                state = _served(state, rng)
    assert asked > 10 * deals
