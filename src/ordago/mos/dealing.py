"""Dealing (§2): who can play, the pack, a random deal, and deals that begin in the middle (positions)."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from ordago.cards.french import DECK, NAMES, write_cards
from ordago.errors import Refusal, RulesError
from ordago.mos import duels, series, stall
from ordago.mos.acts import Deal, Position
from ordago.mos.hand import high_to_low, is_run, next_holder, packed

if TYPE_CHECKING:
    from ordago.mos.rules import Rules
    from ordago.mos.state import State

FEWEST, MOST = 2, 17
"""How many can play, with one pack or two (S-1, A27)."""


class DealRules(msgspec.Struct, frozen=True):
    """Settings of the deal. `remove_for_two` cards are taken out at random where two players are dealt to."""

    packs: Literal[1, 2] = 1
    hand_size: Annotated[int, msgspec.Meta(ge=1, le=51)] = 3
    remove_for_two: Annotated[int, msgspec.Meta(ge=0, le=101)] = 0


def stock_size(rules: "Rules", players: int) -> int:
    """How many cards are left for the stock when so many players are dealt to (S-5, S-6); less than 1: too few."""
    removed = rules.deal.remove_for_two if players == 2 else 0
    return len(DECK) * rules.deal.packs - rules.deal.hand_size * players - removed


def verify_players(rules: "Rules", players: int) -> None:
    """Raise RulesError where so many cannot play: `players-range`, or `stock-empty` where no card would be trumps.

    An elimination series comes down to two players, who then must have a stock as well.
    """
    if not FEWEST <= players <= MOST:
        raise RulesError("players-range", players=players, least=FEWEST, most=MOST)
    for number in {players, 2} if rules.match.match == "elimination" else {players}:
        if stock_size(rules, number) < 1:
            raise RulesError("stock-empty", players=number)


def deck_for(state: "State", rng: random.Random) -> list[int]:
    """The whole pack in random order."""
    deck = list(DECK) * state.rules.deal.packs
    rng.shuffle(deck)
    return deck


def deal_from(state: "State", deck: Sequence[int]) -> Deal:
    """The next deal from a shuffled deck: one card at a time from the dealer's right, the rest is the stock (S-5).

    Cards that two players take out (`remove_for_two`) are those at the bottom of the deck.
    """
    chairs = series.from_right(state, series.next_dealer(state))
    dealt = len(chairs) * state.rules.deal.hand_size
    hands: list[tuple[int, ...]] = [()] * state.players
    for place, chair in enumerate(chairs):
        hands[chair - 1] = high_to_low(deck[place : dealt : len(chairs)])
    return Deal(0, tuple(hands), tuple(deck[dealt : dealt + stock_size(state.rules, len(chairs))]))


def verify_deal(state: "State", act: Deal) -> None:
    """Raise Refusal where no deal is due or the cards cannot be; its parameter `key` names the place in a record."""
    if state.match_over:
        raise Refusal("match-over")
    if not state.deal_over:
        raise Refusal("deal-running")
    if len(act.hands) != state.players:
        raise Refusal("hands-count", count=len(act.hands), players=state.players, key="cards")
    for chair, hand in enumerate(act.hands, 1):
        if hand and chair in state.eliminated:
            raise Refusal("chair-eliminated", chair=chair, key=f"cards[{chair}]")
    cards = Counter(card for hand in act.hands for card in hand)
    cards.update(act.stock)
    if act.position is None:
        _verify_sizes(state, act)
    else:
        cards.update(card for part in (*act.position.piles, *act.position.table) for card in part)
        if act.position.trump_card >= 0:
            cards[act.position.trump_card] += 1
    for card, count in cards.items():
        if count > state.rules.deal.packs:
            raise Refusal("card-too-often", card=NAMES[card], key="cards")
    if act.position is not None:
        verify = _verify_duels if act.position.phase == "duels" else _verify_shedding
        verify(state, act, act.position)


def _verify_sizes(state: "State", act: Deal) -> None:
    size = state.rules.deal.hand_size
    chairs = series.from_right(state, 1)
    for chair in sorted(chairs):
        if len(act.hands[chair - 1]) != size:
            raise Refusal("hand-size", count=len(act.hands[chair - 1]), size=size, key=f"cards[{chair}]")
    expected = stock_size(state.rules, len(chairs))
    if len(act.stock) != expected:
        raise Refusal("stock-count", count=len(act.stock), expected=expected, key="stock")


def _verify_duels(state: "State", act: Deal, position: Position) -> None:
    """A position of phase 1: a leader in play, piles, single cards at stake that tied, and a stock or a trump card."""
    if position.chair not in series.from_right(state, 1):
        raise Refusal("no-such-chair", chair=position.chair, key="position.leader")
    if len(position.piles) != state.players:
        raise Refusal("hands-count", count=len(position.piles), players=state.players, key="position.piles")
    for chair in state.eliminated:
        if position.piles[chair - 1]:
            raise Refusal("chair-eliminated", chair=chair, key=f"position.piles[{chair}]")
    if any(len(unit) != 1 for unit in position.table):
        raise Refusal("stake-malformed", key="position.table")
    pairs = zip(position.table[::2], position.table[1::2], strict=False)
    if any(one[0] >> 2 != two[0] >> 2 for one, two in pairs):
        raise Refusal("stake-not-tied", key="position.table")
    if (position.trump_card >= 0) == bool(act.stock):
        raise Refusal("trump-or-stock", key="position.trump")
    if not act.stock and position.holder not in series.from_right(state, 1):
        raise Refusal("no-such-chair", chair=position.holder, key="position.holder")
    holders = sum([bool(hand) for hand in act.hands])
    if act.stock and holders < 2:
        raise Refusal("too-few-hands", key="cards")
    answerer = next_holder([len(hand) for hand in act.hands], position.chair, but=position.chair)
    if position.table and not answerer:
        raise Refusal("too-few-hands", key="cards")
    if act.stock and state.rules.duels.phase1_end == "first_block":
        _verify_no_block(state, act, position)


def _verify_no_block(state: "State", act: Deal, position: Position) -> None:
    """While there is a stock everybody holds cards, or the first block would end phase 1 without a trump card.

    But the leader whose card awaits its answer has yet to draw, unless that is done at each play.
    """
    draws_later = len(position.table) % 2 and state.rules.duels.draw_timing == "after_duel"
    for chair in series.from_right(state, position.chair):
        if not act.hands[chair - 1] and not (draws_later and chair == position.chair):
            raise Refusal("too-few-hands", key="cards")


def _verify_shedding(state: "State", act: Deal, position: Position) -> None:
    """A position of phase 2: a holder on turn, units on the table, fewer than clear it (P2-10)."""
    if act.stock:
        raise Refusal("stock-in-shedding", key="stock")
    if not 1 <= position.chair <= state.players or not act.hands[position.chair - 1]:
        raise Refusal("turn-without-cards", chair=position.chair, key="position.turn")
    for place, unit in enumerate(position.table, 1):
        if len(unit) != 1 and not is_run(unit):
            raise Refusal("not-a-run", cards=write_cards(unit), key=f"position.table[{place}]")
    if (position.led >= 0) != bool(position.table):
        raise Refusal("led-without-table", key="position.led")
    holders = sum([bool(hand) for hand in act.hands])
    if position.table and state.rules.shedding.threshold == "live" and len(position.table) >= holders:
        raise Refusal("table-full", units=len(position.table), live=holders, key="position.table")


def deal(state: "State", act: Deal) -> "State":
    """The next game begins: phase 1 from the dealer's right neighbour (P1-1), or a position."""
    dealer = series.next_dealer(state)
    position = act.position
    hands = tuple([packed(hand) for hand in act.hands])
    fresh = type(state)(
        rules=state.rules,
        players=state.players,
        history=state.history,
        log=state.log.then(act),
        losses=state.losses,
        eliminated=state.eliminated,
        dealer=dealer,
        games=state.games,
        phase="duels",
        hands=hands,
        piles=(0,) * state.players,
        stock=act.stock,
    )
    if position is None:
        return duels.begun(fresh, series.next_chair(state, dealer))
    if position.phase == "duels":
        middle = msgspec.structs.replace(
            fresh,
            piles=tuple([packed(pile) for pile in position.piles]),
            table=position.table,
            trump_card=position.trump_card,
            holder=position.holder,
        )
        return duels.begun(middle, position.chair)
    live = sum([hand > 0 for hand in hands])
    middle = msgspec.structs.replace(fresh, phase="shedding", trump=position.trump, live=live, threshold=live)
    if live < 2:
        return series.game_over(middle, loser=position.chair)
    if not position.table:
        return stall.round_begins(middle, position.chair)
    return msgspec.structs.replace(middle, turn=position.chair, table=position.table, led=position.led)
