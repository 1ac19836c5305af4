"""The games of the house for a lobby: rule books, settings with what they may be, phrases, in the reader's words."""

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import fields

from ordago.bots import bot_names
from ordago.games import GAMES
from ordago.locale import Translator, languages, translator
from ordago.table.creation import players_range
from ordago.table.phrases import PHRASES
from ordago.tell import TELLERS, teller


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


def rules_in_words(game: str, preset: str, settings: dict[str, Any], t: Translator) -> dict[str, Any]:
    """Rules with every setting, and in words. Raises RulesError."""
    played = GAMES[game]
    rules = played.rules(preset or played.default_preset, settings)
    texts = teller(game).rules(rules, t) if game in TELLERS else []
    return {"rules": played.flat_rules(rules), "texts": [text._asdict() for text in texts]}


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
                "text": teller(name).preset(preset, t) if name in TELLERS else "",
                "rules": game.flat_rules(game.rules(preset, {})),
            }
            for preset in game.presets
        ],
        "settings": _settings(type(game.rules(game.default_preset, {})), game.flat_rules),
        "bots": bot_names(game),
    }


def _settings(rules: type[msgspec.Struct], flat: Any) -> list[dict[str, Any]]:
    """Every setting with what it may be, in the order in which it is told."""
    found: dict[str, dict[str, Any]] = {}
    for room in fields(rules):
        for field in inspect.type_info(room.type).fields:  # type: ignore[attr-defined]
            found[field.encode_name] = {"name": field.encode_name, **_kind(field.type)}
    return [found[name] for name in flat(rules())]


def _kind(kind: Any) -> dict[str, Any]:
    match kind:
        case inspect.LiteralType():
            return {"kind": "choice", "choices": list(kind.values)}
        case inspect.BoolType():
            return {"kind": "bool"}
        case inspect.IntType() | inspect.FloatType():
            name = "int" if isinstance(kind, inspect.IntType) else "float"
            bounds = {"least": kind.ge, "most": kind.le}
            return {"kind": name, **{key: value for key, value in bounds.items() if value is not None}}
    return {"kind": "other"}
