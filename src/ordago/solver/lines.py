"""The lines of betting in a lance between two: what may be said with a menu of bets, by the betting machine itself."""

from collections.abc import Callable

import msgspec

from ordago.core.acts import Act
from ordago.mus.acts import Envido, NoQuiero, Ordago, Pass, Quiero, Raise
from ordago.mus.betting import WORDS, Lance, Outcome, Table
from ordago.mus.rules import Rules
from ordago.solver.tree import Decision, Node

MANO, POSTRE = 1, 2
"""The chairs; player 0 of the tree is the mano."""


class Menu(msgspec.Struct, frozen=True):
    """The bets that are offered, beside paso, quiero, no quiero and órdago.

    `bets` are the stones of an opening bet, `raises` those of a raise, `most` how many bets and raises a lance may see
    (an órdago does not count and may always be shouted).
    """

    bets: tuple[int, ...] = (2,)
    raises: tuple[int, ...] = ()
    most: int = 1


Ended = Callable[[Outcome], Node]
"""The node after a lance that ended so."""


def betting_table(rules: Rules) -> Table:
    """The betting machine's table of two, without a cap."""
    return Table(rules.betting, (-1, 0, 1), 999)


def lance_node(name: str, menu: Menu, table: Table, ended: Ended) -> Node:
    """The node at which both may speak in the lance, the mano first."""
    return _node(Lance(name, (MANO, POSTRE)), 0, menu, table, ended)


def _node(lance: Lance, bets: int, menu: Menu, table: Table, ended: Ended) -> Node:
    if lance.outcome is not None:
        return ended(lance.outcome)
    words = _words(lance, bets, menu)
    children = tuple(
        _node(WORDS[type(act)][1](lance, act, table), bets + isinstance(act, Envido | Raise), menu, table, ended)
        for act in words.values()
    )
    return Decision(lance.turn - 1, tuple(words), children)


def _words(lance: Lance, bets: int, menu: Menu) -> dict[str, Act]:
    """What may be said, by its token in a record; the acts of the same name everywhere in a fixed order."""
    chair = lance.turn
    if not lance.bettor:
        opening: dict[str, Act] = {f"E{stones}": Envido(chair, stones) for stones in menu.bets}
        return {"P": Pass(chair), **opening, "O": Ordago(chair)}
    answers: dict[str, Act] = {"N": NoQuiero(chair), "Q": Quiero(chair)}
    if lance.ordago:
        return answers
    if bets < menu.most:
        answers |= {f"+{stones}": Raise(chair, stones) for stones in menu.raises}
    return {**answers, "O": Ordago(chair)}
