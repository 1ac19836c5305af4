"""The record format: read strictly with the place and the reason of every error, written canonically."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ordago.cards.spanish import parse_cards
from ordago.core import Record, read_record, report, write_record
from ordago.errors import RecordError
from ordago.mus import MUS, Cut, Deal, Discard, Mus, start
from tests.engine_mus import GAMES, deal, read, refusal, replay

GOLDEN = Path(__file__).parent.parent / "golden"
HEAD = 'acta = 1\ngame = "mus"\n'
CARDS = 'cards = ["RR71", "CCSS", "RC74", "6664"]\n'
DEAL = "[[deal]]\n" + CARDS
FINISHED = "1:X 1:P 2:P 3:P 4:P 1:P 2:P 3:P 4:P 1:P 2:P 4:P 2:P 3:P"
"""A whole play of the dossier's worked hand, everything passed: 5-5."""


# The examples of the format


@pytest.mark.parametrize("name", ["mus_worked_hand", "mus_round_of_mus"])
def test_examples_give_their_json_and_canonical_text(name: str) -> None:
    text = (GOLDEN / f"{name}.acta").read_text("utf-8")
    canonical = (GOLDEN / f"{name}.canonical.acta").read_text("utf-8")
    assert replay(text) == json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))
    assert write_record(read(text), MUS) == canonical
    assert write_record(read(canonical), MUS) == canonical
    assert read(canonical) == read(text)


def test_the_example_deal_ends_eight_to_seven() -> None:
    assert replay((GOLDEN / "mus_worked_hand.acta").read_text("utf-8"))["deals"][0]["score"] == [8, 7]


# Reading is strict: text, code, deal, token, where

