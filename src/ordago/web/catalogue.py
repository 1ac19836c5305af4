"""The games of the house for a lobby: rule books, settings with what they may be, phrases, in the reader's words."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import fields

from ordago.bots import bot_names
from ordago.games import GAMES
from ordago.locale import Translator, languages, translator
from ordago.table.creation import checked_rules, players_range
from ordago.table.phrases import PHRASES
from ordago.tell import teller


def speaker(language: str | None) -> Translator:
    """The translator for a language that a client names; English for one that we do not speak."""
    base = (language or "").split("-")[0].lower()
    return translator(base if base in languages() else "en")


@lru_cache(maxsize=16)
def catalogue(language: str) -> bytes:
    """The games and phrases, as the JSON of `GET /api/games`."""
    t = speaker(language)
    phrases = [{"id": one.id, "when": one.when, "register": one.register} for one in PHRASES.values()]
    return msgspec.json.encode({"games": [_game(name, t) for name in GAMES], "phrases": phrases})


def _game(name: str, t: Translator) -> dict[str, Any]:
    game = GAMES[name]
    least, most, usual = players_range(name)
    return {
        "name": name,
        "default_preset": game.default_preset,
        "players": {"least": least, "most": most, "usual": usual},
        "presets": [
            {
                "name": preset,
                "text": teller(name).preset(preset, t),
                "rules": game.flat_rules(game.rules(preset, {})),
            }
            for preset in game.presets
        ],
        "bots": bot_names(game),
    }


def rules_in_words(
    game: str, preset: str, settings: dict[str, Any], players: int | None, t: Translator
) -> dict[str, Any]:
    """Rules as a table with these wishes would have them, with every setting, and in words. Raises RulesError."""
    played = GAMES[game]
    chosen = checked_rules(played, preset, settings, players)
    rules = played.rules(chosen.preset, chosen.changes)
    return {
        "preset": chosen.preset,
        "changes": chosen.changes,
        "players": chosen.players,
        "rules": played.flat_rules(rules),
        "texts": [text._asdict() for text in teller(game).rules(rules, t)],
    }


@lru_cache(maxsize=32)
def settings_of(game: str, language: str) -> bytes:
    """Every setting of a game with what it may be, in the order in which it is told, as JSON for a form."""
    t, played = speaker(language), GAMES[game]
    rules = played.rules(played.default_preset, {})
    found: dict[str, dict[str, Any]] = {}
    for room in fields(rules):
        for field in inspect.type_info(room.type).fields:  # type: ignore[attr-defined]  # of a struct
            name = field.encode_name

            def told(value: Any, name: str = name) -> str:
                return teller(game).setting(name, value, t)

            found[name] = {"name": name, "room": room.name, **_kind(field.type, told, field.default)}
    return msgspec.json.encode({"settings": [found[name] for name in played.flat_rules(rules)]})


def _kind(kind: Any, told: Callable[[Any], str] | None = None, usual: Any = None) -> dict[str, Any]:
    """A type as a `Kind` of the protocol page; its choices in words where `told` has some, the usual one first."""
    match kind:
        case inspect.LiteralType() | inspect.BoolType():
            values = (False, True) if isinstance(kind, inspect.BoolType) else kind.values
            ordered = sorted(values, key=lambda value: value != usual)
            return {
                "kind": "choice",
                "choices": [{"value": value, "text": told(value) if told else ""} for value in ordered],
            }
        case inspect.IntType() | inspect.FloatType():
            name = "int" if isinstance(kind, inspect.IntType) else "float"
            bounds = {"least": kind.ge, "most": kind.le}
            return {"kind": name, **{key: value for key, value in bounds.items() if value is not None}}
        case inspect.UnionType():
            return {"kind": "any", "of": [_kind(one, told, usual) for one in kind.types]}
        case inspect.VarTupleType():
            return {"kind": "list", "item": _kind(kind.item_type)}
        case inspect.TupleType():
            return {"kind": "row", "items": [_kind(one) for one in kind.item_types]}
        case inspect.StructType():
            return {"kind": "table", "fields": [{"name": one.encode_name, **_kind(one.type)} for one in kind.fields]}
    return {"kind": "text"}
