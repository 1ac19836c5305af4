"""Cards and hands of Mus for the by-the-book reference: R1 (cards), R4 (comparing), R5.1 (values), R7.3 (señas)."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from .mus_rules import Rules

FACES = "RCS7654321"
SUITS = "oceb"
FACE_NUMBER = {"R": 12, "C": 11, "S": 10, "7": 7, "6": 6, "5": 5, "4": 4, "3": 3, "2": 2, "1": 1}
PARES_NAMES = ("none", "par", "medias", "duples")


def read_cards(text: str) -> list[str]:
    """The cards of a text such as "RoRc7e1b" or "RR71"; ValueError where it is not made of cards."""
    if not re.fullmatch(rf"(?:[{FACES}][{SUITS}]?)*", text):
        raise ValueError(f"not cards: {text}")
    return re.findall(rf"[{FACES}][{SUITS}]?", text)


def rank(card: str, rules: Rules) -> str:
    """Effective rank: R1.2 (8 kings), R1.5 (4 kings), `extra_kings`."""
    if card in rules["extra_kings"]:
        return "R"
    if rules["kings"] == 8:
        return {"3": "R", "2": "1"}.get(card[0], card[0])
    return card[0]


def rank_numbers(hand: list[str], rules: Rules) -> list[int]:
    """Effective ranks as numbers (R 12, C 11, S 10, 7 … 1), from high to low."""
    return sorted((FACE_NUMBER[rank(card, rules)] for card in hand), reverse=True)


def total(hand: list[str], rules: Rules) -> int:
    """R1.4: R, C and S count 10, the rest their face."""
    return sum(min(10, number) for number in rank_numbers(hand, rules))


def sort_hand(hand: list[str], rules: Rules) -> list[str]:
    """High to low by effective rank, then by the printed face, then o c e b."""

    def place(card: str) -> tuple[int, int, int]:
        suit = SUITS.index(card[1]) if len(card) == 2 else 0
        return (-FACE_NUMBER[rank(card, rules)], FACES.index(card[0]), suit)

    return sorted(hand, key=place)


def pares(hand: list[str], rules: Rules) -> tuple[int, int, int]:
    """Category (0 none, 1 par, 2 medias, 3 duples), high rank and low rank of the pares (R4.3, R4.4)."""
    times = Counter(rank_numbers(hand, rules))
    fours = [r for r in times if times[r] == 4]
    threes = [r for r in times if times[r] == 3]
    twos = sorted((r for r in times if times[r] == 2), reverse=True)
    if fours:
        return (3, fours[0], fours[0])
    if len(twos) == 2:
        return (3, twos[0], twos[1])
    if threes:
        return (2, threes[0], 0)
    if twos:
        return (1, twos[0], 0)
    return (0, 0, 0)


def has_pares(hand: list[str], rules: Rules) -> bool:
    """At least two cards of one effective rank."""
    return pares(hand, rules)[0] > 0


def has_juego(hand: list[str], rules: Rules) -> bool:
    """R4.6: a total of 31 or more."""
    return total(hand, rules) >= 31


def is_real(hand: list[str], rules: Rules) -> bool:
    """R6.2: 7-7-7 and the ten-card that `real` names; a 3 that is a king counts as the king."""
    ranks = [rank(card, rules) for card in hand]
    if rules["real"] == "off" or ranks.count("7") != 3:
        return False
    fourth = next(card for card in hand if rank(card, rules) != "7")
    wanted = {"sota": "S", "sota_oros": "S", "king": "R", "figure": "RCS"}[rules["real"]]
    if rules["real"] == "sota_oros" and fourth != "So":
        return False
    return rank(fourth, rules) in wanted


def strength(lance: str, hand: list[str], rules: Rules) -> tuple[Any, ...]:
    """Key of section 4: the larger wins, equal keys go to the mano."""
    numbers = rank_numbers(hand, rules)
    if lance == "grande":
        return tuple(numbers)
    if lance == "chica":
        return tuple(-number for number in reversed(numbers))
    if lance == "pares":
        category, high, low = pares(hand, rules)
        if category == 3 and rules["duples_compare"] == "four_first":
            return (3, high == low, high, low)
        if category == 3 and rules["duples_compare"] == "sum":
            return (3, sum(numbers), high, low)
        return (category, high, low)
    if lance == "juego":
        return (-rules["juego_order"].index(total(hand, rules)), is_real(hand, rules))
    return (total(hand, rules),)


def bonus(lance: str, hand: list[str], rules: Rules) -> int:
    """R5.1 table: stones that this hand is worth in pares or juego; 0 for a hand that has none."""
    if lance == "pares":
        category = pares(hand, rules)[0]
        return int(rules["pares_value"][category - 1]) if category else 0
    points = total(hand, rules)
    if points < 31:
        return 0
    return int(rules["juego_value"]["31" if points == 31 else "other"])


def is_perete(hand: list[str], rules: Rules) -> bool:
    """Exactly 4-5-6-7."""
    return rank_numbers(hand, rules) == [7, 6, 5, 4]


def is_worst(lance: str, hand: list[str], rules: Rules) -> bool:
    """R3.4 `forbid_worst_ordago_accept`: 33 at juego, two aces at pares."""
    if lance == "juego":
        return total(hand, rules) == 33
    return lance == "pares" and pares(hand, rules) == (1, 1, 0)


_KINGS_AND_ACES = ("two_kings", "three_kings", "two_aces", "three_aces")

SIGN_LISTS: dict[str, tuple[str, ...]] = {
    "off": (),
    "fem": (*_KINGS_AND_ACES, "medias", "duples", "par", "t31", "juego", "t30", "t29", "ciego", "cut", "more"),
    "common": (*_KINGS_AND_ACES, "medias", "duples", "t31", "solomillo", "t30", "ciego"),
    "classic": (*_KINGS_AND_ACES, "four_kings", "four_aces", "medias", "duples", "t31", "t30"),
}


def sign_is_true(code: str, hand: list[str], rules: Rules) -> bool:
    """R7.3: the predicate of a seña; `cut` and `more` state no holding and are never false."""
    category, high, _ = pares(hand, rules)
    numbers = rank_numbers(hand, rules)
    kings, aces, points = numbers.count(12), numbers.count(1), total(hand, rules)
    kings_or_aces = high in (12, 1)
    return {
        "two_kings": kings == 2 and category != 3,
        "three_kings": kings == 3,
        "four_kings": kings == 4,
        "two_aces": aces == 2 and category != 3,
        "three_aces": aces == 3,
        "four_aces": aces == 4,
        "medias": category == 2 and not kings_or_aces,
        "duples": category == 3,
        "par": category == 1 and not kings_or_aces,
        "t31": points == 31,
        "juego": points >= 32,
        "solomillo": kings == 3 and aces == 1,
        "t30": points == 30,
        "t29": points == 29,
        "ciego": category == 0 and points < 29,
        "cut": True,
        "more": True,
    }[code]
