"""`ordago arena` and `ordago bot-check`: what they print, and that the same seed gives the same result."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

KEYS = {
    *("deals", "stones_per_deal", "stones_ci", "games", "games_won", "games_ci"),
    *("illegal", "seconds_per_decision"),
}
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"


def contest(run: Run, *arguments: str) -> dict[str, Any]:
    result = run("arena", "--seed", "1", "--json", *arguments)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    found.pop("seconds_per_decision", None)
    return found


def test_a_contest_prints_one_object_with_the_promised_keys(run: Run) -> None:
    result = run("arena", "--a", "rule", "--b", "uniform", "--deals", "6", "--seed", "1", "--processes", "1", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert set(found) == KEYS
    assert found["illegal"] == {"a": 0, "b": 0}
    low, high = found["stones_ci"]
    assert low <= found["stones_per_deal"] <= high


def test_one_process_and_two_give_the_same_result(run: Run) -> None:
    arguments = ("--a", "rule", "--b", "tempered", "--deals", "8")
    assert contest(run, *arguments, "--processes", "1") == contest(run, *arguments, "--processes", "2")


def test_an_unknown_bot_is_refused_with_a_sentence(run: Run) -> None:
    result = run("arena", "--a", "rule", "--b", "nobody", "--deals", "4")
    assert result.exit_code == 1
    assert "bot-unknown" in result.stderr


@pytest.mark.parametrize(
    ("program", "code"), [("./no-such-program", "bot-no-start"), (f"{sys.executable} -c pass", "bot-no-hello")]
)
def test_an_outside_bot_that_does_not_start_is_told_before_a_deal(
    run: Run, tmp_path: Path, program: str, code: str
) -> None:
    kept = tmp_path / "kept.json"
    result = run("arena", "--a", "rule", "--b", f"cmd:{program}", "--deals", "4", "--checkpoint", str(kept), "--json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"{code}: ")
    assert not kept.exists()


def test_too_many_players_are_refused_with_the_sentence_of_the_game(run: Run) -> None:
    result = run("arena", "--game", "mos", "--players", "18", "--a", "habits", "--b", "uniform", "--lang", "es")
    assert result.exit_code == 1
    assert result.stderr == "players-range: Pueden jugar de 2 a 17, no 18.\n"


def test_the_example_bot_of_the_docs_passes_the_check(run: Run) -> None:
    result = run("bot-check", f"{sys.executable} {EXAMPLE}", "--deals", "2")
    assert result.exit_code == 0, result.output


def test_a_program_that_says_nonsense_fails_the_check(run: Run, tmp_path: Path) -> None:
    program = tmp_path / "nonsense.py"
    program.write_text("print('nonsense', flush=True)\n", "utf-8")
    result = run("bot-check", f"{sys.executable} {program}", "--deals", "1", "--time", "0.5")
    assert result.exit_code == 1


def test_a_chart_that_cannot_be_written_is_refused_before_the_ladder_is_played(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text", "utf-8")
    chart = str(tmp_path / "file" / "ladder.svg")
    ladder = (
        "arena",
        "--ladder",
        "uniform,tempered",
        "--deals",
        "2",
        "--games",
        "0",
        "--checkpoint",
        str(tmp_path / "kept"),
    )
    refused = run(*ladder, "--chart", chart)
    assert refused.exit_code == 1
    assert "file-unwritable" in refused.stderr
    assert not list(tmp_path.glob("kept*")), "nothing was played"
