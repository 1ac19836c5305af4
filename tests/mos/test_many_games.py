"""Games at every table size and preset come to an end with one loser; the script that plays thousands of them."""

from pathlib import Path

import pytest
from msgspec import structs

from ordago.bots import bot_for
from ordago.mos import MOS, View, view
from tools.mos_games import Block, Count, Glance, block, blocks, game, main, numbers, run

SIZES = range(2, 18)


@pytest.mark.parametrize("preset", MOS.presets)
@pytest.mark.parametrize("bot", ["uniform", "habits"])
def test_a_game_at_every_size_ends(bot: str, preset: str) -> None:
    for players in SIZES:
        games = 3 if bot == "uniform" else 1
        assert block(Block(bot, preset, players, 0, games), seed=9).games == games


@pytest.mark.slow
@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("bot", ["uniform", "habits"])
def test_many_games_at_every_size_end(bot: str, players: int) -> None:
    """Two hundred each at every preset. `python -m tools.mos_games --games 10000` plays more."""
    for preset in MOS.presets:
        assert block(Block(bot, preset, players, 0, 200), seed=1).games == 200


def test_a_bot_sees_at_a_glance_what_is_in_the_view() -> None:
    for preset in MOS.presets:
        bots = [bot_for(MOS, "habits")] * 4
        for state in game(MOS.rules(preset, {}), bots, "glance"):
            seat = state.turn or 1
            seen, whole = Glance(state, seat), view(state, seat)
            assert [getattr(seen, name) for name in View.__struct_fields__] == list(structs.astuple(whole))


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


def test_several_processes_count_the_same() -> None:
    todo = blocks(["uniform"], ["mos"], [2, 3], 60)
    assert list(run(todo, 1, None, 2)) == list(run(todo, 1, None))


def test_counts_add_up() -> None:
    assert Count(1, 90, 90, 1).plus(Count(2, 50, 30, 0)) == Count(3, 140, 90, 1)


def test_the_script_prints_what_it_counted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "2", "--players", "2..3", "--preset", "mos", "--bot", "uniform"])
    assert "| uniform | mos | 4 |" in capsys.readouterr().out
    assert numbers("2,5") == [2, 5]
