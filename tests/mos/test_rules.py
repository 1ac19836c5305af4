"""Settings, presets and their validation (rules dossier 9.1)."""

from typing import Any

import pytest

from ordago.errors import RulesError
from ordago.mos import MOS, rules, start
from ordago.mos.rules import ORDER, flat

DEFAULTS: dict[str, Any] = {
    "packs": 1,
    "hand_size": 3,
    "tie": "stake_draw",
    "tie_void": "own_back",
    "leftover": "own_pile",
    "phase1_end": "pairs_exhausted",
    "must_beat_p1": False,
    "draw_timing": "after_duel",
    "blind_play": "none",
    "open_trump": False,
    "peek_pile": False,
    "lone_trump": "plays",
    "lend_mode": "off",
    "beat_rule": "rank",
    "follow_first": False,
    "led_suit": "first_card",
    "voluntary_pickup": False,
    "pickup_unit": "lowest",
    "sequences": "leader",
    "threshold": "live",
    "round_starter": "next",
    "two_player_rule": True,
    "stall": {"mode": "burn", "repetitions": 3, "idle_rounds": 100, "round_action_cap": 0},
    "match": "single",
    "games": 1,
    "continue_to_loser": False,
    "next_dealer": "loser",
    "remove_for_two": 0,
}

VALUES: dict[str, list[Any]] = {
    "packs": [1, 2],
    "hand_size": [1, 3, 5],
    "tie": ["stake_draw", "stake_nodraw", "own_back", "leader_wins", "answerer_wins", "discard"],
    "tie_void": ["own_back", "substitute", "leader_takes", "discard"],
    "leftover": ["own_pile", "discard"],
    "phase1_end": ["pairs_exhausted", "first_block"],
    "must_beat_p1": [False, True],
    "draw_timing": ["after_duel", "each_play"],
    "blind_play": ["none", "both"],
    "open_trump": [False, True],
    "peek_pile": [False, True],
    "lone_trump": ["plays", "sits_out"],
    "lend_mode": ["off", "average", "per5", 1, 7],
    "beat_rule": ["rank", "rank_equal_trump"],
    "follow_first": [False, True],
    "led_suit": ["first_card", "oldest_on_table"],
    "voluntary_pickup": [False, True],
    "pickup_unit": ["lowest", "oldest"],
    "sequences": ["leader", "none", "anyone"],
    "threshold": ["live", "round_start"],
    "round_starter": ["next", "highest"],
    "two_player_rule": [True, False],
    "stall": [{"mode": mode} for mode in ("burn", "most_cards", "draw", "none")],
    "match": ["single", "elimination", "first_out", "fixed"],
    "games": [1, 7],
    "continue_to_loser": [False, True],
    "next_dealer": ["loser", "rotate"],
    "remove_for_two": [0, 10],
}


def refused(preset: str = "mos", **changes: Any) -> tuple[str, str | None]:
    with pytest.raises(RulesError) as caught:
        rules(preset, **changes)
    return caught.value.code, caught.value.params.get("setting")


def test_the_default_preset_is_the_dossiers_table_in_its_order() -> None:
    assert flat(rules()) == DEFAULTS
    assert list(flat(rules())) == list(DEFAULTS) == list(ORDER)


@pytest.mark.parametrize("name", VALUES)
def test_every_named_value_is_taken_and_any_other_is_refused(name: str) -> None:
    for value in VALUES[name]:
        found = flat(rules(**{name: value}))[name]
        assert found == ({**DEFAULTS["stall"], **value} if name == "stall" else value)
    wrongs: list[Any] = ["no such value", 1.5, None, [], -1]
    for wrong in wrongs:
        assert refused(**{name: wrong})[0] == "setting-type"
        assert (refused(**{name: wrong})[1] or "").split(".")[0] == name


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("packs", True),
        ("packs", 3),
        ("hand_size", 0),
        ("lend_mode", 0),
        ("lend_mode", True),
        ("two_player_rule", 1),
        ("games", 0),
        ("stall", {"mode": "never"}),
        ("stall", {"repetitions": 1}),
        ("stall", {"idle_rounds": 0}),
        ("stall", {"round_action_cap": -1}),
    ],
)
def test_values_out_of_range_are_refused(name: str, value: Any) -> None:
    assert refused(**{name: value})[0] == "setting-type"


