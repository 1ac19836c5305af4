"""A match on disk: its record, and in the record's `meta` what is needed to go on with it."""

import secrets
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import typer

from ordago.bots import bot_names
from ordago.bots.outside import PREFIX
from ordago.cli.options import bots_at
from ordago.cli.replay import names_of, read
from ordago.cli.voice import Voice
from ordago.core import Record, write_record
from ordago.errors import RecordError
from ordago.games import GAMES

META = "table"
"""The table in `meta`."""

SENA_SEEN = 0.15
"""Chance that a rival notices a sign."""


class Setup(msgspec.Struct, frozen=True):
    """Who plays: the chair of the person (0: none), for each chair its bot (empty: the person), and the dice.

    Everything random follows from `seed` and the number of acts before it, so a match that is taken up again goes on
    as if it had never been left. `sena_seen` is the chance that a rival notices a sign.
    """

    seat: int
    bots: tuple[str, ...]
    seed: str
    sena_seen: Annotated[float, msgspec.Meta(ge=0, le=1)] = SENA_SEEN
    language: str | None = None
    version: Literal[1] = 1


def default_place() -> Path:
    """Where a match is kept unless the player names a file."""
    return Path(typer.get_app_dir("ordago")) / "saved.acta"


def load(path: Path, bots: str | None, voice: Voice) -> tuple[Record, Setup]:
    """A match that was kept, or any record: then the person takes chair 1. `bots` are others than it was kept with.

    Ends the command where the record is broken.
    """
    try:
        record = read(str(path), voice)
        if not record.acts:
            raise RecordError("record-empty")
        setup = _setup(record, bots)
        return msgspec.structs.replace(record, seats=tuple(names_of(record, voice.t))), setup
    except RecordError as error:
        voice.complain(error, [str(path)])
        raise typer.Exit(1) from None


def _setup(record: Record, bots: str | None) -> Setup:
    """The setup in a record, or one for a record that has none. Raises RecordError where it is broken."""
    game, players = GAMES[record.game], record.start.players
    table = record.meta.get(META)
    if table is None:
        return Setup(1, bots_at(game, bots, players, 1), secrets.token_hex(8))
    try:
        setup = msgspec.convert(table, Setup)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        raise RecordError("save-broken", where=f"meta.{META}{path.rstrip('`')}", reason=reason) from None
    people = [chair for chair, bot in enumerate(setup.bots, 1) if not bot]
    if len(setup.bots) != players or people != ([setup.seat] if setup.seat else []):
        raise RecordError("save-broken", where=f"meta.{META}", reason="seat and bots do not fit")
    if bots:
        return msgspec.structs.replace(setup, bots=bots_at(game, bots, players, setup.seat))
    known = bot_names(game)
    for bot in setup.bots:
        if bot.startswith(PREFIX):  # a file from somebody else must not start a program
            raise RecordError("save-runs-program", where=f"meta.{META}.bots", bot=bot)
        if bot and bot not in known:
            raise RecordError("bot-unknown", where=f"meta.{META}.bots", bot=bot, bots=", ".join(known))
    return setup


def text_of(record: Record, setup: Setup) -> str:
    """The record with its setup, in canonical text."""
    table: dict[str, Any] = {key: value for key, value in msgspec.to_builtins(setup).items() if value is not None}
    kept = msgspec.structs.replace(record, meta={**record.meta, META: table})
    return write_record(kept, GAMES[record.game])
