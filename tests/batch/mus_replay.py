"""Replays batch games of Mus through the engine, and compares everything on the way."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np

from ordago.batch.compiled import held, shown
from ordago.batch.mus import COLUMNS, by_act, settings_for, tempered
from ordago.batch.mus.acts import ACTS, BET, DISCARD, PASS, SILENT
from ordago.batch.mus.columns import (
    ACTOR,
    ASKED,
    CHAMPION,
    GAMES,
    LEGAL,
    OVER,
    PHASE,
    POINTS,
    SCORE,
    SEATS,
    VACAS,
    WINNER,
)
from ordago.batch.mus.games import Until, start_row
from ordago.batch.mus.policies import Policy
from ordago.batch.mus.record import act_of, moments
from ordago.batch.mus.settings import DISCARD_ORDER, SIMULTANEOUS
from ordago.batch.mus.view import WIDTH, observe
from ordago.mus import Deal, State, hands_for, rules, start, view
from ordago.mus.count import LANCES
from ordago.mus.rules import Rules
from tests.reference.mus_random import random_rules

KINDS = {1: "M", 2: "X", 3: "perete", 20: "P", 21: "Q", 22: "N", 23: "O"}
ENDS = ("", "none", "uncontested", "paso", "accepted", "refused")

POLICIES = [None, tempered(), by_act({0: 3, 2: 0.15, 3: 8, 23: 0.05})]
"""Uniform; few órdagos; and one that says mus a lot, so that the stock runs out."""


def replay(
    of: Rules,
    game: int,
    seed: int,
    until: Until,
    policies: Policy | None = None,
    mano: int | None = None,
    counts: tuple[Any, Any, Any] = (None, None, None),
    bets: tuple[int, ...] = (5, 10),
) -> tuple[int, int]:
    """One game, act by act, in both; how many deals and acts it had. Raises AssertionError where they differ."""
    settings = settings_for(of, bets)
    state: Any = start(of, 1 + (game % settings.players if mano is None else mano), *counts)
    deals = steps = 0
    for moment in moments(settings, start_row(settings, mano, *counts), game, seed, policies, until):
        row = moment.row
        if row[LEGAL] and not (moment.acts and isinstance(moment.acts[0], Deal)):
            same_legal_acts(settings, row, state)
            same_view(settings, row, state)
            steps += 1
        for act in moment.acts:
            deals += isinstance(act, Deal)
            state = state.apply(act)
        if not moment.acts and row[PHASE] == OVER:
            assert state.deal_over
            same_result(settings, row, state)
    return deals, steps


def same_legal_acts(settings: Any, row: Any, state: State) -> None:
    """The asked seat may do in the batch what it may in the engine, and who may speak at all is asked in both."""
    seat = int(row[ACTOR]) + 1
    options = {option.kind: option for option in state.legal(seat) if option.kind != "~"}
    legal = {act for act in range(ACTS) if row[LEGAL] >> act & 1}
    assert (SILENT in legal) == (seat != state.turn)
    bet = "+" if state.lance and state.lance.bettor else "E"
    kinds = {KINDS.get(act, "D" if act < PASS else bet) for act in legal - {SILENT}}
    assert kinds == set(options), (kinds, options)
    for act in range(1, ACTS):
        if DISCARD <= act < PASS:
            count, option = (act - DISCARD).bit_count(), options.get("D")
            assert (act in legal) == (option is not None and option.least <= count <= option.most)
        elif act in KINDS or act == BET:
            continue
        elif act - BET <= len(settings.bets):
            option = options.get(bet)
            size = settings.bets[act - BET - 1]
            assert (act in legal) == (option is not None and option.least < size <= option.most)
        else:
            assert act not in legal
    for act in legal - {SILENT}:
        state.verify(act_of(settings, row, act))
    if seat == state.turn and not (state.phase == "discard" and settings.vector[DISCARD_ORDER] == SIMULTANEOUS):
        early = {chair for chair in state.order if chair != seat and any(one.kind != "~" for one in state.legal(chair))}
        assert early == {chair for chair in state.order if row[ASKED] >> (chair - 1) & 1}


def same_view(settings: Any, row: Any, state: State) -> None:
    """What the asked seat is told in the batch is what its view says."""
    players, me = settings.players, int(row[ACTOR]) + 1
    told_row = held(np.zeros(WIDTH, np.int32))
    observe(held(row), settings.vector, told_row)
    told = dict(zip(COLUMNS, shown(told_row).tolist(), strict=True))
    seen = view(state, me)
    chairs = [(me - 1 + seat) % players + 1 for seat in range(players)]

    def from_me(chair: int) -> int:
        return chairs.index(chair) if chair else -1

    def sixfold(name: str) -> list[int]:
        assert not any(told[f"{name}_{seat}"] for seat in range(players, SEATS))
        return [told[f"{name}_{seat}"] for seat in range(players)]

    names = ("mus", "discard", "lance")
    assert names[told["phase"] - 1] == (seen.phase if seen.phase in names else "lance")
    assert told["turn"] == from_me(seen.turn)
    assert told["position"] == seen.order.index(me)
    assert tuple(told[f"card_{at}"] for at in (1, 2, 3, 4)) == seen.hand
    assert settings.hands[told["hand_type"]] == hands_for(state.rules.hand).worth(seen.hand).numbers
    for name in ("corrido", "choosing", "forced", "rounds"):
        assert told[name] == getattr(seen, name), name
    assert (told["stock"], told["discards"]) == (seen.stock_size, seen.discard_size)
    for name in ("score", "games", "vacas"):
        assert sixfold(name) == [getattr(seen, name)[seen.side_of[chair]] for chair in chairs]
    assert sixfold("side") == [(seen.side_of[chair] - seen.side_of[me]) % settings.sides for chair in chairs]
    thrown = seen.thrown or (None,) * players
    assert sixfold("thrown") == [-1 if thrown[chair - 1] is None else thrown[chair - 1] for chair in chairs]
    for name in ("pares", "juego"):
        said = seen.declared.get(name)
        assert sixfold(name) == [said[chair - 1] if said else -1 for chair in chairs]
    lance = seen.lance
    assert told["lance"] == (LANCES.index(lance.name) if lance else -1)
    if lance:
        assert told["bettor"] == from_me(lance.bettor)
        assert (told["agreed"], told["table"], told["ordago"]) == (lance.agreed, lance.table, lance.ordago)
        assert sixfold("to_answer") == [chair in lance.queue for chair in chairs]
        assert sixfold("may_speak") == [chair in lance.eligible for chair in chairs]
    ends = {one.name: one.outcome for one in seen.closed}
    for name in LANCES:
        end = ends.get(name)
        assert told[f"end_{name}"] == (ENDS.index(end.kind) if end else 0)
        if end:
            assert told[f"end_stones_{name}"] == end.stones
            assert told[f"end_side_{name}"] == ((end.side - seen.side_of[me]) % settings.sides if end.side >= 0 else -1)
    for seat, chair in enumerate(chairs[1:], 1):
        open_cards = {told[f"open_{at}_{seat}"] for at in (1, 2, 3, 4)} - {0}
        assert open_cards == set(seen.cards.get(chair, ())) or state.swapped


def same_result(settings: Any, row: Any, state: State) -> None:
    """The same stones by lance and side, the same scores and winners after the deal."""
    sides = settings.sides
    paid: Counter[tuple[int, int]] = Counter()
    for award in state.awards:
        paid[(*LANCES, "mus").index(award.lance), award.side] += award.stones
    points = np.array(row[POINTS : POINTS + 6 * SEATS]).reshape(6, SEATS)
    assert paid == Counter({(int(lance), int(side)): int(points[lance, side]) for lance, side in np.argwhere(points)})
    assert tuple(row[SCORE : SCORE + sides]) == state.score
    assert tuple(row[GAMES : GAMES + sides]) == state.games
    assert tuple(row[VACAS : VACAS + sides]) == state.vacas
    assert row[WINNER] == state.winner
    assert row[CHAMPION] == state.champion


def random_case(number: int) -> tuple[Rules, dict[str, Any]]:
    """Random rules of a number, over all settings, and how to play under them."""
    rng = random.Random(number)
    table = random_rules(rng)
    preset = table.pop("preset")
    of = rules(preset, **table)
    if of.talk.mus_visto != "off":
        of = rules(preset, **{**table, "expose_probability": rng.choice([0.0, 0.02, 0.2])})
    target, sides = of.match.target, of.seating.side_count
    counts: tuple[Any, Any, Any] = (None, None, None)
    if rng.random() < 0.6:
        score = tuple(rng.randint(max(0, target - rng.choice([6, 60])), target - 1) for _ in range(sides))
        counts = (score, None, None)
        if rng.random() < 0.3:
            counts = (
                score,
                tuple(rng.randrange(of.match.juegos_to_win_vaca) for _ in range(sides)),
                tuple(rng.randrange(of.match.vacas_to_win) for _ in range(sides)),
            )
    bets = rng.choice([(), (5, 10), (1, 2, 3, 4, 60), (3,)])
    mano = rng.choice([None, rng.randrange(of.seating.players)])
    return of, {"counts": counts, "bets": bets, "mano": mano}
