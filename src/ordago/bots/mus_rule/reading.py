"""What a player gathers of the others from what was said, thrown, declared, bet and signed in this deal.

What was heard of a player becomes two things: clues, which are certain (declarations, señas, which may not lie), and a
guess of how much better than random the hand is. A guess of 2 means: as good as the better of two random hands.
"""

from collections.abc import Sequence

import msgspec

from ordago.bots.mus_rule.strength import Clues
from ordago.mus.acts import Cut, Discard, Hidden, Mus, Sena, Serve
from ordago.mus.betting import Lance
from ordago.mus.view import View

NO_HOLDING = ("cut", "more")
"""Señas that say nothing of the cards."""

THROWN_GUESS = {0: 1.6, 1: 1.35, 2: 1.15, 3: 1.05, 4: 1.0}
"""How good a hand is after so many cards were thrown: who keeps three has something."""


MOST_ROUNDS = 4
"""More rounds of mus than this say nothing more."""

SILENT, CUTTER, WANTED_MUS = 0, 1, 2
CUT_GUESS = (1.0, 1.25, 0.85)
"""How good a hand is whose player did nothing about the cut, cut, or said mus before somebody cut."""


class Heard(msgspec.Struct, frozen=True):
    """What was heard by chair: señas of the present hands, cards thrown last, who cut, and who wanted mus after all."""

    senas: dict[int, frozenset[str]]
    thrown: dict[int, int]
    cutter: int
    wanted_mus: frozenset[int]


def heard(view: View) -> Heard:
    """Read the deal's acts from the last back to the first."""
    senas: dict[int, frozenset[str]] = {}
    thrown: dict[int, int] = {}
    wanted: set[int] = set()
    served: set[int] = set()
    cutter = 0
    talking = True
    for act in reversed(view.acts):
        match act:
            case Sena() if act.seat not in served:
                senas[act.seat] = senas.get(act.seat, frozenset()) | {act.code}
            case Cut():
                cutter = cutter or act.seat
            case Mus() if talking:
                wanted.add(act.seat)
            case Hidden(kind="D"):
                thrown.setdefault(act.seat, act.count)
                talking = False
            case Hidden():
                served.add(act.seat)
                talking = False
            case Serve():
                served.add(act.to)
                talking = False
            case Discard():
                talking = False
    return Heard(senas, thrown, cutter, frozenset(wanted))


def clues_of(view: View, chair: int, found: Heard) -> Clues:
    """What is certain of a chair's cards."""
    clues = {code for code in found.senas.get(chair, ()) if code not in NO_HOLDING}
    for lance, holders in view.declared.items():
        clues.add(("+" if holders[chair - 1] else "-") + lance)
    return frozenset(clues)


def guess_of(view: View, chair: int, lance: str, found: Heard) -> float:
    """How good the chair's hand seems in the lance before anybody bet in it: 1 is a random hand."""
    cut = CUTTER if chair == found.cutter else WANTED_MUS if chair in found.wanted_mus and found.cutter else SILENT
    elsewhere = any(closed.bettor == chair and {closed.name, lance} == {"grande", "chica"} for closed in view.closed)
    return guess(lance, view.rounds, found.thrown.get(chair, 4), cut, elsewhere)


def guess(lance: str, rounds: int, thrown: int, cut: int, bet_elsewhere: bool) -> float:
    """The guess after so many rounds of mus, for one who threw so many cards last and did this about the cut.

    `bet_elsewhere`: he bet in grande, and this is chica, or the other way round.
    """
    found = 1.0
    if lance in ("chica", "punto"):
        # Players keep kings, so the small cards and the middling totals get rarer with every round.
        found -= 0.06 * min(rounds, 3)
    else:
        found += 0.12 * min(rounds, MOST_ROUNDS)
        found *= THROWN_GUESS[thrown]
    found *= CUT_GUESS[cut]
    return found * 0.7 if bet_elsewhere else found


def passed(lance: Lance) -> Sequence[int]:
    """The chairs that let their first word in this lance go by."""
    return lance.eligible[: lance.at]