def test_names_that_do_not_exist_are_refused() -> None:
    assert refused(players=4) == ("setting-unknown", "players")
    assert refused(stall={"cap": 3}) == ("setting-unknown", "stall.cap")
    assert refused("svarta_maja")[0] == "preset-unknown"


def test_a_part_of_the_stall_table_keeps_the_rest() -> None:
    assert flat(rules(stall={"idle_rounds": 7}))["stall"] == {**DEFAULTS["stall"], "idle_rounds": 7}


def test_presets_differ_from_the_default_as_the_dossier_says() -> None:
    def differences(preset: str) -> dict[str, Any]:
        return {name: value for name, value in flat(rules(preset)).items() if value != DEFAULTS[name]}

    skitgubbe = {
        "draw_timing": "each_play",
        "blind_play": "both",
        "beat_rule": "trump_priority",
        "pickup_unit": "last",
        "voluntary_pickup": True,
        "round_starter": "highest",
        "threshold": "round_start",
        "sequences": "none",
        "phase1_end": "first_block",
    }
    assert MOS.presets == ("mos", "balanced", "mas_norway", "skitgubbe", "skitgubbe_runs")
    assert differences("mos") == {}
    assert differences("balanced") == {"round_starter": "highest"}
    assert differences("mas_norway") == {
        "beat_rule": "trump_priority",
        "follow_first": True,
        "pickup_unit": "last",
        "voluntary_pickup": True,
        "phase1_end": "first_block",
        "sequences": "none",
        "two_player_rule": False,
    }
    assert differences("skitgubbe") == skitgubbe
    assert differences("skitgubbe_runs") == {**skitgubbe, "pickup_unit": "oldest", "sequences": "anyone"}


def test_a_record_names_the_preset_that_says_most() -> None:
    assert MOS.preset_and_changes(rules("skitgubbe", packs=2)) == ("skitgubbe", {"packs": 2})
    assert MOS.preset_and_changes(rules(stall={"mode": "none"})) == ("mos", {"stall": {"mode": "none"}})


def test_readings_with_forced_loops_need_a_way_out() -> None:
    """9.1, validation 1 and 2."""
    cap = {"round_action_cap": 200}
    assert refused(beat_rule="trump_priority") == ("setting-contradicts", "beat_rule")
    assert refused(pickup_unit="last") == ("setting-contradicts", "pickup_unit")
    assert refused("mas_norway", voluntary_pickup=False)[0] == "setting-contradicts"
    rules(beat_rule="trump_priority", voluntary_pickup=True)
    rules(beat_rule="trump_priority", pickup_unit="oldest")
    rules(beat_rule="trump_priority", stall=cap)
    rules(pickup_unit="last", stall=cap)


@pytest.mark.parametrize("packs", [1, 2])
def test_two_to_seventeen_can_play(packs: int) -> None:
    """9.1, validation 4."""
    for players in range(2, 18):
        assert start(rules(packs=packs), players).players == players
    for players in (0, 1, 18, 34):
        with pytest.raises(RulesError) as caught:
            start(rules(packs=packs), players)
        assert caught.value.code == "players-range"


def test_a_stock_must_be_left() -> None:
    """S-6 and validation 4: also when the final of a series is dealt."""
    for players, changes in (
        (14, {"hand_size": 4}),
        (2, {"remove_for_two": 46}),
        (5, {"remove_for_two": 46, "match": "elimination"}),
    ):
        with pytest.raises(RulesError) as caught:
            start(rules(**changes), players)
        assert caught.value.code == "stock-empty"
    start(rules(remove_for_two=45), 2)
    start(rules(remove_for_two=46), 5)
    start(rules(hand_size=4), 12)
