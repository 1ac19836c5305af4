"""Mus or no mus: a hand good enough for the seat cuts, and mus tires (§2)."""

from math import exp

from ordago.bots.bot import Choice, Mixed, Reason
from ordago.bots.mus_rule.quality import kinds_of, quality_for
from ordago.bots.mus_rule.reading import Heard, heard
from ordago.core.acts import Act
from ordago.mus.acts import Cut, Mus, Perete
from ordago.mus.view import View

FIRST_CUT = 0.82
"""A hand that beats this share of all hands, as a whole, is cut on at the first word of a talk."""

TIRED = 0.9
"""What every round of mus makes of it."""

SOFTNESS = 0.03
"""How sharp the line is."""

GOOD_SENAS = frozenset({"three_kings", "four_kings", "three_aces", "four_aces", "medias", "duples", "t31", "solomillo"})
CLOSE = 4
"""With so many stones to go, for whichever side, grande alone may end the juego."""


def decide(view: View) -> Mixed:
    """Cut or mus, with weights; a perete is shown wherever it may be."""
    kinds = [option.kind for option in view.legal]
    seat = view.seat
    if "perete" in kinds:
        return [(1.0, Choice(Perete(seat), Reason("perete")))]
    quality, line = _standing(view)
    params = {"better": round(100 * quality), "rounds": view.rounds}
    if "M" not in kinds:
        return [(1.0, Choice(Cut(seat), Reason("cut-only")))]
    cuts = 1.0 / (1.0 + exp((line - quality) / SOFTNESS))
    tired = line <= quality < FIRST_CUT and view.rounds > 0
    words: list[tuple[float, Act, str]] = [
        (cuts, Cut(seat), "cut-tired" if tired else "cut-good"),
        (1.0 - cuts, Mus(seat), "mus-partner" if _partner_wants_mus(view) and quality > 0.7 else "mus-weak"),
    ]
    return [(weight, Choice(act, Reason(code, params))) for weight, act, code in words if weight > 0.01]


def _standing(view: View) -> tuple[float, float]:
    """The share of hands that are worth less than this one, and the share from which on this seat cuts."""
    found: Heard = heard(view)
    side = view.side_of[view.seat]
    partners = sum(other == side for other in view.side_of[1:]) - 1
    rivals = view.players - 1 - partners
    mano = view.mano == view.seat
    table = quality_for(view.rules.hand, view.rules.count, mano or view.corrido, rivals, partners)
    hand = kinds_of(view.hand, view.rules.hand)
    quality = table.ranking[hand]
    if view.rules.match.target - max(view.score) <= CLOSE:
        quality = (quality + table.grande[hand]) / 2
    line = FIRST_CUT * TIRED**view.rounds
    if view.choosing:
        line -= 0.25
    if mano:
        line -= 0.04
    if view.order[-1] == view.seat:
        line += 0.02
    for chair in _spoken(view):
        line += 0.03 if view.side_of[chair] == side else -0.02
    for chair, codes in found.senas.items():
        if chair == view.seat:
            continue
        helps = 0.1 if codes & GOOD_SENAS else 0.0
        line += -helps if view.side_of[chair] == side else helps
        if "cut" in codes and view.side_of[chair] == side:
            line -= 0.4
    return quality, line


def _spoken(view: View) -> list[int]:
    """The chairs that said mus in this talk."""
    return sorted(heard(view).wanted_mus - {view.seat})


def _partner_wants_mus(view: View) -> bool:
    return any(view.side_of[chair] == view.side_of[view.seat] for chair in _spoken(view))
