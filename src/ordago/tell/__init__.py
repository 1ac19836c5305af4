"""What people read: what happened, the count explained, refusals and rules in words, in the reader's language.

Each game has a teller; a front end asks `teller(game)` and knows no game by name.
"""

import importlib

from ordago.errors import OrdagoError
from ordago.tell.errors import error_text, place_text
from ordago.tell.teller import RuleText, Teller

__all__ = ["TELLERS", "RuleText", "Teller", "error_text", "place_text", "teller"]

TELLERS = {"mus": "ordago.tell.mus:MUS", "mos": "ordago.tell.mos:MOS"}
"""Where the teller of each game is; imported when asked for."""


def teller(game: str) -> Teller:
    """The teller of this game. Raises OrdagoError `game-unknown`."""
    if game not in TELLERS:
        raise OrdagoError("game-unknown", game=game, games=", ".join(TELLERS))
    module, _, attribute = TELLERS[game].partition(":")
    found: Teller = getattr(importlib.import_module(module), attribute)
    return found
