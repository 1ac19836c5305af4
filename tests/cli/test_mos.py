"""Møs at the command line: whole games by script, watched, left and taken up, skipped to the end, records, rules."""

import re
import tomllib
from pathlib import Path

import pytest

from ordago.cards.french import NAMES
from ordago.cli import match as cli_match
from ordago.mos import MOS
from tests.cli.conftest import Run

UNIFORM = ("--bots", "uniform")

CYCLE = ["", "t", *NAMES]
"""What a person says over and over; what is not legal is refused and the next word tried."""


def script(cycles: int = 150) -> str:
    return "".join(word + "\n" for word in CYCLE) * cycles


def play(run: Run, *arguments: str, words: str = script()) -> str:
    """The output of a game that is played."""
    result = run("play", "mos", *arguments, input=words)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


@pytest.mark.parametrize(("language", "end"), [("en", r"Loser: |You lose"), ("es", r"Pierde: |Pierdes")])
def test_a_whole_game_of_five_by_script(run: Run, language: str, end: str) -> None:
    told = play(run, "--players", "5", *UNIFORM, "--seed", "1", "--lang", language, "--record", "r.acta")
    assert re.search(rf"^({end})", told, re.MULTILINE)
    assert "Saved" not in told
    assert run("replay", "--json", "r.acta").exit_code == 0
    seats = tomllib.loads(Path("r.acta").read_text("utf-8"))["seats"]
    assert (len(seats), seats[0]) == (5, "You" if language == "en" else "Tú")


@pytest.mark.parametrize("players", ["2", "17"])
def test_watching_needs_no_person(run: Run, players: str) -> None:
    told = play(run, "--players", players, "--seat", "0", "--seed", "3", *UNIFORM, words="")
    assert told.count("(bot)") == int(players)
    assert re.search(r"^Loser: ", told, re.MULTILINE)
    assert "Your cards" not in told


