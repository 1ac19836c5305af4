"""Several processes that serve together, and the one that watches over them.

They share the sockets on which they listen. One that dies or hangs is replaced, and on SIGHUP each in turn by a new
one: the new one serves before the old one sends its clients away. Where the watching process itself is gone, however
that came, they stop as if they had been told to.
"""

import multiprocessing
import os
import shutil
import signal
import socket
import threading
from collections.abc import Callable

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.supervisors import Multiprocess

from ordago.core.scratch import scratch_folder
from ordago.web.metrics import SHARED


class Workers(Multiprocess):
    """uvicorn's processes, which say when all of them are ready and count together."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
        super().__init__(config, sockets)
        self._ready = ready
        self._said = False
        self._known: set[int | None] = set()

    def run(self) -> None:
        """Watch over them until told to stop."""
        with scratch_folder("ordago-metrics-") as folder:
            os.environ[SHARED] = str(folder)
            super().run()

    def keep_subprocess_alive(self) -> None:
        """Replace what has died; what it had open is counted no more."""
        for process in self.processes:
            process.child_conn.close()  # its end: held by it alone, so that waiting for its answer ends when it dies
        super().keep_subprocess_alive()
        living = {process.pid for process in self.processes}
        for gone in self._known - living:
            mark_process_dead(gone)  # type: ignore[no-untyped-call]  # the library has no types for it
        self._known = living
        if not self._said and not self.should_exit.is_set() and all(one.is_ready(1) for one in self.processes):
            self._said = True
            self._ready()


def end_with_parent() -> None:
    """Tell this process to stop once the one that watches over it is gone. Does nothing where there is none."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), name="parent", daemon=True).start()


def _end_after(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    shutil.rmtree(os.environ.get(SHARED, ""), ignore_errors=True)
    os.kill(os.getpid(), signal.SIGTERM)
