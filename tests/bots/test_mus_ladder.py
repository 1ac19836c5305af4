"""The script behind the ladder of `docs/mus-bots.md`, and what the page says."""

from pathlib import Path

import pytest

from tools.mus_ladder import BEGIN, END, PAGE, PAIRS, compiled, main, played, row


def test_a_bot_against_itself_wins_half() -> None:
    result = played("tempered", "tempered", "off", 3, "1", 1, None)
    assert row(result).startswith("| tempered | tempered | off | 6 | 50.0 % |")


def test_the_table_takes_its_place_on_the_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    other = "| odds | rule | off | 10 | 50.0 % | 20.0 to 80.0 |"
    page.write_text(f"before\n{BEGIN}\nformer\n\n{other}\n{END}\nafter\n", "utf-8")
    main(["--games", "1", "--page", str(page), "--pairs", "tempered-uniform-off"])
    text = page.read_text("utf-8")
    assert text.startswith("before")
    assert text.endswith("after\n")
    assert "former" not in text
    assert "| tempered | uniform | off | 2 |" in text
    assert other in text, "rows that are not played stay"


def test_the_page_tells_of_pairs_that_the_script_plays_and_maestro_wins_most_of_its_rows() -> None:
    table = PAGE.read_text("utf-8").split(BEGIN)[1].split(END)[0]
    lines = [line.strip("| \n").split(" | ") for line in table.splitlines() if " % | " in line]
    assert {tuple(line[:3]) for line in lines} <= set(PAIRS)
    for line in lines:
        if line[0] == "maestro" and line[1] != "lance":
            assert float(line[5].split(" to ")[0]) > 50.0, f"{line[0]} is better than {line[1]} beyond doubt"


@pytest.mark.slow
@pytest.mark.parametrize(("rival", "least"), [("rule", 0.65), ("odds", 0.63), ("lance", 0.535)])
def test_the_maestro_that_ships_wins_about_as_many_compiled_juegos_as_the_page_says(rival: str, least: float) -> None:
    """The same cards and dice each time: 20,000 juegos, of which half a percent is within chance."""
    pytest.importorskip("numba")
    assert compiled("maestro", rival, 20_000, 1).value > least
