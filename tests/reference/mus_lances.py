"""Lances, bets and the count of one deal of Mus for the by-the-book reference (R3, R5, R6.1)."""

from __future__ import annotations

import re
from typing import Any

from . import mus_hands as hands_of
from .mus_rules import Rules, number_of_sides, side_name

NO_CAP = 999_999


class Refused(Exception):
    """A token that the rules do not allow here."""


class Lances:
    """The table once the cards lie: seats are chairs from 1, sides count from 0."""

    def __init__(self, rules: Rules, mano: int, score: list[int], hands: dict[int, list[str]]) -> None:
        self.rules = rules
        self.players: int = rules["players"]
        self.mano = mano
        self.score = list(score)
        self.hands = {seat: list(cards) for seat, cards in hands.items()}
        self.awards: list[dict[str, Any]] = []
        self.winner: int | None = None
        self.stage = "talk"  # talk, choice, discard, serve, perete, lance, over, redeal
        self.lance = ""
        self.results: list[dict[str, Any]] = []

    # ------------------------------------------------------------------ seats and sides

    def side(self, seat: int) -> int:
        return (seat - 1) % number_of_sides(self.rules)

    def order_from(self, seat: int) -> list[int]:
        """All chairs in speaking order, starting with `seat`."""
        return [(seat - 1 + step) % self.players + 1 for step in range(self.players)]

    def order(self) -> list[int]:
        return self.order_from(self.mano)

    def postre(self) -> int:
        return self.order()[-1]

    # ------------------------------------------------------------------ opening and closing a lance (R3.1 to R3.3)

    def _begin_lance(self, lance: str) -> None:
        holds = {"pares": hands_of.has_pares, "juego": hands_of.has_juego}.get(lance)
        self.lance = lance
        self.eligible = [s for s in self.order() if holds is None or holds(self.hands[s], self.rules)]
        if lance == "juego" and not self.eligible:
            self._begin_lance("punto")
            return
        self.stage = "lance"
        self.opener = 0
        self.pending = False
        self.ordago = False
        self.agreed = 0
        self.on_table = 0
        self.bettor = 0
        self.queue: list[int] = []
        self.still_in = {self.side(s) for s in self.eligible}  # sides that have not dropped
        self.said_yes: set[int] = set()  # sides that took the standing bet
        self.answers: list[tuple[int, str, int]] = []  # strongest_of_pair: seat, act, stake it makes
        if len(self.still_in) < 2:
            side = next(iter(self.still_in), None)
            self._close({"how": "none"} if side is None else {"how": "uncontested", "side": side})

    def _close(self, result: dict[str, Any]) -> None:
        """The lance is closed for good; the next one begins, or the count."""
        self.results.append({"lance": self.lance, "eligible": self.eligible, **result})
        following = {"grande": "chica", "chica": "pares", "pares": "juego"}
        if self.lance in following:
            self._begin_lance(following[self.lance])
        elif not self._count():
            self.stage = "over"

    # ------------------------------------------------------------------ who may say what

    @property
    def speaker(self) -> int:
        """The seat on turn in an open lance."""
        return self.queue[0] if self.pending else self.eligible[self.opener]

    @property
    def words(self) -> list[str]:
        """What the seat on turn may say in an open lance, without numbers."""
        if not self.pending:
            return ["P", *self._openings()]
        if self.ordago:
            return ["N"] if self._barred(self.queue[0]) else ["Q", "N"]
        room = self.on_table + self._least_raise() <= self._cap()
        return ["Q", "N", "+", "O"] if room else ["Q", "N", "O"]

    @property
    def early_words(self) -> dict[int, list[str]]:
        """`open_order = "any"`: first bets of eligible seats whose turn is still to come."""
        if self.pending or self.rules["open_order"] != "any":
            return {}
        return {seat: self._openings() for seat in sorted(self.eligible[self.opener + 1 :])}

    # ------------------------------------------------------------------ bets (R3.3 to R3.5)

    def _cap(self) -> int:
        target: int = self.rules["target"]
        return {"none": NO_CAP, "target": target, "remaining": target - min(self.score)}[self.rules["bet_cap"]]

    def _least_open(self) -> int:
        return 2 if self.rules["raise_style"] == "fixed2" else int(self.rules["min_open"])

    def _least_raise(self) -> int:
        least: int = self.rules["min_raise"]
        return {"additive": least, "double": self.on_table, "fixed2": 2}[self.rules["raise_style"]]

    def _openings(self) -> list[str]:
        return ["E", "O"] if self._least_open() <= self._cap() else ["O"]

    def _barred(self, seat: int) -> bool:
        """Whether this seat is the postre who may not accept an órdago with the worst hand."""
        worst = hands_of.is_worst(self.lance, self.hands[seat], self.rules)
        return bool(self.rules["forbid_worst_ordago_accept"]) and seat == self.postre() and worst

    def _speak(self, seat: int, act: str) -> None:
        """P, E, Q, N, + and O."""
        found = re.fullmatch(r"([PQNO])|([E+])([1-9][0-9]{0,9})?", act)
        if found is None:
            raise Refused("no such act")
        word = found[1] or found[2]
        if self.stage != "lance":
            raise Refused("no lance is open")
        allowed = self.words if seat == self.speaker else self.early_words.get(seat, [])
        if word not in allowed:
            raise Refused("not now")
        stake = self._stake(word, int(found[3]) if found[3] else None) if word in "E+" else 0
        if self.pending:
            self._answer(seat, word, stake)
        elif word == "P":
            self.opener += 1
            if self.opener == len(self.eligible):
                self._close({"how": "paso"})
        else:
            self._bet(seat, ordago=word == "O", stake=stake)

    def _stake(self, word: str, number: int | None) -> int:
        """The stake that an `E` or a `+` puts on the table."""
        style = self.rules["raise_style"]
        least = self._least_open() if word == "E" else self._least_raise()
        if word == "+" and style == "double" and number is not None:
            raise Refused("a doubling raise has no number")
        by = least if number is None else number
        if by < least or (style == "fixed2" and by != 2):
            raise Refused("too small, or not 2")
        stake = by if word == "E" else self.on_table + by
        if stake > self._cap():
            raise Refused("above the cap")
        return stake

    def _bet(self, seat: int, *, ordago: bool, stake: int) -> None:
        """T2, T3, T6, T7: a new standing bet; every other side that is still in answers it."""
        if self.pending:
            self.agreed = self.on_table
        self.pending = True
        self.ordago = ordago
        if not ordago:
            self.on_table = stake
        self.bettor = self.side(seat)
        self.said_yes = set()
        self.answers = []
        self.queue = [
            other
            for other in self.order_from(seat)[1:]
            if other in self.eligible and self.side(other) in self.still_in and self.side(other) != self.bettor
        ]

    def _answer(self, seat: int, word: str, stake: int) -> None:
        if self.rules["response"] == "strongest_of_pair":
            self._answer_together(seat, word, stake)
            return
        if word in "+O":
            self._bet(seat, ordago=word == "O", stake=stake)
            return
        self.queue.pop(0)
        mine = self.side(seat)
        if word == "Q":
            self.said_yes.add(mine)
            self.queue = [s for s in self.queue if self.side(s) != mine]
        elif all(self.side(s) != mine for s in self.queue):
            self.still_in.discard(mine)
        if not self.queue:
            self._all_answered()

    def _answer_together(self, seat: int, word: str, stake: int) -> None:
        """`strongest_of_pair`: every opponent answers until one says órdago; then the strongest answer stands."""
        self.queue.pop(0)
        self.answers.append((seat, word, stake))
        if self.queue and word != "O":
            return
        best = max(self.answers, key=lambda answer: ("NQ+O".index(answer[1]), answer[2]))  # of equals the first
        if best[1] in "+O":
            self._bet(best[0], ordago=best[1] == "O", stake=best[2])
            return
        if best[1] == "Q":
            self.said_yes.add(self.side(seat))
        else:
            self.still_in.discard(self.side(seat))
        self._all_answered()

    def _all_answered(self) -> None:
        if not self.said_yes:
            self._refused()
        elif self.ordago:
            self._ordago_accepted()
        else:
            self._close({"how": "accepted", "stake": self.on_table, "sides": set(self.still_in)})

    def _refused(self) -> None:
        """T5 and R3.5: the stake before the refused raise, `deje_first` for a refused opening."""
        stones = self.rules["deje_first"]
        if self.agreed:
            stones = self.agreed + (self.lance in self.rules["deje_extra_lances"])
        if self.rules["refused_timing"] == "immediate":
            self._award(self.lance, self.bettor, stones, "refused", "at once", [])
            if self._won_by_awards(self.awards[-1:]):
                return
            stones = 0
        self._close({"how": "refused", "side": self.bettor, "owed": stones})

    def _ordago_accepted(self) -> None:
        """R5.9 to R5.11."""
        if self.rules["ordago_settlement"] == "in_order" and self._count():
            return
        best = self._best(self.lance, self._of_sides(self.eligible, self.still_in))
        side = self.side(best)
        self._award(self.lance, side, self.rules["target"] - self.score[side], "ordago", "at once", [best])
        self._win(side)

    # ------------------------------------------------------------------ count (R5)

    def _of_sides(self, seats: list[int], sides: set[int]) -> list[int]:
        return [seat for seat in seats if self.side(seat) in sides]

    def _best(self, lance: str, seats: list[int]) -> int:
        """The seat with the best hand; a tie goes to the one nearest the mano (R1.9)."""
        in_order = [seat for seat in self.order() if seat in seats]
        return max(in_order, key=lambda seat: hands_of.strength(lance, self.hands[seat], self.rules))

    def _award(self, lance: str, side: int, stones: int, why: str, when: str, seats: list[int]) -> None:
        if stones == 0:
            return
        self.score[side] += stones
        self.awards.append(
            {
                "lance": lance,
                "side": side_name(self.rules, side),
                "stones": stones,
                "why": why,
                "when": when,
                "seats": sorted(seats),
            }
        )

    def _won_by_awards(self, awards: list[dict[str, Any]]) -> bool:
        """Ends the deal if a side of these awards has reached the target: the one whose award came first."""
        for award in awards:
            for side in range(number_of_sides(self.rules)):
                if award["side"] == side_name(self.rules, side) and self.score[side] >= self.rules["target"]:
                    self._win(side)
                    return True
        return False

    def _win(self, side: int) -> None:
        self.winner = side
        self.stage = "over"

    def _count(self) -> bool:
        """R5.6: counts the closed lances in order; True if somebody reaches the target."""
        for result in self.results:
            before = len(self.awards)
            self._count_lance(result)
            if self._won_by_awards(self.awards[before:]):
                return True
        return False

    def _count_lance(self, result: dict[str, Any]) -> None:
        lance, how, eligible = result["lance"], result["how"], result["eligible"]
        if how == "uncontested":
            self._pay_bonus(lance, result["side"], eligible, "uncontested")
        elif how == "paso":
            best = self._best(lance, eligible)
            self._award(lance, self.side(best), self.rules["paso_value"][lance], "paso", "count", [best])
            if lance in ("pares", "juego"):
                self._pay_bonus(lance, self.side(best), eligible, "bonus")
        elif how == "accepted":
            best = self._best(lance, self._of_sides(eligible, result["sides"]))
            self._award(lance, self.side(best), result["stake"], "accepted", "count", [best])
            if lance in ("pares", "juego"):
                self._pay_bonus(lance, self.side(best), eligible, "bonus")
            elif lance == "punto" and self.rules["punto_bonus_on_accepted"]:
                self._award(lance, self.side(best), self.rules["punto_bonus"], "bonus", "count", [best])
        elif how == "refused":
            self._award(lance, result["side"], result["owed"], "refused", "count", [])
            if lance in ("pares", "juego", "punto"):
                self._bonus_after_refusal(lance, result["side"], eligible)

    def _bonus_after_refusal(self, lance: str, bettor: int, eligible: list[int]) -> None:
        """R5.7, or as `refusal_bonus` says."""
        to = self.rules["refusal_bonus"]
        if to == "none":
            return
        best = self._best(lance, eligible)
        side = bettor if to == "bettor" else self.side(best)
        if lance == "punto":
            seats = [] if to == "bettor" else [best]
            self._award(lance, side, self.rules["punto_bonus"], "bonus", "count", seats)
        else:
            self._pay_bonus(lance, side, eligible, "bonus")

    def _pay_bonus(self, lance: str, side: int, eligible: list[int], why: str) -> None:
        """R5.2: summed over the members of the side that hold the lance."""
        worth = {s: hands_of.bonus(lance, self.hands[s], self.rules) for s in self._of_sides(eligible, {side})}
        paid = [seat for seat, stones in worth.items() if stones]
        self._award(lance, side, sum(worth.values()), why, "count", paid)
