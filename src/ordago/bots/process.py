"""A program that is talked to in lines, and that cannot hang, flood or outlive whoever started it.

Threads read and write, so that a program which does not read, or never stops writing, fills its own pipe only. The
command is split like a shell would, but no shell runs it. The program gets a session of its own: it does not see the
terminal's Ctrl-C, and is killed with everything that it started.
"""

import os
import queue
import shlex
import signal
import subprocess
import threading
import weakref
from contextlib import suppress
from typing import IO

LONGEST = 1 << 20
"""Bytes of the longest line; more is cut off there, and so is no JSON any more."""

WAITING = 256
"""Lines that wait to be read; a program that writes more has to wait itself."""


class Ended(Exception):
    """The program has ended, or closed its output; `status` is how, None where that is not known."""

    def __init__(self, status: int | None) -> None:
        super().__init__(status)
        self.status = status


class Program:
    """A running program. `noisy` lets its standard error through to ours; else it is thrown away.

    Raises OSError where it cannot be started, ValueError for a command that cannot be split.
    """

    def __init__(self, command: str, noisy: bool = False) -> None:
        words = shlex.split(command)
        if not words:
            raise ValueError("no command")
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if noisy else subprocess.DEVNULL,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._told: queue.Queue[bytes | None] = queue.Queue()
        self._heard: queue.Queue[bytes | None] = queue.Queue(WAITING)
        self._stopped = threading.Event()
        for target, arguments in (
            (_write, (self._process.stdin, self._told)),
            (_read, (self._process.stdout, self._heard, self._stopped)),
        ):
            threading.Thread(target=target, args=arguments, daemon=True).start()
        self.kill = weakref.finalize(self, _kill, self._process, self._told, self._stopped)

    def tell(self, line: bytes) -> None:
        """Send a line; never waits."""
        self._told.put(line + b"\n")

    def hear(self, seconds: float) -> bytes:
        """The next line, without its end. Raises TimeoutError, and Ended once there is none any more."""
        try:
            line = self._heard.get(timeout=max(seconds, 0.0)) if seconds > 0 else self._heard.get_nowait()
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            self._heard.put(None)
            raise Ended(self._status())
        return line

    def _status(self) -> int | None:
        try:
            return self._process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            return None

    def close(self, seconds: float = 1.0) -> int | None:
        """Close the program's input and give it so long to end by itself; its status, None if it had to be killed."""
        self._told.put(None)
        try:
            return self._process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            self.kill()


def _write(pipe: IO[bytes], told: "queue.Queue[bytes | None]") -> None:
    with suppress(OSError, ValueError), pipe:  # it reads no more; whoever listens to it will notice
        while (line := told.get()) is not None:
            pipe.write(line)
            pipe.flush()


def _read(pipe: IO[bytes], heard: "queue.Queue[bytes | None]", stopped: threading.Event) -> None:
    with suppress(OSError, ValueError), pipe:
        while not stopped.is_set() and (line := pipe.readline(LONGEST)):
            _put(heard, line.rstrip(b"\r\n"), stopped)
    _put(heard, None, stopped)


def _put(heard: "queue.Queue[bytes | None]", line: bytes | None, stopped: threading.Event) -> None:
    while not stopped.is_set():
        try:
            heard.put(line, timeout=0.2)
            return
        except queue.Full:
            continue


def _kill(process: "subprocess.Popen[bytes]", told: "queue.Queue[bytes | None]", stopped: threading.Event) -> None:
    """End the program and its children, and the threads that talk to it."""
    stopped.set()
    told.put(None)
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # its session's group has its own number
    elif process.poll() is None:
        process.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=5.0)
