"""Every setting of phase 1, of the exchange between the phases and of phase 2 does what 9.1 says, and nothing else.

Chair 1 leads in phase 1 and is on turn in phase 2; trumps are spades.
"""

from typing import Any

import pytest

from ordago.mos import MOS, rules, start
from ordago.mos.dealing import deal_from
from ordago.mos.hand import size
from tests.engine_mos import code_of, duel, ends, random_steps, refusal, shed, state_after

TIE = "9H4D2C 9C6S3D TSTHJD"
"""Chairs 1 and 2 may tie with nines."""


def texts(rows: list[list[str]]) -> list[str]:
    return ["".join(row) for row in rows]


def test_packs_two_hold_every_card_twice() -> None:
    state = start(rules(packs=2), 3)
    deal = deal_from(state, list(range(52)) * 2)
    assert len(deal.stock) == 95
    assert refusal(duel("KHKH 2C")).code == "card-too-often"
    assert ends(duel("KHKH 2C", rules={"packs": 2}))["legal"] == ["KH"]


@pytest.mark.parametrize("hand_size", [1, 2, 5])
def test_hand_size_is_dealt_and_kept_by_drawing(hand_size: int) -> None:
    for before, _, _ in random_steps(1, 4, {"hand_size": hand_size}):
        if before.phase == "duels" and not before.table and before.stock_size >= 2:
            assert {size(hand) for hand in before.hands} == {hand_size}


def test_remove_for_two_takes_cards_out_where_two_play() -> None:
    assert len(deal_from(start(rules(remove_for_two=10), 2), range(52)).stock) == 36
    assert len(deal_from(start(rules(remove_for_two=10), 3), range(52)).stock) == 43


@pytest.mark.parametrize(
    ("tie", "piles", "turn", "drawn"),
    [
        ("stake_draw", ["", "", ""], 1, ["5H4D2C", "6S5D3D"]),
        ("stake_nodraw", ["", "", ""], 1, ["4D2C", "6S3D"]),
        ("own_back", ["9H", "9C", ""], 1, ["5H4D2C", "6S5D3D"]),
        ("leader_wins", ["9C9H", "", ""], 1, ["5H4D2C", "6S5D3D"]),
        ("answerer_wins", ["", "9C9H", ""], 2, ["5D4D2C", "6S5H3D"]),
        ("discard", ["", "", ""], 1, ["5H4D2C", "6S5D3D"]),
    ],
)
def test_tie(tie: str, piles: list[str], turn: int, drawn: list[str]) -> None:
    deal = ends(duel(TIE, "1:9H 2:9C", {"tie": tie}, "5H5D7H7S"))
    assert (texts(deal["piles"]), deal["turn"]) == (piles, turn)
    assert texts(deal["hands"])[:2] == drawn
    assert bool(deal["table"]) == tie.startswith("stake")


def test_after_a_stake_without_drawing_both_fill_up_in_turns_the_winner_first() -> None:
    deal = ends(duel(TIE, "1:9H 2:9C 1:4D 2:6S", {"tie": "stake_nodraw"}, "5H5D7H7SKC"))
    assert texts(deal["hands"])[:2] == ["7S5D2C", "7H5H3D"]


def test_a_void_stake_without_drawing_fills_both_hands_up_the_leader_first() -> None:
    cards = "9H8H7H 9C8C7C TSTHJD"
    play = "1:9H 2:9C 1:8H 2:8C 1:7H 2:7C"
    deal = ends(duel(cards, play, {"tie": "stake_nodraw"}, "2C2D3C3D4C4D5C5D"))
    assert texts(deal["hands"])[:2] == ["4C3C2C", "4D3D2D"]
    assert texts(deal["piles"])[:2] == ["9H8H7H", "9C8C7C"]
    assert deal["turn"] == 1


@pytest.mark.parametrize(
    ("void", "piles", "table", "turn"),
    [
        ("own_back", ["8H", "8C", ""], [], 2),
        ("leader_takes", ["8C8H", "", ""], [], 2),
        ("discard", ["", "", ""], [], 2),
        ("substitute", ["", "", ""], ["8H", "8C"], 3),
    ],
)
def test_tie_void(void: str, piles: list[str], table: list[str], turn: int) -> None:
    deal = ends(duel("8H 8C2S 5D", "1:8H 2:8C", {"tie_void": void}))
    assert (texts(deal["piles"]), texts(deal["table"]), deal["turn"]) == (piles, table, turn)


def test_a_substitute_steps_in_for_the_answerer_and_wins_the_whole_stake() -> None:
    deal = ends(duel("8H2S 8C 5D 7D7C", "1:8H 2:8C 1:2S 3:5D", {"tie_void": "substitute"}))
    assert deal["phase"] == "shedding"
    assert texts(deal["hands"]) == ["AS", "", "8C8H5D2S", "7C7D"]


def test_a_substitute_steps_in_for_both() -> None:
    deal = ends(duel("8H 8C 5D 7D 9D", "1:8H 2:8C 3:5D 4:7D", {"tie_void": "substitute"}))
    assert texts(deal["hands"]) == ["AS", "", "", "8C8H7D5D", "9D"]


