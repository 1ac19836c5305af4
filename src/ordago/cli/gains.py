"""`ordago gains`: what rivals who learned a trained bot's play win from it."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from ordago.cli.options import language_option
from ordago.cli.train import staged, verify_trained
from ordago.cli.voice import Voice, speaking
from ordago.locale import Translator

if TYPE_CHECKING:
    from ordago.arena import Figure
    from ordago.training import Gains

DEALS = 100_000


def add_to(app: typer.Typer, t: Translator) -> None:
    """Add the command."""

    @app.command(help=t.text("Work out what rivals who learned a trained bot of Mus win from it, at the least."))
    def gains(
        bot: Annotated[str, typer.Argument(metavar="BOT", help=t.text("lance or maestro."))],
        file: Annotated[
            Path | None, typer.Option(help=t.text("A bot's file; the shipped one unless told otherwise."))
        ] = None,
        deals: Annotated[
            int, typer.Option(min=2, help=t.text("Deals for each round of learning, and fresh ones to count on."))
        ] = DEALS,
        seed: Annotated[int, typer.Option(min=0, help=t.text("The same seed gives the same figures."))] = 1,
        folder: Annotated[
            Path, typer.Option(help=t.text("Keep what was learnt here; the same command goes on from it."))
        ] = Path("training"),
        as_json: Annotated[bool, typer.Option("--json", help=t.text("One JSON object."))] = False,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        with speaking(lang) as voice:
            from ordago.bots.mus_trained.store import read_file, trained
            from ordago.training import gains as learn

            verify_trained(bot)
            known = trained(bot) if file is None else read_file(file)
            kept = folder / f"{bot}-gains"
            found = staged(voice, kept, lambda progress: learn(known, deals, seed, kept, progress))
            if as_json:
                typer.echo(json.dumps(msgspec.to_builtins(found)))
            else:
                _say(voice, found)


def _say(voice: Voice, found: "Gains") -> None:
    t, deals = voice.t, f"{found.deals:,}"
    voice.say(
        t.text(
            "What rivals who learned the play of {bot} win more than it would in their place, on {deals} fresh deals",
            bot=found.bot,
            deals=deals,
        ),
        t.text("from scores of all sorts, in 80ths of a juego a deal (about a stone), with 95 % intervals:"),
        *(
            t.text("  one, sitting {place}: {gain}", place=place, gain=_figure(gain))
            for place, gain in enumerate(found.seats, 1)
        ),
        t.text("  a pair: {gain}", gain=_figure(found.pair)),
        t.text("  the pair wins {share} of whole juegos", share=_share(found.juegos)),
        t.text("  a pair that is shown all the cards: {share}", share=_share(found.sees)),
        t.text(
            "Lower bounds: these rivals learned words of the lances only, by score, turn and hand, and cut, throw and "
            "sign as the bot. A best answer wins no less. No equilibrium is claimed."
        ),
    )


def _figure(figure: "Figure") -> str:
    return f"{figure.value:+.2f} ({figure.low:+.2f} … {figure.high:+.2f})"


def _share(figure: "Figure") -> str:
    return f"{100 * figure.value:.1f} % ({100 * figure.low:.1f} … {100 * figure.high:.1f})"
