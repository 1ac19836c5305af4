"""Every public name is pinned in public_surface.txt, so that none comes, goes or changes its room unnoticed.

After a change that is meant: `python -m tests.test_public_surface --write`, and a fragment in changelog.d/ if people
outside may feel it.
"""

import importlib
import importlib.util
import sys
from pathlib import Path

PINNED = Path(__file__).with_name("public_surface.txt")
ROOMS = [
    "batch.mos",
    "batch.mus",
    "bots",
    "cards",
    "core",
    "errors",
    "games",
    "locale",
    "mos",
    "mus",
    "odds",
    "solver",
    "tell",
    "testing",
    "training",
]
UPDATE = "python -m tests.test_public_surface --write"


def public_names() -> list[str]:
    """Every name in the `__all__` of a room that exists, as `ordago.room.Name`, sorted."""
    names = []
    for room in ROOMS:
        module = f"ordago.{room}"
        if importlib.util.find_spec(module):
            names += [f"{module}.{name}" for name in getattr(importlib.import_module(module), "__all__", [])]
    return sorted(names)


def test_the_public_names_are_the_pinned_ones() -> None:
    assert public_names() == PINNED.read_text("utf-8").split(), f"if that is meant: {UPDATE}"


def test_every_public_name_exists_and_is_listed_once() -> None:
    names = public_names()
    assert len(names) == len(set(names))
    for name in names:
        module, _, attribute = name.rpartition(".")
        assert hasattr(importlib.import_module(module), attribute), name


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {UPDATE}")
    PINNED.write_text("\n".join(public_names()) + "\n", "utf-8", newline="\n")
