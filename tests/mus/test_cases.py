"""The engine against the worked cases of the dossier and the field report (tests/cases/mus)."""

from typing import Any

import pytest

from tests import cases_mus
from tests.cases_mus import entries
from tests.engine_mus import Engine


@pytest.mark.parametrize("entry", entries("case"))
def test_record(entry: dict[str, Any]) -> None:
    cases_mus.check_case(entry, Engine())


@pytest.mark.parametrize("entry", entries("compare"))
def test_comparison(entry: dict[str, Any]) -> None:
    cases_mus.check_comparison(entry, Engine())


@pytest.mark.parametrize("entry", [one for one in entries("compare") if cases_mus.in_one_pack(one.values[0])])
def test_comparison_in_play(entry: dict[str, Any]) -> None:
    cases_mus.check_comparison_in_play(entry, Engine())


@pytest.mark.parametrize("entry", entries("hand"))
def test_hand(entry: dict[str, Any]) -> None:
    cases_mus.check_hand(entry, Engine())


@pytest.mark.parametrize("entry", entries("extreme"))
def test_extreme(entry: dict[str, Any]) -> None:
    cases_mus.check_extreme(entry, Engine())
