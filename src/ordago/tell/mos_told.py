"""What happens at a table of Møs, line by line: a line for each duel, and one for as much of a round as is told."""

from collections.abc import Sequence
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from ordago.cards.french import NAMES, suit_of
from ordago.core import Act
from ordago.locale import Translator
from ordago.mos.acts import (
    Deal,
    Draw,
    DrawTrump,
    Hidden,
    Leftover,
    Lend,
    Out,
    Play,
    ShowTrump,
    Turned,
    Won,
)
from ordago.mos.hand import high_to_low, unpacked
from ordago.mos.lending import planned
from ordago.mos.view import View
from ordago.mos.view import view as view_of
from ordago.tell.mos_end import end_lines
from ordago.tell.mos_words import SUITS, cards_text, counts_text, hand_text, out_of_cards, sizes, unit_text
from ordago.tell.words import listed

if TYPE_CHECKING:
    from ordago.mos.state import State


def heard(before: View, after: View, names: Sequence[str], t: Translator) -> list[str]:
    """What the seat of two views saw between them: one act, or as many as could wait (`may_wait`)."""
    lines = []
    begins = after.phase != "deal" and before.phase in ("deal", "over")
    if begins:
        lines = _opening(after, names, t)
    seen = [act for act in after.acts if not isinstance(act, Lend)]
    known = 0 if begins else sum(not isinstance(act, Lend) for act in before.acts)
    lines += _Telling(before, after, names, t).lines(seen[known:])
    if before.lending and not after.lending:
        lines += [line for act in after.acts if isinstance(act, Lend) for line in _own_lending(act, t)]
    return lines


def told(before: "State", act: Act, after: "State", names: Sequence[str], t: Translator) -> list[str]:
    """What happened between two states with open cards; `act` is the last one."""
    views = view_of(before, 0), view_of(after, 0)
    lines = []
    if isinstance(act, Deal):
        lines = _opening(views[1], names, t)
        lines += _hands([high_to_low(hand) for hand in act.hands], names, t)
        seen = list(takewhile(lambda event: not isinstance(event, Deal), after.log.latest()))
    else:
        seen = list(islice(after.log.latest(), len(after.log) - len(before.log)))
    return lines + _Telling(*views, names, t, state=after).lines(seen[::-1])


def may_wait(view: View) -> bool:
    """Whether what has happened can be told with what follows: in the middle of a round, before the seat's turn."""
    return view.phase == "shedding" and bool(view.table) and view.turn != view.seat


def _opening(view: View, names: Sequence[str], t: Translator) -> list[str]:
    """What is told when a game begins."""
    lines = [""]
    match = view.rules.match
    if match.match == "fixed":
        lines.append(t.text("Game {n} of {games}.", n=view.games + 1, games=match.games))
    dealer = names[view.dealer - 1]
    if view.phase == "duels" and view.duel is not None:
        leader = names[view.duel.leader - 1]
        lines.append(t.text("New game. Dealer: {dealer}. First to lead: {leader}.", dealer=dealer, leader=leader))
        if view.games == 0 and view.stock_size and not view.table:
            lines.append(_stock_line(view, t))
        if view.trump_card >= 0:
            lines.append(t.text("The trump card lies open: {card}.", card=NAMES[view.trump_card]))
    else:
        lines.append(t.text("New game. Dealer: {dealer}.", dealer=dealer))
        if view.trump >= 0:
            lines.append(t.text("Trump: {suit}.", suit=t.text(SUITS[view.trump])))
        if view.table:
            lines.append(t.text("On the table: {units}.", units=", ".join(map(unit_text, view.table))))
    return lines


def _stock_line(view: View, t: Translator) -> str:
    """How big the stock is, and who will get its last card (P1-7, PL-4)."""
    rules = view.rules.duels
    if rules.draw_timing != "after_duel" or rules.blind_play != "none":
        return t.plural(
            "Stock: {n} card. The last one makes the trump.",
            "Stock: {n} cards. The last one, face down, makes the trump.",
            view.stock_size,
        )
    if view.stock_size % 2:
        return t.plural(
            "Stock: {n} card. It goes face down to the winner of the first duel (in a tie, to who led); its suit"
            " will be trumps.",
            "Stock: {n} cards. The last one goes face down to the winner of a duel (in a tie, to who led); its suit"
            " will be trumps.",
            view.stock_size,
        )
    return t.text(
        "Stock: {n} cards. The last one goes face down to the loser of a duel (in a tie, to who answered); its suit"
        " will be trumps.",
        n=view.stock_size,
    )


