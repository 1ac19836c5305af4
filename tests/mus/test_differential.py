"""The engine against the by-the-book reference: random records over random rules give the same JSON."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from tests.engine_mus import replay
from tests.reference import mus_book
from tests.reference.mus_random import random_record, random_rules

ROUNDS = range(12)
EACH = 40


def place(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer, of an error only the place: codes and texts are the engine's own."""
    answer = json.loads(json.dumps(answer))
    if answer["ok"]:
        return answer
    return {"ok": False, **{name: answer["error"].get(name) for name in ("deal", "token", "text")}}


def compare(seed: int) -> bool:
    """One random record through both; whether it is a legal one."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    record = random_record(rng, rules, deals=rng.choice([1, 1, 2, 4]), wrong=0.3)
    expected, found = place(mus_book.replay(record)), place(replay(record))
    assert found == expected, f"seed {seed}: {record}"
    return bool(found["ok"])


@pytest.mark.parametrize("part", ROUNDS)
def test_random_records_give_the_same_json(part: int) -> None:
    seen = Counter(compare(seed) for seed in range(part * EACH, (part + 1) * EACH))
    assert seen[True]
    assert seen[False], "no record with a wrong token among them"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(100, 120))
def test_many_random_records_give_the_same_json(part: int) -> None:
    for seed in range(part * 300, (part + 1) * 300):
        compare(seed)
