"""What one seat, or a spectator, may know of a match of Mus: built by allow-list, never by taking away.

A seat sees its own cards; public counts of cards; what was said, declared, bet and scored; the señas that it gave,
received or noticed; cards that were turned up or shown. Nothing else.
"""

from typing import TYPE_CHECKING

import msgspec

from ordago.core.acts import Act, Option
from ordago.mus.acts import (
    Cut,
    Deal,
    Discard,
    Envido,
    Hidden,
    Mus,
    NoQuiero,
    Ordago,
    Pass,
    Quiero,
    Raise,
    Sena,
    Serve,
)
from ordago.mus.betting import Lance
from ordago.mus.count import Award
from ordago.mus.rules import Rules

if TYPE_CHECKING:
    from ordago.mus.state import State


ALOUD = frozenset((Mus, Cut, Pass, Envido, Raise, Quiero, NoQuiero, Ordago))
"""Acts of which everybody knows all: most of a deal."""


class View(msgspec.Struct, frozen=True, gc=False):
    """What seat `seat` may know (0: a spectator). Fields of the same name mean what they mean in `State`.

    `hand` are its own cards. `cards` are cards that it sees of any chair, by chair: its own, those turned up in the
    deal, and all once they were shown. `thrown` says how many cards each chair has laid aside in this round (None: not
    yet, or not known yet). `senas` are (service number, seña) that it may know. `acts` is what it saw and heard in this
    deal, with other seats' cards hidden. `legal` is what it may do now.
    """

    seat: int
    rules: Rules
    players: int
    phase: str
    turn: int
    mano: int
    order: tuple[int, ...]
    side_of: tuple[int, ...]
    score: tuple[int, ...]
    games: tuple[int, ...]
    vacas: tuple[int, ...]
    winner: int
    champion: int
    corrido: bool
    choosing: bool
    forced: bool
    rounds: int
    hand: tuple[int, ...]
    cards: dict[int, tuple[int, ...]]
    thrown: tuple[int | None, ...]
    stock_size: int
    discard_size: int
    declared: dict[str, tuple[bool, ...]]
    lance: Lance | None
    closed: tuple[Lance, ...]
    awards: tuple[Award, ...]
    senas: tuple[tuple[int, Sena], ...]
    acts: tuple[Act, ...]
    legal: tuple[Option, ...]


def view(state: "State", seat: int) -> View:
    """The view of the seat; seat 0 is a spectator.

    Raises ValueError for a seat that is not at the table.
    """
    if not 0 <= seat <= state.players:
        raise ValueError(f"no seat {seat} at a table of {state.players}")
    hand = state.hands[seat - 1] if seat and state.hands else ()
    secret = _secret_throws(state, seat)
    return View(
        seat=seat,
        rules=state.rules,
        players=state.players,
        phase=state.phase,
        turn=state.turn,
        mano=state.mano,
        order=state.order,
        side_of=state.house.side_of,
        score=state.score,
        games=state.games,
        vacas=state.vacas,
        winner=state.winner,
        champion=state.champion,
        corrido=state.corrido,
        choosing=state.choosing,
        forced=state.forced,
        rounds=state.rounds,
        hand=hand,
        cards=_cards_seen(state, seat),
        thrown=_thrown_counts(state, secret),
        stock_size=state.stock_size,
        discard_size=state.discard_size - sum(secret.values()),
        declared=state.declared,
        lance=state.lance,
        closed=state.closed,
        awards=state.awards,
        senas=tuple([(when, _as_seen(sena, seat, state)) for when, sena in state.senas if _knows(state, seat, sena)]),
        acts=_acts_seen(state, seat, secret),
        legal=state.legal(seat) if seat else (),
    )


def _cards_seen(state: "State", seat: int) -> dict[int, tuple[int, ...]]:
    if state.shown:
        return dict(enumerate(state.hands, 1))
    seen: dict[int, tuple[int, ...]] = {}
    for chair, card in state.exposed:
        if card in state.hands[chair - 1]:
            seen[chair] = (*seen.get(chair, ()), card)
    if seat and state.hands:
        seen[seat] = state.hands[seat - 1]
    return seen


def _secret_throws(state: "State", seat: int) -> dict[int, int]:
    """Discards of others that are not yet known: where all throw together, until all have (2.2)."""
    if state.rules.discard.discard_order != "simultaneous" or not state.throwing:
        return {}
    return {chair: len(cards) for chair, cards in enumerate(state.thrown, 1) if cards is not None and chair != seat}


def _thrown_counts(state: "State", secret: dict[int, int]) -> tuple[int | None, ...]:
    return tuple(
        [None if cards is None or chair in secret else len(cards) for chair, cards in enumerate(state.thrown, 1)]
    )


def _knows(state: "State", seat: int, sena: Sena) -> bool:
    """The signer, the partners and the rivals who noticed it know a seña."""
    if not seat:
        return False
    return state.house.side_of[seat] == state.house.side_of[sena.seat] or seat in sena.seen


def _as_seen(sena: Sena, seat: int, state: "State") -> Sena:
    """The seña without the list of rivals who noticed it: a rival learns only that it noticed it itself."""
    return Sena(sena.seat, sena.code, (seat,) if seat in sena.seen else ())


def _acts_seen(state: "State", seat: int, secret: dict[int, int]) -> tuple[Act, ...]:
    """This deal's acts as the seat saw them, in order, but for the `secret` discards, the last of these chairs."""
    hidden = set(secret)
    seen: list[Act] = []
    for act in state.history.latest():
        if type(act) in ALOUD:
            seen.append(act)
            continue
        if isinstance(act, Deal):
            break
        match act:
            case Discard() if act.seat != seat:
                if act.seat in hidden:
                    hidden.remove(act.seat)
                else:
                    seen.append(Hidden(act.seat, "D", len(act.cards)))
            case Serve() if act.to != seat:
                seen.append(Hidden(act.to, "=", len(act.cards)))
            case Sena():
                if _knows(state, seat, act):
                    seen.append(_as_seen(act, seat, state))
            case _:
                seen.append(act)
    return tuple(seen[::-1])
