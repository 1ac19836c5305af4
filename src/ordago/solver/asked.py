"""A bot as a policy: asked at every place of the tree with every hand. Kept on disk while it is asked, and after.

One line of JSON says what the file is; then come the probabilities as they were told, float32, compressed.
"""

import hashlib
import time
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from ordago.core.acts import Act
from ordago.errors import OrdagoError
from ordago.mus.view import View
from ordago.solver.checkpoint import read_headed, write_headed
from ordago.solver.layout import Layout
from ordago.solver.passes import Numbers, Policy
from ordago.solver.places import Place, cards_of, places
from ordago.solver.plan import Plan
from ordago.solver.run import KEEP_EVERY, Stopped, interrupts

Says = Callable[[View], Mapping[Act, float]]
"""How likely each act is to somebody who sees this."""

STORED = np.dtype("<f4")
"""How a probability is written."""


class Answers(msgspec.Struct, frozen=True):
    """The first line: who was asked, in which game, and at how many places of how many.

    `sha256` is the digest of what is stored.
    """

    bot: str
    plan: Plan
    asked: int
    places: int
    sha256: str
    format: Literal["ordago-answers 1"] = "ordago-answers 1"


def ask(bot: str, plan: Plan, says: Says, kept: Path, progress: Callable[[int, int], None] | None = None) -> Policy:
    """Ask everywhere, and go on from what the file has of this bot already; in the end it has the whole policy.

    `progress` is told at how many places was asked, of how many. Raises Stopped on Ctrl-C, with that number, and
    OrdagoError `checkpoint-broken`, `checkpoint-other` or `file-unwritable`.
    """
    deal = plan.deal()
    layout, cards = deal.layout, cards_of(deal.count.pack)
    total, done = sum(len(block.reach) for block in layout.choices), 0
    policy: Policy = [np.zeros(shape, STORED) for shape in _shapes(layout)]
    found = read_answers(kept, layout, lambda head: (head.bot, head.plan) == (bot, plan))
    if found:
        done, policy = found[0].asked, found[1]
    saved = time.monotonic()
    with interrupts() as stop:
        for number, place in enumerate(places(deal), 1):
            if number <= done:
                continue
            block, row = layout.place(place.node)
            hands = layout.hands[layout.choices[block].hands].tolist()
            policy[block][row] = _told(place, [cards[hand] for hand in hands], says)
            done = number
            if progress:
                progress(done, total)
            if stop or done == total or time.monotonic() - saved > KEEP_EVERY:
                _write(kept, bot, plan, done, total, policy)
                saved = time.monotonic()
            if stop and done < total:
                raise Stopped(done)
    return policy


def read_answers(
    path: Path, layout: Layout, ours: Callable[[Answers], bool] = lambda _: True
) -> tuple[Answers, Policy] | None:
    """What a file of this tree has, of which `asked` places are filled; None where there is no file.

    Raises OrdagoError `checkpoint-broken` for one that is damaged, `checkpoint-other` where it is not ours.
    """
    found = read_headed(path, Answers, ours)
    if found is None:
        return None
    head, data = found
    shapes = _shapes(layout)
    stored = zlib.decompress(data)
    if len(stored) != sum(np.prod(shape) for shape in shapes) * STORED.itemsize:
        raise OrdagoError("checkpoint-broken", file=str(path), reason="it is of another tree")
    policy: Policy = []
    at = 0
    for shape in shapes:
        policy.append(np.frombuffer(stored, STORED, int(np.prod(shape)), at).reshape(shape).copy())
        at += policy[-1].nbytes
    return head, policy


def _shapes(layout: Layout) -> list[tuple[int, int, int]]:
    return [(*block.shape, len(layout.hands[block.hands])) for block in layout.choices]


def _told(place: Place, hands: list[tuple[int, ...]], says: Says) -> Numbers:
    """How likely each act is at the place, by hand."""
    found = np.zeros((len(place.acts), len(hands)), STORED)
    rows = {act: row for row, act in enumerate(place.acts)}
    for at, cards in enumerate(hands):
        for act, chance in says(place.shown(cards)).items():
            found[rows[act], at] += chance
    return found


def _write(path: Path, bot: str, plan: Plan, asked: int, total: int, policy: Policy) -> None:
    """Write the file, whole or not at all."""
    data = zlib.compress(b"".join(block.tobytes() for block in policy), 1)
    head = Answers(bot, plan, asked, total, hashlib.sha256(data).hexdigest())
    write_headed(path, head, data)
