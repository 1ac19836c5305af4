"""What happened at a table of Møs, told: whole, in every language, and nothing that the reader may not know."""

import random
import re
from typing import Any

import pytest

from ordago.bots import bot_for, bot_names
from ordago.core import Record
from ordago.errors import OrdagoError
from ordago.locale import Translator, languages, translator
from ordago.mos import MOS, State
from ordago.tell import teller
from ordago.tell.mos_reasons import MOS_REASONS
from tests.engine_mos import Table, duel, read, shed, state_after
from tests.tell.tables import NAMES, random_game

TELLER = teller("mos")
EN, ES = translator("en"), translator("es")
VARIANTS: list[tuple[int, str, dict[str, Any]]] = [
    (2, "mos", {"remove_for_two": 10}),
    (5, "mos", {"lend_mode": "average", "match": "elimination"}),
    (12, "mos", {"lend_mode": "per5", "open_trump": True, "tie": "own_back"}),
    (17, "mos", {"lend_mode": 2, "tie_void": "substitute", "leftover": "discard"}),
    (4, "balanced", {"match": "fixed", "games": 2, "beat_rule": "rank_equal_trump", "tie": "discard"}),
    (3, "mas_norway", {"match": "first_out", "continue_to_loser": True, "peek_pile": True}),
    (4, "skitgubbe", {"stall": {"mode": "draw", "idle_rounds": 5}}),
    (5, "skitgubbe_runs", {"stall": {"idle_rounds": 5}, "must_beat_p1": True}),
    (3, "mos", {"match": "first_out", "tie": "leader_wins", "draw_timing": "each_play"}),
]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_act_of_every_game_can_be_told(variant: tuple[int, str, dict[str, Any]], language: str) -> None:
    t = translator(language)
    players, preset, changes = variant
    names = NAMES[:players]
    for seed in range(2):
        for before, act, after in random_game(seed, players, preset, 250, **changes):
            told = TELLER.told(before, act, after, names, t)
            for seat in (0, 1, 2):
                view = MOS.view(after, seat)
                told += TELLER.heard(MOS.view(before, seat), view, names, t)
                told += TELLER.stands(view, names, t)
                told += TELLER.score(view, names, t)
                if view.legal:
                    told += TELLER.situation(view, names, t) + TELLER.meanings(view, names, t)
                    told.append(TELLER.choices(view, t))
                    told += [
                        TELLER.meaning(view, MOS.act_from(seat, one, random.Random(0)), names, t) for one in view.legal
                    ]
            assert not [line for line in told if "\n" in line or "{" in line or line != line.strip()]


def heard(record: Table | str, seat: int, t: Translator = EN, names: tuple[str, ...] = NAMES) -> list[str]:
    """What the seat hears of a record, act by act."""
    lines: list[str] = []
    found: Record = read(record)
    before: State = found.start
    names = names[: before.players]
    for act in found.acts:
        after: Any = before.apply(act)
        lines += TELLER.heard(MOS.view(before, seat), MOS.view(after, seat), names, t)
        before = after
    return lines


def at_once(record: Table, seat: int) -> list[str]:
    """What the seat hears of a record whose acts are told together, after the deal."""
    found = read(record)
    first = found.start.apply(found.acts[0])
    return TELLER.heard(MOS.view(first, seat), MOS.view(state_after(record), seat), NAMES[: first.players], EN)


FIRST = "7H5D2C 4C6S3D KSKDKH"
STOCK = "6HQS3H3S8C8D8S"


def test_a_duel_is_one_line_with_who_won_and_how_big_the_pile_is() -> None:
    assert heard(duel(FIRST, "1:7H 2:4C 1:5D 2:QS", stock=STOCK), 0)[-2:] == [
        "Ana 7H – Luis 4C → Ana +2, 2 in all",
        "Ana 5D – Luis QS → Luis +2, 2 in all",
    ]


def test_only_who_draws_sees_the_new_card() -> None:
    record = duel(FIRST, "1:7H 2:4C", stock=STOCK)
    assert heard(record, 1)[-1] == "New card: 6H."
    assert heard(record, 2)[-1] == "New card: QS."
    assert not any("6H" in line or "QS" in line for line in heard(record, 3))


def test_a_tie_leaves_a_stake_and_a_void_one_gives_it_back() -> None:
    tie = heard(duel("9H4D2C 9C6S3D", "1:9H 2:9C 1:4D 2:6S", stock="5H5D7H7SKCKD"), 0)
    assert tie[-2:] == ["Ana 9H – Luis 9C: a tie. At stake: 2 cards.", "Ana 4D – Luis 6S → Luis +4, 4 in all"]
    assert "Ana 8H – Luis 8C: a tie. All take their own cards back." in heard(duel("8H 8C2S 5D", "1:8H 2:8C"), 0)


