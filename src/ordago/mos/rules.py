"""The rules of Møs as one frozen value: the settings of every room, validated, and the presets (§9.1)."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from ordago.core import settings
from ordago.errors import RulesError
from ordago.mos.dealing import DealRules
from ordago.mos.duels import DuelRules
from ordago.mos.lending import LendRules
from ordago.mos.series import MatchRules
from ordago.mos.shedding import ShedRules
from ordago.mos.stall import StallRules

ORDER = (
    *("packs", "hand_size", "tie", "tie_void", "leftover", "phase1_end", "must_beat_p1", "draw_timing", "blind_play"),
    *("open_trump", "peek_pile", "lone_trump", "lend_mode", "beat_rule", "follow_first", "led_suit"),
    *("voluntary_pickup", "pickup_unit", "sequences", "threshold", "round_starter", "two_player_rule", "stall"),
    *("match", "games", "continue_to_loser", "next_dealer", "remove_for_two"),
)
"""The settings' flat names in the order of the rules dossier (9.1)."""


class Rules(msgspec.Struct, frozen=True):
    """Every setting of a game of Møs, each in the room that uses it. Make one with `rules()`."""

    deal: DealRules = DealRules()
    duels: DuelRules = DuelRules()
    lending: LendRules = LendRules()
    shedding: ShedRules = ShedRules()
    stall: StallRules = StallRules()
    match: MatchRules = MatchRules()

    def __post_init__(self) -> None:
        """Raise RulesError `setting-contradicts` for readings in which a round may never end (9.1, 10.3)."""
        shed = self.shedding
        if shed.voluntary_pickup or self.stall.stall.round_action_cap:
            return
        if shed.pickup_unit == "last":
            raise _endless("pickup_unit", '"last"')
        if (shed.beat_rule, shed.pickup_unit) == ("trump_priority", "lowest"):
            raise _endless("beat_rule", '"trump_priority" with pickup_unit = "lowest"')


def _endless(setting: str, what: str) -> RulesError:
    reason = f"{what} can go round for ever without voluntary_pickup or a stall.round_action_cap"
    return RulesError("setting-contradicts", setting=setting, reason=reason)


DEFAULT_PRESET = "mos"

_SKITGUBBE: dict[str, Any] = {
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

PRESET_SETTINGS: dict[str, dict[str, Any]] = {
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
"""What each preset changes of the default rules (9.1)."""


def rules(preset: str = DEFAULT_PRESET, /, **changes: Any) -> Rules:
    """The rules of a preset with some settings changed, by their flat names.

    Raises RulesError `preset-unknown`, `setting-unknown`, `setting-type` or `setting-contradicts`.
    """
    return with_changes(_preset(preset), changes)


@cache
def _preset(name: str) -> Rules:
    if name not in PRESET_SETTINGS:
        raise RulesError("preset-unknown", preset=name, presets=", ".join(PRESET_SETTINGS))
    return with_changes(Rules(), PRESET_SETTINGS[name])


def with_changes(base: Rules, changes: Mapping[str, Any]) -> Rules:
    """`base` with some settings changed."""
    return settings.make(base, changes)


def flat(of: Rules) -> dict[str, Any]:
    """Every setting by its flat name, in the dossier's order."""
    return settings.flat(of, ORDER)


def preset_and_changes(of: Rules) -> tuple[str, dict[str, Any]]:
    """The preset that needs the fewest changes to give these rules, and those changes in the dossier's order.

    The default preset wins a tie, so a record names another one only where that says more in fewer words.
    """
    found = {name: settings.differences(of, _preset(name), ORDER) for name in PRESET_SETTINGS}
    name = min(found, key=lambda preset: len(found[preset]))
    return name, found[name]
