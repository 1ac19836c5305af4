"""One lance: the betting machine of §3, for any number of sides.

With two sides it is the table of §3.3 to the letter. With more (6.1, "individuals and three pairs") every eligible side
is in, a bet is answered by every other side still in, `N` drops a side for good and a new bet is answered by all the
others again.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from ordago.core.acts import Option
from ordago.errors import Refusal, RulesError
from ordago.mus.acts import Envido, NoQuiero, Ordago, Pass, Quiero, Raise

STAKE_LIMIT = 999_999
"""No stake grows beyond this, so that a mistyped bet is refused and a lance ends."""

Positive = Annotated[int, msgspec.Meta(ge=1, le=200)]


class BettingRules(msgspec.Struct, frozen=True):
    """Settings of the betting (§3.4)."""

    min_open: Positive = 2
    min_raise: Positive = 2
    raise_style: Literal["additive", "double", "fixed2"] = "additive"
    bet_cap: Literal["none", "target", "remaining"] = "none"
    open_order: Literal["strict", "any"] = "strict"
    response: Literal["sequential", "strongest_of_pair"] = "sequential"
    forbid_worst_ordago_accept: bool = False

    def __post_init__(self) -> None:
        """Raise RulesError where bets of two stones would be below the minimum."""
        for name in ("min_open", "min_raise"):
            if self.raise_style == "fixed2" and getattr(self, name) > 2:
                raise RulesError("setting-contradicts", setting=name, reason='above 2 with raise_style = "fixed2"')


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a lance ended.

    `kind` is `none`, `uncontested`, `paso`, `accepted`, `refused` or `ordago`. `chairs` are the eligible chairs of the
    sides still in, in speaking order: among them the best hand wins. `side` is the bettors' after a refusal, the only
    holders' when uncontested, else -1. `stones` is the accepted stake, or the stake before the refused bet (0 where
    that was the first). `raised` says whether a raise, or an órdago over a bet, was refused.
    """

    kind: str
    chairs: tuple[int, ...] = ()
    side: int = -1
    stones: int = 0
    raised: bool = False


class Lance(msgspec.Struct, frozen=True, gc=False):
    """A lance being bet (§3.2).

    `eligible` are the chairs that may speak, in speaking order, and `at` the next of them while no bet stands. `bettor`
    is the chair of the standing bet (0: none), `table` its stake, `agreed` the stake before it, `ordago` whether it is
    an órdago, `queue` the chairs still to answer. `stayed` are sides that said quiero, `dropped` sides that are out.
    `best` is the strongest answer so far, its stones and its chair, where both partners answer (`strongest_of_pair`).
    """

    name: str
    eligible: tuple[int, ...]
    at: int = 0
    bettor: int = 0
    agreed: int = 0
    table: int = 0
    ordago: bool = False
    queue: tuple[int, ...] = ()
    stayed: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    best: tuple[int, int, int] | None = None
    outcome: Outcome | None = None

    @property
    def turn(self) -> int:
        """The chair that speaks; 0 once the lance is closed."""
        if self.outcome is not None:
            return 0
        return self.queue[0] if self.bettor else self.eligible[self.at]


class Table(NamedTuple):
    """What the betting machine needs to know of the table: its rules, each chair's side, and the cap of a stake."""

    rules: BettingRules
    side_of: tuple[int, ...]
    cap: int


QUIERO, RAISE, ORDAGO = 1, 2, 3
"""Strength of an answer where both partners answer; of two raises the higher counts (response)."""

NO_ANSWER = (0, 0, 0)


def is_double(rules: BettingRules) -> bool:
    """Whether a raise doubles the stake and so is written without a number."""
    return rules.raise_style == "double"


def bet_range(table: Table) -> tuple[int, int]:
    """The least and the most stones of an opening bet; the most is below the least where there is no room."""
    if table.rules.raise_style == "fixed2":
        return 2, min(2, table.cap)
    return table.rules.min_open, table.cap


def raise_range(lance: Lance, table: Table) -> tuple[int, int]:
    """The least and the most stones of a raise of the standing bet; 0, 0 for a doubling one; most < least: no room."""
    style = table.rules.raise_style
    if style == "double":
        return (0, 0) if lance.table * 2 <= table.cap else (0, -1)
    room = table.cap - lance.table
    return (2, min(2, room)) if style == "fixed2" else (table.rules.min_raise, room)


_PASS = Option("P")
_QUIERO = Option("Q")
_NO_QUIERO = Option("N")
_ORDAGO = Option("O")
_ANSWER_ORDAGO = (_QUIERO, _NO_QUIERO)
_MAY_NOT_ACCEPT = (_NO_QUIERO,)
_CACHE: dict[tuple[str, int, int], tuple[Option, ...]] = {}


