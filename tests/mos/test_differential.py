"""The engine against the by-the-book reference: random records over random rules give the same JSON."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from tests.engine_mos import replay
from tests.reference import mos_book
from tests.reference.mos_random import random_position_record, random_record, random_rules

PLAYERS = range(2, 18)
EACH = 5


def place(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer, of an error only the place: codes and texts are the engine's own."""
    answer = json.loads(json.dumps(answer))
    if answer["ok"]:
        return answer
    return {"ok": False, **{name: answer["error"].get(name) for name in ("deal", "token", "text")}}


def compare(seed: int, players: int) -> bool:
    """One random record through both; whether it is a legal one."""
    rng = random.Random(f"{seed} {players}")
    rules = random_rules(rng, players)
    make = rng.choice([random_record, random_position_record, random_position_record])
    record = make(rng, rules, players, deals=rng.choice([1, 1, 2, 4]), wrong=0.3)
    expected, found = place(mos_book.replay(record)), place(replay(record))
    assert found == expected, f"seed {seed}, {players} players: {record}"
    return bool(found["ok"])


@pytest.mark.parametrize("players", PLAYERS)
def test_random_records_give_the_same_json(players: int) -> None:
    for seed in range(EACH):
        compare(seed, players)


def test_some_random_records_are_legal_and_some_are_not() -> None:
    seen = Counter(compare(seed, 3) for seed in range(100, 140))
    assert seen[True] > 5
    assert seen[False] > 5


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_many_random_records_give_the_same_json(players: int) -> None:
    for seed in range(1000, 1100):
        compare(seed, players)
