"""Møs in the record format: deals, positions, draws as notes, strict reading, canonical writing."""

import random
from typing import Any

import pytest
import tomlkit

from ordago.core import Record, read_record, report, write_record
from ordago.mos import MOS, Draw, Play, State, start
from tests.engine_mos import (
    GAMES,
    Table,
    code_of,
    duel,
    ends,
    random_steps,
    read,
    refusal,
    replay,
    rules_of,
    shed,
    state_after,
)
from tests.mos.test_series import rest_of
from tests.reference import mos_book

BLOCK = {"preset": "mos", "phase1_end": "first_block"}
"""Phase 1 ends where a chair that is due has no card."""

EXAMPLE = """\
acta = 1
game = "mos"
rules = "mos"

[[deal]]
cards = ["7SKC6H", "JH9C2D", "5D6D7D8D3CTH2S", "3HQSTD2C", "5HAH9D4C"]
position = { phase = "shedding", trump = "S", turn = 4 }
play = "4:3H 5:5H 1:7S 2:JH 3:T 4:QS 5:AH 1:KC 2:T 3:5D6D7D8D 4:TD 5:T"
"""


def fresh(play: str = "", **keys: Any) -> Table:
    """A fresh deal for three."""
    deal = {"cards": ["7H5D2C", "4C6S3D", "9STHJD"], "stock": rest_of("7H5D2C4C6S3D9STHJD"), "play": play}
    return {"acta": 1, "game": "mos", "deal": [{**deal, **keys}]}


def test_the_example_of_the_format() -> None:
    result = replay(EXAMPLE)
    assert result["ok"]
    assert (result["turn"], result["legal"], result["also"]) == (1, ["T"], {})
    assert write_record(read(EXAMPLE), MOS) == (
        'acta = 1\ngame = "mos"\nrules = "mos"\n\n[[deal]]\ndealer = 5\n'
        'cards = ["KC7S6H", "JH9C2D", "TH8D7D6D5D3C2S", "QSTD3H2C", "AH9D5H4C"]\n'
        'position = {phase = "shedding", trump = "S", turn = 4}\n'
        'play = """\n4:3H 5:5H 1:7S 2:JH 3:T 4:QS 5:AH\n1:KC 2:T\n3:5D6D7D8D 4:TD 5:T\n"""\n'
    )


def test_a_fresh_deal_has_every_key_of_the_json() -> None:
    result = replay(fresh("1:7H 2:4C"))
    assert result == {
        "ok": True,
        "game": "mos",
        "deals": [
            {
                "phase": "duels",
                "dealer": 3,
                "hands": [["5D", "2C", "2D"], ["6S", "3D", "2H"], ["JD", "TH", "9S"]],
                "piles": [["7H", "4C"], [], []],
                "table": [],
                "trump": None,
                "led": None,
                "out": [],
                "loser": None,
                "losers": [],
                "winner": None,
            }
        ],
        "losses": [0, 0, 0],
        "eliminated": [],
        "winner": None,
        "turn": 1,
        "legal": ["2C", "2D", "5D"],
        "also": {},
    }


