"""The state of a match of Mus: an immutable position, and the acts that lead from one to the next.

A state answers three questions: `legal(seat)`, what that seat may do now; `verify(act)`, why an act is refused; and
`apply(act)`, the state after it. `turn` is the chair that the table waits for, 0 while the dealer acts or all is over.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from ordago.core.acts import Act, Option
from ordago.core.history import EMPTY, History
from ordago.errors import Refusal
from ordago.mus import dealing, discard, lances, match, senas, talk
from ordago.mus.acts import Cut, Deal, Discard, Expose, Mus, Perete, Sena, Serve
from ordago.mus.betting import STAKE_LIMIT, WORDS, Lance, Table
from ordago.mus.count import Award
from ordago.mus.dealing import Pack, pack_for
from ordago.mus.hand import Hands, Worth, hands_for
from ordago.mus.rules import Rules


class House(msgspec.Struct, frozen=True, eq=False):
    """What follows from the rules and never changes in a match; made once per set of rules."""

    hands: Hands
    side_of: tuple[int, ...]
    side_names: tuple[str, ...]
    orders: tuple[tuple[int, ...], ...]
    table: Table


class State(msgspec.Struct, frozen=True, gc=False):
    """A position.

    By side: `score` (stones), `games` (juegos in this vaca), `vacas`; `winner` is the side that won the juego in this
    deal and `champion` the side that won the match (-1: nobody). By chair: `hands` (card codes), `thrown` (this
    round's discards; None: not yet), `worths` (from the cut on).

    `phase` is `deal`, `mus`, `discard`, a lance, `over` or `redeal`. `opens` says what this deal opens (`mus.match`),
    `corrido` whether the talk is a corrido, `choosing` whether the mano decides about an exposed card, `forced` whether
    an exposed card forces the discard. `swapped` are chairs that showed a perete, `throwing` and `to_serve` chairs in
    order. `stock` and `discards` are packed counts (`mus.dealing`), `exposed` the (chair, card) turned up, `senas` the
    señas of this deal with the number of services before each. `shown` says whether the hands were shown.
    """

    rules: Rules
    house: House
    history: History
    score: tuple[int, ...]
    games: tuple[int, ...]
    vacas: tuple[int, ...]
    mano: int
    opens: int
    pack: Pack
    phase: str = "deal"
    turn: int = 0
    winner: int = -1
    champion: int = -1
    corrido: bool = False
    choosing: bool = False
    forced: bool = False
    perete: bool = False
    shown: bool = False
    talk_at: int = 0
    rounds: int = 0
    swapped: tuple[int, ...] = ()
    servings: int = 0
    hands: tuple[tuple[int, ...], ...] = ()
    thrown: tuple[tuple[int, ...] | None, ...] = ()
    throwing: tuple[int, ...] = ()
    to_serve: tuple[int, ...] = ()
    stock: int = 0
    stock_size: int = 0
    discards: int = 0
    discard_size: int = 0
    exposed: tuple[tuple[int, int], ...] = ()
    senas: tuple[tuple[int, Sena], ...] = ()
    worths: tuple[Worth, ...] = ()
    lance: Lance | None = None
    closed: tuple[Lance, ...] = ()
    awards: tuple[Award, ...] = ()

    @property
    def order(self) -> tuple[int, ...]:
        """The chairs from the mano to the postre."""
        return self.house.orders[self.mano]

    @property
    def players(self) -> int:
        """How many chairs."""
        return len(self.house.orders) - 1

    @property
    def deal_over(self) -> bool:
        """Whether no deal is running."""
        return self.phase in ("deal", "over", "redeal")

    @property
    def match_over(self) -> bool:
        """Whether a side has won the match."""
        return self.champion >= 0

    @property
    def in_play(self) -> bool:
        """Whether a lance is being bet."""
        return self.lance is not None

    @property
    def betting_table(self) -> Table:
        """What the betting machine needs: rules, sides and the cap of a stake as it is now."""
        table = self.house.table
        if table.rules.bet_cap != "remaining":
            return table
        return table._replace(cap=self.rules.match.target - min(self.score))

    @property
    def declared(self) -> dict[str, tuple[bool, ...]]:
        """Who has pares and juego, by chair, as far as it has been declared (R3.2)."""
        if len(self.closed) < 2:
            return {}  # grande and chica come first
        said = {lance.name for lance in self.closed} | ({self.lance.name} if self.lance else set())
        found = {}
        if said & {"pares", "juego", "punto"}:
            found["pares"] = tuple([worth.category > 0 for worth in self.worths])
        if said & {"juego", "punto"}:
            found["juego"] = tuple([worth.juego > 0 for worth in self.worths])
        return found

    def legal(self, seat: int) -> tuple[Option, ...]:
        """What the chair may do now, on turn or not; over all chairs just what `apply` accepts."""
        if not 0 < seat <= self.players:
            return ()
        lance = self.lance
        if lance is not None:
            found = lances.options(self, seat)
        elif self.phase == "mus":
            found = talk.options(self, seat)
        elif self.phase == "discard":
            found = discard.options(self, seat)
        else:
            return ()
        return found + senas.options(self, seat) if self.rules.senas.senas != "off" else found

    def verify(self, act: Act) -> None:
        """Raise Refusal, with a code and its parameters, where the rules do not allow the act now."""
        self._handler(act)[0](self, act)

    def can(self, act: Act) -> bool:
        """Whether the rules allow the act now."""
        try:
            self.verify(act)
        except Refusal:
            return False
        return True

    def apply(self, act: Act) -> "State":
        """The state after the act. Raises Refusal like `verify`."""
        verify, do = self._handler(act)
        verify(self, act)
        return replace(do(self, act), history=self.history.then(act))

    def _handler(self, act: Act) -> "Handler":
        """Verify and do of this kind of act; Refusal where nobody here does such a thing."""
        handler = HANDLERS.get(type(act))
        if handler is None:
            raise Refusal("act-unknown", act=type(act).__name__)
        if not (0 < act.seat < len(self.house.orders) if type(act) not in DEALERS else act.seat == 0):
            raise Refusal("no-such-chair", chair=act.seat)
        return handler


Handler = tuple[Callable[[State, Any], None], Callable[[State, Any], State]]

HANDLERS: dict[type[Act], Handler] = {
    Mus: (talk.verify_mus, talk.say_mus),
    Cut: (talk.verify_cut, talk.cut),
    Perete: (talk.verify_perete, talk.show_perete),
    Discard: (discard.verify_discard, discard.throw),
    **dict.fromkeys(WORDS, (lances.verify_word, lances.say)),
    Sena: (senas.verify_sena, senas.give),
    Deal: (dealing.verify_deal, dealing.deal),
    Expose: (dealing.verify_expose, dealing.expose),
    Serve: (dealing.verify_serve, dealing.serve),
}
"""For each kind of act: verify and do."""

DEALERS = (Deal, Expose, Serve)
"""The acts of the dealer, who is seat 0."""


@lru_cache(maxsize=256)
def house_for(rules: Rules) -> House:
    """What follows from these rules, made once."""
    cap = rules.match.target if rules.betting.bet_cap == "target" else STAKE_LIMIT
    side_of = rules.seating.sides_of_chairs
    return House(
        hands=hands_for(rules.hand),
        side_of=side_of,
        side_names=rules.seating.side_names,
        orders=rules.seating.orders,
        table=Table(rules.betting, side_of, cap),
    )


def start(
    rules: Rules,
    mano: int = 1,
    score: tuple[int, ...] | None = None,
    games: tuple[int, ...] | None = None,
    vacas: tuple[int, ...] | None = None,
) -> State:
    """The state before the first deal of a match, or before any deal of one where counts are given.

    Raises Refusal `no-such-chair`, `side-count`, `score-too-high` or `match-over` where these cannot be.
    """
    house = house_for(rules)
    nothing = (0,) * len(house.side_names)
    score, games, vacas = [nothing if counts is None else counts for counts in (score, games, vacas)]
    if not 1 <= mano < len(house.orders):
        raise Refusal("no-such-chair", chair=mano)
    limits = (rules.match.target, rules.match.juegos_to_win_vaca, rules.match.vacas_to_win)
    for name, counts, limit in zip(("score", "games", "vacas"), (score, games, vacas), limits, strict=True):
        if len(counts) != len(nothing):
            raise Refusal("side-count", count=len(counts), sides=len(nothing), name=name)
        if not all(0 <= number < limit for number in counts):
            raise Refusal("count-out-of-range", name=name, limit=limit)
    opens = match.opens_what(score, games, vacas)
    return State(rules, house, EMPTY, score, games, vacas, mano, opens, pack_for(rules.hand, suited=True))
