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
    assert run("solve", "two", "--most", "0").exit_code == 2, "nor by one that is stopped early"
    assert run("solve", "two", "--bets", "two").exit_code == 2
    damaged = tmp_path / "damaged"
    damaged.write_bytes(b"{}")
    result = run("solve", "check", str(damaged))
    assert result.exit_code == 1
    assert "solution-broken" in result.stderr
    result = run("solve", "two", "--set", "open_order=any", "--out", str(damaged))
    assert result.exit_code == 1
    assert "solver-rules" in result.stderr


def test_a_place_that_cannot_be_written_is_refused_before_anything_is_worked_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text", "utf-8")
    out = str(tmp_path / "file" / "out")
    for command in (("two", "--most", "1"), ("ask", "uniform")):
        refused = run("solve", *command, "--bets", "", "--out", out)
        assert refused.exit_code == 1
        assert "file-unwritable" in refused.stderr
        assert "1 iterations" not in refused.stderr
        assert "places" not in refused.stderr


@pytest.mark.slow
def test_a_bot_that_was_asked_stands_in_the_table(run: Run, tmp_path: Path) -> None:
    file, answers = tmp_path / "small.solution", tmp_path / "rule.answers"
    assert run("solve", "two", "--bets", "", "--most", "60", "--out", str(file)).exit_code == 0
    asked = run("solve", "ask", "rule", "--bets", "", "--out", str(answers))
    assert asked.exit_code == 0, asked.output
    assert "484 of 484 places" in asked.stderr
    found = json.loads(run("solve", "table", str(file), "--with", str(answers), "--json").stdout)
    assert found["stones"]["solution"]["rule"] == pytest.approx(-found["stones"]["rule"]["solution"])
    assert 0 < found["stones"]["solution"]["rule"] < 2 * found["exploitability"]["rule"]
    assert found["stones"]["rule"]["uniform"] > 0


def test_answers_to_another_game_and_bots_without_chances_are_refused(run: Run, tmp_path: Path) -> None:
    file, answers = tmp_path / "small.solution", tmp_path / "some.answers"
    assert run("solve", "two", "--bets", "", "--most", "1", "--out", str(file)).exit_code == 0
    assert run("solve", "ask", "uniform", "--bets", "", "--out", str(answers)).exit_code == 0
    assert run("solve", "ask", "tempered", "--bets", "", "--out", str(answers)).exit_code == 1
    assert run("solve", "ask", "cmd:true", "--out", str(tmp_path / "other")).exit_code == 2
    missing = run("solve", "table", str(file), "--with", str(tmp_path / "missing"))
    assert missing.exit_code == 1
    assert "checkpoint-broken" in missing.stderr
    result = run("solve", "table", "--with", str(answers))
    assert result.exit_code == 1
    assert "checkpoint" in result.stderr


@pytest.mark.slow
def test_a_deal_with_mus_is_solved_written_and_checked(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mus.solution"
    one_card = ("--set", "discard_max=1")  # throws of one card only, which has far fewer ends
    solved = run("solve", "two", "--mus", "--bets", "", *one_card, "--most", "2", "--out", str(file))
    assert solved.exit_code == 0, solved.output
    found = json.loads(run("solve", "check", str(file), "--json").stdout)
    assert found["mus"] is True
    assert found["rules"] == {"preset": "clasico", "players": 2, "mus_rounds_max": 1, "discard_max": 1}
    assert found["decisions"] == 3 * 57120 + 4 * 330, "two trees after a cut, one after the mus; the talk, the throws"
    assert f"{found['exploitability']:.4f} stones a deal" in solved.stderr
