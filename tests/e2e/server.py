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


class Server:
    """`ordago serve` on a port and a folder that it keeps when it is started again; `static`: another client."""

    def __init__(self, data: Path, static: Path | None = None) -> None:
        self.data = data
        self._static = static
        self.port = free_port()
        self.link = f"http://localhost:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        code = "from ordago.cli import main; main()"
        if self._static:
            code = (
                f"from ordago.web import pages; pages.STATIC = pages.Path({str(self._static)!r}); "
                f"pages.FILES = pages.Files(directory=pages.STATIC); {code}"
            )
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        with (self.data / "log.txt").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", code, "serve", *where, "--no-open"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        try:
            self._wait(self._process)
        except BaseException:
            self.kill()
            raise

    def stop(self) -> None:
        """End it as an administrator does."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(60)
        self._process = None

    def kill(self) -> None:
        """End it as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(60)
        self._process = None

    def _wait(self, process: "subprocess.Popen[bytes]") -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.link}/healthz", timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"the server did not start: exit status {process.poll()}")


@contextmanager
def running_server(data: Path) -> Iterator[str]:
    """`ordago serve` on a free port; yields its address."""
    server = Server(data)
    server.start()
    try:
        yield server.link
    finally:
        server.stop()
