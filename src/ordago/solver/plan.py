"""What is to be solved, as a value that can be written down: the rules, the menu of bets, and what a deal is worth."""

from functools import cache
from typing import Any

import msgspec

from ordago.mus.rules import Rules, preset_and_changes, rules
from ordago.solver.cfr import Discount
from ordago.solver.deal import Deal, deal_for_two
from ordago.solver.lines import Menu

FADING = Discount(1.5, 0.5, 4.0)
"""The discounts of the shipped solution: of those tried they came nearest to an equilibrium in the same time."""


class Plan(msgspec.Struct, frozen=True):
    """A game to solve. `changes` are settings that differ from those of the preset, by their flat names."""

    preset: str
    changes: dict[str, Any]
    menu: Menu = Menu()

    def deal(self) -> Deal:
        """The tree. Raises RulesError for rules that do not exist or that it does not know."""
        return deal_for_two(self.rules, self.menu)

    @property
    def rules(self) -> Rules:
        """The rules of the plan."""
        return rules(self.preset, **self.changes)


def plan_of(of: Rules, menu: Menu) -> Plan:
    """The plan for these rules."""
    preset, changes = preset_and_changes(of)
    return Plan(preset, changes, menu)


@cache
def shipped_plan() -> Plan:
    """What the shipped file solves: the default rules between two, with envidos of two and órdagos."""
    return plan_of(rules(players=2), Menu())
