"""Training: ends of a lance against brute force, habits asked, and a small training that stops and goes on."""

import socket
import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ordago.bots.mus_rule import RuleBot
from ordago.bots.mus_trained.hands import Floats, levels
from ordago.bots.mus_trained.memory import CLUES
from ordago.bots.mus_trained.store import read, starts
from ordago.bots.mus_trained.tree import ACCEPTED, REFUSED, SETTLED, Tree, games
from ordago.errors import OrdagoError
from ordago.training import crew, habits, workers, worth
from ordago.training.arrays import NOT_PLAYED
from ordago.training.decide import _rising
from ordago.training.lances import clues
from ordago.training.run import Plan, train
from ordago.training.solve import _end_value, solve
from ordago.training.workers import alone

numba = pytest.importorskip("numba")

TINY = Plan("lance", 1, (5, 40), 3, value_deals=3, worth_deals=20)
SMALL = Plan(
    "maestro", 1, (5, 40), 3, value_deals=3, worth_deals=20, habit_deals=510, habit_share=0.3, lance_share=0.3,
    talk_deals=2000, memory_deals=3000, polish_rounds=2, polish_deals=(40, 20, 20, 20),
)  # fmt: skip


def brute_force(
    seat: int, kind: int, side: int, stones: int, speaks: list[int], reach: Floats, worths: Floats
) -> Floats:
    """What an end is worth to each level of a seat, by going through all levels of the others."""
    size = reach.shape[1]
    others = [other for other in range(4) if other != seat and speaks[other]]
    found = np.zeros(size)
    for mine in range(size):
        for held in product(range(size), repeat=len(others)):
            mass = np.prod([reach[other, level] for other, level in zip(others, held, strict=True)])
            hands = {seat: mine, **dict(zip(others, held, strict=True))}
            best = min(hands, key=lambda one: (-hands[one], one))
            won = best % 2 == seat % 2
            if kind == SETTLED:
                value = float(won)
            elif kind == REFUSED:
                value = worths[seat, 2 if side == seat % 2 else 3, max(stones, 1)]
            else:
                value = worths[seat, 0 if won else 1, stones]
            found[mine] += mass * value
    return found


@pytest.mark.parametrize("speaks", [[1, 1, 1, 1], [1, 1, 0, 1], [0, 1, 1, 0]])
@pytest.mark.parametrize(("kind", "side", "stones"), [(ACCEPTED, -1, 5), (SETTLED, -1, 0), (REFUSED, 1, 2)])
def test_an_end_is_worth_what_all_hands_of_the_others_make_of_it(
    speaks: list[int], kind: int, side: int, stones: int
) -> None:
    rng = np.random.default_rng(3)
    size = 5
    reach, worths, out = rng.random((4, size)), rng.random((4, 4, 64)), np.zeros(size)
    for seat in range(4):
        if speaks[seat]:
            _end_value(
                seat, kind, side, stones, np.array(speaks), False, reach, size, worths, np.zeros(size), np.zeros(4),
                out, np.zeros((5, size)),
            )  # fmt: skip
            assert out == pytest.approx(brute_force(seat, kind, side, stones, speaks, reach, worths))


@pytest.mark.slow
def test_the_best_hand_says_quiero_to_an_ordago_and_the_worst_does_not() -> None:
    words = solve(worth.linear, 60)
    tree, size = games()[0], levels().sizes[0]
    rows = words[: starts()[1]].reshape(len(tree), size, -1)
    shouted = tree.follows[0][3]
    assert rows[shouted, size - 1, 1] > 0.9
    assert rows[shouted, 0, 1] < 0.05
    assert np.allclose(rows.sum(axis=2), 1.0, atol=1e-6)


def test_values_nowhere_fall_and_keep_their_mean() -> None:
    values, weights = np.array([0.0, 2.0, 1.0, 3.0, 2.5]), np.array([1.0, 1.0, 3.0, 1.0, 1.0])
    found = _rising(values, weights)
    assert found == pytest.approx([0.0, 1.25, 1.25, 2.75, 2.75])


@pytest.mark.parametrize(("seat", "remembered"), [(0, (0, 0, 0, 0, 8, 3, 0)), (3, (2, 0, 0, 0, 6, 7, 0))])
def test_training_remembers_as_the_bots_do(seat: int, remembered: tuple[int, ...]) -> None:
    """The same deal as in the test of the bots' memory."""
    told, found = np.array([0, 0, -1, -1, -1, -1]), np.zeros(CLUES, np.int64)
    history = np.array([[ACCEPTED, 1, 0], [REFUSED, 0, -1], [NOT_PLAYED, 0, 0], [0, 0, 0], [0, 0, 0]])
    clues(told, history, seat, 2, found)
    assert tuple(found) == remembered


