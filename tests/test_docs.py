"""The examples in the documentation are true, and every command in the README is one."""

import doctest
import re
import shlex
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import run
from ordago.cli import db, saves
from ordago.cli.app import build
from ordago.core import read_record, report
from ordago.games import GAMES
from ordago.locale import translator

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
COMMANDS = sorted(set(re.findall(r"(?:^    |`)python3 run\.py(.*?)(?:  .*)?(?:`|$)", README, re.MULTILINE)))
DOCS = Path(__file__).parents[1] / "docs"
WITH_EXAMPLES = sorted(page.name for page in DOCS.glob("*.md") if ">>> " in page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_the_examples_of_a_page_run_as_printed(page: str) -> None:
    failed, tried = doctest.testfile(
        str(DOCS / page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE, encoding="utf-8"
    )
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_of_the_readme_exists_with_its_options(line: str) -> None:
    arguments = shlex.split(line) or run.MAIN_JOB
    if arguments[0] == "test":
        assert set(arguments[1:]) <= {"--all"}
        return
    real = (
        arguments[0] == "rules"
    )  # the others would play, serve or read a file; asked for help, they still read options
    told = CliRunner().invoke(build(translator()), arguments if real else [*arguments, "--help"])
    assert told.exit_code == 0, told.output


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the others have places of their own")
def test_tables_and_saves_lie_where_the_readme_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert "lie in `~/.config/ordago` on Linux (in `$XDG_CONFIG_HOME/ordago` where\nthat is set)" in README
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    assert db._place(None, None) == tmp_path / ".config/ordago/tables"
    assert saves.default_place() == tmp_path / ".config/ordago/saved.acta"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "elsewhere"))
    assert db._place(None, None) == tmp_path / "elsewhere/ordago/tables"


def test_an_option_that_there_is_not_would_be_found() -> None:
    assert CliRunner().invoke(build(translator()), ["serve", "--nope", "--help"]).exit_code == 2
    assert "" in COMMANDS


def test_the_record_in_the_readme_ends_as_the_readme_says() -> None:
    [text] = re.findall(r"((?:    .*\n|\n)*    acta = 1\n(?:    .*\n|\n)*)", README)
    record = read_record(re.sub(r"^    ", "", text, flags=re.MULTILINE), GAMES)
    assert report(record, GAMES["mus"])["deals"][0]["score"] == [8, 7]
