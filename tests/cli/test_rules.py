"""`ordago rules`, and what every command has in common: help, version, languages, statuses."""

import pytest

from ordago import __version__
from ordago.mus import MUS
from tests.cli.conftest import Run


def test_without_a_name_every_rule_book_has_its_line(run: Run) -> None:
    result = run("rules", "--game", "mus")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    for preset in MUS.presets:
        assert any(line.startswith(f"  {preset}: ") for line in lines)


def test_a_rule_book_is_told_setting_by_setting_and_marks_what_differs(run: Run) -> None:
    result = run("rules", "ehmf", "--lang", "es")
    assert result.exit_code == 0
    assert "* target: El juego se gana con 30 piedras. (clasico: El juego se gana con 40" in result.stdout
    assert "  pares_value: Los pares valen: par 1, medias 2, duples 3." in result.stdout
    for setting in MUS.flat_rules(MUS.rules("ehmf", {})):
        assert f" {setting}: " in result.stdout


def test_settings_are_changed_on_the_command_line(run: Run) -> None:
    arguments = ["--set", "target=30", "--set", "mus_talk=fem", "--set", "paso_value.pares=1", "--set", 'real = "king"']
    result = run("rules", *arguments, "--set", "extra_kings=['5o']", "--set", "forbid_worst_ordago_accept=true")
    assert result.exit_code == 0
    starred = [line.split()[1] for line in result.stdout.splitlines() if line.startswith("* ")]
    assert starred == [
        *("extra_kings:", "target:", "mus_talk:", "forbid_worst_ordago_accept:"),
        *("paso_value:", "real:"),
    ]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["nope"], "preset-unknown"),
        (["nope", "--game", "mus"], "preset-unknown"),
        (["--game", "tute"], "game-unknown"),
        (["--set", "kings=7"], "setting-type"),
        (["--set", "kings"], None),
        (["--set", "=7"], None),
        (["--set", "target=30", "--set", "target.x=1"], None),
        (["--set", "colour=red"], "setting-unknown"),
        (["--set", "players=3", "--set", "senas=fem"], "setting-contradicts"),
        (["--lang", "tlh"], "language-unknown"),
        (["clasico", "extra"], None),
    ],
)
def test_what_is_refused_ends_with_1_and_wrong_usage_with_2(run: Run, arguments: list[str], code: str | None) -> None:
    result = run("rules", *arguments)
    assert result.exit_code == (1 if code else 2)
    assert result.stdout == ""
    if code:
        assert result.stderr.startswith(f"{code}: ")
        assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("language", ["en", "es"])
def test_at_40_columns_no_line_is_longer(run: Run, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    for arguments in ([], ["ffm"]):
        result = run("rules", *arguments, "--lang", language)
        assert max(map(len, result.stdout.splitlines())) <= 40


def test_the_language_of_the_environment_is_spoken(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert "Reglamentos de Mus" in run("rules").stdout
    assert "Rule books of Mus" in run("rules", "--lang", "en").stdout


def test_the_version_and_the_short_help(run: Run) -> None:
    version = run("--version")
    assert (version.exit_code, version.stdout) == (0, f"ordago {__version__}\n")
    nothing = run()
    assert nothing.exit_code == 0
    for command in ("play", "replay", "rules"):
        assert command in nothing.stdout
        assert run(command, "--help").exit_code == 0
