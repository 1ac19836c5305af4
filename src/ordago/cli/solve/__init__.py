"""`ordago solve`: Mus for two solved from nothing, and how far from perfect the shipped solution is."""

import typer

from ordago.cli.solve import ask, measure, two
from ordago.locale import Translator


def add_to(app: typer.Typer, t: Translator) -> None:
    """Add the command and what belongs to it."""
    solve = typer.Typer(help=t.text("Solve Mus for two, and check how good the solution is."), no_args_is_help=True)
    app.add_typer(solve, name="solve")
    for part in (two, measure, ask):
        part.add_to(solve, t)
