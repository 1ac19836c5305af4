"""Deals many hands by the fair deal and tests that no card favours anybody: `python -m tools.fairness`.

    python -m tools.fairness --deals 1000000 --checkpoint fairness.json --processes 2

Deal number `n` has seeds and shares that follow from `n` alone: a run can be stopped, goes on where it was, and gives
the same counts on any machine. What is counted, each against chance by a chi-square:

    deck      card by place in the shuffled deck (forty by forty)
    next      the top card by the top card of the deal before
    mano      who speaks first
    seats     card by the chair that it is dealt to, or the stock
    service   card by the service of the first round of mus in which it is drawn, or the rest of the stock
    refill    the rank of a card among the discards that are taken in, by the service that it is drawn in
    mos       card by chair, or by place in the stock, for four at Møs

The last column says how often chance alone would be at least as far from even: about uniform over many runs, and below
one in a million never.
"""

import argparse
import hashlib
import json
import math
import multiprocessing
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ordago.cards.spanish import DECK
from ordago.core import fair
from ordago.core.files import write_whole
from ordago.mos.game import MOS
from ordago.mus import MUS
from ordago.mus.acts import Discard, Mus
from ordago.mus.dealing import unpacked as unpacked_mus

BLOCK = 1_000
"""Deals between two writings of the checkpoint, for each process."""

Counts = dict[str, list[list[int]]]
"""For each test how often each row (card) was in each group of places."""

GROUPS: dict[str, tuple[int, Sequence[int]]] = {
    "deck": (40, [1] * 40),
    "next": (40, [1] * 40),
    "mano": (4, [1]),
    "seats": (40, [4, 4, 4, 4, 24]),
    "service": (40, [16, 4, 4, 4, 4, 8]),
    "refill": (32, [4, 4, 24]),
    "mos": (52, [3] * 4 + [1] * 40),
}
"""Rows of each test, and how many places are in each group. Together they hold every card once, but for `next` and
`mano`, where each deal counts once."""

ONCE = {"next", "mano"}
"""Tests in which a deal counts once, in one cell."""


def none_yet() -> Counts:
    """Counts of no deals."""
    return {name: [[0] * len(groups) for _ in range(rows)] for name, (rows, groups) in GROUPS.items()}


def seeds(number: int) -> tuple[bytes, tuple[str, ...]]:
    """Server seed and shares of a deal; now and then a share is missing, as it is at tables."""
    server = hashlib.sha256(f"ordago-fairness server {number}".encode()).digest()
    drawn = [hashlib.sha256(f"ordago-fairness {number} {chair}".encode()).digest() for chair in range(4)]
    return server, tuple("" if one[31] < 32 else one[:16].hex() for one in drawn)


def count_deals(first: int, last: int) -> Counts:
    """Counts of the deals with these numbers, the last one not among them."""
    counts = none_yet()
    for number in range(first, last):
        _count(counts, number)
    return counts


def top_of(number: int) -> int:
    """The place in the forty of the card on top of the deck of a deal."""
    deck = list(range(40))
    fair.stream(*seeds(number)).shuffle(deck)
    return deck[0]


def _count(counts: Counts, number: int) -> None:
    server, shares = seeds(number)
    deck = list(range(40))
    fair.stream(server, shares).shuffle(deck)
    for place, at in enumerate(deck):
        counts["deck"][at][place] += 1
    if number:
        counts["next"][deck[0]][top_of(number - 1)] += 1
    _count_mus(counts, server, shares)
    _count_mos(counts, server, shares)


def _count_mus(counts: Counts, server: bytes, shares: tuple[str, ...]) -> None:
    """A deal of Mus in which everybody wants mus and throws all four cards, twice: the stock runs out."""
    place = {card: at for at, card in enumerate(DECK)}
    state: Any = MUS.start(_mus_rules(), 4, fair.stream(server, shares, fair.FIRST))
    counts["mano"][state.mano - 1][0] += 1
    dealer = fair.Dealer(server, shares)
    deal: Any = dealer.acts(MUS, state)[0]
    state = state.apply(deal)
    where = dict.fromkeys(DECK, 4)
    for chair, hand in enumerate(state.hands):
        where |= dict.fromkeys(hand, chair)
    for card, group in where.items():
        counts["seats"][place[card]][group] += 1
    services: list[tuple[int, ...]] = []
    taken_in: list[int] = []
    while len(services) < 8:
        if not state.turn:
            if state.to_serve and not state.stock_size:
                taken_in = unpacked_mus(state.discards, state.pack)
            serve: Any = dealer.acts(MUS, state)[0]
            services.append(serve.cards)
            state = state.apply(serve)
        elif state.phase == "mus":
            state = state.apply(Mus(state.turn))
        else:
            state = state.apply(Discard(state.turn, state.hands[state.turn - 1]))
    drawn = {card: turn for turn, cards in enumerate(services[:4], 1) for card in cards}
    held = {card for hand in deal.hands for card in hand}
    for card, at in place.items():
        counts["service"][at][0 if card in held else drawn.get(card, 5)] += 1
    again = {card: turn for turn, cards in enumerate(services[6:]) for card in cards}
    for rank, card in enumerate(taken_in):
        counts["refill"][rank][again.get(card, 2)] += 1


