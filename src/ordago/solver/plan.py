"""What is to be solved, as a value that can be written down: the rules, the menu of bets, and what a deal is worth."""

from functools import cache
from typing import Any

import msgspec

from ordago.errors import OrdagoError, RulesError
from ordago.mus.rules import Rules, preset_and_changes, rules
from ordago.solver.cfr import Discount
from ordago.solver.chances import CHANCES_FILE, digest_of, shipped_chances
from ordago.solver.deal import Deal, deal_for_two
from ordago.solver.lines import Menu
from ordago.solver.mus_round import MusDeal, mus_deal
from ordago.solver.worth import Stones, Won, Worth

FADING = Discount(1.5, 0.5, 4.0)
"""The discounts of the shipped solution: of those tried they came nearest to an equilibrium in the same time."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game to solve. `changes` are settings that differ from those of the preset, by their flat names.

    A deal is worth its stones; with a `score` (mano's, postre's) the chance to win the game from there, where
    `chances` is the digest of the table that says what comes after the deal. With `mus` it begins with the first
    word and has a round of mus, else with the cut.
    """

    preset: str
    changes: dict[str, Any]
    menu: Menu = Menu()
    score: tuple[int, int] | None = None
    chances: str = ""
    mus: bool = False

    def deal(self) -> Deal:
        """The tree.

        Raises RulesError for rules that do not exist or that it does not know, `solver-score` for a score that is
        beyond the target or of another target than the shipped table's, and OrdagoError `solution-broken` where that
        table is not the plan's.
        """
        return deal_for_two(self.rules, self.menu, self.worth())

    def mus_deal(self) -> MusDeal:
        """The trees of a deal with a round of mus. Raises as `deal` does."""
        return mus_deal(self.rules, self.menu, self.worth())

    def worth(self) -> Worth:
        """What a deal is worth."""
        target = self.rules.match.target
        if self.score is None:
            return Stones(target)
        chances = shipped_chances()
        if max(self.score) >= target or len(chances) != target:
            raise RulesError("solver-score", score=f"{self.score[0]}-{self.score[1]}")
        if digest_of(chances) != self.chances:
            raise OrdagoError("solution-broken", file=CHANCES_FILE, reason="it is not the table of this solution")
        return Won(target, self.score, chances)

    @property
    def rules(self) -> Rules:
        """The rules of the plan."""
        return rules(self.preset, **self.changes)


def plan_of(of: Rules, menu: Menu, score: tuple[int, int] | None = None, *, mus: bool = False) -> Plan:
    """The plan for these rules, for stones or from a score."""
    preset, changes = preset_and_changes(of)
    return Plan(preset, changes, menu, score, digest_of(shipped_chances()) if score else "", mus)


SCORES = ((10, 10), (20, 35), (28, 28), (35, 20), (35, 35), (38, 38))
"""The scores (mano's, postre's) that the package has a solution from."""


@cache
def shipped_plan(score: tuple[int, int] | None = None) -> Plan:
    """What a shipped file solves: the default rules between two, with envidos of two and órdagos."""
    return plan_of(rules(players=2), Menu(), score)
