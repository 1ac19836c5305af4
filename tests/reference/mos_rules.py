"""The settings of Møs (rules dossier 9.1) for the by-the-book reference."""

from typing import Any

Rules = dict[str, Any]

DEFAULTS: Rules = {
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

_SKITGUBBE: Rules = {
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

PRESETS: dict[str, Rules] = {
    "mos": {},
    "balanced": {"round_starter": "highest"},
    "mas_norway": {
        "beat_rule": "trump_priority",
        "follow_first": True,
        "pickup_unit": "last",
        "voluntary_pickup": True,
        "phase1_end": "first_block",
        "sequences": "none",
        "two_player_rule": False,
    },
    "skitgubbe": _SKITGUBBE,
    "skitgubbe_runs": {**_SKITGUBBE, "pickup_unit": "oldest", "sequences": "anyone"},
}


def resolve(rules: Any) -> Rules | None:
    """All settings that `rules` of a record means (absent, a preset's name or a table); None for an unknown name.

    A `stall` table overrides key by key.
    """
    if rules is None:
        rules = "mos"
    table: Rules = {"preset": rules} if isinstance(rules, str) else dict(rules)
    preset = table.pop("preset", "mos")
    if preset not in PRESETS or not set(table) <= set(DEFAULTS):
        return None
    stall: Rules = {**DEFAULTS["stall"], **table.pop("stall", {})}
    return {**DEFAULTS, **PRESETS[preset], **table, "stall": stall}


def contradictions(rules: Any, players: int) -> list[str]:
    """What the validation list of 9.1 says against these settings at a table of so many players; [] if nothing."""
    r = resolve(rules)
    if r is None:
        return ["unknown setting"]
    found = []
    capped = r["stall"]["round_action_cap"] > 0
    if r["beat_rule"] == "trump_priority" and r["pickup_unit"] == "lowest" and not r["voluntary_pickup"] and not capped:
        found.append("9.1 validation 1: forced loops")
    if r["pickup_unit"] == "last" and not r["voluntary_pickup"] and not capped:
        found.append("9.1 validation 2: forced loops")
    if not 2 <= players <= 17:
        found.append("9.1 validation 4: 2 to 17 players")
    if stock_size(r, players) < 1:
        found.append("9.1 validation 4: no stock")
    return found


def stock_size(rules: Rules, players: int) -> int:
    """Cards left for the stock after the deal to so many players (S-5, S-6, remove_for_two)."""
    removed = rules["remove_for_two"] if players == 2 else 0
    return int(52 * rules["packs"] - removed - rules["hand_size"] * players)
