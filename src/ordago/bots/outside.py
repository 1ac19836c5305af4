"""Bots in any language: a program that is told what a seat sees, in JSON lines, and answers with an act (docs/bots.md).

The program gets what a seat sees and nothing else. Whatever it does wrong is an OrdagoError with a `bot-...` code; who
asked it then lets the seat do what it does when its time is up.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from ordago.bots.bot import Choice
from ordago.bots.process import Ended, Program
from ordago.core.acts import Act
from ordago.core.game import Game
from ordago.errors import OrdagoError
from ordago.games import wire

PREFIX = "cmd:"
"""What the name of an outside bot begins with; the command follows."""

PROTOCOL = 1
"""The version of the protocol."""

MOVE_TIME = 2.0
"""Seconds for a decision unless told otherwise."""

START_TIME = 10.0
"""Seconds until a program that was started must have said hello."""

RESTARTS = 4
"""How often a program is started again after it crashed or hung; then it is left alone and its seat goes on without."""

FORGIVEN = 200
"""After so many good answers in a row earlier crashes count no more."""

QUOTED = 80
"""Letters of a wrong line that an error quotes."""


class Hello(msgspec.Struct, frozen=True):
    """A program's answer to hello."""

    protocol: int
    name: str = ""


class Reply(msgspec.Struct, frozen=True):
    """A program's answer to a question."""

    id: int
    act: str
    probabilities: dict[str, float] | None = None


class Answer(msgspec.Struct, frozen=True):
    """What an outside bot does: its act, how likely each act was (1 for the act where it did not say), the time."""

    act: Act
    chances: dict[Act, float]
    seconds: float


