"""`ordago replay`: records told, or reported as JSON; files that cannot be read are errors of the same shape."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

BOOK = """acta = 1
game = "mus"
seats = ["Ana", "Luis", "Carmen", "Pedro"]

[[deal]]
cards = ["RR71", "CCSS", "RC74", "6664"]
play = "1:X 1:E2 2:Q 1:P 2:P 3:P 4:P 1:E2 2:+3 1:N 2:E2 3:Q"
"""
UNFINISHED = BOOK + '\n[[deal]]\ncards = ["RR71", "CCSS", "RC74", "6664"]\nplay = "2:X 2:P 3:E2"\n'
ILLEGAL = BOOK.replace("2:+3", "2:+1")


def write(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    return str(path)


def test_a_record_is_told_step_by_step_with_the_count_explained(run: Run, home: Path) -> None:
    result = run("replay", write(home / "a.acta", BOOK), "--lang", "es")
    assert result.exit_code == 0
    for line in ("Ana: no hay mus.", "Luis: 3 más, van 5.", "Ana: no quiero.", "2 piedras ya para Luis y Pedro (0–2)."):
        assert line in result.stdout.splitlines()
    assert "Ana y Carmen: 8 = 1 amarraco y 3; faltan 32." in result.stdout
    assert "R R 7 1 (par de reyes; sin juego, 28)" in result.stdout


def test_a_record_that_stops_says_who_is_to_speak(run: Run, home: Path) -> None:
    result = run("replay", write(home / "a.acta", UNFINISHED))
    assert result.stdout.splitlines()[-2:] == ["The record stops here.", "On turn: Pedro."]


def test_the_json_is_one_object_a_line_and_says_what_the_page_says(run: Run, home: Path) -> None:
    good, bad = write(home / "ñ.acta", BOOK), write(home / "bad.acta", ILLEGAL)
    result = run("replay", "--json", good, bad, "--lang", "es")
    assert result.exit_code == 1
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert "ñ.acta" in result.stdout, "letters are written as themselves"
    assert list(first) == ["file", "ok", "game", "deals", "games", "vacas", "winner", "turn", "legal", "also"]
    assert (first["file"], first["ok"], first["deals"][0]["score"]) == (good, True, [8, 7])
    assert second == {
        "file": bad,
        "ok": False,
        "error": {
            "deal": 1,
            "token": 9,
            "text": "2:+1",
            "code": "too-few-stones",
            "message": "1 es poco: el mínimo es 2.",
            "where": None,
        },
    }


def test_all_good_files_give_status_0(run: Run, home: Path) -> None:
    assert run("replay", "--json", write(home / "a.acta", BOOK), write(home / "b.acta", UNFINISHED)).exit_code == 0


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("missing.acta", None, "file-unreadable"),
        ("latin1.acta", "acta = 1 # ñ".encode("latin-1"), "file-unreadable"),
        ("broken.acta", b"acta = [", "toml-broken"),
        ("empty.acta", b"", "acta-version"),
        ("other.acta", b'acta = 1\ngame = "tute"\n', "game-unknown"),
        ("list.acta", b"acta = 1\ngame = []\n", "game-unknown"),
        ("deep.acta", b"a = " + b"[" * 100_000, "toml-broken"),
    ],
)
def test_files_that_are_no_records(run: Run, home: Path, name: str, data: bytes | None, code: str) -> None:
    if data is not None:
        (home / name).write_bytes(data)
    result = run("replay", "--json", name)
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert (found["file"], found["ok"], found["error"]["code"]) == (name, False, code)
    assert found["error"]["message"].endswith(".")
    told = run("replay", name)
    assert (told.exit_code, told.stdout) == (1, "")
    assert len(told.stderr.splitlines()) == 1
    assert name in told.stderr
    assert code in told.stderr


def test_a_directory_is_no_record(run: Run, home: Path) -> None:
    assert json.loads(run("replay", "--json", str(home)).stdout)["error"]["code"] == "file-unreadable"


def test_a_refused_token_is_told_with_its_place(run: Run, home: Path) -> None:
    result = run("replay", write(home / "bad.acta", ILLEGAL))
    assert result.stderr.endswith("bad.acta: deal 1, token 9, 2:+1: too-few-stones: 1 is too little: the least is 2.\n")


def test_standard_input_is_read(run: Run) -> None:
    assert json.loads(run("replay", "--json", "-", input=BOOK).stdout)["file"] == "-"


def test_names_do_not_command_the_terminal(run: Run) -> None:
    result = run("replay", "-", input=BOOK.replace('"Ana"', '"A\\u001b[2Jna"'))
    assert "\x1b" not in result.stdout
    assert "A[2Jna: no mus." in result.stdout


@pytest.mark.parametrize("language", ["en", "es"])
def test_at_40_columns_no_line_is_longer(run: Run, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    result = run("replay", "-", "--lang", language, input=UNFINISHED)
    assert max(map(len, result.stdout.splitlines())) <= 40


def test_without_files_it_is_wrong_usage(run: Run) -> None:
    assert run("replay").exit_code == 2
