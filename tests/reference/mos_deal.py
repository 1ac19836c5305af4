"""One deal of Møs by the book: from a `[[deal]]` table through the duels, the lending and the shedding to its end."""

import re
from collections import Counter
from typing import Any

from tests.reference.mos_cards import SUITS, high_to_low, is_run, split_cards, suit
from tests.reference.mos_duels import Duels
from tests.reference.mos_lending import lending_amounts
from tests.reference.mos_rules import Rules, stock_size
from tests.reference.mos_shedding import Shedding

DEAL_KEYS = {"dealer", "cards", "stock", "play", "position", "meta", "fair"}
POSITION_KEYS = {
    "duels": {"phase", "leader", "piles", "table", "trump", "holder"},
    "shedding": {"phase", "trump", "turn", "table", "led"},
}


class Refused(Exception):
    """The record breaks a rule. `token` counts from 1; None outside `play`."""

    def __init__(self, message: str, token: int | None = None, text: str | None = None) -> None:
        super().__init__(message)
        self.deal: int | None = None
        self.token = token
        self.text = text


def need(condition: object, message: str) -> None:
    if not condition:
        raise Refused(message)


def cards_of(text: Any, what: str) -> list[str]:
    cards = split_cards(text) if isinstance(text, str) else None
    if cards is None:
        raise Refused(f"{what} is not a row of cards: {text!r}")
    return cards


def units_of(texts: Any) -> list[list[str]]:
    """A table of the second phase: each text is a card or a run written upwards."""
    need(isinstance(texts, list), "the table is a list")
    units = [cards_of(text, "a unit") for text in texts]
    need(all(len(unit) == 1 or is_run(unit) for unit in units), "a unit is one card or a run")
    return units


def tokens_of(play: Any) -> list[str]:
    need(isinstance(play, str), "play is a text")
    bare = re.sub(r"\{[^{}]*\}", " ", play).replace("|", " ")
    need("{" not in bare and "}" not in bare, "a comment is not closed")
    return bare.split()


