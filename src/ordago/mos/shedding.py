"""Phase 2: laying, beating, taking up, removal, exits, and who starts the next round (§5)."""

from functools import cache
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from ordago.cards.french import NAMES, write_cards
from ordago.core.acts import Option
from ordago.errors import Refusal
from ordago.mos import series, stall
from ordago.mos.acts import Out, Play, ShowTrump, Take, Won
from ordago.mos.hand import ABOVE, OF_SUIT, UNIT, held, is_run, next_holder, packed, runs, singles

if TYPE_CHECKING:
    from ordago.mos.state import State
    from ordago.mos.view import View


class ShedRules(msgspec.Struct, frozen=True):
    """Settings of phase 2 (A7 to A22)."""

    lone_trump: Literal["plays", "sits_out"] = "plays"
    beat_rule: Literal["rank", "rank_equal_trump", "trump_priority"] = "rank"
    follow_first: bool = False
    led_suit: Literal["first_card", "oldest_on_table"] = "first_card"
    voluntary_pickup: bool = False
    pickup_unit: Literal["lowest", "oldest", "last"] = "lowest"
    sequences: Literal["leader", "none", "anyone"] = "leader"
    threshold: Literal["live", "round_start"] = "live"
    round_starter: Literal["next", "highest"] = "next"
    two_player_rule: bool = True


def begun(state: "State") -> "State":
    """The trump is shown and joins its owner's hand, who starts; who has no card sits out (I-3 to I-6, P2-1)."""
    holder, card = state.holder, state.trump_card
    hands = list(state.hands)
    starter = holder
    if hands[holder - 1] or state.rules.shedding.lone_trump == "plays":
        hands[holder - 1] += UNIT[card]
    else:
        starter = next_holder(hands, holder)
    holders = [chair for chair, hand in enumerate(hands, 1) if hand]
    state = replace(
        state,
        phase="shedding",
        hands=tuple(hands),
        live=len(holders),
        trump=card & 3,
        log=state.log.then(ShowTrump(holder, card)),
    )
    if len(holders) < 2:
        return series.game_over(state, loser=holders[0] if holders else 0)
    return stall.round_begins(state, starter)


def options(state: "State") -> tuple[Option, ...]:
    """What the chair on turn may do: lead, burn, beat, or take up."""
    rules = state.rules.shedding
    mask = held(state.hands[state.turn - 1])
    if not state.table:
        found = singles(mask)
        if not state.burning and rules.sequences != "none":
            found += runs(mask)
        return tuple(found)
    mask &= beating(state)
    found = singles(mask)
    if mask and rules.sequences == "anyone":
        found += runs(mask)
    if not mask or rules.voluntary_pickup:
        found.append(_TAKE)
    return tuple(found)


_TAKE = Option("T")


def led_now(state: "State") -> int:
    """The suit that is led now (P2-6, A12); -1 on an empty table."""
    if state.table and state.rules.shedding.led_suit == "oldest_on_table":
        return state.table[0][0] & 3
    return state.led


def beating(state: "State") -> int:
    """The cards that beat the table, as a mask (P2-4, P2-5); under `follow_first` for the hand of the chair on turn."""
    rules = state.rules.shedding
    led = led_now(state)
    mask = beaters(rules.beat_rule, led, state.trump, state.table[-1][-1])
    if rules.follow_first and held(state.hands[state.turn - 1]) & OF_SUIT[led]:
        mask &= OF_SUIT[led]
    return mask


@cache
def beaters(rule: str, led: int, trump: int, top: int) -> int:
    """The cards of the led suit and of trumps that beat this top card, as a mask (A9)."""
    trumps, higher = OF_SUIT[trump], ABOVE[top >> 2]
    found = (OF_SUIT[led] | trumps) & higher
    if rule == "rank" or (rule == "rank_equal_trump" and top & 3 == trump):
        return found
    if rule == "rank_equal_trump":
        return found | UNIT[top & ~3 | trump]
    return trumps & higher if top & 3 == trump else found | trumps


def verify_play(state: "State", act: Play) -> None:
    """Raise Refusal where the unit may not be laid now (P2-2 to P2-5)."""
    cards = act.cards
    mask = held(state.hands[act.seat - 1])
    if len(cards) == 1:
        unit = UNIT[cards[0]]
    else:
        _verify_run(state, cards)
        unit = packed(cards)
    if mask & unit != unit:
        missing = next(card for card in cards if not mask & UNIT[card])
        raise Refusal("card-not-held", card=NAMES[missing])
    if state.table and beating(state) & unit != unit:
        _refuse_beating(state, cards, mask)