def test_the_last_stock_card_is_told_and_seen_by_nobody() -> None:
    record = duel("KH2D3C 4C5S6D", "1:KH 2:4C", stock="8H9S")
    for seat in (0, 1, 2):
        lines = heard(record, seat)
        assert "Luis: the last stock card, face down." in lines
        assert "9S" not in " ".join(lines)


@pytest.mark.parametrize(("players", "who"), [(3, "to the winner of a duel"), (4, "to the loser of a duel")])
def test_who_will_get_the_trump_card_is_told_once(players: int, who: str) -> None:
    lines = [
        line
        for before, _, after in random_game(1, players, match="fixed", games=3)
        for line in TELLER.heard(MOS.view(before, 0), MOS.view(after, 0), NAMES[:players], EN)
    ]
    stock = [line for line in lines if line.startswith("Stock: ")]
    assert len(stock) == 1
    assert who in stock[0]


def test_between_the_phases_leftovers_the_trump_the_hands_and_who_sits_out_are_told() -> None:
    record = duel("KH2D3H 4C 5C -", "1:KH 2:4C 1:2D 3:5C", trump="QS", holder=3)
    assert heard(record, 1)[-5:] == [
        "",
        "Carmen: the trump card is QS. Trump: ♠ spades.",
        "The piles are the hands now: Ana\xa03, Carmen\xa03.",
        "Without a card, so out of this game and safe: Luis and Pedro.",
        "To start: Carmen.",
    ]
    assert "Left over, to the own pile: Ana 3H." in heard(record, 1)
    assert "Left over, to the own pile: Ana 1 card." in heard(record, 2)


LENT = duel("2C 3C -", "1:2C 2:3C", {"lend_mode": 2}, piles=["4C5C6C7C", "8C9C", ""], trump="QS", holder=1)


def test_lending_is_told_with_counts_and_cards_only_to_who_gave_or_got_them() -> None:
    record = read(LENT)
    state: Any = record.deal_ends(MOS)[-1]
    told: dict[int, list[str]] = {seat: heard(LENT, seat) for seat in (1, 2, 3)}
    assert all(
        "Lending, at random and face down: Ana\xa01, Luis\xa01 → Carmen\xa02." in lines for lines in told.values()
    )
    for text in ("1>3=4C", "2>3=9C"):
        after = state.apply(MOS.parse_act(state, text))
        for seat, lines in told.items():
            lines += TELLER.heard(MOS.view(state, seat), MOS.view(after, seat), NAMES[:3], EN)
        state = after
    assert "Lent by you: 4C." in told[1]
    assert "Lent by you: 9C." in told[2]
    assert "Lent to you: 9C 4C." in told[3]
    assert not any("9C" in line for line in told[1] if line.startswith("Lent"))


LONG = shed(
    "7SKC6H JH9C2D 5D6D7D8D3CTH2S 3HQSTD2C 5HAH9D4C",
    "4:3H 5:5H 1:7S 2:JH 3:T 4:QS 5:AH 1:KC 2:T 3:5D6D7D8D 4:TD 5:T",
    turn=4,
)


def test_a_round_is_one_line_where_it_is_told_together() -> None:
    assert at_once({**LONG, "deal": [{**LONG["deal"][0], "play": "4:3H 5:5H 1:7S 2:JH 3:T 4:QS 5:AH"}]}, 0) == [
        "Pedro 3H · Jon 5H · Ana 7S · Luis JH · Carmen takes 3H · Pedro QS · Jon AH."
        " Table cleared: 5 cards leave the game."
    ]
    assert at_once({**LONG, "deal": [{**LONG["deal"][0], "play": "4:3H 5:5H 1:7S 2:JH 3:T"}]}, 3) == [
        "Pedro 3H · Jon 5H · Ana 7S · Luis JH · You take 3H."
    ]


def test_a_round_may_wait_until_it_is_over_or_ones_turn() -> None:
    def waits(play: str, seat: int) -> bool:
        return TELLER.may_wait(MOS.view(state_after({**LONG, "deal": [{**LONG["deal"][0], "play": play}]}), seat))

    assert waits("4:3H 5:5H", 3)
    assert not waits("4:3H 5:5H", 1), "its turn"
    assert not waits("4:3H 5:5H 1:7S 2:JH 3:T 4:QS 5:AH", 3), "the round is over"


def situation(play: str, seat: int, t: Translator = EN, rules: str | Table = "mos") -> list[str]:
    state = state_after({**LONG, "rules": rules, "deal": [{**LONG["deal"][0], "play": play}]})
    view = MOS.view(state, seat)
    return [*TELLER.situation(view, NAMES[:5], t), TELLER.choices(view, t)]


