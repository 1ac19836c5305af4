"""Settings of Mus (R6.1) and presets (R6.3) for the by-the-book reference. Nothing is validated here."""

from __future__ import annotations

import copy
from typing import Any

Rules = dict[str, Any]

DEFAULTS: Rules = {
    "players": 4,
    "sides": None,  # from the number of players, unless given
    "kings": 8,
    "extra_kings": [],
    "target": 40,
    "juegos_to_win_vaca": 2,
    "vacas_to_win": 1,
    "first_mano": "random",
    "mus_corrido": "off",
    "mus_talk": "sequential",
    "mus_rounds_max": 0,
    "discard_min": 1,
    "discard_max": 4,
    "discard_order": "mano_first",
    "reshuffle": "include_current",
    "mus_visto": "off",
    "expose_probability": 0.0,
    "perete": "off",
    "perete_when": "any_mus_turn",
    "min_open": 2,
    "min_raise": 2,
    "raise_style": "additive",
    "bet_cap": "none",
    "open_order": "strict",
    "response": "sequential",
    "forbid_worst_ordago_accept": False,
    "ordago_settlement": "immediate",
    "refused_timing": "immediate",
    "deje_first": 1,
    "deje_extra_lances": [],
    "refusal_bonus": "bettor",
    "paso_value": {"grande": 1, "chica": 1, "punto": 1, "pares": 0, "juego": 0},
    "pares_value": [1, 2, 3],
    "juego_value": {"31": 3, "other": 2},
    "punto_bonus": 1,
    "punto_bonus_on_accepted": True,
    "duples_compare": "high_then_low",
    "juego_order": [31, 32, 40, 37, 36, 35, 34, 33],
    "real": "off",
    "senas": "off",
}

PRESETS: dict[str, Rules] = {
    "clasico": {},
    "torneo_es": {"juegos_to_win_vaca": 3, "first_mano": "lowest_deals", "mus_corrido": "juego"},
    "fem13": {
        "juegos_to_win_vaca": 5,
        "first_mano": "cut_suit",
        "mus_corrido": "match",
        "mus_talk": "fem",
        "discard_order": "dealer_first",
        "deje_extra_lances": ["pares", "juego", "punto"],
    },
    "fem2025": {"juegos_to_win_vaca": 4, "mus_talk": "fem", "discard_order": "dealer_first"},
    "ehmf": {
        "kings": 4,
        "target": 30,
        "juegos_to_win_vaca": 3,
        "first_mano": "lowest_deals",
        "mus_visto": "mano_choice",
    },
    "ffm": {
        "kings": 4,
        "juegos_to_win_vaca": 3,
        "first_mano": "lowest_deals",
        "mus_talk": "pair",
        "discard_order": "simultaneous",
        "mus_visto": "redeal",
    },
    "fim": {"kings": 4, "juegos_to_win_vaca": 4, "first_mano": "highest_is_mano", "mus_visto": "forced"},
    "nabo": {"kings": 4, "juegos_to_win_vaca": 2},
    "cuatro_reyes": {"kings": 4},
    "nueve_reyes": {"extra_kings": ["5o"]},
    "diez_reyes": {"extra_kings": ["5o", "5c"]},
}


def read_rules(value: str | Rules | None) -> Rules:
    """All settings of a record's `rules`: a preset's name, or a table on top of a preset; default `clasico`."""
    given: Rules = {"preset": value} if isinstance(value, str) else dict(value or {})
    rules = copy.deepcopy(DEFAULTS)
    for layer in (PRESETS[given.pop("preset", "clasico")], given):
        for name, setting in layer.items():
            if name not in DEFAULTS:
                raise KeyError(name)
            if isinstance(DEFAULTS[name], dict):
                rules[name] = {**rules[name], **setting}
            else:
                rules[name] = copy.deepcopy(setting)
    if rules["sides"] is None:
        rules["sides"] = {4: "pairs", 6: "threes"}.get(rules["players"], "individual")
    if rules["first_mano"] == "first_to_cut":
        rules["mus_corrido"] = "match"
    return rules


def number_of_sides(rules: Rules) -> int:
    """Sides at the table: 2 for four in pairs and for threes, 3 for six in pairs, else one per chair."""
    if rules["sides"] == "individual":
        return int(rules["players"])
    return 3 if rules["sides"] == "pairs" and rules["players"] == 6 else 2


def side_name(rules: Rules, side: int) -> str:
    """Text of a side counted from 0: "A", "B", "C", or the chair's number where everybody plays alone."""
    return str(side + 1) if rules["sides"] == "individual" else "ABC"[side]
