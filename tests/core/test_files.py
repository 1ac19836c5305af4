"""Files that are written whole or not at all: the old one or the new one, whatever comes in between."""

import os
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest

from ordago.core import files
from ordago.core.files import read_checkpoint, verify_writable, write_whole
from ordago.errors import OrdagoError

posix = pytest.mark.skipif(os.name != "posix", reason="modes, links and pipes are those of POSIX")


def interrupted_at(step: int, path: Path, data: str) -> bool:
    """Write with Ctrl-C before the line that runs as number `step` in the room of files; whether it came so far."""
    run = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal run
        if frame.f_code.co_filename != files.__file__:
            return None
        if event == "line":
            run += 1
            if run == step:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        write_whole(path, data)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Ctrl-C just as a file is opened
@pytest.mark.parametrize("old", ["old", None])
def test_ctrl_c_at_any_step_leaves_the_old_file_or_the_new_one(tmp_path: Path, old: str | None) -> None:
    path, step, seen, left = tmp_path / "kept", 0, [], []
    while True:
        step += 1
        path.unlink(missing_ok=True)
        if old is not None:
            path.write_text(old, "utf-8")
        if not interrupted_at(step, path, "new"):
            break
        seen.append(path.read_text("utf-8") if path.exists() else None)
        drafts = [one for one in tmp_path.iterdir() if one != path]
        left += drafts
        for draft in drafts:
            draft.unlink()
    assert step > 15, "the steps were really taken one by one"
    assert set(seen) == {old, "new"}
    assert seen == sorted(seen, key=lambda found: found == "new"), "first the old one, from some step on the new one"
    assert len(left) <= 1, "a draft is left only if Ctrl-C comes in the very step that takes it away"


def test_what_fails_leaves_the_old_file_and_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept"
    path.write_text("old", "utf-8")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OrdagoError) as refused:
        write_whole(path, "new")
    assert refused.value.code == "file-unwritable"
    assert refused.value.params == {"file": str(path), "reason": "No space left on device"}
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_on_the_disk_before_it_takes_the_place_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def telling(name: str) -> None:
        really = getattr(os, name)

        def tell(*given: Any) -> None:
            told.append(name)
            really(*given)

        monkeypatch.setattr(os, name, tell)

    telling("fsync")
    telling("replace")
    write_whole(tmp_path / "kept", b"\x00\xff")
    assert told[:2] == ["fsync", "replace"]
    assert (tmp_path / "kept").read_bytes() == b"\x00\xff"


@posix
def test_a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.touch()
    write_whole(tmp_path / "new", "text")
    assert (tmp_path / "new").stat().st_mode == usual.stat().st_mode
    usual.chmod(0o640)
    write_whole(usual, "text")
    assert stat.S_IMODE(usual.stat().st_mode) == 0o640


def test_a_file_that_is_read_only_is_left_alone_also_for_the_superuser(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("old", "utf-8")
    path.chmod(0o444)
    refusing: tuple[Callable[[Path], None], ...] = (verify_writable, lambda path: write_whole(path, "new"))
    for refuse in refusing:
        with pytest.raises(OrdagoError) as refused:
            refuse(path)
        assert refused.value.code == "file-unwritable"
    assert path.read_text("utf-8") == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]
    path.chmod(0o644)
    write_whole(path, "new")
    assert path.read_text("utf-8") == "new"


@posix
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "link").symlink_to(Path("far") / "file")
    for text in ("first", "second"):
        write_whole(tmp_path / "link", text)
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "far" / "file").read_text("utf-8") == text


@posix
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_whole(tmp_path / "pipe", "text")
    reader.join(10)
    assert heard == [b"text"]
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


@posix
def test_checking_a_pipe_does_not_end_it_for_its_reader(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()), daemon=True)
    reader.start()
    verify_writable(pipe)
    reader.join(0.2)
    assert reader.is_alive(), "it waits for the file"
    write_whole(pipe, "text")
    reader.join(10)
    assert heard == [b"text"]


def test_a_place_is_checked_before_and_nothing_is_left_there(tmp_path: Path) -> None:
    verify_writable(tmp_path / "a" / "b" / "kept")
    assert list((tmp_path / "a" / "b").iterdir()) == []
    old = tmp_path / "old"
    old.write_text("text", "utf-8")
    verify_writable(old)
    assert old.read_text("utf-8") == "text"
    for place in (old / "kept", tmp_path / "a"):
        for refuse in (verify_writable, lambda path: write_whole(path, "text")):
            with pytest.raises(OrdagoError, match="file-unwritable"):
                refuse(place)


def test_a_checkpoint_is_read_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"

    def read(ours: int = 3) -> list[int] | None:
        return read_checkpoint(
            path, lambda data: msgspec.json.decode(data, type=list[int]), lambda kept: kept[0] == ours
        )

    assert read() is None
    path.write_text("[3, 4]", "utf-8")
    assert read() == [3, 4]
    with pytest.raises(OrdagoError, match="checkpoint-other"):
        read(ours=5)
    for broken in (b"[3, 4", b'"three"', b"\xff"):
        path.write_bytes(broken)
        with pytest.raises(OrdagoError, match="checkpoint-broken"):
            read()
    path.unlink()
    path.mkdir()
    with pytest.raises(OrdagoError, match="checkpoint-broken"):
        read()
