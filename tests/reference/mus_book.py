"""Mus by the book: replays a record token by token, straight from the rules dossier and the record format.

It shares no code with the library and is written to be read beside the dossier, not to be fast. Rooms: `mus_rules`
(settings, presets), `mus_hands` (cards, comparing, señas), `mus_lances` (bets, count), `mus_deal` (tokens, talk,
discards), `mus_random` (random rules and records). Settings are taken to be valid.

Where the texts are silent, this is what it does:

* Without suits a card keeps the letter it is written with: `D3` needs a 3 in the hand, not an R; only the heaps
  (stock, discards) count effective ranks.
* `!` tokens stand before every other token, señas too. With `forced` and `mano_choice` several cards may be shown; with
  `redeal` the first one ends the deal.
* A forced mus counts as a round of discards (`mus_rounds_max`, perete before the first discard) and allows 0 to 4 cards
  whatever `discard_min` and `discard_max` say. In mus corrido it does not move the mano on: nobody passed the pack.
* While the mano chooses (`mano_choice`) there is no perete; `~cut` is open, since the phase is `mus`.
* `perete_when = "initial_deal"`: before the first round of discards, and once per chair, because the cards that a
  perete brings are not of the initial deal.
* A perete that wins the juego leaves the four shown cards in the hand, since no new ones follow. While its four cards
  are awaited the phase is `discard`, as in any serving.
* A chair that has thrown in this round of discards gives no seña until it is served: its hand is not whole.
* A perete's serving is a serving: every chair may repeat its señas after it.
* Three sides or more: the seats that must answer a bet are asked one by one, in turn order from the bettor; a pair is
  in as soon as one holder takes the bet (its others are not asked any more) and drops when its last holder has refused;
  after a raise all holders of the sides still in are asked, whatever they said before.
* `strongest_of_pair`: all opponents answer an órdago too, even after a `Q`; of equal raises the first stands.
* `raise_style = "double"` does not look at `min_raise`.
* `deje_first` takes the place of the 1 of R3.5 for an opening bet or órdago; a raise pays the stake before it.
* With `refusal_bonus = "best_hand"` the best hand is looked for among all eligible seats, those that dropped too.
* An accepted órdago is an award made `at once`, with `in_order` too. Refused stakes that wait for the count
  (`at_count`) are void under `immediate`, like every stake not counted yet.
* `seats` of a pares or juego bonus are the chairs whose hands brought at least one stone.
* Errors outside `play` have `token` and `text` None, and `deal` None where no deal is meant. A deal that stops early
  before another one is reported under its own number.
* A score that has reached the target, or games or vacas already won, cannot stand before a deal.
"""

from __future__ import annotations

import re
from typing import Any

from .mus_deal import Deal
from .mus_hands import read_cards, sort_hand
from .mus_lances import Refused
from .mus_rules import Rules, number_of_sides, read_rules, side_name


class BadRecord(Exception):
    """A record that is refused, with the place."""

    def __init__(self, deal: int | None, token: int | None = None, text: str | None = None) -> None:
        super().__init__(deal, token, text)
        self.place = {"deal": deal, "token": token, "text": text}


class Match:
    """Score, games, vacas and mano from deal to deal (R1.10, R2.17, R5.12 to R5.15)."""

    def __init__(self, rules: Rules, mano: int, score: list[int], games: list[int], vacas: list[int]) -> None:
        self.rules = rules
        self.mano = mano
        self.score, self.games, self.vacas = list(score), list(games), list(vacas)
        self.first_of_juego = not any(score)
        self.first_of_vaca = self.first_of_juego and not any(games)
        self.first_of_match = self.first_of_vaca and not any(vacas)
        self.vaca_won = False
        self.winner: int | None = None

    def new_deal(self, hands: dict[int, list[str]]) -> Deal:
        """A deal with these hands under the match's mano and score."""
        first = {"match": self.first_of_match, "vaca": self.first_of_vaca, "juego": self.first_of_juego, "off": False}
        corrido = first[self.rules["mus_corrido"]]
        return Deal(self.rules, self.mano, self.score, hands, corrido=corrido, first_of_match=self.first_of_match)

    def end_deal(self, deal: Deal) -> None:
        """Books a finished deal; `redeal` leaves mano and score alone."""
        if deal.phase == "redeal":
            return
        self.mano = deal.mano % self.rules["players"] + 1
        self.score = list(deal.score)
        self.first_of_match = self.first_of_vaca = self.first_of_juego = False
        if deal.winner is None:
            return
        self.games[deal.winner] += 1
        if self.games[deal.winner] == self.rules["juegos_to_win_vaca"]:
            self.vaca_won = True
            self.vacas[deal.winner] += 1
            if self.vacas[deal.winner] == self.rules["vacas_to_win"]:
                self.winner = deal.winner
        self.first_of_juego, self.first_of_vaca = True, self.vaca_won

    def before_next_deal(self) -> None:
        """After a won juego the stones start again at 0, after a won vaca the juegos too."""
        if self.first_of_juego:
            self.score = [0] * len(self.score)
        if self.vaca_won:
            self.games = [0] * len(self.games)
            self.vaca_won = False


