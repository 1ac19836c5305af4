"""Møs by the measured good habits (§12), with a memory that can be turned down."""

import random

from ordago.bots.bot import Choice, Reason
from ordago.bots.mos_memory import acts_this_round, known, recalled
from ordago.bots.mos_playout import SINGLE, Unit, blocks, cheapest, patience, unit_of, worth
from ordago.cards.french import write_cards
from ordago.core.acts import Option
from ordago.mos.acts import Play, Take
from ordago.mos.game import act_of
from ordago.mos.hand import held, is_run, next_holder, packed
from ordago.mos.shedding import beaters
from ordago.mos.view import View

WORTH_WINNING = 7
"""The lowest rank led in a duel that is worth taking: the nine."""

LETS_OUT = 8.0
"""What a lead loses that the next player can beat with the last card."""


class HabitsBot:
    """Leads low and long, answers cheaply, keeps aces and kings.

    `memory` from 0 to 1 is the share of the pack that it keeps in mind when it has seen it: aces first, then trumps,
    then the others from the top down.
    """

    name = "habits"

    def __init__(self, memory: float = 1.0) -> None:
        if not 0 <= memory <= 1:
            raise ValueError(f"a memory from 0 to 1, not {memory}")
        self.memory = memory

    def choose(self, view: View, rng: random.Random) -> Choice:
        """The habit that fits. It throws no dice. Raises ValueError where the view's seat may do nothing."""
        if not view.legal:
            raise ValueError("nothing to choose from")
        if view.phase == "duels":
            return _duel(view)
        if view.table:
            return _answer(view)
        if view.burning:
            return _lay(view, SINGLE[cheapest(_singles(view), view.trump)], "burn-low")
        return self._lead(view)

    def _lead(self, view: View) -> Choice:
        """Long low runs first; with two left, what cannot be beaten, and the weak unit last.

        Whom it looks at is the next player, and only where that is the last rival or about to go out: what it must
        remember then is read from the whole log, which takes longer than all the rest.
        """
        hand = packed(view.hand)
        runs = any(is_run(option.cards) for option in view.legal)
        units = blocks(hand) if runs else tuple([SINGLE[option.cards[0]] for option in view.legal])
        after = next_holder(view.hand_sizes, view.seat)
        near_exit = view.hand_sizes[after - 1] == 1
        longest = max(units, key=lambda unit: worth(unit, view.trump))
        if not near_exit and (view.live != 2 or len(units) == 1):
            return _lay(view, longest, _named(longest))
        found = recalled(known(view), view.trump, self.memory, view.seat)
        theirs = held(found.hands[after - 1])
        weak = [unit for unit in units if _beaters(view, unit) & theirs]
        if view.live == 2 and len(units) > 1 and len(weak) <= 1 and not found.missing[after - 1]:
            lowest = min((unit for unit in units if unit not in weak), key=lambda unit: (unit[2] >> 2, unit[2]))
            return _lay(view, lowest, "lead-unbeatable")
        best = longest
        if near_exit:
            best = max(units, key=lambda unit: worth(unit, view.trump) - LETS_OUT * (unit in weak))
        return _lay(view, best, _named(best) if best == longest else "lead-hold")


def _singles(view: View) -> int:
    """The cards that may be laid alone, as a mask."""
    return packed([option.cards[0] for option in view.legal if len(option.cards) == 1])


def _lay(view: View, unit: Unit, code: str) -> Choice:
    cards = tuple(range(unit[1], unit[2] + 1, 4))
    return Choice(Play(view.seat, cards), Reason(code, {"cards": write_cards(cards)}))


# Phase 1


def _duel(view: View) -> Choice:
    """Lead the lowest; beat only a led nine or better, as cheaply as possible; else throw the lowest."""
    cards = [option.cards[0] for option in view.legal if option.cards]
    if not cards:
        return Choice(act_of(view.seat, view.legal[0]), Reason("only-act"))
    if len(view.table) % 2 == 0:
        return _lay(view, SINGLE[min(cards)], "duel-lead-low")
    led = view.table[-1][0] >> 2
    above = [card for card in cards if card >> 2 > led]
    if led >= WORTH_WINNING and above:
        return _lay(view, SINGLE[min(above)], "duel-win")
    return _lay(view, SINGLE[min(cards)], "duel-throw")


# Phase 2


def _answer(view: View) -> Choice:
    """Beat as cheaply as possible; take up where it must, or where a round goes on and on and it may."""
    mask = _singles(view)
    may_take = Option("T") in view.legal
    if not mask:
        return Choice(Take(view.seat), Reason("take-must"))
    if may_take and acts_this_round(view) >= patience(view.live):
        return Choice(Take(view.seat), Reason("take-tired"))
    low = cheapest(mask, view.trump, view.rules.shedding.beat_rule == "trump_priority")
    longest = max(
        (option.cards for option in view.legal if option.cards and option.cards[0] == low),
        key=len,
    )
    return _lay(view, unit_of(longest), "beat-cheap" if len(longest) == 1 else "beat-run")


def _named(unit: Unit) -> str:
    """The reason for a lead that is just long and low."""
    return "lead-run" if unit[1] != unit[2] else "lead-low"


def _beaters(view: View, unit: Unit) -> int:
    """The cards that beat this unit when it is led, as a mask."""
    return beaters(view.rules.shedding.beat_rule, unit[1] & 3, view.trump, unit[2])
