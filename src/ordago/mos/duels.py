"""Phase 1: duels for the piles, ties, draws, the unseen trump card, leftovers (§3)."""

from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from ordago.cards.french import NAMES
from ordago.core.acts import Option
from ordago.core.history import History
from ordago.errors import Refusal
from ordago.mos import lending, series
from ordago.mos.acts import Blind, Draw, DrawTrump, Leftover, Play, Turned, Won
from ordago.mos.hand import ABOVE, UNIT, held, next_holder, packed, singles, size, unpacked

if TYPE_CHECKING:
    from ordago.mos.state import State


class DuelRules(msgspec.Struct, frozen=True):
    """Settings of phase 1 (A1 to A6, A28)."""

    tie: Literal["stake_draw", "stake_nodraw", "own_back", "leader_wins", "answerer_wins", "discard"] = "stake_draw"
    tie_void: Literal["own_back", "substitute", "leader_takes", "discard"] = "own_back"
    leftover: Literal["own_pile", "discard"] = "own_pile"
    phase1_end: Literal["pairs_exhausted", "first_block"] = "pairs_exhausted"
    must_beat_p1: bool = False
    draw_timing: Literal["after_duel", "each_play"] = "after_duel"
    blind_play: Literal["none", "both"] = "none"
    open_trump: bool = False
    peek_pile: bool = False


class Duel(msgspec.Struct, frozen=True, gc=False):
    """A duel (P1-2): who leads and who answers, who laid each card at stake, and how many cards each has yet to draw.

    The cards at stake are the state's table; while their number is odd the answerer is on turn. `owed` also names
    chairs for whom others stepped in (`tie_void = substitute`), after those who still duel.
    """

    leader: int
    answerer: int
    owners: tuple[int, ...] = ()
    owed: tuple[tuple[int, int], ...] = ()


_BLIND = Option("B")


def options(state: "State") -> tuple[Option, ...]:
    """What the chair on turn may do: any hand card (P1-3), or the blind one where the rules offer it."""
    mask, must = _cards_to_play(state)
    found = singles(mask)
    if not must and _blind_refusal(state) is None:
        found.append(_BLIND)
    return tuple(found)


def _cards_to_play(state: "State") -> tuple[int, bool]:
    """The cards that the chair on turn may lay, as a mask, and whether it has to beat (`must_beat_p1`)."""
    mask = held(state.hands[state.turn - 1])
    if state.rules.duels.must_beat_p1 and len(state.table) % 2:
        beating = mask & ABOVE[state.table[-1][0] >> 2]
        if beating:
            return beating, True
    return mask, False


def _blind_refusal(state: "State") -> str | None:
    if state.rules.duels.blind_play == "none":
        return "blind-off"
    return "last-stock-card" if state.stock_size < 2 else None


def verify_play(state: "State", act: Play) -> None:
    """Raise Refusal for more than one card, a card not held, or one too low where the answerer must beat."""
    if len(act.cards) != 1:
        raise Refusal("one-card-only", count=len(act.cards))
    card = act.cards[0]
    if not held(state.hands[act.seat - 1]) & UNIT[card]:
        raise Refusal("card-not-held", card=NAMES[card])
    if not _cards_to_play(state)[0] & UNIT[card]:
        raise Refusal("must-beat", card=NAMES[card], top=NAMES[state.table[-1][0]])


def verify_blind(state: "State", act: Blind) -> None:
    """Raise Refusal where no card may be turned up: not in these rules, never the last one, nor by who must beat."""
    code = _blind_refusal(state)
    if code is not None:
        raise Refusal(code)
    if _cards_to_play(state)[1]:
        raise Refusal("must-beat", card="B", top=NAMES[state.table[-1][0]])


