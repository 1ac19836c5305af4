"""What is known of the other hands: declarations, señas or whole hands by seat, and cards seen in the discards.

Seats are positions in speaking order: 1 is the mano, the last the postre (R1.7).
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ordago.cards.spanish import NAMES, write_cards
from ordago.errors import OrdagoError
from ordago.mus.rules import Rules
from ordago.mus.senas import HOLDS
from ordago.odds.pack import Counts, Pack, pack_for

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Known:
    """What a player knows besides the own hand.

    `pares` and `juego` are the seats that have it, all others having none; None before it is declared. `holds` names
    for a seat a seña of `mus.senas.HOLDS` (`two kings`) or four cards. `seen` are cards that can no longer be dealt:
    own discards and what else was seen.
    """

    pares: tuple[int, ...] | None = None
    juego: tuple[int, ...] | None = None
    holds: Mapping[int, str] = field(default_factory=dict)
    seen: str = ""

    def as_json(self) -> dict[str, object]:
        """What is known as plain values, without what is not."""
        found: dict[str, object] = {}
        for name in ("pares", "juego"):
            seats = getattr(self, name)
            if seats is not None:
                found[name] = list(seats)
        if self.holds:
            found["holds"] = {str(seat): what for seat, what in sorted(self.holds.items())}
        if self.seen:
            found["seen"] = self.seen
        return found


@dataclass(frozen=True)
class Case:
    """A question made ready: who I am and what I hold, what is left in the stock, and what each seat may hold."""

    rules: Rules
    pack: Pack
    known: Known
    seat: int
    hand: int
    cards: tuple[int, ...]
    stock: Counts
    masks: Mapping[int, Mask]

    @property
    def players(self) -> int:
        """How many play."""
        return self.rules.seating.players

    def allowed(self, hands: Counts, seats: tuple[int, ...]) -> Counts:
        """The rows of `hands` (a column per seat) that what is known allows."""
        found = np.ones(len(hands), bool)
        for column, seat in enumerate(seats):
            if seat in self.masks:
                found &= self.masks[seat][hands[:, column]]
        return np.flatnonzero(found)


def case(rules: Rules, hand: str, seat: int, known: Known) -> Case:
    """Make a question ready. Raises NotationError for what are no cards, and OrdagoError:

    `hand-size` (not four), `odds-seat` (no such seat), `odds-own-seat` (another's hand in my seat), `card-too-often`,
    `odds-own-hand` (I hold or lack what is declared of me) and `odds-holds` (neither a seña nor four cards).
    """
    pack = pack_for(rules.hand)
    cards = pack.hands_of_rules.sorted(pack.parse(hand, 4))
    seen = pack.parse(known.seen)
    check_seat(seat, rules)
    shown = [card for text in known.holds.values() for card in named_cards(pack, text)]
    twice = [card for card, number in Counter((*cards, *seen, *shown)).items() if card % 5 and number > 1]
    mine = pack.take(cards)
    stock = pack.counts - mine - pack.take(seen)
    if twice or (stock < 0).any():
        name = NAMES[twice[0]] if twice else pack.letters[int(np.argmin(stock))]
        raise OrdagoError("card-too-often", card=name)
    at = pack.index_of(mine)
    for name, has in (("pares", pack.has_pares), ("juego", pack.has_juego)):
        declared = getattr(known, name)
        if declared is not None and (seat in declared) != bool(has[at]):
            raise OrdagoError("odds-own-hand", hand=write_cards(cards), seat=seat, lance=name)
    return Case(rules, pack, known, seat, at, cards, stock, _masks(rules, pack, seat, known))


def check_seat(seat: int, rules: Rules) -> None:
    """Raise OrdagoError `odds-seat` where the table has no such seat."""
    if not 1 <= seat <= rules.seating.players:
        raise OrdagoError("odds-seat", seat=seat, players=rules.seating.players)


def _masks(rules: Rules, pack: Pack, seat: int, known: Known) -> dict[int, Mask]:
    masks: dict[int, Mask] = {}
    others = [other for other in range(1, rules.seating.players + 1) if other != seat]

    def narrow(other: int, mask: Mask) -> None:
        masks[other] = masks[other] & mask if other in masks else mask

    for has, declared in ((pack.has_pares, known.pares), (pack.has_juego, known.juego)):
        for other in declared or ():
            check_seat(other, rules)
        if declared is not None:
            for other in others:
                narrow(other, has if other in declared else ~has)
    for other, text in known.holds.items():
        check_seat(other, rules)
        if other == seat:
            raise OrdagoError("odds-own-seat", seat=seat)
        narrow(other, holding(pack, text))
    return masks


def holding(pack: Pack, text: str) -> Mask:
    """The hands of which a seña is true, or the one that four cards name. Raises OrdagoError `odds-holds`."""
    cards = named_cards(pack, text)
    if not cards:
        fits = HOLDS[_code(text)]
        return np.array([fits(worth) for worth in pack.worths])
    found = np.zeros(len(pack.hands), bool)
    found[pack.index_of(pack.take(cards))] = True
    return found


def named_cards(pack: Pack, text: str) -> tuple[int, ...]:
    """The four cards that the text names; none for a seña. Raises OrdagoError `odds-holds`."""
    if _code(text) in HOLDS:
        return ()
    try:
        cards = pack.parse(text.strip(), 4)
        pack.index_of(pack.take(cards))
    except (OrdagoError, KeyError):
        raise OrdagoError("odds-holds", text=text, senas=", ".join(HOLDS)) from None
    return cards


def _code(text: str) -> str:
    return re.sub(r"[\s-]+", "_", text.strip().lower())