MALFORMED: list[tuple[str, str, int | None, int | None, str | None]] = [
    # Broken TOML
    ("acta = ", "toml-broken", None, None, "end of document"),
    ("acta = 1\nacta = 1\n", "toml-broken", None, None, "line 2"),
    ("acta = 1\ngame = mus\n", "toml-broken", None, None, "line 2"),
    ("acta = 1\x00", "toml-broken", None, None, "line 1"),
    ('acta = 1\ngame = "mus"\n[[deal]]\n' + "x = " + "[" * 20_000, "toml-broken", None, None, None),
    # Top level
    ("", "acta-version", None, None, "acta"),
    ('acta = 2\ngame = "mus"\n', "acta-version", None, None, "acta"),
    ('acta = "1"\ngame = "mus"\n', "acta-version", None, None, "acta"),
    ('acta = true\ngame = "mus"\n', "acta-version", None, None, "acta"),
    ('acta = 1.0\ngame = "mus"\n', "acta-version", None, None, "acta"),
    ("acta = 1\n", "game-unknown", None, None, "game"),
    ('acta = 1\ngame = "tute"\n', "game-unknown", None, None, "game"),
    ("acta = 1\ngame = 7\n", "game-unknown", None, None, "game"),
    ("acta = 1\ngame = []\n", "game-unknown", None, None, "game"),
    (HEAD + "deals = 1\n", "key-unknown", None, None, "deals"),
    (HEAD + "meta = 1\n", "key-type", None, None, "meta"),
    (HEAD + 'seats = "Ane"\n', "key-type", None, None, "seats"),
    (HEAD + "seats = [1, 2, 3, 4]\n", "key-type", None, None, "seats"),
    (HEAD + 'seats = ["Ane", "Bea"]\n', "seats-count", None, None, "seats"),
    (HEAD + "seats = []\n", "seats-count", None, None, "seats"),
    (HEAD + "deal = 1\n", "key-type", None, None, "deal"),
    (HEAD + "deal = [1]\n", "key-type", None, None, "deal"),
    (HEAD + "[deal]\n" + CARDS, "key-type", None, None, "deal"),
    # Rules
    (HEAD + "rules = 8\n", "key-type", None, None, "rules"),
    (HEAD + "rules = ['clasico']\n", "key-type", None, None, "rules"),
    (HEAD + "rules = {preset = 8}\n", "key-type", None, None, "rules.preset"),
    (HEAD + 'rules = "clásico"\n', "preset-unknown", None, None, "rules"),
    (HEAD + "rules = {reyes = 8}\n", "setting-unknown", None, None, "rules.reyes"),
    (HEAD + "rules = {paso_value = {mus = 8}}\n", "setting-unknown", None, None, "rules.paso_value.mus"),
    (HEAD + "rules = {kings = 6}\n", "setting-type", None, None, "rules.kings"),
    (HEAD + "rules = {paso_value = {grande = 'x'}}\n", "setting-type", None, None, "rules.paso_value.grande"),
    (HEAD + 'rules = {extra_kings = ["5"]}\n', "setting-value", None, None, "rules.extra_kings"),
    (HEAD + "rules = {discard_min = 3, discard_max = 2}\n", "setting-contradicts", None, None, "rules.discard_min"),
    # A deal's keys
    (HEAD + "[[deal]]\n", "key-missing", 1, None, "deal[1].cards"),
    (HEAD + DEAL + "stock = ''\n", "key-unknown", 1, None, "deal[1].stock"),
    (HEAD + DEAL + "play = 1\n", "key-type", 1, None, "deal[1].play"),
    (HEAD + DEAL + "meta = 1\n", "key-type", 1, None, "deal[1].meta"),
    (HEAD + DEAL + "fair = 1\n", "key-type", 1, None, "deal[1].fair"),
    (HEAD + DEAL + "fair = {seed = ''}\n", "key-unknown", 1, None, "deal[1].fair.seed"),
    (HEAD + DEAL + "fair = {commitment = 1}\n", "key-type", 1, None, "deal[1].fair.commitment"),
    (HEAD + DEAL + "fair = {shares = 'x'}\n", "key-type", 1, None, "deal[1].fair.shares"),
    (HEAD + DEAL + "mano = '1'\n", "key-type", 1, None, "deal[1].mano"),
    (HEAD + DEAL + "mano = true\n", "key-type", 1, None, "deal[1].mano"),
    (HEAD + DEAL + "mano = 0\n", "no-such-chair", 1, None, "deal[1].mano"),
    (HEAD + DEAL + "mano = 5\n", "no-such-chair", 1, None, "deal[1].mano"),
    (HEAD + DEAL + "score = 0\n", "key-type", 1, None, "deal[1].score"),
    (HEAD + DEAL + "score = [0, true]\n", "key-type", 1, None, "deal[1].score"),
    (HEAD + DEAL + "score = [0]\n", "side-count", 1, None, "deal[1].score"),
    (HEAD + DEAL + "score = []\n", "side-count", 1, None, "deal[1].score"),
    (HEAD + DEAL + "score = [0, 40]\n", "count-out-of-range", 1, None, "deal[1].score"),
    (HEAD + DEAL + "score = [-1, 0]\n", "count-out-of-range", 1, None, "deal[1].score"),
    (HEAD + DEAL + "games = [2, 0]\n", "count-out-of-range", 1, None, "deal[1].games"),
    (HEAD + DEAL + "vacas = [1, 0]\n", "count-out-of-range", 1, None, "deal[1].vacas"),
    # Cards
    (HEAD + "[[deal]]\ncards = 'RR71'\n", "key-type", 1, None, "deal[1].cards"),
    (HEAD + "[[deal]]\ncards = [1, 2, 3, 4]\n", "key-type", 1, None, "deal[1].cards"),
    (HEAD + "[[deal]]\ncards = []\n", "hands-count", 1, None, "deal[1].cards"),
    (HEAD + '[[deal]]\ncards = ["RR71", "CCSS", "RC74"]\n', "hands-count", 1, None, "deal[1].cards"),
    (HEAD + '[[deal]]\ncards = ["RR71", "CCSS", "RC74", "666"]\n', "hand-size", 1, None, "deal[1].cards[4]"),
    (HEAD + '[[deal]]\ncards = ["RR71", "CCSS", "RC74", "66641"]\n', "hand-size", 1, None, "deal[1].cards[4]"),
    (HEAD + '[[deal]]\ncards = ["RR71", "CCSS", "RC7x", "6664"]\n', "card-unknown", 1, None, "deal[1].cards[3]"),
    (HEAD + '[[deal]]\ncards = ["RR71", "C CSS", "RC74", "6664"]\n', "card-unknown", 1, None, "deal[1].cards[2]"),
    (HEAD + '[[deal]]\ncards = ["8o71", "CCSS", "RC74", "6664"]\n', "card-unknown", 1, None, "deal[1].cards[1]"),
    (HEAD + '[[deal]]\ncards = ["RoR71", "CCSS", "RC74", "6664"]\n', "suits-mixed", 1, None, "deal[1].cards[1]"),
    (HEAD + '[[deal]]\ncards = ["RoRc7o1o", "CCSS", "RC74", "6664"]\n', "suits-mixed", 1, None, "deal[1].cards"),
    (
        HEAD + '[[deal]]\ncards = ["RoRc7o1o", "CoCcSoSc", "RoCe7c4c", "6o6c6e4o"]\n',
        "card-too-often",
        1,
        None,
        "deal[1].cards",
    ),
    (HEAD + '[[deal]]\ncards = ["RR33", "RR33", "R444", "7777"]\n', "card-too-often", 1, None, "deal[1].cards"),
    (HEAD + '[[deal]]\ncards = ["1122", "1122", "2444", "7777"]\n', "card-too-often", 1, None, "deal[1].cards"),
    (
        HEAD + 'rules = "cuatro_reyes"\n[[deal]]\ncards = ["RRRR", "R333", "4444", "7777"]\n',
        "card-too-often",
        1,
        None,
        "deal[1].cards",
    ),
    (HEAD + 'rules = "nueve_reyes"\n' + DEAL, "suits-needed", 1, None, "deal[1].cards"),
    (HEAD + "rules = {real = 'sota_oros'}\n" + DEAL, "suits-needed", 1, None, "deal[1].cards"),
    # The play
    (HEAD + DEAL + "play = '1:X {grande'\n", "comment-open", 1, None, "deal[1].play"),
    (HEAD + DEAL + "play = '1:X grande}'\n", "comment-open", 1, None, "deal[1].play"),
    (HEAD + DEAL + "play = '{a {b} c} 1:X'\n", "comment-open", 1, None, "deal[1].play"),
    (HEAD + DEAL + "play = '1:X 1X'\n", "token-malformed", 1, 2, None),
    (HEAD + DEAL + "play = '1:X :P'\n", "token-malformed", 1, 2, None),
    (HEAD + DEAL + "play = '1:X ¹:P'\n", "token-malformed", 1, 2, None),
    (HEAD + DEAL + "play = '1:X 0001:P'\n", "token-malformed", 1, 2, None),
    (HEAD + DEAL + "play = '1:X 0:P'\n", "token-malformed", 1, 2, None),
    (HEAD + DEAL + "play = '1:X 01:P'\n", "token-malformed", 1, 2, None),
    (HEAD + DEAL + "play = '1:X 1:E05'\n", "stones-malformed", 1, 2, None),
    (HEAD + DEAL + "play = '1:X 5:P'\n", "no-such-chair", 1, 2, None),
    (HEAD + DEAL + "play = '1:X 1:'\n", "act-unknown", 1, 2, None),
    (HEAD + DEAL + "play = '1:X 1:p'\n", "act-unknown", 1, 2, None),
    (HEAD + DEAL + "play = '1:X 1:~'\n", "act-unknown", 1, 2, None),
    (HEAD + DEAL + "play = '1:X 1:~more>'\n", "act-unknown", 1, 2, None),
    (HEAD + DEAL + "play = '1:X 1:E2.0'\n", "stones-malformed", 1, 2, None),
    (HEAD + DEAL + "play = '1:X 1:E-2'\n", "stones-malformed", 1, 2, None),
    (HEAD + DEAL + "play = '1:X 1:E1234567'\n", "stones-malformed", 1, 2, None),
    (HEAD + DEAL + "play = '1:X 1:E２'\n", "stones-malformed", 1, 2, None),
    (HEAD + DEAL + "play = '1:M 2:M 3:M 4:M 1:Dx'\n", "card-unknown", 1, 5, None),
    (HEAD + DEAL + "play = '1:M 2:M 3:M 4:M 1:D7o1'\n", "suits-mixed", 1, 5, None),
    (HEAD + DEAL + "play = '1!RR'\n", "token-malformed", 1, 1, None),
    (HEAD + DEAL + "play = '1:X | {a} 1:E2 | {b} 3:+2'\n", "partner-silent", 1, 3, None),
    # From deal to deal
    (HEAD + DEAL + "play = '1:X'\n" + DEAL, "deal-unfinished", 1, None, "deal[1]"),
    (HEAD + DEAL + f"play = '{FINISHED}'\n" + DEAL + "mano = 1\n", "deal-disagrees", 2, None, "deal[2].mano"),
    (HEAD + DEAL + f"play = '{FINISHED}'\n" + DEAL + "score = [5, 4]\n", "deal-disagrees", 2, None, "deal[2].score"),
    (HEAD + DEAL + f"play = '{FINISHED}'\n" + DEAL + "games = [1, 0]\n", "deal-disagrees", 2, None, "deal[2].games"),
    (HEAD + DEAL + f"play = '{FINISHED}'\n" + DEAL + "vacas = [1, 0]\n", "deal-disagrees", 2, None, "deal[2].vacas"),
    (HEAD + DEAL + f"play = '{FINISHED}'\n" + DEAL + "play = '1:X'\n", "not-your-turn", 2, 1, None),
    (HEAD + DEAL + f"play = '{FINISHED} 1:P'\n", "no-betting-now", 1, 15, None),
    (
        HEAD + "rules = {juegos_to_win_vaca = 1}\n" + DEAL + "play = '1:X 1:O 2:Q'\n" + DEAL,
        "match-over",
        2,
        None,
        "deal[2]",
    ),
]


