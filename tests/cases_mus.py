"""The worked cases of Mus (tests/cases/mus), and how a case is held against whoever plays Mus: engine or reference."""

import itertools
import tomllib
from pathlib import Path
from typing import Any, Protocol

import pytest

CASES = Path(__file__).parent / "cases" / "mus"
FILES: dict[str, dict[str, list[Any]]] = {
    path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(CASES.glob("*.toml"))
}
NAMES = {"comparisons", "betting", "pares_juego", "end_of_game", "variants", "talk", "field"}


class Player(Protocol):
    """Somebody who can play Mus by a record and value a hand. Cards are texts, `rules` the record's table."""

    def replay(self, record: dict[str, Any]) -> dict[str, Any]:
        """The object of `ordago replay --json`."""

    def strength(self, lance: str, cards: str, rules: dict[str, Any]) -> Any:
        """What is compared in this lance; the larger wins, equal ones go to the mano."""

    def facts(self, cards: str, rules: dict[str, Any]) -> dict[str, Any]:
        """`total`, `pares` (by name), `juego` (stones) and `ranks` (effective, high to low) of a hand."""


def entries(kind: str) -> list[Any]:
    """All tables of one kind, each named by its file and id."""
    found = [(name, entry) for name, tables in FILES.items() for entry in tables.get(kind, [])]
    return [pytest.param(entry, id=f"{name}: {entry['id']}") for name, entry in found]


def in_one_pack(entry: dict[str, Any]) -> bool:
    """Whether two such hands can be dealt together."""
    both, eight = entry["x"] + entry["y"], entry["kings"] == 8
    if eight:
        both = both.replace("3", "R").replace("2", "1")
    return all(both.count(rank) <= (8 if eight and rank in "R1" else 4) for rank in both)


def told(award: dict[str, Any]) -> str:
    """An award as the data files write it."""
    seats = "".join(f" {seat}" for seat in award["seats"])
    text = "{lance} {side} {stones} {why}, {when}".format(**award)
    return f"{text},{seats}" if seats else text


def check_case(entry: dict[str, Any], player: Player) -> None:
    """A `[[case]]`: a record and what must come of it."""
    record = {"acta": 1, "game": "mus", "rules": entry.get("rules", "clasico"), "deal": entry["deal"]}
    answer = player.replay(record)
    expect = dict(entry["expect"])
    if "refused" in expect:
        assert not answer["ok"], answer
        deal = expect.get("refused_deal", len(entry["deal"]))
        assert (answer["error"]["deal"], answer["error"]["token"] or 0) == (deal, expect["refused"])
        return
    assert answer["ok"], answer
    last = answer["deals"][-1]
    seen = {**answer, **last, "match_winner": answer["winner"]}
    missing = {"turn": None, "winner": None, "match_winner": None}  # TOML has no null: `"none"`
    for name, value in expect.items():
        assert seen[name] == (missing[name] if value == "none" else value), (name, seen[name], value)
    if "awards" in entry:
        assert [told(award) for award in last["awards"]] == entry["awards"]


def check_comparison(entry: dict[str, Any], player: Player) -> None:
    """A `[[compare]]`: which of two hands is better in a lance."""
    x, y = (player.strength(entry["lance"], entry[side], {"kings": entry["kings"]}) for side in "xy")
    assert ("x" if x > y else "y" if y > x else "mano") == entry["winner"]


def check_comparison_in_play(entry: dict[str, Any], player: Player) -> None:
    """The same by an órdago between two alone, with each of the two as mano."""
    winners = []
    for mano in (1, 2):
        other = 3 - mano
        play = f"{mano}:X"
        for _ in range(3):
            phase = replay_two(entry, mano, play, player)["deals"][0]["phase"]
            if phase == entry["lance"]:
                break
            play += f" {mano}:P {other}:P"
        answer = replay_two(entry, mano, f"{play} {mano}:O {other}:Q", player)
        assert answer["ok"], answer
        winners.append("xy"[int(answer["deals"][0]["winner"]) - 1])
    assert winners == (["x", "y"] if entry["winner"] == "mano" else [entry["winner"]] * 2)


def replay_two(entry: dict[str, Any], mano: int, play: str, player: Player) -> dict[str, Any]:
    """A deal between the two hands of a comparison, X on chair 1."""
    rules = {"preset": "clasico", "kings": entry["kings"], "players": 2}
    deal = {"mano": mano, "cards": [entry["x"], entry["y"]], "play": play}
    return player.replay({"acta": 1, "game": "mus", "rules": rules, "deal": [deal]})


def check_hand(entry: dict[str, Any], player: Player) -> None:
    """A `[[hand]]`: facts about one hand."""
    facts = player.facts(entry["cards"], entry.get("rules", {"kings": entry.get("kings", 8)}))
    said = {name: value for name, value in entry.items() if name in ("total", "pares", "juego")}
    assert said
    assert said == {name: facts[name] for name in said}


def check_extreme(entry: dict[str, Any], player: Player) -> None:
    """An `[[extreme]]`: no hand is stronger than `best`, none that holds the lance weaker than `worst`."""
    rules = {"kings": entry["kings"]}
    hands = ["".join(hand) for hand in itertools.combinations_with_replacement("RCS76541", 4)]
    if entry["lance"] in ("pares", "juego"):
        nothing = {"pares": "none", "juego": 0}[entry["lance"]]
        hands = [hand for hand in hands if player.facts(hand, rules)[entry["lance"]] != nothing]
    keys = [player.strength(entry["lance"], hand, rules) for hand in hands]
    assert player.strength(entry["lance"], entry["best"], rules) == max(keys)
    assert player.strength(entry["lance"], entry["worst"], rules) == min(keys)