def test_where_nobody_can_step_in_each_takes_his_own_back() -> None:
    deal = ends(duel("8H 8C 5D", "1:8H 2:8C", {"tie_void": "substitute"}))
    assert texts(deal["hands"]) == ["AS8H", "8C", "5D"]


@pytest.mark.parametrize(("leftover", "hand"), [("own_pile", "ASKH4C3H"), ("discard", "ASKH4C")])
def test_leftover(leftover: str, hand: str) -> None:
    deal = ends(duel("KH3H 4C", "1:KH 2:4C", {"leftover": leftover}, holder=1))
    assert texts(deal["hands"]) == [hand, ""]


@pytest.mark.parametrize(("end", "phase"), [("pairs_exhausted", "duels"), ("first_block", "shedding")])
def test_phase1_end(end: str, phase: str) -> None:
    deal = ends(duel("KH2D 4C 9D3D", "1:KH 2:4C", {"phase1_end": end}))
    assert deal["phase"] == phase


def test_first_block_looks_at_the_due_answerer_too() -> None:
    assert ends(duel("KH2D - 9D3D", "", {"phase1_end": "first_block"}))["phase"] == "shedding"


def test_must_beat_p1() -> None:
    rule = {"must_beat_p1": True}
    assert ends(duel("7H 7CKC3D", "1:7H", rule))["legal"] == ["KC"]
    assert ends(duel("7H 7C6C3D", "1:7H", rule))["legal"] == ["3D", "6C", "7C"]
    assert code_of(duel("7H 7CKC3D", "1:7H 2:7C", rule)) == "must-beat"
    both = {**rule, "blind_play": "both"}
    assert code_of(duel("7H KC3D", "1:7H 2:B", both, "2H3H4H")) == "must-beat"
    assert ends(duel("7H 6C3D", "1:7H", both, "2H3H4H"))["legal"] == ["3D", "6C", "B"]


def test_draw_timing_each_play() -> None:
    deal = ends(duel(TIE, "1:9H", {"draw_timing": "each_play"}, "5H5D7H7S"))
    assert texts(deal["hands"])[0] == "5H4D2C"
    tied = ends(duel(TIE, "1:9H 2:9C", {"draw_timing": "each_play"}, "5H5D7H7S"))
    assert texts(tied["hands"])[:2] == ["5H4D2C", "6S5D3D"], "a tie draws nothing more"


def test_blind_play_costs_no_card_and_draws_none() -> None:
    rule = {"blind_play": "both"}
    state = state_after(duel("KH2D3C 4C5S6D", "1:B 2:B", rule, "8H9STS"))
    assert [size(hand) for hand in state.hands] == [3, 3]
    assert (state.turn, state.stock_size) == (2, 1)
    assert code_of(duel("KH2D3C 4C5S6D", "1:B 2:B 2:B", rule, "8H9STS")) == "last-stock-card"
    assert code_of(duel("KH2D3C 4C5S6D", "1:B", "mos", "8H9STS")) == "blind-off"


def test_open_trump_shows_the_last_stock_card_from_the_start() -> None:
    for shown in (False, True):
        for before, _, _ in random_steps(2, 3, {"open_trump": shown}):
            if before.phase == "duels":
                card = before.stock[-1] if shown else -1
                assert [MOS.view(before, seat).trump_card for seat in range(4)] == [card] * 4


def test_peek_pile_lets_a_seat_look_into_its_own_pile() -> None:
    for peek in (False, True):
        state = state_after(duel("KH2D 4C3C", "1:KH 2:4C", {"peek_pile": peek}))
        assert len(MOS.view(state, 1).pile) == (2 if peek else 0)
        assert MOS.view(state, 2).pile == MOS.view(state, 0).pile == ()


def test_lone_trump() -> None:
    piles = ["", "KH", "9H3C"]
    plays = ends(duel("- 2C -", holder=1, leader=2, piles=piles))
    assert (texts(plays["hands"]), plays["turn"]) == (["AS", "KH2C", "9H3C"], 1)
    rule = {"lone_trump": "sits_out"}
    out = ends(duel("- 2C -", rules=rule, holder=1, leader=2, piles=piles))
    assert (texts(out["hands"]), out["turn"], out["trump"], out["out"]) == (["", "KH2C", "9H3C"], 2, "S", [])


@pytest.mark.parametrize(
    ("rule", "legal"),
    [
        ("rank", ["AS"]),
        ("rank_equal_trump", ["3S", "AS"]),
        ("trump_priority", ["2S", "3S", "AS"]),
    ],
)
def test_beat_rule(rule: str, legal: list[str]) -> None:
    rules = {"beat_rule": rule, "pickup_unit": "oldest"}
    assert ends(shed("4C 2S3SAS 5C", rules=rules, turn=2, table=["3H"]))["legal"] == legal


def test_under_trump_priority_only_a_higher_trump_beats_a_trump() -> None:
    rules = {"beat_rule": "trump_priority", "pickup_unit": "oldest"}
    assert ends(shed("4C AH2S7S 5C", rules=rules, turn=2, table=["9H", "3S"], led="H"))["legal"] == ["7S"]


