"""Phase 1 of Møs by the book (rules dossier, section 3): the state machine of 3.3 with the settings of 9.1."""

from tests.reference.mos_cards import low_to_high, rank
from tests.reference.mos_rules import Rules


class Duels:
    """Phase 1. `chairs` are the chairs in play in seat order; `hands` and `piles` have every one of them as key."""

    def __init__(
        self,
        rules: Rules,
        chairs: list[int],
        hands: dict[int, list[str]],
        piles: dict[int, list[str]],
        stock: list[str],
    ) -> None:
        self.rules = rules
        self.chairs = chairs
        self.hands = hands
        self.piles = piles
        self.stock = stock
        self.trump_card: str | None = None  # face down, unseen (P1-7)
        self.trump_holder: int | None = None
        self.leader = 0
        self.answerer = 0
        self.awaited = 0  # the chair whose card the duel waits for
        self.stake: list[tuple[int, str]] = []  # (chair that laid it, card), in the order laid
        self.owed: dict[int, int] = {}  # cards from the hand laid in this duel and not yet replaced from the stock
        self.dropped: list[int] = []  # chairs for which a substitute stepped in (tie_void = substitute)
        self.drawn: list[tuple[int, str]] = []  # what the last act made the chairs draw, the trump card left out
        self.over = False

    # -- who ------------------------------------------------------------------------------------------------------

    def chairs_after(self, chair: int) -> list[int]:
        """The other chairs in play, from the right neighbour of `chair` round to its left neighbour."""
        at = self.chairs.index(chair)
        return self.chairs[at + 1 :] + self.chairs[:at]

    def next_holder(self, chair: int) -> int:
        return next(other for other in self.chairs_after(chair) if self.hands[other])

    # -- the state machine ----------------------------------------------------------------------------------------

    def enter_lead(self, chair: int) -> None:
        """`enter LEAD(x)` of 3.3: a new duel is due, led by `chair` or the next holder (P1-12)."""
        self.stake, self.owed, self.dropped = [], {}, []
        holders = [c for c in self.chairs if self.hands[c]]
        if len(holders) < 2:
            self.end()
            return
        if self.rules["phase1_end"] == "first_block":
            due_answerer = self.chairs_after(chair)[0]
            if not self.hands[chair] or not self.hands[due_answerer]:
                self.end()
                return
        self.leader = chair if self.hands[chair] else self.next_holder(chair)
        self.answerer = self.next_holder(self.leader)
        self.awaited = self.leader

    def end(self) -> None:
        """P1-13, P1-14: what is left in hands goes to its owner's pile, or out of the game."""
        for chair in self.chairs:
            if self.rules["leftover"] == "own_pile":
                self.piles[chair] += self.hands[chair]
            self.hands[chair] = []
        self.over = True

    def legal(self) -> list[str]:
        hand = self.hands[self.awaited]
        blind = self.rules["blind_play"] == "both" and len(self.stock) >= 2  # never the last card
        if self.rules["must_beat_p1"] and self.awaited == self.answerer:
            led = self.stake[-1][1]
            beating = [card for card in hand if rank(card) > rank(led)]
            if beating:
                return low_to_high(set(beating))
        return low_to_high(set(hand)) + (["B"] if blind else [])

    def act(self, text: str) -> None:
        """Plays a legal act of the awaited chair."""
        self.drawn = []
        player = self.awaited
        if text == "B":
            self.stake.append((player, self.stock.pop(0)))
        else:
            self.hands[player].remove(text)
            self.stake.append((player, text))
            self.owed[player] = self.owed.get(player, 0) + 1
        if self.rules["draw_timing"] == "each_play":
            self.refill([player])
        if player == self.leader:
            self.awaited = self.answerer
        else:
            self.compare()

    def compare(self) -> None:
        led, answer = self.stake[-2][1], self.stake[-1][1]
        tie = self.rules["tie"]
        if rank(led) > rank(answer):
            self.take(self.leader)
        elif rank(led) < rank(answer):
            self.take(self.answerer)
        elif tie == "leader_wins":
            self.take(self.leader)
        elif tie == "answerer_wins":
            self.take(self.answerer)
        elif tie in ("own_back", "discard"):
            if tie == "own_back":
                self.stake_to_owners()
            self.refill([self.leader, self.answerer])
            self.enter_lead(self.leader)
        else:  # stake_draw, stake_nodraw
            if tie == "stake_draw":
                self.refill([self.leader, self.answerer])
            self.replay_tie()

    def take(self, winner: int) -> None:
        """P1-4 to P1-6: the winner takes the stake, the winner draws first, the winner leads."""
        loser = self.answerer if winner == self.leader else self.leader
        self.piles[winner] += [card for _, card in self.stake]
        self.refill([winner, loser, *self.dropped])
        self.enter_lead(winner)

    def replay_tie(self) -> None:
        """P1-9, P1-10: the same two again if both have a card, else what `tie_void` says."""
        if self.hands[self.leader] and self.hands[self.answerer]:
            self.awaited = self.leader
            return
        void = self.rules["tie_void"]
        if void == "substitute" and self.substitute():
            self.awaited = self.leader
            return
        if void == "leader_takes":
            self.piles[self.leader] += [card for _, card in self.stake]
        elif void == "discard":
            pass
        else:  # own_back, and substitute where nobody can step in
            self.stake_to_owners()
        self.refill([self.leader, self.answerer, *self.dropped])
        self.enter_lead(self.leader)

    def substitute(self) -> bool:
        """Puts the next holder in the place of each duellist without a card; False, and no change, if too few hold."""
        leader, answerer = self.leader, self.answerer
        in_duel = {leader, answerer}
        if not self.hands[leader]:
            free = [c for c in self.chairs_after(leader) if self.hands[c] and c not in in_duel]
            if not free:
                return False
            leader = free[0]
            in_duel.add(leader)
        if not self.hands[answerer]:
            free = [c for c in self.chairs_after(answerer) if self.hands[c] and c not in in_duel]
            if not free:
                return False
            answerer = free[0]
        self.dropped += [old for old, new in ((self.leader, leader), (self.answerer, answerer)) if old != new]
        self.leader, self.answerer = leader, answerer
        return True

    def stake_to_owners(self) -> None:
        for owner, card in self.stake:
            self.piles[owner].append(card)

    # -- drawing --------------------------------------------------------------------------------------------------

    def refill(self, order: list[int]) -> None:
        """Each chair draws one card for each hand card it laid, one at a time, in rounds through `order`."""
        while any(self.owed.get(chair, 0) for chair in order):
            for chair in order:
                if self.owed.get(chair, 0):
                    self.owed[chair] -= 1
                    self.draw(chair)

    def draw(self, chair: int) -> None:
        """`draw(p)` of 3.3; the last stock card becomes the trump card (P1-7, P1-8, P1-11)."""
        if not self.stock or len(self.hands[chair]) >= self.rules["hand_size"]:
            return
        card = self.stock.pop(0)
        if self.stock:
            self.hands[chair].append(card)
            self.drawn.append((chair, card))
        else:
            self.trump_card, self.trump_holder = card, chair
