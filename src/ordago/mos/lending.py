"""Between the phases: lending to players without a card (§7.3), the trump shown, who sits out (§4)."""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec.structs import replace

from ordago.cards.french import NAMES
from ordago.errors import Refusal
from ordago.mos import series, shedding
from ordago.mos.acts import Lend
from ordago.mos.hand import UNIT, held, high_to_low, packed, size, unpacked

if TYPE_CHECKING:
    from ordago.mos.state import State
    from ordago.mos.view import View

Each = Annotated[int, msgspec.Meta(ge=1, le=51)]


class LendRules(msgspec.Struct, frozen=True):
    """Settings of lending (A25). A number is that many cards to each receiver in all."""

    lend_mode: Literal["off", "average", "per5"] | Each = "off"


class Plan(msgspec.Struct, frozen=True):
    """What is still to be lent: (chair, cards) of the givers and of the receivers, and the pairs already served."""

    gives: tuple[tuple[int, int], ...]
    gets: tuple[tuple[int, int], ...]
    served: tuple[tuple[int, int], ...] = ()


def begun(state: "State") -> "State":
    """After phase 1: the dealer lends where the rules say so and somebody has nothing, else phase 2 begins."""
    plan = plan_for(state)
    if plan is None:
        return shedding.begun(state)
    return replace(state, plan=plan)


def plan_for(state: "State") -> Plan | None:
    """Who gives and who gets how many cards; None where nothing is lent."""
    return planned(state, [size(hand) for hand in state.hands])


def planned(state: "State | View", sizes: Sequence[int]) -> Plan | None:
    """The same from what everybody knows, how big each chair's pile is (§7.3). The trump card counts nowhere."""
    mode = state.rules.lending.lend_mode
    if mode == "off":
        return None
    order = series.from_right(state, state.dealer)
    piles = {chair: sizes[chair - 1] for chair in order}
    receivers = [chair for chair in order if not piles[chair] and chair != state.holder]
    donors = {chair: piles[chair] for chair in order if piles[chair] >= 2}
    if not receivers or not donors:
        return None
    if mode == "per5":
        gives = {chair: count // 5 for chair, count in donors.items()}
    else:
        if mode == "average":
            owners = sum([count > 0 for count in piles.values()])
            each = sum(piles.values()) // (owners + len(receivers))
        else:
            each = mode
        gives = shares(each * len(receivers), donors)
    total = sum(gives.values())
    if not total:
        return None
    least, more = divmod(total, len(receivers))
    gets = {chair: least + (place < more) for place, chair in enumerate(receivers)}
    return Plan(
        tuple([(chair, count) for chair, count in gives.items() if count]),
        tuple([(chair, count) for chair, count in gets.items() if count]),
    )


def shares(wanted: int, donors: dict[int, int]) -> dict[int, int]:
    """How many of the wanted cards each donor gives, in proportion to its pile and never all of it.

    `donors` are pile sizes of two or more in seat order; missing cards go by the largest fraction, then by that order.
    """
    pile = sum(donors.values())
    total = min(wanted, pile - len(donors))
    gives = {chair: total * count // pile for chair, count in donors.items()}
    by_fraction = sorted(donors, key=lambda chair: -(total * donors[chair] % pile))
    missing = total - sum(gives.values())
    while missing:
        for chair in by_fraction:
            if missing and gives[chair] < donors[chair] - 1:
                gives[chair] += 1
                missing -= 1
    return gives


def verify_lend(state: "State", act: Lend) -> None:
    """Raise Refusal for a gift that the plan does not name or that leaves it impossible to fulfil."""
    plan = state.plan
    if plan is None:
        raise Refusal("no-lending-now", phase=state.phase)
    gives, gets = dict(plan.gives), dict(plan.gets)
    if act.giver not in gives or act.receiver not in gets:
        raise Refusal("lend-pair", giver=act.giver, receiver=act.receiver)
    if (act.giver, act.receiver) in plan.served:
        raise Refusal("lent-already", giver=act.giver, receiver=act.receiver)
    hand = state.hands[act.giver - 1]
    for card in act.cards:
        if not held(hand) & UNIT[card]:
            raise Refusal("card-not-held", card=NAMES[card])
        hand -= UNIT[card]
    count = len(act.cards)
    served = (*plan.served, (act.giver, act.receiver))
    give, get = gives[act.giver] - count, gets[act.receiver] - count
    room = sum([left for chair, left in plan.gets if (act.giver, chair) not in served])
    supply = sum([left for chair, left in plan.gives if (chair, act.receiver) not in served])
    if not count or give < 0 or get < 0 or give > room or get > supply:
        raise Refusal("lend-count", count=count, gives=gives[act.giver], gets=gets[act.receiver])


def lend(state: "State", act: Lend) -> "State":
    """The cards change hands; with the last gift the trump is shown and phase 2 begins (I-2, I-3)."""
    plan = state.plan
    assert plan is not None
    cards = packed(act.cards)
    hands = list(state.hands)
    hands[act.giver - 1] -= cards
    hands[act.receiver - 1] += cards
    left = Plan(
        _less(plan.gives, act.giver, len(act.cards)),
        _less(plan.gets, act.receiver, len(act.cards)),
        (*plan.served, (act.giver, act.receiver)),
    )
    state = replace(state, hands=tuple(hands), log=state.log.then(act), plan=left if left.gives else None, drawn=())
    return state if left.gives else shedding.begun(state)


def _less(counts: tuple[tuple[int, int], ...], chair: int, count: int) -> tuple[tuple[int, int], ...]:
    found = [(other, left - count if other == chair else left) for other, left in counts]
    return tuple([(other, left) for other, left in found if left])


def lend_acts(state: "State", rng: random.Random) -> list[Lend]:
    """The whole lending at random: each giver's cards are drawn, all are shuffled, and dealt to the receivers."""
    plan = state.plan
    assert plan is not None
    drawn = [
        (giver, card) for giver, count in plan.gives for card in rng.sample(unpacked(state.hands[giver - 1]), count)
    ]
    rng.shuffle(drawn)
    gifts: dict[tuple[int, int], list[int]] = {}
    for receiver, count in plan.gets:
        for giver, card in drawn[:count]:
            gifts.setdefault((giver, receiver), []).append(card)
        drawn = drawn[count:]
    return [Lend(0, giver, receiver, high_to_low(cards)) for (giver, receiver), cards in sorted(gifts.items())]
