"""An independent, slow, by-the-book reference of Møs: `replay` of a record, straight from the rules dossier.

It shares nothing with the engine that it is there to check; clarity goes before speed. The rooms: `mos_cards` (cards),
`mos_rules` (settings, 9.1), `mos_duels` (section 3), `mos_lending` (7.3), `mos_shedding` (sections 5 and 6), `mos_deal`
(one deal of a record) and this file (the match).

Where the dossier and the record format are silent the reference does this:

Duels
 1. `stake_nodraw`: after the decision each draws as many cards as he laid from his hand, one at a time in turn, the
    winner first. A duel that turns out void counts as decided: leader first, and his next lead is with a full hand.
 2. `tie_void = substitute`: the substitute is the next holder to the right of the one replaced who is not in the duel;
    he takes that one's part (leader or answerer); the leader is replaced first. If too few can step in, own_back.
    Those replaced draw last (only stake_nodraw owes them anything). It goes before `phase1_end = first_block`.
 3. `own_back` and `discard` as settings of `tie`: both draw, leader first, and the same leader leads again.
 4. `draw_timing = each_play` goes before `tie = stake_nodraw`, which then has nothing left to say.
 5. `must_beat_p1`: who can beat from his hand must do so, also when a tie is replayed, and may not turn a blind card.
 6. `phase1_end = first_block`: the due answerer is the next chair in play, with cards or not. `leftover` governs the
    hands left then as well.
 7. `open_trump` and `peek_pile` change what players see, never `trump` in the JSON, which stays null until phase 2.

Between the phases
 8. Lending: a second pass by largest fraction is made where the first cannot place all missing cards. A token is
    refused when it gives more than its giver or receiver still has to; per5 counts donors with two cards or more.
 9. Where one chair alone holds cards (I-6) the trump card has been shown first, so `trump` is set and it is in a hand.
    Where nobody holds cards (only with `discard` settings) the deal is over without a loser.

Shedding
10. A run that answers (`sequences = anyone`) must have every card legal by itself, so its lowest card beats the top.
11. Of two units that contain an equally low card (`lowest`) the older one is taken. Low is by rank, trumps too.
12. Idle rounds are those that ended by picking up since the last progress; a removal, cap or burn restarts at 0.
13. `most_cards`, still tied on rank sum: the first of the tied, counting from the player due to start.
14. At the end the cards on the table stay in `table` (P2-13: they are irrelevant).
15. A position in mid-round: `threshold = round_start` and the round's cap count from the position; `led` defaults to
    the suit of the oldest unit. `repetitions` counts an empty-table position itself as the first occurrence.
16. `first_out`: when the first exit also leaves one holder alone, he is named as loser too.

Matches
17. A shared loss (`draw`) counts one in `losses` for each who shares it.
18. A fresh first deal of an elimination match may have chairs with "": eliminated before, one loss each, in seat order.
19. `remove_for_two` applies to a deal with two chairs in play, so also to the final of an elimination series.
20. A deal that stops early although another follows: the error is at the deal that stops, token None.
21. `winner` of a deal in an elimination match is set in its last deal only; "fixed" has no winner.
22. The default dealer of a position is the last chair whose `cards` are not empty (all empty: the last chair).
23. A draw token may name several cards of one chair; a lending token ends the time for naming draws.
"""

from typing import Any

from tests.reference.mos_deal import Deal, Refused, need, tokens_of
from tests.reference.mos_rules import Rules, resolve


