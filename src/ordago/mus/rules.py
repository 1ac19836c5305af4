"""The rules of Mus as one frozen value: the settings of every room, validated, and the presets (§6)."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from ordago.core import settings
from ordago.errors import RulesError
from ordago.mus.betting import BettingRules
from ordago.mus.count import CountRules
from ordago.mus.discard import DiscardRules
from ordago.mus.hand import HandRules
from ordago.mus.match import MatchRules
from ordago.mus.seating import ARRANGEMENTS, SeatRules
from ordago.mus.senas import SenaRules
from ordago.mus.talk import TalkRules

ORDER = (
    *("players", "sides", "kings", "extra_kings", "target", "juegos_to_win_vaca", "vacas_to_win", "first_mano"),
    *("mus_corrido", "mus_talk", "mus_rounds_max", "discard_min", "discard_max", "discard_order", "reshuffle"),
    *("mus_visto", "expose_probability", "perete", "perete_when", "min_open", "min_raise", "raise_style", "bet_cap"),
    *("open_order", "response", "forbid_worst_ordago_accept", "ordago_settlement", "refused_timing", "deje_first"),
    *("deje_extra_lances", "refusal_bonus", "paso_value", "pares_value", "juego_value", "punto_bonus"),
    *("punto_bonus_on_accepted", "duples_compare", "juego_order", "real", "senas"),
)
"""The settings' flat names in the order of the rules dossier (6.1)."""


class Rules(msgspec.Struct, frozen=True):
    """Every setting of a game of Mus, each in the room that uses it. Make one with `rules()`."""

    seating: SeatRules = SeatRules()
    hand: HandRules = HandRules()
    match: MatchRules = MatchRules()
    talk: TalkRules = TalkRules()
    discard: DiscardRules = DiscardRules()
    betting: BettingRules = BettingRules()
    count: CountRules = CountRules()
    senas: SenaRules = SenaRules()

    def __post_init__(self) -> None:
        """Raise RulesError `setting-contradicts` where settings of two rooms exclude each other."""
        pairs_of_four = (self.seating.players, self.seating.sides) == (4, "pairs")
        if self.talk.mus_talk in ("pair", "fem") and not pairs_of_four:
            raise _contradiction("mus_talk", f'"{self.talk.mus_talk}" is for four players in pairs')
        if self.betting.response == "strongest_of_pair" and self.seating.side_count != 2:
            raise _contradiction("response", '"strongest_of_pair" needs two sides')
        if self.seating.players == 6 and self.discard.reshuffle != "include_current":
            raise _contradiction("reshuffle", 'with six players only "include_current" never runs out of cards')
        if self.senas.senas != "off" and self.seating.sides == "individual":
            raise _contradiction("senas", "señas need a partner")
        if self.match.first_mano == "first_to_cut" and self.talk.mus_corrido == "off":
            raise _contradiction("first_mano", '"first_to_cut" needs mus_corrido')


def _contradiction(setting: str, reason: str) -> RulesError:
    return RulesError("setting-contradicts", setting=setting, reason=reason)


DEFAULT_PRESET = "clasico"

_FEM: dict[str, Any] = {"mus_talk": "fem", "discard_order": "dealer_first"}

PRESET_SETTINGS: dict[str, dict[str, Any]] = {
    "clasico": {},
    "torneo_es": {"juegos_to_win_vaca": 3, "first_mano": "lowest_deals", "mus_corrido": "juego"},
    "fem13": {
        **_FEM,
        "juegos_to_win_vaca": 5,
        "first_mano": "cut_suit",
        "mus_corrido": "match",
        "deje_extra_lances": ["pares", "juego", "punto"],
    },
    "fem2025": {**_FEM, "juegos_to_win_vaca": 4},
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
    "cuatro_reyes": {"kings": 4},
    "nabo": {"kings": 4},
    "nueve_reyes": {"extra_kings": ["5o"]},
    "diez_reyes": {"extra_kings": ["5o", "5c"]},
}
"""What each preset changes of the default rules (6.3)."""


def rules(preset: str = DEFAULT_PRESET, /, **changes: Any) -> Rules:
    """The rules of a preset with some settings changed, by their flat names.

    Raises RulesError `preset-unknown`, `setting-unknown`, `setting-type`, `setting-value` or `setting-contradicts`.
    """
    return with_changes(_preset(preset), changes)


@cache
def _preset(name: str) -> Rules:
    if name not in PRESET_SETTINGS:
        raise RulesError("preset-unknown", preset=name, presets=", ".join(PRESET_SETTINGS))
    return with_changes(Rules(), PRESET_SETTINGS[name])


def with_changes(base: Rules, changes: Mapping[str, Any]) -> Rules:
    """`base` with some settings changed; seats and corrido follow what is given where they are not (6.1)."""
    changes = dict(changes)
    if "players" in changes and "sides" not in changes:
        fitting = ARRANGEMENTS.get(changes["players"]) if isinstance(changes["players"], int) else None
        if fitting:
            changes["sides"] = fitting[0]
    if changes.get("first_mano") == "first_to_cut":
        changes.setdefault("mus_corrido", "match")
    return settings.make(base, changes)


def flat(of: Rules) -> dict[str, Any]:
    """Every setting by its flat name, in the dossier's order."""
    return settings.flat(of, ORDER)


def preset_and_changes(of: Rules) -> tuple[str, dict[str, Any]]:
    """The preset that needs the fewest changes to give these rules, and those changes in the dossier's order.

    The first listed wins a tie: a record names another one than the default only where that says more in fewer words,
    and `cuatro_reyes`, which any player knows, goes before `nabo`, which is the same.
    """
    found = {name: _changes(of, _preset(name)) for name in PRESET_SETTINGS}
    name = min(found, key=lambda preset: len(found[preset]))
    return name, found[name]


def _changes(of: Rules, preset: Rules) -> dict[str, Any]:
    """What `with_changes` needs to make these rules from the preset, less settings that follow from others."""
    changes = settings.differences(of, preset, ORDER)
    implied: dict[str, tuple[str, str]] = {}
    if "players" in changes:
        implied["sides"] = (ARRANGEMENTS[of.seating.players][0], of.seating.sides)
    if changes.get("first_mano") == "first_to_cut":
        implied["mus_corrido"] = ("match", of.talk.mus_corrido)
    for setting, (follows, value) in implied.items():
        changes.pop(setting, None)
        if value != follows:
            changes[setting] = value
    return {setting: changes[setting] for setting in ORDER if setting in changes}
