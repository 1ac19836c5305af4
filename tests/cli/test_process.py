"""The command as a process of its own: pipes, interrupts, encodings, and what it loads to start."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-c", "from ordago.cli import main; main()"]


def environment(home: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "ORDAGO_"))}
    return {**kept, "HOME": str(home), "XDG_CONFIG_HOME": str(home), "APPDATA": str(home), "COLUMNS": "40", **more}


def run(home: Path, *arguments: str, input: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments], input=input, capture_output=True, env=environment(home, **more), cwd=home, timeout=60
    )


def test_a_match_through_pipes(home: Path) -> None:
    words = b"x\np\nq\nn\n" * 400
    result = run(home, "play", "mus", "--bots", "uniform", "--seed", "1", "--lang", "es", input=words)
    assert (result.returncode, result.stderr) == (0, b"")
    text = result.stdout.decode("utf-8")
    assert "Partida para" in text
    assert max(map(len, text.splitlines())) <= 40
    assert "\x1b" not in text


def test_a_machine_that_speaks_no_utf8_still_gets_it_through_a_pipe(home: Path) -> None:
    result = run(home, "rules", "--lang", "es", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (result.returncode, result.stderr) == (0, b"")
    assert "federación" in result.stdout.decode("utf-8")


def test_bytes_that_are_no_text_are_words_that_are_not_understood(home: Path) -> None:
    result = run(home, "play", "--bots", "uniform", "--seed", "1", input=b"\xff\xfe\n\x00\nx\n")
    assert (result.returncode, result.stderr) == (0, b"")
    assert "I do not understand" in result.stdout.decode("utf-8")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs Linux's disk that is always full")
def test_a_full_disk_behind_the_output_is_an_error_in_one_line(home: Path) -> None:
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [*COMMAND, "rules"], stdout=full, stderr=subprocess.PIPE, env=environment(home), cwd=home, timeout=60
        )
    assert result.returncode == 1
    assert result.stderr.startswith(b"file-unwritable: ")
    assert result.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="signals are sent differently there")
@pytest.mark.parametrize("kind", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interrupt_saves_and_leaves(home: Path, kind: str) -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", "--bots", "uniform", "--seed", "1", "--save", "s.acta"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
        cwd=home,
    )
    assert process.stdout
    seen = b""
    while not seen.endswith(b"\n> "):  # up to the question
        seen += process.stdout.read(1)
    process.send_signal(getattr(signal, kind))
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert b"Saved." in out
    assert (home / "s.acta").exists()


def test_a_reader_who_goes_away_leaves_a_save(home: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", "--bots", "uniform", "--seed", "1", "--save", "s.acta"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
        cwd=home,
    )
    assert process.stdout
    assert process.stdin
    seen = b""
    while not seen.endswith(b"\n> "):  # up to the question
        seen += process.stdout.read(1)
    process.stdout.close()
    process.stdin.write(b"x\np\n" * 200)
    process.stdin.close()
    process.wait(timeout=60)
    assert process.stderr
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    assert (home / "s.acta").exists()


def test_an_unknown_language_in_the_environment_is_refused(home: Path) -> None:
    result = run(home, "rules", ORDAGO_LANG="tlh")
    assert result.returncode == 1
    assert result.stderr.startswith(b"language-unknown: ")


def test_it_starts_without_what_a_command_may_not_need(home: Path) -> None:
    """So it starts at once: no game, nothing of the server, and none of the libraries that take long to load."""
    code = (
        "import sys; from ordago.cli.app import build; from ordago.locale import translator; "
        "build(translator()); print(*sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(home), check=True)
    rooms = {f"ordago.{room}" for room in ("mus", "mos", "odds", "batch", "service", "web")}
    heavy = {"numpy", "numba", "matplotlib", "sqlalchemy", "alembic", "fastapi", "pydantic", "uvicorn", "websockets"}
    loaded = set(said.stdout.decode().split())
    assert {"ordago.cli.app", "typer"} <= loaded
    assert not loaded & (rooms | heavy)