class Deal:
    """The state of one deal. `in_play` are the chairs not eliminated; `dealer` is settled by the match."""

    def __init__(self, rules: Rules, table: dict[str, Any], in_play: list[int], dealer: int) -> None:
        self.rules = rules
        self.dealer = dealer
        self.seats = len(table["cards"])
        self.in_play = in_play
        self.duels: Duels | None = None
        self.shedding: Shedding | None = None
        self.hands: dict[int, list[str]] = {}  # of a chair not in play too: empty
        self.gifts: dict[int, int] = {}  # lending still due, by giver
        self.gets: dict[int, int] = {}  # and by receiver
        self.pairs_done: set[tuple[int, int]] = set()
        self.unread_draws: list[tuple[int, str]] = []  # draws of the last act that no token has named
        self.winner: int | None = None  # of an elimination series, set by the match
        self.settled = False  # entered into the match
        need(set(table) <= DEAL_KEYS, "unknown key in a deal")
        hands = [cards_of(text, "a hand") for text in table["cards"]]
        self.hands = dict(enumerate(hands, start=1))
        if "position" in table:
            self.open_position(table)
        else:
            self.open_fresh(table)

    # -- opening --------------------------------------------------------------------------------------------------

    def open_fresh(self, table: dict[str, Any]) -> None:
        """S-5: hand_size cards for each chair in play, and the stock; together the whole pack."""
        for chair, hand in self.hands.items():
            size = self.rules["hand_size"] if chair in self.in_play else 0
            need(len(hand) == size, f"chair {chair} needs {size} cards")
        stock = cards_of(table.get("stock"), "the stock")
        need(stock and len(stock) == stock_size(self.rules, len(self.in_play)), "the stock has another size")
        self.check_pack([*self.hands.values(), stock])
        self.duels = Duels(self.rules, self.in_play, self.hands, {c: [] for c in self.hands}, stock)
        at = self.in_play.index(self.dealer)
        self.duels.enter_lead((self.in_play[at + 1 :] + self.in_play[:at])[0])

    def check_pack(self, groups: list[list[str]]) -> None:
        count = Counter(card for group in groups for card in group)
        need(max(count.values(), default=0) <= self.rules["packs"], "a card stands too often")

    def open_position(self, table: dict[str, Any]) -> None:
        position = table["position"]
        need(isinstance(position, dict) and position.get("phase") in POSITION_KEYS, "a position needs its phase")
        need(set(position) <= POSITION_KEYS[position["phase"]], "unknown key in a position")
        need(all(not self.hands[c] for c in self.hands if c not in self.in_play), "an eliminated chair holds no cards")
        if position["phase"] == "duels":
            self.open_duels(position, cards_of(table.get("stock", ""), "the stock"))
        else:
            need("stock" not in table, "no stock in the second phase")
            self.open_shedding(position)

    def open_duels(self, position: dict[str, Any], stock: list[str]) -> None:
        leader = position.get("leader")
        need(leader in self.in_play, "a position needs a leader in play")
        texts = position.get("piles", [""] * self.seats)
        need(isinstance(texts, list) and len(texts) == self.seats, "one pile for each chair")
        piles = {chair: cards_of(text, "a pile") for chair, text in enumerate(texts, start=1)}
        need(all(not piles[c] for c in piles if c not in self.in_play), "an eliminated chair has no pile")
        units = units_of(position.get("table", []))
        need(all(len(unit) == 1 for unit in units), "at stake are single cards")
        staked = [unit[0] for unit in units]
        duels = Duels(self.rules, self.in_play, self.hands, piles, stock)
        unseen = []
        if stock:
            need("trump" not in position and "holder" not in position, "there is no trump card while there is a stock")
        else:
            unseen = cards_of(position.get("trump"), "the trump card")
            need(len(unseen) == 1 and position.get("holder") in self.in_play, "without a stock: trump and holder")
            duels.trump_card, duels.trump_holder = unseen[0], position["holder"]
        self.check_pack([*self.hands.values(), *piles.values(), staked, stock, unseen])
        if stock and self.rules["phase1_end"] == "first_block":
            to_draw = {leader} if len(staked) % 2 and self.rules["draw_timing"] == "after_duel" else set()
            need(all(self.hands[c] for c in self.in_play if c not in to_draw), "with a stock nobody is without cards")
        self.duels = duels
        if staked:
            self.resume_duel(duels, position["leader"], staked)
        else:
            duels.enter_lead(position["leader"])
        need(not (duels.over and stock), "no duel is possible, but there is a stock")
        self.after_duels()

    def resume_duel(self, duels: Duels, leader: int, staked: list[str]) -> None:
        """Cards at stake: leader and answerer laid them in turn; an odd number means that the answerer is awaited."""
        others = [c for c in duels.chairs_after(leader) if self.hands[c]]
        need(others, "nobody can answer")
        duels.leader, duels.answerer = leader, others[0]
        for place, card in enumerate(staked):
            player = duels.answerer if place % 2 else duels.leader
            duels.stake.append((player, card))
            not_drawn = self.rules["tie"] == "stake_nodraw" or (place == len(staked) - 1 and place % 2 == 0)
            if self.rules["draw_timing"] == "after_duel" and not_drawn:
                duels.owed[player] = duels.owed.get(player, 0) + 1
        if len(staked) % 2:
            duels.awaited = duels.answerer
        else:
            duels.replay_tie()

    def open_shedding(self, position: dict[str, Any]) -> None:
        trump = position.get("trump")
        need(isinstance(trump, str) and len(trump) == 1 and trump in SUITS, "a position needs the trump suit")
        turn = position.get("turn")
        need(turn in self.hands and self.hands[turn], "a position needs the turn of a chair with cards")
        units = units_of(position.get("table", []))
        self.check_pack([*self.hands.values(), *units])
        self.shedding = Shedding(self.rules, [c for c in self.in_play if self.hands[c]], self.hands, str(trump))
        if units:
            led = position.get("led", suit(units[0][0]))
            need(isinstance(led, str) and len(led) == 1 and led in SUITS, "led is a suit")
            self.shedding.resume(position["turn"], units, led)
        else:
            need("led" not in position, "nothing is led on an empty table")
            self.shedding.begin(position["turn"])

    # -- between the phases ---------------------------------------------------------------------------------------

    def after_duels(self) -> None:
        """I-1, I-2: once phase 1 is over the piles become the hands, and lending may be due."""
        duels = self.duels
        if duels is None or not duels.over or self.shedding is not None:
            return
        for chair in self.in_play:
            self.hands[chair] += duels.piles[chair]
            duels.piles[chair] = []
        at = self.in_play.index(self.dealer)
        from_right = self.in_play[at + 1 :] + self.in_play[: at + 1]
        sizes = {chair: len(self.hands[chair]) for chair in self.in_play}
        self.gifts, self.gets = lending_amounts(self.rules["lend_mode"], sizes, duels.trump_holder, from_right)
        if not self.gifts:
            self.show_trump(duels)

    def show_trump(self, duels: Duels) -> None:
        """I-3 to I-6; lone_trump."""
        card, holder = duels.trump_card, duels.trump_holder
        assert card is not None
        assert holder is not None
        sits_out = not self.hands[holder] and self.rules["lone_trump"] == "sits_out"
        if not sits_out:
            self.hands[holder].append(card)
        self.shedding = Shedding(self.rules, self.in_play, self.hands, suit(card))
        starter = holder
        if sits_out and self.shedding.holders():
            starter = self.shedding.next_holder(holder)
        self.shedding.begin(starter)

    # -- tokens ---------------------------------------------------------------------------------------------------

    def token(self, text: str) -> None:
        """Plays one token; raises Refused."""
        draw = re.fullmatch(r"([1-9]\d*)=(.+)", text)
        gift = re.fullmatch(r"([1-9]\d*)>([1-9]\d*)=(.+)", text)
        act = re.fullmatch(r"([1-9]\d*):(.+)", text)
        if draw:
            self.name_draw(int(draw[1]), cards_of(draw[2], "a draw"))
        elif gift:
            self.lend(int(gift[1]), int(gift[2]), cards_of(gift[3], "a gift"))
        elif act:
            need(int(act[1]) == self.turn(), "not the turn of this chair")
            need(act[2] in self.legal(), "not legal")
            self.play(act[2])
        else:
            raise Refused("not a token")

    def play(self, act: str) -> None:
        if self.shedding is not None:
            self.unread_draws = []
            self.shedding.act(act)
        else:
            assert self.duels is not None
            self.duels.act(act)
            self.unread_draws = list(self.duels.drawn)
            self.after_duels()

    def name_draw(self, chair: int, cards: list[str]) -> None:
        for card in cards:
            need((chair, card) in self.unread_draws, "nobody drew that")
            self.unread_draws.remove((chair, card))

    def lend(self, giver: int, receiver: int, cards: list[str]) -> None:
        need(self.gifts, "no lending is due")
        need((giver, receiver) not in self.pairs_done, "one token for each giver and receiver")
        need(len(cards) <= self.gifts.get(giver, 0), "more than this chair lends")
        need(len(cards) <= self.gets.get(receiver, 0), "more than this chair gets")
        need(not Counter(cards) - Counter(self.hands[giver]), "the giver has no such card")
        self.pairs_done.add((giver, receiver))
        self.unread_draws = []
        for card in cards:
            self.hands[giver].remove(card)
        self.hands[receiver] += cards
        self.gifts[giver] -= len(cards)
        self.gets[receiver] -= len(cards)
        if not any(self.gifts.values()):
            self.gifts, self.gets = {}, {}
            assert self.duels is not None
            self.show_trump(self.duels)

    # -- what stands ----------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.shedding is not None and self.shedding.over

    def turn(self) -> int | None:
        if self.shedding is not None:
            return self.shedding.turn
        assert self.duels is not None
        return None if self.duels.over else self.duels.awaited

    def legal(self) -> list[str]:
        if self.turn() is None:
            return []
        if self.shedding is not None:
            return self.shedding.legal()
        assert self.duels is not None
        return self.duels.legal()

    def view(self) -> dict[str, Any]:
        """The deal's object in the JSON of `replay`."""
        s, d = self.shedding, self.duels
        table: list[list[str]] = []
        if s is not None:
            table = [list(unit) for unit in s.table]
        elif d is not None and not d.over:
            table = [[card] for _, card in d.stake]
        duelling = d is not None and not d.over
        return {
            "phase": "over" if self.over else "duels" if duelling else "shedding",
            "dealer": self.dealer,
            "hands": [high_to_low(self.hands[c]) for c in sorted(self.hands)],
            "piles": [high_to_low(d.piles[c]) if d is not None else [] for c in sorted(self.hands)],
            "table": table,
            "trump": s.trump if s is not None else None,
            "led": s.led() if s is not None else None,
            "out": list(s.out) if s is not None else [],
            "loser": s.loser if s is not None else None,
            "losers": list(s.losers) if s is not None else [],
            "winner": s.winner if s is not None and s.winner is not None else self.winner,
        }
