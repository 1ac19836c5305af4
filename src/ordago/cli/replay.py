"""`ordago replay`: records checked against the rules, and told or reported as JSON."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer

from ordago.cli.options import language_option
from ordago.cli.voice import Voice, speaking
from ordago.core import Record, error_report, read_record, report
from ordago.errors import RecordError
from ordago.games import GAMES
from ordago.locale import Translator
from ordago.tell import TELLERS, teller


def add_to(app: typer.Typer, t: Translator) -> None:
    """Add the command."""

    @app.command("replay", help=t.text("Check records against the rules, and tell them with the count explained."))
    def replay(
        files: Annotated[list[str], typer.Argument(metavar="FILE...", help=t.text("Records; - is standard input."))],
        as_json: Annotated[bool, typer.Option("--json", help=t.text("One JSON object per file and line."))] = False,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        with speaking(lang) as voice:
            show = _as_json if as_json else _as_text
            results = [show(file, voice) for file in files]
            if not all(results):
                raise typer.Exit(1)


def read_text(file: str, t: Translator) -> str:
    """The text of a file, or of standard input for `-`. Raises RecordError `file-unreadable`."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError("file-unreadable", reason="it is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        raise RecordError("file-unreadable", reason=getattr(error, "strerror", None) or str(error)) from None


def read(file: str, voice: Voice) -> Record:
    """The record in a file; the voice speaks of its game from then on. Raises RecordError."""
    voice.game = None
    text = read_text(file, voice.t)
    voice.game = _game_in(text)
    return read_record(text, GAMES)


def names_of(record: Record, t: Translator) -> list[str]:
    """The players' names, or their chairs."""
    players: int = record.start.players
    return list(record.seats) or [t.text("chair {chair}", chair=chair) for chair in range(1, players + 1)]


def _game_in(text: str) -> str | None:
    """The game that a record names, where it can be made out."""
    try:
        game = tomllib.loads(text).get("game")
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    return game if isinstance(game, str) and game in TELLERS else None


def _as_json(file: str, voice: Voice) -> bool:
    found: dict[str, Any]
    try:
        record = read(file, voice)
        found = report(record, GAMES[record.game])
    except RecordError as error:
        found = error_report(error, voice.sentence(error))
    typer.echo(json.dumps({"file": file, **found}, ensure_ascii=False))
    return bool(found["ok"])


def _as_text(file: str, voice: Voice) -> bool:
    try:
        record = read(file, voice)
    except RecordError as error:
        voice.complain(error, [file])
        return False
    tell(record, file, voice)
    return True


def tell(record: Record, title: str, voice: Voice) -> None:
    """Print a record step by step, with open cards and the count explained."""
    t = voice.t
    game, told = GAMES[record.game], teller(record.game)
    names = names_of(record, t)
    preset, changes = game.preset_and_changes(record.start.rules)
    voice.say(t.text("{title}: {game}, rule book {preset}.", title=title, game=told.title, preset=preset))
    if changes:
        settings = ", ".join(f"{name} = {_toml(value)}" for name, value in changes.items())
        voice.say(t.text("Changed: {settings}.", settings=settings))
    last = since = record.start
    for place, (act, last) in enumerate(record.states(), 1):
        if place < len(record.acts) and told.may_wait(game.view(last, 0)):
            continue
        voice.say(*told.told(since, act, last, names, t))
        since = last
    if not last.deal_over:
        voice.say("", *told.stands(game.view(last, 0), names, t), t.text("The record stops here."))
        if last.turn:
            voice.say(t.text("On turn: {player}.", player=names[last.turn - 1]))


def _toml(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
