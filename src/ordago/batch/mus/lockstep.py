"""Many games in step, for learners: see, choose and act for all rows at once."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ordago.batch.compiled import acts_held, compiled, held, shown
from ordago.batch.mus.acts import ACTS
from ordago.batch.mus.columns import ACTOR, CHAMPION, GAME, LEGAL, ROW, SCORE, WINNER
from ordago.batch.mus.games import UNTIL, Until, prepare, start_row
from ordago.batch.mus.play import begin, goes_on, step
from ordago.batch.mus.policies import any_legal
from ordago.batch.mus.settings import PLAYERS, SIDE_OF, SIDES, settings_for
from ordago.batch.mus.view import WIDTH, observe
from ordago.batch.streams import numbers_fit, streams_row
from ordago.errors import Refusal
from ordago.mus.rules import Rules


class Lockstep:
    """A batch of games. Row i plays game `first` + i, then (with `auto_reset`) that plus the number of rows, and so on.

    In every row one seat is asked at a time. The arrays that methods answer are filled again by the next call; copy
    what is to be kept.
    """

    def __init__(
        self,
        rules: Rules,
        rows: int,
        seed: int = 0,
        *,
        until: Until = "deal",
        auto_reset: bool = True,
        first: int = 0,
        mano: int | None = None,
        score: Sequence[int] | None = None,
        juegos: Sequence[int] | None = None,
        vacas: Sequence[int] | None = None,
        bets: tuple[int, ...] = (5, 10),
    ) -> None:
        """Begin the games. Parameters and errors are those of `play`."""
        self.settings = settings_for(rules, bets)
        numbers_fit(first, rows)
        self.rows = rows
        self._until = UNTIL.index(until)
        self._auto_reset = auto_reset
        self._start = held(start_row(self.settings, mano, score, juegos, vacas))
        self.states = held(np.zeros((rows, ROW), np.int32))
        self.streams = held(np.tile(streams_row(seed), (rows, 1)))
        self._seen = held(np.zeros((rows, WIDTH), np.int32))
        self._mask = held(np.zeros((rows, ACTS), np.bool_))
        self._acts = held(np.zeros(rows, np.int32))
        self._rewards = held(np.zeros((rows, self.settings.players), np.float32))
        self._ended = held(np.zeros((rows, 3), np.int32))
        _begin(self._start, self.states, self.settings.vector, self.streams, first)

    @property
    def asked(self) -> np.ndarray[Any, Any]:
        """The chair that is asked in each row, from 0; -1 in rows that are over."""
        return shown(self.states)[:, ACTOR]

    @property
    def games(self) -> np.ndarray[Any, Any]:
        """The number of the game in each row."""
        return shown(self.states)[:, GAME]

    def observe(self) -> np.ndarray[Any, Any]:
        """What the asked seat of each row may know, [rows, len(COLUMNS)] (`view.COLUMNS`)."""
        _observe(self.states, self.settings.vector, self._seen)
        return shown(self._seen)

    def mask(self) -> np.ndarray[Any, Any]:
        """Which acts the asked seat of each row may do, [rows, ACTS]."""
        _masks(self.states, self._mask)
        return shown(self._mask, np.bool_)

    def sample(self) -> np.ndarray[Any, Any]:
        """A legal act for each row, each equally likely, from the row's own stream; 0 in rows that are over."""
        _sample(self.states, self.settings.vector, self.streams, self._acts)
        return shown(self._acts)

    def step(self, acts: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Do one act in each row; rows that are over stay as they are.

        Answers the rewards by chair, [rows, players]: the stones that the chair's side scored with this act less the
        mean of the other sides'; and for each row whether its game ended, the side that won its juego and its match
        (-1: nobody), [rows, 3]. Raises Refusal `batch-act` with the row and the act for an act that is not legal, and
        OrdagoError `batch-acts` for another number of acts; then nothing is done.
        """
        given = acts_held(acts, self.rows)
        wrong = _first_wrong(self.states, given)
        if wrong >= 0:
            raise Refusal("batch-act", row=int(wrong), act=int(acts[wrong]))
        _step(
            *(self._start, self.states, self.settings.vector, self.streams, given),
            *(self._until, self._auto_reset, self._rewards, self._ended),
        )
        return shown(self._rewards, np.float32), shown(self._ended)


@compiled
def _begin(row: Any, states: Any, r: Any, streams: Any, first: int) -> None:
    for number in range(len(states)):
        prepare(row, states[number], r, first + number)
        begin(states[number], r, streams[number], first + number)


@compiled
def _observe(states: Any, r: Any, seen: Any) -> None:
    for number in range(len(states)):
        observe(states[number], r, seen[number])


@compiled
def _masks(states: Any, masks: Any) -> None:
    for number in range(len(states)):
        legal = states[number][LEGAL]
        mask = masks[number]
        for act in range(ACTS):
            mask[act] = (legal >> act & 1) == 1


@compiled
def _sample(states: Any, r: Any, streams: Any, acts: Any) -> None:
    for number in range(len(states)):
        s = states[number]
        acts[number] = any_legal(s, r, streams[number]) if s[LEGAL] else 0


@compiled
def _first_wrong(states: Any, acts: Any) -> int:
    """The first row in which the act is not legal, or -1."""
    for number in range(len(states)):
        legal = states[number][LEGAL]
        if legal and not (0 <= acts[number] < ACTS and legal >> acts[number] & 1):
            return number
    return -1


@compiled
def _step(
    row: Any, states: Any, r: Any, streams: Any, acts: Any, until: int, reset: bool, rewards: Any, ended: Any
) -> None:
    for number in range(len(states)):
        s = states[number]
        g = streams[number]
        gain = rewards[number]
        end = ended[number]
        for chair in range(r[PLAYERS]):
            gain[chair] = 0
        end[0] = 0
        end[1] = -1
        end[2] = -1
        if s[LEGAL] == 0:
            continue
        before = 0
        for side in range(r[SIDES]):
            before += s[SCORE + side]
            for chair in range(side, r[PLAYERS], r[SIDES]):
                gain[chair] = -s[SCORE + side]
        step(s, r, g, acts[number])
        total = -before
        for side in range(r[SIDES]):
            total += s[SCORE + side]
        for chair in range(r[PLAYERS]):
            own = gain[chair] + s[SCORE + r[SIDE_OF + chair]]
            gain[chair] = own - (total - own) / (r[SIDES] - 1)
        if s[LEGAL] == 0:
            end[1] = s[WINNER]
            end[2] = s[CHAMPION]
            if not goes_on(s, r, g, until):
                end[0] = 1
                if reset:
                    game = s[GAME] + len(states)
                    prepare(row, s, r, game)
                    begin(s, r, g, game)
