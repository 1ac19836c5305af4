"""The settings of Møs as a vector of integers."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ordago.batch.compiled import held
from ordago.batch.mos import columns as at
from ordago.mos.dealing import verify_players
from ordago.mos.rules import Rules

TIES = ("stake_draw", "stake_nodraw", "own_back", "leader_wins", "answerer_wins", "discard")
VOIDS = {"own_back": at.OWN_BACK, "substitute": at.SUBSTITUTE, "leader_takes": at.LEADER_TAKES, "discard": at.DISCARD}
LENDS = {"off": at.NO_LENDING, "average": at.LEND_AVERAGE, "per5": at.LEND_PER_FIVE}
STEPS_A_GAME = 1_000_000
"""A match that is not over after so many acts a game is given up."""


class Settings(NamedTuple):
    """What the compiled functions know of the rules; `width` is how long a row is, `vector` is for them."""

    rules: Rules
    players: int
    width: int
    vector: Any


@lru_cache(maxsize=64)
def settings_for(rules: Rules, players: int) -> Settings:
    """The settings of these rules for so many players.

    Raises RulesError `players-range` or `stock-empty` where so many cannot play.
    """
    verify_players(rules, players)
    duels, shed, stall, match = rules.duels, rules.shedding, rules.stall.stall, rules.match
    packs, lend = rules.deal.packs, rules.lending.lend_mode
    games = match.games if match.match == "fixed" else 1
    vector = np.zeros(at.SETTINGS, np.int64)
    vector[: at.BIT] = (
        *(players, rules.deal.hand_size, 52 * packs),
        *(TIES.index(duels.tie), VOIDS[duels.tie_void], duels.leftover == "own_pile"),
        *(duels.phase1_end == "first_block", duels.must_beat_p1, shed.lone_trump == "plays"),
        ("rank", "rank_equal_trump", "trump_priority").index(shed.beat_rule),
        *(shed.follow_first, shed.led_suit == "oldest_on_table", shed.voluntary_pickup),
        ("lowest", "oldest", "last").index(shed.pickup_unit),
        ("leader", "none", "anyone").index(shed.sequences),
        *(shed.threshold == "live", shed.round_starter == "highest", shed.two_player_rule),
        ("burn", "most_cards", "draw", "none").index(stall.mode),
        *(stall.repetitions, stall.idle_rounds, stall.round_action_cap),
        *(match.match == "first_out", match.continue_to_loser),
        *(packs, rules.deal.remove_for_two, duels.draw_timing == "each_play", duels.blind_play == "both"),
        lend if isinstance(lend, int) else LENDS[lend],
        *(match.match == "elimination", games, match.next_dealer == "loser"),
        STEPS_A_GAME * (players if match.match == "elimination" else games),
    )
    for bit in range(52):
        vector[at.BIT + (1 << bit) % 67] = bit
    return Settings(rules, players, at.ROW + (stall.idle_rounds + 2) * (packs * players + 1), held(vector))
