"""Every code that the rules, records and commands raise has a sentence, a row in docs/codes.md, and what they need."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from ordago.errors import OrdagoError, RecordError, Refusal
from ordago.games import GAMES
from ordago.locale import languages, translator
from ordago.tell import TELLERS, error_text, mos_errors, mus_errors, place_text, teller
from ordago.tell.errors import SENTENCES
from tools import client_texts, texts

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src" / "ordago"
ERRORS = {"OrdagoError", "NotationError", "Refusal", "RulesError", "RecordError"}
PLACES = {"deal", "token", "text", "where"}
CODE = re.compile(r"[a-z]+(-[a-z]+)+")
OWN = {"mus": mus_errors.SENTENCES, "mos": mos_errors.SENTENCES}
"""Each teller's own sentences."""

INDIRECT = {"mus": {"card-too-often": {"card"}, "card-not-in-stock": {"card"}}, "mos": {}}
"""For each game codes that are handed to a function which raises them, with what that function adds."""


ADDED = {"install"}
"""What a sentence is given besides, whatever its code has."""


def calls(path: Path) -> Iterator[tuple[str, set[str]]]:
    """Each code raised in a file, with the names of its parameters."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS and node.args:
            first = node.args[0]
            codes = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            params = {keyword.arg for keyword in node.keywords if keyword.arg}
            for code in codes:
                if isinstance(code, ast.Constant) and isinstance(code.value, str):
                    yield code.value, params - PLACES if node.func.id == "RecordError" else params


def words_like_codes(path: Path) -> set[str]:
    """Every text in a file that looks like a code: where one is handed on before it is raised."""
    tree = ast.parse(path.read_text("utf-8"))
    found = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in found if CODE.fullmatch(text)}


def files(*rooms: str) -> list[Path]:
    return [path for room in rooms for path in [*SRC.glob(f"{room}.py"), *(SRC / room).rglob("*.py")]]


SHARED_ROOMS = (
    "cards",
    "core",
    "locale",
    "games",
    "batch",
    "bots",
    "tell",
    "cli",
    "arena",
    "training",
    "service",
    "table",
    "web",
)
"""Rooms that any game may meet."""

GAME_ROOMS = {"mus": ("mus", "odds", "solver"), "mos": ("mos",)}
"""Rooms that know one game."""


def raised(*rooms: str) -> dict[str, set[str]]:
    """The codes that these rooms raise, each with the parameters that it always has."""
    found: dict[str, set[str]] = {}
    for path in files(*rooms):
        for code, params in calls(path):
            found[code] = found.get(code, params) & params
    return found


def test_the_scan_finds_what_it_should() -> None:
    found = raised("mus", "core")
    assert len(found) > 50
    assert found["too-few-stones"] == {"stones", "least"}
    assert found["ordago-stands"] == {"chair"}, "both ways of an either-or"
    assert "perete-not-held" in {word for path in files("mus") for word in words_like_codes(path)}


@pytest.mark.parametrize("game", TELLERS)
def test_every_code_has_a_sentence(game: str) -> None:
    codes = set(raised(*GAME_ROOMS[game], *SHARED_ROOMS))
    for path in files(game, "cards"):
        codes |= words_like_codes(path)
    assert sorted(codes - set(OWN[game]) - set(SENTENCES)) == []


@pytest.mark.parametrize("game", TELLERS)
def test_a_sentence_uses_only_what_its_code_always_has(game: str) -> None:
    own = {**INDIRECT[game], **raised(*GAME_ROOMS[game], *SHARED_ROOMS)}
    anywhere = raised(*(room for rooms in GAME_ROOMS.values() for room in rooms), *SHARED_ROOMS)
    lacking = {}
    for sentences, found in ((OWN[game], own), (SENTENCES, anywhere)):
        for code, sentence in sentences.items():
            used = {name for _, name, _, _ in Formatter().parse(sentence) if name} - ADDED
            if used - found.get(code, set()):
                lacking[code] = used - found.get(code, set())
    assert lacking == {}


@pytest.mark.parametrize("game", TELLERS)
def test_no_sentence_is_left_over(game: str) -> None:
    own = {word for path in files(game) for word in words_like_codes(path)}
    assert sorted(set(OWN[game]) - own) == []
    spoken = {word for path in SRC.rglob("*.py") if "tell" not in path.parts for word in words_like_codes(path)}
    assert sorted(set(SENTENCES) - spoken - set(raised("tell", "table", "web")) - {"malformed"}) == []


def test_the_table_in_the_docs_has_a_row_for_each_code() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", (ROOT / "docs" / "codes.md").read_text("utf-8"), re.MULTILINE)
    assert len({code for code, _ in rows}) == len(rows), "a code stands twice"
    codes = set(SENTENCES).union(*OWN.values())
    assert sorted({code for code, _ in rows} & codes) == sorted(codes)
    assert all(meaning.strip() for _, meaning in rows)


@pytest.mark.parametrize("language", languages())
def test_every_sentence_can_be_said(language: str) -> None:
    """With parameters of any kind, and without braces left over."""
    t = translator(language)
    for game in TELLERS:
        for code, params in {**INDIRECT[game], **raised(*GAME_ROOMS[game], *SHARED_ROOMS)}.items():
            error = OrdagoError(code, **dict.fromkeys(params, 3))
            said = teller(game).error(error, ["Ana", "Jon", "Eva", "Luis"], t)
            assert "{" not in said
            assert said != str(error), code


SERVED = ("cards", "core", "games", "mus", "mos", "bots", "table", "service", "web")
"""Rooms whose refusals reach a browser."""


def test_the_browser_has_the_sentence_of_every_code_that_a_server_can_send() -> None:
    codes = set(raised(*SERVED))
    for path in files("table", "service", "web"):
        codes |= set(re.findall(r'"error": \{"code": "([a-z-]+)"', path.read_text("utf-8")))
        codes |= set(re.findall(r'_refused\([^\n]*"([a-z-]+)"', path.read_text("utf-8")))
    assert {"malformed", "too-fast", "too-large", "seat-not-now", "table-busy"} <= codes, "the scan sees them"
    told = client_texts.codes()["sentences"]
    assert sorted(codes - set(told)) == []
    (spanish,) = [texts.read(path) for path in texts.catalogue_files() if path.parent.parent.name == "es"]
    said = {message.id: message.string for message in spanish}
    assert [code for code in sorted(codes) if not said.get(told[code])] == []


def test_a_turn_is_told_by_name_where_names_are_known() -> None:
    error = Refusal("not-your-turn", chair=1, turn=2)
    t = translator("es")
    assert teller("mus").error(error, ["Ana", "Jon"], t) == "Todavía no es tu turno: ahora le toca a Jon."
    assert teller("mus").error(error, [], t) == "Todavía no es tu turno: ahora le toca a silla 2."


def test_lances_and_reasons_are_told_in_the_language_spoken() -> None:
    t = translator("es")
    told = teller("mus").error(
        OrdagoError("setting-contradicts", setting="senas", reason="señas need a partner"), [], t
    )
    assert told == "El ajuste senas contradice a otro: para hacer señas hace falta pareja."
    assert teller("mus").error(OrdagoError("sena-given", sena="two_kings"), [], t).endswith("dos reyes.")


def test_an_unknown_code_says_itself() -> None:
    assert error_text(OrdagoError("from-the-future", n=1), translator()) == "from-the-future (n=1)"


@pytest.mark.parametrize(
    ("error", "place"),
    [
        (RecordError("x", deal=2, token=5, text="3:+2"), "deal 2, token 5, 3:+2"),
        (RecordError("x", deal=2, where="deal[2].cards"), "deal[2].cards"),
        (RecordError("x", deal=2), "deal 2"),
        (RecordError("x"), ""),
        (Refusal("x"), ""),
    ],
)
def test_where_a_record_is_wrong(error: OrdagoError, place: str) -> None:
    assert place_text(error, translator()) == place


def named_in_contradictions(game: str) -> set[str]:
    """The settings that some contradiction of the game names: the argument that says so, wherever it is raised."""
    found = set()
    for path in (SRC / game).glob("*.py"):
        source = path.read_text("utf-8")
        found |= set(re.findall(r'"setting-contradicts",\s*setting="(\w+)"', source))
        found |= set(re.findall(r'_(?:contradiction|endless)\("(\w+)"', source))
        if "setting=name" in source:
            found |= {"min_open", "min_raise"}
    return found


@pytest.mark.parametrize(("game", "told"), [("mus", mus_errors.CONTRADICTIONS), ("mos", mos_errors.CONTRADICTIONS)])
def test_what_does_not_go_together_is_told_without_the_names_of_settings(game: str, told: dict[str, str]) -> None:
    assert set(told) == named_in_contradictions(game)
    names = set(GAMES[game].flat_rules(GAMES[game].rules(GAMES[game].default_preset, {})))
    for text in told.values():
        words = set(re.findall(r"\w+", text))
        assert not {word for word in words & names if "_" in word}
    assert client_texts.codes()["contradictions"].items() >= told.items()
