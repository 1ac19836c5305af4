"""The bots that throw dice: what they say is likely is what they do."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordago.bots import bot_for
from ordago.bots.tempered import Tempered
from ordago.bots.uniform import Uniform, chances
from ordago.core import Game, Option
from ordago.games import GAMES
from ordago.mus import MUS, Cut, Discard, Envido, Mus, Ordago, Pass, Quiero, view
from ordago.testing.play import random_match

from .tables import at_table

HANDS = ["R751", "C741", "SS76", "R654"]


@given(st.sampled_from(["mus", "mos"]), st.integers(0, 2**32))
def test_probabilities_are_of_legal_acts_and_sum_to_one(name: str, seed: int) -> None:
    game = GAMES[name]
    rng = random.Random(seed)
    start = game.start(game.rules(game.default_preset, {"senas": "fem"} if name == "mus" else {}), None, rng)
    bots: list[Any] = [bot_for(game, "uniform"), *([Tempered()] if name == "mus" else [])]
    for before, _, _ in random_match(game, start, rng, deals=1):
        if before.turn:
            for bot in bots:
                seen = game.view(before, before.turn)
                found = bot.action_probabilities(seen)
                assert sum(found.values()) == pytest.approx(1.0)
                assert all(chance > 0 and before.can(act) for act, chance in found.items())
                assert bot.choose(seen, rng).act in found


def test_what_is_likely_is_what_comes() -> None:
    seen = view(at_table(HANDS, [Cut(1)]), 1)
    for bot in (Uniform(MUS), Tempered()):
        rng = random.Random(5)
        count = Counter(bot.choose(seen, rng).act for _ in range(4000))
        for act, chance in bot.action_probabilities(seen).items():
            assert count[act] / 4000 == pytest.approx(chance, abs=0.03)


def test_tempered_shouts_once_in_a_hundred_times() -> None:
    facing = [Cut(1), Envido(1, 2)]
    for acts in ([Cut(1)], facing):
        state = at_table(HANDS, acts)
        found = Tempered().action_probabilities(view(state, state.turn))
        assert found[Ordago(state.turn)] == pytest.approx(0.01)
    state = at_table(HANDS, [Cut(1)])
    assert Tempered().action_probabilities(view(state, 1))[Pass(1)] == pytest.approx(0.495)


def test_tempered_answers_an_ordago_like_anybody() -> None:
    state = at_table(HANDS, [Cut(1), Ordago(1)])
    assert Tempered().action_probabilities(view(state, state.turn))[Quiero(state.turn)] == pytest.approx(0.5)


def test_every_throw_of_an_option_is_counted_once() -> None:
    game: Game = MUS
    found = dict(chances(game, 1, Option("D", 1, 4, (8, 7, 6, 5))))
    assert len(found) == 15, "every set of cards, each in one order"
    assert sum(found.values()) == pytest.approx(1.0)
    single = [chance for act, chance in found.items() if isinstance(act, Discard) and len(act.cards) == 1]
    assert sum(single) == pytest.approx(0.25)
    assert dict(chances(game, 2, Option("M"))) == {Mus(2): 1.0}
