"""The odds bot: the rule bot's words of a lance weighed with exact chances; its own talk and discards."""

from collections import Counter
from math import exp

from ordago.bots.bot import Choice, Mixed, Reason
from ordago.bots.mus_odds.plan import applies, plan
from ordago.bots.mus_odds.sight import beside
from ordago.bots.mus_rule import RuleBot, betting, discards, talk
from ordago.bots.mus_rule.quality import kinds_of
from ordago.bots.mus_rule.temper import Temper
from ordago.core.acts import Option
from ordago.mus.acts import Cut, Discard, Mus
from ordago.mus.hand import hands_for
from ordago.mus.view import View
from ordago.odds import table

SOFTNESS = 0.25
"""Stones: how sharp the line between cutting and mus is."""

SPREAD = 0.06
"""How many stones a discard may be worse and still be chosen now and then."""

FOR_NOTHING = 0.5
"""Stones that cutting must bring more, where the partner wanted cards."""


class OddsBot(RuleBot):
    """Bets by exact chances; throws and cuts by the exact draw, where four play in pairs with the usual hands."""

    name = "odds"
    temper = Temper(steepness=0.6, ordago_needs=0.55, lost=0.45, last_stones=6.0, bluffs=0.1)

    def __init__(self) -> None:
        plan()

    def word(self, view: View) -> Mixed:
        """A word of a lance."""
        worth = hands_for(view.rules.hand).worth(view.hand)
        return betting.decide(view, worth, beside(kinds_of(view.hand, view.rules.hand)), self.temper)

    def throw(self, view: View, option: Option) -> Mixed:
        """The cards without which the hand should net most after the exact draw."""
        if not applies(view.rules):
            return discards.decide(view, option)
        pack, at = table().pack, view.order.index(view.seat)
        hand = pack.index_of(pack.take(view.hand))
        worth = hands_for(view.rules.hand).worth(view.hand)
        found = [
            (values[at], thrown)
            for thrown, values in plan().choices[hand]
            if option.least <= sum(thrown) <= option.most and fits(option.cards, thrown)
        ]
        best = max(value for value, _ in found)
        mixed: Mixed = []
        for value, thrown in found:
            weight = exp((value - best) / SPREAD)
            if weight > 0.05:
                act = Discard(view.seat, cards_of(option.cards, thrown))
                mixed.append((weight, Choice(act, discards.reason(act, option.cards, worth, view.rules.hand))))
        return mixed

    def talk(self, view: View) -> Mixed:
        """Cut where the hand as it is nets more than the best discards of all would leave."""
        kinds = {option.kind for option in view.legal}
        if kinds != {"M", "X"} or view.choosing or view.corrido or not applies(view.rules):
            return talk.decide(view)
        pack, at, seat = table().pack, view.order.index(view.seat), view.seat
        hand = pack.index_of(pack.take(view.hand))
        found = plan()
        over = float(found.stand[hand, at] - found.best[hand, at]) + found.gain
        partner_asked = any(
            view.side_of[chair] == view.side_of[seat] and isinstance(act, Mus)
            for act in view.acts[-view.players :]
            for chair in (act.seat,)
        )
        cuts = 1.0 / (1.0 + exp(-(over - FOR_NOTHING * partner_asked) / SOFTNESS))
        params = {"better": round(100 * float(found.ranking[hand, at])), "rounds": view.rounds}
        weak = "mus-partner" if partner_asked and over > 0 else "mus-weak"
        return [
            (cuts, Choice(Cut(seat), Reason("cut-good", params))),
            (1.0 - cuts, Choice(Mus(seat), Reason(weak, params))),
        ]


def fits(cards: tuple[int, ...], thrown: tuple[int, ...]) -> bool:
    """Whether these cards hold so many of each kind."""
    held = Counter(table().pack.kind_of[card] for card in cards)
    return all(held[kind] >= count for kind, count in enumerate(thrown))


def cards_of(cards: tuple[int, ...], thrown: tuple[int, ...]) -> tuple[int, ...]:
    """So many cards of each kind out of these."""
    left = list(thrown)
    found = []
    for card in cards:
        kind = table().pack.kind_of[card]
        if left[kind]:
            left[kind] -= 1
            found.append(card)
    return tuple(found)
