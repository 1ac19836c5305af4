"""A small whole game to try the conformance suite on: two cards each, everybody lays one, the highest wins the deal.

Two to four play with the French pack; a seat may say `S1` … `S3` (a stake that counts for nothing) before it lays.
"""

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from ordago.cards.french import CODES, DECK, NAMES, parse_cards, write_cards
from ordago.core import EMPTY, Act, History, Option
from ordago.errors import NotationError, RecordError, Refusal, RulesError


class Deal(Act, frozen=True):
    hands: tuple[tuple[int, ...], ...]


class Lay(Act, frozen=True):
    card: int


class Stake(Act, frozen=True):
    stones: int


class HighRules(msgspec.Struct, frozen=True):
    players: int = 2
    target: int = 2


class HighState(msgspec.Struct, frozen=True):
    rules: HighRules
    score: tuple[int, ...]
    history: History = EMPTY
    hands: tuple[tuple[int, ...], ...] = ()
    table: tuple[int, ...] = ()
    staked: bool = False

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def turn(self) -> int:
        return 0 if self.deal_over else len(self.table) + 1

    @property
    def deal_over(self) -> bool:
        return not self.hands or len(self.table) == self.players

    @property
    def match_over(self) -> bool:
        return max(self.score) >= self.rules.target

    def legal(self, seat: int) -> tuple[Option, ...]:
        if not seat or seat != self.turn:
            return ()
        stakes = () if self.staked else (Option("S", 1, 3),)
        return (*(Option(NAMES[card]) for card in self.hands[seat - 1]), *stakes)

    def verify(self, act: Act) -> None:
        match act:
            case Deal():
                if act.seat or self.match_over or not self.deal_over:
                    raise Refusal("no-deal")
                if [len(hand) for hand in act.hands] != [2] * self.players:
                    raise Refusal("no-deal")
            case Lay():
                if not act.seat or act.seat != self.turn or act.card not in self.hands[act.seat - 1]:
                    raise Refusal("no-lay")
            case Stake():
                if not act.seat or act.seat != self.turn or self.staked or not 1 <= act.stones <= 3:
                    raise Refusal("no-stake")

    def can(self, act: Act) -> bool:
        try:
            self.verify(act)
        except Refusal:
            return False
        return True

    def apply(self, act: Act) -> "HighState":
        self.verify(act)
        after = replace(self, history=self.history.then(act))
        match act:
            case Deal():
                return replace(after, hands=act.hands, table=(), staked=False)
            case Stake():
                return replace(after, staked=True)
            case Lay():
                table = (*self.table, act.card)
                hands = tuple(tuple(card for card in hand if card != act.card) for hand in self.hands)
                after = replace(after, table=table, hands=hands, staked=False)
                if len(table) == self.players:
                    best = max(range(self.players), key=table.__getitem__)
                    score = tuple(n + (at == best) for at, n in enumerate(self.score))
                    return replace(after, score=score)
        return after


class HighView(msgspec.Struct, frozen=True):
    seat: int
    turn: int
    hand: tuple[int, ...]
    table: tuple[int, ...]
    score: tuple[int, ...]
    legal: tuple[Option, ...]