@pytest.mark.parametrize("preset", MOS.presets)
@pytest.mark.parametrize("players", [2, 5, 14])
def test_random_matches_survive_writing_and_reading(preset: str, players: int) -> None:
    rules = {"preset": preset, "match": "elimination", "lend_mode": "average"}
    steps = list(random_steps(players, players, rules, deals=2))
    for stop in (0, 1, len(steps) // 3, len(steps)):
        record = Record("mos", steps[0][0], tuple(act for _, act, _ in steps[:stop]))
        text = write_record(record, MOS)
        again = read_record(text, GAMES)
        assert write_record(again, MOS) == text
        assert report(again, MOS) == report(record, MOS)
        assert not stop or again == record


def test_draws_are_notes_that_must_agree_and_are_not_kept() -> None:
    cards = "7H5D2C 4C6S3D"
    noted = duel(cards, "1:7H 2:4C 1=6H 2=QS 1:5D", stock="6HQS3H3S")
    plain = duel(cards, "1:7H 2:4C 1:5D", stock="6HQS3H3S")
    assert read(noted) == read(plain)
    assert replay(noted) == replay(plain)
    assert replay(duel(cards, "1:7H 2:4C 2=QS 1=6H", stock="6HQS3H3S"))["ok"], "in any order"
    for play in ("1:7H 2:4C 1=QS", "1:7H 2:4C 1=6H 1=6H", "1:7H 1=6H", "1:7H 2:4C 1:5D 1=6H", "1=6H", "1:7H 2:4C 3=6H"):
        assert code_of(duel(cards, play, stock="6HQS3H3S")) == "draw-disagrees"


def test_several_draws_of_one_chair_may_stand_together() -> None:
    play = "1:9H 2:9C 1:4D 2:6S 2=5H7H 1=5D7S"
    assert replay(duel("9H4D2C 9C6S3D TSTHJD", play, {"tie": "stake_nodraw"}, "5H5D7H7SKC"))["ok"]


def test_the_trump_card_is_never_written_as_a_draw() -> None:
    assert code_of(duel("KH2D3C 4C5S6D", "1:KH 2:4C 1=8H 2=9S", stock="8H9S")) == "draw-disagrees"


def test_a_draw_by_hand_changes_nothing_but_the_notes() -> None:
    state = state_after(duel("7H5D2C 4C6S3D", "1:7H 2:4C", stock="6HQS3H3S"))
    (chair, card), _ = state.drawn
    after = state.apply(Draw(0, chair, (card,)))
    assert after.history is state.history
    assert after.hands == state.hands
    assert len(after.drawn) == 1


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ("2:4C", "not-your-turn"),
        ("4:4C", "no-such-chair"),
        ("1:4C", "card-not-held"),
        ("1:T", "take-in-duels"),
        ("1:B", "blind-off"),
        ("1:7H5D", "one-card-only"),
        ("1:7", "act-unknown"),
        ("1:", "act-unknown"),
        ("1:t", "act-unknown"),
        ("1:7h", "act-unknown"),
        ("1:7HX", "card-unknown"),
        ("01:7H", "token-malformed"),
        ("0:7H", "token-malformed"),
        ("7H", "token-malformed"),
        ("1>2:7H", "token-malformed"),
        ("1=", "token-malformed"),
        ("1=7h", "card-unknown"),
        ("1>2=7H", "no-lending-now"),
    ],
)
def test_wrong_tokens_in_the_duels(play: str, code: str) -> None:
    assert code_of(fresh(play)) == code


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ("2:T", "not-your-turn"),
        ("1:T", "table-empty"),
        ("1:B", "blind-in-shedding"),
        ("1:2H4H", "not-a-run"),
        ("1:3H2H", "not-a-run"),
        ("1:4C", "card-not-held"),
        ("1:2H 2:4C", "wrong-suit"),
        ("1:4H 2:3S", "too-low"),
        ("1:2H 2:T", "can-beat"),
        ("1:2H 2:5H6H", "run-only-led"),
        ("1:3H 2:3S", "too-low"),
    ],
)
def test_wrong_tokens_in_phase_2(play: str, code: str) -> None:
    assert code_of(shed("2H3H4H 4C5H6H3S", play)) == code


def test_after_the_end_nothing_is_played() -> None:
    assert code_of(shed("2H 3H", "1:2H 2:3H")) == "no-play-now"


def without(table: Table, key: str) -> Table:
    deal = {name: value for name, value in table["deal"][0].items() if name != key}
    return {**table, "deal": [deal]}


def with_position(record: Table, **changes: Any) -> Table:
    deal = record["deal"][0]
    place = {key: value for key, value in {**deal["position"], **changes}.items() if value is not None}
    return {**record, "deal": [{**deal, "position": place}]}


DUEL = duel("KH2D 4C5S")
SHED = shed("2H3H 4C5H")


