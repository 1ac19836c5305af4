"""What to say in a lance: every word is weighed by the chance to win the juego that it leaves.

A bet is answered by the rivals as by sensible players: they go along with the better part of their hands, the smaller
the more there is to lose. Words that are worth nearly the same are mixed, so that a bet does not tell the hand.
"""

from math import exp

import msgspec

from ordago.bots.bot import Choice, Mixed, Reason
from ordago.bots.mus_rule.chances import USUAL as USUAL_EYES
from ordago.bots.mus_rule.chances import Eyes, Field, field
from ordago.bots.mus_rule.juego import Juego
from ordago.bots.mus_rule.reading import Heard, heard
from ordago.bots.mus_rule.stakes import Stakes, juego_of, stakes
from ordago.bots.mus_rule.temper import USUAL, Temper
from ordago.core.acts import Act, Option
from ordago.mus.acts import Envido, NoQuiero, Ordago, Pass, Quiero, Raise
from ordago.mus.betting import Lance
from ordago.mus.hand import Worth
from ordago.mus.view import View

SIZES = (2, 3, 5)
"""Stones of bets and raises, as far as the rules allow them."""

SPREAD = 0.005
"""How much chance a word may cost and still be said now and then: about a fifth of a stone early in a juego."""

LEAST_WEIGHT = 0.03
"""Words that would be said more rarely than this, next to the best one, are not said."""

ORDAGO_IS_MET_ABOVE = 0.92
"""The share of hands with which rivals do not accept an órdago."""

LEAST_HOPE = 0.15
"""The least chance to win an accepted órdago where all seems lost."""

PARTNER_ANSWERS = 0.72
"""Who refuses before the partner has answered counts on the partner's best hands only."""

STRONG, EVEN, FAIR, POOR = 0.6, 0.5, 0.42, 0.3
"""Chances to have the best hand; they name the reasons, and below `FAIR` a raise or a bet is a bluff."""


class Spot(msgspec.Struct, frozen=True, eq=False):
    """The turn in a lance: all that a word is weighed by. `win` is the chance that one's side has the best hand."""

    view: View
    lance: Lance
    seen: Field
    stakes: Stakes
    juego: Juego
    win: float
    temper: Temper


NEVER = -1.0
"""Worth of a word that is not said, whatever it might bring."""

Word = tuple[float, Act, str]
"""What a word is worth as a chance to win the juego, the act, and the code of its reason."""


def decide(view: View, worth: Worth, eyes: Eyes = USUAL_EYES, temper: Temper = USUAL) -> Mixed:
    """The words of this turn with their weights; `eyes` see what others may hold."""
    lance = view.lance
    assert lance is not None, "a word needs a lance"
    found: Heard = heard(view)
    seen = field(view, lance, worth, found, True, eyes)
    spot = Spot(
        view=view,
        lance=lance,
        seen=seen,
        stakes=stakes(view, lance, worth),
        juego=juego_of(view, worth, found, lance.bettor, eyes, temper),
        win=seen.win(),
        temper=temper,
    )
    words: list[Word] = []
    for option in view.legal:
        words += _words(spot, option)
    return _mixed(spot, words)


def _words(spot: Spot, option: Option) -> list[Word]:
    seat = spot.view.seat
    match option.kind:
        case "P":
            return [(_pass(spot), Pass(seat), "pass-weak" if spot.win < FAIR else "pass-wait")]
        case "E":
            return [_bet(spot, Envido(seat, stones), stones) for stones in _sizes(option)]
        case "+":
            if spot.lance.table >= max(spot.juego.needs):
                return []  # it decides the juego already
            return [_bet(spot, Raise(seat, stones), _stake_after(spot, stones)) for stones in _sizes(option)]
        case "O":
            return [_ordago(spot)]
        case "Q":
            return [_accept(spot)]
        case "N":
            return [_refuse(spot)]
    return []


def _sizes(option: Option) -> list[int]:
    """The stones to choose from; a doubling raise has 0."""
    return [stones for stones in SIZES if option.least <= stones <= option.most] or [option.least]


def _stake_after(spot: Spot, stones: int) -> int:
    return spot.lance.table + stones if stones else 2 * spot.lance.table


def _pass(spot: Spot) -> float:
    """Nobody bets after all, or a small bet comes: about the same as one stone."""
    lance = spot.lance
    last = lance.eligible[-1] == spot.view.seat
    stones = spot.stakes.paso if last else max(spot.stakes.paso, 1)
    bonus = spot.lance.name in ("pares", "juego")
    won = spot.juego.chance(won=stones + (spot.stakes.mine if bonus else 0.0))
    lost = spot.juego.chance(lost=stones + (spot.stakes.theirs if bonus else 0.0))
    return spot.win * won + (1.0 - spot.win) * lost


def _accepted(spot: Spot, stake: float, win: float) -> float:
    """An accepted stake."""
    bonus = spot.lance.name != "punto" or spot.view.rules.count.punto_bonus_on_accepted
    won = spot.juego.chance(won=stake + (spot.stakes.mine if bonus else 0.0))
    lost = spot.juego.chance(lost=stake + (spot.stakes.theirs if bonus else 0.0))
    return win * won + (1.0 - win) * lost


