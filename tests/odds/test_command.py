"""`ordago odds` as people and programs call it."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from ordago.cli.app import run
from ordago.mus import rules
from ordago.odds import Known, table
from ordago.odds import odds as ask
from ordago.odds.chart import curves


def said(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    with pytest.raises(SystemExit) as stopped:
        run(["odds", *arguments])
    out, err = capsys.readouterr()
    assert (stopped.value.code or 0) == status, err
    return out if not status else err


def test_one_object_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "RR71", "--seat", "2", "--partner", "two kings", "--players", "4", "--json"))
    assert (found["hand"], found["seat"], found["exact"]) == ("RR71", 2, True)
    assert found["known"] == {"holds": {"4": "two_kings"}}
    answer = ask(rules(), "RR71", 2, Known(holds={4: "two_kings"}))
    for lance, chances in answer.lances.items():
        for name in ("me", "pair", "played", "won", "ordago"):
            assert found["lances"][lance][name] == getattr(chances, name)
    assert {one["thrown"] for one in found["discards"]} >= {"7", "71", "RR71"}
    assert found["cut"] is False
    quick = json.loads(said(capsys, "RR71", "--seat", "2", "--partner", "two kings", "--json", "--quick"))
    assert quick["lances"] == found["lances"]
    assert quick["discards"] == []


def test_a_table_with_bars_and_the_advice(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "RR71", "--players", "2", "--set", "paso_value.grande=2")
    assert "Grande          92.8 %  92.8 % 100.0 %  92.8 %  ###################." in told
    assert "keep all" in told
    assert max(len(line) for line in told.splitlines()) <= 80


def test_sentences_in_spanish(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("RR71", "--pares", "1,3", "--juego", "ninguno", "--partner", "dos reyes", "--discards", "7S", "--plain")
    told = said(capsys, *given, "--lang", "es")
    assert "El puesto 3 lleva: dos reyes." in told
    assert "Vistas: 7S." in told
    assert "Grande: lo ganáis en el" in told
    assert "#" not in told
    assert "tirar" not in told, "nobody discards any more"


def test_a_sign_named_in_english_is_told_in_spanish(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("two kings", "two_kings", "Two-Kings"):
        told = said(capsys, "RR71", "--partner", name, "--quick", "--lang", "es")
        assert "El puesto 3 lleva: dos reyes." in told


def test_six_players_are_said_to_be_drawn_at_random(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "RR71", "--players", "6", "--holds", "2:duples")
    assert "40000 deals drawn at random" in told
    found = json.loads(said(capsys, "RR71", "--players", "6", "--json"))
    assert not found["exact"]
    assert 0 < found["margin"] < 0.01


@pytest.mark.parametrize(
    ("status", "arguments", "says"),
    [
        (1, ("RR7",), "hand-size: A hand has four cards."),
        (1, ("RX71",), "card-unknown"),
        (1, ("RR71", "--seat", "9"), "odds-seat: There is no seat 9: 4 play."),
        (1, ("RR71", "--seat", "9", "--partner", "duples"), "odds-seat: There is no seat 9: 4 play."),
        (1, ("RR71", "--holds", "9:duples", "--lang", "es"), "odds-seat: No hay puesto 9: juegan 4."),
        (1, ("RR71", "--holds", "1:duples"), "odds-own-seat: Seat 1 is your own."),
        (2, ("RR71", "--holds", "2:duples", "--holds", "2:medias"), "seat 2 is named twice"),
        (2, ("RR71", "--partner", "duples", "--holds", "3:medias"), "seat 3 is named twice"),
        (1, ("RR71", "--partner", "hats"), "odds-holds"),
        (1, ("RR71", "--pares", "2"), "odds-own-hand: Your RR71 in seat 1 does not fit what is declared of pares."),
        (1, ("7777", "--holds", "2:777R"), "odds-impossible"),
        (1, ("RR71", "--rules", "nobody"), "preset-unknown"),
        (1, ("RR71", "--players", "9"), "setting-type"),
        (1, ("--chart", "odds.gif"), "chart-kind"),
        (1, ("--chart", "no/such/place.svg"), "file-unwritable"),
        (2, (), "name four cards"),
        (2, ("RR71", "--pares", "x"), "not seats"),
        (2, ("RR71", "--holds", "duples"), "SEAT:WHAT"),
        (2, ("RR71", "--players", "2", "--partner", "duples"), "there is not one partner here"),
    ],
)
def test_bad_input_is_refused_in_words(
    capsys: pytest.CaptureFixture[str], status: int, arguments: tuple[str, ...], says: str
) -> None:
    told = said(capsys, *arguments, status=status)
    assert says in " ".join(told.split())
    assert "Traceback" not in told


def test_the_chart_is_a_picture_of_the_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said(capsys, "--chart", str(tmp_path / "odds.svg"), "--lang", "es")
    picture = ElementTree.parse(tmp_path / "odds.svg").getroot()
    names = {"svg": "http://www.w3.org/2000/svg"}
    lines = picture.findall("svg:polyline", names)
    assert len(lines) == 5 * 4
    assert [len((line.get("points") or "").split()) for line in lines[::4]] == [330, 330, 260, 104, 226]
    texts = {text.text for text in picture.findall("svg:text", names)}
    assert {"Grande", "Punto", "puesto 1, mano", "puesto 4, postre", "RRRR", "100 %"} <= texts
    grande = curves(table())[0]
    assert grande.hands[-1] == "RRRR"
    assert grande.chances[0][-1] == 1
    assert grande.chances[3][grande.hands.index("RR71")] == table().chance("RR71", 4, "grande", "won")


def test_png_without_matplotlib_says_what_is_missing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert "charts-missing" in said(capsys, "--chart", str(tmp_path / "odds.png"), status=1)


def test_rebuilding_says_where(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ordago.odds.pairs.default_path", lambda: tmp_path / "pairs.odds")
    counts = table().counts
    monkeypatch.setattr("ordago.odds.pairs.build", lambda progress=None: counts)
    assert "pairs.odds" in "".join(said(capsys, "--rebuild").split())  # a long path is broken over lines
    assert (tmp_path / "pairs.odds").stat().st_size > 300_000


def test_nothing_else_loads_numpy() -> None:
    code = (
        "import sys, ordago.mus, ordago.tell, ordago.cli.app\n"
        "try: ordago.cli.app.run(['rules', 'clasico'])\n"
        "except SystemExit: pass\n"
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode == 0