def options(lance: Lance, chair: int, table: Table, may_accept: bool) -> tuple[Option, ...]:
    """What the chair may say in this lance now, on turn or not; `may_accept` bars an órdago that it may not accept."""
    if lance.outcome is not None:
        return ()
    if lance.bettor:
        if chair != lance.queue[0]:
            return ()
        if lance.ordago:
            return _ANSWER_ORDAGO if may_accept else _MAY_NOT_ACCEPT
        least, most = raise_range(lance, table)
        return _CACHE.get(("+", least, most)) or _remember("+", least, most)
    if chair == lance.eligible[lance.at]:
        least, most = bet_range(table)
        return _CACHE.get(("P", least, most)) or _remember("P", least, most)
    if table.rules.open_order == "any" and chair in lance.eligible[lance.at :]:
        least, most = bet_range(table)
        return _CACHE.get(("E", least, most)) or _remember("E", least, most)
    return ()


def _remember(kind: str, least: int, most: int) -> tuple[Option, ...]:
    number = (Option("+" if kind == "+" else "E", least, most),) if least <= most else ()
    before = {"+": (_QUIERO, _NO_QUIERO), "P": (_PASS,), "E": ()}[kind]
    _CACHE[kind, least, most] = found = (*before, *number, _ORDAGO)
    return found


def verify_turn(lance: Lance, chair: int, opening_bet: bool, table: Table) -> None:
    """Raise Refusal where the chair may not speak now: `not-eligible`, `partner-silent` or `not-your-turn`."""
    if lance.bettor:
        if chair == lance.queue[0]:
            return
    elif chair == lance.eligible[lance.at] or (
        opening_bet and table.rules.open_order == "any" and chair in lance.eligible[lance.at :]
    ):
        return
    if chair not in lance.eligible:
        raise Refusal("not-eligible", chair=chair, lance=lance.name)
    if lance.bettor not in (0, chair) and table.side_of[chair] == table.side_of[lance.bettor]:
        raise Refusal("partner-silent", chair=chair, bettor=lance.bettor)
    raise Refusal("not-your-turn", chair=chair, turn=lance.turn)


def verify_pass(lance: Lance, act: Pass, table: Table) -> None:
    """Raise Refusal `bet-stands` where a bet waits for an answer."""
    verify_turn(lance, act.seat, False, table)
    if lance.bettor:
        raise Refusal("bet-stands", chair=act.seat)


def verify_bet(lance: Lance, act: Envido, table: Table) -> None:
    """Raise Refusal for an opening bet that is too low, too high or not the first."""
    verify_turn(lance, act.seat, True, table)
    if lance.bettor:
        raise Refusal("ordago-stands" if lance.ordago else "bet-stands", chair=act.seat)
    least, most = bet_range(table)
    _verify_stones(act.stones, least, most)


def verify_raise(lance: Lance, act: Raise, table: Table) -> None:
    """Raise Refusal for a raise where no bet stands, over an órdago (T8), or of a wrong size."""
    verify_turn(lance, act.seat, False, table)
    if not lance.bettor:
        raise Refusal("no-bet-stands", chair=act.seat)
    if lance.ordago:
        raise Refusal("ordago-stands", chair=act.seat)
    least, most = raise_range(lance, table)
    if is_double(table.rules) and act.stones:
        raise Refusal("raise-doubles", stones=act.stones)
    _verify_stones(act.stones, least, most)


def verify_ordago(lance: Lance, act: Ordago, table: Table) -> None:
    """Raise Refusal where an órdago stands already (T8)."""
    verify_turn(lance, act.seat, True, table)
    if lance.ordago:
        raise Refusal("ordago-stands", chair=act.seat)


def verify_answer(lance: Lance, act: Quiero | NoQuiero, table: Table) -> None:
    """Raise Refusal where there is nothing to accept or refuse."""
    verify_turn(lance, act.seat, False, table)
    if not lance.bettor:
        raise Refusal("no-bet-stands", chair=act.seat)


def _verify_stones(stones: int, least: int, most: int) -> None:
    if most < least:
        raise Refusal("no-room", most=max(most, 0))
    if stones < least:
        raise Refusal("too-few-stones", stones=stones, least=least)
    if stones > most:
        raise Refusal("too-many-stones", stones=stones, most=most)


def passed(lance: Lance, act: Pass, table: Table) -> Lance:
    """T1: the next eligible chair speaks; after the last the lance is passed."""
    if lance.at + 1 < len(lance.eligible):
        return replace(lance, at=lance.at + 1)
    return replace(lance, outcome=Outcome("paso", lance.eligible))