def _count_mos(counts: Counts, server: bytes, shares: tuple[str, ...]) -> None:
    """A deal of Møs for four."""
    state = MOS.start(_mos_rules(), 4, fair.stream(server, shares, fair.FIRST))
    deal: Any = fair.Dealer(server, shares).acts(MOS, state)[0]
    for chair, hand in enumerate(deal.hands):
        for card in hand:
            counts["mos"][card][chair] += 1
    for at, card in enumerate(deal.stock):
        counts["mos"][card][4 + at] += 1


@cache
def _mus_rules() -> Any:
    return MUS.rules(MUS.default_preset, {})


@cache
def _mos_rules() -> Any:
    return MOS.rules(MOS.default_preset, {})


class Verdict(NamedTuple):
    """What a test says: chi-square, degrees of freedom, and how often chance alone is as far from even or farther."""

    chi: float
    freedom: int
    chance: float


def verdict(name: str, counts: Sequence[Sequence[int]]) -> Verdict:
    """Judge the counts of a test.

    Where every deal puts each of `n` cards into one place, cells push each other away, and `(n - 1) / n` of the sum
    has the distribution of chi-square with a degree of freedom for each free row and column.
    """
    rows, groups = GROUPS[name]
    total, places = sum(map(sum, counts)), sum(groups)
    chi = sum(
        (count - expected) ** 2 / expected
        for row in counts
        for count, size in zip(row, groups, strict=True)
        if (expected := total * size / (rows * places))
    )
    freedom = rows * len(groups) - 1
    if name not in ONCE:
        chi, freedom = chi * (rows - 1) / rows, (rows - 1) * (len(groups) - 1)
    return Verdict(chi, freedom, upper_tail(chi, freedom))


def upper_tail(chi: float, freedom: int) -> float:
    """The chance that a chi-square is as large as this or larger (Wilson and Hilferty's cube root, within 0.001)."""
    spread = 2 / (9 * freedom)
    away = ((chi / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(away / math.sqrt(2)) / 2


def added(one: Counts, two: Counts) -> Counts:
    """Both together."""
    return {
        name: [[a + b for a, b in zip(row, other, strict=True)] for row, other in zip(rows, two[name], strict=True)]
        for name, rows in one.items()
    }


def run(deals: int, checkpoint: Path | None, processes: int) -> tuple[int, Counts]:
    """Count so many deals in all, those of the checkpoint among them."""
    done, counts = 0, none_yet()
    if checkpoint is not None and checkpoint.exists():
        stored = json.loads(checkpoint.read_text("utf-8"))
        done, counts = stored["deals"], stored["counts"]
    blocks = [(first, min(first + BLOCK, deals)) for first in range(done, deals, BLOCK)]
    for last, more in _counted(blocks, processes):
        done, counts = last, added(counts, more)
        if checkpoint is not None:
            write_whole(checkpoint, json.dumps({"deals": done, "counts": counts}))
    return done, counts


def _counted(blocks: list[tuple[int, int]], processes: int) -> Iterable[tuple[int, Counts]]:
    if processes == 1:
        yield from map(_block, blocks)
    else:
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            yield from pool.imap(_block, blocks)


def _block(block: tuple[int, int]) -> tuple[int, Counts]:
    return block[1], count_deals(*block)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run and report; 1 where a test says that chance would not do this once in a million times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=1_000_000, help="how many deals in all")
    parser.add_argument("--checkpoint", type=Path, help="where counts are kept; a run with the same file goes on there")
    parser.add_argument("--processes", type=int, default=1, help="how many processes count")
    options = parser.parse_args(arguments)
    deals, counts = run(options.deals, options.checkpoint, options.processes)
    print(f"{deals} deals")
    worst = 1.0
    for name, rows in counts.items():
        found = verdict(name, rows)
        worst = min(worst, found.chance)
        print(f"{name:10} chi-square {found.chi:10.1f}  freedom {found.freedom:5}  chance {found.chance:.4f}")
    return int(worst < 1e-6)


if __name__ == "__main__":
    raise SystemExit(main())
