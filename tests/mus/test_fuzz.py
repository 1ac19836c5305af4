"""Whatever a record or a token says, reading it ends in a value or in a RecordError, never in another exception."""

import random
import tomllib
from typing import Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from ordago.core import write_record
from ordago.errors import NotationError, RecordError, Refusal, RulesError
from ordago.mus import MUS
from tests.engine_mus import read, state_after
from tests.reference.mus_random import random_record, random_rules

PIECES = ["=", ":", "!", "|", "{", "}", ">", ",", "~", "+", "\n", " ", '"', "'", "[", "]", "0", "1", "5", "99999999"]
PIECES += [
    "R",
    "3",
    "o",
    "M",
    "X",
    "D",
    "P",
    "E",
    "Q",
    "N",
    "O",
    "perete",
    "acta",
    "deal",
    "cards",
    "play",
    "\x00",
    "ñ",
]

NUMBERS = st.floats(allow_nan=False)  # nan is unequal to itself
PLAIN = st.none() | st.booleans() | st.integers() | NUMBERS | st.text(max_size=6)
VALUES = st.recursive(
    st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.dates()
    | st.times(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=6,
)


def attempt(text: str) -> None:
    """Read a text: a record that is then written and read to the same, or a RecordError."""
    try:
        record = read(text)
    except RecordError:
        return
    written = write_record(record, MUS)
    assert read(written) == record
    assert write_record(read(written), MUS) == written


def some_record(seed: int) -> dict[str, Any]:
    """A random legal record, as a table."""
    rng = random.Random(seed)
    return random_record(rng, random_rules(rng), deals=rng.choice([1, 2]))


def places(table: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in nested tables and lists."""
    inner = table.items() if isinstance(table, dict) else enumerate(table) if isinstance(table, list) else ()
    return [path, *(place for key, value in inner for place in places(value, (*path, key)))]


@given(st.text())
def test_any_text(text: str) -> None:
    attempt(text)
    attempt(f'acta = 1\ngame = "mus"\n{text}')


@given(st.integers(0, 2**32), st.data())
def test_records_with_characters_changed(seed: int, data: st.DataObject) -> None:
    text = tomlkit.dumps(some_record(seed))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 4))
        text = text[:at] + data.draw(st.sampled_from([*PIECES, ""])) + text[at + cut :]
    attempt(text)


@given(st.integers(0, 2**32), st.data(), VALUES)
def test_records_with_a_value_replaced(seed: int, data: st.DataObject, value: Any) -> None:
    table = some_record(seed)
    path = data.draw(st.sampled_from(places(table)[1:]))
    inside: Any = table
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    attempt(tomlkit.dumps(table))


@given(st.integers(0, 2**32), st.data(), st.text(max_size=5), VALUES)
def test_records_with_a_key_added_or_dropped(seed: int, data: st.DataObject, key: str, value: Any) -> None:
    table = some_record(seed)
    tables = [table, *table["deal"], *([table["rules"]] if isinstance(table["rules"], dict) else [])]
    chosen = data.draw(st.sampled_from(tables))
    if data.draw(st.booleans()) and chosen:
        del chosen[data.draw(st.sampled_from(sorted(chosen)))]
    else:
        chosen[data.draw(st.sampled_from([key, "mano", "score", "games", "vacas", "fair", "meta", "seats"]))] = value
    attempt(tomlkit.dumps(table))


@given(st.integers(0, 2**32), st.data())
def test_records_with_tokens_shuffled(seed: int, data: st.DataObject) -> None:
    table = some_record(seed)
    deal = data.draw(st.sampled_from(table["deal"]))
    words = deal["play"].split()
    if words:
        moved = data.draw(st.permutations(words[-8:]))
        deal["play"] = " ".join([*words[:-8], *moved, *data.draw(st.lists(st.sampled_from(words), max_size=3))])
    attempt(tomlkit.dumps(table))


POSITIONS = ["", "1:M", "1:M 2:M 3:M 4:M", "1:M 2:M 3:M 4:M 1:D7 2:DS 3:D7 4:D4", "1:X", "1:X 1:E2", "1:X 1:O"]


@pytest.mark.parametrize("play", POSITIONS)
@given(token=st.text(max_size=8) | st.lists(st.sampled_from([*PIECES, "1:", "2=", "~duples"]), max_size=5).map("".join))
def test_any_token_is_an_act_or_a_notation_error(play: str, token: str) -> None:
    state = state_after(play)
    for text in (token, f"{state.turn or 1}:{token}", f"1={token}"):
        try:
            act = MUS.parse_act(state, text)
            after = state.apply(act)
        except (NotationError, Refusal):
            continue
        assert MUS.parse_act(state, MUS.write_act(state, act)) == act
        assert after.history.act == act


@given(st.dictionaries(st.sampled_from(list(MUS.flat_rules(MUS.rules("clasico", {})))), VALUES | PLAIN, max_size=3))
def test_any_settings_are_rules_or_a_rules_error(changes: dict[str, Any]) -> None:
    try:
        made = MUS.rules("clasico", changes)
    except RulesError:
        return
    preset, named = MUS.preset_and_changes(made)
    assert MUS.rules(preset, named) == made


def test_a_written_record_is_toml_that_any_reader_takes() -> None:
    for seed in range(50):
        text = write_record(read(some_record(seed)), MUS)
        assert tomllib.loads(text)["game"] == "mus"
