"""Stages kept in a folder: read again, refused where they are of another plan or damaged."""

from pathlib import Path

import numpy as np
import pytest

from ordago.errors import OrdagoError
from ordago.training.stages import Stage, Stages


def quiet(stage: str, done: int, of: int) -> None:
    pass


def never() -> Stage:
    raise AssertionError("it is there")


def test_a_stage_is_made_once(tmp_path: Path) -> None:
    Stages(tmp_path / "new" / "folder", {"seed": 1, "grid": (1, 2)}, quiet).stage("one", lambda: {"a": np.arange(3)})
    again = Stages(tmp_path / "new" / "folder", {"seed": 1, "grid": (1, 2)}, quiet)
    assert again.stage("one", never)["a"].tolist() == [0, 1, 2]


@pytest.mark.parametrize("damage", ["nothing", "cut", "flipped", "text"])
def test_a_stage_that_is_damaged_is_refused_with_its_file(tmp_path: Path, damage: str) -> None:
    Stages(tmp_path, {"seed": 1}, quiet).stage("one", lambda: {"a": np.arange(1000)})
    path = tmp_path / "one.npz"
    whole = path.read_bytes()
    flipped = whole[:100] + bytes(255 - byte for byte in whole[100:200]) + whole[200:]
    path.write_bytes({"nothing": b"", "cut": whole[:-30], "flipped": flipped, "text": b"no stage"}[damage])
    with pytest.raises(OrdagoError) as refused:
        Stages(tmp_path, {"seed": 1}, quiet).stage("one", never)
    assert refused.value.code == "checkpoint-broken"
    assert refused.value.params["file"] == str(path)


def test_a_folder_of_another_plan_or_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    Stages(tmp_path, {"seed": 1}, quiet)
    (tmp_path / "file").touch()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "plan.json").write_text("{", "utf-8")
    for folder, code in (("", "train-folder"), ("file", "file-unwritable"), ("broken", "checkpoint-broken")):
        with pytest.raises(OrdagoError) as refused:
            Stages(tmp_path / folder, {"seed": 2}, quiet)
        assert refused.value.code == code