@pytest.mark.parametrize(
    ("record", "code", "where"),
    [
        (without(fresh(), "cards"), "key-missing", "cards"),
        (without(fresh(), "stock"), "key-missing", "stock"),
        (fresh(cards="7H"), "key-type", "cards"),
        (fresh(cards=[1, 2]), "key-type", "cards"),
        (fresh(cards=[]), "players-range", "cards"),
        (fresh(cards=["7H5D2C"]), "players-range", "cards"),
        (fresh(cards=["7H5D2C"] * 18), "players-range", "cards"),
        (fresh(cards=["7H5D2C", "4C6S", "9STHJD"]), "hand-size", "cards[2]"),
        (fresh(cards=["7H5D2C", "4C6S3X", "9STHJD"]), "card-unknown", "cards[2]"),
        (fresh(cards=["7H5D2C", "4C6S3D", "7HTHJD"]), "card-too-often", "cards"),
        (fresh(stock=7), "key-type", "stock"),
        (fresh(stock="2C"), "stock-count", "stock"),
        (fresh(stock="2"), "card-unknown", "stock"),
        (fresh(dealer="1"), "key-type", "dealer"),
        (fresh(dealer=4), "no-such-chair", "dealer"),
        (fresh(mano=1), "key-unknown", "mano"),
        (fresh(position=3), "key-type", "position"),
        (fresh(position={"phase": "over"}), "position-phase", "position.phase"),
        (with_position(DUEL, turn=1), "key-unknown", "position.turn"),
        (with_position(DUEL, leader=None), "key-missing", "position.leader"),
        (with_position(DUEL, leader=3), "no-such-chair", "position.leader"),
        (with_position(DUEL, leader=True), "key-type", "position.leader"),
        (with_position(DUEL, trump="S"), "card-unknown", "position.trump"),
        (with_position(DUEL, trump=None, holder=None), "trump-or-stock", "position.trump"),
        (with_position(DUEL, holder=None), "no-such-chair", "position.holder"),
        (with_position(DUEL, holder=3), "no-such-chair", "position.holder"),
        (with_position(DUEL, piles=[""]), "hands-count", "position.piles"),
        (with_position(DUEL, piles=["", "2"]), "card-unknown", "position.piles[2]"),
        (with_position(DUEL, piles=["", "KH"]), "card-too-often", "cards"),
        (with_position(DUEL, table=["7H", "8C"]), "stake-not-tied", "position.table"),
        (with_position(DUEL, table=["7H8H"]), "stake-malformed", "position.table"),
        (with_position(DUEL, table=[""]), "unit-empty", "position.table[1]"),
        (duel("KH -", table=["7H"]), "too-few-hands", "cards"),
        (duel("KH -", stock="7H8H"), "too-few-hands", "cards"),
        (duel("- 4C5S 9D", rules=BLOCK, stock="2C3C4D"), "too-few-hands", "cards"),
        (duel("KH 4C5S -", rules=BLOCK, stock="2C3C4D"), "too-few-hands", "cards"),
        (duel("- 4C5S 9D", rules=BLOCK, stock="2C3C4D", table=["7H", "7S"]), "too-few-hands", "cards"),
        (
            duel("- 4C 9D", rules={**BLOCK, "draw_timing": "each_play"}, stock="2C", table=["7H"]),
            "too-few-hands",
            "cards",
        ),
        (duel("KH 2C", stock="7H8H", trump="9S", holder=1), "trump-or-stock", "position.trump"),
        (with_position(SHED, trump="9S"), "suit-unknown", "position.trump"),
        (with_position(SHED, trump=None), "key-missing", "position.trump"),
        (with_position(SHED, turn=None), "key-missing", "position.turn"),
        (with_position(SHED, turn=3), "turn-without-cards", "position.turn"),
        (with_position(SHED, leader=1), "key-unknown", "position.leader"),
        (with_position(SHED, led="H"), "led-without-table", "position.led"),
        (with_position(SHED, table=["7H"], led="x"), "suit-unknown", "position.led"),
        (with_position(SHED, table=["8H7H"]), "not-a-run", "position.table[1]"),
        (with_position(SHED, table=["7H", "8H"]), "table-full", "position.table"),
        (shed("2H -", turn=2), "turn-without-cards", "position.turn"),
        ({**SHED, "seats": ["a"]}, "seats-count", "seats"),
    ],
)
def test_a_wrong_deal_is_refused_with_its_place(record: Table, code: str, where: str) -> None:
    error = refusal(record)
    expected = where if where == "seats" else f"deal[1].{where}"
    assert (error.code, error.where, error.token) == (code, expected, None)


def test_stock_in_a_position_of_phase_2_is_refused() -> None:
    deal = {**SHED["deal"][0], "stock": "2C"}
    assert refusal({**SHED, "deal": [deal]}).code == "stock-in-shedding"