def _refused_bet(spot: Spot, agreed: int, ours: bool) -> float:
    """A refused bet of one's own side (`ours`) or of the rivals, which makes `agreed` stones or the deje."""
    rules = spot.view.rules.count
    extra = agreed > 0 and spot.lance.name in rules.deje_extra_lances
    stones = (agreed or rules.deje_first) + extra
    at_once = rules.refused_timing == "immediate"
    now = spot.juego.chance(won=stones if ours else 0, lost=0 if ours else stones, at_once=at_once)
    if now in (0.0, 1.0) or rules.refusal_bonus == "none":
        return now
    if ours:
        return spot.juego.chance(won=stones + spot.stakes.mine)
    return spot.juego.chance(lost=stones + spot.stakes.theirs)


def _bet(spot: Spot, act: Act, stake: int) -> Word:
    """A bet or a raise: refused, or accepted by the better of the rivals' hands."""
    agreed = spot.lance.table
    ratio = max(stake / max(agreed, 1), 1.0)
    over = spot.seen.threshold(1.0 - 0.58 / (ratio / 2.0) ** 0.4)
    refused = spot.seen.all_below(over)
    value = refused * _refused_bet(spot, agreed, ours=True)
    value += (1.0 - refused) * _accepted(spot, stake, spot.seen.win(over))
    kind = "raise" if agreed else "bet"
    if spot.win >= STRONG:
        return value, act, f"{kind}-strong"
    if spot.win >= FAIR:
        return value, act, f"{kind}-fair"
    # One bluff is enough: nobody raises a raise without the cards.
    return (NEVER if spot.lance.agreed else value), act, f"{kind}-bluff"


def _ordago(spot: Spot) -> Word:
    """The whole juego: refused by all but the best hands. Not with less than a good hand, unless all is lost anyway."""
    seen = spot.seen
    over = seen.threshold(ORDAGO_IS_MET_ABOVE)
    refused = seen.all_below(over)
    win = seen.win(over)
    value = refused * _refused_bet(spot, spot.lance.table, ours=True) + (1.0 - refused) * win
    act = Ordago(spot.view.seat)
    if win >= spot.temper.ordago_needs:
        return value, act, "ordago-strong"
    juego = spot.juego
    left = juego.needs[juego.rival] - juego.waiting[juego.rival]
    desperate = left <= spot.temper.last_stones and juego.chance() < spot.temper.lost
    return (value if desperate and win >= LEAST_HOPE else NEVER), act, "ordago-desperate"


def _accept(spot: Spot) -> Word:
    act = Quiero(spot.view.seat)
    sure = spot.seen.win(alone=True) > 0.9999
    if spot.lance.ordago:
        usual = "accept-ordago" if spot.win >= EVEN else "accept-ordago-need"
        return spot.win, act, "accept-ordago-sure" if sure else usual
    usual = "accept" if spot.win >= POOR else "accept-need"
    return _accepted(spot, spot.lance.table, spot.win), act, "accept-sure" if sure else usual


def _refuse(spot: Spot) -> Word:
    """A refusal; where a partner answers next, the partner's best hands may still accept."""
    lance = spot.lance
    act = NoQuiero(spot.view.seat)
    value = _refused_bet(spot, lance.agreed, ours=False)
    code = "refuse-ordago" if lance.ordago else "refuse"
    waiting = [one for one in spot.seen.partners if spot.view.order[one.place] in lance.queue[1:]]
    if not waiting:
        return value, act, code
    over = spot.seen.threshold(PARTNER_ANSWERS)
    partner = waiting[0]
    weak = partner.shares[over] if over >= 0 else 0.0
    if weak < 1.0:
        gain = 0.0
        for at in range(over + 1, len(partner.shares)):
            gain += (partner.shares[at] - partner.shares[at - 1 if at else at]) * spot.seen.beaten(at, partner.place)
        win = gain / (1.0 - weak)
        value_with = win if lance.ordago else _accepted(spot, lance.table, win)
        value = weak * value + (1.0 - weak) * max(value_with, value)
    return value, act, code


def _mixed(spot: Spot, words: list[Word]) -> Mixed:
    """The words with weights that fall with what they cost."""
    best = max(value for value, _, _ in words)
    only = len(spot.view.legal) == 1
    juego = spot.juego.chance()
    # Where the juego is nearly decided every word is worth nearly the same; what is better stays better.
    spread = SPREAD * max(4.0 * juego * (1.0 - juego), 0.1)
    mixed: Mixed = []
    for value, act, code in words:
        weight = exp((value - best) / spread)
        if code == "raise-bluff":
            weight *= spot.temper.bluffs
        if weight >= LEAST_WEIGHT:
            mixed.append((weight, Choice(act, _reason(spot, act, "forced" if only else code))))
    return mixed


def _reason(spot: Spot, act: Act, code: str) -> Reason:
    stones = act.stones if isinstance(act, Envido | Raise) else spot.lance.table
    return Reason(code, {"lance": spot.lance.name, "chance": round(100 * spot.win), "stones": stones})
