"""Phase 2 of Møs on a board that is changed in place, and games played out on it by the habits with a little noise.

Private to the bots: made for speed, for positions in which every hand is known or supposed. A test holds it against the
engine step by step.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

from ordago.mos.hand import OF_SUIT, UNIT, held, kinds, next_holder, packed
from ordago.mos.rules import Rules
from ordago.mos.shedding import beaters
from ordago.mos.stall import biggest_hand

Unit = tuple[int, int, int]
"""A unit on the board: packed counts, lowest card, highest card."""


def unit_of(cards: Sequence[int]) -> Unit:
    """The unit of a card, or of a run written upwards."""
    return packed(cards), cards[0], cards[-1]


SINGLE: tuple[Unit, ...] = tuple((bit, card, card) for card, bit in enumerate(UNIT))
"""The unit of each card."""


class Settings:
    """The settings of phase 2 that a board needs, looked up once."""

    __slots__ = (
        *("anyone", "beat_rule", "cap", "first_out", "follow_first", "highest", "idle_rounds", "led_oldest", "mode"),
        *("no_runs", "pickup", "repetitions", "round_start", "two", "voluntary"),
    )

    def __init__(self, rules: Rules) -> None:
        shed, stall = rules.shedding, rules.stall.stall
        self.beat_rule = shed.beat_rule
        self.follow_first = shed.follow_first
        self.led_oldest = shed.led_suit == "oldest_on_table"
        self.voluntary = shed.voluntary_pickup
        self.pickup = shed.pickup_unit
        self.anyone, self.no_runs = shed.sequences == "anyone", shed.sequences == "none"
        self.round_start = shed.threshold == "round_start"
        self.highest, self.two = shed.round_starter == "highest", shed.two_player_rule
        self.mode, self.repetitions, self.idle_rounds = stall.mode, stall.repetitions, stall.idle_rounds
        self.cap = stall.round_action_cap
        self.first_out = rules.match.match == "first_out" and not rules.match.continue_to_loser


class Board:
    """A position of phase 2. `losers` are those of a game that is `over`, `first` the first to be out from here on."""

    __slots__ = (
        *("actions", "burning", "first", "hands", "led", "live", "losers", "over", "players", "rounds", "settings"),
        *("starts", "table", "threshold", "trump", "turn"),
    )

    def __init__(
        self,
        settings: Settings,
        hands: Sequence[int],
        trump: int,
        turn: int,
        table: Sequence[Unit] = (),
        led: int = -1,
        threshold: int = 0,
        actions: int = 0,
        burning: bool = False,
        rounds: int = 0,
        starts: Sequence[tuple[int, ...]] = (),
    ) -> None:
        self.settings = settings
        self.players = len(hands)
        self.hands = list(hands)
        self.trump, self.turn = trump, turn
        self.table, self.led = list(table), led
        self.live = sum([hand > 0 for hand in hands])
        self.threshold = threshold or self.live
        self.actions, self.burning, self.rounds = actions, burning, rounds
        self.starts = list(starts)
        self.over = False
        self.losers: tuple[int, ...] = ()
        self.first = 0

    def copy(self) -> "Board":
        """Another board in the same position."""
        other = Board.__new__(Board)
        other.settings, other.players, other.hands = self.settings, self.players, self.hands[:]
        other.trump, other.turn, other.table, other.led = self.trump, self.turn, self.table[:], self.led
        other.live, other.threshold, other.actions = self.live, self.threshold, self.actions
        other.burning, other.rounds, other.starts = self.burning, self.rounds, self.starts[:]
        other.over, other.losers, other.first = self.over, self.losers, self.first
        return other

    def beating(self) -> int:
        """The cards in the hand on turn that beat the table, as a mask."""
        settings = self.settings
        led = self.table[0][1] & 3 if settings.led_oldest else self.led
        hand = self.hands[self.turn - 1]
        mask = beaters(settings.beat_rule, led, self.trump, self.table[-1][2])
        if settings.follow_first and (hand | hand >> 1) & OF_SUIT[led]:
            mask &= OF_SUIT[led]
        return (hand | hand >> 1) & mask

    def lay(self, unit: Unit) -> None:
        """The chair on turn lays a unit, which is legal."""
        chair, settings = self.turn, self.settings
        hands = self.hands
        hand = hands[chair - 1] = hands[chair - 1] - unit[0]
        self.actions += 1
        if not hand:
            self.live -= 1
            self.rounds, self.starts = 0, []
            self.first = self.first or chair
            if self.live == 1 or settings.first_out:
                self.over = True
                self.losers = (next_holder(hands, chair),) if self.live == 1 else ()
                return
        table = self.table
        if not table:
            self.led = unit[1] & 3
        table.append(unit)
        full = len(table) >= (self.threshold if settings.round_start else self.live)
        if full or self.burning or self.actions == settings.cap:
            self.rounds, self.starts = 0, []
            stays = full and hand and not self.burning and (settings.highest or (settings.two and self.live == 2))
            self._begin(chair if stays else next_holder(hands, chair))
            return
        players = self.players
        chair %= players
        while not hands[chair]:
            chair = (chair + 1) % players
        self.turn = chair + 1

    def take(self) -> None:
        """The chair on turn takes the unit that the rules say."""
        chair, table, pickup = self.turn, self.table, self.settings.pickup
        if pickup == "last":
            place = -1
        elif pickup == "oldest" or len(table) == 1:
            place = 0
        else:
            ranks = [unit[1] >> 2 for unit in table]
            place = ranks.index(min(ranks))
        self.hands[chair - 1] += table.pop(place)[0]
        self.actions += 1
        after = next_holder(self.hands, chair)
        if not table:
            self.rounds += 1
            self._begin(after)
        elif self.actions == self.settings.cap:
            self.rounds, self.starts = 0, []
            self._begin(after)
        else:
            self.turn = after

    def _begin(self, starter: int) -> None:
        """A new round; where the game has stalled, what the rule orders."""
        settings = self.settings
        self.turn, self.table, self.led = starter, [], -1
        self.threshold, self.actions, self.burning = self.live, 0, False
        if settings.mode == "none":
            return
        position = (starter, *self.hands)
        starts = self.starts
        stalled = self.rounds >= settings.idle_rounds
        if position in starts:
            stalled = stalled or starts.count(position) + 1 >= settings.repetitions
        starts.append(position)
        if not stalled:
            return
        if settings.mode == "burn":
            self.burning = True
            return
        self.over = True
        if settings.mode == "draw":
            self.losers = tuple([chair for chair, hand in enumerate(self.hands, 1) if hand])
        else:
            self.losers = (biggest_hand(cast(Any, self), starter),)


LENGTH, RANK, TRUMP = 3.0, 0.5, 1.5
"""The measured weights of a lead: for each card, against each rank of its top, against trumps."""


@lru_cache(maxsize=1 << 16)
def blocks(hand: int) -> tuple[Unit, ...]:
    """The longest runs and single cards that make up a hand, from low to high: each kind of card in one of them."""
    mask = held(hand)
    found = []
    for card in kinds(mask):
        if card < 4 or not mask & UNIT[card - 4]:
            top = card
            while top < 48 and mask & UNIT[top + 4]:
                top += 4
            found.append(unit_of(range(card, top + 1, 4)))
    return tuple(found)


def worth(unit: Unit, trump: int) -> float:
    """How good a lead a unit is by the habits: long, low, no trumps."""
    _, low, top = unit
    return LENGTH * ((top - low >> 2) + 1) - RANK * (top >> 2) - TRUMP * (top & 3 == trump)


def habitual_lead(hand: int, trump: int, runs: bool) -> Unit:
    """The lead that the habits like best; of equals the lower."""
    found = blocks(hand) if runs else [SINGLE[card] for card in kinds(held(hand))]
    return max(found, key=lambda unit: worth(unit, trump))


def cheapest(mask: int, trump: int, trumps_last: bool = False) -> int:
    """The card of a mask with which to answer: the lowest, of equals no trump; or trumps last of all."""
    plain = mask & ~OF_SUIT[trump]
    if trumps_last and plain:
        mask = plain
    low = mask & -mask
    card = low.bit_length() >> 1
    if card & 3 == trump and plain:
        other = (plain & -plain).bit_length() >> 1
        if other >> 2 == card >> 2:
            return other
    return card


def patience(live: int) -> int:
    """After so many acts in a round everybody takes up who may, so that a round always ends."""
    return 2 * live + 4


class Player:
    """Plays boards out. What it found to lead from a hand is kept for the next board with the same trump."""

    def __init__(self, settings: Settings, trump: int, noise: Sequence[float], share: float) -> None:
        self.settings = settings
        self.trump = trump
        self.noise, self.share = noise, share
        self.leads: dict[int, Unit] = {}

    def play_out(self, board: Board, at: int, longest: int) -> int:
        """Play the board to its end, or for so many acts, with the noise from place `at` on; how many acts it was."""
        settings, trump, noise, share, leads = self.settings, self.trump, self.noise, self.share, self.leads
        trumps_last = settings.beat_rule == "trump_priority"
        hands, steps, wrap = board.hands, 0, len(noise)
        while not board.over and steps < longest:
            steps += 1
            dice = noise[(at + steps) % wrap]
            if not board.table:
                hand = hands[board.turn - 1]
                if dice < share or board.burning:
                    board.lay(self._other_lead(board, hand, dice / share if dice < share else 0.0))
                    continue
                unit = leads.get(hand)
                if unit is None:
                    unit = leads[hand] = habitual_lead(hand, trump, not settings.no_runs)
                board.lay(unit)
                continue
            mask = board.beating()
            if not mask or (settings.voluntary and board.actions >= patience(board.live)):
                board.take()
            elif dice < share:
                found = kinds(mask)
                board.lay(SINGLE[found[int(len(found) * dice / share)]])
            else:
                board.lay(SINGLE[cheapest(mask, trump, trumps_last)])
        return steps

    def _other_lead(self, board: Board, hand: int, dice: float) -> Unit:
        """Any block of the hand; a single card where runs are not allowed, or the lead is burnt."""
        if board.burning:
            return SINGLE[cheapest(held(hand), self.trump)]
        found = [SINGLE[card] for card in kinds(held(hand))] if self.settings.no_runs else blocks(hand)
        return found[int(len(found) * dice)]
