"""The load generator plays: its clients speak the protocol as it is now, and every part gives its figures."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

LOAD = Path(__file__).parent.parent / "benchmarks" / "load"


@pytest.mark.bench
@pytest.mark.parametrize(("part", "figure"), [("flat", "acts_per_core"), ("idle", "per_connection")])
def test_tables_are_seated_by_the_protocol_and_play(part: str, figure: str) -> None:
    command = [sys.executable, str(LOAD), part, "--only", "ordago", "--tables", "3", "--seconds", "2"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert found.returncode == 0, found.stderr
    assert not found.stderr
    [value] = re.findall(rf"{figure} ([0-9.]+)", found.stdout)
    assert part == "idle" or float(value) > 1
