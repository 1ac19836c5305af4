"""Matches (rules dossier §7, S-4): one game, elimination series, first out wins, a fixed number; who deals."""

from typing import Any

import pytest

from ordago.mos import start
from tests.engine_mos import Table, ends, random_steps, read, refusal, replay, rules_of, shed


def match(rules: Table, *deals: tuple[str, str]) -> Table:
    """A record of games in phase 2: each deal is (cards, play); the first chair with cards is on turn."""
    tables = []
    for cards, play in deals:
        turn = 1 + next(at for at, text in enumerate(cards.split()) if text != "-")
        tables.append(shed(cards, play, turn=turn)["deal"][0])
    return {"acta": 1, "game": "mos", "rules": rules, "deal": tables}


def dealers(record: Table) -> list[int]:
    result = replay(record)
    assert result["ok"], result
    return [deal["dealer"] for deal in result["deals"]]


def test_a_single_game_ends_the_match() -> None:
    record = match({}, ("2H 3H", "1:2H"), ("2H 3H", ""))
    error = refusal(record)
    assert (error.code, error.deal, error.token) == ("match-over", 2, None)
    assert ends(match({}, ("2H 3H", "1:2H")))["match_winner"] is None


def test_a_series_eliminates_the_losers_in_order_and_crowns_the_last() -> None:
    deals = [("2H 3H - 4D", "1:2H 2:3H"), ("2H 3H - -", "1:2H"), ("2H - 3H -", "1:2H")]
    record = match({"match": "elimination"}, *deals)
    result = ends(record)
    assert (result["eliminated"], result["losses"]) == ([4, 2, 3], [0, 1, 1, 1])
    assert (result["winner"], result["match_winner"]) == (1, 1)
    assert [deal["winner"] for deal in replay(record)["deals"]] == [None, None, 1]
    assert dealers(record) == [4, 1, 3], "the next chair in play to the right of the eliminated one"


def test_an_eliminated_chair_gets_no_cards() -> None:
    record = match({"match": "elimination"}, ("2H 3H - 4D", "1:2H 2:3H"), ("2H 3H - 4D", ""))
    error = refusal(record)
    assert (error.code, error.where) == ("chair-eliminated", "deal[2].cards[4]")


def test_a_shared_loss_eliminates_nobody_and_the_next_chair_deals() -> None:
    rules = {"match": "elimination", "stall": {"mode": "draw", "idle_rounds": 1}}
    record = match(rules, ("KH2C 3D4D 5D6D", "1:KH 2:T"), ("2H 3H 4H", ""))
    assert ends(record)["eliminated"] == []
    assert dealers(record) == [3, 1]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_whole_series_has_one_game_less_than_players(players: int) -> None:
    last = [after for _, _, after in random_steps(players, players, {"match": "elimination"}, deals=99)][-1]
    assert last.games == players - 1
    assert last.match_over
    assert sorted((*last.eliminated, last.winner)) == list(range(1, players + 1))


def test_a_series_may_begin_in_the_middle() -> None:
    deal = {"cards": ["7H5D2C", "", "4C6S3D", ""], "stock": rest_of("7H5D2C4C6S3D")}
    record: Table = {"acta": 1, "game": "mos", "rules": {"match": "elimination"}, "deal": [deal]}
    result = ends(record)
    assert (result["eliminated"], result["losses"], result["dealer"], result["turn"]) == ([2, 4], [0, 1, 0, 1], 3, 1)
    record["deal"][0]["dealer"] = 2
    assert (refusal(record).code, refusal(record).where) == ("no-such-chair", "deal[1].dealer")
    record["rules"] = {"match": "fixed"}
    del record["deal"][0]["dealer"]
    assert (refusal(record).code, refusal(record).where) == ("hand-size", "deal[1].cards[2]")


def rest_of(cards: str) -> str:
    """The pack without these cards."""
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    gone = [cards[at : at + 2] for at in range(0, len(cards), 2)]
    return "".join(card for card in pack if card not in gone)


