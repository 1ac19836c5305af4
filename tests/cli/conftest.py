"""The command line for tests: in this process, with files of its own, at a width of one's choice."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ordago.cli.app import build
from ordago.locale import translator

Run = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory that is everything the command knows of this machine: settings, saves, and where it runs."""
    for name in ("ORDAGO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(home: Path) -> Run:
    """`run("play", "mus", input="m\\n")`: the command, done in this process."""
    app = build(translator("en"))

    def invoke(*arguments: str, input: str = "") -> Result:
        return CliRunner().invoke(app, list(arguments), input=input, env=dict(os.environ))

    return invoke