@pytest.mark.parametrize("players", ["2", "5", "17"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_at_40_columns_no_line_is_longer(
    run: Run, players: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    words = "?\nh\nc\nlog\nreglas\nwhy\nqué\n? 2c\n? t\n? b\n" + script()
    told = play(run, "--players", players, *UNIFORM, "--seed", "2", "--lang", language, words=words)
    assert max(map(len, told.splitlines())) <= 40


@pytest.mark.parametrize("preset", MOS.presets)
def test_every_rule_book_can_be_played(run: Run, preset: str) -> None:
    told = play(run, "--rules", preset, "--players", "3", *UNIFORM, "--seed", "5")
    assert re.search(r"^(Loser: |You lose)", told, re.MULTILINE)


def test_the_same_seed_and_words_give_the_same_game(run: Run) -> None:
    first, again = (play(run, *UNIFORM, "--seed", "7", "--players", "3") for _ in range(2))
    assert first == again
    assert play(run, *UNIFORM, "--seed", "8", "--players", "3") != first


@pytest.mark.parametrize("stop", [1, 60, 200, 300, 400, 500])
def test_a_game_that_was_left_goes_on_as_if_it_had_not_been(run: Run, home: Path, stop: int) -> None:
    """In duels, in shedding, and while others play on."""
    words = script().splitlines(keepends=True)
    settings = ["--seed", "11", "--players", "4", *UNIFORM]
    play(run, *settings, "--record", "whole.acta")
    left = run("play", "mos", *settings, "--save", "left.acta", input="".join(words[:stop]))
    assert "Saved." in left.stdout
    resumed = run("play", "--resume", "left.acta", "--record", "resumed.acta", input="".join(words[stop:]))
    assert resumed.exit_code == 0, resumed.output
    assert (home / "resumed.acta").read_text("utf-8") == (home / "whole.acta").read_text("utf-8")


def test_a_long_game_that_goes_on_begins_with_its_last_lines(run: Run) -> None:
    words = "".join(script().splitlines(keepends=True)[:500])
    run("play", "mos", "--seed", "11", "--players", "4", *UNIFORM, input=words)
    lines = run("play", "--resume").stdout.splitlines()
    assert lines[:2] == ["The match goes on. What was said in this deal:", "(log shows all of it)"]
    assert len(lines) < 3 * cli_match.RECENT
    assert "New game." not in "".join(lines)
    assert "New game." in run("play", "--resume", input="log\n").stdout


# Those who have no more to do

EARLY_OUT = """acta = 1
game = "mos"
seats = ["Ane", "Jon", "Eva"]
[[deal]]
cards = ["3H", "4H5H6H9C", "5C7C8C2D"]
position = { phase = "shedding", trump = "S", turn = 1 }
play = ""
"""


def test_who_is_out_may_skip_to_the_end(run: Run, home: Path) -> None:
    (home / "a.acta").write_text(EARLY_OUT, "utf-8")
    arguments = ("play", "--resume", "a.acta", *UNIFORM, "--save", "s.acta")
    (watched, skipped) = (run(*arguments, input=f"3h\n{word}\n").stdout for word in ("", "skip"))
    assert "You have no more to do in this deal. Enter watches on, skip goes to its end." in watched
    assert watched.count("You have no more to do") == 1
    assert re.search(r"^(Ane|You) 3H \(out, 2 left\)[^>]*^You have no more to do", watched, re.MULTILINE), (
        "told before asked"
    )
    rest = skipped.partition("skip\n")[2]
    assert len(rest) < len(watched.partition("its end.")[2])
    found = re.search(r"^Loser: ", watched, re.MULTILINE)
    assert found
    end = watched[found.start() :]
    # The same bots, another seed: only that the end is told whole is sure.
    assert re.search(r"^Loser: .+\nOut, in this order: .+", rest, re.MULTILINE)
    assert end.count("\n") == rest[rest.index("Loser: ") :].count("\n")


def test_an_elimination_series_goes_on_when_the_person_has_left_it(run: Run) -> None:
    words = "".join(word + "\n" for word in (*CYCLE, "skip")) * 300
    told = play(run, "--players", "4", "--set", "match=elimination", *UNIFORM, "--seed", "2", words=words)
    assert told.count("New game.") == 3
    assert len(re.findall(r"^Out of the series: ", told, re.MULTILINE)) == 2
    assert re.search(r"^(The series is won by \w+|You win the series)\.$", told, re.MULTILINE)


def test_a_fixed_number_of_games_keeps_a_table_of_losses(run: Run) -> None:
    settings = ("--set", "match=fixed", "--set", "games=3", "--seat", "0")
    told = play(run, "--players", "3", *settings, *UNIFORM, "--seed", "2", words="")
    assert [line for line in told.splitlines() if re.match(r"Game \d of 3\.", line)] == [
        "Game 1 of 3.",
        "Game 2 of 3.",
        "Game 3 of 3.",
    ]
    tables = re.findall(r"^Losses after \d of 3 games: (.+)\.$", told, re.MULTILINE)
    assert [sum(map(int, re.findall(r"\d+", table))) for table in tables] == [1, 2, 3]
    assert "The match is over. Fewest losses: " in told


def test_lending_is_told(run: Run) -> None:
    told = play(run, "--players", "12", "--seat", "0", "--set", "lend_mode=average", *UNIFORM, "--seed", "2", words="")
    assert "Lending, at random and face down: " in told
    assert "Without a card" not in told


# Pace


def test_at_a_slow_pace_acts_are_told_one_by_one_and_rounds_at_a_fast_one(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    arguments = ("--seat", "0", "--seed", "1", "--players", "3", *UNIFORM, "--pace")
    fast = play(run, *arguments, "fast", words="")
    assert waited == []
    slow = play(run, *arguments, "slow", words="")
    assert set(waited) == {cli_match.PACE}
    assert " · " in fast
    assert " · " not in slow.partition("trump card is")[2]
    assert len(waited) <= len(slow.splitlines()), "no waiting where nothing was told"


def test_with_many_players_rounds_are_told_together_at_any_pace(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    told = play(run, "--seat", "0", "--seed", "1", "--players", "9", *UNIFORM, "--pace", "slow", words="")
    assert " · " in told.partition("trump card is")[2]
    assert max(waited) < cli_match.PACE


# Asking


def test_a_question_about_a_card_says_why_it_will_not_do(run: Run, home: Path) -> None:
    record = EARLY_OUT.replace('"3H", "4H5H6H9C"', '"3HTD", "4H5H6H9C"').replace(
        "turn = 1 }", 'turn = 1, table = ["JH"] }'
    )
    (home / "a.acta").write_text(record, "utf-8")
    told = re.sub(r"\n  ", " ", run("play", "--resume", "a.acta", *UNIFORM, input="? td\n? 3h\n? 9s\n? t\n?\n").stdout)
    for line in (
        "TD is neither of the led suit (♥ hearts) nor a trump (♠ spades). Needed: a heart or a spade above the jack.",
        "3H is too low: it does not beat JH. Needed: a heart or a spade above the jack.",
        "There is no 9S in the hand.",
        "Take (t): JH goes to your hand, and your turn is over.",
    ):
        assert line in told


def test_voluntary_and_blind_acts_are_offered_only_where_the_rules_have_them(run: Run) -> None:
    settings = ("--seed", "3", "--players", "3", *UNIFORM)
    assert "blind (b)" in play(run, *settings, "--set", "blind_play=both", words="\n")
    assert "blind (b)" not in play(run, *settings, words="\n")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--players", "18"], "players-range"),
        (["--players", "1"], "players-range"),
        (["--players", "17", "--set", "hand_size=4"], "stock-empty"),
        (["--set", "pickup_unit=last"], "setting-contradicts"),
        (["--bots", "rule"], "bot-unknown"),
        (["--players", "3", "--seat", "4"], None),
    ],
)
def test_what_is_refused_ends_with_1_and_wrong_usage_with_2(run: Run, arguments: list[str], code: str | None) -> None:
    result = run("play", "mos", *arguments)
    assert result.exit_code == (1 if code else 2), result.output
    if code:
        assert result.stderr.startswith(f"{code}: ")


# Records and rules

EXAMPLE = """acta = 1
game = "mos"
seats = ["Ana", "Luis", "Carmen", "Pedro", "Jon"]
[[deal]]
cards = ["7SKC6H", "JH9C2D", "5D6D7D8D3CTH2S", "3HQSTD2C", "5HAH9D4C"]
position = { phase = "shedding", trump = "S", turn = 4 }
play = "4:3H 5:5H 1:7S 2:JH 3:T 4:QS 5:AH 1:KC 2:T 3:5D6D7D8D 4:TD"
"""


def test_a_record_is_told_round_by_round_and_says_what_stands(run: Run) -> None:
    lines = run("replay", "-", input=EXAMPLE).stdout.splitlines()
    for line in (
        "-: Møs, rule book mos.",
        "Carmen: ♠ 2S · ♥ TH · ♦ 5D 6D 7D 8D · ♣ 3C",
        "Ana KC · Luis takes KC.",
        "Carmen 5D-8D · Pedro TD.",
        "Trump: ♠ spades. On the table, 2 of 5: Carmen 5D-8D, Pedro TD.",
    ):
        assert line in lines
    assert lines[-2:] == ["The record stops here.", "On turn: Jon."]


def test_a_record_that_stops_in_a_duel_tells_the_lead(run: Run) -> None:
    record = EXAMPLE.partition("cards")[0] + (
        'cards = ["KH2D3C", "4C5S6D", "9H9D9C", "8H8D8C", "7H7D7C"]\n'
        'position = { phase = "duels", leader = 1 }\nstock = "8S9S"\nplay = "1:KH"\n'
    )
    assert "Duel: Ana leads KH, Luis answers." in run("replay", "-", input=record).stdout


def test_a_refused_token_is_told_with_its_place(run: Run) -> None:
    result = run("replay", "-", "--lang", "es", input=EXAMPLE.replace("5:5H", "5:9D"))
    assert result.exit_code == 1
    assert result.stderr == (
        "-: mano 1, jugada 2, 5:9D: wrong-suit: 9D no es del palo de salida (♥ corazones) ni triunfo (♠ picas).\n"
    )


@pytest.mark.parametrize("preset", MOS.presets)
@pytest.mark.parametrize("language", ["en", "es"])
def test_rule_books_are_told_and_what_differs_is_starred(
    run: Run, preset: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = run("rules", preset, "--lang", language)
    assert result.exit_code == 0
    for setting in MOS.flat_rules(MOS.rules("mos", {})):
        assert f" {setting}: " in result.stdout
    starred = [line.split()[1] for line in result.stdout.splitlines() if line.startswith("* ")]
    changed = MOS.preset_and_changes(MOS.rules(preset, {}))[0] != "mos"
    assert bool(starred) is changed
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, run("rules", preset, "--lang", language).stdout.splitlines())) <= 40


def test_both_games_are_in_the_list_of_rule_books(run: Run) -> None:
    told = run("rules").stdout
    assert "Rule books of Mus:" in told
    assert "Rule books of Møs:" in told
