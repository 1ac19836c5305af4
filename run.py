#!/usr/bin/env python3
"""Plays Ordago, or tests it, from a fresh clone: needs Python 3.11 or later and nothing else.

    python3 run.py                       open tables in the browser: prints a link and a code to scan
    python3 run.py play mus              play in the terminal
    python3 run.py replay game.acta      any command of `ordago`, with its arguments
    python3 run.py test [--all]          the checks and tests; --all leaves nothing out
    python3 run.py texts                 bring the translation catalogues up to date

The first time, and whenever what is installed has changed, it sets up `.venv` beside this file.
"""

import hashlib
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

# Older Pythons from 3.6 on can read this file as far as here, so they say this instead of a traceback.
if sys.version_info < (3, 11):  # noqa: UP036 - see above
    sys.exit("Ordago needs Python 3.11 or later; this one is {}.{}.".format(*sys.version_info[:2]))

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
MAIN_JOB = ["serve"]

# What each check is called, and its command in the environment.
CHECKS = {
    "ruff check": ["ruff", "check", "--quiet"],
    "ruff format": ["ruff", "format", "--check", "--quiet"],
    "mypy": ["mypy", "--no-error-summary"],
    "import-linter": ["lint-imports", "--no-logo"],
}
PYTEST = ["pytest", "-n", "auto", "--maxprocesses", "8", "--dist", "worksteal"]

# What only `test --all` runs, since it needs more than Python: checks, markers of tests, and the groups for both.
MORE_CHECKS = {"client": ["python", "-m", "tools.client", "check"]}
MARKERS = ["slow", "bench", "browser", "services"]
GROUPS = ["bench", "client"]
NEEDS = "they need time, others' engines, Chromium, PostgreSQL and Redis, or Node"


class CannotSetUp(Exception):
    """The environment cannot be made; the message says what to do."""


def main(arguments: list[str]) -> int:
    """Do what the arguments say; return the exit status."""
    # No `match`: see the version check above.
    if arguments[:1] == ["test"]:
        if set(arguments[1:]) - {"--all"}:
            print("usage: python3 run.py test [--all]", file=sys.stderr)
            return 2
        return test(everything="--all" in arguments)
    if arguments == ["texts"]:
        set_up("dev")
        return subprocess.run([SCRIPTS / "python", "-m", "tools.texts"], cwd=ROOT).returncode
    set_up()
    return hand_over("ordago", arguments or MAIN_JOB)


# Setting up


