"""`ordago solve check` and `ordago solve table`: how good a policy is, exactly."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ordago.cli.options import language_option
from ordago.cli.solve.terms import score_of, worth_told
from ordago.cli.voice import Voice, speaking
from ordago.errors import OrdagoError
from ordago.games import SOLVED_GAME
from ordago.locale import Translator

if TYPE_CHECKING:
    from ordago.solver import Plan, Policy
    from ordago.solver.deal import Deal


def add_to(solve: typer.Typer, t: Translator) -> None:
    """Add the commands."""

    @solve.command("check", help=t.text("Work out exactly what a rival who knows the solution wins from it."))
    def check(
        file: Annotated[
            Path | None, typer.Argument(help=t.text("A solution; the shipped one unless told otherwise."))
        ] = None,
        score: Annotated[
            str | None,
            typer.Option(metavar="N-N", help=t.text("As if it played for the game from this score, the mano's first.")),
        ] = None,
        mus: Annotated[
            bool,
            typer.Option("--mus", help=t.text("As if it talked and threw by what hands expect.")),
        ] = False,
        as_json: Annotated[bool, typer.Option("--json", help=t.text("One JSON object."))] = False,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        with speaking(lang) as voice:
            voice.game = SOLVED_GAME
            _check(voice, file, score_of(score, voice.t), mus, as_json)

    @solve.command(
        "table",
        help=t.text("Say exactly what the solution wins from other play: at random, lance by lance, that of bots."),
    )
    def table(
        file: Annotated[
            Path | None, typer.Argument(help=t.text("A solution; the shipped one unless told otherwise."))
        ] = None,
        answers: Annotated[
            list[Path] | None,
            typer.Option("--with", help=t.text("Answers of a bot to ordago solve ask.")),
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help=t.text("One JSON object."))] = False,
        lang: Annotated[str | None, language_option(t)] = None,
    ) -> None:
        with speaking(lang) as voice:
            voice.game = SOLVED_GAME
            _table(voice, file, answers or [], as_json)


def _check(voice: Voice, file: Path | None, score: tuple[int, int] | None, mus: bool, as_json: bool) -> None:
    from ordago.solver import default_path, read
    from ordago.solver.judged import judged

    path = file or default_path()
    solution = read(path)
    plan, decisions, found = judged(solution, score, mus)
    told: dict[str, Any] = {
        "file": str(path),
        "bytes": path.stat().st_size,
        "rules": {"preset": plan.preset, **plan.changes},
        "bets": list(plan.menu.bets),
        "score": plan.score,
        "iterations": solution.iterations,
        "mus": plan.mus,
        "decisions": decisions,
        "value_to_mano": found.value,
        "gains": {"mano": found.gains[0], "postre": found.gains[1]},
        "exploitability": found.exploitability,
    }
    if as_json:
        typer.echo(json.dumps(told))
        return
    t = voice.t
    bets, size = ", ".join(map(str, plan.menu.bets)), f"{path.stat().st_size / 1e6:.2f}"
    value = worth_told(found.value, plan, t)
    mano, postre = [f"{gain:.4f}" for gain in found.gains]
    voice.say(
        t.text("{file}: {size} MB, {count} iterations", file=path, size=size, count=solution.iterations),
        t.text("  envidos of {bets} and órdago; {count} decisions", bets=bets, count=decisions),
        t.text("  a deal is worth {worth} to the mano", worth=value),
        t.text("  whoever knows it wins {mano} more as mano, {postre} as postre", mano=mano, postre=postre),
        t.text("  exploitability: {worth} a deal", worth=worth_told(found.exploitability, plan, t)),
    )


def _table(voice: Voice, file: Path | None, answers: list[Path], as_json: bool) -> None:
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
    policies |= dict(_answers(solution.plan, deal, path) for path in answers)
    game = deal.game()
    won, lost = table(game, policies), {name: exploited(game, one).exploitability for name, one in policies.items()}
    if as_json:
        typer.echo(json.dumps({"stones": won, "exploitability": lost}))
        return
    voice.say(t.text("Stones a deal, in the mean over both seats, and what the best answer wins:"))
    for name, row in won.items():
        figures = ", ".join(f"{other} {stones:+.3f}" for other, stones in row.items())
        voice.say(f"  {name}: {figures} [{lost[name]:.3f}]")


def _answers(plan: "Plan", deal: "Deal", path: Path) -> tuple[str, "Policy"]:
    """The bot whose answers a file has, and its policy. Raises OrdagoError where it was not asked everywhere there."""
    from ordago.solver.asked import read_answers

    found = read_answers(path, deal.layout, lambda head: head.plan == plan and head.asked == head.places)
    if found is None:
        raise OrdagoError("checkpoint-broken", file=str(path), reason="there is no such file")
    head, policy = found
    return head.bot, policy
