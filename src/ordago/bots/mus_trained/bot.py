"""The trained bots: a decision is a row of a solved table, found by the score, the words said and the hand's level."""

from functools import cache
from math import log
from typing import Any, NamedTuple

import numpy as np

from ordago.bots import mus_two
from ordago.bots.bot import Choice, Mixed, Reason
from ordago.bots.mus_odds import OddsBot
from ordago.bots.mus_odds.bot import cards_of
from ordago.bots.mus_odds.plan import applies, plan
from ordago.bots.mus_odds.sight import beside
from ordago.bots.mus_rule import discards
from ordago.bots.mus_rule.chances import Field, field
from ordago.bots.mus_rule.quality import kinds_of
from ordago.bots.mus_rule.reading import Heard, heard
from ordago.bots.mus_trained.hands import levels
from ordago.bots.mus_trained.memory import clues
from ordago.bots.mus_trained.reasons import reason
from ordago.bots.mus_trained.store import ROUNDS, Trained, need_class, starts, trained
from ordago.bots.mus_trained.tree import (
    BET_2,
    BET_5,
    NO_QUIERO,
    ORDAGO,
    PASS,
    QUIERO,
    STONES,
    WORDS,
)
from ordago.bots.mus_trained.walk import Spot, spot
from ordago.core.acts import Act, Option
from ordago.mus.acts import Cut, Discard, Envido, Mus, NoQuiero, Ordago, Pass, Quiero, Raise
from ordago.mus.betting import BettingRules, Lance
from ordago.mus.count import LANCES
from ordago.mus.hand import hands_for
from ordago.mus.view import View

LEAST_CHANCE = 0.01
"""Words that would be said more rarely are not said."""

RUBBISH = 0.4
"""With a hand that beats less than this share of those that may speak an órdago is not accepted, whatever the table
says, unless the rivals are then nearly there."""

NEARLY = 5
"""Stones to go with which a side is nearly there."""

POOREST_CUT = 0.4
"""With a hand that is better than less than this share of all hands nobody cuts, whatever the table says."""

MOST_SHIFT = 2.0
"""No seña moves a hand by more than this, as a logit."""

FARTHEST = 40
"""The most stones to go that the tables know."""


class Character(NamedTuple):
    """How a bot differs from what it holds best: `nerve` is added to the logit of its chances, and `talks` is how many
    times as often as usual it gives a seña.
    """

    nerve: float = 0.0
    talks: float = 1.0


CHARACTERS = {"": Character(), "bold": Character(0.4), "careful": Character(-0.4), "talkative": Character(0.0, 4.0)}
"""By name, as in `maestro:bold`."""


