"""`ordago arena`: a bot against another, or a ladder of them, with intervals."""

import json
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ordago.cli.options import changes, game_named, language_option, set_option
from ordago.cli.voice import Voice, speaking
from ordago.core import Game
from ordago.core.files import verify_writable, write_whole
from ordago.errors import OrdagoError
from ordago.games import DEFAULT_GAME
from ordago.locale import Translator
from ordago.tell.errors import install_command

if TYPE_CHECKING:
    from ordago.arena import Contest, Figure, Result

GAMES_FROM = 10
"""Unless told otherwise, a game is played twice for every so many deals."""


def add_to(app: typer.Typer, t: Translator) -> None:
    """Add the command."""

    @app.command("arena", help=t.text("Let bots play each other, every deal from every side, and say who is better."))
    def arena(
        a: Annotated[str, typer.Option("--a", metavar="BOT", help=t.text("The bot whose figures are told."))] = "",
        b: Annotated[str, typer.Option("--b", metavar="BOT", help=t.text("The bot that it plays against."))] = "",
        ladder: Annotated[
            str, typer.Option(metavar="BOT,BOT...", help=t.text("All of these against each other, or all: every bot."))
        ] = "",
        deals: Annotated[int, typer.Option(min=2, help=t.text("How many deals, each played from every side."))] = 1000,
        games: Annotated[
            int | None, typer.Option(min=0, help=t.text("How many games to the target, each played from every side."))
        ] = None,
        matches: Annotated[
            int, typer.Option(min=0, help=t.text("How many whole matches, each played from every side."))
        ] = 0,
        seed: Annotated[str | None, typer.Option(help=t.text("The same seed gives the same result."))] = None,
        game: Annotated[str, typer.Option("--game", help=t.text("The game."))] = DEFAULT_GAME,
        rules: Annotated[str | None, typer.Option(help=t.text("The rule book; ordago rules lists them."))] = None,
        settings: Annotated[list[str] | None, set_option(t)] = None,
        players: Annotated[int | None, typer.Option(help=t.text("How many play."))] = None,
        processes: Annotated[
            int | None, typer.Option(min=1, help=t.text("How many processes play; all cores unless told otherwise."))
        ] = None,
        seconds: Annotated[
            float, typer.Option("--time", min=0.01, help=t.text("Seconds for a decision of an outside bot."))
        ] = 2.0,
        expect: Annotated[
            bool, typer.Option("--luck/--no-luck", help=t.text("Take the luck of the bots' own dice off the figures."))
        ] = True,
        checkpoint: Annotated[
            Path | None, typer.Option(help=t.text("Keep what was played here; the same command goes on from it."))
        ] = None,
        chart: Annotated[Path | None, typer.Option(help=t.text("Draw the ladder as .svg."))] = None,
        as_json: Annotated[bool, typer.Option("--json", help=t.text("One JSON object."))] = False,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        from ordago.arena import Contest, cores

        with speaking(lang) as voice:
            named = game_named(game)
            voice.game = named.name
            bots = _bots(named, ladder)
            if bool(a and b) == bool(bots):
                raise typer.BadParameter(voice.t.text("name --a and --b, or --ladder"), param_hint="--a")
            if chart and (not bots or chart.suffix.lower() != ".svg"):
                raise typer.BadParameter(voice.t.text("a chart is the .svg of a ladder"), param_hint="--chart")
            book, at_random = rules or named.default_preset, seed or secrets.token_hex(4)
            first = Contest(
                game, book, changes(settings or []), players, a, b, at_random, expect=expect, move_time=seconds
            )
            wanted = {"deal": deals, "game": deals // GAMES_FROM if games is None else games, "match": matches}
            evening = Evening(voice, wanted, processes or cores(), checkpoint)
            if bots:
                _ladder(evening, first, bots, chart, as_json)
                return
            result = evening.play(first)
            if as_json:
                typer.echo(json.dumps(result.as_json()))
            else:
                _tell(result, voice)


def _bots(game: Game, ladder: str) -> list[str]:
    """The bots of a ladder; each once."""
    from ordago.bots import bot_names

    if ladder == "all":
        return list(bot_names(game))
    bots = list(dict.fromkeys(one.strip() for one in ladder.split(",") if one.strip()))
    if len(bots) == 1:
        raise OrdagoError("ladder-short")
    return bots


class Evening:
    """What is played for each pair, by how many processes, and where it is kept."""

    def __init__(self, voice: Voice, wanted: Any, processes: int, checkpoint: Path | None) -> None:
        self.voice = voice
        self.wanted = wanted
        self.processes = processes
        self.checkpoint = checkpoint

    def play(self, contest: "Contest", pair: int | None = None) -> "Result":
        """The result of a contest; `pair` numbers those of a ladder. Ends the command on Ctrl-C with status 130."""
        from ordago.arena import Arena, Stopped, result_of, run
        from ordago.arena.scoring import SCORING

        sides = Arena(contest).sides
        losing = SCORING[contest.game].deals_are_games
        wanted = {kind: 0 if losing and kind != "deal" else count for kind, count in self.wanted.items()}
        kept = self.checkpoint
        if kept and pair is not None:
            kept = kept.with_name(f"{kept.name}.{pair}")
        watched = sys.stderr.isatty()

        def progress(done: int, of: int) -> None:
            if watched:
                typer.echo(f"\r{contest.a} – {contest.b}: {done} / {of} ", err=True, nl=False)

        try:
            rows = run(contest, wanted, processes=self.processes, kept=kept, progress=progress)
        except Stopped as stop:
            t = self.voice.t
            typer.echo("\n" + t.text("Stopped after {done} of {of}.", done=stop.done, of=stop.of), err=True)
            if kept:
                typer.echo(t.text("Kept in {file}; the same command goes on.", file=kept), err=True)
            raise typer.Exit(130) from None
        if watched:
            typer.echo("\r\x1b[K", err=True, nl=False)
        return result_of(contest, sides, losing, rows)


def _ladder(evening: Evening, first: "Contest", bots: list[str], chart: Path | None, as_json: bool) -> None:
    from msgspec.structs import replace

    from ordago.arena.chart import svg
    from ordago.arena.ladder import pairs, rungs

    t = evening.voice.t
    if chart:
        verify_writable(chart)
    results = [evening.play(replace(first, a=a, b=b), at) for at, (a, b) in enumerate(pairs(bots))]
    found = rungs(bots, results)
    if chart:
        title = t.text("Against the others: stones a deal, with 95 % intervals")
        if results[0].stones is None:
            title = t.text("Against the others: how much less than fair is lost, with 95 % intervals")
        write_whole(chart, svg(found, title))
    if as_json:
        told = [{"a": one.contest.a, "b": one.contest.b, **one.as_json()} for one in results]
        typer.echo(json.dumps({"ladder": [rung.as_json() for rung in found], "pairs": told}))
        return
    for result in results:
        _tell(result, evening.voice)
        evening.voice.say("")
    for rung in found:
        rating = f"   {rung.rating[0]:.1f} ± {2 * rung.rating[1]:.1f}" if rung.rating else ""
        evening.voice.say(f"{rung.bot}: {_signed(rung.stones)}{rating}")
    if not found[0].rating and results[0].games_won:
        evening.voice.say(t.text("Ratings need openskill: {install}", install=install_command("arena")))


def _tell(result: "Result", voice: Voice) -> None:
    """The figures in words, with their intervals."""
    t = voice.t
    voice.say(t.text("{a} against {b}, seed {seed}", a=result.contest.a, b=result.contest.b, seed=result.contest.seed))
    if result.stones:
        voice.say(
            t.text("  stones a deal: {figure}  ({deals} deals)", figure=_signed(result.stones), deals=result.deals)
        )
    if result.lost:
        fair = f"{100 * result.fair_share:.1f} %"
        line = t.text(
            "  games lost: {figure} of {games}; fair would be {fair}",
            figure=_share(result.lost),
            games=result.games,
            fair=fair,
        )
        voice.say(line)
    elif result.games:
        voice.say(t.text("  games won: {figure} of {games}", figure=_share(result.games_share), games=result.games))
    if result.matches:
        voice.say(
            t.text("  matches won: {figure} of {games}", figure=_share(result.matches_share), games=result.matches)
        )
    for who, illegal, seconds, decisions in zip(
        (result.contest.a, result.contest.b), result.illegal, result.seconds, result.decisions, strict=True
    ):
        ms = f"{1000 * seconds / max(decisions, 1):.2f}"
        line = t.text(
            "  {bot}: {ms} ms a decision, {illegal} of {decisions} not legal in time",
            bot=who,
            ms=ms,
            illegal=illegal,
            decisions=decisions,
        )
        voice.say(line)


def _signed(figure: "Figure") -> str:
    return f"{figure.value:+.3f} [{figure.low:+.3f}, {figure.high:+.3f}]"


def _share(figure: "Figure") -> str:
    return f"{100 * figure.value:.1f} % [{100 * figure.low:.1f}, {100 * figure.high:.1f}]"
