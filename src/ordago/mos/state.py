"""The state of a match of Møs: an immutable position, and the acts that lead from one to the next.

A state answers three questions: `legal(seat)`, what that seat may do now; `verify(act)`, why an act is refused; and
`apply(act)`, the state after it. `turn` is the chair that the table waits for, 0 while the dealer acts or all is over.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from ordago.cards.french import NAMES
from ordago.core.acts import Act, Option
from ordago.core.history import EMPTY, History
from ordago.errors import Refusal
from ordago.mos import dealing, duels, lending, series, shedding
from ordago.mos.acts import Blind, Deal, Draw, Lend, Play, Take
from ordago.mos.duels import Duel
from ordago.mos.lending import Plan
from ordago.mos.rules import Rules
from ordago.mos.stall import FRESH, Idle


class State(msgspec.Struct, frozen=True):
    """A position. Chairs count from 1 (0: nobody); by chair are `hands`, `piles` (packed counts) and `losses`.

    `log` tells everything that happened, also what followed from the acts by the rules; it holds hidden cards.
    `eliminated` are chairs out of an elimination series, in order, `games` how many games have ended. `dealer` is this
    deal's, before the first deal that deal's.

    `phase` is `deal`, `duels`, `shedding` or `over`. `table` are the units on the table, in duels cards at stake.
    `stock` are the cards in the order in which they are drawn, `drawn_count` of them gone. `trump_card` is the last of
    them (-1: still in the stock) and `holder` its owner; `trump` is its suit once it was shown (-1 before). `drawn` are
    the (chair, card) drawn after the last act, which a record may note. `plan` is a lending that is due.

    In phase 2: `led` suit (-1: empty table), `live` players with cards, `threshold` what that was when the round began,
    `actions` of this round, `burning` whether the lead is burnt, `idle` what has passed since the last progress, `out`
    the chairs in the order in which they emptied their hands. At the end: `loser`, `losers` who share a loss, `winner`.
    """

    rules: Rules
    players: int
    history: History
    log: History
    losses: tuple[int, ...]
    eliminated: tuple[int, ...] = ()
    dealer: int = 0
    games: int = 0
    phase: str = "deal"
    turn: int = 0
    hands: tuple[int, ...] = ()
    piles: tuple[int, ...] = ()
    table: tuple[tuple[int, ...], ...] = ()
    stock: tuple[int, ...] = ()
    drawn_count: int = 0
    drawn: tuple[tuple[int, int], ...] = ()
    trump_card: int = -1
    holder: int = 0
    duel: Duel | None = None
    plan: Plan | None = None
    trump: int = -1
    led: int = -1
    live: int = 0
    threshold: int = 0
    actions: int = 0
    burning: bool = False
    idle: Idle = FRESH
    out: tuple[int, ...] = ()
    loser: int = 0
    losers: tuple[int, ...] = ()
    winner: int = 0

    @property
    def stock_size(self) -> int:
        """How many cards the stock still has."""
        return len(self.stock) - self.drawn_count

    @property
    def deal_over(self) -> bool:
        """Whether no deal is running."""
        return self.phase in ("deal", "over")

    @property
    def match_over(self) -> bool:
        """Whether the match is decided."""
        return series.is_over(self)

    def legal(self, seat: int) -> tuple[Option, ...]:
        """Every act of the chair, each once: single cards from low to high, runs, blind, take; () when not on turn."""
        if not seat or seat != self.turn:
            return ()
        return duels.options(self) if self.phase == "duels" else shedding.options(self)

    def verify(self, act: Act) -> None:
        """Raise Refusal, with a code and its parameters, where the rules do not allow the act now."""
        kind = type(act)
        if kind in SEATS:
            if act.seat != self.turn or not act.seat:
                self._refuse_turn(act.seat)
            handler = SEATS[kind].get(self.phase)
            if handler is None:
                raise Refusal("take-in-duels" if kind is Take else "blind-in-shedding")
            handler[0](self, act)
        elif kind in DEALERS:
            if act.seat:
                raise Refusal("no-such-chair", chair=act.seat)
            DEALERS[kind][0](self, act)
        else:
            raise Refusal("act-unknown", act=kind.__name__)

    def can(self, act: Act) -> bool:
        """Whether the rules allow the act now."""
        try:
            self.verify(act)
        except Refusal:
            return False
        return True

    def apply(self, act: Act) -> "State":
        """The state after the act. Raises Refusal like `verify`.

        A draw is a note: it is ticked off and leaves no trace in the history.
        """
        self.verify(act)
        kind = type(act)
        handler = SEATS[kind][self.phase] if kind in SEATS else DEALERS[kind]
        after: State = handler[1](self, act)
        return after if kind is Draw else replace(after, history=self.history.then(act))

    def _refuse_turn(self, seat: int) -> None:
        if not 1 <= seat <= self.players:
            raise Refusal("no-such-chair", chair=seat)
        if self.plan is not None:
            raise Refusal("lending-due", chair=seat)
        if not self.turn:
            raise Refusal("no-play-now", phase=self.phase)
        raise Refusal("not-your-turn", chair=seat, turn=self.turn)


def verify_draw(state: State, act: Draw) -> None:
    """Raise Refusal where the last act did not make the chair draw these cards, or one was noted already."""
    left = list(state.drawn)
    for card in act.cards:
        if (act.to, card) not in left:
            raise Refusal("draw-disagrees", chair=act.to, card=NAMES[card])
        left.remove((act.to, card))


def draw_noted(state: State, act: Draw) -> State:
    """The draws are ticked off."""
    left = list(state.drawn)
    for card in act.cards:
        left.remove((act.to, card))
    return replace(state, drawn=tuple(left))


Handler = tuple[Callable[[State, Any], None], Callable[[State, Any], State]]

SEATS: dict[type[Act], dict[str, Handler]] = {
    Play: {"duels": (duels.verify_play, duels.play), "shedding": (shedding.verify_play, shedding.play)},
    Take: {"shedding": (shedding.verify_take, shedding.take)},
    Blind: {"duels": (duels.verify_blind, duels.play)},
}
"""For each kind of act of a seat and each phase: verify and do."""

DEALERS: dict[type[Act], Handler] = {
    Deal: (dealing.verify_deal, dealing.deal),
    Lend: (lending.verify_lend, lending.lend),
    Draw: (verify_draw, draw_noted),
}
"""For each kind of act of the dealer, who is seat 0: verify and do."""


def start(rules: Rules, players: int, dealer: int | None = None, eliminated: tuple[int, ...] = ()) -> State:
    """The state before the first deal; `dealer` None is the last chair, `eliminated` chairs have lost and left.

    Raises RulesError where so many cannot play, and Refusal `no-such-chair`.
    """
    dealing.verify_players(rules, players - len(eliminated))
    dealing.verify_players(rules, players)
    if dealer is None:
        dealer = max({*range(1, players + 1)} - {*eliminated})
    if not 1 <= dealer <= players or dealer in eliminated:
        raise Refusal("no-such-chair", chair=dealer)
    losses = tuple([int(chair in eliminated) for chair in range(1, players + 1)])
    return State(rules, players, EMPTY, EMPTY, losses, eliminated, dealer)
