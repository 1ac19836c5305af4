"""Views in plain JSON: the shapes of the docs, nothing hidden, and words read back."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordago.core import State
from ordago.errors import Refusal
from ordago.games import GAMES
from ordago.mos import wire as mos_wire
from ordago.mus import MUS, Cut, Discard, Envido, Ordago, Pass, Raise, Sena, view
from ordago.mus import wire as mus_wire
from ordago.testing.play import random_match
from tests.reference.mos_random import random_rules as random_mos
from tests.reference.mus_random import random_rules as random_mus

from .tables import at_table

WIRES: dict[str, Any] = {"mus": mus_wire, "mos": mos_wire}
PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")


def positions(name: str, seed: int) -> list[State]:
    """A few positions of a random deal under random rules."""
    game, rng = GAMES[name], random.Random(seed)
    players = rng.randint(2, 5) if name == "mos" else None
    table = dict(random_mos(rng, players) if players else random_mus(rng))
    start = game.start(game.rules(table.pop("preset", game.default_preset), table), players, rng)
    states = [step.after for step in random_match(game, start, rng, deals=1, longest=100_000)]
    return rng.sample(states, min(6, len(states)))


@pytest.mark.parametrize(("name", "kind"), [("mus", "MusView"), ("mos", "MosView")])
def test_the_keys_are_those_of_the_docs(name: str, kind: str) -> None:
    block = PAGE[PAGE.index(f"interface {kind}") :]
    block = block[: block.index("\n}")]
    code = "\n".join(line.partition("//")[0] for line in block.splitlines()[1:])
    code = re.sub(r"\{[^{}]*\}", "", code)
    keys = set(re.findall(r"(\w+)\??:", code))
    state = positions(name, 1)[0]
    assert set(WIRES[name].view_json(GAMES[name].view(state, 1))) == keys


@pytest.mark.parametrize("name", WIRES)
@given(seed=st.integers(0, 2**32))
def test_what_is_public_is_the_same_in_every_view_and_told_once(name: str, seed: int) -> None:
    game, wire = GAMES[name], WIRES[name]
    for state in positions(name, seed):
        views = [game.view(state, seat) for seat in range(state.players + 1)]
        for seen in views:
            public, own = wire.public_json(seen), wire.own_json(seen)
            assert public == wire.public_json(views[0])
            assert not public.keys() & own.keys()


@pytest.mark.parametrize("name", WIRES)
@given(seed=st.integers(0, 2**32))
def test_words_of_the_record_are_read_back(name: str, seed: int) -> None:
    """Every act that may be made, written as in a record, is that act again."""
    game, rng = GAMES[name], random.Random(seed)
    for state in positions(name, seed):
        if state.turn:
            seen = game.view(state, state.turn)
            for option in seen.legal:
                act = game.act_from(state.turn, option, rng)
                word = game.write_act(state, act).partition(":")[2]
                read = WIRES[name].act_from_word(seen, word)
                assert game.write_act(state, read) == game.write_act(state, act)
                assert state.can(read)


@pytest.mark.parametrize("name", WIRES)
@given(seed=st.integers(0, 2**32), word=st.text("0123456789EMPXQNOD+~roceb7HTCSDB:= ", max_size=8))
def test_any_other_word_is_refused_and_what_is_read_is_legal(name: str, seed: int, word: str) -> None:
    for state in positions(name, seed):
        if state.turn:
            try:
                act = WIRES[name].act_from_word(GAMES[name].view(state, state.turn), word)
            except Refusal:
                continue
            assert state.can(act)


def test_a_bare_bet_is_the_least_one() -> None:
    state = at_table(["R751", "C741", "SS76", "R654"], [Cut(1)])
    assert mus_wire.act_from_word(view(state, 1), "E") == Envido(1, 2)
    state = state.apply(Envido(1, 2))
    assert mus_wire.act_from_word(view(state, 2), "+") == Raise(2, 2)
    assert mus_wire.act_from_word(view(state, 2), "+7") == Raise(2, 7)


@pytest.mark.parametrize("word", ["E1", "E02", "E-2", "E2 ", "E²", "E1000000", "P1", "D7", "1:P", "~par", "e2"])
def test_no_other_way_to_write(word: str) -> None:
    state = at_table(["R751", "C741", "SS76", "R654"], [Cut(1)])
    with pytest.raises(Refusal):
        mus_wire.act_from_word(view(state, 1), word)


def test_a_thrown_card_must_be_held() -> None:
    state = at_table(["R751", "C741", "SS76", "R654"])
    for _ in range(4):
        state = state.apply(MUS.parse_act(state, f"{state.turn}:M"))
    seen = view(state, 1)
    assert mus_wire.act_from_word(seen, "D15") == Discard(1, seen.hand[2:])
    for word in ("D4", "D11", "D", "DR7515"):
        with pytest.raises(Refusal):
            mus_wire.act_from_word(seen, word)


def test_what_an_ordago_comes_to() -> None:
    state = at_table(["R751", "C741", "SS76", "R654"], [Cut(1), Pass(1), Ordago(2)])
    assert mus_wire.view_json(view(state, 3))["stakes"] == {"accept": -1, "refuse": 1}


def test_a_sena_is_told_to_those_who_may_know() -> None:
    state = at_table(
        ["RRR1", "C741", "SS76", "R654"], [Cut(1), Sena(1, "solomillo", (2,))], changes={"senas": "common"}
    )
    told = [mus_wire.view_json(view(state, seat))["senas"] for seat in (2, 3, 4)]
    solomillo = {"chair": 1, "face": "solomillo", "service": 0}
    assert told == [[{**solomillo, "noticed": True}], [{**solomillo, "code": "solomillo", "noticed": False}], []]


@pytest.mark.parametrize(
    ("listed", "hand", "acts", "code", "face"),
    [
        ("fem", "RRR1", "1:X", "three_kings", "medias"),
        ("common", "RRR1", "1:X", "three_kings", "three_kings"),
        ("classic", "RR64", "1:X 1:P 2:P 3:P 4:P 1:P 2:P 3:P 4:P", "t30", "t31"),
    ],
)
def test_a_rival_sees_a_face_and_cannot_tell_holdings_that_have_the_same_one(
    listed: str, hand: str, acts: str, code: str, face: str
) -> None:
    state = at_table([hand, "C741", "S754", "C654"], [], changes={"senas": listed})
    for token in acts.split():
        state = state.apply(MUS.parse_act(state, token))
    state = state.apply(Sena(1, code, (2,)))
    rival, partner = (mus_wire.view_json(view(state, seat)) for seat in (2, 3))
    assert rival["senas"] == [{"chair": 1, "face": face, "noticed": True, "service": 0}]
    assert rival["acts"][-1] == {"chair": 1, "kind": "~", "face": face, "noticed": True}
    assert partner["acts"][-1] == {"chair": 1, "kind": "~", "face": face, "code": code, "noticed": False}
    assert (code in str(rival)) == (code == face)


def test_old_acts_can_be_left_out() -> None:
    state = at_table(["R751", "C741", "SS76", "R654"], [Cut(1), Pass(1), Pass(2)])
    found = mus_wire.view_json(view(state, 3), last=1)
    assert (found["acts"], found["acts_skipped"]) == ([{"chair": 2, "kind": "P"}], 2)
