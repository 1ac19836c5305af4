"""Settings with a wrong type, a wrong value or in contradiction: refused by name, with the code."""

from typing import Any

import pytest

from ordago.errors import RulesError
from ordago.mus import rules
from ordago.mus.rules import ORDER

WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"players": "4"}, "setting-type", "players"),
    ({"players": 7}, "setting-type", "players"),
    ({"players": True}, "setting-type", "players"),
    ({"sides": "couples"}, "setting-type", "sides"),
    ({"sides": 2}, "setting-type", "sides"),
    ({"players": 2, "sides": "pairs"}, "setting-contradicts", "sides"),
    ({"sides": "threes"}, "setting-contradicts", "sides"),
    ({"kings": 6}, "setting-type", "kings"),
    ({"kings": "8"}, "setting-type", "kings"),
    ({"extra_kings": "5o"}, "setting-type", "extra_kings"),
    ({"extra_kings": [5]}, "setting-type", "extra_kings"),
    ({"extra_kings": ["5"]}, "setting-value", "extra_kings"),
    ({"extra_kings": ["8o"]}, "setting-value", "extra_kings"),
    ({"extra_kings": ["5o", "5o"]}, "setting-value", "extra_kings"),
    ({"extra_kings": ["Ro"]}, "setting-contradicts", "extra_kings"),
    ({"extra_kings": ["3o"]}, "setting-contradicts", "extra_kings"),
    ({"target": "40"}, "setting-type", "target"),
    ({"target": 4}, "setting-type", "target"),
    ({"target": 201}, "setting-type", "target"),
    ({"target": 40.0}, "setting-type", "target"),
    ({"juegos_to_win_vaca": 0}, "setting-type", "juegos_to_win_vaca"),
    ({"juegos_to_win_vaca": 10}, "setting-type", "juegos_to_win_vaca"),
    ({"vacas_to_win": 0}, "setting-type", "vacas_to_win"),
    ({"vacas_to_win": [1]}, "setting-type", "vacas_to_win"),
    ({"first_mano": "youngest"}, "setting-type", "first_mano"),
    ({"first_mano": 1}, "setting-type", "first_mano"),
    ({"first_mano": "first_to_cut", "mus_corrido": "off"}, "setting-contradicts", "first_mano"),
    ({"mus_corrido": True}, "setting-type", "mus_corrido"),
    ({"mus_corrido": "always"}, "setting-type", "mus_corrido"),
    ({"mus_talk": "loud"}, "setting-type", "mus_talk"),
    ({"mus_talk": 1}, "setting-type", "mus_talk"),
    ({"mus_talk": "pair", "players": 6}, "setting-contradicts", "mus_talk"),
    ({"mus_talk": "fem", "sides": "individual"}, "setting-contradicts", "mus_talk"),
    ({"mus_rounds_max": -1}, "setting-type", "mus_rounds_max"),
    ({"mus_rounds_max": "none"}, "setting-type", "mus_rounds_max"),
    ({"discard_min": 0}, "setting-type", "discard_min"),
    ({"discard_min": 3, "discard_max": 2}, "setting-contradicts", "discard_min"),
    ({"discard_max": 5}, "setting-type", "discard_max"),
    ({"discard_max": "4"}, "setting-type", "discard_max"),
    ({"discard_order": "clockwise"}, "setting-type", "discard_order"),
    ({"discard_order": 0}, "setting-type", "discard_order"),
    ({"reshuffle": "all"}, "setting-type", "reshuffle"),
    ({"reshuffle": None}, "setting-type", "reshuffle"),
    ({"reshuffle": "exclude_current", "players": 6}, "setting-contradicts", "reshuffle"),
    ({"reshuffle": "keep_last_own", "players": 6}, "setting-contradicts", "reshuffle"),
    ({"mus_visto": "on"}, "setting-type", "mus_visto"),
    ({"mus_visto": True}, "setting-type", "mus_visto"),
    ({"expose_probability": 1.5, "mus_visto": "forced"}, "setting-type", "expose_probability"),
    ({"expose_probability": "0.1", "mus_visto": "forced"}, "setting-type", "expose_probability"),
    ({"expose_probability": 0.1}, "setting-contradicts", "expose_probability"),
    ({"perete": "on"}, "setting-type", "perete"),
    ({"perete": 1}, "setting-type", "perete"),
    ({"perete_when": "never"}, "setting-type", "perete_when"),
    ({"perete_when": 1}, "setting-type", "perete_when"),
    ({"min_open": 0}, "setting-type", "min_open"),
    ({"min_open": "2"}, "setting-type", "min_open"),
    ({"min_open": 3, "raise_style": "fixed2"}, "setting-contradicts", "min_open"),
    ({"min_raise": 0}, "setting-type", "min_raise"),
    ({"min_raise": 2.5}, "setting-type", "min_raise"),
    ({"min_raise": 3, "raise_style": "fixed2"}, "setting-contradicts", "min_raise"),
    ({"raise_style": "triple"}, "setting-type", "raise_style"),
    ({"raise_style": 2}, "setting-type", "raise_style"),
    ({"bet_cap": 40}, "setting-type", "bet_cap"),
    ({"bet_cap": "forty"}, "setting-type", "bet_cap"),
    ({"open_order": "all"}, "setting-type", "open_order"),
    ({"open_order": True}, "setting-type", "open_order"),
    ({"response": "both"}, "setting-type", "response"),
    ({"response": 2}, "setting-type", "response"),
    ({"response": "strongest_of_pair", "players": 3}, "setting-contradicts", "response"),
    ({"response": "strongest_of_pair", "players": 6, "sides": "pairs"}, "setting-contradicts", "response"),
    ({"forbid_worst_ordago_accept": "yes"}, "setting-type", "forbid_worst_ordago_accept"),
    ({"forbid_worst_ordago_accept": 1}, "setting-type", "forbid_worst_ordago_accept"),
    ({"ordago_settlement": "later"}, "setting-type", "ordago_settlement"),
    ({"ordago_settlement": 1}, "setting-type", "ordago_settlement"),
    ({"refused_timing": "later"}, "setting-type", "refused_timing"),
    ({"refused_timing": False}, "setting-type", "refused_timing"),
    ({"deje_first": -1}, "setting-type", "deje_first"),
    ({"deje_first": "1"}, "setting-type", "deje_first"),
    ({"deje_extra_lances": "pares"}, "setting-type", "deje_extra_lances"),
    ({"deje_extra_lances": ["mus"]}, "setting-type", "deje_extra_lances"),
    ({"refusal_bonus": "loser"}, "setting-type", "refusal_bonus"),
    ({"refusal_bonus": 0}, "setting-type", "refusal_bonus"),
    ({"paso_value": 1}, "setting-type", "paso_value"),
    ({"paso_value": {"grande": -1}}, "setting-type", "paso_value.grande"),
    ({"paso_value": {"mus": 1}}, "setting-unknown", "paso_value.mus"),
    ({"pares_value": [1, 2]}, "setting-type", "pares_value"),
    ({"pares_value": {"par": 1}}, "setting-type", "pares_value"),
    ({"juego_value": [3, 2]}, "setting-type", "juego_value"),
    ({"juego_value": {"31": "3"}}, "setting-type", "juego_value.31"),
    ({"juego_value": {"40": 3}}, "setting-unknown", "juego_value.40"),
    ({"punto_bonus": -1}, "setting-type", "punto_bonus"),
    ({"punto_bonus": True}, "setting-type", "punto_bonus"),
    ({"punto_bonus_on_accepted": 1}, "setting-type", "punto_bonus_on_accepted"),
    ({"punto_bonus_on_accepted": "no"}, "setting-type", "punto_bonus_on_accepted"),
    ({"duples_compare": "low"}, "setting-type", "duples_compare"),
    ({"duples_compare": 1}, "setting-type", "duples_compare"),
    ({"juego_order": "31"}, "setting-type", "juego_order"),
    ({"juego_order": [31, 32]}, "setting-value", "juego_order"),
    ({"juego_order": [31, 31, 40, 37, 36, 35, 34, 33]}, "setting-value", "juego_order"),
    ({"juego_order": [31, 32, 40, 39, 38, 37, 36, 35, 34, 33]}, "setting-value", "juego_order"),
    ({"real": True}, "setting-type", "real"),
    ({"real": "caballo"}, "setting-type", "real"),
    ({"senas": "all"}, "setting-type", "senas"),
    ({"senas": True}, "setting-type", "senas"),
    ({"senas": "fem", "players": 2}, "setting-contradicts", "senas"),
    ({"reyes": 8}, "setting-unknown", "reyes"),
]


@pytest.mark.parametrize(("changes", "code", "setting"), WRONG, ids=[f"{at}: {e[2]}" for at, e in enumerate(WRONG)])
def test_a_wrong_value_is_refused_by_name(changes: dict[str, Any], code: str, setting: str) -> None:
    with pytest.raises(RulesError) as caught:
        rules(**changes)
    assert (caught.value.code, _top(caught.value.params["setting"])) == (code, _top(setting))
    if code == "setting-unknown":
        assert caught.value.params["setting"] == setting


def _top(setting: str) -> str:
    """The setting itself: `extra_kings` of `extra_kings[...]`."""
    return setting.partition("[")[0]


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(RulesError) as caught:
        rules("clásico")
    assert caught.value.code == "preset-unknown"
    assert caught.value.params["preset"] == "clásico"


def test_every_setting_has_wrong_values_here() -> None:
    assert {setting.partition(".")[0] for _, _, setting in WRONG} >= set(ORDER)
