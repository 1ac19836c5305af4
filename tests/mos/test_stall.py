"""Endless games end (rules dossier §6): repetition, idle rounds, burnt leads, the other modes, the round cap."""

import random
from typing import Any

import pytest

from ordago.mos import MOS, State, start
from tests.engine_mos import code_of, ends, random_steps, rules_of, shed

LOOP = "KHAH JHQH7S TH6S"
ROUND = "3:6S 1:T 2:7S 3:T 1:6S 2:T 3:7S 1:T 2:6S 3:T 1:7S 2:T"
"""Case 53: after these twelve acts the same position begins a round again, trump clubs, chair 3 starting."""


def loop(play: str, **stall: Any) -> dict[str, Any]:
    return shed(LOOP, play, {"stall": stall}, trump="C", turn=3)


def test_the_third_occurrence_burns_the_lead() -> None:
    assert ends(loop(f"{ROUND} 3:6S"))["table"] == [["6S"]]
    burnt = ends(loop(f"{ROUND} {ROUND} 3:6S"))
    assert (burnt["table"], burnt["turn"], burnt["hands"][2]) == ([], 1, ["TH"])


def test_the_number_of_occurrences_is_a_setting() -> None:
    assert ends(loop(f"{ROUND} 3:6S", repetitions=2))["table"] == []
    assert ends(loop(f"{ROUND} {ROUND} 3:6S", repetitions=4))["table"] == [["6S"]]


def test_a_burnt_lead_is_one_card() -> None:
    cards = "KHAH JHQH7S 9HTH6S"
    record = shed(cards, f"{ROUND} 3:9HTH", {"stall": {"repetitions": 2}}, trump="C", turn=3)
    assert code_of(record) == "burn-one-card"


def test_idle_rounds_burn_the_lead_and_a_burn_starts_the_count_again() -> None:
    burnt = ends(shed("KHAH JH3D 6S5C", "1:KH 2:T 3:6S", {"stall": {"idle_rounds": 1}}, trump="C"))
    assert (burnt["table"], burnt["turn"]) == ([], 1)
    led = ends(shed("KHAH JH3D 6S5C", "1:KH 2:T 3:6S 1:AH", {"stall": {"idle_rounds": 1}}, trump="C"))
    assert led["table"] == [["AH"]]


def test_an_exit_is_progress_in_the_middle_of_a_round() -> None:
    rules = {"stall": {"idle_rounds": 2}}
    idle = ends(shed("KH2C3C QC9D AH8D", "1:KH 2:T 3:AH 1:T 2:9D", rules))
    assert idle["table"] == [], "two idle rounds: the third lead is burnt"
    out = ends(shed("KH2C3C QC9D AH 4D5D", "1:KH 2:T 3:AH 4:T 1:2C", rules))
    assert out["out"] == [3]
    assert out["table"] == [["2C"]], "only one round was idle since the exit"


def test_who_burns_his_last_card_is_out_and_may_end_the_game() -> None:
    rules = {"stall": {"idle_rounds": 1}}
    three = ends(shed("KHAH JH3D 6S", "1:KH 2:T 3:6S", rules, trump="C"))
    assert (three["out"], three["turn"], three["phase"]) == ([3], 1, "shedding")
    two = ends(shed("KH6S 3D", "1:KH 2:T 1:6S", rules, trump="C"))
    assert (two["phase"], two["loser"], two["out"]) == ("over", 2, [1])


def test_most_cards_lose() -> None:
    assert ends(loop(ROUND, mode="most_cards", repetitions=2))["loser"] == 2
    assert ends(loop(ROUND, mode="most_cards", repetitions=2))["losers"] == []


def test_of_equally_many_cards_the_higher_ranks_lose_and_then_the_first_from_the_starter() -> None:
    rules = {"stall": {"mode": "most_cards", "idle_rounds": 1}}
    assert ends(shed("9C7H 8H 7D6D 2S3S", "1:9C 2:T", rules))["loser"] == 2, "9 and 8 are the most"
    assert ends(shed("9C7H 2H KDQD 2S3S", "1:9C 2:T", rules))["loser"] == 3, "K and Q are the most"
    assert ends(shed("9C7H 2H 8D3D 7S4S", "1:9C 2:T", rules))["loser"] == 3, "all have eleven: 3 was to start"
    assert ends(shed("9C7H 2H 6D4D 7S4S", "1:9C 2:T", rules))["loser"] == 4, "eleven: 4 comes before 2"


def test_draw_shares_the_loss() -> None:
    result = ends(loop(ROUND, mode="draw", repetitions=2))
    assert (result["phase"], result["loser"], result["losers"]) == ("over", None, [1, 2, 3])
    assert result["losses"] == [1, 1, 1]


def test_none_never_ends_a_loop() -> None:
    assert ends(loop(f"{ROUND} {ROUND} {ROUND} 3:6S", mode="none"))["table"] == [["6S"]]


def test_the_round_cap_clears_the_table_whatever_the_mode() -> None:
    rules = {"beat_rule": "trump_priority", "stall": {"mode": "none", "round_action_cap": 12}}
    play = "3:7S 1:T 2:6S 3:T 1:7S 2:T 3:6S 1:T 2:7S 3:T 1:6S"
    cards = "2C5D 3C6S 8D7S"
    before = ends(shed(cards, play, rules, turn=3, table=["KCAC"], led="C"))
    assert before["table"] == [["KC", "AC"], ["6S"]]
    after = ends(shed(cards, f"{play} 2:T", rules, turn=3, table=["KCAC"], led="C"))
    assert (after["table"], after["turn"]) == ([], 3)


def by_habit(state: State, habit: str) -> Any:
    """What a fixed bot does: `low` or `high` cards, single ones; those go in circles for ever (10.1)."""
    options = [option for option in state.legal(state.turn) if len(option.cards) == 1]
    pick = options[-1] if habit == "high" and options else options[0] if options else state.legal(state.turn)[0]
    return MOS.act_from(state.turn, pick, random.Random(0))


@pytest.mark.parametrize("habit", ["low", "high"])
@pytest.mark.parametrize("mode", ["burn", "most_cards", "draw"])
@pytest.mark.parametrize("players", [3, 4, 7])
def test_every_game_of_a_fixed_bot_ends(players: int, mode: str, habit: str) -> None:
    """10.2: the longest game of the worst bot had 8,100 acts."""
    for seed in range(3):
        rng = random.Random(seed)
        state = start(rules_of({"stall": {"mode": mode}}), players)
        (deal,) = MOS.dealer_acts(state, rng)
        state = state.apply(deal)
        acts = 0
        while not state.deal_over:
            state = state.apply(by_habit(state, habit) if state.phase == "shedding" else random_act(state, rng))
            acts += 1
            assert acts < 20_000
        assert bool(state.loser) == (not state.losers)


def random_act(state: State, rng: random.Random) -> Any:
    return MOS.act_from(state.turn, rng.choice(state.legal(state.turn)), rng)


@pytest.mark.parametrize("preset", MOS.presets)
def test_random_games_of_every_preset_end(preset: str) -> None:
    for players in (2, 5, 11):
        last = [after for _, _, after in random_steps(players, players, preset)][-1]
        assert last.phase == "over"
