"""The catalogues hold every text of the code, whole, in every language."""

from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from ordago.locale import SOURCE_LANGUAGE
from tools import texts

FILES = {path.parent.parent.name: path for path in texts.catalogue_files()}
TRANSLATIONS = sorted(set(FILES) - {SOURCE_LANGUAGE})


@pytest.fixture(scope="module")
def template() -> Catalog:
    return texts.extract()


def forms(value: str | list[str] | tuple[str, ...] | None) -> list[str]:
    """The singular and the plural of a text that has both, else the text alone."""
    return [value or ""] if value is None or isinstance(value, str) else list(value)


def places(text: str) -> set[str]:
    """The named places of a text: `{player}: {stones:d}` has player and stones."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def misplaced(message: Message) -> list[str]:
    """The translated forms whose places are not those of the original.

    A language's form for one may say "one" without the number, or say it where English does not; every other form must
    have exactly the places of the English plural.
    """
    ids = [places(text) for text in forms(message.id)]
    least, most = ids[0] & ids[-1], ids[0] | ids[-1]
    wrong = []
    for index, text in enumerate(forms(message.string)):
        low, high = (least, most) if index == 0 else (ids[-1], ids[-1])
        if text and not low <= places(text) <= high:
            wrong.append(text)
    return wrong


def test_english_and_spanish_are_there() -> None:
    assert {"en", "es"} <= set(FILES)


@pytest.mark.parametrize("language", sorted(FILES))
def test_the_file_says_what_the_code_says(language: str, template: Catalog) -> None:
    """No text missing, none left over, in the order and layout that the tool writes."""
    path = FILES[language]
    assert path.read_text("utf-8") == texts.updated(path, template), "run: python3 run.py texts"


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_text_is_translated(language: str) -> None:
    waiting = [message.id for message in texts.read(FILES[language]) if message.id and not all(forms(message.string))]
    assert waiting == []


@pytest.mark.parametrize("language", sorted(FILES))
def test_nothing_is_fuzzy_or_obsolete(language: str) -> None:
    catalogue = texts.read(FILES[language])
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []
    assert not catalogue.obsolete


@pytest.mark.parametrize("language", sorted(FILES))
def test_the_places_are_those_of_the_original(language: str) -> None:
    wrong = {
        str(message.id): bad for message in texts.read(FILES[language]) if message.id and (bad := misplaced(message))
    }
    assert wrong == {}


@pytest.mark.parametrize("language", sorted(FILES))
def test_the_header_names_no_date_and_no_person(language: str) -> None:
    header = FILES[language].read_text("utf-8").partition("\n\n")[0]
    for word in ("Date", "Translator", "Generated"):
        assert word not in header


@pytest.mark.parametrize(
    ("english", "translated", "ok"),
    [
        ("{player} bets {n}", "{player} envida {n}", True),
        ("{player} bets {n}", "{player} envida", False),
        ("{player} bets", "{jugador} envida", False),
        (("one stone", "{n} stones"), ("una piedra", "{n} piedras"), True),
        (("one stone", "{n} stones"), ("{n} piedra", "{n} piedras"), True),
        (("one stone", "{n} stones"), ("una piedra", "piedras"), False),
    ],
)
def test_the_comparison_of_places_itself(
    english: str | tuple[str, str], translated: str | tuple[str, str], ok: bool
) -> None:
    assert (misplaced(Message(english, translated)) == []) is ok


def test_extraction_finds_texts_marks_and_plurals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "src").mkdir()
    source = 't.text("a {b}", b=1)\nmark("c")\nt.plural("{n} d", "{n} ds", 2)\nother("e")\n'
    (tmp_path / "src" / "room.py").write_text(source, "utf-8")
    monkeypatch.setattr(texts, "ROOT", tmp_path)
    assert [message.id for message in texts.extract() if message.id] == ["a {b}", "c", ("{n} d", "{n} ds")]
