"""Bots are found by game and name."""

import random

import pytest

from ordago.bots import bot_for, bot_names
from ordago.errors import OrdagoError
from ordago.mus import MUS

from .tables import at_table


def test_the_weakest_bot_comes_first() -> None:
    assert bot_names(MUS)[0] == "uniform"
    assert "rule" in bot_names(MUS)


def test_every_name_makes_a_bot_of_that_name() -> None:
    assert [bot_for(MUS, name).name for name in bot_names(MUS)] == list(bot_names(MUS))


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(OrdagoError) as refused:
        bot_for(MUS, "deep")
    assert refused.value.code == "bot-unknown"
    assert refused.value.params == {"bot": "deep", "bots": ", ".join(bot_names(MUS))}


@pytest.mark.parametrize("name", bot_names(MUS))
def test_a_bot_off_turn_says_so(name: str) -> None:
    state = at_table(["R751", "C741", "SS76", "R654"])
    with pytest.raises(ValueError, match="nothing"):
        bot_for(MUS, name).choose(MUS.view(state, 3), random.Random(1))


def test_uniform_chooses_every_kind_of_act_alike() -> None:
    state = at_table(["R751", "C741", "SS76", "R654"])
    seen, rng = MUS.view(state, 1), random.Random(1)
    kinds = [type(bot_for(MUS, "uniform").choose(seen, rng).act).__name__ for _ in range(2000)]
    assert set(kinds) == {"Mus", "Cut"}
    assert 900 < kinds.count("Cut") < 1100


@pytest.mark.parametrize("name", ["lance:bold", "lance:careful", "lance:talkative"])
def test_some_bots_come_with_a_character(name: str) -> None:
    assert bot_for(MUS, name).name == name


@pytest.mark.parametrize("name", ["rule:bold", "lance:shy", "lance:"])
def test_a_character_that_there_is_not_is_refused(name: str) -> None:
    with pytest.raises(OrdagoError) as refused:
        bot_for(MUS, name)
    assert refused.value.code == "bot-unknown"
