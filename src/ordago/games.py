"""The games of the house by name. A third game is a folder with the same rooms and a line here."""

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType

from ordago.core.game import Game
from ordago.core.phrases import Phrase

PLACES = {"mus": "ordago.mus.game:MUS", "mos": "ordago.mos.game:MOS"}
"""Where each game is; imported when asked for."""

WIRES = {"mus": "ordago.mus.wire", "mos": "ordago.mos.wire"}
"""Where the views of each game become plain JSON, and words become acts again; imported when asked for."""

PHRASES = {"mus": "ordago.mus.phrases", "mos": "ordago.mos.phrases"}
"""What is said at the table of each game only; imported when asked for."""

ODDS_GAME = "mus"
"""The game whose exact chances `ordago.odds` counts."""

SOLVED_GAME = "mus"
"""The game whose deals `ordago.solver` solves."""


class Games(Mapping[str, Game]):
    """The games by name, each imported when first asked for."""

    def __getitem__(self, name: str) -> Game:
        """The game of this name. Raises KeyError."""
        return _game(name)

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(PLACES)

    def __len__(self) -> int:
        """How many games there are."""
        return len(PLACES)


@cache
def _game(name: str) -> Game:
    module, _, attribute = PLACES[name].partition(":")
    game: Game = getattr(importlib.import_module(module), attribute)
    return game


GAMES = Games()
"""The games of the house."""

DEFAULT_GAME = next(iter(PLACES))
"""The game where a command is not told which."""


@cache
def wire(name: str) -> ModuleType:
    """The wire room of a game: `view_json`, `said_json`, `act_from_word` and `MOST_ACTS`.

    `view_json` is `public_json`, which all are told alike, `own_json`, the rest, and the acts. Where stones are scored
    it has `award_json` too. Raises KeyError.
    """
    return importlib.import_module(WIRES[name])


def phrases(name: str) -> tuple[Phrase, ...]:
    """The phrases that only the tables of this game have. Raises KeyError."""
    found: tuple[Phrase, ...] = importlib.import_module(PHRASES[name]).PHRASES
    return found
