"""A contest of two bots: what is played, and the playing of one deal, game or match of it by number.

Number by number the cards are the same whoever plays and in whatever order: every deal is played once with `a` on each
side and `b` on all the others, with the same cards, services and dice for each seat. With two sides these are the two
mirrored deals; where each seat plays for itself, `a` has every seat in turn. A bot against itself so gets exactly zero.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from ordago.arena.play import SEEN, Course, Meter, Noticed, Seat, dice, stream
from ordago.arena.scoring import SCORING, Scoring
from ordago.bots import Bot, Outside, bot_for, verify_name
from ordago.core.game import Game
from ordago.errors import OrdagoError
from ordago.games import GAMES
from ordago.tell import TELLERS, teller

Kind = Literal["deal", "game", "match"]
"""What is played: a deal that begins at nothing, a game to its target, a match of games."""


class Contest(msgspec.Struct, frozen=True):
    """What is played, in plain values: the rules are a preset and changes, to which the arena's own are added.

    `expect` keeps book of the luck of the draw in deals (`ordago.arena.play`); `move_time` is for outside bots.
    """

    game: str
    preset: str
    changes: dict[str, Any]
    players: int | None
    a: str
    b: str
    seed: str
    expect: bool = True
    move_time: float = 2.0


class Row(msgspec.Struct, frozen=True, array_like=True):
    """What one number gave: `value` and `luck` are means over sides for deals, else how often `a` won, and 0."""

    value: float
    luck: float
    decisions: tuple[int, int]
    seconds: tuple[float, float]
    illegal: tuple[int, int]


class Arena:
    """A contest ready to be played: its game, rules and bots. Close it to let go of outside bots.

    Raises OrdagoError `game-unknown` or `bot-unknown`, and RulesError.
    """

    def __init__(self, contest: Contest) -> None:
        if contest.game not in SCORING:
            raise OrdagoError("game-unknown", game=contest.game, games=", ".join(SCORING))
        self.contest = contest
        self.game: Game = GAMES[contest.game]
        self.scoring: Scoring = SCORING[contest.game]
        for name in (contest.a, contest.b):
            verify_name(self.game, name)
        self.rules = rules_of(contest)
        self._noticed = _noticed(contest.game)
        first = self._start("deal", 0)
        self.players: int = first.players
        self._side_of = self.scoring.side_of(first)
        self.sides = max(self._side_of) + 1
        self.bots = (self._bot(contest.a), self._bot(contest.b))

    def start(self) -> None:
        """Start outside bots, which else start when they are first asked. Raises OrdagoError for one that does not."""
        for bot in self.bots:
            if isinstance(bot, Outside):
                bot.start()

    def play(self, kind: Kind, number: int) -> Row:
        """Play the deal, game or match of this number, once with `a` on each side."""
        meters = (Meter(), Meter())
        found = [PLAYS[kind](self, number, side, meters) for side in range(self.sides)]
        parts = self.sides if kind == "deal" else 1
        return Row(
            sum([value for value, _ in found]) / parts,
            sum([luck for _, luck in found]) / parts,
            (meters[0].decisions, meters[1].decisions),
            (meters[0].seconds, meters[1].seconds),
            (meters[0].illegal, meters[1].illegal),
        )

    def close(self) -> None:
        """Let go of outside bots."""
        for bot in self.bots:
            if isinstance(bot, Outside):
                bot.close()

    def _bot(self, name: str) -> Bot:
        bot = bot_for(self.game, name)
        if isinstance(bot, Outside):
            bot.move_time = bot.patience = self.contest.move_time
        return bot

    def _start(self, kind: Kind, number: int) -> Any:
        return self.game.start(self.rules, self.contest.players, stream(self.contest.seed, kind, number, "first"))

    def _course(self, kind: Kind, number: int, deal: int, side: int, meters: tuple[Meter, Meter]) -> Course:
        words = (self.contest.seed, kind, number, deal)
        seats = []
        for chair, at in enumerate(self._side_of, 1):
            who = 0 if at == side else 1
            seats.append(Seat(self.bots[who], dice(*words, chair), meters[who]))
        return Course(
            self.game, self.scoring, self._noticed, seats, stream(*words), dice(*words, "table"), side,
            measured=self.contest.expect and kind == "deal",
        )  # fmt: skip

    def _deal(self, number: int, side: int, meters: tuple[Meter, Meter]) -> tuple[float, float]:
        course = self._course("deal", number, 0, side, meters)
        state = course.play(self._start("deal", number))
        return self.scoring.brought(state, side), course.luck

    def _game(self, number: int, side: int, meters: tuple[Meter, Meter]) -> tuple[float, float]:
        state, deal = self._start("game", number), 0
        while True:
            state = self._course("game", number, deal, side, meters).play(state)
            winner = self.scoring.winner(state)
            if winner >= 0:
                return float(winner == side), 0.0
            deal += 1

    def _match(self, number: int, side: int, meters: tuple[Meter, Meter]) -> tuple[float, float]:
        state, deal = self._start("match", number), 0
        while not state.match_over:
            state = self._course("match", number, deal, side, meters).play(state)
            deal += 1
        return float(self.scoring.winner(state) == side), 0.0


PLAYS: dict[str, Callable[[Arena, int, int, tuple[Meter, Meter]], tuple[float, float]]] = {
    "deal": Arena._deal,
    "game": Arena._game,
    "match": Arena._match,
}
"""How each kind is played with `a` on one side; what that brought it, and the luck in it."""


def rules_of(contest: Contest) -> Any:
    """The rules that are played: the contest's, and the arena's settings on top."""
    game = GAMES[contest.game]
    changes = {**contest.changes, **SCORING[contest.game].ending}
    if contest.players is not None and "players" in game.flat_rules(game.rules(contest.preset, {})):
        changes.setdefault("players", contest.players)
    return game.rules(contest.preset, changes)


def _noticed(game: str) -> Noticed:
    """Who notices señas, where the game has such things."""
    if game not in TELLERS:
        return lambda view, act, rng: act
    told = teller(game)
    return lambda view, act, rng: told.noticed(view, act, SEEN, rng)
