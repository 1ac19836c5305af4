"""Equilibrium strategies: games as public trees with vectors of hands, solved by counterfactual regret minimisation.

`tree` says what a game is, `layout` makes arrays of it, `passes` walk over them, `cfr` learns and `response` proves.
`deal` is Mus for two after the cut, `mus_round` from the first word on with a round of mus (`draws`, `mus_training`,
`mus_answer`); `run` solves them, `solution` is their file, `judged` says how good one is. `asked` makes a policy of a
bot.
Needs numpy; imported where it is used.
"""

from ordago.solver.cfr import CFR, CFR_PLUS, DCFR, Discount, Training
from ordago.solver.layout import Layout, lay_out
from ordago.solver.lines import Menu
from ordago.solver.passes import Game, Payoffs, Policy, ZeroSum
from ordago.solver.plan import Plan, plan_of, shipped_plan
from ordago.solver.response import Exploited, best_value, exploited, value_of
from ordago.solver.solution import Solution, default_path, read
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
    "Menu",
    "Node",
    "Payoffs",
    "Plan",
    "Policy",
    "Solution",
    "Split",
    "Training",
    "ZeroSum",
    "best_value",
    "default_path",
    "exploited",
    "lay_out",
    "plan_of",
    "read",
    "shipped_plan",
    "value_of",
]
