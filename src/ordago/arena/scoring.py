"""What counts in each game: the sides, what a deal brought each, who won; and settings under which every deal ends."""

from collections.abc import Mapping
from typing import Any, Protocol

from ordago.core.acts import Act
from ordago.mos.state import State as MosState
from ordago.mus.acts import Envido, NoQuiero, Ordago, Pass, Quiero, Raise
from ordago.mus.state import State as MusState

ORDAGO_ACCEPTED = 0.3
"""How often an órdago is accepted in a guess of what a deal will bring."""


class Scoring(Protocol):
    """What the arena asks about a game beside the Game protocol. Sides count from 0.

    `ending` are settings that the arena changes so that every deal ends. `deals_are_games`: what counts is who lost a
    deal, and nothing is played beyond it; else deals bring stones and games are played to their target.
    """

    ending: Mapping[str, Any]
    deals_are_games: bool

    def side_of(self, state: Any) -> tuple[int, ...]:
        """The side of each chair, chair 1 first."""

    def brought(self, state: Any, side: int) -> float:
        """What a deal that is over, and began at nothing, brought the side: stones more than the others, or losses."""

    def winner(self, state: Any) -> int:
        """The side that won the game with this deal; -1: nobody."""

    def guess(self, state: Any, act: Act, side: int) -> float | None:
        """What the deal might bring the side after this act, told with open cards; None where no guess is made."""


class MusScoring:
    """Stones of a deal, juegos of games."""

    ending: Mapping[str, Any] = {"bet_cap": "target", "mus_rounds_max": 20}
    deals_are_games = False

    def side_of(self, state: MusState) -> tuple[int, ...]:
        """The side of each chair."""
        return state.house.side_of[1:]

    def brought(self, state: MusState, side: int) -> float:
        """Stones more than the others have on average."""
        score = state.score
        return score[side] - (sum(score) - score[side]) / (len(score) - 1)

    def winner(self, state: MusState) -> int:
        """The side that won the juego in this deal."""
        return state.winner

    def guess(self, state: MusState, act: Act, side: int) -> float | None:
        """The deal played on without more bets: everybody passes, bets are accepted, and órdagos now and then."""
        if state.lance is None or not isinstance(act, Pass | Envido | Raise | Quiero | NoQuiero | Ordago):
            return None
        if not isinstance(act, Ordago):
            return self._played_on(state.apply(act), side, Quiero)
        refused, accepted = [self._played_on(state.apply(act), side, word) for word in (NoQuiero, Quiero)]
        return refused + ORDAGO_ACCEPTED * (accepted - refused)

    def _played_on(self, state: MusState, side: int, answer: type[Quiero | NoQuiero]) -> float:
        while (lance := state.lance) is not None:
            word: Act = answer(state.turn)
            if not lance.bettor:
                word = Pass(state.turn)
            elif not state.can(word):  # an órdago that the rules forbid to accept
                word = NoQuiero(state.turn)
            state = state.apply(word)
        return self.brought(state, side)


class MosScoring:
    """Losses: each seat plays for itself, and one loses. Where the first one out wins, the others share the loss."""

    ending: Mapping[str, Any] = {}
    deals_are_games = True

    def side_of(self, state: MosState) -> tuple[int, ...]:
        """Each chair is a side."""
        return tuple(range(state.players))

    def brought(self, state: MosState, side: int) -> float:
        """The part of the loss that is the side's."""
        chair = side + 1
        if state.loser or state.losers:
            return float(chair == state.loser) or (chair in state.losers) / len(state.losers or (0,))
        return 0.0 if chair == state.winner else 1 / (state.players - 1)

    def winner(self, state: MosState) -> int:
        """Nobody: what counts is who loses."""
        return -1

    def guess(self, state: MosState, act: Act, side: int) -> float | None:
        """No guess is made."""
        return None


SCORING: dict[str, Scoring] = {"mus": MusScoring(), "mos": MosScoring()}
"""The scoring of each game."""
