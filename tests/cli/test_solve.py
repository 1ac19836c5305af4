"""`ordago solve`: what it writes and prints, on a game of passes and órdagos only."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_a_solution_is_written_and_checked(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "small.solution"
    solved = run("solve", "two", "--bets", "", "--most", "60", "--out", str(file))
    assert solved.exit_code == 0, solved.output
    assert "60 iterations" in solved.stderr, "progress goes beside the result"
    told = run("solve", "check", str(file), "--json")
    found = json.loads(told.stdout)
    assert (found["bets"], found["iterations"], found["bytes"]) == ([], 60, file.stat().st_size)
    assert found["rules"] == {"preset": "clasico", "players": 2}
    assert found["exploitability"] == pytest.approx((found["gains"]["mano"] + found["gains"]["postre"]) / 2)
    assert f"{found['exploitability']:.4f} stones a deal" in run("solve", "check", str(file)).stdout
    assert f"{found['exploitability']:.4f} stones a deal" in solved.stderr, "what was told is of the very file"


def test_the_table_is_of_what_is_won_and_lost(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "small.solution"
    assert run("solve", "two", "--bets", "", "--most", "60", "--out", str(file)).exit_code == 0
    found = json.loads(run("solve", "table", str(file), "--json").stdout)
    stones, lost = found["stones"], found["exploitability"]
    assert set(stones) == set(lost) == {"solution", "lances", "tempered", "uniform"}
    for name, row in stones.items():
        for other, won in row.items():
            assert won == pytest.approx(-stones[other][name])
            assert won <= 2 * lost[other] + 1e-6, "nobody wins more than the best answer does"
    assert min(lost, key=lambda name: lost[name]) == "solution"
    assert stones["lances"]["uniform"] > 0


def test_more_iterations_make_it_better_and_a_goal_ends_them(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "small.solution"
    arguments = ("solve", "two", "--bets", "", "--out", str(file), "--checkpoint", str(tmp_path / "kept"))
    assert run(*arguments, "--most", "2").exit_code == 0
    first = json.loads(run("solve", "check", str(file), "--json").stdout)
    assert run(*arguments, "--until", "0.3").exit_code == 0
    second = json.loads(run("solve", "check", str(file), "--json").stdout)
    assert second["exploitability"] <= 0.3 < first["exploitability"]


def test_what_cannot_be_is_refused_with_a_code(run: Run, tmp_path: Path) -> None:
    assert run("solve", "two", "--bets", "3").exit_code == 2, "the shipped file is not overwritten by another"
    assert run("solve", "two", "--bets", "two").exit_code == 2
    damaged = tmp_path / "damaged"
    damaged.write_bytes(b"{}")
    result = run("solve", "check", str(damaged))
    assert result.exit_code == 1
    assert "solution-broken" in result.stderr
    result = run("solve", "two", "--set", "open_order=any", "--out", str(damaged))
    assert result.exit_code == 1
    assert "solver-rules" in result.stderr