def test_an_equal_trump_beats_no_trump() -> None:
    rules = {"beat_rule": "rank_equal_trump", "packs": 2}
    assert ends(shed("4C 3S 5C", rules=rules, turn=2, table=["3S"]))["legal"] == ["T"]


def test_an_ace_is_unbeatable_and_a_king_falls_only_to_two_aces() -> None:
    """TL-6."""
    cards = "4C ASAHACADKS2S 5C"
    assert ends(shed(cards, turn=2, table=["KH"]))["legal"] == ["AH", "AS"]
    assert ends(shed("4C ASACADKS2S 5C", turn=2, table=["AH"]))["legal"] == ["T"]


def test_follow_first() -> None:
    rule = {"follow_first": True}
    assert ends(shed("4C KS2H 5C", rules=rule, turn=2, table=["9H"]))["legal"] == ["T"]
    assert ends(shed("4C KS2C 5C", rules=rule, turn=2, table=["9H"]))["legal"] == ["KS"]
    assert code_of(shed("4C KS2H 5C", "2:KS", rule, turn=2, table=["9H"])) == "follow-first"


def test_led_suit() -> None:
    cards, play = "3H4C 9S4D 5C6C JH3CKS", "1:3H 2:9S 3:T"
    first = ends(shed(cards, play))
    assert (first["led"], first["legal"]) == ("H", ["JH", "KS"])
    oldest = ends(shed(cards, play, {"led_suit": "oldest_on_table"}))
    assert (oldest["led"], oldest["legal"]) == ("S", ["KS"])


def test_voluntary_pickup() -> None:
    assert code_of(shed("4C 9H2C 5C", "2:T", turn=2, table=["5H"])) == "can-beat"
    assert ends(shed("4C 9H2C 5C", rules={"voluntary_pickup": True}, turn=2, table=["5H"]))["legal"] == ["9H", "T"]


@pytest.mark.parametrize(
    ("unit", "hand", "left"),
    [("lowest", "9C3S", ["9H", "KS"]), ("oldest", "9C9H", ["3S", "KS"]), ("last", "KS9C", ["9H", "3S"])],
)
def test_pickup_unit(unit: str, hand: str, left: list[str]) -> None:
    rules = {"beat_rule": "trump_priority", "pickup_unit": unit, "voluntary_pickup": True}
    deal = ends(shed("4C 9C 5C 6C", "2:T", rules, turn=2, table=["9H", "3S", "KS"], led="H"))
    assert (texts(deal["hands"])[1], texts(deal["table"])) == (hand, left)


def test_of_two_equally_low_units_the_older_is_taken() -> None:
    deal = ends(shed("4C 9C 5C", "2:T", {"beat_rule": "rank_equal_trump"}, turn=2, table=["3H", "3S"], led="H"))
    assert texts(deal["table"]) == ["3S"]


def test_sequences() -> None:
    assert ends(shed("2H3H 2C"))["legal"] == ["2H", "3H", "2H3H"]
    assert ends(shed("2H3H 2C", rules={"sequences": "none"}))["legal"] == ["2H", "3H"]
    assert code_of(shed("2H3H 2C", "1:2H3H", {"sequences": "none"})) == "no-runs"
    answer: dict[str, Any] = {"turn": 2, "table": ["4H"]}
    assert code_of(shed("2C 5H6H 4C", "2:5H6H", **answer)) == "run-only-led"
    anyone = ends(shed("2C 3H5H6H 4C", rules={"sequences": "anyone"}, **answer))
    assert anyone["legal"] == ["5H", "6H", "5H6H"]
    assert code_of(shed("2C 3H4S5S 4C", "2:4S5S", {"sequences": "anyone"}, **answer)) == "too-low"


def test_a_run_is_upwards_without_gaps_in_one_suit_and_not_round_the_corner() -> None:
    for run in ("3H2H", "2H4H", "2H3C", "AH2H", "2H2H"):
        assert code_of(shed("2H3H4HAH3C 2C", f"1:{run}")) == "not-a-run"
    assert code_of(shed("2H3H 2C", "1:3H4H")) == "card-not-held"


def test_threshold() -> None:
    cards, play = "3H KH3C 4C5D", "1:3H 2:KH"
    assert ends(shed(cards, play))["table"] == []
    kept = ends(shed(cards, play, {"threshold": "round_start"}))
    assert (texts(kept["table"]), kept["turn"]) == (["3H", "KH"], 3)


def test_round_starter() -> None:
    cards, play = "3H2C 5H3C 9H4C", "1:3H 2:5H 3:9H"
    assert ends(shed(cards, play))["turn"] == 1
    assert ends(shed(cards, play, {"round_starter": "highest"}))["turn"] == 3
    assert ends(shed("3H2C 5H3C 9H 8H", "1:3H 2:5H 3:9H", {"round_starter": "highest"}))["turn"] == 4, "he is out"


def test_two_player_rule() -> None:
    cards, play = "6C9S 8C4H", "1:6C 2:8C"
    assert ends(shed(cards, play))["turn"] == 2
    assert ends(shed(cards, play, {"two_player_rule": False}))["turn"] == 1
