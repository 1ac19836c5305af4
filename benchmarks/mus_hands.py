"""Hands of Mus evaluated per second, and what importing costs.

Inside: `Hands.worth` of four cards with suits, all lances at once. Outside: making the table and the hands. Controls:
an evaluator that sorts and counts each hand anew, and an interpreter that imports nothing.
"""

import random
import subprocess
import sys
import time
from collections import Counter

from rounds import best_rates

from ordago.cards.spanish import DECK
from ordago.mus import HandRules, hands_for

HANDS = 200_000


def naive(cards: tuple[int, ...]) -> tuple[object, ...]:
    """Grande, chica, pares and total, worked out from the faces."""
    faces = [min(9, {2: 9, 1: 0}.get(card // 5, card // 5)) for card in cards]
    counts = Counter(faces)
    pairs = sorted((face for face, count in counts.items() if count > 1), reverse=True)
    total = sum(10 if face >= 7 else face + 1 for face in faces)
    return sorted(faces, reverse=True), sorted(faces), len(pairs), pairs, total


def import_seconds(statement: str) -> float:
    """The best of five fresh interpreters that run the statement."""
    best = 9.9
    for _ in range(5):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", statement], check=True)
        best = min(best, time.perf_counter() - begin)
    return best


def main() -> None:
    """Print rates, ratios and import times."""
    rng = random.Random(1)
    dealt = [tuple(rng.sample(DECK, 4)) for _ in range(HANDS)]
    hands = hands_for(HandRules())

    def ours() -> dict[str, int]:
        worth = hands.worth
        for cards in dealt:
            worth(cards)
        return {"hands": HANDS}

    def control() -> dict[str, int]:
        for cards in dealt:
            naive(cards)
        return {"hands": HANDS}

    rates = best_rates({"ordago": ours, "naive": control}, 5)
    for name, rate in rates.items():
        print(f"{name:12}{rate['hands']:14,.0f} hands/s")
    print(f"ours is {rates['ordago']['hands'] / rates['naive']['hands']:.1f} times the naive one")
    bare, mus = import_seconds("pass"), import_seconds("import ordago.mus")
    print(f"import ordago.mus: {1000 * (mus - bare):.0f} ms over the bare interpreter's {1000 * bare:.0f} ms")


if __name__ == "__main__":
    main()
