"""What a table adds to the rules of the game: clocks, patience, who sees what when."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from ordago.bots import bot_names
from ordago.core import Game
from ordago.errors import RulesError

Seconds = Annotated[int, msgspec.Meta(ge=5, le=600)]


class ClockRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for each decision, and seconds more for the whole match."""

    move: Seconds = 30
    reserve: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 120


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table's own settings.

    `clock` None: no clock. `patience` is how long an absent person's chair waits for a bot, `between` how long the next
    deal waits for everybody to be ready, in seconds. `sena_seen` is the chance that a rival notices a seña. `reveal`
    says when the seeds of the deals are shown, `delay` whether watchers see the table one deal late. `bot` names the
    bots that fill chairs (empty: the strongest).
    """

    clock: ClockRules | None = ClockRules()
    patience: Seconds = 60
    between: Seconds = 60
    sena_seen: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.15
    reveal: Literal["match", "deal"] = "match"
    delay: Literal["deal", "none"] = "deal"
    listed: bool = False
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""
    pace: Literal["normal", "fast"] = "normal"


def options(given: Mapping[str, Any], base: Options | None = None) -> Options:
    """`base` (or the default) with some options changed. Raises RulesError `setting-type`."""
    values = {**msgspec.to_builtins(base or Options()), **given}
    try:
        return msgspec.convert(values, Options)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$.")
        raise RulesError("setting-type", setting=path.rstrip("`") or "options", reason=reason) from None


def bot_named(game: Game, name: str) -> str:
    """The bot of this name, or the strongest of the game. Raises RulesError `bot-unknown`."""
    names = bot_names(game)
    if name and name not in names:
        raise RulesError("bot-unknown", bot=name, bots=", ".join(names))
    return name or names[-1]
