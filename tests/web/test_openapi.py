"""The server against its own OpenAPI: thousands of requests that it allows, and that it does not."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .test_serve import free_port, serving

SECONDS = 20
LEFT_OUT = "positive_data_acceptance"
"""A schema cannot say which rules go together: a table that cannot be is refused with a code, which is documented."""


@pytest.mark.slow
def test_whatever_is_asked_is_answered_as_the_openapi_says(tmp_path: Path) -> None:
    port = free_port()
    here = f"http://127.0.0.1:{port}"
    command = [str(Path(sys.executable).with_name("schemathesis")), "run", f"{here}/openapi.json"]
    command += ["--max-time", str(SECONDS), "--exclude-checks", LEFT_OUT, "-H", f"Origin: {here}"]
    command += ["--continue-on-failure", "--warnings", "off", "--generation-database", "none"]
    with serving(["--data", str(tmp_path / "tables")], port) as process:
        found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
        process.terminate()
        _, log = process.communicate(timeout=60)
    assert found.returncode == 0, found.stdout[-5000:]
    selected, total = map(int, re.findall(r"Operations: +(\d+) selected / (\d+) total", found.stdout)[0])
    assert selected == total > 10
    assert "Traceback" not in log
    assert '"level": "error"' not in log
