"""A server process pinned to one core, and what the kernel says of it."""

import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Process:
    """A server of its own process on the last core; the load generator keeps to the others."""

    def __init__(self, command: list[str], folder: Path, url: str, variables: Mapping[str, str] | None = None) -> None:
        core = max(os.sched_getaffinity(0))
        self.log = (folder / "log.txt").open("wb")
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
            env={**os.environ, **(variables or {})},
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),
        )
        self.pid = self._process.pid
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(url, timeout=2).close()
                return
            except urllib.error.HTTPError:
                return
            except OSError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((folder / "log.txt").read_text()) from None
                time.sleep(0.05)

    def close(self) -> None:
        """Stop it, and what it started."""
        for pid in reversed(family(self.pid)):
            os.kill(pid, signal.SIGKILL)
        self._process.wait()
        self.log.close()


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    children = [
        int(one) for task in Path(f"/proc/{pid}/task").iterdir() for one in (task / "children").read_text().split()
    ]
    return [pid, *(one for child in children for one in family(child))]


def cpu_seconds(pid: int) -> float:
    """CPU time that a process and its children have taken, all their threads, kernel and user."""
    found = (Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in family(pid))
    return sum(int(fields[11]) + int(fields[12]) for fields in found) / TICKS


def resident(pid: int) -> int:
    """Bytes of memory that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("no VmRSS")
