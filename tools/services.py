"""PostgreSQL and Redis for tests and for trying things: on free ports of this machine, with data that go with them.

    python -m tools.services             print their addresses, run until Ctrl-C
    python -m tools.services -- COMMAND  run a command with the addresses in ORDAGO_DATABASE and ORDAGO_BUS, then stop:
    python -m tools.services -- ordago serve --workers 2

From Debian's packages `postgresql` and `redis-server` (or `valkey-server`). As root, PostgreSQL runs as the user
`postgres`, which its package makes: it refuses to run as root.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from ordago.core.scratch import left_behind, scratch_folder

FOLDERS = "ordago-services-"
"""What their folders' names begin with."""

STARTS = 30
"""So many seconds a service may take until it answers."""


class Missing(Exception):
    """A service that is not installed; the message says what to do."""


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Service:
    """A server that was started here. `url` is its address."""

    def __init__(self, folder: Path, port: int, url: str) -> None:
        self.folder = folder
        self.port = port
        self.url = url
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """How it is started."""
        raise NotImplementedError

    def start(self) -> None:
        """Start, and wait until it answers. Raises RuntimeError with what it said where it does not."""
        log = self.folder / "log"
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                stdout=out,
                stderr=out,
                stdin=subprocess.DEVNULL,
                process_group=0,  # Ctrl-C in a terminal is not for them
            )
        for _ in range(STARTS * 20):
            if self.process.poll() is not None:
                break
            if self.answers():
                return
            time.sleep(0.05)
        self.stop()
        raise RuntimeError(f"{self.command()[0]} does not start:\n{log.read_text('utf-8', 'replace')[-2000:]}")

    def answers(self) -> bool:
        """Whether it takes connections."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
            return True
        return False

    def stop(self, sign: int = signal.SIGINT) -> None:
        """Stop it; all connections are cut. It can be started again, on the same port with the same data."""
        if self.process is not None and self.process.poll() is None:
            self.go_on()
            self._signal(sign)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self._signal(signal.SIGKILL)
                self.process.wait()
        self.process = None

    def pause(self) -> None:
        """Stand still: connections stay open and nothing answers."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Go on after a pause."""
        self._signal(signal.SIGCONT)

    def _signal(self, sign: int) -> None:
        assert self.process is not None
        for pid in self.family(self.process.pid) if sign in (signal.SIGSTOP, signal.SIGCONT) else [self.process.pid]:
            with suppress(ProcessLookupError):
                os.kill(pid, sign)

    def family(self, pid: int) -> list[int]:
        """A process and all that it started."""
        with suppress(OSError):
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            return [pid, *(one for child in children for one in self.family(int(child)))]
        return [pid]


class Postgres(Service):
    """PostgreSQL with one database, `ordago`, and a user of that name. Commits are synced as in real life, or not."""

    def __init__(self, folder: Path, synced: bool = True) -> None:
        self.synced = synced
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4]))
        if not programs:
            raise Missing("PostgreSQL is missing. On Debian or Ubuntu: sudo apt install postgresql")
        self.programs = programs[-1].parent
        self.user: list[str] = []
        if os.getuid() == 0:
            self.user = ["runuser", "-u", "postgres", "--"]
            shutil.chown(folder, "postgres")
        port = free_port()
        super().__init__(folder, port, f"postgresql://ordago@127.0.0.1:{port}/ordago")
        data = ["-D", str(folder / "data"), "-U", "ordago", "--auth=trust", "--encoding=UTF8", "--no-locale"]
        self._run("initdb", *data, "--no-instructions")

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [*self.user, str(self.programs / program), *arguments], cwd=self.folder, capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}")

    def command(self) -> list[str]:
        """How it is started."""
        settings = {"listen_addresses": "127.0.0.1", "port": str(self.port), "unix_socket_directories": ""}
        if not self.synced:
            settings["fsync"] = "off"
        given = [f"-c{key}={value}" for key, value in settings.items()]
        return [*self.user, str(self.programs / "postgres"), "-D", str(self.folder / "data"), *given]

    def answers(self) -> bool:
        """Whether it takes connections."""
        at = ["-h", "127.0.0.1", "-p", str(self.port)]
        found = subprocess.run([self.programs / "pg_isready", "-q", *at], check=False)
        return found.returncode == 0

    def make(self, name: str) -> str:
        """A new empty database; its address."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "ordago", name)
        return f"{self.url.rpartition('/')[0]}/{name}"

    def stop(self, sign: int = signal.SIGINT) -> None:
        """Stop it at once (SIGINT) or as if the power had failed (SIGQUIT)."""
        if self.process is not None and self.user:  # the child of runuser, which passes on only some signals
            self.go_on()
            for pid in self.family(self.process.pid)[1:2]:
                with suppress(ProcessLookupError):
                    os.kill(pid, sign)
        super().stop(sign)


class Redis(Service):
    """Redis or Valkey, keeping nothing."""

    def __init__(self, folder: Path) -> None:
        found = shutil.which("redis-server") or shutil.which("valkey-server")
        if found is None:
            raise Missing("Redis is missing. On Debian or Ubuntu: sudo apt install redis-server")
        self.program = found
        port = free_port()
        super().__init__(folder, port, f"redis://127.0.0.1:{port}/0")

    def command(self) -> list[str]:
        """How it is started."""
        return [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]


@contextmanager
def running(synced: bool = True) -> Iterator[tuple[Postgres, Redis]]:
    """Both services, until the block ends. Where nothing is `synced`, what was committed is safe from everything but
    the end of this machine, and a busy disk makes nobody late. Raises Missing, RuntimeError.
    """
    for old in left_behind(FOLDERS):
        end_services_in(old)
    with scratch_folder(FOLDERS) as folder, ExitStack() as stack:
        folder.chmod(0o755)
        for name in ("postgres", "redis"):
            (folder / name).mkdir()
        postgres, redis = Postgres(folder / "postgres", synced), Redis(folder / "redis")
        for service in (postgres, redis):
            stack.callback(service.stop, signal.SIGQUIT)  # the data go as well
            service.start()
        postgres.make("ordago")
        yield postgres, redis


def end_services_in(folder: Path) -> None:
    """End the services whose folder this is: they outlive a process of ours that was killed."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cwd").resolve().is_relative_to(folder):
                os.kill(int(process.name), signal.SIGKILL)


def main(arguments: list[str]) -> int:
    """Run the services, or a command beside them; its exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        with running() as (postgres, redis):
            given = {"ORDAGO_DATABASE": postgres.url, "ORDAGO_BUS": redis.url}
            print(*(f"{name}={url}" for name, url in given.items()), sep="\n", flush=True)
            if arguments[:1] == ["--"]:
                signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C is the command's, which then ends
                return subprocess.run(arguments[1:], env=os.environ | given).returncode
            signal.pause()
    except (Missing, RuntimeError) as reason:
        print(reason, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
