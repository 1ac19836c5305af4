"""`ordago solve two` and `ordago solve chances`: solutions made from nothing."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ordago.cli.options import changes, language_option, set_option
from ordago.cli.solve.terms import bets_of, score_of, worth_told
from ordago.cli.voice import Voice, speaking
from ordago.core.files import verify_writable
from ordago.games import GAMES, SOLVED_GAME
from ordago.locale import Translator

if TYPE_CHECKING:
    from ordago.solver import Exploited, Plan

MOST = 5000
"""Unless told otherwise, iterations at the most."""

UNTIL = 0.005
"""Unless told otherwise, stones a deal that a rival may win from the solution."""


def add_to(solve: typer.Typer, t: Translator) -> None:
    """Add the commands."""

    @solve.command("two", help=t.text("Solve a deal between two, after the mus is cut, and write the solution."))
    def two(
        bets: Annotated[str, typer.Option(metavar="N,N...", help=t.text("The envidos that are offered."))] = "2",
        score: Annotated[
            str | None,
            typer.Option(metavar="N-N", help=t.text("Play for the game from this score, the mano's first: 36-30.")),
        ] = None,
        until: Annotated[
            float, typer.Option(min=0, help=t.text("Stop when a rival who knows it all wins this or less, in stones."))
        ] = UNTIL,
        most: Annotated[
            int | None, typer.Option(min=0, help=t.text("Stop after so many iterations."), show_default=str(MOST))
        ] = None,
        out: Annotated[
            Path | None, typer.Option(help=t.text("Where to write the solution; the shipped one is replaced in place."))
        ] = None,
        checkpoint: Annotated[
            Path | None, typer.Option(help=t.text("Keep what was learnt here; the same command goes on from it."))
        ] = None,
        mus: Annotated[
            bool, typer.Option("--mus", help=t.text("From the first word on, with one round of mus."))
        ] = False,
        rules: Annotated[str | None, typer.Option(help=t.text("The rule book; ordago rules lists them."))] = None,
        settings: Annotated[list[str] | None, set_option(t)] = None,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        with speaking(lang) as voice:
            voice.game = SOLVED_GAME
            plan = _plan(rules, settings or [], bets_of(bets, voice.t), score_of(score, voice.t), mus)
            _solve(voice, plan, until, most, _place(plan, most, out, voice.t), checkpoint)

    @solve.command("chances", help=t.text("Make the table of the chances to win a game from every score anew."))
    def chances(lang: Annotated[str | None, language_option(t)] = None) -> None:
        with speaking(lang) as voice:
            voice.game = SOLVED_GAME
            _chances(voice)


def _chances(voice: Voice) -> None:
    """Make the table of chances from the shipped solution."""
    from ordago.solver import default_path, read
    from ordago.solver.chances import chances_path, write_chances
    from ordago.solver.results import chances_from

    write_chances(chances_from(read(default_path())), chances_path())
    voice.say(voice.t.text("The table is in {file}.", file=chances_path()))


def _plan(
    preset: str | None, settings: list[str], bets: tuple[int, ...], score: tuple[int, int] | None, mus: bool
) -> "Plan":
    from ordago.solver import Menu, plan_of

    game = GAMES[SOLVED_GAME]
    known = {"players": 2, "mus_rounds_max": 1} if mus else {"players": 2}
    rules = game.rules(preset or game.default_preset, {**known, **changes(settings)})
    return plan_of(rules, Menu(bets), score, mus=mus)


def _place(plan: "Plan", most: int | None, out: Path | None, t: Translator) -> Path:
    """Where the solution goes: over the shipped one only if it is made like that, and not stopped early."""
    from ordago.solver import default_path, shipped_plan
    from ordago.solver.plan import SCORES

    shipped = plan.score is None or plan.score in SCORES
    if out is None and not (most is None and shipped and plan == shipped_plan(plan.score)):
        raise typer.BadParameter(
            t.text("say where to write a solution that is not the shipped one"), param_hint="--out"
        )
    return out or default_path(plan.score)


def _solve(voice: Voice, plan: "Plan", until: float, most: int | None, out: Path, checkpoint: Path | None) -> None:
    """Solve and write; progress on stderr. Ends the command on Ctrl-C with status 130."""
    from ordago.solver.run import Stopped, solve
    from ordago.solver.solution import write

    verify_writable(out)
    t = voice.t
    watched = sys.stderr.isatty()

    def progress(iteration: int, found: "Exploited | None") -> None:
        if found is not None:
            worth = worth_told(found.exploitability, plan, t)
            line = t.text("{iteration} iterations: {worth} a deal", iteration=iteration, worth=worth)
            typer.echo(f"\r{line}" if watched else line, err=True)
        elif watched:
            typer.echo(f"\r{iteration} ", err=True, nl=False)

    try:
        solved = solve(plan, until=until, most=MOST if most is None else most, kept=checkpoint, progress=progress)
    except Stopped as stop:
        typer.echo(t.text("Stopped after {iteration} iterations.", iteration=stop.iteration), err=True)
        if checkpoint:
            typer.echo(t.text("Kept in {file}; the same command goes on.", file=checkpoint), err=True)
        raise typer.Exit(130) from None
    write(solved.solution, out)
    voice.say(t.text("The solution is in {file}.", file=out))