class _Desk:
    """Hands, piles and stock while one act is carried out: changed in place, then put into the next state."""

    def __init__(self, state: "State") -> None:
        self.state = state
        self.rules = state.rules.duels
        self.hands = list(state.hands)
        self.piles = list(state.piles)
        self.top = state.drawn_count
        self.trump_card, self.holder = state.trump_card, state.holder
        self.log: History = state.log
        self.drawn: list[tuple[int, int]] = []
        self.owed = dict(state.duel.owed) if state.duel else {}

    def draw(self, chair: int) -> None:
        """P1-5, P1-7: a stock card into the hand, or the last one face down. Only in place of a hand card laid."""
        stock = self.state.stock
        if not self.owed.get(chair):
            return
        self.owed[chair] -= 1
        if self.top >= len(stock) or size(self.hands[chair - 1]) >= self.state.rules.deal.hand_size:
            return
        card = stock[self.top]
        self.top += 1
        if self.top == len(stock):
            self.trump_card, self.holder = card, chair
            self.log = self.log.then(DrawTrump(0, chair))
            return
        self.hands[chair - 1] += UNIT[card]
        self.drawn.append((chair, card))
        self.log = self.log.then(Draw(0, chair, (card,)))

    def refill(self, first: int, second: int) -> None:
        """Both draw one card after the other, in turns, for each hand card laid; chairs that were replaced draw last.

        It is more than one card each, and for more than two chairs, only under `stake_nodraw`.
        """
        order = dict.fromkeys((first, second, *self.owed))
        while any(self.owed.values()):
            for chair in order:
                self.draw(chair)

    def win(self, chair: int, cards: tuple[int, ...]) -> None:
        """The cards go to the chair's pile; chair 0: they leave the game."""
        if chair:
            self.piles[chair - 1] += packed(cards)
        self.log = self.log.then(Won(chair, cards))

    def put(self, **changes: object) -> "State":
        """The next state."""
        return replace(
            self.state,
            hands=tuple(self.hands),
            piles=tuple(self.piles),
            drawn_count=self.top,
            trump_card=self.trump_card,
            holder=self.holder,
            log=self.log,
            drawn=tuple(self.drawn),
            **changes,
        )


def play(state: "State", act: Play | Blind) -> "State":
    """A card is laid; the second of a pair decides the duel or ties it (P1-3 to P1-10)."""
    duel = state.duel
    assert duel is not None
    desk = _Desk(state)
    chair = act.seat
    if isinstance(act, Play):
        card = act.cards[0]
        desk.hands[chair - 1] -= UNIT[card]
        desk.owed[chair] = desk.owed.get(chair, 0) + 1
        desk.log = desk.log.then(act)
    else:
        card = state.stock[desk.top]
        desk.top += 1
        desk.log = desk.log.then(Turned(chair, card))
    if desk.rules.draw_timing == "each_play":
        desk.draw(chair)
    table = (*state.table, (card,))
    owners = (*duel.owners, chair)
    if len(table) % 2:
        owed = tuple(desk.owed.items())
        return desk.put(table=table, duel=replace(duel, owners=owners, owed=owed), turn=duel.answerer)
    led = table[-2][0]
    duel = replace(duel, owners=owners)
    if led >> 2 == card >> 2:
        return _tied(desk, duel, table)
    if led > card:
        return _decided(desk, duel, table, duel.leader)
    return _decided(desk, duel, table, duel.answerer)


def _decided(desk: _Desk, duel: Duel, table: tuple[tuple[int, ...], ...], winner: int) -> "State":
    """P1-4 to P1-6: the winner takes the stake, draws first and leads next."""
    desk.win(winner, tuple([card for (card,) in table]))
    desk.refill(winner, duel.leader + duel.answerer - winner)
    return lead(desk, winner)


def _tied(desk: _Desk, duel: Duel, table: tuple[tuple[int, ...], ...]) -> "State":
    """P1-9: equal ranks decide nothing; what happens then is a setting."""
    rule = desk.rules.tie
    if rule == "leader_wins":
        return _decided(desk, duel, table, duel.leader)
    if rule == "answerer_wins":
        return _decided(desk, duel, table, duel.answerer)
    if rule in ("own_back", "discard"):
        return _undecided(desk, duel, table, rule)
    if rule == "stake_draw":
        desk.refill(duel.leader, duel.answerer)
    return again(desk, duel, table)


