"""The by-the-book reference against the worked cases of the dossier and the field report (tests/cases/mus)."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from tests import cases_mus
from tests.cases_mus import FILES, NAMES, entries

from . import mus_hands
from .mus_book import replay
from .mus_random import random_record, random_rules
from .mus_rules import PRESETS, read_rules


class Book:
    """The reference as a player of the cases."""

    def replay(self, record: dict[str, Any]) -> dict[str, Any]:
        return replay(record)

    def strength(self, lance: str, cards: str, rules: dict[str, Any]) -> Any:
        return mus_hands.strength(lance, mus_hands.read_cards(cards), read_rules(rules))

    def facts(self, cards: str, rules: dict[str, Any]) -> dict[str, Any]:
        hand, full = mus_hands.read_cards(cards), read_rules(rules)
        return {
            "total": mus_hands.total(hand, full),
            "pares": mus_hands.PARES_NAMES[mus_hands.pares(hand, full)[0]],
            "juego": mus_hands.bonus("juego", hand, full),
            "ranks": [mus_hands.rank(card, full) for card in mus_hands.sort_hand(hand, full)],
        }


def test_every_file_has_cases_and_no_id_stands_twice() -> None:
    assert set(FILES) >= NAMES
    ids = [entry["id"] for tables in FILES.values() for kind in tables.values() for entry in kind]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("entry", entries("case"))
def test_record(entry: dict[str, Any]) -> None:
    cases_mus.check_case(entry, Book())


@pytest.mark.parametrize("entry", entries("compare"))
def test_comparison(entry: dict[str, Any]) -> None:
    cases_mus.check_comparison(entry, Book())


@pytest.mark.parametrize("entry", [one for one in entries("compare") if cases_mus.in_one_pack(one.values[0])])
def test_comparison_in_play(entry: dict[str, Any]) -> None:
    cases_mus.check_comparison_in_play(entry, Book())


@pytest.mark.parametrize("entry", entries("hand"))
def test_hand(entry: dict[str, Any]) -> None:
    cases_mus.check_hand(entry, Book())


@pytest.mark.parametrize("entry", entries("extreme"))
def test_extreme(entry: dict[str, Any]) -> None:
    cases_mus.check_extreme(entry, Book())


def test_numbers_of_one_hand() -> None:
    """Dossier 9.1: counts over the 330 distinct hands, weighted to all 91,390 (8 kings)."""
    rules = read_rules(None)
    pack = [face for face in mus_hands.FACES for _ in range(4)]
    weights: dict[tuple[str, ...], int] = {}
    for hand in itertools.combinations([mus_hands.rank(card, rules) for card in pack], 4):
        key = tuple(sorted(hand))
        weights[key] = weights.get(key, 0) + 1

    def count(keep: Any) -> int:
        return sum(weight for hand, weight in weights.items() if keep(list(hand)))

    assert (sum(weights.values()), len(weights)) == (91390, 330)
    by_category = [count(lambda h, c=c: mus_hands.pares(h, rules)[0] == c) for c in range(4)]
    assert by_category == [39680, 43776, 4448, 3486]
    assert count(lambda h: mus_hands.has_juego(h, rules)) == 24444
    assert count(lambda h: mus_hands.total(h, rules) == 31) == 8384
    assert count(lambda h: mus_hands.is_perete(h, rules)) == 256
    assert count(lambda h: mus_hands.sign_is_true("ciego", h, rules)) == 28928
    totals = {mus_hands.total(list(hand), rules) for hand in weights}
    assert totals == {4, *range(7, 38), 40}


def test_every_preset_is_known() -> None:
    deal = {"cards": ["RoRc7o1o", "CoCcSoSc", "ReCe7c4c", "6o6c6e4o"], "play": "1:X"}
    for preset in PRESETS:
        assert replay({"acta": 1, "game": "mus", "rules": preset, "deal": [deal]})["ok"]


def test_random_records_are_accepted_by_the_reference_itself() -> None:
    """A record without a wrong token replays; a deal scores for one side a lance (R5.8) unless best_hand is on."""
    for seed in range(300):
        rng = random.Random(seed)
        rules = random_rules(rng)
        answer = replay(random_record(rng, rules, deals=rng.choice([1, 3])))
        assert answer["ok"], (seed, answer)
        if read_rules(rules)["refusal_bonus"] == "best_hand":
            continue
        for deal in answer["deals"]:
            sides = {(award["lance"], award["side"]) for award in deal["awards"] if award["lance"] != "mus"}
            assert len(sides) == len({lance for lance, _ in sides}), (seed, deal)
