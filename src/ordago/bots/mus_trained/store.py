"""The files of the trained bots: one line of JSON that says what is in it, then the compressed arrays.

The line holds `format`, `bot`, `grid`, `arrays` (name, type and shape of each, in order) and `sha256` of the rest.
Chances are kept in 255ths.
"""

import hashlib
import json
import zlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ordago.bots.mus_trained.hands import levels
from ordago.bots.mus_trained.tree import WORDS, games
from ordago.errors import OrdagoError

FORMAT = "ordago-mus-bot 1"
ROUNDS = 3
"""The talk is told apart for no, one, and more rounds of mus."""
NEEDS = 9
"""Classes of scores in the talk: see `need_class`."""

Array = npt.NDArray[Any]


class Trained(NamedTuple):
    """What a trained bot knows.

    `grid` are the numbers of stones to go for which there is a solution, for the mano's pair and for the others.
    `words[zone][place + (turn * level count + level) * WORDS + word]` are chances in 255ths. `cuts[class, round,
    position, hand]` likewise, and `throws[class, position, hand, choice]` (choices as in `mus_odds.plan`); both empty
    for a bot that has no talk of its own. `odds[lance, speakers, position, level]` are logits to win a lance, and
    `told[lance, clue, value]` what was heard adds to them (`ordago.bots.mus_trained.memory`); empty for one that does
    not remember. `juego[a, b]` is the chance of the mano's pair to win the juego with `a` to go against `b`.
    """

    bot: str
    grid: tuple[int, ...]
    words: Array
    cuts: Array
    throws: Array
    odds: Array
    told: Array
    juego: Array


ARRAYS = Trained._fields[2:]


def starts() -> list[int]:
    """Where the words of each game begin; the last number is the length of them all."""
    found = [0]
    for tree in games():
        found.append(found[-1] + len(tree) * levels().sizes[tree.lance] * WORDS)
    return found


def need_class(ours: int, theirs: int) -> int:
    """The class of a score, by the stones that one's own side and the other need."""
    return 3 * _near(ours) + _near(theirs)


def _near(need: int) -> int:
    return 0 if need <= 5 else 1 if need <= 14 else 2


def in_parts(chances: Array) -> Array:
    """Chances as 255ths; small ones become none."""
    found: Array = np.rint(np.asarray(chances) * 255).astype(np.uint8)
    return found


def write(trained: Trained) -> bytes:
    """The file."""
    arrays = [np.ascontiguousarray(getattr(trained, name)) for name in ARRAYS]
    rest = zlib.compress(b"".join(array.tobytes() for array in arrays), 9)
    head = {
        "format": FORMAT,
        "bot": trained.bot,
        "grid": trained.grid,
        "arrays": [[name, array.dtype.str, array.shape] for name, array in zip(ARRAYS, arrays, strict=True)],
        "sha256": hashlib.sha256(rest).hexdigest(),
    }
    return json.dumps(head).encode() + b"\n" + rest


def read(data: bytes, name: str) -> Trained:
    """What is in a file called `name`. Raises OrdagoError `bot-file` for a file that is old or damaged."""
    line, _, rest = data.partition(b"\n")
    try:
        head = json.loads(line)
        if head["format"] != FORMAT or head["sha256"] != hashlib.sha256(rest).hexdigest():
            raise OrdagoError("bot-file", file=name)
        whole, at, arrays = zlib.decompress(rest), 0, []
        for _, kind, shape in head["arrays"]:
            count = int(np.prod(shape))
            arrays.append(np.frombuffer(whole, kind, count, at).reshape(shape))
            at += count * np.dtype(kind).itemsize
        found = Trained(head["bot"], tuple(head["grid"]), *arrays)
    except (ValueError, KeyError, TypeError, zlib.error):
        raise OrdagoError("bot-file", file=name) from None
    if found.words.shape != (len(found.grid) ** 2, starts()[-1]):
        raise OrdagoError("bot-file", file=name)
    return found


def path_of(bot: str) -> Path:
    """Where the package keeps a bot's file."""
    return Path(str(files("ordago.bots.mus_trained") / f"{bot}.bot"))


def read_file(path: Path) -> Trained:
    """What is in a file. Raises OrdagoError `bot-file`, also for one that is not there."""
    try:
        return read(path.read_bytes(), path.name)
    except OSError:
        raise OrdagoError("bot-file", file=path.name) from None


@cache
def trained(bot: str) -> Trained:
    """The shipped file of a bot, read once. Raises OrdagoError `bot-file`."""
    return read_file(path_of(bot))