@pytest.mark.parametrize(
    ("text", "code", "number", "token", "where"), MALFORMED, ids=[f"{at}: {bad[1]}" for at, bad in enumerate(MALFORMED)]
)
def test_a_malformed_record_is_refused_with_place_and_reason(
    text: str, code: str, number: int | None, token: int | None, where: str | None
) -> None:
    error = refusal(text)
    assert (error.code, error.deal, error.token) == (code, number, token), str(error)
    if code == "toml-broken":  # the column is Python's business
        assert where is None or (error.where or "").startswith(where)
    else:
        assert error.where == where
    assert (error.text is None) == (token is None)


def test_an_error_speaks_of_its_place_in_logs() -> None:
    assert str(refusal(deal("1:X 3:P"))) == "deal 1, token 2 '3:P': not-your-turn (chair=3, turn=1)"
    assert str(refusal("acta = 2")).startswith("acta: acta-version")
    assert str(RecordError("x", deal=3)) == "deal 3: x"
    assert str(RecordError("x")) == "x"


def test_tokens_are_counted_without_bars_and_comments_but_with_servings() -> None:
    play = "{the talk} 1:M 2:M | 3:M 4:M {out} 1:D1 2:DS 3:D4 4:D4 1=5 2=5 | 3=5 {!} 4=5 1:X 3:P"
    error = refusal(deal(play))
    assert (error.token, error.text, error.code) == (14, "3:P", "not-your-turn")


