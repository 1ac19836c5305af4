"""Batch games of Mus against the engine, over all settings."""

import pytest

from ordago.batch.mus import by_act, tempered
from ordago.batch.mus.games import UNTIL

from .replay import random_case, replay

POLICIES = [None, tempered(), by_act({0: 3, 2: 0.15, 3: 8, 23: 0.05})]
"""Uniform; few órdagos; and one that says mus a lot, so that the stock runs out."""


@pytest.mark.parametrize("number", range(60))
def test_a_batch_game_is_a_game_of_the_engine(number: int) -> None:
    of, more = random_case(number)
    for game in range(6):
        replay(of, game, number, UNTIL[game % 3], POLICIES[game % 3], **more)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(40))
def test_hundreds_of_thousands_of_deals_are_deals_of_the_engine(block: int) -> None:
    deals = 0
    for number in range(10_000 + block * 1000, 10_000 + block * 1000 + 1000):
        of, more = random_case(number)
        for game in range(6):
            deals += replay(of, game, number, UNTIL[game % 3], POLICIES[number % 3], **more)[0]
        if deals > 8_000:
            return
