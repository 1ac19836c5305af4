"""The command line for tests: in this process, with files of its own, at a width of one's choice."""

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner, Result

from ordago.cli import arena, play, saves
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
def run(home: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("play", "mus", input="m\\n")`: the command, done in this process.

    Where a test names no seed it is the same every time: a rare deal fails no test by chance.
    """
    app = build(translator("en"))
    for module in (arena, play, saves):
        monkeypatch.setattr(module, "secrets", SimpleNamespace(token_hex=lambda size: "5e" * size))

    def invoke(*arguments: str, input: str = "") -> Result:
        return CliRunner().invoke(app, list(arguments), input=input, env=dict(os.environ))

    return invoke
