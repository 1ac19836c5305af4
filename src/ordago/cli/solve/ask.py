"""`ordago solve ask`: a bot asked everywhere in the tree, so that it can be measured as a policy."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ordago.bots import bot_for
from ordago.cli.options import language_option
from ordago.cli.solve.terms import bets_of
from ordago.cli.voice import Voice, speaking
from ordago.core.files import verify_writable
from ordago.games import GAMES, SOLVED_GAME
from ordago.locale import Translator

EVERY = 100
"""Places between two lines of progress on a terminal; a thousand elsewhere."""


def add_to(solve: typer.Typer, t: Translator) -> None:
    """Add the command."""

    @solve.command("ask", help=t.text("Ask a bot what it says at every place with every hand, for ordago solve table."))
    def ask(
        bot: Annotated[str, typer.Argument(help=t.text("A bot by its name."))],
        out: Annotated[Path, typer.Option(help=t.text("Where to keep the answers; the same command goes on there."))],
        bets: Annotated[str, typer.Option(metavar="N,N...", help=t.text("The envidos that are offered."))] = "2",
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        with speaking(lang) as voice:
            voice.game = SOLVED_GAME
            _ask(voice, bot, bets_of(bets, voice.t), out)


def _ask(voice: Voice, name: str, bets: tuple[int, ...], out: Path) -> None:
    """Ask; progress on stderr. Ends the command on Ctrl-C with status 130."""
    from ordago.solver import Menu, plan_of
    from ordago.solver.asked import ask
    from ordago.solver.run import Stopped

    t = voice.t
    game = GAMES[SOLVED_GAME]
    plan = plan_of(game.rules(game.default_preset, {"players": 2}), Menu(bets))
    says = getattr(bot_for(game, name), "action_probabilities", None)
    if says is None or name.startswith("cmd:"):
        raise typer.BadParameter(t.text("{bot} does not tell its chances", bot=name), param_hint="BOT")
    watched = sys.stderr.isatty()

    def progress(asked: int, places: int) -> None:
        if asked % (EVERY if watched else 10 * EVERY) == 0 or asked == places:
            line = t.text("{asked} of {places} places", asked=asked, places=places)
            typer.echo(f"\r{line}" if watched else line, err=True, nl=not watched or asked == places)

    verify_writable(out)
    try:
        ask(name, plan, says, out, progress)
    except Stopped as stop:
        typer.echo(t.text("Stopped after {asked} places.", asked=stop.iteration), err=True)
        typer.echo(t.text("Kept in {file}; the same command goes on.", file=out), err=True)
        raise typer.Exit(130) from None
    voice.say(t.text("The answers are in {file}.", file=out))