# What a record may leave out, and what it keeps


def test_a_record_may_have_no_deal() -> None:
    record = read(HEAD)
    assert record.acts == ()
    assert report(record, MUS)["deals"] == []
    assert write_record(record, MUS) == HEAD + 'rules = "clasico"\n'


def test_rules_are_the_default_preset_where_not_given() -> None:
    assert read(HEAD).start.rules == MUS.rules("clasico", {})
    assert read(HEAD + "rules = {}\n").start.rules == MUS.rules("clasico", {})


def test_a_deal_may_have_no_play() -> None:
    text = write_record(read(HEAD + DEAL), MUS)
    assert read(text) == read(HEAD + DEAL + "play = ''\n")
    assert write_record(read(text), MUS) == text


def test_meta_and_fair_are_kept_as_they_are() -> None:
    text = (
        HEAD
        + 'meta = {when = 2024-05-17, at = 07:32:00, far = 1979-05-27T07:32:00Z, x = [1, 2.5, {a = "ñ"}], empty = {}}\n'
        + DEAL
        + "meta = {clock = [1, 2]}\n"
        + 'fair = {algorithm = "a", commitment = "c", server_seed = "s", shares = ["1", "2"]}\n'
    )
    record = read(text)
    again = read(write_record(record, MUS))
    assert again == record
    assert again.meta["x"] == [1, 2.5, {"a": "ñ"}]
    assert str(again.meta["when"]) == "2024-05-17"
    assert again.extras == ({"meta": {"clock": [1, 2]}, "fair": record.extras[0]["fair"]},)
    assert write_record(again, MUS) == write_record(record, MUS)


