"""Phrases: those of every table and those of its game, teasing only among friends and between deals."""

import pytest

from ordago.games import GAMES, phrases
from ordago.table.phrases import COMMON, PHRASES, sayable


def test_no_two_phrases_share_an_id() -> None:
    assert len(PHRASES) == len(COMMON) + sum(len(phrases(game)) for game in GAMES)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_table_offers_the_phrases_of_its_own_game_only(game: str) -> None:
    said = set(sayable(game, listed=False, between=True))
    for other in GAMES:
        own = {phrase.id for phrase in phrases(other)}
        assert own <= said if other == game else not own & said


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("listed", [False, True])
def test_what_is_kept_back(game: str, listed: bool, between: bool) -> None:
    kept_back = set(sayable(game, listed=False, between=True)) - set(sayable(game, listed, between))
    for phrase in (*COMMON, *phrases(game)):
        assert (phrase.id in kept_back) == (
            (listed and phrase.register == "T") or (not between and phrase.when == "after")
        )
