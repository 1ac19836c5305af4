"""Exact odds: looked up, asked, counted for all hands, and for every discard; against drawing deals at random.

Inside: the answer from its arguments. Outside: importing numpy, and what is made once per pack. The control answers the
conditioned question as people do who have no table: it shuffles, deals, looks who wins, and keeps what fits; its time
is what 1,000 fitting deals take, and the error that is left is printed beside it. One thread.
"""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy is loaded

import random
import time
from collections.abc import Callable

from ordago.cards.spanish import DECK, parse_cards
from ordago.mus import hands_for, rules
from ordago.odds import FIELDS, Known, discards, odds, table
from ordago.odds.pairs import build

LOOKUPS = 200_000
KNOWN = Known(pares=(1, 2, 3), holds={3: "two kings"})
DEALS = 1_000


def seconds(work: Callable[[], object], rounds: int) -> float:
    """Process time of the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


def look_up() -> float:
    """Unconditioned questions, one after the other: the array indexed by hand, seat, lance and field."""
    values = table().values.tolist()
    at, pair = table().at("RR71"), FIELDS.index("pair")
    total = 0.0
    for number in range(LOOKUPS):
        total += values[(at + number) % 330][number % 4][number % 5][pair]
    return total


def by_chance() -> tuple[float, int]:
    """The same question by dealing: grande won by the pair, given the declarations and the partner's two kings."""
    hands = hands_for(rules().hand)
    mine = parse_cards("RR71")
    rest = [card for card in DECK if card not in parse_cards("RoRc7o1o")]
    worth, draw = hands.worth, random.Random(1)
    own = worth(mine).grande
    won = fitting = 0
    while fitting < DEALS:
        cards = draw.sample(rest, 12)
        second, partner, last = (worth(cards[at : at + 4]) for at in (0, 4, 8))
        if not second.category or last.category or partner.count(12) != 2 or partner.category == 3:
            continue
        fitting += 1
        won += max(own, partner.grande) >= max(second.grande, last.grande)
    return won / fitting, fitting


def main() -> None:
    """Print the figures of one run."""
    usual = rules()
    exact = odds(usual, "RR71", 1, KNOWN).lances["grande"].pair
    found, fitting = by_chance()
    error = 1.96 * (found * (1 - found) / fitting) ** 0.5
    figures = {
        "one question by the table, in a loop": seconds(look_up, 3) / LOOKUPS,
        "one free question, four seats": seconds(lambda: odds(usual, "RR71", 1), 3),
        "one conditioned question, all lances, exact": seconds(lambda: odds(usual, "RR71", 1, KNOWN), 3),
        f"control: grande only, {fitting} deals that fit": seconds(by_chance, 2),
        "one question, five players": seconds(lambda: odds(rules(players=5), "RR71", 1), 1),
        "every discard of a hand": seconds(lambda: discards(usual, "RR71", 1), 2),
        "all hands, seats and lances": seconds(build, 1),
    }
    for name, spent in figures.items():
        print(f"{name:52} {spent * 1e6:14,.2f} µs")
    print(f"grande won: exactly {exact:.6f}; by chance {found:.4f} ± {error:.4f}")


if __name__ == "__main__":
    main()