def _verify_run(state: "State", cards: tuple[int, ...]) -> None:
    if not is_run(cards):
        raise Refusal("not-a-run", cards=write_cards(cards))
    if state.burning:
        raise Refusal("burn-one-card", cards=write_cards(cards))
    allowed = state.rules.shedding.sequences
    if allowed == "none":
        raise Refusal("no-runs", cards=write_cards(cards))
    if state.table and allowed == "leader":
        raise Refusal("run-only-led", cards=write_cards(cards))


def _refuse_beating(state: "State", cards: tuple[int, ...], mask: int) -> None:
    led, suit = led_now(state), cards[0] & 3
    if suit not in (led, state.trump):
        raise Refusal("wrong-suit", card=NAMES[cards[0]], led=led, trump=state.trump)
    if suit != led and state.rules.shedding.follow_first and mask & OF_SUIT[led]:
        raise Refusal("follow-first", card=NAMES[cards[0]], led=led)
    raise Refusal("too-low", card=NAMES[cards[0]], top=NAMES[state.table[-1][-1]])


def verify_take(state: "State", act: Take) -> None:
    """Raise Refusal where there is nothing to take, or the chair can beat and so must (P2-7)."""
    if not state.table:
        raise Refusal("table-empty")
    if not state.rules.shedding.voluntary_pickup and held(state.hands[act.seat - 1]) & beating(state):
        raise Refusal("can-beat")


def play(state: "State", act: Play) -> "State":
    """A unit is laid, in the order of checks of 5.2: hand, exit, end, removal, turn. A burnt lead leaves (ST-3)."""
    chair, cards = act.seat, act.cards
    hands = list(state.hands)
    hands[chair - 1] = hand = hands[chair - 1] - packed(cards)
    out, live, idle = state.out, state.live, state.idle
    log = state.log.then(act)
    if not hand:
        out, live, idle = (*out, chair), live - 1, stall.FRESH
        log = log.then(Out(chair))
        if not state.out:
            state = series.first_out(state, chair)
    table = (*state.table, cards)
    ends = live == 1 or (not hand and series.ends_with_first_out(state))
    full = len(table) >= (live if state.rules.shedding.threshold == "live" else state.threshold)
    actions = state.actions + 1
    if not (ends or full or state.burning or actions == state.rules.stall.stall.round_action_cap):
        return replace(
            state,
            turn=next_holder(hands, chair),
            hands=tuple(hands),
            table=table,
            led=state.led if state.table else cards[0] & 3,
            live=live,
            out=out,
            idle=idle,
            actions=actions,
            log=log,
            drawn=(),
        )
    if ends and not state.burning:
        state = replace(state, table=table, led=state.led if state.table else cards[0] & 3)
    if not ends or state.burning:
        log = log.then(Won(0, tuple([card for unit in table for card in unit])))
    state = replace(state, hands=tuple(hands), live=live, out=out, idle=stall.FRESH, log=log, drawn=())
    if ends:
        return series.game_over(state, loser=next_holder(hands, chair) if live == 1 else 0)
    if full and not state.burning and hand and _completer_starts(state):
        return stall.round_begins(state, chair)
    return stall.round_begins(state, next_holder(hands, chair))


def _completer_starts(state: "State") -> bool:
    """P2-12: whether who completed the removal starts, being still in: he laid the highest unit."""
    rules = state.rules.shedding
    return rules.round_starter == "highest" or (rules.two_player_rule and state.live == 2)


def take(state: "State", act: Take) -> "State":
    """The unit of the rules goes to the hand (P2-8); an empty table ends the round (P2-9)."""
    chair = act.seat
    place = unit_to_take(state)
    unit = state.table[place]
    hands = list(state.hands)
    hands[chair - 1] += packed(unit)
    table = state.table[:place] + state.table[place + 1 :]
    log = state.log.then(act).then(Won(chair, unit))
    actions = state.actions + 1
    after = next_holder(hands, chair)
    state = replace(state, turn=after, hands=tuple(hands), table=table, actions=actions, log=log, drawn=())
    if not table:
        idle = stall.Idle(state.idle.rounds + 1, state.idle.starts)
        return stall.round_begins(replace(state, idle=idle), after)
    if actions == state.rules.stall.stall.round_action_cap:
        log = log.then(Won(0, tuple([card for left in table for card in left])))
        return stall.round_begins(replace(state, idle=stall.FRESH, log=log), after)
    return state


def unit_to_take(state: "State | View") -> int:
    """The place on the table of the unit that is taken up (A14); of equally low ones the older."""
    rule = state.rules.shedding.pickup_unit
    if rule == "last":
        return len(state.table) - 1
    if rule == "oldest":
        return 0
    ranks = [unit[0] >> 2 for unit in state.table]
    return ranks.index(min(ranks))