def test_a_later_deal_must_agree() -> None:
    rules = {"match": "fixed", "games": 2}
    first = shed("2H 3H 4H", "1:2H 2:3H")["deal"][0]
    for dealer, ok in ((3, True), (1, False)):
        record = {"acta": 1, "game": "mos", "rules": rules, "deal": [first, {**fresh()["deal"][0], "dealer": dealer}]}
        assert replay(record)["ok"] == ok
        assert ok or (refusal(record).code, refusal(record).where) == ("deal-disagrees", "deal[2].dealer")
    four = shed("2H 3H 4H 5H")["deal"][0]
    assert refusal({"acta": 1, "game": "mos", "rules": rules, "deal": [first, four]}).code == "hands-count"


def test_a_record_without_deals_does_not_know_its_chairs() -> None:
    result = replay({"acta": 1, "game": "mos", "seats": ["Ana", "Bo", "Cai"]})
    assert (result["ok"], result["deals"], result["losses"], result["turn"]) == (True, [], [], None)


@pytest.mark.parametrize(
    "record",
    [
        duel("KH2D 4C5S 7D", piles=["", "2C", "3H3C"], table=["9H", "9C"]),
        duel("KH2D 4C5S 7D", stock="8H9S", table=["9H"]),
        shed("KH2D 4C5S 7D", table=["9H", "TH"], led="H"),
        shed("KH2D 4C5S 7D", table=["9HTH"]),
    ],
)
def test_positions_survive_writing(record: Table) -> None:
    text = write_record(read(record), MOS)
    assert read(text) == read(record)
    assert write_record(read(text), MOS) == text
    assert replay(text) == replay(record)


def test_a_position_knows_who_is_to_play() -> None:
    assert ends(duel("KH2D 4C5S", table=["9H"]))["turn"] == 2
    assert ends(duel("KH2D 4C5S", table=["9H", "9C"]))["turn"] == 1
    void = ends(duel("- 4C5S 7D", table=["9H", "9C"]))
    assert (void["turn"], void["piles"]) == (2, [["9H"], ["9C"], []])
    over = ends(shed("KH -"))
    assert (over["phase"], over["loser"]) == ("over", 1)


def test_a_stake_in_a_position_is_drawn_for_as_the_tie_rule_says() -> None:
    rules = {"tie": "stake_nodraw"}
    deal = ends(duel("KH 4C 7D", "1:KH 2:4C", rules, "2H3H4H5H6H8H", table=["9H", "9C"]))
    assert deal["hands"][:2] == [["4H", "2H"], ["5H", "3H"]]
    deal = ends(duel("KH7H 4C", "2:4C", "mos", "2H3H4H5H", table=["9H"]))
    assert deal["hands"] == [["KH", "7H", "2H"], ["3H"]]


def test_spoilt_deals_are_refused_or_read_but_never_break() -> None:
    """Random damage to random records: a RecordError or a report, nothing else."""
    rng = random.Random(7)
    junk: list[Any] = ["", "T", "9H", "KHKH", 0, 1, 99, -1, 2.5, True, [], [""], ["7H", "8H"], {}, {"phase": "duels"}]
    records = [
        fresh("1:7H"),
        duel("KH2D 4C5S 7D", "1:KH", table=["9H", "9C"]),
        shed("KH2D 4C5S 7D", "1:KH", table=["9H"]),
    ]
    for _ in range(400):
        record = tomlkit.parse(tomlkit.dumps(rng.choice(records))).unwrap()
        deal = record["deal"][0]
        place = rng.choice([deal, deal.get("position", deal)])
        key = rng.choice([*place, "table", "piles", "holder", "trump", "led", "stock"])
        place[key] = rng.choice(junk)
        if isinstance(place[key], list) and rng.random() < 0.5:
            place[key] = [*place[key], rng.choice(junk[:4])]
        assert isinstance(replay(record)["ok"], bool)


def test_a_state_refuses_what_is_no_act_of_its_game() -> None:
    state: State = start(rules_of("mos"), 3)
    assert not state.can(Play(0, (1,)))
    assert not state.can(Play(1, (1,)))
    assert not state.can(Play(1, ()))


def test_with_a_stock_only_the_leader_who_has_yet_to_draw_may_be_without_cards_under_first_block() -> None:
    record = duel("- 4C 9D", "2:4C", {**BLOCK, "hand_size": 1}, "2C3C", table=["7H"])
    result = replay(record)
    assert (result["deals"][0]["phase"], result["deals"][0]["hands"]) == (
        "shedding",
        [["7H", "4C", "2C"], ["3C"], ["9D"]],
    )
    assert result == mos_book.replay(record)