def test_the_final_of_a_series_takes_cards_out() -> None:
    rules = {"match": "elimination", "remove_for_two": 10}
    sizes = [
        len(act.stock)
        for before, act, _ in random_steps(3, 3, rules, deals=9)
        if before.deal_over and hasattr(act, "stock")
    ]
    assert sizes == [43, 36]


def test_first_out_wins_and_play_stops() -> None:
    result = ends(match({"match": "first_out"}, ("2H 3H4H 5D6D", "1:2H")))
    assert (result["phase"], result["winner"], result["loser"], result["losses"]) == ("over", 1, None, [0, 0, 0])
    assert result["match_winner"] == 1


def test_where_the_first_exit_leaves_one_player_he_has_lost() -> None:
    result = ends(match({"match": "first_out"}, ("2H 3H", "1:2H")))
    assert (result["winner"], result["loser"]) == (1, 2)


def test_continue_to_loser_goes_on() -> None:
    rules = {"match": "first_out", "continue_to_loser": True}
    going = ends(match(rules, ("2H 3H5H 4D", "1:2H")))
    assert (going["phase"], going["winner"], going["match_winner"]) == ("shedding", 1, None)
    over = ends(match(rules, ("2H 3H 4D", "1:2H 2:3H")))
    assert (over["out"], over["winner"], over["loser"], over["match_winner"]) == ([1, 2], 1, 3, 1)


def test_a_fixed_number_of_games_counts_losses() -> None:
    deals = [("2H 3H 4D", "1:2H 2:3H"), ("2H 3H -", "1:2H"), ("- 2H 3H", "2:2H")]
    record = match({"match": "fixed", "games": 3}, *deals)
    result = ends(record)
    assert (result["losses"], result["match_winner"], result["turn"]) == ([0, 1, 2], None, None)
    assert dealers(record) == [3, 3, 2], "the loser deals"
    assert dealers({**record, "rules": {"match": "fixed", "games": 3, "next_dealer": "rotate"}}) == [3, 1, 2]
    assert refusal({**record, "rules": {"match": "fixed", "games": 2}}).code == "match-over"


def test_where_nobody_lost_alone_the_next_chair_deals() -> None:
    rules = {"match": "fixed", "games": 2, "stall": {"mode": "draw", "idle_rounds": 1}}
    assert dealers(match(rules, ("KH2C 3D4D 5D6D", "1:KH 2:T"), ("2H 3H 4H", ""))) == [3, 1]


def test_the_dealers_right_neighbour_leads_the_first_duel() -> None:
    """P1-1."""
    for seed in range(6):
        for before, _, after in random_steps(seed, 5, {"match": "fixed", "games": 3}, deals=3):
            if before.deal_over:
                assert after.turn == after.dealer % 5 + 1


def test_an_early_stop_is_refused_where_another_deal_follows() -> None:
    error = refusal(match({"match": "fixed", "games": 2}, ("2H4H 3H", ""), ("2H 3H", "")))
    assert (error.code, error.deal, error.token) == ("deal-unfinished", 1, None)


def test_a_game_nobody_can_lose_alone() -> None:
    """I-6: who alone holds cards has lost; where nobody holds any there is no loser."""
    one = {"phase": "duels", "leader": 1, "piles": ["KH", "", ""], "trump": "5S", "holder": 1}
    deal: dict[str, Any] = {"cards": ["2C", "", ""], "position": one}
    assert ends({"acta": 1, "game": "mos", "deal": [deal]})["loser"] == 1
    nobody = {**one, "piles": ["", "", ""]}
    rules = {"lone_trump": "sits_out", "leftover": "discard"}
    result = ends({"acta": 1, "game": "mos", "rules": rules, "deal": [{**deal, "position": nobody}]})
    assert (result["phase"], result["loser"], result["losers"], result["losses"]) == ("over", None, [], [0, 0, 0])


def test_a_dealer_may_be_named() -> None:
    assert start(rules_of("mos"), 5, dealer=2).dealer == 2
    record = shed("2H 3H 4H", "")
    record["deal"][0]["dealer"] = 2
    assert read(record).start.dealer == 2
    for wrong in (0, 4, -1):
        record["deal"][0]["dealer"] = wrong
        assert refusal(record).code == "no-such-chair"
