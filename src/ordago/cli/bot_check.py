"""`ordago bot-check`: whether a program keeps to the protocol of outside bots."""

import json
from typing import Annotated

import typer

from ordago.cli.options import game_named, language_option
from ordago.cli.voice import speaking
from ordago.games import DEFAULT_GAME
from ordago.locale import Translator


def add_to(app: typer.Typer, t: Translator) -> None:
    """Add the command."""

    @app.command("bot-check", help=t.text("Check that a program plays as an outside bot should."))
    def bot_check(
        command: Annotated[str, typer.Argument(metavar="CMD", help=t.text("The command that starts the program."))],
        game: Annotated[str, typer.Option("--game", help=t.text("The game."))] = DEFAULT_GAME,
        deals: Annotated[int, typer.Option("--deals", min=1, help=t.text("How many deals it plays."))] = 20,
        seconds: Annotated[float, typer.Option("--time", min=0.01, help=t.text("Seconds for a decision."))] = 1.0,
        as_json: Annotated[bool, typer.Option("--json", help=t.text("One JSON object."))] = False,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        from ordago.arena.check import check

        with speaking(lang) as voice:
            found = check(command.removeprefix("cmd:"), game_named(game), deals, seconds)
            if as_json:
                faults = [
                    {"decision": at, "code": fault.code, "message": voice.sentence(fault)} for at, fault in found.faults
                ]
                figures = {"ok": found.ok, "decisions": found.decisions, "slowest": found.slowest}
                typer.echo(json.dumps({**figures, "faults": faults}, ensure_ascii=False))
            else:
                for at, fault in found.faults:
                    voice.complain(fault, [voice.t.text("decision {number}", number=at)])
                slowest = f"{found.slowest:.3f}"
                voice.say(
                    voice.t.text(
                        "{count} decisions, the slowest took {seconds} seconds.", count=found.decisions, seconds=slowest
                    ),
                    voice.t.text("The program keeps to the protocol.")
                    if found.ok
                    else voice.t.plural("{n} fault.", "{n} faults.", len(found.faults)),
                )
            if not found.ok:
                raise typer.Exit(1)
