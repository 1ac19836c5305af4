"""The settings of Møs as a vector of integers, and which of them batches do not know."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ordago.batch.compiled import held
from ordago.batch.mos import columns as at
from ordago.errors import RulesError
from ordago.mos.dealing import stock_size, verify_players
from ordago.mos.rules import Rules, flat

KNOWN: dict[str, tuple[Any, ...]] = {
    "packs": (1,),
    "tie": at.TIES,
    "tie_void": tuple(void for void in at.VOIDS if void),
    "draw_timing": ("after_duel",),
    "blind_play": ("none",),
    "lend_mode": ("off",),
    "match": ("single", "first_out"),
}
"""The values of these settings that batches know; of all others they know every value."""


class Settings(NamedTuple):
    """What the compiled functions know of the rules; `width` is how long a row is, `vector` is for them."""

    rules: Rules
    players: int
    width: int
    vector: Any


@lru_cache(maxsize=64)
def settings_for(rules: Rules, players: int) -> Settings:
    """The settings of these rules for so many players.

    Raises RulesError `players-range` or `stock-empty` where so many cannot play, and `batch-unsupported` with the
    setting where batches do not know its value.
    """
    verify_players(rules, players)
    values = flat(rules)
    for setting, known in KNOWN.items():
        if values[setting] not in known:
            raise RulesError("batch-unsupported", setting=setting, value=values[setting])
    duels, shed, stall = rules.duels, rules.shedding, rules.stall.stall
    vector = np.zeros(at.SETTINGS, np.int64)
    vector[: at.BIT] = (
        *(players, rules.deal.hand_size, stock_size(rules, players)),
        *(at.TIES.index(duels.tie), at.VOIDS.index(duels.tie_void), duels.leftover == "own_pile"),
        *(duels.phase1_end == "first_block", duels.must_beat_p1, shed.lone_trump == "plays"),
        ("rank", "rank_equal_trump", "trump_priority").index(shed.beat_rule),
        *(shed.follow_first, shed.led_suit == "oldest_on_table", shed.voluntary_pickup),
        ("lowest", "oldest", "last").index(shed.pickup_unit),
        ("leader", "none", "anyone").index(shed.sequences),
        *(shed.threshold == "live", shed.round_starter == "highest", shed.two_player_rule),
        ("burn", "most_cards", "draw", "none").index(stall.mode),
        *(stall.repetitions, stall.idle_rounds, stall.round_action_cap),
        *(rules.match.match == "first_out", rules.match.continue_to_loser),
    )
    for bit in range(52):
        vector[at.BIT + (1 << bit) % 67] = bit
    return Settings(rules, players, at.ROW + (stall.idle_rounds + 2) * (players + 1), held(vector))
