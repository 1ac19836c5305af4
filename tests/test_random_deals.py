"""The long run of random deals, in small: it can be stopped and taken up again, and it finds what is wrong."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from ordago.core import Record
from ordago.mus import MUS, Cut, NoQuiero
from tests.engine_mus import read, rules_of, state_after
from tests.reference import mus_book
from tools import random_deals
from tools.random_deals import check_end, compare, count_cards, main, play_match, play_table, verdict


def test_a_small_run_passes_and_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts, whole = tmp_path / "parts.json", tmp_path / "whole.json"
    common = ["--seed", "5", "--every", "2"]
    assert main([*common, "--deals", "80", "--checkpoint", str(parts)]) == 0
    first = json.loads(parts.read_text("utf-8"))
    assert first["counts"]["deals"] == 80
    assert main(["--resume", "--deals", "240", "--checkpoint", str(parts)]) == 0
    assert main([*common, "--deals", "240", "--checkpoint", str(whole)]) == 0
    done = json.loads(parts.read_text("utf-8"))
    assert done == json.loads(whole.read_text("utf-8"))
    assert done["counts"]["by reference"] == 120
    assert min(done["counts"][name] for name in ("accepted", "refused", "acts")) > 0
    assert "All checks passed" in capsys.readouterr().out
    assert main(["--resume", "--deals", "240", "--checkpoint", str(parts)]) == 0, "nothing is left to do"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parts.json", "whole.json"]


def test_several_processes_count_the_same(tmp_path: Path) -> None:
    done = []
    for processes in ("1", "2"):
        path = tmp_path / f"{processes}.json"
        assert main(["--seed", "6", "--deals", "160", "--processes", processes, "--checkpoint", str(path)]) == 0
        done.append(json.loads(path.read_text("utf-8")))
    assert done[0] == done[1]


def test_a_table_can_be_played_again_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seed", "5", "--table", "3"]) == 0
    assert json.loads(capsys.readouterr().out) == dict(play_table(5, 20, 3))


def test_what_is_wrong_is_found_and_names_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_deals, "LONGEST", 3)
    with pytest.raises(AssertionError, match=r"seed 5, table 3 .*a deal does not end"):
        play_table(5, 20, 3)


def test_a_lie_about_what_is_legal_is_found() -> None:
    state = state_after("1:X")
    verdict(state, Cut(1), False, Counter())
    with pytest.raises(AssertionError, match="refused against"):
        verdict(state, Cut(1), True, Counter())
    with pytest.raises(AssertionError, match="accepted against"):
        verdict(state_after("1:X 1:E2"), NoQuiero(2), False, Counter())


def test_lost_cards_and_wrong_scores_are_found() -> None:
    begin = MUS.start(rules_of("clasico"), None, random.Random(1))
    state = begin.apply(MUS.dealer_acts(begin, random.Random(1))[0])
    count_cards(state)
    with pytest.raises(AssertionError, match="cards were lost"):
        count_cards(replace(state, stock=state.stock - 1))
    with pytest.raises(AssertionError, match="not forty distinct cards"):
        check_end(replace(state, hands=(state.hands[0], *state.hands[:3])))
    with pytest.raises(AssertionError, match="nobody won"):
        check_end(replace(state, score=(40, 0)))
    with pytest.raises(AssertionError, match="below the target"):
        check_end(replace(state, phase="over", winner=0))


def test_another_telling_than_the_reference_s_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: Counter[str] = Counter()
    play_match(rules_of({"target": 5}), random.Random(2), counts, by_reference=True)
    assert counts["by reference"] == counts["deals"] > 0
    record = read({"acta": 1, "game": "mus", "deal": [{"cards": ["RR71", "CCSS", "RC74", "6664"], "play": "1:X"}]})
    compare(Record("mus", record.start, record.acts), counts)
    monkeypatch.setattr(mus_book, "replay", lambda table: {"ok": False})
    with pytest.raises(AssertionError, match="engine and reference differ"):
        compare(record, counts)
