"""The rooms that hold games of any kind name none: a third game is a folder and lines in the registries."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ordago
from ordago.games import GAMES, ODDS_GAME, PHRASES, SOLVED_GAME, WIRES
from ordago.tell import TELLERS

SOURCE = Path(ordago.__file__).parent
FILES = [path for room in ("core", "table", "cli") for path in sorted((SOURCE / room).rglob("*.py"))]
OF_ONE_GAME = {"cli/odds_text.py", "cli/train.py", "cli/gains.py", "cli/solve/two.py", "cli/solve/measure.py"}
"""What is about one game by its nature: the words of odds, the training of its bot, and its solution with the talk."""


def named(source: str) -> Iterator[str]:
    """The places that name a game: a string that is one, and an import of a game's room or of a room's file for it."""
    word = re.compile(rf"(?:^|[._])(?:{'|'.join(GAMES)})(?:$|[._:])")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
            found = [node.value]
        elif isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (f"line {node.lineno}: {text}" for text in found if word.search(text))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_file_names_a_game(path: Path) -> None:
    if path.relative_to(SOURCE).as_posix() not in OF_ONE_GAME:
        assert list(named(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "line",
    [
        *(f'"{name}"' for name in GAMES),
        "from ordago.mus import rules",
        "from ordago import mos",
        "import ordago.mus.game",
        "from ordago.tell.mus_words import LANCES",
        '"ordago.mos.game:MOS"',
        'GAMES["mus"]',
    ],
)
def test_the_scan_finds_every_way_of_naming_one(line: str) -> None:
    assert list(named(line))


def test_a_game_is_in_every_registry() -> None:
    assert set(GAMES) == set(WIRES) == set(PHRASES) == set(TELLERS)
    assert {ODDS_GAME, SOLVED_GAME} <= set(GAMES)