def test_names_of_seats_are_kept_whatever_they_are() -> None:
    names = ["Ane", 'say "hi"', "line\nbreak", "🂡\\"]
    record = Record("mus", read(HEAD).start, seats=tuple(names))
    assert read(write_record(record, MUS)).seats == tuple(names)


def test_a_record_may_begin_in_the_middle() -> None:
    text = HEAD + DEAL + "mano = 3\nscore = [39, 12]\ngames = [1, 0]\n"
    record = read(text)
    assert (record.start.mano, record.start.score, record.start.games) == (3, (39, 12), (1, 0))
    written = write_record(record, MUS)
    assert "score = [39, 12]" in written
    assert "games = [1, 0]" in written
    assert "vacas" not in written
    assert read(written) == record


def test_what_later_deals_say_of_themselves_may_agree_and_is_dropped_in_writing() -> None:
    first = DEAL + f"play = '{FINISHED}'\n"
    long = HEAD + first + DEAL + "mano = 2\nscore = [5, 5]\ngames = [0, 0]\nvacas = [0, 0]\nplay = '2:X'\n"
    short = HEAD + first + DEAL + "play = '2:X'\n"
    assert read(long) == read(short)
    assert write_record(read(long), MUS).count("mano") == 1


# Writing is canonical


def play_of(text: str) -> str:
    """The play of a written record's only deal."""
    play: str = tomllib.loads(text)["deal"][0]["play"]
    return play


CANONICAL: list[tuple[str, dict[str, Any], str, str]] = [
    ("bets have their numbers", {}, "1:X 1:E 2:+ 3:N 1:N", "1:X\n1:E2 2:+2 3:N 1:N\n"),
    ("a minimum of the rules", {"min_open": 3, "min_raise": 4}, "1:X 1:E 2:+", "1:X\n1:E3 2:+4\n"),
    ("doubling has no number", {"raise_style": "double"}, "1:X 1:E5 2:+ 3:+", "1:X\n1:E5 2:+ 3:+\n"),
    ("fixed bets are 2", {"raise_style": "fixed2"}, "1:X 1:E 2:+", "1:X\n1:E2 2:+2\n"),
    (
        "cards from high to low, at one serving a line",
        {},
        "1:M 2:M 3:M 4:M 1:D17 2:DSCSC 3:D4R 4:D4 1=45 2=4135 3=6S 4=7 1:M",
        "1:M 2:M 3:M 4:M 1:D71 2:DCCSS 3:DR4 4:D4 1=54 2=3541 3=S6 4=7\n1:M\n",
    ),
    ("comments and bars are dropped", {}, "{a} 1:X | {b}1:P{c}2:P", "1:X\n1:P 2:P\n"),
    ("señas stand where they were made", {"senas": "fem"}, "1:X 2:~duples>1,3 1:P", "1:X\n2:~duples>1,3 1:P\n"),
]


