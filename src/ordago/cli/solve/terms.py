"""Bets and scores as they are written on the command line, and worths as they are told."""

from typing import TYPE_CHECKING

import typer

from ordago.locale import Translator

if TYPE_CHECKING:
    from ordago.solver import Plan


def bets_of(text: str, t: Translator) -> tuple[int, ...]:
    """The envidos of the menu."""
    found = [one.strip() for one in text.split(",") if one.strip()]
    if not all(one.isdecimal() and int(one) for one in found):
        raise typer.BadParameter(t.text("{text} is not numbers of stones like 2,5", text=text), param_hint="--bets")
    return tuple(sorted({int(one) for one in found}))


def score_of(text: str | None, t: Translator) -> tuple[int, int] | None:
    """The score of the mano and the postre."""
    if text is None:
        return None
    mano, _, postre = text.partition("-")
    if not (mano.strip().isdecimal() and postre.strip().isdecimal()):
        raise typer.BadParameter(t.text("{text} is not a score like 36-30", text=text), param_hint="--score")
    return int(mano), int(postre)


def worth_told(worth: float, plan: "Plan", t: Translator) -> str:
    """A worth with its unit."""
    number = f"{worth:.4f}"
    if plan.score is None:
        return t.text("{number} stones", number=number)
    return t.text("{number} / {games} of a game", number=number, games=2 * plan.rules.match.target)
