"""Dealing and serving: acts of the dealer, and the stock that the cards come from (1.4, 2.3).

The stock is counted, not ordered: a packed number with four bits per card, so that the same code serves records with
suits (each card once) and without (letters of effective ranks, up to eight of a kind). Randomness is handed in.
"""

import random
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from ordago.cards.spanish import DECK, NAMES
from ordago.errors import Refusal
from ordago.mus import discard, lances, talk
from ordago.mus.acts import Deal, Expose, Serve
from ordago.mus.hand import HandRules, hands_for
from ordago.mus.match import CORRIDO_FROM, JUEGO, NOTHING, VACA

if TYPE_CHECKING:
    from ordago.mus.state import State


class Pack(msgspec.Struct, frozen=True):
    """The packed counts of a whole pack: `full`, and for each card code its `unit` and the `bits` of its count.

    `names` are (place of the count, card); `suited` says that each card stands once.
    """

    suited: bool
    full: int
    unit: tuple[int, ...]
    bits: tuple[int, ...]
    names: tuple[tuple[int, int], ...]


@lru_cache(maxsize=128)
def pack_for(rules: HandRules, suited: bool) -> Pack:
    """The pack of these rules, in cards with suits or in letters (R1.2, R1.5)."""
    hands = hands_for(rules)
    limits = hands.limits(suited)
    place = {card: 4 * at for at, card in enumerate(limits)}
    unit = [0] * len(NAMES)
    for card in range(len(NAMES)):
        kind = card if suited else hands.letters[card]
        if (card % 5 > 0) == suited:
            unit[card] = 1 << place[kind]
    return Pack(
        suited=suited,
        full=sum(count << place[card] for card, count in limits.items()),
        unit=tuple(unit),
        bits=tuple(15 * one for one in unit),
        names=tuple((place[card], card) for card in limits),
    )


def packed(cards: Iterable[int], pack: Pack) -> int:
    """The packed counts of some cards."""
    unit = pack.unit
    return sum([unit[card] for card in cards])


def unpacked(counts: int, pack: Pack) -> list[int]:
    """The cards behind packed counts, each as often as it is held; without suits, letters of effective ranks."""
    if pack.suited:
        return [card for place, card in pack.names if counts >> place & 1]
    return [card for place, card in pack.names for _ in range((counts >> place) & 15)]


def taken(counts: int, cards: Iterable[int], pack: Pack, code: str) -> int:
    """The packed counts less these cards.

    Raises Refusal `code` with the first card that is not there, `suits-mixed` with one of another kind of pack.
    """
    bits, unit = pack.bits, pack.unit
    for card in cards:
        if not counts & bits[card]:
            raise Refusal(code if bits[card] else "suits-mixed", card=NAMES[card])
        counts -= unit[card]
    return counts


def deal_act(state: "State", rng: random.Random) -> Deal:
    """A random deal: one card at a time from the mano."""
    players = state.players
    cards = rng.sample(DECK, 4 * players)
    mano, *_ = next_deal(state)
    order = state.house.hands.sorted
    return Deal(0, tuple([order(cards[(chair - mano) % players :: players]) for chair in range(1, players + 1)]))


def expose_acts(state: "State", deal: Deal, rng: random.Random) -> list[Expose]:
    """The cards of this deal that are turned up on the way, with the rules' `expose_probability` each."""
    chance = state.rules.talk.expose_probability
    if not chance:
        return []
    dealt = [(chair, card) for chair, hand in enumerate(deal.hands, 1) for card in hand]
    exposed = [Expose(0, chair, card) for chair, card in dealt if rng.random() < chance]
    return exposed[:1] if state.rules.talk.mus_visto == "redeal" else exposed


def serve_act(state: "State", rng: random.Random) -> Serve:
    """A random service of the chair that waits first, from the stock and what refills it."""
    chair = state.to_serve[0]
    need = 4 - len(state.hands[chair - 1])
    stock = unpacked(state.stock, state.pack)
    if need <= len(stock):
        cards = rng.sample(stock, need)
    else:
        cards = stock + rng.sample(unpacked(refill(state), state.pack), need - len(stock))
    return Serve(0, chair, state.house.hands.sorted(cards))


def verify_deal(state: "State", act: Deal) -> None:
    """Raise Refusal where no deal is due, hands are not four cards each, or a card stands too often."""
    if state.champion >= 0:
        raise Refusal("match-over")
    if state.phase not in ("deal", "over", "redeal"):
        raise Refusal("deal-running")
    players = state.players
    if len(act.hands) != players:
        raise Refusal("hands-count", count=len(act.hands), players=players)
    suited = bool(act.hands[0]) and act.hands[0][0] % 5 > 0
    if state.rules.hand.needs_suits and not suited:
        raise Refusal("suits-needed")
    for hand in act.hands:
        if len(hand) != 4:
            raise Refusal("hand-size", count=len(hand))
    pack = pack_for(state.rules.hand, suited)
    taken(pack.full, [card for hand in act.hands for card in hand], pack, "card-too-often")