def test_who_is_to_act_knows_what_is_at_risk_and_what_beats() -> None:
    assert situation("4:3H 5:5H 1:7S 2:JH", 3) == [
        "Your cards: ♠\xa02S · ♥\xa0TH · ♦\xa05D 6D 7D 8D · ♣\xa03C",
        "Trump: ♠ spades. On the table, 4 of 5: Pedro 3H, Jon 5H, Ana 7S, Luis JH.",
        "To beat JH: a heart or a spade above the jack. Who cannot takes 3H.",
        "Cards: Ana\xa02, Luis\xa02, Carmen\xa07, Pedro\xa03, Jon\xa03.",
        "take 3H (t), or just Enter",
    ]
    assert situation("4:3H 5:5H 1:7S 2:JH", 3, ES)[2:] == [
        "Para superar JH: un corazón o una pica por encima de la jota. Quien no puede recoge 3H.",
        "Cartas: Ana\xa02, Luis\xa02, Carmen\xa07, Pedro\xa03, Jon\xa03.",
        "recoger 3H (t), o solo Intro",
    ]


def test_an_ace_cannot_be_beaten() -> None:
    lines = situation("4:3H 5:AH", 1)
    assert "Nothing beats AH: whoever is on turn takes 3H." in lines


def test_a_lead_says_how_many_units_clear_the_table_and_which_runs_there_are() -> None:
    lines = situation("4:3H 5:5H 1:7S 2:JH 3:T 4:QS 5:AH 1:KC 2:T", 3)
    assert "Trump: ♠ spades. You start; 5 units clear the table." in lines
    assert lines[-1] == "any card (for example 2S), a run or part of one (5D-8D)"


@pytest.mark.parametrize(
    ("rules", "table", "needed"),
    [
        ({}, "3H", "a heart or a spade above the three"),
        ({}, "3S", "a spade above the three"),
        ({"beat_rule": "rank_equal_trump"}, "3H", "a heart or a spade above the three, or 3S"),
        ({"beat_rule": "rank_equal_trump"}, "AH", "AS"),
        ("mas_norway", "3H", "a heart above the three, or any spade; trumps only without a card of the led suit"),
        ("skitgubbe", "AH", "any spade"),
        ("skitgubbe", "3S", "a spade above the three"),
    ],
)
def test_what_beats_is_told_by_the_rules_in_force(rules: str | Table, table: str, needed: str) -> None:
    record = shed("9C9D 2S2D 4C4D", "", rules, table=[table], turn=2)
    assert f"To beat {table}: {needed}." in " ".join(TELLER.stands(MOS.view(state_after(record), 2), NAMES[:3], EN))


def test_where_taking_up_is_free_the_table_says_so() -> None:
    view = MOS.view(state_after(shed("9C9D QCTH9S 4C4D", "", {"voluntary_pickup": True}, table=["JH"], turn=2)), 2)
    assert "Who cannot, or will not, takes JH." in " ".join(TELLER.stands(view, NAMES[:3], EN))
    assert "Quien no puede, o no quiere, recoge JH." in " ".join(TELLER.stands(view, NAMES[:3], ES))


def test_a_refusal_says_what_would_do() -> None:
    state = state_after(shed("9C9D QCTH9S 4C4D", "", table=["JH"], turn=2))
    view = MOS.view(state, 2)

    def refused(words: str, t: Translator = EN) -> str:
        try:
            state.verify(TELLER.understood(view, words))
        except OrdagoError as error:
            return TELLER.refused(view, error, NAMES[:3], t)
        raise AssertionError("allowed")

    assert refused("qc") == (
        "QC is neither of the led suit (♥ hearts) nor a trump (♠ spades). Needed: a heart or a spade above the jack."
    )
    assert refused("th", ES) == ("TH es baja: no supera JH. Hace falta: un corazón o una pica por encima de la jota.")


def test_what_an_act_would_bring_is_told() -> None:
    def meaning(cards: str, play: str, words: str, rules: str | Table = "mos") -> str:
        view = MOS.view(state_after(shed(cards, play, rules)), 1)
        return TELLER.meaning(view, TELLER.understood(view, words), NAMES[: view.players], EN)

    three = "3HAH5D6D 4H2C 5C7C"
    assert meaning(three, "", "3h") == "3H: Luis then needs a heart or a spade above the three."
    assert meaning(three, "", "ah") == "AH: nothing beats it, so it is for Luis to take a unit."
    assert meaning(three, "", "5d-6d") == "5D-6D: Luis then needs a diamond or a spade above the six."
    assert "It is your last card: you are out." in meaning("3H 4H2C 5C7C", "", "3h")
    assert meaning("3H 4H2C", "", "3h") == "3H: your last card, and you are out: the game is over."
    first_out = {"match": "first_out"}
    assert "the game is over" in meaning("3H 4H2C 5C7C", "", "3h", first_out)
    assert "the game is over" not in meaning("3H 4H2C 5C7C", "", "3h", {**first_out, "continue_to_loser": True})


