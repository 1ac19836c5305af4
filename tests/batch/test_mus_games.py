import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from ordago.batch.mus import Games, by_act, by_hand, play, record, settings_for, tempered, uniform
from ordago.batch.mus.acts import ACTS, CUT, DISCARD, MUS, ORDAGO, PASS, SILENT
from ordago.batch.mus.policies import SITUATIONS
from ordago.batch.mus.settings import WEIGHTS
from ordago.core import read_record, write_record
from ordago.errors import OrdagoError, Refusal, RulesError
from ordago.games import GAMES
from ordago.mus import MUS as GAME
from ordago.mus import Deal, rules

QUICK = rules(mus_rounds_max=20, bet_cap="target")


def hands(game: int, **more: Any) -> tuple[tuple[int, ...], ...]:
    first = record(QUICK, game, 7, **more).acts[0]
    assert isinstance(first, Deal)
    return first.hands


def test_every_hand_has_a_type_of_its_own() -> None:
    sums = {one + two + three + four for one in WEIGHTS for two in WEIGHTS for three in WEIGHTS for four in WEIGHTS}
    assert len(sums) == 1001  # multisets of four out of eleven
    assert settings_for(rules()).types == 330
    assert settings_for(rules("cuatro_reyes")).types == 715


def test_a_game_depends_on_its_number_alone() -> None:
    many = play(QUICK, 50, 3)
    later = play(QUICK, 10, 3, first=40)
    for whole, part in zip(many, later, strict=True):
        assert (whole[40:] == part).all()
    assert not (many.steps == play(QUICK, 50, 4).steps).all()


def test_mirrored_deals_survive_different_play() -> None:
    assert hands(5) == hands(5, policies=by_act({ORDAGO: 0}))
    cutting, talking = by_act({MUS: 0}), by_act({CUT: 0, ORDAGO: 0})
    one = play(QUICK, 400, 9, policies=[cutting, talking] * 2, mano=0)
    other = play(QUICK, 400, 9, policies=[talking, cutting] * 2, mano=1)
    assert one.score.shape == other.score.shape == (400, 2)


def test_the_mano_rotates_with_the_number_of_the_game() -> None:
    manos = [record(QUICK, game, 1).start.mano for game in range(8)]
    assert manos == [1, 2, 3, 4, 1, 2, 3, 4]
    assert record(QUICK, 3, 1, mano=1).start.mano == 2


def test_a_record_is_the_game_that_was_played() -> None:
    played = play(QUICK, 20, 2, until="match", policies=tempered())
    for game in range(20):
        kept = record(QUICK, game, 2, until="match", policies=tempered())
        end: Any = [state for _, state in kept.states()][-1]
        assert end.champion == played.champion[game] >= 0
        assert tuple(end.score) == tuple(played.score[game])
        assert sum(isinstance(act, Deal) for act in kept.acts) == played.deals[game]
        assert read_record(write_record(kept, GAME), GAMES) == kept


def test_games_go_on_as_far_as_asked() -> None:
    one, juego, match = (play(QUICK, 30, 5, until=until) for until in ("deal", "juego", "match"))
    assert (one.deals == 1).all()
    assert (juego.winner >= 0).all()
    assert (match.champion >= 0).all()
    assert (one.steps <= juego.steps).all()
    assert (juego.steps <= match.steps).all()


def test_points_are_the_stones_of_the_deal() -> None:
    games = play(QUICK, 500, 5, score=(3, 11))
    assert (games.points.sum(axis=1) + np.array([3, 11]) == games.score).all()


def test_a_table_of_weights_is_followed() -> None:
    settings = settings_for(QUICK)
    likely = np.zeros((SITUATIONS, settings.types, ACTS))
    likely[:, :, [CUT, PASS]] = 1
    games = play(QUICK, 100, 5, policies=by_hand(settings, likely))
    assert (games.steps >= 5).all()  # a cut, then passes
    assert (games.points[:, :2].sum(axis=(1, 2)) == 2).all()  # grande and chica are passed


def test_a_table_without_a_legal_act_plays_any() -> None:
    settings = settings_for(QUICK)
    nothing = by_hand(settings, np.zeros((SITUATIONS, settings.types, ACTS)))
    assert same(play(QUICK, 50, 5, policies=nothing), play(QUICK, 50, 5, policies=[uniform()] * 4))


def same(one: Games, other: Games) -> bool:
    return all((left == right).all() for left, right in zip(one, other, strict=True))


def test_what_cannot_be_is_refused_with_a_code() -> None:
    def refused(code: str, error: type[OrdagoError] = OrdagoError, **more: Any) -> None:
        arguments: dict[str, Any] = {"rules": QUICK, "games": 10, **more}
        with pytest.raises(error) as caught:
            play(**arguments)
        assert caught.value.code == code

    refused("batch-seed", seed=-1)
    refused("batch-games", first=2**32 - 5)
    refused("batch-games", games=-1)
    refused("batch-policies", policies=[uniform()] * 3)
    refused("batch-bets", RulesError, bets=(5, 5))
    refused("batch-bets", RulesError, bets=(1, 2, 3, 4, 5, 6))
    refused("batch-unsupported", RulesError, rules=rules(mus_visto="redeal", expose_probability=0.9))
    refused("no-such-chair", Refusal, mano=4)
    refused("count-out-of-range", Refusal, score=(40, 0))
    refused("batch-endless", rules=rules(), policies=by_act({CUT: 0}), games=1)
    with pytest.raises(OrdagoError, match="batch-weights"):
        by_hand(settings_for(QUICK), np.zeros((1, 2, 3)))
    with pytest.raises(OrdagoError, match="batch-weights"):
        by_act({DISCARD: -1})
    with pytest.raises(OrdagoError, match="batch-weights"):
        by_act({SILENT: float("nan")})
    for code in (-1, ACTS):
        with pytest.raises(OrdagoError, match="batch-weights"):
            by_act({code: 1})


def test_neither_numpy_nor_numba_is_loaded_by_the_engine() -> None:
    code = "import sys, ordago, ordago.mus, ordago.games; ordago.games.GAMES['mus']"
    code += "; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
