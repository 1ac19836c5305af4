"""Views as JSON, one file a game: every field is named, so that nothing leaves the house that nobody decided to show.

Cards are written as in records, everything else as codes and numbers (`docs/protocol.md`).
"""

import importlib
from types import ModuleType
from typing import Any

PLACES = {"mus": "ordago.web.encode.mus", "mos": "ordago.web.encode.mos"}
"""The encoder of each game."""


def encoder(game: str) -> ModuleType:
    """The encoder of a game: a module with `view`, `act` and, where stones are scored, `awarded`."""
    return importlib.import_module(PLACES[game])


def encode_view(game: str, view: Any, most_acts: int | None = None) -> dict[str, Any]:
    """The view as plain values; `most_acts` leaves out older acts than the last so many."""
    found: dict[str, Any] = encoder(game).view(view)
    acts = view.acts if most_acts is None else view.acts[len(view.acts) - min(len(view.acts), most_acts) :]
    found["acts"] = [encoder(game).act(act, view.seat) for act in acts]
    found["acts_skipped"] = len(view.acts) - len(acts)
    return found


def some(**fields: Any) -> dict[str, Any]:
    """The fields that say something: 0, empty and None are left out."""
    return {key: value for key, value in fields.items() if value or value is False}