def again(desk: _Desk, duel: Duel, table: tuple[tuple[int, ...], ...]) -> "State":
    """The same two duel again for the same stake; without a card on either side the tie is void (P1-10)."""
    leader, answerer = duel.leader, duel.answerer
    if not (desk.hands[leader - 1] and desk.hands[answerer - 1]):
        if desk.rules.tie_void != "substitute":
            return _undecided(desk, duel, table, desk.rules.tie_void)
        if not desk.hands[leader - 1]:
            leader = next_holder(desk.hands, leader, but=answerer)
        if leader and not desk.hands[answerer - 1]:
            answerer = next_holder(desk.hands, answerer, but=leader)
        if not leader or not answerer:
            return _undecided(desk, duel, table, "own_back")
        for replaced in (duel.leader, duel.answerer):
            if replaced not in (leader, answerer):
                desk.owed[replaced] = desk.owed.pop(replaced, 0)
    owed = tuple(desk.owed.items())
    return desk.put(table=table, duel=Duel(leader, answerer, duel.owners, owed), turn=leader)


def _undecided(desk: _Desk, duel: Duel, table: tuple[tuple[int, ...], ...], rule: str) -> "State":
    """The duel ends without a winner: where the stake goes, both draw, and the same leader leads if he can."""
    stake = tuple([card for (card,) in table])
    if rule == "own_back":
        for chair in dict.fromkeys(duel.owners):
            own = [card for card, owner in zip(stake, duel.owners, strict=True) if owner == chair]
            desk.win(chair, tuple(own))
    else:
        desk.win(duel.leader if rule == "leader_takes" else 0, stake)
    desk.refill(duel.leader, duel.answerer)
    return lead(desk, duel.leader)


def lead(desk: _Desk, chair: int) -> "State":
    """P1-6, P1-12: the chair leads against the next holder, or the next holder leads; else phase 1 ends (P1-13)."""
    hands = desk.hands
    leader = chair if hands[chair - 1] else next_holder(hands, chair)
    answerer = next_holder(hands, leader, but=leader) if leader else 0
    due = (chair, series.next_chair(desk.state, chair))
    blocked = desk.rules.phase1_end == "first_block" and (leader, answerer) != due
    if blocked or not answerer:
        return _ended(desk)
    return desk.put(table=(), duel=Duel(leader, answerer), turn=leader)


def _ended(desk: _Desk) -> "State":
    """P1-13, P1-14: what is left in hand goes to its owner's pile; the piles become the hands of phase 2 (I-1)."""
    for at, hand in enumerate(desk.hands):
        if not hand:
            continue
        desk.log = desk.log.then(Leftover(at + 1, unpacked(hand)))
        if desk.rules.leftover == "own_pile":
            desk.piles[at] += hand
    desk.hands, desk.piles = desk.piles, [0] * len(desk.piles)
    return lending.begun(desk.put(table=(), duel=None, turn=0, phase="shedding"))


def begun(state: "State", chair: int) -> "State":
    """Phase 1 begins with this leader, or in the middle of a duel whose stake lies on the table (a position)."""
    desk = _Desk(state)
    if not state.table:
        return lead(desk, chair)
    answerer = next_holder(desk.hands, chair, but=chair)
    owners = tuple([(chair, answerer)[at % 2] for at in range(len(state.table))])
    owed: tuple[int, ...] = (0, 0)
    if state.rules.duels.draw_timing == "after_duel":
        nodraw = state.rules.duels.tie == "stake_nodraw"
        owed = (owners.count(chair), owners.count(answerer)) if nodraw else (len(owners) % 2, 0)
    desk.owed = dict(zip((chair, answerer), owed, strict=True))
    duel = Duel(chair, answerer, owners, tuple(desk.owed.items()))
    return desk.put(duel=duel, turn=answerer) if len(owners) % 2 else again(desk, duel, state.table)