def tokens_of(play: str) -> list[str]:
    """The tokens of a play, without comments and bars."""
    return re.sub(r"\{[^{}]*\}", " ", play).replace("|", " ").split()


def read_hands(rules: Rules, cards: Any) -> dict[int, list[str]]:
    """The hands of a deal by chair; ValueError where they are not four cards each or cannot come from one pack."""
    if not isinstance(cards, list) or len(cards) != rules["players"]:
        raise ValueError("one hand per chair")
    hands = {seat: read_cards(text) for seat, text in enumerate(cards, 1)}
    if any(len(hand) != 4 for hand in hands.values()):
        raise ValueError("four cards each")
    suited = {len(card) == 2 for hand in hands.values() for card in hand}
    if len(suited) == 2:
        raise ValueError("suits everywhere or nowhere")
    if suited == {False} and (rules["extra_kings"] or rules["real"] == "sota_oros"):
        raise ValueError("these rules look at suits")
    return hands


def start_match(rules: Rules, header: dict[str, Any]) -> Match:
    """The match as the first deal finds it; ValueError for a header that cannot be."""
    sides = number_of_sides(rules)
    limits = {"score": rules["target"], "games": rules["juegos_to_win_vaca"], "vacas": rules["vacas_to_win"]}
    before = {name: header.get(name, [0] * sides) for name in limits}
    for name, limit in limits.items():
        numbers = before[name]
        if len(numbers) != sides or not all(type(n) is int and 0 <= n < limit for n in numbers):
            raise ValueError(name)
    mano = header.get("mano", 1)
    if type(mano) is not int or not 1 <= mano <= rules["players"]:
        raise ValueError("mano")
    return Match(rules, mano, before["score"], before["games"], before["vacas"])


def agrees(match: Match, header: dict[str, Any]) -> bool:
    """Whether what a later deal says about itself is so."""
    known = {"mano": match.mano, "score": match.score, "games": match.games, "vacas": match.vacas}
    return all(header.get(name, value) == value for name, value in known.items())


def replay(record: dict[str, Any]) -> dict[str, Any]:
    """What `ordago replay --json` prints for this record of Mus, without "file" and without codes and messages."""
    try:
        return _replay(record)
    except BadRecord as error:
        return {"ok": False, "error": error.place}


def _replay(record: dict[str, Any]) -> dict[str, Any]:
    if record.get("acta") != 1 or record.get("game") != "mus":
        raise BadRecord(None)
    rules = read_rules(record.get("rules"))
    match: Match | None = None
    deal: Deal | None = None
    told = []
    for number, header in enumerate(record.get("deal", []), 1):
        try:
            hands = read_hands(rules, header.get("cards"))
            if match is None:
                match = start_match(rules, header)
        except ValueError as error:
            raise BadRecord(number) from error
        if deal is not None:
            if deal.phase not in ("over", "redeal"):
                raise BadRecord(number - 1)
            match.before_next_deal()
        if match.winner is not None or not agrees(match, header):
            raise BadRecord(number)
        deal = match.new_deal(hands)
        if not deal.sane():
            raise BadRecord(number)
        for place, token in enumerate(tokens_of(header.get("play", "")), 1):
            try:
                deal.play(token)
            except Refused as error:
                raise BadRecord(number, place, token) from error
        if deal.phase in ("over", "redeal"):
            match.end_deal(deal)
        told.append(_tell(deal))
    if match is None or deal is None:
        raise BadRecord(None)
    return {
        "ok": True,
        "game": "mus",
        "deals": told,
        "games": match.games,
        "vacas": match.vacas,
        "winner": None if match.winner is None else side_name(rules, match.winner),
        "turn": deal.turn,
        "legal": deal.legal,
        "also": {str(seat): acts for seat, acts in deal.also.items()},
    }


def _tell(deal: Deal) -> dict[str, Any]:
    rules = deal.rules
    return {
        "phase": deal.phase,
        "mano": deal.mano,
        "hands": [sort_hand(deal.hands[seat], rules) for seat in range(1, deal.players + 1)],
        "score": list(deal.score),
        "winner": None if deal.winner is None else side_name(rules, deal.winner),
        "awards": deal.awards,
    }
