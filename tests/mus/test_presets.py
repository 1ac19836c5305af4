"""The presets (6.3), flat names, and what a record writes of rules."""

import contextlib
import random
from typing import Any

import pytest

from ordago.errors import RulesError
from ordago.mus import MUS, rules
from ordago.mus.rules import ORDER, PRESET_SETTINGS
from tests.reference.mus_random import random_rules
from tests.reference.mus_rules import PRESETS, read_rules


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_as_the_reference_reads_the_dossier(preset: str) -> None:
    expected = read_rules(preset)
    found = MUS.flat_rules(rules(preset))
    assert list(found) == list(ORDER)
    assert {name: _listed(value) for name, value in found.items()} == expected


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


TABLE_6_3 = """
    setting             clasico     torneo_es     fem13         fem2025       ehmf          ffm           fim              nabo
    kings               8           8             8             8             4             4             4                4
    target              40          40            40            40            30            40            40               40
    juegos_to_win_vaca  2           3             5             4             3             3             4                2
    first_mano          random      lowest_deals  cut_suit      random        lowest_deals  lowest_deals  highest_is_mano  random
    mus_corrido         off         juego         match         off           off           off           off              off
    mus_talk            sequential  sequential    fem           fem           sequential    pair          sequential       sequential
    discard_order       mano_first  mano_first    dealer_first  dealer_first  mano_first    simultaneous  mano_first       mano_first
    mus_visto           off         off           off           off           mano_choice   redeal        forced           off
"""  # noqa: E501 - the columns of the dossier


def test_presets_are_the_table_of_the_dossier() -> None:
    head, *rows = [line.split() for line in TABLE_6_3.strip().splitlines()]
    for at, preset in enumerate(head[1:], 1):
        flat = MUS.flat_rules(rules(preset))
        assert {row[0]: str(flat[row[0]]) for row in rows} == {row[0]: row[at] for row in rows}, preset
        deje = ["pares", "juego", "punto"] if preset == "fem13" else []
        assert list(flat["deje_extra_lances"]) == deje
        default = MUS.flat_rules(rules())
        named = {row[0] for row in rows} | {"deje_extra_lances"}
        assert {name: value for name, value in flat.items() if name not in named} == {
            name: value for name, value in default.items() if name not in named
        }
    assert rules("cuatro_reyes") == rules(kings=4)
    assert rules("nueve_reyes") == rules(extra_kings=["5o"])
    assert rules("diez_reyes") == rules(extra_kings=["5o", "5c"])
    assert set(PRESET_SETTINGS) == {*head[1:], "cuatro_reyes", "nueve_reyes", "diez_reyes"} == set(MUS.presets)


def test_a_preset_and_settings_over_it() -> None:
    changed = rules("ehmf", target=40)
    assert (changed.hand.kings, changed.match.target) == (4, 40)


# Tables in part, flat names, and what a record writes


def test_a_table_given_in_part_overrides_only_the_keys_that_it_names() -> None:
    count = rules(paso_value={"pares": 1}, juego_value={"other": 4}).count
    assert (count.paso_value.grande, count.paso_value.pares, count.paso_value.juego) == (1, 1, 0)
    assert (count.juego_value.best, count.juego_value.other) == (3, 4)


def test_sides_follow_the_number_of_players_where_they_are_not_given() -> None:
    assert {n: rules(players=n).seating.sides for n in (2, 3, 4, 5, 6)} == {
        2: "individual",
        3: "individual",
        4: "pairs",
        5: "individual",
        6: "threes",
    }


def test_first_to_cut_sets_mus_corrido() -> None:
    assert rules(first_mano="first_to_cut").talk.mus_corrido == "match"
    assert rules(first_mano="first_to_cut", mus_corrido="juego").talk.mus_corrido == "juego"
    assert rules("torneo_es", first_mano="first_to_cut").talk.mus_corrido == "match"


@pytest.mark.parametrize("seed", range(0, 300, 10))
def test_flat_names_and_preset_and_changes_give_random_rules_back(seed: int) -> None:
    for number in range(seed, seed + 10):
        changes = random_rules(random.Random(number))
        made = MUS.rules(changes.pop("preset"), changes)
        assert MUS.rules("clasico", MUS.flat_rules(made)) == made
        preset, named = MUS.preset_and_changes(made)
        assert MUS.rules(preset, named) == made
        assert list(named) == [name for name in ORDER if name in named], "not in the dossier's order"
        for name in named:  # none is said in vain
            without = {other: value for other, value in named.items() if other != name}
            with contextlib.suppress(RulesError):
                assert MUS.rules(preset, without) != made, (name, named)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_names_itself_or_one_that_is_the_same(preset: str) -> None:
    named, changes = MUS.preset_and_changes(rules(preset))
    assert changes == {}
    assert rules(named) == rules(preset)


def test_rules_are_values() -> None:
    assert rules(kings=4) == rules("cuatro_reyes")
    assert hash(rules(kings=4)) == hash(rules("cuatro_reyes"))
    assert MUS.preset_and_changes(rules(kings=4)) == ("cuatro_reyes", {}), "not nabo, which few have heard of"
    assert rules(kings=4) != rules()
    with pytest.raises(AttributeError):
        rules().match.target = 30  # type: ignore[misc]  # frozen, which is the point
