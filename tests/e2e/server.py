"""A server of its own for tests that drive a browser."""

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def running_server(data: Path) -> Iterator[str]:
    """`ordago serve` on a free port; yields its address."""
    port = free_port()
    code = "from ordago.cli import main; main()"
    command = [sys.executable, "-c", code, "serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(data)]
    with (data / "log.txt").open("wb") as log:
        process = subprocess.Popen([*command, "--no-open"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        link = f"http://localhost:{port}"
        try:
            _wait(process, link)
            yield link
        finally:
            process.terminate()
            process.wait(20)


def _wait(process: "subprocess.Popen[bytes]", link: str) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(f"{link}/healthz", timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the server did not start: exit status {process.poll()}")