class Outside:
    """A program as a bot; started when it is first asked, and again, a few times, when it crashed or hung.

    `move_time` is what it is told that it has, `patience` how long it is really waited for. `extra` counts lines that
    nobody asked for, and `extra_line` is the last of them. `noisy` shows its standard error.
    """

    def __init__(
        self,
        game: Game,
        command: str,
        move_time: float = MOVE_TIME,
        patience: float | None = None,
        noisy: bool = False,
    ) -> None:
        self.name = PREFIX + command
        self.command = command
        self.move_time = move_time
        self.patience = move_time if patience is None else patience
        self.noisy = noisy
        self.extra = 0
        self.extra_line = ""
        self.starts = 0
        self._game = game
        self._view_json: Callable[[Any], dict[str, Any]] = wire(game.name).view_json
        self._act_from_word: Callable[[Any, str], Act] = wire(game.name).act_from_word
        self._program: Program | None = None
        self._told: tuple[Any, int] | None = None
        self._asked = 0
        self._good = 0

    def start(self) -> None:
        """Start the program, where it does not run.

        Raises OrdagoError `bot-no-start`, `bot-no-hello` or `bot-gave-up`.
        """
        self._running()

    def choose(self, view: Any, rng: random.Random) -> Choice:
        """What the program answers. Raises OrdagoError where it fails, ValueError where the seat may do nothing."""
        return Choice(self.ask(view, rng.getrandbits(32)).act)

    def ask(self, view: Any, seed: int) -> Answer:
        """What the program answers; `seed` is for its dice.

        Raises OrdagoError `bot-no-start`, `bot-no-hello`, `bot-gave-up`, `bot-crashed`, `bot-silent`, `bot-bad-answer`,
        `bot-illegal-act` or `bot-bad-chances`, and ValueError where the seat may do nothing.
        """
        if not view.legal:
            raise ValueError("this seat may do nothing now")
        program = self._running()
        self._drain(program)
        if self._told != (view.rules, view.players):
            rules = self._game.flat_rules(view.rules)
            self._tell(program, {"t": "rules", "game": self._game.name, "players": view.players, "rules": rules})
            self._told = (view.rules, view.players)
        self._asked += 1
        question = {
            "t": "act",
            "id": self._asked,
            "seat": view.seat,
            "time": round(1000 * self.move_time),
            "seed": seed,
            "view": self._view_json(view),
        }
        began = time.perf_counter()
        self._tell(program, question)
        line = self._hear(program, self.patience)
        seconds = time.perf_counter() - began
        reply = _decoded(line, Reply)
        if reply.id != self._asked:
            raise OrdagoError("bot-bad-answer", reason=f"id {reply.id} instead of {self._asked}", line=_quoted(line))
        answer = self._checked(view, reply, seconds)
        self._good += 1
        if self._good >= FORGIVEN:
            self.starts = 1
        return answer

    def close(self) -> bool:
        """Say goodbye, and see to it that the program ends; return whether it did by itself."""
        program, self._program = self._program, None
        if program is None:
            return True
        self._tell(program, {"t": "bye"})
        return program.close() is not None

    def drain(self, seconds: float) -> None:
        """Count the lines that nobody asked for; the first is waited for so long."""
        if self._program is not None:
            self._drain(self._program, seconds)

    def _running(self) -> Program:
        if self._program is not None:
            return self._program
        if self.starts > RESTARTS:
            raise OrdagoError("bot-gave-up", count=self.starts)
        self.starts += 1
        self._good = 0
        try:
            program = Program(self.command, self.noisy)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise OrdagoError("bot-no-start", command=self.command, reason=reason) from None
        self._program, self._told = program, None
        self._tell(program, {"t": "hello", "protocol": PROTOCOL, "game": self._game.name})
        try:
            hello = _decoded(self._hear(program, START_TIME), Hello)
        except OrdagoError as error:
            self._kill()
            raise OrdagoError("bot-no-hello", reason=str(error)) from None
        if hello.protocol != PROTOCOL:
            self._kill()
            raise OrdagoError("bot-no-hello", reason=f"protocol {hello.protocol} instead of {PROTOCOL}")
        return program

    def _tell(self, program: Program, message: dict[str, Any]) -> None:
        program.tell(msgspec.json.encode(message))

    def _hear(self, program: Program, seconds: float) -> bytes:
        try:
            return program.hear(seconds)
        except TimeoutError:
            self._kill()
            raise OrdagoError("bot-silent", seconds=seconds) from None
        except Ended as end:
            self._kill()
            raise OrdagoError("bot-crashed", status="?" if end.status is None else end.status) from None

    def _drain(self, program: Program, seconds: float = 0.0) -> None:
        try:
            for at in range(10_000):
                self.extra_line = _quoted(program.hear(0.0 if at else seconds))
                self.extra += 1
        except (TimeoutError, Ended):  # an end is noticed when an answer is waited for
            pass

    def _kill(self) -> None:
        if self._program is not None:
            self._program.kill()
            self._program = None

    def _checked(self, view: Any, reply: Reply, seconds: float) -> Answer:
        act = self._legal(view, reply.act)
        if reply.probabilities is None:
            return Answer(act, {act: 1.0}, seconds)
        chances: dict[Act, float] = {}
        for word, chance in reply.probabilities.items():
            if not 0.0 <= chance <= 1.0:
                raise OrdagoError("bot-bad-chances", reason=f"{word}: {chance}")
            likely = self._legal(view, word)
            chances[likely] = chances.get(likely, 0.0) + chance
        total = sum(chances.values())
        if abs(total - 1.0) > 1e-3:
            raise OrdagoError("bot-bad-chances", reason=f"sum {total:.4f}")
        if not chances.get(act):
            raise OrdagoError("bot-bad-chances", reason=f"{reply.act}: 0")
        return Answer(act, {likely: chance / total for likely, chance in chances.items() if chance}, seconds)

    def _legal(self, view: Any, word: str) -> Act:
        try:
            return self._act_from_word(view, word)
        except OrdagoError:
            legal = " ".join(option.kind for option in view.legal)
            raise OrdagoError("bot-illegal-act", act=word[:QUOTED], legal=legal) from None


def _decoded(line: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise OrdagoError("bot-bad-answer", reason=str(error), line=_quoted(line)) from None


def _quoted(line: bytes) -> str:
    text = line[: 4 * QUOTED].decode("utf-8", "replace")
    return text if len(text) <= QUOTED else text[:QUOTED] + "…"