def _hands(hands: Sequence[Sequence[int]], names: Sequence[str], t: Translator) -> list[str]:
    return [
        t.text("{player}: {hand}", player=name, hand=hand_text(hand, t))
        for name, hand in zip(names, hands, strict=True)
        if hand
    ]


def _own_lending(act: Lend, t: Translator) -> list[str]:
    cards = cards_text(act.cards)
    return [t.text("Lent by you: {cards}.", cards=cards) if act.giver else t.text("Lent to you: {cards}.", cards=cards)]


class _Telling:
    """Makes lines of events; `state` is given where the cards lie open."""

    def __init__(
        self, before: View, after: View, names: Sequence[str], t: Translator, state: "State | None" = None
    ) -> None:
        self.before, self.after, self.names, self.t, self.state = before, after, names, t, state
        self.shedding = before.phase == "shedding" and not before.lending
        self.laid: list[tuple[int, str]] = []
        duel = before.duel
        if duel is not None and len(before.table) % 2:
            self.laid = [(duel.owners[-1], NAMES[before.table[-1][0]])]
        self.live = before.live
        self.burning = before.burning
        self.takes = False
        self.told: list[str] = []
        self.pieces: list[str] = []
        self.tail: list[str] = []
        self.won: list[Won] = []
        self.drawn: list[Draw] = []

    def lines(self, events: Sequence[Act]) -> list[str]:
        """The lines of these events, in order."""
        wins = [event for event in events if isinstance(event, Won)] if not self.shedding else []
        leftovers = [event for event in events if isinstance(event, Leftover | Hidden) and _is_leftover(event)]
        self.won = wins
        for event in events:
            if self.shedding:
                self._shed(event)
            elif leftovers and event is leftovers[0]:
                self._leftovers(leftovers)
            else:
                self._duel(event)
        self._drawn()
        self._round()
        self._after()
        return self.told

    # Phase 1

    def _duel(self, event: Act) -> None:
        t = self.t
        match event:
            case Play():
                self._laid(event.seat, NAMES[event.cards[0]])
            case Turned():
                self._laid(event.seat, t.text("{card} (blind)", card=NAMES[event.card]))
            case Draw():
                self.drawn.append(event)
            case DrawTrump():
                self._drawn()
                self.told.append(t.text("{player}: the last stock card, face down.", player=self.names[event.to - 1]))
            case Lend() if self.state is not None:
                self.told.append(
                    t.text(
                        "Lent: {giver} → {receiver}, {cards}.",
                        giver=self.names[event.giver - 1],
                        receiver=self.names[event.receiver - 1],
                        cards=cards_text(event.cards),
                    )
                )
            case ShowTrump():
                self._drawn()
                self._trump(event)

    def _laid(self, chair: int, text: str) -> None:
        """A card of a duel; with the second one the duel is told."""
        self.laid.append((chair, text))
        if len(self.laid) < 2:
            return
        (leader, led), (answerer, answer) = self.laid
        self.laid = []
        t = self.t
        duel = t.text(
            "{leader} {led} – {answerer} {answer}",
            leader=self.names[leader - 1],
            led=led,
            answerer=self.names[answerer - 1],
            answer=answer,
        )
        if not self.won:
            stake = len(self.before.table) // 2 * 2 + 2
            self.told.append(t.text("{duel}: a tie. At stake: {n} cards.", duel=duel, n=stake))
        elif len(self.won) > 1:
            self.told.append(t.text("{duel}: a tie. All take their own cards back.", duel=duel))
        elif not self.won[0].seat:
            self.told.append(t.text("{duel}: a tie. The cards leave the game.", duel=duel))
        else:
            won = self.won[0]
            pile = self.before.pile_sizes[won.seat - 1] + len(won.cards)
            winner = self.names[won.seat - 1]
            self.told.append(
                t.text("{duel} → {winner} +{n}, {pile} in all", duel=duel, winner=winner, n=len(won.cards), pile=pile)
            )

    def _drawn(self) -> None:
        """The cards drawn: one's own, or everybody's where they lie open."""
        if not self.drawn:
            return
        cards: dict[int, list[int]] = {}
        for draw in self.drawn:
            cards.setdefault(draw.to, []).extend(draw.cards)
        self.drawn = []
        if self.state is None:
            own = cards_text(cards.get(self.after.seat, ()))
            if own:
                self.told.append(self.t.text("New card: {cards}.", cards=own))
            return
        drawn = ", ".join(f"{self.names[chair - 1]} {cards_text(some)}" for chair, some in cards.items())
        self.told.append(self.t.text("Drawn: {cards}.", cards=drawn))

    def _leftovers(self, events: Sequence[Act]) -> None:
        """What was left in hand at the end of phase 1, and the lending that is due."""
        self._drawn()
        t, found = self.t, []
        for event in events:
            name = self.names[event.seat - 1]
            if isinstance(event, Leftover):
                found.append(f"{name} {cards_text(event.cards)}")
            elif isinstance(event, Hidden):
                found.append(t.plural("{player} {n} card", "{player} {n} cards", event.count, player=name))
        players = ", ".join(found)
        if self.after.rules.duels.leftover == "own_pile":
            self.told.append(t.text("Left over, to the own pile: {players}.", players=players))
        else:
            self.told.append(t.text("Left over, out of the game: {players}.", players=players))

    # Between the phases

    def _trump(self, event: ShowTrump) -> None:
        """The trump card is shown (I-3); who holds how much, who sits out."""
        t, view, names = self.t, self.after, self.names
        suit = t.text(SUITS[suit_of(event.card)])
        self.told += [
            "",
            t.text(
                "{player}: the trump card is {card}. Trump: {suit}.",
                player=names[event.seat - 1],
                card=NAMES[event.card],
                suit=suit,
            ),
        ]
        if self.state is not None:
            self.told += _hands([unpacked(hand) for hand in self.state.hands], names, t)
        else:
            self.told.append(t.text("The piles are the hands now: {counts}.", counts=counts_text(sizes(view, names))))
        idle = out_of_cards(view)
        if idle:
            players = listed([names[chair - 1] for chair in idle], t)
            self.told.append(t.text("Without a card, so out of this game and safe: {players}.", players=players))

    # Phase 2

    def _shed(self, event: Act) -> None:
        t = self.t
        match event:
            case Play():
                self.takes = False
                player, cards = self.names[event.seat - 1], unit_text(event.cards)
                if self.burning:
                    self.pieces.append(t.text("{player} {cards}, burnt", player=player, cards=cards))
                else:
                    self.pieces.append(t.text("{player} {cards}", player=player, cards=cards))
            case Out():
                self.live -= 1
                play = self.pieces[-1]
                self.pieces[-1] = t.plural("{play} (out, {n} left)", "{play} (out, {n} left)", self.live, play=play)
            case Won(seat=0) if self.burning:
                pass
            case Won(seat=0):
                self.tail.append(
                    t.plural(
                        "Table cleared: {n} card leaves the game.",
                        "Table cleared: {n} cards leave the game.",
                        len(event.cards),
                    )
                )
            case Won():
                self._taken(event.seat, unit_text(event.cards))

    def _taken(self, chair: int, cards: str) -> None:
        """A unit taken up; of several in a row only the first has the verb."""
        player = self.names[chair - 1]
        if chair == self.after.seat:
            self.pieces.append(self.t.text("You take {cards}", cards=cards))
        elif self.takes:
            self.pieces[-1] += f", {player} {cards}"
        else:
            self.pieces.append(self.t.text("{player} takes {cards}", player=player, cards=cards))
        self.takes = chair != self.after.seat

    def _round(self) -> None:
        """What was laid and taken, in one line."""
        if not self.pieces:
            return
        line = self.t.text("{plays}.", plays=" · ".join(self.pieces))
        self.told.append(" ".join([line, *self.tail]))

    def _after(self) -> None:
        """What the events led to: lending, a burnt lead, the end."""
        t, before, after, names = self.t, self.before, self.after, self.names
        if after.lending and not before.lending:
            plan = planned(after, after.hand_sizes)
            assert plan is not None
            self.told.append(
                t.text(
                    "Lending, at random and face down: {givers} → {receivers}.",
                    givers=counts_text([(names[chair - 1], count) for chair, count in plan.gives]),
                    receivers=counts_text([(names[chair - 1], count) for chair, count in plan.gets]),
                )
            )
        if after.phase == "shedding" and not self.shedding and not after.lending and not after.table:
            self.told.append(_starter(after, names, t))
        if after.burning and not self.burning:
            self.told.append(t.text("The game goes round in circles: the next lead is one card, and it is burnt."))
        if after.phase == "over":
            self.told += end_lines(after, names, t, self.state)


def _is_leftover(event: Act) -> bool:
    return isinstance(event, Leftover) or (isinstance(event, Hidden) and event.kind == "leftover")


def _starter(view: View, names: Sequence[str], t: Translator) -> str:
    """Who starts the round."""
    if view.turn == view.seat:
        return t.text("You start.")
    return t.text("To start: {player}.", player=names[view.turn - 1])