def test_the_end_names_the_loser_and_the_order() -> None:
    lines = heard(shed("3H 4H2C 5C7C", "1:3H 2:4H 2:2C"), 0)
    assert lines[-4:] == [
        "Luis 2C (out, 1 left).",
        "",
        "Loser: Carmen, with 2 cards in hand.",
        "Out, in this order: Ana, Luis.",
    ]
    assert "You lose, with 2 cards in hand." in heard(shed("3H 4H2C 5C7C", "1:3H 2:4H 2:2C"), 3)


def test_a_burnt_lead_is_announced_and_told() -> None:
    rules = {"stall": {"idle_rounds": 1}}
    lines = heard(shed("3H9C 4S2C 5C7C", "1:9C 2:T 3:5C", rules), 0)
    assert "The game goes round in circles: the next lead is one card, and it is burnt." in lines
    assert lines[-1] == "Carmen 5C, burnt."


def test_matches_tell_their_standing() -> None:
    def last(match: str, **changes: Any) -> list[str]:
        found: list[str] = []
        for before, _, after in random_game(4, 3, match=match, acts=3000, **changes):
            found += TELLER.heard(MOS.view(before, 0), MOS.view(after, 0), NAMES[:3], EN)
        return found

    fixed = last("fixed", games=2)
    assert sum(line.startswith("Losses after") for line in fixed) == 2
    assert re.match(r"The match is over\. Fewest losses: ", fixed[-1])
    series = last("elimination")
    assert sum(line.startswith("Out of the series: ") for line in series) == 1
    assert series[-1].startswith("The series is won by ")
    assert any(line.startswith("Winner, as the first one out: ") for line in last("first_out"))


def test_hidden_cards_make_no_difference_to_what_is_told() -> None:
    """Twin games that differ only in the hands of 2 and 3 and the stock below: seat 1 hears the same words."""
    one = duel(FIRST, "1:7H 2:4C 1:5D", stock=STOCK)
    two = duel("7H5D2C 4C6D3C AHJDJH", "1:7H 2:4C 1:5D", stock="6HQD3H3S8C8D8S")
    assert heard(one, 1) == heard(two, 1)


def test_who_is_out_sits_out_or_has_left_is_through() -> None:
    def through(record: Table, seat: int) -> bool:
        return TELLER.is_through(MOS.view(state_after(record), seat))

    out = shed("3H 4H2C 5C7C", "1:3H")
    assert through(out, 1)
    assert not through(out, 2)
    assert not through(out, 0), "who watches wants to"
    assert not through(duel("KH2D3H 4C 5C -"), 4), "its pile may still come"
    assert not through(LENT, 3), "cards are being lent to it"


def test_an_empty_line_is_the_only_act_there_is() -> None:
    view = MOS.view(state_after(shed("9C9D 2C 4C4D", "", table=["JH"], turn=2)), 2)
    assert TELLER.obvious(view) == TELLER.understood(view, "t")
    assert TELLER.obvious(MOS.view(state_after(shed("9C9D 2C")), 1)) is None


def test_every_reason_of_the_bots_has_its_sentence() -> None:
    params = {"cards": "5D6D7D", "lost": 12, "games": 40}
    for language in languages():
        for code in MOS_REASONS:
            told = TELLER.reason(code, params, translator(language))
            assert "{" not in told
    assert TELLER.reason("lead-run", params, EN) == "5D-7D: long low runs first."
    assert TELLER.reason("take-must", {}, EN) == "", "goes without saying"


@pytest.mark.parametrize("name", bot_names(MOS))
def test_whatever_a_bot_thinks_can_be_told(name: str) -> None:
    bot, rng = bot_for(MOS, name), random.Random(3)
    state: Any = MOS.start(MOS.rules("mos", {}), 3, rng)
    while not state.match_over:
        if not state.turn:
            state = state.apply(MOS.dealer_acts(state, rng)[0])
            continue
        choice = bot.choose(MOS.view(state, state.turn), rng)
        if choice.why:
            assert "{" not in TELLER.reason(choice.why.code, choice.why.params, EN)
        state = state.apply(choice.act)


def test_the_introduction_is_short_in_every_rule_book() -> None:
    for language in languages():
        for preset in MOS.presets:
            view = MOS.view(MOS.start(MOS.rules(preset, {}), 3, random.Random(1)), 1)
            assert len(TELLER.intro(view, NAMES[:3], translator(language))) <= 7
