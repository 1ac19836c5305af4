"""A deal between two with one round of mus (`mus_rounds_max = 1`): talk, throws, lances, and what a policy makes of it.

Two trees hold the policy. `talk` begins with the first word and goes on where somebody cuts. `after` is the lances once
both have drawn: there a player looks at his new hand alone, and has forgotten what he threw and how many cards the
other did. That is a limit of the policy, not of the game: whoever answers it (`ordago.solver.mus_answer`) forgets
nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ordago.core.settings import flat
from ordago.errors import RulesError
from ordago.mus.rules import Rules
from ordago.odds.pack import Counts
from ordago.solver.deal import Deal, Drawn, deal_for_two
from ordago.solver.draws import Draws
from ordago.solver.layout import Ends
from ordago.solver.lines import Menu
from ordago.solver.passes import Numbers, Payoffs, Policy, find_reach
from ordago.solver.tree import Decision, Node, Split
from ordago.solver.worth import Values, Worth

KNOWN = {"mus_rounds_max": 1, "mus_corrido": "off", "perete": "off", "mus_visto": "off", "discard_order": "mano_first"}
"""Settings under which a deal goes as it does here."""


Row = tuple[int, int]
"""A block of decisions, and a row of it."""


@dataclass(frozen=True)
class MusDeal:
    """The two trees, and what a round of mus does to the hands."""

    talk: Deal
    after: Deal
    draws: Draws

    def asked(self, player: int) -> Decision:
        """Where the player says mus or not."""
        node = self.talk.root
        assert isinstance(node, Decision)
        if player == 1:
            node = node.children[0]
            assert isinstance(node, Decision)
        return node

    def gives(self, talk: Policy, player: int) -> Values:
        """How likely each hand of the player gives mus, if it is asked."""
        number, row = self.talk.layout.place(self.asked(player))
        return np.asarray(talk[number][row, 0], np.float64)

    def cut_places(self, player: int) -> Iterator[tuple[Row, Row]]:
        """Every decision of the lances where the player has cut: its block and row in `talk`, and the same in `after`,
        whose tree is the same."""
        yield from _alike(self, self.asked(player).children[1], self.after.root)

    def pair_worths(self, after: Policy) -> Values:
        """What every two hands are worth to the mano after the draw, if both play so."""
        deal = self.after
        game = deal.game(np.float64)
        for player in (0, 1):
            find_reach(game, player, after)
        found = np.zeros_like(deal.weights)
        for ends in deal.layout.ends:
            mine, theirs = (game.reach[side][ends.sets[side]][ends.reach[side]] for side in (0, 1))
            hands = [deal.layout.hands[number] for number in ends.sets]
            worth = deal.value(ends.key, *hands) * (mine.T @ theirs) + (mine.T * ends.plus) @ theirs
            found[np.ix_(*hands)] += worth
        return found


def _alike(deal: MusDeal, node: Node, same: Node) -> Iterator[tuple[Row, Row]]:
    if isinstance(node, Split):
        assert isinstance(same, Split)
        for branch, one in zip(node.branches, same.branches, strict=True):
            yield from _alike(deal, branch.node, one.node)
    elif isinstance(node, Decision):
        assert isinstance(same, Decision)
        yield deal.talk.layout.place(node), deal.after.layout.place(same)
        for child, other in zip(node.children, same.children, strict=True):
            yield from _alike(deal, child, other)


def mus_deal(rules: Rules, menu: Menu, worth: Worth | None = None, stock: Counts | None = None) -> MusDeal:
    """The deal under these rules. Raises RulesError `solver-rules` for rules that the trees do not know."""
    verify_mus(rules)
    talk = deal_for_two(rules, menu, worth, stock, talk=True)
    after = deal_for_two(rules, menu, worth, stock)
    pack = after.count.pack
    least, most = rules.discard.discard_min, rules.discard.discard_max
    return MusDeal(talk, after, Draws(pack, pack.counts if stock is None else stock, least, most))


def verify_mus(rules: Rules) -> None:
    """Raise RulesError `solver-rules` where the talk would go otherwise."""
    found = flat(rules)
    for setting, wanted in KNOWN.items():
        if found[setting] != wanted:
            raise RulesError("solver-rules", setting=setting)


@dataclass(frozen=True)
class Play:
    """A policy for the whole deal: both trees, and for each player how likely each option of `Draws` is thrown."""

    talk: Policy
    throws: tuple[Values, Values]
    after: Policy


@dataclass(frozen=True)
class Link:
    """What one tree has to know of the other.

    `beliefs[player]` are those of the player about the other, by how many cards that one threw; `options[player]` what
    each option is worth, `joint` how likely every two hands are to come to the lances after a draw.
    """

    beliefs: tuple[Numbers, Numbers]
    options: tuple[Values, Values]
    joint: Values

    def worths(self, draws: Draws, throws: tuple[Values, Values]) -> tuple[Values, Values]:
        """What mus by both brings each hand of each player, as `Given` wants it."""
        mano, postre = (
            draws.dealt * draws.mean(options, one) for options, one in zip(self.options, throws, strict=True)
        )
        return mano, postre


def link(deal: MusDeal, play: Play, dtype: Any = np.float32) -> Link:
    """What follows from a policy."""
    gives = [deal.gives(play.talk, player) for player in (0, 1)]
    about = [deal.draws.beliefs(gives[player], play.throws[player], dtype) for player in (1, 0)]
    pairs = deal.pair_worths(play.after).astype(dtype)
    whole = [beliefs.sum(axis=0) for beliefs in about]
    options = (deal.draws.option_worths(pairs @ whole[0].T), deal.draws.option_worths(-pairs.T @ whole[1].T))
    joint = deal.draws.joint(gives[0], play.throws[0], whole[0])
    return Link((about[0], about[1]), options, joint)


class Given:
    """The payoffs of the talk: those of the lances, and what mus by both brings.

    `worths[player]` is that for each of the player's hands, times the chance that the hand is dealt and that the other
    gives mus.
    """

    def __init__(self, lances: Payoffs, worths: tuple[Numbers, Numbers]) -> None:
        self.lances = lances
        self.worths = worths

    def values(self, player: int, ends: Ends, reaches: Sequence[Numbers | None]) -> Numbers:
        """As `ordago.solver.passes.Payoffs` has it."""
        if isinstance(ends.key, Drawn):
            return np.asarray(self.worths[player])[None]
        found: Numbers = self.lances.values(player, ends, reaches)
        return found
