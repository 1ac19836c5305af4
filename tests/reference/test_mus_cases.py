"""The by-the-book reference against the worked cases of the dossier and the field report (tests/cases/mus)."""

from __future__ import annotations

import itertools
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from . import mus_hands
from .mus_book import replay
from .mus_random import random_record, random_rules
from .mus_rules import PRESETS, read_rules

CASES = Path(__file__).parent.parent / "cases" / "mus"
FILES = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(CASES.glob("*.toml"))}


def entries(kind: str) -> list[Any]:
    """All tables of one kind, each named by its file and id."""
    found = [(name, entry) for name, tables in FILES.items() for entry in tables.get(kind, [])]
    return [pytest.param(entry, id=f"{name}: {entry['id']}") for name, entry in found]


def told(award: dict[str, Any]) -> str:
    """An award as the data files write it."""
    seats = "".join(f" {seat}" for seat in award["seats"])
    text = "{lance} {side} {stones} {why}, {when}".format(**award)
    return f"{text},{seats}" if seats else text


def effective(cards: str, rules: dict[str, Any]) -> list[str]:
    return [mus_hands.rank(card, rules) for card in mus_hands.read_cards(cards)]


def replay_two(entry: dict[str, Any], mano: int, play: str) -> dict[str, Any]:
    """A deal between the two hands of a comparison, X on chair 1."""
    rules = {"preset": "clasico", "kings": entry["kings"], "players": 2}
    deal = {"mano": mano, "cards": [entry["x"], entry["y"]], "play": play}
    return replay({"acta": 1, "game": "mus", "rules": rules, "deal": [deal]})


def test_every_file_has_cases_and_no_id_stands_twice() -> None:
    names = {"comparisons", "betting", "pares_juego", "end_of_game", "variants", "talk", "field"}
    assert names <= set(FILES)
    ids = [entry["id"] for tables in FILES.values() for kind in tables.values() for entry in kind]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("entry", entries("case"))
def test_record(entry: dict[str, Any]) -> None:
    record = {"acta": 1, "game": "mus", "rules": entry.get("rules", "clasico"), "deal": entry["deal"]}
    answer = replay(record)
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


@pytest.mark.parametrize("entry", entries("compare"))
def test_comparison(entry: dict[str, Any]) -> None:
    rules = read_rules({"kings": entry["kings"]})
    x, y = (mus_hands.strength(entry["lance"], mus_hands.read_cards(entry[side]), rules) for side in "xy")
    assert ("x" if x > y else "y" if y > x else "mano") == entry["winner"]


@pytest.mark.parametrize("entry", entries("compare"))
def test_comparison_in_play(entry: dict[str, Any]) -> None:
    """The same by an órdago between two alone, with each of the two as mano, where the pack has such hands."""
    rules = read_rules({"kings": entry["kings"], "players": 2})
    together = "".join(effective(entry["x"] + entry["y"], rules))
    if any(together.count(rank) > (8 if entry["kings"] == 8 and rank in "R1" else 4) for rank in together):
        pytest.skip("two such hands are not in one pack")
    winners = []
    for mano in (1, 2):
        other = 3 - mano
        play = f"{mano}:X"
        for _ in range(3):
            phase = replay_two(entry, mano, play)["deals"][0]["phase"]
            if phase == entry["lance"]:
                break
            play += f" {mano}:P {other}:P"
        answer = replay_two(entry, mano, f"{play} {mano}:O {other}:Q")
        assert answer["ok"], answer
        winners.append("xy"[int(answer["deals"][0]["winner"]) - 1])
    assert winners == (["x", "y"] if entry["winner"] == "mano" else [entry["winner"]] * 2)


@pytest.mark.parametrize("entry", entries("hand"))
def test_hand(entry: dict[str, Any]) -> None:
    rules = read_rules(entry.get("rules", {"kings": entry.get("kings", 8)}))
    hand = mus_hands.read_cards(entry["cards"])
    facts = {
        "total": mus_hands.total(hand, rules),
        "pares": mus_hands.PARES_NAMES[mus_hands.pares(hand, rules)[0]],
        "juego": mus_hands.bonus("juego", hand, rules),
    }
    said = {name: value for name, value in entry.items() if name in facts}
    assert said
    assert said == {name: facts[name] for name in said}


@pytest.mark.parametrize("entry", entries("extreme"))
def test_extreme(entry: dict[str, Any]) -> None:
    rules = read_rules({"kings": entry["kings"]})
    hands = [list(hand) for hand in itertools.combinations_with_replacement("RCS76541", 4)]
    if entry["lance"] in ("pares", "juego"):
        holds = {"pares": mus_hands.has_pares, "juego": mus_hands.has_juego}[entry["lance"]]
        hands = [hand for hand in hands if holds(hand, rules)]
    keys = [mus_hands.strength(entry["lance"], hand, rules) for hand in hands]
    assert mus_hands.strength(entry["lance"], list(entry["best"]), rules) == max(keys)
    assert mus_hands.strength(entry["lance"], list(entry["worst"]), rules) == min(keys)


def test_numbers_of_one_hand() -> None:
    """Dossier 9.1: counts over the 330 distinct hands, weighted to all 91,390 (8 kings)."""
    rules = read_rules(None)
    pack = [face for face in mus_hands.FACES for _ in range(4)]
    weights: dict[tuple[str, ...], int] = {}
    for hand in itertools.combinations([mus_hands.rank(card, rules) for card in pack], 4):
        key = tuple(sorted(hand))
        weights[key] = weights.get(key, 0) + 1

    def count(keep: Any) -> int:
        return sum(weight for hand, weight in weights.items() if keep(list(hand)))

    assert (sum(weights.values()), len(weights)) == (91390, 330)
    by_category = [count(lambda h, c=c: mus_hands.pares(h, rules)[0] == c) for c in range(4)]
    assert by_category == [39680, 43776, 4448, 3486]
    assert count(lambda h: mus_hands.has_juego(h, rules)) == 24444
    assert count(lambda h: mus_hands.total(h, rules) == 31) == 8384
    assert count(lambda h: mus_hands.is_perete(h, rules)) == 256
    assert count(lambda h: mus_hands.sign_is_true("ciego", h, rules)) == 28928
    totals = {mus_hands.total(list(hand), rules) for hand in weights}
    assert totals == {4, *range(7, 38), 40}


def test_every_preset_is_known() -> None:
    deal = {"cards": ["RoRc7o1o", "CoCcSoSc", "ReCe7c4c", "6o6c6e4o"], "play": "1:X"}
    for preset in PRESETS:
        assert replay({"acta": 1, "game": "mus", "rules": preset, "deal": [deal]})["ok"]


def test_random_records_are_accepted_by_the_reference_itself() -> None:
    """A record without a wrong token replays; a deal scores for one side a lance (R5.8) unless best_hand is on."""
    for seed in range(300):
        rng = random.Random(seed)
        rules = random_rules(rng)
        answer = replay(random_record(rng, rules, deals=rng.choice([1, 3])))
        assert answer["ok"], (seed, answer)
        if read_rules(rules)["refusal_bonus"] == "best_hand":
            continue
        for deal in answer["deals"]:
            sides = {(award["lance"], award["side"]) for award in deal["awards"] if award["lance"] != "mus"}
            assert len(sides) == len({lance for lance, _ in sides}), (seed, deal)
