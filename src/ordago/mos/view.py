"""What one seat, or a spectator, may know of a match of Møs: built by allow-list, never by taking away.

A seat sees its own hand, what lies on the table, how many cards everybody has, and everything that was laid, turned up,
won or shown, with who did it. Nobody sees another hand, the stock, or the trump card that lies face down: not even its
owner (P1-7), unless `open_trump` shows it from the start.
"""

from typing import TYPE_CHECKING

import msgspec

from ordago.core.acts import Act, Option
from ordago.mos.acts import Deal, Draw, Hidden, Leftover, Lend
from ordago.mos.duels import Duel
from ordago.mos.hand import high_to_low, size, unpacked
from ordago.mos.rules import Rules
from ordago.mos.shedding import led_now

if TYPE_CHECKING:
    from ordago.mos.state import State


class View(msgspec.Struct, frozen=True, gc=False):
    """What seat `seat` may know (0: a spectator). Fields of the same name mean what they mean in `State`.

    `hand` are its own cards and `pile` its own pile where it may look into it (`peek_pile`), from high to low.
    `hand_sizes` and `pile_sizes` count cards by chair. `holder` owns the unseen trump card (0: nobody yet), and
    `trump_card` is that card once it may be known (-1 before). `led` is the suit led now. `acts` is what happened in
    this deal as the seat saw it, from the first act on: draws and leftovers of others as `Hidden`, lending only as far
    as it gave or got cards. `legal` is what it may do now.
    """

    seat: int
    rules: Rules
    players: int
    eliminated: tuple[int, ...]
    losses: tuple[int, ...]
    games: int
    dealer: int
    phase: str
    turn: int
    hand: tuple[int, ...]
    pile: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    pile_sizes: tuple[int, ...]
    stock_size: int
    table: tuple[tuple[int, ...], ...]
    duel: Duel | None
    holder: int
    trump_card: int
    trump: int
    led: int
    live: int
    threshold: int
    burning: bool
    lending: bool
    out: tuple[int, ...]
    loser: int
    losers: tuple[int, ...]
    winner: int
    acts: tuple[Act, ...]
    legal: tuple[Option, ...]


def view(state: "State", seat: int) -> View:
    """The view of the seat; seat 0 is a spectator.

    Raises ValueError for a seat that is not at the table.
    """
    if not 0 <= seat <= state.players:
        raise ValueError(f"no seat {seat} at a table of {state.players}")
    own = bool(seat and state.hands)
    return View(
        seat=seat,
        rules=state.rules,
        players=state.players,
        eliminated=state.eliminated,
        losses=state.losses,
        games=state.games,
        dealer=state.dealer,
        phase=state.phase,
        turn=state.turn,
        hand=unpacked(state.hands[seat - 1]) if own else (),
        pile=unpacked(state.piles[seat - 1]) if own and state.rules.duels.peek_pile else (),
        hand_sizes=tuple([size(hand) for hand in state.hands]),
        pile_sizes=tuple([size(pile) for pile in state.piles]),
        stock_size=state.stock_size,
        table=state.table,
        duel=state.duel,
        holder=state.holder,
        trump_card=_trump_card_seen(state),
        trump=state.trump,
        led=led_now(state),
        live=state.live,
        threshold=state.threshold,
        burning=state.burning,
        lending=state.plan is not None,
        out=state.out,
        loser=state.loser,
        losers=state.losers,
        winner=state.winner,
        acts=_acts_seen(state, seat),
        legal=state.legal(seat),
    )


def _trump_card_seen(state: "State") -> int:
    """The trump card: shown with phase 2 (I-3), or from the start under `open_trump` (`[norberg]`)."""
    if state.trump >= 0:
        return state.trump_card
    if state.rules.duels.open_trump:
        return state.trump_card if state.trump_card >= 0 else state.stock[-1] if state.stock else -1
    return -1


PARTLY_HIDDEN = frozenset({Deal, Draw, Leftover, Lend})
"""The kinds of acts and events that not everybody sees in full."""


def _acts_seen(state: "State", seat: int) -> tuple[Act, ...]:
    """What happened in this deal as the seat saw it, in order."""
    seen: list[Act] = []
    gave: list[int] = []
    got: list[int] = []
    lent_at = 0
    for act in state.log.latest():
        if type(act) not in PARTLY_HIDDEN:
            seen.append(act)
        elif isinstance(act, Deal):
            break
        elif isinstance(act, Draw):
            seen.append(act if act.to == seat else Hidden(act.to, "=", len(act.cards)))
        elif isinstance(act, Leftover):
            seen.append(act if act.seat == seat else Hidden(act.seat, "leftover", len(act.cards)))
        elif isinstance(act, Lend):
            # All gifts are shuffled together (§7.3): who gives does not see to whom, who gets not from whom.
            lent_at = len(seen)
            gave += act.cards if act.giver == seat else ()
            got += act.cards if act.receiver == seat else ()
    if gave or got:
        seen.insert(lent_at, Lend(0, seat if gave else 0, seat if got else 0, high_to_low(gave or got)))
    return tuple(seen[::-1])
