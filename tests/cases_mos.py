"""The worked cases of Møs (tests/cases/mos), and how a case is held against whoever plays Møs: engine or reference.

The form of the files is described in `tests/cases/mos/setup.toml`.
"""

import copy
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parent / "cases" / "mos"

DEAL_FIELDS = {"phase", "dealer", "hands", "piles", "table", "trump", "led", "out", "loser", "losers"}

Replay = Callable[[dict[str, Any]], dict[str, Any]]
"""From a record's table to the object of `ordago replay --json`."""


def load_cases(kind: str | None = None) -> list[Any]:
    """The cases of one kind: None for records, `rules`, or `laws`."""
    found = []
    for path in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8"))["case"]:
            if case.get("kind") == kind:
                found.append(pytest.param(case, id=f"{path.stem}-{case['id']}"))
    return found


def check_record_case(case: dict[str, Any], replay: Replay) -> None:
    """A case with a record: each of its steps, and what must come of the whole or where it must be refused."""
    for step in case.get("steps", []):
        _check(replay(first_tokens(case["record"], step["after"])), step)
    result = replay(case["record"])
    if "refused" not in case:
        _check(result, case.get("expect", {}))
        return
    assert not result["ok"], result
    assert result["error"]["deal"] == len(case["record"]["deal"])
    assert result["error"]["token"] == (case["refused"] or None)
    if case["refused"]:
        assert replay(first_tokens(case["record"], case["refused"] - 1))["ok"]


def first_tokens(record: dict[str, Any], count: int) -> dict[str, Any]:
    """The record with only so many tokens of its last deal."""
    cut = copy.deepcopy(record)
    last = cut["deal"][-1]
    last["play"] = " ".join(words(last.get("play", ""))[:count])
    return cut


def words(play: str) -> list[str]:
    """The tokens of a play."""
    return re.sub(r"\{[^{}]*\}", " ", play).replace("|", " ").split()


def _check(result: dict[str, Any], expected: dict[str, Any]) -> None:
    assert result["ok"], result
    for key, value in expected.items():
        if key == "deal":
            _check({"ok": True, **result["deals"][-1]}, value)
        elif key != "after":
            holder = result["deals"][-1] if key in DEAL_FIELDS and "deals" in result else result
            assert _as_written(key, holder[key]) == value, key


def _as_written(key: str, value: Any) -> Any:
    """A JSON value in the writing of the case files: rows of cards as texts, null as "-"."""
    if value is None:
        return "-"
    if key in ("hands", "piles", "table"):
        return ["".join(cards) for cards in value]
    return value