class Match:
    """A match, deal after deal. Chairs are numbered from 1."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.losses = [0] * seats
        self.eliminated: list[int] = []
        self.deals: list[Deal] = []
        self.winner: int | None = None

    def in_play(self) -> list[int]:
        return [c for c in range(1, self.seats + 1) if c not in self.eliminated]

    def next_in_play(self, chair: int) -> int:
        """The nearest chair in play to the right of `chair`."""
        order: list[int] = [*range(chair + 1, self.seats + 1), *range(1, chair + 1)]
        return next(c for c in order if c in self.in_play())

    @property
    def over(self) -> bool:
        kind = self.rules["match"]
        played = sum(1 for deal in self.deals if deal.over)
        if kind == "elimination":
            return len(self.in_play()) < 2
        return bool(played >= (self.rules["games"] if kind == "fixed" else 1))

    def due_dealer(self) -> int:
        """S-4 and `next_dealer`: who deals after the last deal, which is over."""
        last = self.deals[-1]
        assert last.shedding is not None
        loser = last.shedding.loser
        if self.rules["match"] == "elimination":
            return self.next_in_play(last.dealer if loser is None else loser)
        if self.rules["next_dealer"] == "loser" and loser is not None:
            return loser
        return self.next_in_play(last.dealer)

    def open_deal(self, table: dict[str, Any]) -> Deal:
        need(not self.over, "the match is over")
        cards = table.get("cards")
        need(isinstance(cards, list) and len(cards) == self.seats, "one hand for each chair")
        assert isinstance(cards, list)
        if not self.deals and self.rules["match"] == "elimination" and "position" not in table:
            self.eliminated = [c for c in self.in_play() if cards[c - 1] == ""]
            self.losses = [int(c in self.eliminated) for c in range(1, self.seats + 1)]
            need(len(self.in_play()) >= 2, "two chairs at least")
        if self.deals:
            need(self.deals[-1].over, "the deal before is not over")
            dealer = self.due_dealer()
            need(table.get("dealer", dealer) == dealer, "another chair deals")
        else:
            with_cards = [c for c in self.in_play() if cards[c - 1] != ""]
            dealer = table.get("dealer", (with_cards or self.in_play())[-1])
            need(dealer in self.in_play(), "the dealer is a chair in play")
        deal = Deal(self.rules, table, self.in_play(), dealer)
        self.deals.append(deal)
        self.settle()
        return deal

    def token(self, text: str) -> None:
        """Plays one token of the last deal; raises Refused."""
        self.deals[-1].token(text)
        self.settle()

    def settle(self) -> None:
        """Enters a finished deal into the match; harmless if called again after it."""
        deal = self.deals[-1]
        if not deal.over or deal.settled:
            return
        deal.settled = True
        shedding = deal.shedding
        assert shedding is not None
        lost = shedding.losers if shedding.loser is None else [shedding.loser]
        for chair in lost:
            self.losses[chair - 1] += 1
        if self.rules["match"] == "first_out":
            self.winner = shedding.winner
        if self.rules["match"] == "elimination" and shedding.loser is not None:
            self.eliminated.append(shedding.loser)
            if len(self.in_play()) == 1:
                self.winner = deal.winner = self.in_play()[0]

    def view(self) -> dict[str, Any]:
        last = self.deals[-1] if self.deals else None
        return {
            "ok": True,
            "game": "mos",
            "deals": [deal.view() for deal in self.deals],
            "losses": list(self.losses),
            "eliminated": list(self.eliminated),
            "winner": self.winner,
            "turn": last.turn() if last else None,
            "legal": last.legal() if last else [],
            "also": {},
        }


def replay(record: dict[str, Any]) -> dict[str, Any]:
    """The JSON object that `replay --json` prints for a Møs record (parsed TOML), without the "file" key."""
    try:
        return open_match(record).view()
    except Refused as refused:
        return {"ok": False, "error": {"deal": refused.deal, "token": refused.token, "text": refused.text}}


def open_match(record: dict[str, Any]) -> Match:
    """Replays the whole record; raises Refused with the place of the first thing that is wrong."""
    need(record.get("acta") == 1 and record.get("game") == "mos", "not a record of Møs")
    need(set(record) <= {"acta", "game", "rules", "seats", "meta", "deal"}, "unknown key")
    rules = resolve(record.get("rules"))
    if rules is None:
        raise Refused("unknown rules")
    tables = record.get("deal", [])
    names = record.get("seats")
    first = tables[0].get("cards") if tables else names
    seats = len(first) if isinstance(first, list) else 0
    match = Match(rules, seats)
    for number, table in enumerate(tables, start=1):
        try:
            need(2 <= seats <= 17, "2 to 17 players")
            need(names is None or len(names) == seats, "one name for each chair")
            match.open_deal(table)
            texts = tokens_of(table.get("play", ""))
        except Refused as refused:
            refused.deal = number
            raise
        for count, text in enumerate(texts, start=1):
            try:
                match.token(text)
            except Refused as refused:
                refused.deal, refused.token, refused.text = number, count, text
                raise
        if number < len(tables) and not match.deals[-1].over:
            early = Refused("only the last deal may stop early")
            early.deal = number
            raise early
    return match
