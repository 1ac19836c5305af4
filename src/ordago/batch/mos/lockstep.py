"""Many games of Møs in step, for learners: see, choose and act for all rows at once."""

from typing import Any

import numpy as np

from ordago.batch.compiled import acts_held, compiled, held, shown
from ordago.batch.mos.acts import ACTS, BLIND, PACK, TAKE
from ordago.batch.mos.cards import count_of
from ordago.batch.mos.columns import (
    ELIMINATION,
    GAME,
    GONE,
    HAS_RUNS,
    LOSER,
    LOSERS,
    MAY_TAKE,
    MAY_TURN,
    OVER,
    PHASE,
    PLAYERS,
    SINGLES,
    TURN,
    WINNER,
)
from ordago.batch.mos.games import dealer_of
from ordago.batch.mos.play import begin, goes_on, is_legal, step
from ordago.batch.mos.policies import any_legal
from ordago.batch.mos.settings import settings_for
from ordago.batch.mos.view import WIDTH, observe
from ordago.batch.streams import numbers_fit, streams_row
from ordago.errors import Refusal
from ordago.mos.rules import Rules


class Lockstep:
    """A batch of games. Row i plays game `first` + i, then (with `auto_reset`) that plus the number of rows, and so on.

    The arrays that methods answer are filled again by the next call; copy what is to be kept.
    """

    def __init__(
        self,
        rules: Rules,
        players: int,
        rows: int,
        seed: int = 0,
        *,
        auto_reset: bool = True,
        first: int = 0,
        dealer: int | None = None,
    ) -> None:
        """Begin the games. Parameters and errors are those of `play`."""
        self.settings = settings_for(rules, players)
        numbers_fit(first, rows)
        self.rows = rows
        self._auto_reset = auto_reset
        self._dealer = dealer_of(dealer, players)
        self.states = held(np.zeros((rows, self.settings.width), np.int64))
        self.streams = held(np.tile(streams_row(seed), (rows, 1)))
        self._seen = held(np.zeros((rows, WIDTH), np.int32))
        self._mask = held(np.zeros((rows, ACTS), np.bool_))
        self._acts = held(np.zeros(rows, np.int32))
        self._rewards = held(np.zeros((rows, players), np.float32))
        self._ended = held(np.zeros((rows, 3), np.int32))
        _begin(self.states, self.settings.vector, self.streams, first, self._dealer)

    @property
    def asked(self) -> np.ndarray[Any, Any]:
        """The chair on turn in each row, from 0; -1 in rows that are over."""
        return shown(self.states, np.int64)[:, TURN]

    @property
    def games(self) -> np.ndarray[Any, Any]:
        """The number of the game in each row."""
        return shown(self.states, np.int64)[:, GAME]

    def observe(self) -> np.ndarray[Any, Any]:
        """What the chair on turn in each row may know, [rows, len(COLUMNS)] (`view.COLUMNS`)."""
        _observe(self.states, self.settings.vector, self._seen)
        return shown(self._seen)

    def mask(self) -> np.ndarray[Any, Any]:
        """Which acts the chair on turn in each row may do, [rows, ACTS]."""
        _masks(self.states, self.settings.vector, self._mask)
        return shown(self._mask, np.bool_)

    def sample(self) -> np.ndarray[Any, Any]:
        """A legal act for each row, each equally likely, from the row's own stream; 0 in rows that are over."""
        _sample(self.states, self.settings.vector, self.streams, self._acts)
        return shown(self._acts)

    def step(self, acts: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Do one act in each row; rows that are over stay as they are.

        Answers the rewards by chair, [rows, players], which add up to 0: at the end of a game -1 for the loser (shared
        by several), or 1 for the winner where being out first wins, and the rest in equal parts among those who were
        dealt to; else 0. And for each row whether it ended (a match of several games: with its last), the loser of the
        game that ended and its winner (-1: nobody), [rows, 3]. Raises Refusal `batch-act` with
        the row and the act for an act that is not legal, and OrdagoError `batch-acts` for another number of acts; then
        nothing is done.
        """
        given = acts_held(acts, self.rows)
        wrong = _first_wrong(self.states, given)
        if wrong >= 0:
            raise Refusal("batch-act", row=int(wrong), act=int(acts[wrong]))
        vector, streams = self.settings.vector, self.streams
        _step(self.states, vector, streams, given, self._dealer, self._auto_reset, self._rewards, self._ended)
        return shown(self._rewards, np.float32), shown(self._ended)


@compiled
def _begin(states: Any, r: Any, streams: Any, first: int, dealer: int) -> None:
    for number in range(len(states)):
        begin(states[number], r, streams[number], first + number, dealer)


@compiled
def _observe(states: Any, r: Any, seen: Any) -> None:
    for number in range(len(states)):
        observe(states[number], r, seen[number])


@compiled
def _masks(states: Any, r: Any, masks: Any) -> None:
    for number in range(len(states)):
        s = states[number]
        mask = masks[number]
        starts = s[SINGLES]
        for act in range(TAKE):
            if act and act % PACK == 0:
                starts = starts & s[SINGLES] >> 4 * (act // PACK) if s[HAS_RUNS] else 0
            mask[act] = (starts >> act % PACK & 1) == 1
        mask[TAKE] = s[MAY_TAKE] == 1
        mask[BLIND] = s[MAY_TURN] == 1


@compiled
def _sample(states: Any, r: Any, streams: Any, acts: Any) -> None:
    for number in range(len(states)):
        s = states[number]
        acts[number] = 0 if s[PHASE] == OVER else any_legal(s, r, streams[number])


@compiled
def _first_wrong(states: Any, acts: Any) -> int:
    """The first row in which the act is not legal, or -1."""
    for number in range(len(states)):
        s = states[number]
        if s[PHASE] != OVER and not is_legal(s, acts[number]):
            return number
    return -1


@compiled
def _step(states: Any, r: Any, streams: Any, acts: Any, dealer: int, reset: bool, rewards: Any, ended: Any) -> None:
    for number in range(len(states)):
        s = states[number]
        gain = rewards[number]
        end = ended[number]
        for chair in range(r[PLAYERS]):
            gain[chair] = 0
        end[0] = 0
        end[1] = -1
        end[2] = -1
        if s[PHASE] == OVER:
            continue
        step(s, r, streams[number], acts[number])
        if s[PHASE] == OVER:
            end[1] = s[LOSER]
            end[2] = s[WINNER]
            _pay(s, r, gain)
            if goes_on(s, r, streams[number]):
                continue
            end[0] = 1
            if reset:
                begin(s, r, streams[number], s[GAME] + len(states), dealer)


@compiled
def _pay(s: Any, r: Any, gain: Any) -> None:
    """The rewards of a game that is over."""
    marked = s[LOSERS]
    total = -1.0
    if s[WINNER] >= 0 and r[ELIMINATION] == 0:
        marked = 1 << s[WINNER]
        total = 1.0
    elif s[LOSER] >= 0:
        marked = 1 << s[LOSER]
    dealt_to = ((1 << r[PLAYERS]) - 1) & ~s[GONE] | marked
    count = count_of(marked)
    others = count_of(dealt_to) - count
    if count == 0 or others == 0:
        return
    for chair in range(r[PLAYERS]):
        if dealt_to >> chair & 1:
            gain[chair] = total / count if marked >> chair & 1 else -total / others
