"""What to throw: the cards without which the hand should come out best after the draw, and never the kings."""

from itertools import combinations
from math import exp

from ordago.bots.bot import Choice, Mixed, Reason
from ordago.bots.mus_rule.quality import kinds_of, quality_for
from ordago.core.acts import Option
from ordago.mus.acts import Discard
from ordago.mus.hand import HandRules, Worth, hands_for
from ordago.mus.view import View

KING_PRICE = 3.0
"""Stones that a thrown king costs, whatever might be drawn for it; a hand of three aces may do without it."""

SPREAD = 0.06
"""How many stones a discard may be worse and still be chosen now and then."""

KING, AS = 12, 1


def decide(view: View, option: Option) -> Mixed:
    """The discards worth considering with their weights."""
    side = view.side_of[view.seat]
    partners = sum(other == side for other in view.side_of[1:]) - 1
    rules = view.rules.hand
    rivals = view.players - 1 - partners
    table = quality_for(rules, view.rules.count, view.mano == view.seat, rivals, partners)
    effective = hands_for(rules).effective
    king_price = 0.0 if sum(effective[card] == AS for card in option.cards) >= 3 else KING_PRICE
    found: dict[tuple[int, ...], tuple[float, Discard]] = {}
    for number in range(option.least, min(option.most, len(option.cards)) + 1):
        for places in combinations(range(len(option.cards)), number):
            thrown = tuple(option.cards[at] for at in places)
            kept = tuple(card for at, card in enumerate(option.cards) if at not in places)
            keep = kinds_of(kept, rules)
            value = table.kept[keep] - king_price * sum(effective[card] == KING for card in thrown)
            found.setdefault(keep, (value, Discard(view.seat, thrown)))
    worth = hands_for(rules).worth(view.hand)
    best = max(value for value, _ in found.values())
    mixed: Mixed = []
    for value, act in found.values():
        weight = exp((value - best) / SPREAD)
        if weight > 0.05:
            mixed.append((weight, Choice(act, reason(act, option.cards, worth, rules))))
    return mixed


def reason(act: Discard, held: tuple[int, ...], worth: Worth, rules: HandRules) -> Reason:
    """What was kept and why, of these cards held."""
    effective = hands_for(rules).effective
    kept = [effective[card] for card in held]
    for card in act.cards:
        kept.remove(effective[card])
    params = {"kept": len(kept), "thrown": len(act.cards)}
    if not kept:
        return Reason("throw-all", params)
    if not act.cards:
        return Reason("throw-none", params)
    if any(kept.count(number) >= 2 for number in worth.paired):
        return Reason("keep-pares", params)
    if KING in kept:
        return Reason("keep-kings", params)
    if set(kept) == {AS}:
        return Reason("keep-aces", params)
    return Reason("keep-best", params)
