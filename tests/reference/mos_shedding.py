"""Phase 2 of Møs by the book (rules dossier, sections 5 and 6): the order of checks of 5.2 and the stall rule."""

from collections import Counter

from tests.reference.mos_cards import is_run, low_to_high, rank, runs_in, split_cards, suit
from tests.reference.mos_rules import Rules


class Shedding:
    """Phase 2. `chairs` are the chairs in play in seat order; a chair with an empty hand takes no part."""

    def __init__(self, rules: Rules, chairs: list[int], hands: dict[int, list[str]], trump: str) -> None:
        self.rules = rules
        self.chairs = chairs
        self.hands = hands
        self.trump = trump
        self.table: list[list[str]] = []  # units in the order laid
        self.first_suit: str | None = None  # suit led in this round
        self.turn: int | None = None
        self.burning = False  # the lead now due is burnt (ST-3)
        self.out: list[int] = []
        self.loser: int | None = None
        self.losers: list[int] = []
        self.winner: int | None = None  # first_out
        self.over = False
        self.live_at_start = 0  # L when the round began (threshold = round_start)
        self.acts_in_round = 0
        self.positions: Counter[object] = Counter()  # round starts since the last progress (ST-2)
        self.idle_rounds = 0  # rounds ended since the last progress

    # -- who ------------------------------------------------------------------------------------------------------

    def holders(self) -> list[int]:
        return [c for c in self.chairs if self.hands[c]]

    def next_holder(self, chair: int) -> int:
        at = self.chairs.index(chair)
        return next(c for c in self.chairs[at + 1 :] + self.chairs[:at] if self.hands[c])

    # -- beginning ------------------------------------------------------------------------------------------------

    def begin(self, starter: int) -> None:
        """The first round (P2-1); with one holder or none there is nothing to play (I-6)."""
        if not self.over_at_once():
            self.start_round(starter)

    def resume(self, turn: int, table: list[list[str]], led: str) -> None:
        """A position in the middle of a round."""
        if not self.over_at_once():
            self.turn, self.table, self.first_suit = turn, table, led
            self.live_at_start = len(self.holders())

    def over_at_once(self) -> bool:
        holders = self.holders()
        if len(holders) == 1:
            self.finish(loser=holders[0])
        elif not holders:
            self.finish()
        return self.over

    # -- what is legal --------------------------------------------------------------------------------------------

    def led(self) -> str | None:
        """The led suit, None on an empty table (P2-6, led_suit)."""
        if not self.table:
            return None
        if self.rules["led_suit"] == "oldest_on_table":
            return suit(self.table[0][0])
        return self.first_suit

    def legal(self) -> list[str]:
        if self.turn is None:
            return []
        hand = self.hands[self.turn]
        if self.burning:
            return low_to_high(set(hand))
        if not self.table:
            runs = runs_in(hand) if self.rules["sequences"] in ("leader", "anyone") else []
            return low_to_high(set(hand)) + ["".join(run) for run in runs]
        good = {card for card in hand if self.admissible(card, hand) and self.beats(card)}
        acts = low_to_high(good)
        if self.rules["sequences"] == "anyone":
            acts += ["".join(run) for run in runs_in(hand) if good.issuperset(run)]
        if not acts or self.rules["voluntary_pickup"]:
            acts.append("T")
        return acts

    def admissible(self, card: str, hand: list[str]) -> bool:
        """P2-4, and follow_first: who holds the led suit may not lay a trump."""
        led = self.led()
        if suit(card) == led:
            return True
        if suit(card) != self.trump:
            return False
        return not (self.rules["follow_first"] and any(suit(held) == led for held in hand))

    def beats(self, card: str) -> bool:
        """P2-5 and beat_rule, against the highest card of the unit laid last."""
        top = self.table[-1][-1]
        rule = self.rules["beat_rule"]
        card_is_trump, top_is_trump = suit(card) == self.trump, suit(top) == self.trump
        if rule == "trump_priority" and card_is_trump != top_is_trump:
            return card_is_trump
        if rule == "rank_equal_trump" and rank(card) == rank(top):
            return card_is_trump and not top_is_trump
        return rank(card) > rank(top)

    # -- acts -----------------------------------------------------------------------------------------------------

    def act(self, text: str) -> None:
        """Plays a legal act of the chair whose turn it is."""
        assert self.turn is not None
        player = self.turn
        if text == "T":
            self.pick_up(player)
            return
        unit = split_cards(text)
        assert unit is not None
        assert len(unit) == 1 or is_run(unit)
        for card in unit:
            self.hands[player].remove(card)
        if self.burning:
            self.burn(player)
        else:
            self.lay(player, unit)

    def lay(self, player: int, unit: list[str]) -> None:
        if not self.table:
            self.first_suit = suit(unit[0])
        self.table.append(unit)
        self.acts_in_round += 1
        self.leave_if_empty(player)
        if self.over:
            return
        live = len(self.holders())
        threshold = self.live_at_start if self.rules["threshold"] == "round_start" else live
        if len(self.table) >= threshold:
            self.progress()
            stays = bool(self.hands[player])
            again = self.rules["round_starter"] == "highest" or (live == 2 and self.rules["two_player_rule"])
            self.start_round(player if stays and again else self.next_holder(player))
        else:
            self.go_on(player)

    def pick_up(self, player: int) -> None:
        which = self.rules["pickup_unit"]
        if which == "last":
            unit = self.table.pop()
        elif which == "oldest":
            unit = self.table.pop(0)
        else:  # lowest; of two equally low the older
            lowest = min(self.table, key=lambda unit: rank(unit[0]))
            unit = self.table.pop(self.table.index(lowest))
        self.hands[player] += unit
        self.acts_in_round += 1
        if self.table:
            self.go_on(player)
        else:
            self.idle_rounds += 1
            self.start_round(self.next_holder(player))

    def go_on(self, player: int) -> None:
        """The round is not over: the next holder is due, unless the round has reached its cap (ST-5)."""
        cap = self.rules["stall"]["round_action_cap"]
        if cap and self.acts_in_round >= cap:
            self.progress()
            self.start_round(self.next_holder(player))
        else:
            self.turn = self.next_holder(player)

    def burn(self, player: int) -> None:
        """ST-3: the card has left the hand and the game."""
        self.progress()
        self.leave_if_empty(player)
        if not self.over:
            self.start_round(self.next_holder(player))

    # -- ends -----------------------------------------------------------------------------------------------------

    def leave_if_empty(self, player: int) -> None:
        """P2-11 and P2-13; in first_out the first to leave wins (7.2)."""
        if self.hands[player]:
            return
        self.out.append(player)
        self.progress()
        first_out = self.rules["match"] == "first_out"
        if first_out and self.winner is None:
            self.winner = player
        holders = self.holders()
        if len(holders) == 1:
            self.finish(loser=holders[0])
        elif first_out and not self.rules["continue_to_loser"]:
            self.finish()

    def finish(self, loser: int | None = None, losers: list[int] | None = None) -> None:
        self.over, self.turn = True, None
        self.loser, self.losers = loser, losers or []

    # -- rounds and the stall rule --------------------------------------------------------------------------------

    def progress(self) -> None:
        """ST-1."""
        self.positions.clear()
        self.idle_rounds = 0

    def start_round(self, starter: int) -> None:
        self.table, self.first_suit = [], None
        self.turn = starter
        self.burning = False
        self.acts_in_round = 0
        self.live_at_start = len(self.holders())
        stall = self.rules["stall"]
        position = (starter, *(tuple(sorted(self.hands[c])) for c in self.chairs))
        self.positions[position] += 1
        if self.positions[position] < stall["repetitions"] and self.idle_rounds < stall["idle_rounds"]:
            return
        if stall["mode"] == "burn":
            self.burning = True
        elif stall["mode"] == "draw":
            self.finish(losers=self.holders())
        elif stall["mode"] == "most_cards":
            self.finish(loser=self.biggest_hand(starter))

    def biggest_hand(self, starter: int) -> int:
        """6.3: most cards, then the higher rank sum, then the first of them from the player due to start."""
        at = self.chairs.index(starter)
        from_starter = self.chairs[at:] + self.chairs[:at]
        return max(from_starter, key=lambda c: (len(self.hands[c]), sum(rank(card) for card in self.hands[c])))
