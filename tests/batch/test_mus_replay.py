"""Batch games of Mus against the engine, over all settings."""

import pytest

from ordago.batch.mus.games import UNTIL

from .mus_replay import POLICIES, random_case, replay


@pytest.mark.parametrize("number", range(60))
def test_a_batch_game_is_a_game_of_the_engine(number: int) -> None:
    of, more = random_case(number)
    for game in range(6):
        replay(of, game, number, UNTIL[game % 3], POLICIES[game % 3], **more)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_thousands_of_deals_are_deals_of_the_engine(block: int) -> None:
    """`python -m tools.batch_games` replays hundreds of thousands."""
    deals = 0
    for number in range(10_000 + block * 1000, 10_000 + block * 1000 + 1000):
        of, more = random_case(number)
        for game in range(6):
            deals += replay(of, game, number, UNTIL[game % 3], POLICIES[number % 3], **more)[0]
        if deals > 8_000:
            return