def deal(state: "State", act: Deal) -> "State":
    """The next deal: the mano moves on (R1.10), a won juego resets the score, and the talk begins.

    Hands lie in order, however the act has them: the last card of a hand is the lowest at grande.
    """
    mano, score, games, vacas, opens = next_deal(state)
    suited = act.hands[0][0] % 5 > 0
    pack = pack_for(state.rules.hand, suited)
    return type(state)(
        rules=state.rules,
        house=state.house,
        history=state.history,
        score=score,
        games=games,
        vacas=vacas,
        mano=mano,
        opens=opens,
        corrido=opens >= CORRIDO_FROM[state.rules.talk.mus_corrido],
        phase="mus",
        turn=mano,
        hands=tuple(map(state.house.hands.sorted, act.hands)),
        pack=pack,
        stock=pack.full - packed([card for hand in act.hands for card in hand], pack),
        stock_size=40 - 4 * len(act.hands),
    )


def verify_expose(state: "State", act: Expose) -> None:
    """Raise Refusal where no rule looks at exposed cards, somebody has spoken, or the chair has no such card left."""
    if state.rules.talk.mus_visto == "off":
        raise Refusal("mus-visto-off")
    if not isinstance(state.history.act, Deal | Expose) or state.phase == "redeal":
        raise Refusal("expose-too-late")
    if not 1 <= act.to <= state.players:
        raise Refusal("no-such-chair", chair=act.to)
    if state.exposed.count((act.to, act.card)) >= state.hands[act.to - 1].count(act.card):
        raise Refusal("card-not-held", card=NAMES[act.card])


def expose(state: "State", act: Expose) -> "State":
    """The card lies open; the first one forces the discard, asks the mano, or ends the deal (2.4)."""
    first = not state.exposed
    state = replace(state, exposed=(*state.exposed, (act.to, act.card)))
    if not first:
        return state
    visto = state.rules.talk.mus_visto
    if visto == "redeal":
        return replace(state, phase="redeal", turn=0)
    if visto == "forced":
        return discard.begun(state, forced=True)
    return replace(state, choosing=True)


def next_deal(state: "State") -> tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...], int]:
    """Mano, score, games, vacas and what is opened in the deal that comes next."""
    if state.phase in ("deal", "redeal"):
        return state.mano, state.score, state.games, state.vacas, state.opens
    mano = state.order[1]
    if state.winner < 0:
        return mano, state.score, state.games, state.vacas, NOTHING
    nothing = (0,) * len(state.score)
    if state.games[state.winner] < state.rules.match.juegos_to_win_vaca:
        return mano, nothing, state.games, state.vacas, JUEGO
    return mano, nothing, nothing, state.vacas, VACA


def verify_serve(state: "State", act: Serve) -> None:
    """Raise Refusal where the chair is not the one served next, the number is wrong, or a card is not to be had."""
    if not state.to_serve or state.turn or state.phase != "discard":
        raise Refusal("no-service-now", chair=act.to)
    if act.to != state.to_serve[0]:
        raise Refusal("serve-order", chair=act.to, next=state.to_serve[0])
    need = 4 - len(state.hands[act.to - 1])
    if len(act.cards) != need:
        raise Refusal("serve-count", count=len(act.cards), need=need)
    if need <= state.stock_size:
        taken(state.stock, act.cards, state.pack, "card-not-in-stock")
        return
    rest = list(act.cards)
    for card in unpacked(state.stock, state.pack):
        same = [one for one in rest if state.pack.unit[one] == state.pack.unit[card]]
        if not same:
            raise Refusal("stock-first", card=NAMES[card])
        rest.remove(same[0])
    taken(refill(state), rest, state.pack, "card-not-in-stock")


def serve(state: "State", act: Serve) -> "State":
    """The chair gets its cards; a stock that runs out is refilled on the way (R2.11 to R2.13)."""
    chair, at = act.to, act.to - 1
    stock, stock_size = state.stock, state.stock_size
    discards, discard_size = state.discards, state.discard_size
    if len(act.cards) > stock_size:
        again = refill(state)
        count = len(unpacked(again, state.pack))
        stock, stock_size = stock + again, stock_size + count
        discards, discard_size = discards - again, discard_size - count
    hand = state.house.hands.sorted(state.hands[at] + act.cards)
    state = replace(
        state,
        hands=(*state.hands[:at], hand, *state.hands[chair:]),
        stock=stock - packed(act.cards, state.pack),
        stock_size=stock_size - len(act.cards),
        discards=discards,
        discard_size=discard_size,
        to_serve=state.to_serve[1:],
    )
    return state if state.to_serve else served(state)


def served(state: "State") -> "State":
    """Everybody has new cards: the talk again, or the lances where a forced discard left somebody content (2.4)."""
    if state.perete:
        turn = talk.order(state)[state.talk_at]
        return replace(state, perete=False, phase="mus", turn=turn, thrown=(), servings=state.servings + 1)
    content = state.forced and () in state.thrown
    state = replace(
        state, rounds=state.rounds + 1, servings=state.servings + 1, forced=False, thrown=(), to_serve=(), exposed=()
    )
    return lances.begun(state) if content else talk.begun(state)


def refill(state: "State") -> int:
    """The discards that become the new stock, packed: all of them, or less the current ones as the rules say (2.3)."""
    style = state.rules.discard.reshuffle
    if style == "include_current":
        return state.discards
    kept_out = state.thrown
    if style == "keep_last_own":
        kept_out = (state.thrown[state.to_serve[0] - 1],) if len(state.to_serve) == 1 else ()
    return state.discards - sum([packed(cards, state.pack) for cards in kept_out if cards])
