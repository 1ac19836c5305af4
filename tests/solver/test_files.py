"""The file of a solution and the checkpoint of a run: what is read is what was written, or refused."""

import json
from pathlib import Path

import numpy as np
import pytest

from ordago.errors import OrdagoError
from ordago.mus.rules import rules
from ordago.solver import Exploited, Menu, Plan, Training, lay_out, plan_of, read
from ordago.solver.run import Stopped, solve
from ordago.solver.solution import FORMAT, rounded, solution_of, write
from ordago.solver.tree import Decision, Leaf

SMALL: Plan = plan_of(rules(players=2), Menu((), (), 0))
"""Passes and órdagos only."""


def test_probabilities_are_rounded_to_whole_255ths_that_add_up() -> None:
    draw = np.random.default_rng(1)
    for acts in (2, 3, 4):
        block = draw.random((50, acts, 7)) ** 4
        block /= block.sum(axis=1, keepdims=True)
        found = rounded(block)
        assert (found.sum(axis=1, dtype=int) == 255).all()
        assert np.abs(found / 255 - block).max() < 1 / 255
    certain = np.zeros((1, 3, 1))
    certain[:, 1] = 1
    assert rounded(certain).ravel().tolist() == [0, 255, 0]


def test_a_solution_is_read_as_it_was_written(tmp_path: Path) -> None:
    solved = solve(SMALL, until=0, most=3)
    write(solved.solution, tmp_path / "a")
    assert read(tmp_path / "a") == solved.solution
    deal = SMALL.deal()
    mano, postre = read(tmp_path / "a").expected() @ deal.weights.sum(axis=1)
    assert mano == pytest.approx(-postre, abs=1e-4)
    assert mano == pytest.approx(solved.measured.value, abs=1e-4)
    write(read(tmp_path / "a"), tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"], "nothing is left beside"


def broken(path: Path) -> str:
    with pytest.raises(OrdagoError) as refused:
        read(path)
    assert refused.value.code == "solution-broken"
    return str(refused.value.params["reason"])


def test_a_damaged_solution_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "two.solution"
    assert "No such file" in broken(path)
    write(solve(SMALL, until=0, most=1).solution, path)
    whole = path.read_bytes()
    line, _, data = whole.partition(b"\n")
    for at in (len(line) + 1, (len(line) + len(whole)) // 2, len(whole) - 1):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert "digest" in broken(path)
    path.write_bytes(whole[:-1])
    assert "digest" in broken(path)
    path.write_bytes(line[:20])
    assert "first line" in broken(path)
    path.write_bytes(b"\xff" + whole)
    assert "first line" in broken(path)
    head = json.loads(line)
    for key, value, reason in (("format", "ordago-solution 0", FORMAT), ("numbers", head["numbers"] + 1, "number")):
        path.write_bytes(json.dumps({**head, key: value}).encode() + b"\n" + data)
        assert reason in broken(path)


def test_a_solution_of_another_tree_gives_no_policy() -> None:
    solution = solve(SMALL, until=0, most=1).solution
    other = lay_out(Decision(0, ("P", "O"), (Leaf(1), Leaf(2))), (3, 3))
    with pytest.raises(OrdagoError, match="solution-broken"):
        solution.policy(other)


def test_a_run_that_was_interrupted_comes_to_the_same_file(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    wanted = solve(SMALL, until=0, most=8).solution
    for most in (3, 5, 8):
        solution = solve(SMALL, until=0, most=most, kept=kept).solution
    assert solution == wanted
    assert solution != solve(SMALL, until=0, most=7).solution


def test_ctrl_c_lets_the_iteration_end_and_keeps_it(tmp_path: Path) -> None:
    import signal

    kept = tmp_path / "kept"

    def progress(iteration: int, found: Exploited | None) -> None:
        if iteration == 3:
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(Stopped) as stopped:
        solve(SMALL, until=0, most=8, kept=kept, progress=progress)
    assert stopped.value.iteration == 3
    assert signal.getsignal(signal.SIGINT) is before
    assert solve(SMALL, until=0, most=8, kept=kept).solution == solve(SMALL, until=0, most=8).solution


def test_a_checkpoint_of_something_else_or_damaged_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    solve(SMALL, until=0, most=1, kept=kept)
    whole = kept.read_bytes()
    other = plan_of(rules(players=2, punto_bonus=2), Menu((), (), 0))
    with pytest.raises(OrdagoError, match="checkpoint-other"):
        solve(other, until=0, most=1, kept=kept)
    for damaged in (whole[:-1], whole[:30], whole[:-1] + bytes([whole[-1] ^ 1]), b"\xff"):
        kept.write_bytes(damaged)
        with pytest.raises(OrdagoError, match="checkpoint-broken"):
            solve(SMALL, until=0, most=2, kept=kept)


def test_solving_the_small_game_comes_near_an_equilibrium() -> None:
    assert solve(SMALL, until=0.02, most=400).measured.exploitability <= 0.02


def test_a_policy_says_the_same_after_a_round_trip() -> None:
    deal = SMALL.deal()
    training = Training(deal.game())
    for _ in range(5):
        training.step()
    policy = training.average()
    again = solution_of(SMALL, 5, policy).policy(deal.layout)
    for ours, theirs in zip(policy, again, strict=True):
        assert np.abs(ours - theirs).max() < 1 / 255 + 1e-6
        assert np.allclose(theirs.sum(axis=1), 1, atol=1e-6)
