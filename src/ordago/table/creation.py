"""A new table: rules from a preset and settings, and how many can play it."""

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from ordago.core import Game
from ordago.errors import OrdagoError
from ordago.games import GAMES
from ordago.table import events as ev
from ordago.table.options import Options, bot_named, options

MOST_CHAIRS = 17
"""The largest table of any game of the house."""


class Chosen(msgspec.Struct, frozen=True):
    """Rules as a preset with changes, and the number of chairs."""

    preset: str
    changes: dict[str, Any]
    players: int


def checked_rules(game: Game, preset: str, settings: Mapping[str, Any], players: int | None) -> Chosen:
    """The rules that these words mean, checked by making them. Raises RulesError.

    Where the game has a setting `players`, that and the number of chairs are one.
    """
    preset = preset or game.default_preset
    changes = dict(settings)
    if players is not None and "players" in game.flat_rules(game.rules(preset, {})):
        changes["players"] = players
    rules = game.rules(preset, changes)
    state = game.start(rules, players, random.Random(0))
    name, differing = game.preset_and_changes(rules)
    if name != preset:  # keep the name that was asked for where it says the same
        differing = changes if changes else {}
        name = preset
    return Chosen(name, differing, state.players)


@lru_cache(maxsize=8)
def players_range(name: str) -> tuple[int, int, int]:
    """The least, the most and the usual number of players of a game."""
    game = GAMES[name]
    able = [number for number in range(1, MOST_CHAIRS + 1) if _can_play(game, number)]
    return able[0], able[-1], checked_rules(game, game.default_preset, {}, None).players


def _can_play(game: Game, players: int) -> bool:
    try:
        checked_rules(game, game.default_preset, {}, players)
    except OrdagoError:
        return False
    return True


def opening(
    at: int,
    table: str,
    who: str,
    game: str,
    preset: str = "",
    settings: Mapping[str, Any] | None = None,
    players: int | None = None,
    given: Mapping[str, Any] | None = None,
    quick: bool = False,
) -> ev.Opened:
    """The event that makes a table. Raises OrdagoError `game-unknown`, RulesError for what does not go together."""
    if game not in GAMES:
        raise OrdagoError("game-unknown", game=game, games=", ".join(GAMES))
    chosen = checked_rules(GAMES[game], preset, settings or {}, players)
    wanted: Options = options(given or {})
    bot_named(GAMES[game], wanted.bot)
    return ev.Opened(
        at=at,
        table=table,
        game=game,
        preset=chosen.preset,
        changes=chosen.changes,
        players=chosen.players,
        options=wanted,
        who=who,
        quick=quick,
    )
