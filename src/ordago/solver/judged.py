"""How good a solution is, as it was read: in its own game, from another score, or with a round of mus."""

from ordago.mus.rules import rules
from ordago.solver.mus_answer import answered
from ordago.solver.mus_by_value import play_by_value
from ordago.solver.mus_course import play_of
from ordago.solver.plan import Plan, plan_of
from ordago.solver.response import Exploited, exploited
from ordago.solver.solution import Solution


def judged(solution: Solution, score: tuple[int, int] | None = None, mus: bool = False) -> tuple[Plan, int, Exploited]:
    """The game in which it is judged, how many decisions that has, and what a rival who knows the solution wins.

    With `mus` one of the lances alone talks and throws by what its hands may expect. Raises as `Plan.deal` does.
    """
    own = solution.plan
    if not (own.mus or mus):
        plan = plan_of(own.rules, own.menu, score) if score else own
        deal = plan.deal()
        return plan, deal.layout.decisions, exploited(deal.game(), solution.policy(deal.layout))
    with_mus = rules(own.preset, **{**own.changes, "mus_rounds_max": 1})
    plan = plan_of(with_mus, own.menu, score or own.score, mus=True)
    whole = plan.mus_deal()
    play = play_of(solution, whole) if own.mus else play_by_value(whole, solution)
    decisions = whole.talk.layout.decisions + whole.after.layout.decisions + 2 * len(whole.draws.dealt)
    return plan, decisions, answered(whole, play)
