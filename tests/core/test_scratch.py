"""Folders for a while go with their process, and those of the killed when the next one is made."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from ordago.core.scratch import LOCK, left_behind, scratch_folder

KIND = "ordago-test-"

HOLDS = f"""
import sys
from ordago.core.scratch import scratch_folder
with scratch_folder("{KIND}") as folder:
    print(folder, flush=True)
    sys.stdin.read()
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files are locked otherwise on Windows")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


def holder() -> tuple[subprocess.Popen[str], Path]:
    """Another process with such a folder, made long ago."""
    process = subprocess.Popen([sys.executable, "-c", HOLDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    folder = Path(process.stdout.readline().strip())
    os.utime(folder / LOCK, (1, 1))
    return process, folder


def test_a_folder_goes_with_its_block() -> None:
    with scratch_folder(KIND) as folder:
        (folder / "something").touch()
        assert left_behind(KIND) == []
    assert not folder.exists()


def test_the_folder_of_a_process_that_was_killed_goes_when_the_next_one_is_made(place: Path) -> None:
    process, theirs = holder()
    with scratch_folder(KIND):
        assert theirs.exists(), "its process is alive"
    process.kill()
    process.communicate()
    assert left_behind("ordago-other-") == []
    assert left_behind(KIND) == [theirs]
    with scratch_folder(KIND) as ours:
        assert list(place.iterdir()) == [ours]


def test_a_folder_that_is_being_made_is_left_alone(place: Path) -> None:
    (place / f"{KIND}new").mkdir()
    (place / f"{KIND}newer").mkdir()
    (place / f"{KIND}newer" / LOCK).touch()
    assert left_behind(KIND) == []
