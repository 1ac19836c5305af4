"""The worked cases of the rules dossier, section 11, played by the engine."""

from typing import Any

import pytest

from ordago.errors import RulesError
from ordago.mos.dealing import stock_size, verify_players
from tests.cases_mos import check_record_case, load_cases
from tests.engine_mos import replay, rules_of


@pytest.mark.parametrize("case", load_cases())
def test_record(case: dict[str, Any]) -> None:
    check_record_case(case, replay)


@pytest.mark.parametrize("case", load_cases("rules"))
def test_rules(case: dict[str, Any]) -> None:
    if case.get("refused"):
        with pytest.raises(RulesError):
            verify_players(rules_of(case.get("rules")), case["players"])
        return
    rules = rules_of(case.get("rules"))
    verify_players(rules, case["players"])
    assert stock_size(rules, case["players"]) == case["stock"]