@pytest.mark.parametrize(("name", "rules", "play", "canonical"), CANONICAL, ids=[case[0] for case in CANONICAL])
def test_a_play_is_written_canonically(name: str, rules: dict[str, Any], play: str, canonical: str) -> None:
    text = write_record(read(deal(play, rules=rules)), MUS)
    assert play_of(text) == canonical
    assert write_record(read(text), MUS) == text
    assert replay(text) == replay(deal(play, rules=rules))


def test_hands_are_written_from_high_to_low_then_oros_copas_espadas_bastos() -> None:
    cards = ["1o7bRc3o", "SbSoCeCc", "4e7eCbRb", "4o6e6c6o"]
    text = write_record(read(deal("", cards)), MUS)
    assert 'cards = ["Rc3o7b1o", "CcCeSoSb", "RbCb7e4e", "6o6c6e4o"]' in text


def test_cards_that_are_equal_in_rank_stand_by_their_face() -> None:
    text = write_record(read(deal("", ["3R12", "2121", "R3C3", "4444"])), MUS)
    assert 'cards = ["R321", "2211", "R33C", "4444"]' in text


def test_an_extra_king_stands_with_the_kings() -> None:
    cards = ["5oRc1o2o", "SbSoCeCc", "4e7eCbRb", "4o6e6c6o"]
    text = write_record(read(deal("", cards, "nueve_reyes")), MUS)
    assert '"Rc5o2o1o"' in text


def test_acts_made_in_any_order_of_cards_are_written_from_high_to_low() -> None:
    """A discard or a deal that a program made is not sorted; the text is."""
    begin = start(MUS.rules("clasico", {}))
    hands = tuple(parse_cards(text) for text in ("1o7oRoRc", "CoCcSoSc", "RbCb7b4b", "6o6c6e4o"))
    talk = [Mus(chair) for chair in (1, 2, 3, 4)]
    record = Record("mus", begin, (Deal(0, hands), *talk, Discard(1, parse_cards("1o7o"))))
    text = write_record(record, MUS)
    assert '"RoRc7o1o"' in text
    assert "1:D7o1o" in text
    assert write_record(read(text), MUS) == text
    assert not begin.can(Cut(1))


RULES: list[tuple[Any, str]] = [
    ("clasico", '"clasico"'),
    ({"preset": "ehmf", "target": 30, "kings": 4}, '"ehmf"'),
    (
        {"real": "sota", "target": 30, "players": 2, "min_open": 1},
        '{preset = "clasico", players = 2, target = 30, min_open = 1, real = "sota"}',
    ),
    ({"paso_value": {"pares": 1, "grande": 1}}, '{preset = "clasico", paso_value = {pares = 1}}'),
    ({"juego_value": {"31": 4}}, '{preset = "clasico", juego_value = {31 = 4}}'),
]


@pytest.mark.parametrize(("given", "written"), RULES)
def test_rules_are_written_as_preset_and_what_differs_in_the_dossiers_order(given: Any, written: str) -> None:
    record = read({"acta": 1, "game": "mus", "rules": given})
    text = write_record(record, MUS)
    assert f"rules = {written}\n" in text
    assert read(text) == record


def test_records_of_different_matches_differ() -> None:
    one = read(deal("1:X"))
    assert one != read(deal("1:M"))
    assert one != read(deal("1:X", mano=1, score=[1, 0]))
    assert one == read_record(write_record(one, MUS), GAMES)


def test_deal_ends_are_the_states_after_each_deal() -> None:
    record = read(HEAD + DEAL + f"play = '{FINISHED}'\n" + DEAL + "play = '2:X'\n")
    assert [state.deal_over for state in record.deal_ends(MUS)] == [True, False]
    assert [len(state.history) for state in record.deal_ends(MUS)] == [15, 17]
