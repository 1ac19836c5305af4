"""`ordago train`: the trained bots of Mus made from nothing."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ordago.cli.options import language_option
from ordago.cli.voice import speaking
from ordago.locale import Translator


def add_to(app: typer.Typer, t: Translator) -> None:
    """Add the command."""

    @app.command(help=t.text("Train a bot of Mus from nothing: lance or maestro."))
    def train(
        bot: Annotated[str, typer.Argument(metavar="BOT", help=t.text("lance or maestro."))],
        folder: Annotated[
            Path, typer.Option(help=t.text("Keep what was learnt here; the same command goes on from it."))
        ] = Path("training"),
        out: Annotated[
            Path | None, typer.Option(help=t.text("Where to write the bot; the shipped one is replaced in place."))
        ] = None,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        with speaking(lang) as voice:
            from ordago.bots.mus_trained.store import path_of
            from ordago.errors import OrdagoError
            from ordago.training import BOTS
            from ordago.training import train as train_bot

            if bot not in BOTS:
                raise OrdagoError("bot-unknown", bot=bot, bots=", ".join(BOTS))

            def progress(stage: str, done: int, of: int) -> None:
                if sys.stderr.isatty():
                    print(f"\r{stage} {done}/{of}".ljust(40), end="", file=sys.stderr, flush=True)
                elif done == of:
                    print(f"{stage} {done}/{of}", file=sys.stderr, flush=True)

            place = out or path_of(bot)
            try:
                train_bot(bot, place, folder / bot, progress)
            except KeyboardInterrupt:
                voice.say("", voice.t.text("Stopped. The same command goes on from {file}.", file=folder / bot))
                raise typer.Exit(130) from None
            voice.say(voice.t.text("The bot is in {file}.", file=place))
