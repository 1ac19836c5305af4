"""What a lance is worth to either side besides its bets, and what the other lances of the deal are likely to bring."""

import msgspec

from ordago.bots.mus_rule.chances import Eyes, field
from ordago.bots.mus_rule.juego import Juego
from ordago.bots.mus_rule.reading import Heard
from ordago.bots.mus_rule.temper import Temper
from ordago.mus.betting import Lance
from ordago.mus.count import CountRules, hand_bonus
from ordago.mus.hand import Worth
from ordago.mus.view import View

PARES_SHARES = (0.846, 0.086, 0.068)
"""Of hands with pares: par, medias, duples (§9.1)."""

SHARE_OF_31 = 0.343
"""Of hands with juego those with 31 (§9.1)."""

HOLDS_PARES, HOLDS_JUEGO = 0.57, 0.27
"""How often a player has them (§9.1)."""

NOBODY_HAS_JUEGO = 0.33
"""How often the lance is punto, seen by a player without juego (§9.2)."""


class Stakes(msgspec.Struct, frozen=True):
    """Stones of a lance: of a pass all round, and the bonus that either side takes by winning (§5.2)."""

    paso: int
    mine: float
    theirs: float


def stakes(view: View, lance: Lance, worth: Worth) -> Stakes:
    """The stakes of a lance in which the holders are known."""
    rules = view.rules.count
    name = lance.name
    paso = getattr(rules.paso_value, name)
    if name in ("grande", "chica"):
        return Stakes(paso, 0.0, 0.0)
    if name == "punto":
        return Stakes(paso, rules.punto_bonus, rules.punto_bonus)
    each = average_bonus(name, rules)
    mine = view.side_of[view.seat]
    partners = sum(view.side_of[chair] == mine and chair != view.seat for chair in lance.eligible)
    rivals = sum(view.side_of[chair] != mine for chair in lance.eligible)
    return Stakes(paso, hand_bonus(name, worth, rules) + each * partners, each * rivals)


def average_bonus(lance: str, rules: CountRules) -> float:
    """The stones that a holder's hand is worth on average."""
    if lance == "pares":
        return sum(share * value for share, value in zip(PARES_SHARES, rules.pares_value, strict=True))
    return SHARE_OF_31 * rules.juego_value.best + (1.0 - SHARE_OF_31) * rules.juego_value.other


def juego_of(view: View, worth: Worth, found: Heard, rival_chair: int, eyes: Eyes, temper: Temper) -> Juego:
    """The juego as it stands for the view's seat, with what the lances besides the present one may bring.

    `rival_chair` is the rival whose stones count, 0 for the one who leads.
    """
    mine = view.side_of[view.seat]
    needs = tuple(view.rules.match.target - stones for stones in view.score)
    others = [side for side in range(len(needs)) if side != mine]
    rival = view.side_of[rival_chair] if rival_chair else min(others, key=lambda side: needs[side])
    waiting = [0.0] * len(needs)
    for lance, known in _other_lances(view):
        won, lost, chance = _expected(view, lance, known, worth, found, eyes)
        waiting[mine] += chance * won
        for side in others:
            waiting[side] += (1.0 - chance) * lost / len(others)
    return Juego(needs, mine, rival, tuple(waiting), temper.steepness)


def _other_lances(view: View) -> list[tuple[Lance, bool]]:
    """The closed lances, and those still to come; whether it is known who holds what they need."""
    present = view.lance.name if view.lance else ""
    found = [(lance, True) for lance in view.closed]
    names = {"grande": ("chica", "pares", "juego"), "chica": ("pares", "juego"), "pares": ("juego",)}
    return found + [(Lance(name, view.order), False) for name in names.get(present, ())]


def _expected(
    view: View, lance: Lance, known: bool, worth: Worth, found: Heard, eyes: Eyes
) -> tuple[float, float, float]:
    """What one's side wins or the others win in a lance, and the chance to win it."""
    rules = view.rules.count
    if not known:
        seen = field(view, lance, worth, found, False, eyes)
        if lance.name == "chica":
            return rules.paso_value.chica, rules.paso_value.chica, seen.win()
        each = average_bonus(lance.name, rules) * (HOLDS_PARES if lance.name == "pares" else HOLDS_JUEGO)
        won = hand_bonus(lance.name, worth, rules) + each * len(seen.partners)
        return won, each * len(seen.rivals), seen.win()
    outcome = lance.outcome
    if outcome is None or outcome.kind == "none":
        return 0.0, 0.0, 0.0
    worths = stakes(view, lance, worth)
    mine = view.side_of[view.seat]
    if outcome.kind in ("refused", "uncontested"):
        return worths.mine, worths.theirs, float(outcome.side == mine)
    stake = worths.paso if outcome.kind == "paso" else outcome.stones
    if not any(view.side_of[chair] == mine for chair in outcome.chairs):
        return 0.0, stake + worths.theirs, 0.0
    return stake + worths.mine, stake + worths.theirs, field(view, lance, worth, found, True, eyes).win()