def bet(lance: Lance, act: Envido, table: Table) -> Lance:
    """T2: the opening bet."""
    queue = _rivals(lance, act.seat, lance.dropped, table)
    return replace(lance, bettor=act.seat, table=act.stones, queue=queue)


def raised(lance: Lance, act: Raise, table: Table) -> Lance:
    """T6: so many stones more (or twice the stake); the stake before it is agreed."""
    if table.rules.response == "strongest_of_pair":
        return _answered(lance, (RAISE, act.stones, act.seat), table)
    return _raised(lance, act.seat, act.stones, table)


def ordago(lance: Lance, act: Ordago, table: Table) -> Lance:
    """T3, T7: the whole juego."""
    queue = _rivals(lance, act.seat, lance.dropped, table)
    return replace(lance, bettor=act.seat, ordago=True, agreed=lance.table, queue=queue, stayed=(), best=None)


def accepted(lance: Lance, act: Quiero, table: Table) -> Lance:
    """T4: the chair's side stays in; its partners need not answer (R3.8)."""
    if table.rules.response == "strongest_of_pair":
        return _answered(lance, (QUIERO, 0, act.seat), table)
    side = table.side_of[act.seat]
    queue = tuple(other for other in lance.queue[1:] if table.side_of[other] != side)
    after = replace(lance, queue=queue, stayed=(*lance.stayed, side))
    return after if queue else _closed(after, table)


def refused(lance: Lance, act: NoQuiero, table: Table) -> Lance:
    """T5: once every eligible partner has refused, the side is out."""
    if table.rules.response == "strongest_of_pair":
        return _answered(lance, NO_ANSWER, table)
    side = table.side_of[act.seat]
    queue = lance.queue[1:]
    dropped = lance.dropped
    if not any(table.side_of[other] == side for other in queue):
        dropped = (*dropped, side)
    after = replace(lance, queue=queue, dropped=dropped)
    return after if queue else _closed(after, table)


def _raised(lance: Lance, chair: int, stones: int, table: Table) -> Lance:
    stake = lance.table * 2 if is_double(table.rules) else lance.table + stones
    queue = _rivals(lance, chair, lance.dropped, table)
    return replace(lance, bettor=chair, agreed=lance.table, table=stake, queue=queue, stayed=(), best=None)


def _answered(lance: Lance, answer: tuple[int, int, int], table: Table) -> Lance:
    """Both partners answer in order; then the strongest answer stands (`response = strongest_of_pair`)."""
    best = max(lance.best or NO_ANSWER, answer, key=lambda given: given[:2])  # of equal ones the first
    queue = lance.queue[1:]
    if queue:
        return replace(lance, queue=queue, best=best)
    if best[0] == RAISE:
        return _raised(lance, best[2], best[1], table)
    rival = table.side_of[lance.queue[0]]
    if best[0] == QUIERO:
        return _closed(replace(lance, queue=(), stayed=(rival,)), table)
    return _closed(replace(lance, queue=(), dropped=(rival,)), table)


def _closed(lance: Lance, table: Table) -> Lance:
    """Everybody has answered: refused where nobody stayed, else the best hand of those in wins."""
    if not lance.stayed:
        side = table.side_of[lance.bettor]
        return replace(lance, outcome=Outcome("refused", lance.eligible, side, lance.agreed, lance.agreed > 0))
    chairs = tuple(chair for chair in lance.eligible if table.side_of[chair] not in lance.dropped)
    return replace(lance, outcome=Outcome("ordago" if lance.ordago else "accepted", chairs, -1, lance.table))


def _rivals(lance: Lance, chair: int, dropped: tuple[int, ...], table: Table) -> tuple[int, ...]:
    """The eligible chairs of the other sides still in, in turn order from the bettor."""
    eligible, side_of = lance.eligible, table.side_of
    side = side_of[chair]
    at = eligible.index(chair)
    rivals = [other for other in eligible[at + 1 :] + eligible[:at] if side_of[other] != side]
    if dropped:
        rivals = [other for other in rivals if side_of[other] not in dropped]
    return tuple(rivals)


Word = Pass | Envido | Raise | Quiero | NoQuiero | Ordago
"""What may be said in a lance."""

WORDS: dict[type, tuple[Callable[[Lance, Any, Table], None], Callable[[Lance, Any, Table], Lance]]] = {
    Pass: (verify_pass, passed),
    Envido: (verify_bet, bet),
    Raise: (verify_raise, raised),
    Quiero: (verify_answer, accepted),
    NoQuiero: (verify_answer, refused),
    Ordago: (verify_ordago, ordago),
}
"""For each word: verify and do."""
