"""What a player of Møs can know in phase 2 from what it saw: the cards of every hand (TL-9), and idle rounds (ST-2).

Everything follows from one view: its log of acts, its own hand and the public counts of cards. Under the default rules
every hand is known once the trump is shown. Lending, cards taken out before the deal, or a deal that begins in the
middle leave a rest of which only the number is known.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from ordago.cards.french import DECK
from ordago.core.acts import Act
from ordago.mos.acts import Hidden, Leftover, Out, Play, ShowTrump, Take, Won
from ordago.mos.hand import ONES, UNIT, held, packed, size
from ordago.mos.view import View


class Known(msgspec.Struct, frozen=True):
    """What is known in phase 2: packed counts by chair, and of cards that may be in any other hand.

    `missing` says how many cards of each hand are not known; `rest` are the cards of which those are some. So many
    `rounds` have ended since the last progress, `starts` are the positions that began one since then, the present one
    included.
    """

    hands: tuple[int, ...]
    missing: tuple[int, ...]
    rest: int
    rounds: int
    starts: tuple[tuple[int, ...], ...]

    @property
    def complete(self) -> bool:
        """Whether every hand is known."""
        return not any(self.missing)


def known(view: View) -> Known:
    """What the seat of the view can know in phase 2."""
    replay = _Replay(view)
    for act in view.acts:
        handler = _HANDLERS.get(type(act))
        if handler is not None:
            handler(replay, act)
    return replay.result()


class _Replay:
    """The acts of a deal as one seat saw them, followed card by card; `hands` are the piles in phase 1."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.hands = [0] * view.players
        self.gone = 0
        self.leftovers: dict[int, int] = {}
        self.shedding = not any(isinstance(act, ShowTrump) for act in view.acts)
        self.table = _begun_with(view) if self.shedding else []
        self.rounds = 0
        self.starts: list[tuple[int, ...]] = []

    def leftover(self, act: Leftover) -> None:
        """Own leftovers are seen; the cards are gone where the rules say so."""
        if self.view.rules.duels.leftover == "own_pile":
            self.hands[act.seat - 1] += packed(act.cards)
        else:
            self.gone += packed(act.cards)

    def hidden(self, act: Hidden) -> None:
        """Others' leftovers are counted."""
        if act.kind == "leftover" and self.view.rules.duels.leftover == "own_pile":
            self.leftovers[act.seat] = act.count

    def trump(self, act: ShowTrump) -> None:
        """Phase 2 begins; leftovers of a single hand are known by elimination, unless cards were lent."""
        self.shedding = True
        sits_out = self.view.rules.shedding.lone_trump == "sits_out"
        gone = sits_out and not self.hands[act.seat - 1] and act.seat not in self.leftovers
        if self._lent(act.seat):
            self.hands = [0] * self.view.players
        elif len(self.leftovers) == 1:
            rest = self._rest() - UNIT[act.card]
            ((chair, count),) = self.leftovers.items()
            if size(rest) == count:
                self.hands[chair - 1] += rest
        if gone:
            self.gone += UNIT[act.card]
        else:
            self.hands[act.seat - 1] += UNIT[act.card]

    def _lent(self, holder: int) -> bool:
        """Whether cards changed hands unseen: somebody had none, somebody else had two or more (§7.3)."""
        if self.view.rules.lending.lend_mode == "off":
            return False
        counts = {
            chair: size(hand) + self.leftovers.get(chair, 0)
            for chair, hand in enumerate(self.hands, 1)
            if chair not in self.view.eliminated
        }
        return max(counts.values()) >= 2 and any(not count for chair, count in counts.items() if chair != holder)

    def _rest(self) -> int:
        """The cards that are in no known place."""
        everything = ONES * self.view.rules.deal.packs
        return everything - self.gone - sum(self.hands) - sum([packed(unit) for unit in self.table])

    def play(self, act: Play) -> None:
        """In phase 2 a unit is laid; a hand that was not known to hold it held it all the same."""
        if not self.shedding:
            return
        if not self.table:
            self.starts.append((act.seat, *self.hands))
        for card in act.cards:
            if held(self.hands[act.seat - 1]) & UNIT[card]:
                self.hands[act.seat - 1] -= UNIT[card]
        self.table.append(act.cards)

    def won(self, act: Won) -> None:
        """Cards go to a pile or a hand, or leave the game, which is progress in phase 2."""
        if not act.seat:
            self.gone += packed(act.cards)
            if self.shedding:
                self.table, self.rounds, self.starts = [], 0, []
            return
        self.hands[act.seat - 1] += packed(act.cards)
        if self.shedding:
            self.table.remove(act.cards)
            if not self.table:
                self.rounds += 1

    def out(self, act: Out) -> None:
        """Somebody is out: progress (ST-1)."""
        self.rounds, self.starts = 0, []

    def result(self) -> Known:
        """What is known at the end."""
        view = self.view
        if view.table:
            self.table = list(view.table)
        elif view.phase == "shedding":
            self.starts.append((view.turn, *self.hands))
        if view.seat:
            self.hands[view.seat - 1] = packed(view.hand)
        missing = tuple([count - size(hand) for count, hand in zip(view.hand_sizes, self.hands, strict=True)])
        return Known(tuple(self.hands), missing, self._rest(), self.rounds, tuple(self.starts))


def _begun_with(view: View) -> list[tuple[int, ...]]:
    """The units with which a deal began in the middle of a round; what was cleared of them stands there as one."""
    laid: list[tuple[int, ...]] = []
    found: list[tuple[int, ...]] = []
    for act in view.acts:
        if isinstance(act, Play):
            laid.append(act.cards)
        elif isinstance(act, Won) and not act.seat:
            cleared = act.cards[: len(act.cards) - sum(map(len, laid))]
            return [*found, cleared] if cleared else found
        elif isinstance(act, Won):
            if act.cards in laid:
                laid.remove(act.cards)
            else:
                found.append(act.cards)
    return [*found, *view.table[: len(view.table) - len(laid)]]


_HANDLERS: dict[type[Act], Callable[[_Replay, Any], None]] = {
    Leftover: _Replay.leftover,
    Hidden: _Replay.hidden,
    ShowTrump: _Replay.trump,
    Play: _Replay.play,
    Won: _Replay.won,
    Out: _Replay.out,
}


def acts_this_round(view: View) -> int:
    """How many acts this round of phase 2 has had, told from the last one back."""
    units, count = len(view.table), 0
    for act in reversed(view.acts):
        if not units:
            break
        if isinstance(act, (Play, Take)):
            count += 1
            units += 1 if isinstance(act, Take) else -1
    return count


def recalled(found: Known, trump: int, memory: float, seat: int) -> Known:
    """The same with so much forgotten: of the other hands only the cards that a memory from 0 to 1 keeps."""
    kept = remembered(trump, memory) * 3
    hands, missing, rest = list(found.hands), list(found.missing), found.rest
    for at, hand in enumerate(found.hands):
        if at != seat - 1:
            forgotten = hand & ~kept
            hands[at] -= forgotten
            missing[at] += size(forgotten)
            rest += forgotten
    return Known(tuple(hands), tuple(missing), rest, found.rounds, found.starts)


@cache
def remembered(trump: int, memory: float) -> int:
    """The card kinds that a memory keeps, as a mask: aces first, then trumps, then the others, from the top down."""

    def importance(card: int) -> tuple[int, int, int]:
        rank, suit = divmod(card, 4)
        group = 2 if rank == 12 else 1 if suit == trump else 0
        return group, rank, suit

    ordered = sorted(DECK, key=importance, reverse=True)
    return packed(ordered[: round(memory * len(DECK))])
