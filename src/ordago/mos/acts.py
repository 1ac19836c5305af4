"""The acts of Møs, and what follows from them by the rules.

Seats play, take and turn up; the dealer (seat 0) deals and lends. What follows (a draw, a won stake, an exit) is not an
act but is logged beside the acts, so that people and bots see what happened (`State.log`, `View.acts`).
"""

import msgspec

from ordago.core.acts import Act


class Play(Act, frozen=True):
    """Lays a card, or a run written upwards: leads or answers a duel (P1-3), leads, beats or burns (P2-2 to P2-5)."""

    cards: tuple[int, ...]


class Take(Act, frozen=True):
    """Takes the unit that the rules say (P2-8)."""


class Blind(Act, frozen=True):
    """Turns up the top stock card in place of a hand card (`blind_play`)."""


class Position(msgspec.Struct, frozen=True):
    """Where a deal begins in the middle: in phase `duels` or `shedding`; hands and stock stand in the deal.

    In duels `chair` is the leader, `table` holds the cards at stake (one each, the leader's first), and once the stock
    is gone `trump_card` and `holder` name the unseen card (-1 and 0 before). In shedding `chair` is on turn, `table`
    holds units, `trump` and `led` are suits (-1: no table).
    """

    phase: str
    chair: int
    piles: tuple[tuple[int, ...], ...] = ()
    table: tuple[tuple[int, ...], ...] = ()
    trump_card: int = -1
    holder: int = 0
    trump: int = -1
    led: int = -1


class Deal(Act, frozen=True):
    """The dealer gives each chair its cards, high to low; `stock` lies in the order in which it will be drawn (S-5)."""

    hands: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    position: Position | None = None


class Lend(Act, frozen=True):
    """The dealer moves these cards of the giver to the receiver (§7.3); 0 in a view stands for a chair not known."""

    giver: int
    receiver: int
    cards: tuple[int, ...]


class Draw(Act, frozen=True):
    """Chair `to` drew these cards (P1-5). As an act it is a reader's note, only checked."""

    to: int
    cards: tuple[int, ...]


class DrawTrump(Act, frozen=True):
    """Chair `to` got the last stock card face down, unseen (P1-7)."""

    to: int


class Turned(Act, frozen=True):
    """The card that a blind play turned up."""

    card: int


class Won(Act, frozen=True):
    """The chair gets these cards from the table: a stake (P1-4) or a unit taken up (P2-8). Seat 0: they leave."""

    cards: tuple[int, ...]


class Leftover(Act, frozen=True):
    """The chair's hand cards at the end of phase 1, which go to its pile or leave the game (P1-14)."""

    cards: tuple[int, ...]


class ShowTrump(Act, frozen=True):
    """The chair shows the trump card (I-3)."""

    card: int


class Out(Act, frozen=True):
    """The chair's hand is empty: it is out and safe (P2-11)."""


class Hidden(Act, frozen=True):
    """A draw (`kind` `=`) or leftovers (`leftover`) of the chair as the others see it: how many cards."""

    kind: str
    count: int
