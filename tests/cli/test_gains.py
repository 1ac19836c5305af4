"""`ordago gains`: what it prints, and what it refuses."""

import json
from pathlib import Path

import pytest

from ordago.bots.mus_trained.store import write
from tests.cli.conftest import Run
from tests.training.fool import fool


@pytest.mark.slow
def test_the_command_prints_the_gains_and_what_is_not_claimed(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    file = tmp_path / "fool.bot"
    file.write_bytes(write(fool()))
    arguments = ("gains", "lance", "--file", str(file), "--deals", "300", "--folder", str(tmp_path))
    found = json.loads(run(*arguments, "--json").stdout)
    assert (found["bot"], found["deals"], len(found["seats"])) == ("lance", 300, 4)
    said = run(*arguments).stdout
    assert "Lower bounds" in said
    assert f"{100 * found['juegos'][0]:.1f} %" in said


def test_a_bot_or_a_file_that_is_not_there_is_told_so(run: Run, tmp_path: Path) -> None:
    assert "maestro" in run("gains", "nobody").output
    missing = run("gains", "lance", "--file", str(tmp_path / "none.bot"))
    assert missing.exit_code == 1
    assert "none.bot" in missing.output
