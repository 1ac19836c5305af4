"""Games at every table size and preset come to an end with one loser; the script that plays thousands of them."""

from pathlib import Path

import pytest

from ordago.mos import MOS
from tools.mos_games import Block, Count, block, blocks, main, numbers, run

SIZES = range(2, 18)


@pytest.mark.parametrize("preset", MOS.presets)
@pytest.mark.parametrize("bot", ["uniform", "habits"])
def test_a_game_at_every_size_ends(bot: str, preset: str) -> None:
    for players in SIZES:
        games = 3 if bot == "uniform" else 1
        assert block(Block(bot, preset, players, 0, games), seed=9).games == games


@pytest.mark.slow
@pytest.mark.parametrize("preset", MOS.presets)
@pytest.mark.parametrize(("bot", "games"), [("uniform", 200), ("habits", 50)])
def test_many_games_at_every_size_end(bot: str, games: int, preset: str) -> None:
    """About seven minutes of one core in all. `habits` looks at a whole view each time, which costs more."""
    todo = blocks([bot], [preset], SIZES, games)
    assert sum(count.games for _, count in run(todo, 1, None)) == games * len(SIZES)


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    todo = blocks(["uniform"], ["mos"], [2, 3], 60)
    first = list(run(todo[:3], 1, kept))
    assert [what.last for what, _ in first] == [50, 50, 60]
    kept.write_text(kept.read_text("utf-8").replace('"count": [50,', '"count": [50000,', 1), "utf-8")
    again = dict(run(todo, 1, kept))
    assert again[todo[0]].games == 50_000, "taken from the file, not played again"
    assert again[todo[3]].games == 10
    assert dict(run(todo[:1], 2, kept))[todo[0]].games == 50, "another seed is another run"


def test_counts_add_up() -> None:
    assert Count(1, 90, 90, 1).plus(Count(2, 50, 30, 0)) == Count(3, 140, 90, 1)


def test_the_script_prints_what_it_counted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "2", "--players", "2..3", "--preset", "mos", "--bot", "uniform"])
    assert "| uniform | mos | 4 |" in capsys.readouterr().out
    assert numbers("2,5") == [2, 5]
