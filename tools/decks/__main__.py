"""Writes both sprites, or those of another look with `--letters` (S C R in the corners) or `--two-colours`."""

import argparse
from pathlib import Path

from tools.decks import french, spanish

ASSETS = Path(__file__).resolve().parents[2] / "client/src/assets"


def main() -> None:
    """Write `spanish.svg` and `french.svg`."""
    parser = argparse.ArgumentParser(prog="python3 -m tools.decks", description="Draw the decks.")
    parser.add_argument("folder", nargs="?", type=Path, default=ASSETS, help="where to write (default: the client)")
    parser.add_argument("--letters", action="store_true", help="S C R instead of 10 11 12")
    parser.add_argument("--two-colours", action="store_true", help="diamonds red as hearts, clubs black as spades")
    given = parser.parse_args()
    (given.folder / "spanish.svg").write_text(spanish.sprite(letters=given.letters), "utf-8")
    (given.folder / "french.svg").write_text(french.sprite(four=not given.two_colours), "utf-8")


if __name__ == "__main__":
    main()
