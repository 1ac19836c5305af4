"""Equilibrium strategies: games as public trees with vectors of hands, solved by counterfactual regret minimisation.

`tree` says what a game is, `layout` makes arrays of it, `passes` walk over them, `cfr` learns and `response` proves.
Needs numpy; imported where it is used.
"""

from ordago.solver.cfr import CFR, CFR_PLUS, DCFR, Discount, Training
from ordago.solver.layout import Layout, lay_out
from ordago.solver.passes import Game, Payoffs, Policy, ZeroSum
from ordago.solver.response import Exploited, best_value, exploited, value_of
from ordago.solver.tree import Branch, Decision, Leaf, Node, Split

__all__ = [
    "CFR",
    "CFR_PLUS",
    "DCFR",
    "Branch",
    "Decision",
    "Discount",
    "Exploited",
    "Game",
    "Layout",
    "Leaf",
    "Node",
    "Payoffs",
    "Policy",
    "Split",
    "Training",
    "ZeroSum",
    "best_value",
    "exploited",
    "lay_out",
    "value_of",
]