def set_up(*groups: str) -> None:
    """Make `.venv` and install the project, with the dependency groups named, where that is not done yet.

    The project is installed editable: a change in the code needs no new set-up, only one in what is listed in `stamp`.
    """
    wanted = stamp()
    missing = [name for name in ("project", *groups) if installed_stamp(name) != wanted]
    if not missing:
        return
    print(f"Setting up {' and '.join(missing)} (about a minute, once) ...", file=sys.stderr, flush=True)
    if not works():
        make_venv()
    requirements = [item for group in groups for item in dependency_group(group)]
    pip = [str(SCRIPTS / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    if subprocess.run([*pip, "--editable", str(ROOT), *requirements], stdin=subprocess.DEVNULL).returncode:
        raise CannotSetUp("Setting up failed; the reason is above.")
    for name in ("project", *groups):
        stamp_file(name).write_text(wanted, "utf-8")


def make_venv() -> None:
    """Make `.venv` anew."""
    command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    made = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if made.returncode == 0:
        return
    said = (made.stderr + made.stdout).strip()
    if "ensurepip" in said or "No module named venv" in said:
        package = "python{}.{}-venv".format(*sys.version_info[:2])
        raise CannotSetUp(f"This Python lacks venv. On Debian or Ubuntu: sudo apt install {package} - then try again.")
    raise CannotSetUp(f"Cannot make {VENV}: {said}")


def works() -> bool:
    """Whether `.venv` can install: made here (not moved or copied from elsewhere), with pip, its Python still there."""
    try:
        pip = subprocess.run([SCRIPTS / "pip", "--version"], capture_output=True, text=True)
    except OSError:
        return False
    return pip.returncode == 0 and str(VENV) in pip.stdout


def stamp() -> str:
    """Return a digest of the files that decide what is installed, of the interpreter and of this folder."""
    from tools.client import sources  # not above: see the version check there

    digest = hashlib.sha256(f"{sys.version_info[:2]} {ROOT} {sources()}".encode())
    for path in [ROOT / "pyproject.toml", ROOT / "hatch_build.py", *sorted(ROOT.glob("src/**/*.po"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def stamp_file(name: str) -> Path:
    """Return where the stamp of the project or of a group is kept."""
    return VENV / f".installed-{name}"


def installed_stamp(name: str) -> str | None:
    """Return the stamp of what is installed; None where it is not, or where the environment lost its Python."""
    file = stamp_file(name)
    return file.read_text("utf-8") if file.exists() and any(SCRIPTS.glob("python*")) else None


def dependency_group(name: str) -> list[str]:
    """Return the requirements of a group in pyproject.toml; pip knows groups by name only since 25.1."""
    import tomllib  # not above: see the version check there

    groups: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return groups[name]


def hand_over(command: str, arguments: list[str]) -> int:
    """Go on as a command of the environment, with this terminal, its signals and its exit status."""
    program = str(SCRIPTS / command)
    if os.name == "nt":
        return subprocess.run([program, *arguments]).returncode
    os.execv(program, [program, *arguments])


# Testing


def test(everything: bool) -> int:
    """Run the checks and the tests; return 1 if any failed. The last line counts both together.

    The tests that a plain run leaves out are not watched for coverage, which would make them half as slow again. With
    `everything`, a test that is skipped has failed: nothing may be missing.
    """
    set_up("dev")
    left_out: list[str] = []
    failed: list[str] = []
    quick = " and ".join(f"not {marker}" for marker in MARKERS)
    runs = [("pytest", ["coverage", "run", "-m", *PYTEST, "-m", quick])]
    if everything:
        runs.append(("pytest of the rest", [*PYTEST, "-m", " or ".join(MARKERS)]))
        try:
            set_up(*GROUPS)
        except CannotSetUp as reason:
            failed.append(f"groups {', '.join(GROUPS)}: {reason}")
    else:
        left_out.append(
            f"tests marked {', '.join(MARKERS)}, checks of {', '.join(MORE_CHECKS)}: {NEEDS}; --all runs them"
        )

    checks = {**CHECKS, **MORE_CHECKS} if everything else CHECKS
    for name, command in checks.items():
        if not step(name, command):
            failed.append(name)
    step("coverage erase", ["coverage", "erase"])
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the workers fill the cores already
    counted = {"passed": 0, "failed": 0, "skipped": 0}
    for name, command in runs:
        report = VENV / "pytest.xml"
        report.unlink(missing_ok=True)
        reached_its_end = step(name, [*command, f"--junit-xml={report}"])
        found = count(report)
        if not reached_its_end and not found["failed"]:
            failed.append(f"{name}: did not reach its end, or found no test")
        if everything and found["skipped"]:
            failed.append(f"{name}: {found['skipped']} skipped, see above")
        counted = {key: counted[key] + found[key] for key in counted}
    step("coverage combine", ["coverage", "combine", "--quiet"])
    if not step("coverage", ["coverage", "report"]):
        failed.append("coverage")

    print("\nRan:", ", ".join([*checks, *(name for name, _ in runs), "coverage"]))
    for what in left_out:
        print("Left out:", what)
    for what in failed:
        print("Failed:", what)
    if counted["failed"]:
        print("Failed:", counted["failed"], "of the tests, see above")
    passed = counted["passed"] + sum(name not in failed for name in (*checks, "coverage"))
    total_failed = counted["failed"] + len(failed)
    print(f"{passed} passed, {total_failed} failed, {counted['skipped']} skipped", flush=True)
    return 1 if total_failed else 0


def step(name: str, command: list[str]) -> bool:
    """Run a command of the environment from the root of the repository, saying so; return whether it succeeded."""
    print(f"\n--- {name}: {' '.join(command)}", flush=True)
    program, *arguments = command
    return subprocess.run([SCRIPTS / program, *arguments], cwd=ROOT, stdin=subprocess.DEVNULL).returncode == 0


def count(report: Path) -> dict[str, int]:
    """Return how many tests passed, failed and were skipped, by pytest's own report."""
    counted = {"passed": 0, "failed": 0, "skipped": 0}
    if report.exists():
        for suite in ElementTree.parse(report).iter("testsuite"):
            failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            skipped = int(suite.get("skipped", 0))
            counted["failed"] += failed
            counted["skipped"] += skipped
            counted["passed"] += int(suite.get("tests", 0)) - failed - skipped
    return counted


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except CannotSetUp as reason:
        sys.exit(str(reason))
    except KeyboardInterrupt:
        sys.exit(130)
