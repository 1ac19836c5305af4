"""`ordago play`: whole matches by script, in words and letters, left and taken up again."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ordago.bots import Choice
from ordago.cli import match as cli_match
from ordago.cli import saves
from ordago.mus import Cut
from tests.cli.conftest import Run

WORDS = ["x", "p", "q", "n", "e", "d #4", "p", "corto", "órdago", "q", "no", "5", "+3"]
"""What a person says over and over; what is not legal is refused and the next word tried."""

UNIFORM = ("--bots", "uniform")


def script(lines: int = 1500) -> str:
    return "".join(WORDS[at % len(WORDS)] + "\n" for at in range(lines))


@pytest.mark.parametrize(("language", "won"), [("en", "The match is won by"), ("es", "Partida para")])
def test_a_whole_match_by_script(run: Run, home: Path, language: str, won: str) -> None:
    result = run("play", "mus", *UNIFORM, "--seed", "1", "--lang", language, "--record", "r.acta", input=script())
    assert result.exit_code == 0, result.output
    assert won in result.stdout
    assert run("replay", "--json", "r.acta").exit_code == 0
    assert tomllib.loads((home / "r.acta").read_text("utf-8"))["seats"][0] == ("You" if language == "en" else "Tú")


def test_the_same_seed_and_words_give_the_same_match(run: Run) -> None:
    first, again = (run("play", "mus", *UNIFORM, "--seed", "7", input=script()).stdout for _ in range(2))
    assert first == again
    assert run("play", "mus", *UNIFORM, "--seed", "8", input=script()).stdout != first


@pytest.mark.parametrize("bots", ["uniform", "rule"])
def test_watching_needs_no_person(run: Run, home: Path, bots: str) -> None:
    result = run("play", "--seat", "0", "--seed", "3", "--bots", bots, "--set", "target=15", "--record", "r.acta")
    assert result.exit_code == 0, result.output
    assert "The match is won by" in result.stdout
    assert "Your cards" not in result.stdout
    assert result.stdout.count("(bot)") == 4


@pytest.mark.parametrize("language", ["en", "es"])
def test_at_40_columns_no_line_is_longer(run: Run, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    words = "?\nh\nc\nlog\nreglas\nwhy\nqué\n? p\n? órdago\n" + script()
    result = run(
        "play", *UNIFORM, "--seed", "4", "--set", "senas=fem", "--lang", language, "--save", "s.acta", input=words
    )
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 40


@pytest.mark.parametrize("variant", ["ffm", "fem2025", "ehmf", "torneo_es", "diez_reyes"])
def test_every_kind_of_rule_book_can_be_played(run: Run, variant: str) -> None:
    result = run("play", *UNIFORM, "--rules", variant, "--seed", "5", "--set", "target=10", input=script(3000))
    assert result.exit_code == 0, result.output
    assert "The match is won by" in result.stdout


@pytest.mark.parametrize("players", ["2", "3", "5", "6"])
def test_every_number_of_players_can_play(run: Run, players: str) -> None:
    arguments = ["--players", players, "--seat", "2", "--seed", "5", "--set", "target=10"]
    result = run("play", *UNIFORM, *arguments, input=script(3000))
    assert result.exit_code == 0, result.output
    assert "The match is won by" in result.stdout
    assert result.stdout.count("(bot)") == int(players) - 1


# Leaving and resuming


def test_the_end_of_the_input_saves_and_says_how_to_go_on(run: Run, home: Path) -> None:
    result = run("play", "mus", *UNIFORM, "--seed", "1", input="x\n")
    assert result.exit_code == 0
    assert result.stdout.endswith("Saved. To go on: ordago play --resume\n")
    kept = home / "ordago" / "saved.acta"
    assert kept.exists()
    assert run("replay", str(kept)).exit_code == 0, "what is kept is a record"


@pytest.mark.parametrize("word", ["quit", "salir", "exit"])
def test_a_word_saves_and_leaves(run: Run, word: str) -> None:
    result = run("play", *UNIFORM, "--seed", "1", "--save", "my match.acta", input=f"{word}\nx\n")
    assert result.exit_code == 0
    assert result.stdout.endswith("Saved. To go on: ordago play --resume 'my match.acta'\n")


@pytest.mark.parametrize("stop", [1, 2, 3, 7, 20, 41, 77])
def test_a_match_that_was_left_goes_on_as_if_it_had_not_been(run: Run, home: Path, stop: int) -> None:
    """In the middle of talk, discard and lances, with señas that rivals may see."""
    words = script().replace("órdago\n", "s more\n").splitlines(keepends=True)
    settings = ["--set", "senas=fem", "--seed", "11", "--bots", "rule", "--sena-seen", "0.5"]
    run("play", *settings, "--record", "whole.acta", input="".join(words))
    left = run("play", *settings, "--save", "left.acta", input="".join(words[:stop]))
    assert "Saved." in left.stdout
    resumed = run("play", "--resume", "left.acta", "--record", "resumed.acta", input="".join(words[stop:]))
    assert resumed.exit_code == 0, resumed.output
    assert (home / "resumed.acta").read_text("utf-8") == (home / "whole.acta").read_text("utf-8")


def test_a_resumed_match_tells_what_was_said_and_keeps_its_language(run: Run) -> None:
    left = run("play", *UNIFORM, "--seed", "11", "--lang", "es", "--name", "Ane", input="x\n")
    said = left.stdout.rpartition("Se reparte.")[2].splitlines()
    resumed = run("play", "--resume")
    assert resumed.exit_code == 0
    lines = resumed.stdout.splitlines()
    assert lines[0] == "Sigue la partida. Lo dicho en esta mano:"
    assert "Ane: no hay mus." in lines
    for line in said:
        if re.match(r"\w+: (mus|no hay mus|paso|envido)", line):
            assert line in lines
    assert "Speak" not in run("play", "--resume", "--lang", "en").stdout.splitlines()[0]


def test_a_finished_match_is_not_kept(run: Run, home: Path) -> None:
    run("play", *UNIFORM, "--seed", "1", input="x\n")
    assert run("play", "--resume", input=script()).exit_code == 0
    again = run("play", "--resume")
    assert again.exit_code == 1
    assert "file-unreadable" in again.stderr


def test_a_match_whose_save_was_named_ends_there_complete(run: Run) -> None:
    run("play", *UNIFORM, "--seed", "1", "--save", "s.acta", input="x\n")
    assert run("play", "--resume", "s.acta", input=script()).exit_code == 0
    assert run("replay", "s.acta").stdout.splitlines()[-1].startswith("The match is won by")
    again = run("play", "--resume", "s.acta")
    assert (again.exit_code, again.stderr) == (1, "match-over: The match is over.\n")


def test_a_new_match_says_that_an_older_one_is_kept(run: Run) -> None:
    run("play", *UNIFORM, "--seed", "1", input="x\n")
    assert "A match that you left is kept" in run("play", *UNIFORM, "--seed", "2", input="x\n").stdout


def test_any_unfinished_record_can_be_taken_up(run: Run, home: Path) -> None:
    text = 'acta = 1\ngame = "mus"\n[[deal]]\ncards = ["RR71", "CCSS", "RC74", "6664"]\nplay = "1:X"\n'
    (home / "a.acta").write_text(text, "utf-8")
    result = run("play", "--resume", "a.acta", input="e 5\n")
    assert "chair 1: envido 5." in result.stdout


GOOD = """acta = 1
game = "mus"
[meta.table]
seat = 1
bots = ["", "uniform", "uniform", "uniform"]
seed = "1"
[[deal]]
cards = ["RR71", "CCSS", "RC74", "6664"]
play = "1:X"
"""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "acta-version"),
        ("acta = 1\n[[", "toml-broken"),
        (GOOD.replace("1:X", "1:X 1:X"), "talk-is-over"),
        (GOOD.replace("seat = 1", "seat = 2"), "save-broken"),
        (GOOD.replace("seat = 1", "seat = 0"), "save-broken"),
        (GOOD.replace("seat = 1", 'seat = "one"'), "save-broken"),
        (GOOD.replace("seat = 1", "sena_seen = 2.0\nseat = 1"), "save-broken"),
        (GOOD.replace("seat = 1", "version = 2\nseat = 1"), "save-broken"),
        (GOOD.replace('seed = "1"', ""), "save-broken"),
        (GOOD.replace('"uniform"]', '"deepmus"]'), "bot-unknown"),
        (GOOD.replace(', "uniform"]', "]"), "save-broken"),
        (GOOD.replace("[meta.table]", "[meta]\ntable = 3\n[meta.x]"), "save-broken"),
        (GOOD.replace('seed = "1"', 'seed = "1"\nlanguage = "tlh"'), "language-unknown"),
        (GOOD.partition("[[deal]]")[0], "record-empty"),
    ],
)
def test_a_broken_save_is_refused_and_left_alone(run: Run, home: Path, text: str, code: str) -> None:
    path = home / "s.acta"
    path.write_text(text, "utf-8")
    result = run("play", "--resume", "s.acta", input="x\n")
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"{code}: " in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert path.read_text("utf-8") == text


def test_a_record_does_not_start_programs_unless_the_person_names_them(run: Run, home: Path) -> None:
    (home / "s.acta").write_text(GOOD.replace('"uniform"]', '"cmd:touch started"]'), "utf-8")
    refused = run("play", "--resume", "s.acta", input="p\np\np\n")
    assert refused.exit_code == 1
    assert "save-runs-program: " in refused.stderr
    assert not (home / "started").exists()
    assert run("play", "--resume", "s.acta", "--bots", "uniform", input="p\np\np\n").exit_code == 0
    assert not (home / "started").exists()
    run("play", "--bots", "uniform,uniform,cmd:touch started", "--seed", "2", input="x\np\np\np\n" * 9)
    assert (home / "started").exists()


def test_a_place_that_cannot_be_written_is_told(run: Run, home: Path) -> None:
    """Before a card is dealt where it was named, for the match as for its record."""
    (home / "file").write_text("", "utf-8")
    for option in ("--save", "--record"):
        result = run("play", *UNIFORM, "--seed", "1", option, "file/s.acta", input="x\n")
        assert result.exit_code == 1
        assert result.stderr.startswith("file-unwritable: ")
        assert result.stdout == ""


def test_where_the_usual_place_cannot_be_written_one_may_play(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("", "utf-8")
    monkeypatch.setattr(saves, "default_place", lambda: Path("file") / "saved.acta")
    result = run("play", *UNIFORM, "--seed", "1", input="x\n")
    assert result.exit_code == 1
    assert result.stderr.startswith("file-unwritable: ")
    assert result.stdout


def test_nothing_is_left_beside_a_save(run: Run, home: Path) -> None:
    run("play", *UNIFORM, "--seed", "1", "--save", "saves/s.acta", input="x\n")
    assert [path.name for path in (home / "saves").iterdir()] == ["s.acta"]


# What a person may ask


def test_question_marks_explain(run: Run) -> None:
    cards = 'acta = 1\ngame = "mus"\nseats = ["Ane", "Jon", "Eva", "Luis"]\n[[deal]]\n'
    Path("a.acta").write_text(cards + 'cards = ["RR71", "CCSS", "RC74", "6664"]\nplay = "1:X"\n', "utf-8")
    asked = run("play", "--resume", "a.acta", input="?\n? quiero\n? e 5\n? e 1\n? nonsense\n")
    told = re.sub(r"\n  ", " ", asked.stdout)
    for line in (
        "pass (p): you bet nothing. If everybody passes, the best hand takes 1 stone at the count.",
        "There is no bet to answer: pass, bet, or go órdago.",
        "1 is too little: the least is 2.",
        "I do not understand “nonsense”. ? shows what you may say now.",
    ):
        assert line in told
    assert told.count("envido (e, e5): you bet 2 or more.") == 2, "with ? and with ? e 5"


def test_what_is_not_allowed_is_refused_with_the_reason_and_asked_again(run: Run) -> None:
    result = run("play", *UNIFORM, "--seed", "1", input="quiero\nx\nmus\n")
    assert "There is no lance to bet on now." in result.stdout
    assert "You: no mus." in result.stdout
    assert "The mus is cut; now the lances are played." in result.stdout


def test_the_score_the_rules_and_the_help(run: Run) -> None:
    result = run("play", *UNIFORM, "--seed", "1", input="c\nrules\nh\nwhy\n")
    for line in (
        "Juegos: You and ",
        "  target: A juego is won with 40 stones.",
        "quit: leave; the match is saved.",
        "After a deal the bots tell why they did what they did.",
    ):
        assert line in result.stdout


def test_after_a_deal_the_bots_tell_why(run: Run) -> None:
    result = run("play", "--bots", "rule", "--seed", "1", "--pace", "fast", input=script(60) + "why\n" * 3)
    assert re.search(r"^\w+: .*(in 100|kept|cards)", result.stdout, re.MULTILINE)


def test_at_a_slow_pace_a_deal_waits_for_the_person(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    result = run("play", *UNIFORM, "--seed", "1", "--pace", "slow", input=script())
    assert "Enter deals again, quit leaves: " in result.stdout
    assert set(waited) == {cli_match.PACE}


def test_where_anybody_may_cut_the_person_may_speak_up(run: Run) -> None:
    result = run("play", *UNIFORM, "--seed", "3", "--set", "mus_talk=open_cut", input="\nx\n" * 5)
    assert "You may speak up: no mus (x). Enter waits." in result.stdout


# Options


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["tute"], "game-unknown"),
        (["--rules", "nope"], "preset-unknown"),
        (["--bots", "deepmus"], "bot-unknown"),
        (["--bots", "uniform,uniform"], "bots-count"),
        (["--players", "7"], "setting-type"),
        (["--set", "kings=5"], "setting-type"),
        (["--lang", "tlh"], "language-unknown"),
        (["--seat", "5"], None),
        (["--seat", "-1"], None),
        (["--pace", "warp"], None),
        (["--sena-seen", "2"], None),
        (["--resume", "s.acta", "--seed", "1"], None),
        (["--set", "kings"], None),
    ],
)
def test_what_is_refused_ends_with_1_and_wrong_usage_with_2(run: Run, arguments: list[str], code: str | None) -> None:
    result = run("play", *arguments)
    assert result.exit_code == (1 if code else 2), result.output
    assert result.stdout == ""
    if code:
        assert result.stderr.startswith(f"{code}: ")


def test_a_match_is_resumed_by_the_name_of_its_game_but_not_of_another(run: Run, home: Path) -> None:
    run("play", *UNIFORM, "--seed", "1", "--save", "s.acta", input="x\n")
    assert run("play", "mus", "--resume", "s.acta").exit_code == 0
    for words in (("mos", "--resume", "s.acta"), ("chess", "--resume", "s.acta")):
        refused = run("play", *words)
        assert refused.exit_code
        assert refused.stdout == ""


def test_bots_may_be_named_one_by_one(run: Run, home: Path) -> None:
    run("play", "--bots", "rule,uniform,rule", "--seed", "1", "--seat", "2", "--save", "s.acta", input="x\n")
    assert tomllib.loads((home / "s.acta").read_text("utf-8"))["meta"]["table"]["bots"] == [
        "rule",
        "",
        "uniform",
        "rule",
    ]


class Broken:
    """A bot that fails at every other decision and breaks the rules at the rest."""

    name = "broken"

    def __init__(self) -> None:
        self.times = 0

    def choose(self, view: Any, rng: Any) -> Choice:
        self.times += 1
        if self.times % 2:
            raise RuntimeError("lost")
        return Choice(Cut(view.seat % 4 + 1))


def test_a_bot_that_fails_or_cheats_does_not_stop_the_table(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_match, "bot_for", lambda game, name: Broken())
    result = run("play", "--seat", "0", "--seed", "1", "--set", "target=10")
    assert result.exit_code == 0, result.output
    assert "The match is won by" in result.stdout
    complaints = result.stderr.splitlines()
    assert len(complaints) == 4, "once for each bot"
    assert all(": bot-failed: " in line for line in complaints)
