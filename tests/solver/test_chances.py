"""How deals end by a policy, and the chances to win that follow from it."""

from pathlib import Path

import numpy as np
import pytest

from ordago.errors import OrdagoError
from ordago.mus.rules import rules
from ordago.solver import Menu, exploited
from ordago.solver.chances import digest_of, read_chances, write_chances
from ordago.solver.deal import deal_for_two
from ordago.solver.results import LANCES, Results, chances_to_win, results
from ordago.solver.worth import Stones, Won

MENU = Menu((), (), 0)
NOTHING = np.zeros((40, 40))


@pytest.fixture(scope="module")
def found() -> Results:
    """Both choose blindly between passing or refusing and an órdago or accepting."""
    deal = deal_for_two(rules(players=2), MENU, Won(40, (0, 0), NOTHING))
    return results(deal, deal.game(np.float64).uniform())


def test_the_ends_of_a_deal_add_up_to_what_it_is_worth(found: Results) -> None:
    assert found.chances.sum() + found.shout_chances.sum() == pytest.approx(1)
    deal = deal_for_two(rules(players=2), MENU)
    game = deal.game(np.float64)
    stones = Stones(40)
    net = found.at_once[0] - found.at_once[1] + sum(found.paid)
    shouted = np.where(found.shout_wins > 0, 40 - found.shout_at_once[1], found.shout_at_once[0] - 40)
    assert stones.target == 40
    total = found.chances @ net + found.shout_chances @ shouted
    assert total == pytest.approx(exploited(game, game.uniform()).value)
    assert len(found.paid) == LANCES


def test_chances_by_hand_where_every_deal_brings_the_mano_one_stone() -> None:
    """The mano wins a stone each time: from 3 to go each, the first mano is there first."""
    one, none = np.array([1]), np.array([0])
    nothing = np.zeros(0, np.int64)
    always = Results(np.array([1.0]), (none, none), (one, none, none, none), np.zeros(0), (nothing, nothing), nothing)
    chances = chances_to_win(always, 3)
    assert chances[0, 0] == 1, "mano, other, mano, other, mano: three"
    assert chances[2, 0] == 1
    assert chances[0, 1] == 0, "the other needs two and gets them in the second and the fourth deal"
    assert chances[1, 1] == 1


def test_the_further_ahead_the_likelier_to_win(found: Results) -> None:
    chances = chances_to_win(found, 40)
    assert ((chances > 0) & (chances < 1)).all()
    assert (np.diff(chances[:, ::5], axis=0)[:-1:5] > 0).all()
    assert chances[39, 0] > 0.6 > 0.4 > chances[0, 39]


def test_the_table_is_read_as_it_was_written_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "two.chances"
    chances = np.random.default_rng(1).random((40, 40))
    write_chances(chances, path)
    assert np.array_equal(read_chances(path), chances)
    assert digest_of(chances) != digest_of(chances * 0.5)
    whole = path.read_bytes()
    for damaged in (whole[:-1], whole[:-1] + bytes([whole[-1] ^ 1]), b"", b"[]\n", whole[:10]):
        path.write_bytes(damaged)
        with pytest.raises(OrdagoError, match="solution-broken"):
            read_chances(path)