class TrainedBot(OddsBot):
    """Plays after the file of its name; as the odds bot where that does not fit the table."""

    signs = 1.0
    """How many times as often as the odds bot it gives a seña."""

    def __init__(self, character: str = "") -> None:
        super().__init__()
        self.trained: Trained = trained(self.name)
        self.character = CHARACTERS[character]
        self.name = f"{self.name}:{character}" if character else self.name

    def word(self, view: View) -> Mixed:
        """A word of a lance, by the solution for the score that is nearest."""
        lance = view.lance
        assert lance is not None, "a word needs a lance"
        if not fits(view):
            return super().word(view)
        at = spot(view, lance)
        if at.turn < 0:
            return super().word(view)
        found: Heard = heard(view)
        seen = self._seen(view, lance, found)
        level = self._level(view, lance, found, seen)
        size = levels().sizes[at.tree.lance]
        first = starts()[at.game] + (at.turn * size + level) * WORDS
        row = self.trained.words[self._zone(view)][first : first + WORDS]
        return self._said(view, lance, at, row, seen, found)

    def _seen(self, view: View, lance: Lance, found: Heard) -> Field:
        worth = hands_for(view.rules.hand).worth(view.hand)
        return field(view, lance, worth, found, True, beside(kinds_of(view.hand, view.rules.hand)))

    def _zone(self, view: View) -> int:
        """The place of the solution whose stones to go are nearest."""
        side = view.side_of[view.order[0]]
        places = []
        for need in (needed(view, side), needed(view, 1 - side)):
            places.append(min(range(len(self.trained.grid)), key=lambda at: abs(log(self.trained.grid[at] / need))))
        return places[0] * len(self.trained.grid) + places[1]

    def _level(self, view: View, lance: Lance, found: Heard, seen: Field) -> int:
        """The level that one's hand is played like."""
        at = LANCES.index(lance.name)
        level = int(levels().of[at, hand_of(view)])
        if not self.trained.odds.size:
            most = levels().sizes[at] - 1
            return max(0, min(most, level + round(self.character.nerve * most / 4)))
        shift = self.character.nerve + sum(
            float(self.trained.told[at, clue, value]) for clue, value in enumerate(clues(view))
        )
        if any(chair != view.seat for chair in found.senas):
            blind = Heard({}, found.thrown, found.cutter, found.wanted_mus)
            without = self._seen(view, lance, blind)
            signed = _logit(seen.win()) - _logit(without.win())
            shift += max(-MOST_SHIFT, min(MOST_SHIFT, signed))
        speakers = sum(1 << view.order.index(chair) for chair in lance.eligible)
        curve = self.trained.odds[at, speakers, view.order.index(view.seat), : levels().sizes[at]].astype(np.float64)
        return int(np.abs(curve - (curve[level] + shift)).argmin())

    def _said(self, view: View, lance: Lance, at: Spot, row: Any, seen: Field, found: Heard) -> Mixed:
        """The words of the row as acts, with their weights and reasons."""
        win = seen.win()
        rubbish = lance.ordago and self._is_rubbish(view, lance, at.tree.lance)
        mixed: Mixed = []
        for word, part in zip(at.tree.words[at.turn], row, strict=False):
            act = act_of(view, word)
            weight = float(part) / 255
            if isinstance(act, Quiero) and rubbish:
                weight = 0.0
            if act is not None and weight >= LEAST_CHANCE:
                mixed.append((weight, Choice(act, reason(view, lance, act, win, seen, found))))
        if not mixed:
            act = NoQuiero(view.seat) if lance.bettor else Pass(view.seat)
            mixed = [(1.0, Choice(act, reason(view, lance, act, win, seen, found)))]
        return mixed

    def _is_rubbish(self, view: View, lance: Lance, place: int) -> bool:
        """Whether an órdago should not be accepted with this hand."""
        below = levels().chances[place][: levels().of[place, hand_of(view)]].sum()
        left = needed(view, 1 - view.side_of[view.seat]) - max(lance.agreed, view.rules.count.deje_first)
        return bool(below < RUBBISH) and left > NEARLY

    def sign(self, view: View, option: Option) -> tuple[float, Mixed]:
        """Señas as often as it and its character have it."""
        often, sena = super().sign(view, option)
        return min(1.0, often * self.signs * self.character.talks), sena

    def throw(self, view: View, option: Option) -> Mixed:
        """The cards to throw, by the trained table."""
        if not fits(view) or not self.trained.throws.size:
            return super().throw(view, option)
        hand, position = hand_of(view), view.order.index(view.seat)
        row = self.trained.throws[_class_of(view), position, hand]
        worth = hands_for(view.rules.hand).worth(view.hand)
        mixed: Mixed = []
        for (thrown, _), part in zip(plan().choices[hand], row, strict=False):
            if float(part) / 255 >= LEAST_CHANCE and option.least <= sum(thrown) <= option.most:
                act = Discard(view.seat, cards_of(option.cards, thrown))
                why = discards.reason(act, option.cards, worth, view.rules.hand)
                mixed.append((float(part), Choice(act, why)))
        return mixed or super().throw(view, option)

    def talk(self, view: View) -> Mixed:
        """Cut or mus, by the trained table."""
        kinds = {option.kind for option in view.legal}
        if kinds != {"M", "X"} or view.choosing or view.corrido or not fits(view) or not self.trained.cuts.size:
            return super().talk(view)
        hand, position, seat = hand_of(view), view.order.index(view.seat), view.seat
        cuts = float(self.trained.cuts[_class_of(view), min(view.rounds, ROUNDS - 1), position, hand]) / 255
        ranking = float(plan().ranking[hand, position])
        if ranking < POOREST_CUT:
            cuts = 0.0
        params = {"better": round(100 * ranking), "rounds": view.rounds}
        asked = position >= 2  # nobody has cut, so the partner wanted cards
        words: list[tuple[float, Act, str]] = [
            (cuts, Cut(seat), "cut-good" if params["better"] >= 50 else "cut-theirs"),
            (1.0 - cuts, Mus(seat), "mus-partner" if asked and params["better"] >= 60 else "mus-weak"),
        ]
        return [(weight, Choice(act, Reason(code, params))) for weight, act, code in words if weight >= LEAST_CHANCE]


class LanceBot(TrainedBot):
    """Every lance by its own equilibrium, as if it were alone and hands independent; talks and throws as `odds`."""

    name = "lance"


class MaestroBot(TrainedBot):
    """Every lance by a solution for the score, with its own talk; remembers who cut, threw, bet and signed what.

    Between two it plays as `duo`, by the solution of the whole deal, wherever that fits.
    """

    name = "maestro"
    signs = 0.25  # rivals read them as well, and it loses more by that than its partner gains

    def mixed(self, view: View) -> Mixed:
        """The decision before the dice."""
        if mus_two.fits(view.rules):
            return _duo().mixed(view)
        return super().mixed(view)


@cache
def _duo() -> mus_two.Duo:
    """One for all: it keeps nothing between decisions, and reads its solutions when it is made."""
    return mus_two.Duo()


def fits(view: View) -> bool:
    """Whether the tables fit: four in pairs, usual hands, count and betting, a juego of up to forty."""
    betting, plain = view.rules.betting, BettingRules()
    usual = all(
        getattr(betting, name) == getattr(plain, name)
        for name in ("min_open", "min_raise", "raise_style", "open_order", "response")
    )
    return usual and applies(view.rules) and view.rules.match.target <= FARTHEST


def needed(view: View, side: int) -> int:
    """The stones that a side still needs."""
    return max(1, view.rules.match.target - view.score[side])


def hand_of(view: View) -> int:
    """The row of one's hand."""
    pack = levels().pack
    return pack.index_of(pack.take(view.hand))


def act_of(view: View, word: int) -> Act | None:
    """The act for a word of the tree; None where the table has no room for it."""
    seat = view.seat
    options = {option.kind: option for option in view.legal}
    if word in (BET_2, BET_5):
        bet = options.get("E")
        return None if bet is None else Envido(seat, max(bet.least, min(STONES[word], bet.most)))
    if word == PASS:
        return Pass(seat)
    if word == NO_QUIERO:
        return NoQuiero(seat)
    if word == QUIERO:
        return Quiero(seat) if "Q" in options else None
    if word == ORDAGO:
        return Ordago(seat) if "O" in options else None
    more = options.get("+")
    return None if more is None else Raise(seat, max(more.least, min(STONES[word], more.most)))


def _class_of(view: View) -> int:
    side = view.side_of[view.seat]
    return need_class(needed(view, side), needed(view, 1 - side))


def _logit(chance: float) -> float:
    inside = min(max(chance, 0.005), 0.995)
    return log(inside / (1.0 - inside))