@pytest.mark.slow
def test_a_training_that_was_stopped_gives_the_same_file(tmp_path: Path) -> None:
    told: list[str] = []

    def stop(stage: str, done: int, of: int) -> None:
        told.append(stage)
        if stage == "score-1" and done == 2:
            raise KeyboardInterrupt

    def go_on(stage: str, done: int, of: int) -> None:
        told.append(stage)

    train("lance", tmp_path / "whole.bot", tmp_path / "one", go_on, TINY)
    with pytest.raises(KeyboardInterrupt):
        train("lance", tmp_path / "parts.bot", tmp_path / "two", stop, TINY)
    told.clear()
    train("lance", tmp_path / "parts.bot", tmp_path / "two", go_on, TINY)
    assert "far" not in told
    assert (tmp_path / "parts.bot").read_bytes() == (tmp_path / "whole.bot").read_bytes()
    assert read((tmp_path / "whole.bot").read_bytes(), "whole.bot").grid == (5, 40)
    with pytest.raises(OrdagoError) as refused:
        train("lance", tmp_path / "other.bot", tmp_path / "one", go_on, Plan("lance", 2, (5, 40), 3))
    assert refused.value.code == "train-folder"


def silent(stage: str, done: int, of: int) -> None:
    pass


@pytest.mark.slow
def test_two_workers_make_the_same_file_as_one(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    train("maestro", tmp_path / "one.bot", tmp_path / "one", silent, SMALL)
    with crew(2) as two:
        train("maestro", tmp_path / "two.bot", tmp_path / "two", silent, SMALL, two)
    assert (tmp_path / "one.bot").read_bytes() == (tmp_path / "two.bot").read_bytes()
    assert (tmp_path / "two" / "habits-1.npz").exists()


def test_where_nobody_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "PATIENCE", 0.3)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        for address in (f"tcp://127.0.0.1:{taken.getsockname()[1]}", "tcp://nowhere.invalid:1", "what://is.this"):
            with pytest.raises(OrdagoError) as refused, crew(1, address):
                pass
            assert refused.value.code == "cluster-silent"
            assert refused.value.params["address"] == address


def test_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "PATIENCE", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address=None) as empty,
        pytest.raises(OrdagoError) as refused,
        crew(1, empty.scheduler_address),
    ):
        pass
    assert refused.value.code == "cluster-silent"


SCHEDULER = """import time, distributed
if __name__ == "__main__":
    local = distributed.LocalCluster(n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address=None)
    print(local.scheduler_address, flush=True)
    time.sleep(600)
"""


@pytest.mark.slow
def test_a_cluster_that_goes_away_in_the_middle_is_told(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    program = tmp_path / "scheduler.py"
    program.write_text(SCHEDULER, "utf-8")

    def slowly(shared: Any, part: int) -> dict[str, Any]:
        time.sleep(0.5)
        return {}

    process = subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process:
        try:
            address = process.stdout.readline().strip()
            with crew(1, address) as together:
                found = together(slowly, "shared", range(6))
                next(found)
                process.kill()
                with pytest.raises(OrdagoError) as refused:
                    list(found)
        finally:
            process.kill()
    assert refused.value.code == "cluster-silent"
    assert refused.value.params["address"] == address


def test_without_the_extra_more_workers_are_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OrdagoError) as refused, crew(2):
        pass
    assert refused.value.code == "train-needs-dask"
    with crew(1) as one:
        assert one is alone


@pytest.mark.slow
def test_habits_are_those_of_the_bot_that_is_asked() -> None:
    bot = RuleBot()
    words = habits.words_of([habits.said_in(bot.action_probabilities, 75, seed) for seed in "ab"])
    tree, size = games()[0], levels().sizes[0]
    opening = words[8, : starts()[1]].reshape(len(tree), size, -1)[0]
    assert opening[-1, 0] < opening[0, 0], "kings bet more often"
    assert np.allclose(opening.sum(axis=1), 1.0)


def test_a_tree_of_two_players_is_small() -> None:
    assert len(Tree(2, (0, 1))) == 20
