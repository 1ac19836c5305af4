"""`ordago solve`: Mus for two solved from nothing, and how far from perfect the shipped solution is."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ordago.cli.options import changes, language_option, set_option
from ordago.cli.voice import Voice, speaking
from ordago.games import GAMES, SOLVED_GAME
from ordago.locale import Translator

if TYPE_CHECKING:
    from ordago.solver import Exploited, Plan

UNTIL = 0.005
"""Unless told otherwise, stones a deal that a rival may win from the solution."""


def add_to(app: typer.Typer, t: Translator) -> None:
    """Add the command and what belongs to it."""
    solve = typer.Typer(help=t.text("Solve Mus for two, and check how good the solution is."), no_args_is_help=True)
    app.add_typer(solve, name="solve")

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
        most: Annotated[int, typer.Option(min=0, help=t.text("Stop after so many iterations."))] = 5000,
        out: Annotated[
            Path | None, typer.Option(help=t.text("Where to write the solution; the shipped one is replaced in place."))
        ] = None,
        checkpoint: Annotated[
            Path | None, typer.Option(help=t.text("Keep what was learnt here; the same command goes on from it."))
        ] = None,
        rules: Annotated[str | None, typer.Option(help=t.text("The rule book; ordago rules lists them."))] = None,
        settings: Annotated[list[str] | None, set_option(t)] = None,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        with speaking(lang) as voice:
            voice.game = SOLVED_GAME
            plan = _plan(rules, settings or [], _stones(bets, voice.t), _score(score, voice.t))
            _solve(voice, plan, until, most, _place(plan, out, voice.t), checkpoint)

    @solve.command(
        "table",
        help=t.text("Say exactly what the solution wins from play at random and from lances solved one by one."),
    )
    def table(
        file: Annotated[
            Path | None, typer.Argument(help=t.text("A solution; the shipped one unless told otherwise."))
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help=t.text("One JSON object."))] = False,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        with speaking(lang) as voice:
            voice.game = SOLVED_GAME
            _table(voice, file, as_json)

    @solve.command("chances", help=t.text("Make the table of the chances to win a game from every score anew."))
    def chances(lang: Annotated[str | None, language_option(t)] = None) -> None:
        with speaking(lang) as voice:
            voice.game = SOLVED_GAME
            _chances(voice)

    @solve.command("check", help=t.text("Work out exactly what a rival who knows the solution wins from it."))
    def check(
        file: Annotated[
            Path | None, typer.Argument(help=t.text("A solution; the shipped one unless told otherwise."))
        ] = None,
        score: Annotated[
            str | None,
            typer.Option(metavar="N-N", help=t.text("As if it played for the game from this score, the mano's first.")),
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help=t.text("One JSON object."))] = False,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        with speaking(lang) as voice:
            voice.game = SOLVED_GAME
            _check(voice, file, _score(score, voice.t), as_json)


def _chances(voice: Voice) -> None:
    """Make the table of chances from the shipped solution."""
    from ordago.solver import default_path, read
    from ordago.solver.chances import chances_path, write_chances
    from ordago.solver.results import chances_from

    write_chances(chances_from(read(default_path())), chances_path())
    voice.say(voice.t.text("The table is in {file}.", file=chances_path()))


def _stones(text: str, t: Translator) -> tuple[int, ...]:
    """The envidos of the menu."""
    found = [one.strip() for one in text.split(",") if one.strip()]
    if not all(one.isdecimal() and int(one) for one in found):
        raise typer.BadParameter(t.text("{text} is not numbers of stones like 2,5", text=text), param_hint="--bets")
    return tuple(sorted({int(one) for one in found}))


def _score(text: str | None, t: Translator) -> tuple[int, int] | None:
    """The score of the mano and the postre."""
    if text is None:
        return None
    mano, _, postre = text.partition("-")
    if not (mano.strip().isdecimal() and postre.strip().isdecimal()):
        raise typer.BadParameter(t.text("{text} is not a score like 36-30", text=text), param_hint="--score")
    return int(mano), int(postre)


def _plan(preset: str | None, settings: list[str], bets: tuple[int, ...], score: tuple[int, int] | None) -> "Plan":
    from ordago.solver import Menu, plan_of

    game = GAMES[SOLVED_GAME]
    rules = game.rules(preset or game.default_preset, {"players": 2, **changes(settings)})
    return plan_of(rules, Menu(bets), score)


def _place(plan: "Plan", out: Path | None, t: Translator) -> Path:
    """Where the solution goes."""
    from ordago.solver import default_path, shipped_plan
    from ordago.solver.plan import SCORES

    shipped = plan.score is None or plan.score in SCORES
    if out is None and not (shipped and plan == shipped_plan(plan.score)):
        raise typer.BadParameter(
            t.text("say where to write a solution that is not the shipped one"), param_hint="--out"
        )
    return out or default_path(plan.score)


def _solve(voice: Voice, plan: "Plan", until: float, most: int, out: Path, checkpoint: Path | None) -> None:
    """Solve and write; progress on stderr. Ends the command on Ctrl-C with status 130."""
    from ordago.solver.run import Stopped, solve
    from ordago.solver.solution import write

    t = voice.t
    watched = sys.stderr.isatty()

    def progress(iteration: int, found: "Exploited | None") -> None:
        if found is not None:
            worth = _worth(found.exploitability, plan, t)
            line = t.text("{iteration} iterations: {worth} a deal", iteration=iteration, worth=worth)
            typer.echo(f"\r{line}" if watched else line, err=True)
        elif watched:
            typer.echo(f"\r{iteration} ", err=True, nl=False)

    try:
        solved = solve(plan, until=until, most=most, kept=checkpoint, progress=progress)
    except Stopped as stop:
        typer.echo(t.text("Stopped after {iteration} iterations.", iteration=stop.iteration), err=True)
        if checkpoint:
            typer.echo(t.text("Kept in {file}; the same command goes on.", file=checkpoint), err=True)
        raise typer.Exit(130) from None
    write(solved.solution, out)
    voice.say(t.text("The solution is in {file}.", file=out))


def _check(voice: Voice, file: Path | None, score: tuple[int, int] | None, as_json: bool) -> None:
    from ordago.solver import default_path, exploited, plan_of, read

    path = file or default_path()
    solution = read(path)
    plan = plan_of(solution.plan.rules, solution.plan.menu, score) if score else solution.plan
    deal = plan.deal()
    policy = solution.policy(deal.layout)
    found = exploited(deal.game(), policy)
    told: dict[str, Any] = {
        "file": str(path),
        "bytes": path.stat().st_size,
        "rules": {"preset": plan.preset, **plan.changes},
        "bets": list(plan.menu.bets),
        "score": plan.score,
        "iterations": solution.iterations,
        "decisions": deal.layout.decisions,
        "value_to_mano": found.value,
        "gains": {"mano": found.gains[0], "postre": found.gains[1]},
        "exploitability": found.exploitability,
    }
    if as_json:
        typer.echo(json.dumps(told))
        return
    t = voice.t
    bets, size = ", ".join(map(str, plan.menu.bets)), f"{path.stat().st_size / 1e6:.2f}"
    value = _worth(found.value, plan, t)
    mano, postre = [f"{gain:.4f}" for gain in found.gains]
    voice.say(
        t.text("{file}: {size} MB, {count} iterations", file=path, size=size, count=solution.iterations),
        t.text("  envidos of {bets} and órdago; {count} decisions", bets=bets, count=deal.layout.decisions),
        t.text("  a deal is worth {worth} to the mano", worth=value),
        t.text("  whoever knows it wins {mano} more as mano, {postre} as postre", mano=mano, postre=postre),
        t.text("  exploitability: {worth} a deal", worth=_worth(found.exploitability, plan, t)),
    )


def _table(voice: Voice, file: Path | None, as_json: bool) -> None:
    """What each policy gets from each, and how exploitable it is."""
    from ordago.solver import default_path, exploited, read
    from ordago.solver.rivals import lance_by_lance, table, tempered, uniform

    t = voice.t
    solution = read(file or default_path())
    deal = solution.plan.deal()
    policies = {
        "solution": solution.policy(deal.layout),
        "lances": lance_by_lance(deal),
        "tempered": tempered(deal),
        "uniform": uniform(deal),
    }
    game = deal.game()
    won, lost = table(game, policies), {name: exploited(game, one).exploitability for name, one in policies.items()}
    if as_json:
        typer.echo(json.dumps({"stones": won, "exploitability": lost}))
        return
    voice.say(t.text("Stones a deal, in the mean over both seats, and what the best answer wins:"))
    for name, row in won.items():
        figures = ", ".join(f"{other} {stones:+.3f}" for other, stones in row.items())
        voice.say(f"  {name}: {figures} [{lost[name]:.3f}]")


def _worth(worth: float, plan: "Plan", t: Translator) -> str:
    """A worth with its unit."""
    number = f"{worth:.4f}"
    if plan.score is None:
        return t.text("{number} stones", number=number)
    return t.text("{number} / {games} of a game", number=number, games=2 * plan.rules.match.target)
