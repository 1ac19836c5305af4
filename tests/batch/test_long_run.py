"""The long run that replays batch games: it goes on where it stopped, and names the case that fails."""

import json
from pathlib import Path

import pytest

from tests.batch import mos_replay
from tools.batch_games import main, run


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept.json"
    first = run("mos", 0, 3, 1, kept)
    assert json.loads(kept.read_text("utf-8")) == {"mos": [3, first]}
    main(["--game", "mos", "--cases", "5", "--processes", "2", "--checkpoint", str(kept)])
    whole = run("mos", 0, 5, 1, None)
    assert json.loads(kept.read_text("utf-8")) == {"mos": [5, whole]}
    assert f"mos: 5 sets of rules, {whole} deals; every step agrees" in capsys.readouterr().out


def test_a_difference_names_its_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mos_replay, "act_of", lambda *_: "another act")
    with pytest.raises(AssertionError, match="mos, case 2: "):
        main(["--game", "mos", "--case", "2"])
