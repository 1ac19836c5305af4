"""`ordago train`: the trained bots of Mus made from nothing."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from ordago.cli.options import language_option
from ordago.cli.voice import Voice, speaking
from ordago.errors import OrdagoError
from ordago.locale import Translator

if TYPE_CHECKING:
    from ordago.training import Progress

Found = TypeVar("Found")


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
        workers: Annotated[
            int, typer.Option(min=1, help=t.text("Processes that share the work; the bot is the same."))
        ] = 1,
        cluster: Annotated[
            str | None,
            typer.Option(metavar="ADDRESS", help=t.text("Let a Dask cluster do the work: tcp://host:8786.")),
        ] = None,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        with speaking(lang) as voice:
            from ordago.bots.mus_trained.store import path_of
            from ordago.training import crew
            from ordago.training import train as train_bot

            verify_trained(bot)
            place = out or path_of(bot)
            kept = folder / bot
            with crew(workers, cluster) as hands:
                staged(voice, kept, lambda progress: train_bot(bot, place, kept, progress, crew=hands))
            voice.say(voice.t.text("The bot is in {file}.", file=place))


def verify_trained(bot: str) -> None:
    """Refuse a name that is not a trained bot's. Raises OrdagoError `bot-unknown`."""
    from ordago.training import BOTS

    if bot not in BOTS:
        raise OrdagoError("bot-unknown", bot=bot, bots=", ".join(BOTS))


def staged(voice: Voice, folder: Path, work: Callable[["Progress"], Found]) -> Found:
    """What work comes to that is done in stages: it tells how far it is, and where it goes on after Ctrl-C."""

    def progress(stage: str, done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{stage} {done}/{of}".ljust(40), end="", file=sys.stderr, flush=True)
        elif done == of:
            print(f"{stage} {done}/{of}", file=sys.stderr, flush=True)

    try:
        return work(progress)
    except KeyboardInterrupt:
        voice.say("", voice.t.text("Stopped. The same command goes on from {file}.", file=folder))
        raise typer.Exit(130) from None