class HighCard:
    """The game itself, as it should be."""

    name = "high"
    presets: tuple[str, ...] = ("plain",)
    default_preset = "plain"
    deal_keys = frozenset({"cards"})
    unlisted: frozenset[str] = frozenset()

    def rules(self, preset: str, changes: Mapping[str, Any]) -> HighRules:
        if preset not in self.presets:
            raise RulesError("preset-unknown")
        try:
            return HighRules(**changes)
        except TypeError:
            raise RulesError("setting-unknown") from None

    def preset_and_changes(self, rules: HighRules) -> tuple[str, dict[str, Any]]:
        default = HighRules()
        return "plain", {name: n for name, n in msgspec.structs.asdict(rules).items() if n != getattr(default, name)}

    def flat_rules(self, rules: HighRules) -> dict[str, Any]:
        return msgspec.structs.asdict(rules)

    def start(self, rules: HighRules, players: int | None, rng: random.Random) -> Any:
        return HighState(rules, (0,) * rules.players)

    def dealer_acts(self, state: Any, rng: random.Random) -> list[Act]:
        cards = rng.sample(DECK, 2 * state.players)
        return [Deal(0, tuple(tuple(sorted(cards[at : at + 2])) for at in range(0, len(cards), 2)))]

    def view(self, state: Any, seat: int) -> Any:
        hand = state.hands[seat - 1] if seat and state.hands else ()
        legal = state.legal(seat) if seat else ()
        return HighView(seat, state.turn, hand, state.table, state.score, legal)

    def act_from(self, seat: int, option: Option, rng: random.Random) -> Act:
        if option.kind == "S":
            return Stake(seat, rng.randint(option.least, option.most))
        return Lay(seat, CODES[option.kind])

    def time_out_act(self, view: Any) -> Act:
        return Lay(view.seat, view.hand[0])

    def parse_act(self, state: Any, text: str) -> Act:
        seat, _, word = text.partition(":")
        if word[:1] == "S" and word[1:].isdigit():
            return Stake(int(seat), int(word[1:]))
        if word not in CODES:
            raise NotationError("act-unknown", act=word)
        return Lay(int(seat), CODES[word])

    def write_act(self, state: Any, act: Act) -> str:
        return f"{act.seat}:{NAMES[act.card]}" if isinstance(act, Lay) else f"{act.seat}:S{getattr(act, 'stones', 0)}"

    def opening(self, rules: HighRules, table: Mapping[str, Any]) -> Any:
        return HighState(rules, (0,) * rules.players)

    def deal_act(self, state: Any, table: Mapping[str, Any]) -> Act:
        act = Deal(0, tuple(parse_cards(text) for text in table["cards"]))
        if not state.can(act):
            raise RecordError("no-deal", where="cards")
        return act

    def deal_table(self, state: Any, act: Act) -> dict[str, Any]:
        assert isinstance(act, Deal)
        return {"cards": [write_cards(hand) for hand in act.hands]}

    def is_deal(self, act: Act) -> bool:
        return isinstance(act, Deal)

    def breaks_line(self, before: Any, after: Any) -> bool:
        return False

    def deal_report(self, state: Any) -> dict[str, Any]:
        return {"table": list(state.table), "score": list(state.score)}

    def match_report(self, state: Any) -> dict[str, Any]:
        return {"score": list(state.score)}


class Altered(HighCard):
    """The game with some methods of its states replaced: each takes the true state and the arguments."""

    def __init__(self, **methods: Callable[..., Any]) -> None:
        self.methods = methods

    def start(self, rules: HighRules, players: int | None, rng: random.Random) -> Any:
        return Wrapped(super().start(rules, players, rng), self.methods)

    def opening(self, rules: HighRules, table: Mapping[str, Any]) -> Any:
        return Wrapped(super().opening(rules, table), self.methods)


class Wrapped:
    """A state that does what it is told differently, and the rest like the true one."""

    __slots__ = ("methods", "true")

    def __init__(self, true: HighState, methods: Mapping[str, Callable[..., Any]]) -> None:
        object.__setattr__(self, "true", true)
        object.__setattr__(self, "methods", methods)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wrapped) and self.true == other.true

    def __hash__(self) -> int:
        return hash(self.true)

    def __getattr__(self, name: str) -> Any:
        if name in self.methods:
            found = self.methods[name]
            return found(self.true) if name in ("turn", "match_over", "deal_over", "history") else partial(found, self)
        return getattr(self.true, name)

    def apply(self, act: Act) -> "Wrapped":
        if "apply" in self.methods:
            return type(self)(self.methods["apply"](self.true, act), self.methods)
        return type(self)(self.true.apply(act), self.methods)
