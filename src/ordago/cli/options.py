"""Options that several commands share, and rules from what the command line says."""

import tomllib
from collections.abc import Sequence
from typing import Any

import typer

from ordago.bots import bot_names, verify_name
from ordago.core import Game
from ordago.errors import OrdagoError, RulesError
from ordago.games import GAMES
from ordago.locale import Translator
from ordago.tell import TELLERS


def language_option(t: Translator) -> Any:
    """`--lang`."""
    return typer.Option("--lang", metavar="CODE", help=t.text("Speak this language: en, es."))


def set_option(t: Translator) -> Any:
    """`--set key=value`."""
    return typer.Option("--set", metavar="KEY=VALUE", help=t.text("Change a setting; may be repeated."))


def games() -> dict[str, Game]:
    """The games that can be told, by name."""
    return {name: GAMES[name] for name in TELLERS}


def game_named(name: str) -> Game:
    """The game of this name. Raises OrdagoError `game-unknown`."""
    if name not in TELLERS:
        raise OrdagoError("game-unknown", game=name, games=", ".join(TELLERS))
    return GAMES[name]


def game_of_preset(preset: str) -> Game:
    """The one game that has this preset. Raises RulesError `preset-unknown`, or `preset-in-several`."""
    found = {name: game for name, game in games().items() if preset in game.presets}
    if not found:
        known = sorted({one for game in games().values() for one in game.presets})
        raise RulesError("preset-unknown", preset=preset, presets=", ".join(known))
    if len(found) > 1:
        raise RulesError("preset-in-several", preset=preset, games=", ".join(found))
    return next(iter(found.values()))


def changes(settings: Sequence[str]) -> dict[str, Any]:
    """Settings from `key=value`, the value in TOML or a bare word; `paso_value.pares=1` changes a part of a table.

    Raises typer.BadParameter for a text without `=`.
    """
    found: dict[str, Any] = {}
    for setting in settings:
        key, mark, text = setting.partition("=")
        if not mark or not key.strip():
            raise typer.BadParameter(f"{setting!r} is not KEY=VALUE", param_hint="--set")
        table = found
        *path, last = key.strip().split(".")
        for name in path:
            inner = table.setdefault(name, {})
            if not isinstance(inner, dict):
                raise typer.BadParameter(f"{name!r} is set twice", param_hint="--set")
            table = inner
        table[last] = _value(text.strip())
    return found


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, KeyError, RecursionError):
        return text


def bots_at(game: Game, named: str | None, players: int, seat: int) -> tuple[str, ...]:
    """The bot of each chair, empty for the person's: the strongest, or those named with commas between.

    Raises OrdagoError `bot-unknown` or `bots-count`.
    """
    names = [one.strip() for one in named.split(",")] if named else [bot_names(game)[-1]]
    for name in names:
        verify_name(game, name)
    chairs = [chair for chair in range(1, players + 1) if chair != seat]
    if len(names) == 1:
        names *= len(chairs)
    if len(names) != len(chairs):
        raise OrdagoError("bots-count", count=len(names), seats=len(chairs))
    sitting = dict(zip(chairs, names, strict=True))
    return tuple(sitting.get(chair, "") for chair in range(1, players + 1))
