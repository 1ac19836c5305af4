"""The rule bot of Mus: percentiles of hands, position, the score and what was heard; no search, no training."""

from ordago.bots.mus_rule.bot import RuleBot

__all__ = ["RuleBot"]
