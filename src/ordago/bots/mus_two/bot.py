"""The decisions of the bot of two seats: the mus by what hands may expect, the lances by the solution where it holds.

The solution knows hands as they are dealt and some scores. After a mus hands are better than it supposes, and far from
its scores stones count otherwise; there the words are those of `rule`.
"""

from itertools import combinations

import numpy as np

from ordago.bots.bot import Choice, Mixed, Reason
from ordago.bots.mus_rule import discards
from ordago.bots.mus_rule.bot import RuleBot
from ordago.bots.mus_two.answer import stones_of_answers
from ordago.bots.mus_two.book import MANO, Book, book, draws_fit, fits
from ordago.bots.mus_two.line import Place, place
from ordago.core.acts import Act, Option
from ordago.mus.acts import Cut, Discard, Envido, Mus, NoQuiero, Ordago, Pass, Quiero
from ordago.mus.hand import hands_for
from ordago.mus.view import View
from ordago.solver.solution import Stored

RARE = 0.004
"""Words less likely than this are not said: the file rounds to 1/255."""

SPREAD = 0.02
"""How many stones a discard may be worse and still be chosen now and then."""

STRONG, EVEN, FAIR = 0.6, 0.5, 0.42
"""Chances to have the best hand; they name the reasons."""


class Duo(RuleBot):
    """For two seats, with hands and stones as usual; elsewhere it plays as `rule`."""

    name = "duo"

    def __init__(self) -> None:
        super().__init__()
        book()  # read now, not at the first decision: that takes a second

    def talk(self, view: View) -> Mixed:
        """Cut where the hand as it is may expect more than after a discard of both."""
        kinds = {option.kind for option in view.legal}
        if not draws_fit(view.rules) or "M" not in kinds or "perete" in kinds:
            return super().talk(view)
        known, player = book(), view.order.index(view.seat)
        hand = _hand(view, known)
        stand = known.stand(player)
        keeps = known.keeps(player)
        drawn = max(keeps[keep] for keep in _kept(view, known).values()) - known.gain(1 - player)
        better = round(100 * float(known.deal.weights.sum(axis=1)[stand < stand[hand]].sum()))
        params = {"better": better, "rounds": view.rounds}
        if stand[hand] >= drawn:
            return [(1.0, Choice(Cut(view.seat), Reason("cut-good" if better > 50 else "cut-theirs", params)))]
        return [(1.0, Choice(Mus(view.seat), Reason("mus-weak", params)))]

    def throw(self, view: View, option: Option) -> Mixed:
        """The cards that leave the best hands after the draw."""
        if not draws_fit(view.rules):
            return super().throw(view, option)
        known, player = book(), view.order.index(view.seat)
        keeps = known.keeps(player)
        worth = hands_for(view.rules.hand).worth(view.hand)
        found: dict[tuple[int, ...], tuple[float, Discard]] = {}
        for number in range(option.least, min(option.most, len(option.cards)) + 1):
            for thrown in combinations(option.cards, number):
                kept = [card for card in option.cards if card not in thrown]
                keep = tuple(known.pack.take(kept).tolist())
                value = known.stand(player)[_hand(view, known)] if number == 0 else keeps[keep]
                found.setdefault(keep, (value, Discard(view.seat, thrown)))
        best = max(value for value, _ in found.values())
        mixed: Mixed = []
        for value, act in found.values():
            weight = float(np.exp((value - best) / SPREAD))
            if weight > 0.05:
                why = discards.reason(act, option.cards, worth, view.rules.hand)
                mixed.append((weight, Choice(act, why)))
        return mixed

    def word(self, view: View) -> Mixed:
        """A word of a lance: the solution's for hands as they were dealt, near a score that was solved."""
        if not fits(view.rules) or view.rounds:
            return super().word(view)
        known = book()
        mano, postre = (view.score[view.side_of[chair]] for chair in view.order)
        solved = known.nearest((mano, postre))
        if solved is None:
            return super().word(view)
        policy = known.policy(solved)
        where, hand = place(view, known, policy), _hand(view, known)
        words = _solved(view, known, policy, where, hand) if where.exact else _answers(view, known, where, hand)
        lance = view.lance
        assert lance is not None
        chance = _chance(known, where, hand, lance.name)
        return [(weight, Choice(act, _reason(act, view, chance))) for act, weight in words.items() if weight > RARE]


def _hand(view: View, known: Book) -> int:
    return known.pack.index_of(known.pack.take(view.hand))


def _kept(view: View, known: Book) -> dict[tuple[int, ...], tuple[int, ...]]:
    """What may be kept, by cards: the kinds of it."""
    least, most = view.rules.discard.discard_min, view.rules.discard.discard_max
    found = {}
    for number in range(max(least, 1), most + 1):
        for kept in combinations(view.hand, 4 - number):
            found[kept] = tuple(known.pack.take(kept).tolist())
    return found


def _solved(view: View, known: Book, policy: Stored, where: Place, hand: int) -> dict[Act, float]:
    """What the solution says, as far as the rules allow it."""
    number, row = known.layout.place(where.node)
    at = int(np.searchsorted(known.layout.hands[known.layout.choices[number].hands], hand))
    seat = view.seat
    acts: dict[str, Act] = {
        "P": Pass(seat), "E2": Envido(seat, 2), "O": Ordago(seat), "Q": Quiero(seat), "N": NoQuiero(seat),
    }  # fmt: skip
    found: dict[Act, float] = {}
    for word, chance in zip(where.node.acts, policy.at(number, row)[:, at].tolist(), strict=True):
        act = acts[word]
        if not _allowed(act, view):
            act = Pass(seat)
        found[act] = found.get(act, 0.0) + chance
    return found


def _allowed(act: Act, view: View) -> bool:
    if not isinstance(act, Envido):
        return True
    return any(option.kind == "E" and option.least <= act.stones <= option.most for option in view.legal)


def _answers(view: View, known: Book, where: Place, hand: int) -> dict[Act, float]:
    """A bet that the tree does not have: yes where it brings more stones than no."""
    yes, no = stones_of_answers(view, known, where, hand)
    act = Quiero(view.seat) if yes >= no else NoQuiero(view.seat)
    return {act: 1.0}


def _chance(known: Book, where: Place, hand: int, lance: str) -> float:
    """The chance to have the better hand, by what the rival said."""
    weights = known.deal.weights[hand] * where.rival
    wins = known.count.wins(lance)
    won = wins[hand] > 0 if where.player == MANO else wins[:, hand] < 0
    return float(weights @ won / weights.sum())


def _reason(act: Act, view: View, chance: float) -> Reason:
    lance = view.lance
    assert lance is not None
    if isinstance(act, Pass):
        code = "pass-wait" if chance >= EVEN else "pass-weak"
    elif isinstance(act, Envido):
        code = "bet-strong" if chance >= STRONG else "bet-fair" if chance >= FAIR else "bet-bluff"
    elif isinstance(act, Ordago):
        code = "ordago-strong" if chance >= FAIR else "ordago-bluff"
    elif isinstance(act, Quiero):
        code = ("accept-ordago" if lance.ordago else "accept") + ("" if chance >= EVEN else "-need")
    else:
        code = "refuse-ordago" if lance.ordago else "refuse"
    stones = act.stones if isinstance(act, Envido) else lance.table
    return Reason(code, {"lance": lance.name, "chance": round(100 * chance), "stones": stones})
