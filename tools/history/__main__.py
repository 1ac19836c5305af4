"""The check of histories from the command line."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

import tools.history
from tools.history.run import history
from tools.services import running


def main() -> int:
    """Run from the command line; 1 where something was wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.history", description=(tools.history.__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--workers", type=int, default=3)
    given = parser.parse_args()
    with running() as services, tempfile.TemporaryDirectory() as folder:
        work = history(given.seed, given.minutes * 60, given.tables, given.workers, services, Path(folder))
        found, counts = asyncio.run(work)
        for log in Path(folder).glob("*.log"):
            lines = log.read_text("utf-8", "replace").splitlines()
            found += [f"{log.name}: {line[:4000]}" for line in lines if "-failed" in line]
    for name, count in sorted(counts.items()):
        print(f"{count:8} {name}")
    for fault in found:
        print("WRONG:", fault)
    print(f"seed {given.seed}: {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
