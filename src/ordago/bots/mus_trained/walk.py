"""Where a lance stands in its tree: the words said so far, bets of any size taken for the nearest one there."""

from collections.abc import Iterable
from typing import NamedTuple

from ordago.bots.mus_trained.tree import (
    BET_2,
    BET_5,
    NO_QUIERO,
    ORDAGO,
    PASS,
    QUIERO,
    RAISE,
    Tree,
    games,
    places,
)
from ordago.core.acts import Act
from ordago.mus.acts import Envido, NoQuiero, Ordago, Pass, Quiero, Raise
from ordago.mus.betting import Lance
from ordago.mus.count import LANCES
from ordago.mus.view import View

Word = Pass | Envido | Raise | Quiero | NoQuiero | Ordago

SMALL, HUGE = 3, 16
"""A bet up to `SMALL` is taken for one of two; from `HUGE` on, or where it could end the juego, for an órdago."""


class Spot(NamedTuple):
    """A game's number and tree, and a turn of it; below 0 where the tree does not know what was said."""

    game: int
    tree: Tree
    turn: int


class Heard(NamedTuple):
    """How a lance went: the chair of the last bet (0: none), and the chair that said quiero (0: nobody)."""

    bettor: int
    quiero: int


def spot(view: View, lance: Lance) -> Spot:
    """The turn of the present lance."""
    speakers = tuple(view.order.index(chair) for chair in lance.eligible)
    at = places()[LANCES.index(lance.name), speakers]
    tree, turn = games()[at], 0
    for act in words_of(view)[-1]:
        word = kind_of(act, view)
        offered = tree.words[turn]
        if word not in offered:
            word = ORDAGO if ORDAGO in offered else QUIERO
        turn = tree.follows[turn][offered.index(word)]
        if turn < 0:
            break
    if turn >= 0 and view.order[tree.seats[turn]] != view.seat:
        turn = -1
    return Spot(at, tree, turn)


def kind_of(act: Act, view: View) -> int:
    """The word of the trees that an act comes nearest to."""
    decides = max(view.rules.match.target - stones for stones in view.score)
    match act:
        case Pass():
            return PASS
        case Envido():
            if act.stones >= min(HUGE, decides):
                return ORDAGO
            return BET_2 if act.stones <= SMALL else BET_5
        case Raise():
            return ORDAGO if act.stones >= min(HUGE, decides) else RAISE
        case Ordago():
            return ORDAGO
        case Quiero():
            return QUIERO
    return NO_QUIERO


def words_of(view: View) -> list[list[Word]]:
    """The words of every lance that was bet, in order; the last are those of the present lance."""
    words = [act for act in view.acts if isinstance(act, Word)]
    found: list[list[Word]] = []
    for lance in view.closed:
        if lance.outcome is not None and lance.outcome.kind not in ("none", "uncontested"):
            many = _length(view, lance, words)
            found.append(words[:many])
            words = words[many:]
    return [*found, words]


def _length(view: View, lance: Lance, words: list[Word]) -> int:
    """How many of these words close the lance (§3.3, for two sides)."""
    passes = waiting = 0
    for many, act in enumerate(words, 1):
        match act:
            case Pass():
                passes += 1
                if passes == len(lance.eligible):
                    return many
            case Quiero():
                return many
            case NoQuiero():
                waiting -= 1
                if not waiting:
                    return many
            case _:
                waiting = sum(view.side_of[chair] != view.side_of[act.seat] for chair in lance.eligible)
    return len(words)


def heard(words: Iterable[Act]) -> Heard:
    """Who bet last in a lance, and who said quiero."""
    bettor = quiero = 0
    for act in words:
        if isinstance(act, Envido | Raise | Ordago):
            bettor = act.seat
        elif isinstance(act, Quiero):
            quiero = act.seat
    return Heard(bettor, quiero)
