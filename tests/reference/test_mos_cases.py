"""The by-the-book reference of Møs gives every worked case of the rules dossier, section 11 (tests/cases/mos)."""

import json
import random
from typing import Any

import pytest

from tests.cases_mos import check_record_case, load_cases
from tests.reference.mos_book import Match, replay
from tests.reference.mos_cards import rank
from tests.reference.mos_deal import tokens_of
from tests.reference.mos_random import random_position_record, random_record, random_rules
from tests.reference.mos_rules import contradictions, resolve, stock_size


@pytest.mark.parametrize("case", load_cases())
def test_record(case: dict[str, Any]) -> None:
    check_record_case(case, replay)


@pytest.mark.parametrize("case", load_cases("rules"))
def test_rules(case: dict[str, Any]) -> None:
    rules, players = case.get("rules", "mos"), case["players"]
    full = resolve(rules)
    assert full is not None
    assert bool(contradictions(rules, players)) == case.get("refused", False)
    if "stock" in case:
        assert stock_size(full, players) == case["stock"]


@pytest.mark.parametrize("case", load_cases("laws"))
def test_laws(case: dict[str, Any]) -> None:
    for seed in range(5):
        check_phase_one_laws(seed, case["players"])


def check_phase_one_laws(seed: int, players: int) -> None:
    """PL-1 to PL-4 of section 3.2 under the default rules, at every act of phase 1 of a random game."""
    rng = random.Random(seed)
    match = Match(resolve("mos") or {}, players)
    deal = match.open_deal({k: v for k, v in random_record(rng, "mos", players)["deal"][0].items() if k != "play"})
    duels = deal.duels
    assert duels is not None
    pairs, due_holder = 0, None
    while not duels.over:
        if duels.awaited == duels.leader and not duels.stake and len(duels.stock) >= 2:
            assert all(len(hand) == 3 for hand in deal.hands.values())  # PL-3
        leader, answerer = duels.leader, duels.answerer
        text = rng.choice(deal.legal())
        if duels.awaited == answerer:
            pairs += 1
            if due_holder is None and len(duels.stock) <= 2:  # the last refill: PL-4
                leader_first = rank(duels.stake[-1][1]) >= rank(text)
                order = [leader, answerer] if leader_first else [answerer, leader]
                due_holder = order[0] if players % 2 else order[1]
        match.token(f"{duels.awaited}:{text}")
        assert duels.trump_holder == due_holder
    assert 51 - 2 * pairs in ((1,) if players % 2 == 0 else (1, 3))  # PL-1, PL-2
    assert sum(len(hand) for hand in deal.hands.values()) == 52
    assert deal.over or deal.turn() == due_holder


@pytest.mark.parametrize("seed", range(60))
def test_random_play_keeps_the_laws(seed: int) -> None:
    """Any rules: records replay to what was played, no card is made, something is always legal, JSON is plain."""
    rng = random.Random(seed)
    players = rng.choice([2, 2, 3, 3, 4, 5, 6, 8, 13])
    rules = random_rules(rng, players)
    make = rng.choice([random_record, random_position_record])
    record = make(rng, rules, players, deals=rng.choice([1, 2, 4]))
    result = replay(record)
    assert result["ok"], (result, rules)
    assert json.loads(json.dumps(result)) == result
    full = resolve(rules)
    assert full is not None
    deal = result["deals"][-1]
    cards = [card for group in ("hands", "piles", "table") for row in deal[group] for card in row]
    assert len(cards) <= 52 * full["packs"]
    assert max(cards.count(card) for card in {*cards, "2C"}) <= full["packs"]
    assert bool(result["legal"]) == (result["turn"] is not None)
    for earlier in result["deals"][:-1]:
        assert earlier["phase"] == "over"
    if deal["phase"] == "over" and full["stall"]["mode"] in ("burn", "none"):
        assert deal["loser"] is not None or full["match"] == "first_out" or not any(deal["hands"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_default_rules_keep_the_table_laws(players: int) -> None:
    """TL-1 and TL-2 (section 5.4), and 1 <= units < L for an answer (9.3), at every act of phase 2."""
    rng = random.Random(players)
    for _ in range(3):
        record = random_record(rng, {"stall": {"idle_rounds": 5}}, players)
        match = Match(resolve(record["rules"]) or {}, players)
        deal = match.open_deal({k: v for k, v in record["deal"][0].items() if k != "play"})
        while not deal.over:
            match.token(f"{deal.turn()}:{rng.choice(deal.legal())}")
            shedding = deal.shedding
            if shedding is None or deal.over:
                continue
            ranks = [rank(card) for unit in shedding.table for card in unit]
            assert ranks == sorted(set(ranks))
            assert len(shedding.table) < len(shedding.holders())
            assert shedding.acts_in_round <= 26


def test_a_wrong_token_is_placed() -> None:
    """The last token of a spoilt record is the one refused, or it was legal by chance."""
    refused = 0
    for seed in range(60):
        rng = random.Random(seed)
        record = random_position_record(rng, "mos", 3, wrong=1.0)
        result = replay(record)
        if not result["ok"]:
            refused += 1
            last = tokens_of(record["deal"][-1]["play"])
            assert result["error"] == {"deal": 1, "token": len(last), "text": last[-1]}
    assert refused > 30
