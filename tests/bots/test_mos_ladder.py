"""The script behind `docs/mos-bots.md`: the same figures whenever a deal is played, and a page of them."""

from pathlib import Path

import pytest

from tools import mos_ladder
from tools.mos_ladder import PAGE, Work, bot_of, lost, main, row


def test_a_bot_among_its_like_loses_its_fair_share() -> None:
    for deal in range(5):
        assert lost(Work("habits", "habits", 3, deal), seed=1) == 1


def test_a_row_tells_the_share_and_its_interval() -> None:
    assert row("a", "b", 2, [1, 0, 2, 1] * 25) == "| 2 | a | b | 100 | 200 | 0.500 | 0.431 to 0.569 | 0.500 |"
    assert row("a", "b", 2, [0, 0, 2, 2] * 25) == "| 2 | a | b | 100 | 200 | 0.500 | 0.403 to 0.597 | 0.500 |"
    assert row("a", "b", 2, [0] * 100) == "| 2 | a | b | 100 | 200 | 0.000 | 0.000 to 0.019 | 0.500 |"


def test_a_name_may_say_how_much_is_remembered() -> None:
    assert vars(bot_of("habits:0.5"))["memory"] == 0.5
    assert bot_of("lookout").name == "lookout"


def test_the_page_says_that_lookout_loses_less_than_its_share() -> None:
    rows = [
        line.strip("| \n").split(" | ")
        for line in PAGE.read_text("utf-8").splitlines()
        if "| lookout | habits |" in line
    ]
    assert [cells[0] for cells in rows] == ["2", "3", "4", "6"]
    for cells in rows:
        high, fair = float(cells[6].split(" to ")[1]), float(cells[7])
        assert high < fair


def test_a_run_writes_its_page_and_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mos_ladder, "PAIRS", (("uniform", "habits"),))
    page, kept = tmp_path / "page.md", tmp_path / "kept.jsonl"
    words = ["--players", "2", "--page", str(page), "--checkpoint", str(kept)]
    main(["--games", "2", *words])
    first = page.read_text("utf-8")
    assert "--games 2 --players 2 --seed 1" in first
    main(["--games", "2", *words])
    assert page.read_text("utf-8") == first
    assert len(kept.read_text("utf-8").splitlines()) == 2
