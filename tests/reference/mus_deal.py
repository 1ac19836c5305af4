"""One deal of Mus for the by-the-book reference: tokens, talk, discards and serving (R2), señas (R7)."""

from __future__ import annotations

import re
from collections import Counter

from . import mus_hands as hands_of
from .mus_lances import Lances, Refused
from .mus_rules import Rules


class Deal(Lances):
    """A deal from the first four cards on, fed with the tokens of a record."""

    def __init__(
        self,
        rules: Rules,
        mano: int,
        score: list[int],
        hands: dict[int, list[str]],
        *,
        corrido: bool,
        first_of_match: bool,
    ) -> None:
        super().__init__(rules, mano, score, hands)
        self.dealt = {seat: list(cards) for seat, cards in hands.items()}
        self.suited = any(len(card) == 2 for cards in hands.values() for card in cards)
        self.corrido = corrido
        self.silent_before_cut = corrido or first_of_match

        # The stock and the discards are heaps of cards; without suits, of effective ranks.
        self.stock = self._whole_pack() - self._heap([card for cards in hands.values() for card in cards])
        self.discards: Counter[str] = Counter()  # of earlier servings
        self.current: dict[int, list[str]] = {}  # thrown in the round that is being served, by chair
        self.thrown: dict[int, int] = {}  # how many that were
        self.rounds = 0
        self.swapped: set[int] = set()
        self.signed: set[tuple[int, str]] = set()

        self.started = False
        self.exposed: list[tuple[int, str]] = []
        self.to_speak: list[int] = []
        self.to_throw: list[int] = []
        self.owed: list[int] = []
        self.forced = False

        self._begin_talk()

    # ------------------------------------------------------------------ cards

    def _key(self, card: str) -> str:
        return card if self.suited else hands_of.rank(card, self.rules)

    def _heap(self, cards: list[str]) -> Counter[str]:
        return Counter(self._key(card) for card in cards)

    def _whole_pack(self) -> Counter[str]:
        suits = hands_of.SUITS if self.suited else [""] * 4
        return self._heap([face + suit for face in hands_of.FACES for suit in suits])

    def sane(self) -> bool:
        """Whether the dealt cards can come from one pack."""
        return self.stock.total() == 40 - 4 * self.players

    # ------------------------------------------------------------------ what the table waits for

    @property
    def phase(self) -> str:
        names = {"talk": "mus", "choice": "mus", "perete": "discard", "serve": "discard", "lance": self.lance}
        return names.get(self.stage, self.stage)

    @property
    def turn(self) -> int | None:
        if self.stage == "talk":
            return self.to_speak[0]
        if self.stage == "choice":
            return self.mano
        if self.stage == "discard":
            return self.to_throw[0]
        if self.stage == "lance":
            return self.speaker
        return None

    @property
    def legal(self) -> list[str]:
        """Acts of the seat on turn, without numbers."""
        if self.stage == "choice":
            return ["M", "X"]
        if self.stage == "talk":
            if self.rules["mus_rounds_max"] and self.rounds >= self.rules["mus_rounds_max"]:
                return ["X"]
            return ["M", "X", "perete"] if self._may_perete(self.to_speak[0]) else ["M", "X"]
        if self.stage == "discard":
            return ["D"]
        return self.words if self.stage == "lance" else []

    @property
    def also(self) -> dict[int, list[str]]:
        """Acts that other chairs may make out of turn."""
        others = [seat for seat in range(1, self.players + 1) if seat != self.turn]
        if self.stage == "talk" and not self.corrido:
            talk = self.rules["mus_talk"]
            if talk == "open_cut" or (talk == "fem" and self._somebody_close()):
                return {seat: ["X"] for seat in others}
            if talk == "fem" and self.turn != self.order()[2]:
                return {self.order()[2]: ["X"]}
        if self.stage == "discard" and self.rules["discard_order"] == "simultaneous":
            return {seat: ["D"] for seat in sorted(self.to_throw[1:])}
        if self.stage == "lance":
            return self.early_words
        return {}

    def _may(self, seat: int, act: str) -> bool:
        return act in (self.legal if seat == self.turn else self.also.get(seat, []))

    def _somebody_close(self) -> bool:
        return any(self.rules["target"] - stones <= 5 for stones in self.score)

    # ------------------------------------------------------------------ tokens

    def play(self, token: str) -> None:
        """Makes one token of a record; raises `Refused`."""
        found = re.fullmatch(r"([1-9])([:=!])(\S+)", token)
        if found is None or int(found[1]) > self.players:
            raise Refused("not a token")
        seat, mark, act = int(found[1]), found[2], found[3]
        if mark == "!":
            self._expose(seat, act)
            return
        if mark == "=":
            self._serve(seat, act)
            return
        if act.startswith("~"):
            self._sign(seat, act)
        elif act.startswith("D"):
            self._discard(seat, act[1:])
        elif act in ("M", "X", "perete"):
            self._talk(seat, act)
        else:
            self._speak(seat, act)
        self.started = True

    def _cards(self, text: str) -> list[str]:
        try:
            cards = hands_of.read_cards(text)
        except ValueError as error:
            raise Refused(str(error)) from error
        if any((len(card) == 2) != self.suited for card in cards):
            raise Refused("suits everywhere or nowhere")
        return cards

    def _take(self, seat: int, cards: list[str]) -> None:
        """Takes the named cards out of a hand."""
        for card in cards:
            if card not in self.hands[seat]:
                raise Refused("not in the hand")
            self.hands[seat].remove(card)

    # ------------------------------------------------------------------ the talk (R2.1 to R2.5, R2.14 to R2.17)

    def _begin_talk(self) -> None:
        self.stage = "talk"
        order = self.order()
        if self.rules["mus_talk"] == "pair" and not self.corrido:
            order = [order[0], order[2], order[1], order[3]]
        self.to_speak = order

    def _may_perete(self, seat: int) -> bool:
        if self.rules["perete"] == "off" or not hands_of.is_perete(self.hands[seat], self.rules):
            return False
        if self.rules["perete_when"] == "initial_deal":
            return self.rounds == 0 and seat not in self.swapped
        return True

    def _talk(self, seat: int, act: str) -> None:
        if not self._may(seat, act):
            raise Refused("not now")
        if self.stage == "choice":
            if act == "M":
                self._begin_discard(forced=True)
            else:
                self._begin_talk()
        elif act == "perete":
            self._perete(seat)
        elif act == "X":
            if self.corrido:
                self.mano = seat
            self._begin_lance("grande")
        else:
            self.to_speak.pop(0)
            if not self.to_speak:
                if self.corrido:
                    self.mano = self.order()[1]
                self._begin_discard(forced=False)

    def _perete(self, seat: int) -> None:
        if self.rules["perete"] == "swap_plus_1":
            self._award("mus", self.side(seat), 1, "perete", "at once", [seat])
            if self._won_by_awards(self.awards[-1:]):
                return
        self.swapped.add(seat)
        self.current, self.thrown = {seat: self.hands[seat]}, {seat: 4}
        self.hands[seat] = []
        self.owed = [seat]
        self.stage = "perete"

    def _expose(self, seat: int, text: str) -> None:
        mode = self.rules["mus_visto"]
        if mode == "off" or self.started or self.stage == "redeal":
            raise Refused("no card can be exposed here")
        cards = self._cards(text)
        if len(cards) != 1:
            raise Refused("one card at a time")
        shown = self.exposed.count((seat, cards[0]))
        if self.dealt[seat].count(cards[0]) <= shown:
            raise Refused("not in the hand")
        self.exposed.append((seat, cards[0]))
        if mode == "redeal":
            self.stage = "redeal"
        elif mode == "mano_choice":
            self.stage = "choice"
        else:
            self._begin_discard(forced=True)

    # ------------------------------------------------------------------ discarding and serving (R2.6 to R2.13)

    def _begin_discard(self, *, forced: bool) -> None:
        self.stage = "discard"
        self.forced = forced
        self.current, self.thrown = {}, {}
        self.to_throw = self._serving_order()

    def _serving_order(self) -> list[int]:
        order = self.order()
        return order[::-1] if self.rules["discard_order"] == "dealer_first" else order

    def _discard(self, seat: int, text: str) -> None:
        if not self._may(seat, "D"):
            raise Refused("not now")
        cards = self._cards(text)
        least, most = (0, 4) if self.forced else (self.rules["discard_min"], self.rules["discard_max"])
        if not least <= len(cards) <= most:
            raise Refused("wrong number of cards")
        self._take(seat, cards)
        self.current[seat], self.thrown[seat] = cards, len(cards)
        self.to_throw.remove(seat)
        if self.to_throw:
            return
        self.rounds += 1
        self.owed = [s for s in self._serving_order() if self.thrown[s]]
        self.stage = "serve"
        if not self.owed:
            self._served()

    def refilled(self, seat: int) -> tuple[Counter[str], dict[int, list[str]]]:
        """The new stock when it runs out while `seat` is being served, and what of this round stays thrown."""
        mode = self.rules["reshuffle"]
        if mode == "exclude_current":
            kept = self.current
        elif mode == "keep_last_own" and self.owed == [seat]:
            kept = {seat: self.current[seat]}
        else:  # include_current
            kept = {}
        back = [card for thrower, cards in self.current.items() if thrower not in kept for card in cards]
        return self.discards + self._heap(back), kept

    def _serve(self, seat: int, text: str) -> None:
        if not self.owed or seat != self.owed[0]:
            raise Refused("nobody serves this seat now")
        cards = self._cards(text)
        if len(cards) != self.thrown[seat]:
            raise Refused("as many cards as it threw")
        given = self._heap(cards)
        if len(cards) > self.stock.total():  # give what is left, then shuffle the discards and go on
            if not self.stock <= given:
                raise Refused("the rest of the stock comes first")
            given -= self.stock
            self.stock, self.current = self.refilled(seat)
            self.discards = Counter()
        if not given <= self.stock:
            raise Refused("not in the stock")
        self.stock -= given
        self.hands[seat] = self.hands[seat] + cards
        self.owed.pop(0)
        if not self.owed:
            self._served()

    def _served(self) -> None:
        """The round is over: what was thrown and did not go back joins the discards."""
        for cards in self.current.values():
            self.discards += self._heap(cards)
        after_perete = self.stage == "perete"
        somebody_stood = 0 in self.thrown.values()
        self.current = {}
        self.signed = set()
        if after_perete:
            self.stage = "talk"
        elif self.forced and somebody_stood:
            self._begin_lance("grande")
        else:
            self._begin_talk()

    # ------------------------------------------------------------------ señas (R7)

    def may_sign(self, seat: int, code: str) -> bool:
        """Whether that seña is open to that chair now."""
        rules = self.rules
        if code not in hands_of.SIGN_LISTS[rules["senas"]] or (seat, code) in self.signed:
            return False
        if all(self.side(other) != self.side(seat) for other in self.order() if other != seat):
            return False
        if self.stage not in ("talk", "choice", "discard", "lance"):
            return False
        if self.stage == "discard" and seat in self.current:  # the hand that it would speak of is no longer whole
            return False
        if self.silent_before_cut and self.stage != "lance":
            return False
        if code == "cut" and self.phase != "mus":
            return False
        if code == "more" and self.stage != "lance":
            return False
        if code == "medias" and rules["senas"] == "fem" and (self.stage != "lance" or self.lance == "grande"):
            return False
        if code == "t30" and rules["senas"] == "classic" and self.phase != "punto":
            return False
        return hands_of.sign_is_true(code, self.hands[seat], rules)

    def _sign(self, seat: int, act: str) -> None:
        found = re.fullmatch(r"~([a-z0-9_]+)(?:>([1-9](?:,[1-9])*))?", act)
        if found is None or not self.may_sign(seat, found[1]):
            raise Refused("no such seña here")
        seen = [int(text) for text in found[2].split(",")] if found[2] else []
        rivals = [s for s in range(1, self.players + 1) if self.side(s) != self.side(seat)]
        if seen != sorted(set(seen)) or not set(seen) <= set(rivals):
            raise Refused("seen by rivals only, in order")
        self.signed.add((seat, found[1]))
