"""The long run over a million fair deals, in small: nothing favours a card, it can be stopped, and it finds a bias."""

import json
from collections.abc import MutableSequence
from pathlib import Path
from typing import Any

import pytest

from ordago.core import fair
from tools import fairness


def test_no_card_favours_anybody_in_a_sample(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fairness.main(["--deals", "800"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:]] == list(fairness.GROUPS)


def test_a_run_goes_on_where_it_stopped_and_counts_every_card_once(tmp_path: Path) -> None:
    file = tmp_path / "counts.json"
    fairness.main(["--deals", "60", "--checkpoint", str(file)])
    fairness.main(["--deals", "150", "--checkpoint", str(file)])
    stored = json.loads(file.read_text("utf-8"))
    assert stored == {"deals": 150, "counts": fairness.count_deals(0, 150)}
    for name, (rows, groups) in fairness.GROUPS.items():
        counts = stored["counts"][name]
        if name not in fairness.ONCE:
            assert {sum(row) for row in counts} == {150}
            sizes = [150 * size for size in groups]
            assert [sum(column) for column in zip(*counts, strict=True)] == sizes
        assert len(counts) == rows


def swaps_with_any(self: fair.Stream, x: MutableSequence[Any]) -> None:
    """A well-known mistake: each place is exchanged with any other."""
    for at in range(len(x)):
        other = self.below(len(x))
        x[at], x[other] = x[other], x[at]


def never_stays(self: fair.Stream, x: MutableSequence[Any]) -> None:
    """Another one: no card can stay where it was."""
    for at in range(len(x) - 1, 0, -1):
        other = self.below(at)
        x[at], x[other] = x[other], x[at]


@pytest.mark.parametrize("wrong", [swaps_with_any, never_stays])
def test_a_shuffle_with_a_mistake_is_found(wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair.Stream, "shuffle", wrong)
    counts = fairness.count_deals(0, 600)
    assert fairness.verdict("deck", counts["deck"]).chance < 1e-6


@pytest.mark.parametrize(("chi", "freedom", "chance"), [(3.841, 1, 0.05), (124.342, 100, 0.05), (135.807, 100, 0.01)])
def test_the_tail_is_that_of_the_tables(chi: float, freedom: int, chance: float) -> None:
    assert fairness.upper_tail(chi, freedom) == pytest.approx(chance, abs=0.003)
