"""What a table does for the people at it: seats, the host's powers, clocks, absence, commands sent twice."""

from typing import Any

import pytest

from ordago.core import fair, read_record, write_record
from ordago.errors import OrdagoError, Refusal
from ordago.games import GAMES
from ordago.table import after, creation, events, options
from ordago.table import commands as do
from ordago.table.clocks import SHARE_WAIT, deal_at, turn_times, wakes_at
from ordago.table.news import of_table
from ordago.table.record import record, revealed
from ordago.table.seats import clean_name

from .world import HOST, World


def code_of(call: Any, *given: Any) -> str:
    with pytest.raises(OrdagoError) as refused:
        call(*given)
    return refused.value.code


def on_turn(world: World, *people: str) -> str:
    """Who of these people is on turn, once one is; bots act until then."""
    for _ in range(2000):
        world.until_turn()
        seat = world.table.seat(world.table.turn)
        if seat.who in people and not seat.by_bot:
            return seat.who
        world.bot()
    raise AssertionError("never their turn")


@pytest.mark.parametrize("game", ["mus", "mos"])
def test_a_match_runs_to_its_end_by_clocks_and_bots_alone_and_its_record_is_fair(game: str) -> None:
    world = World(game, given={"clock": {"move": 5, "reserve": 0}}).sit_and_start()
    world.do(do.Share(deal=world.table.deal + 1, share="0f" * 16), HOST)
    world.play_on()
    assert world.table.phase == "over"
    assert world.refolded() == world.table
    text = write_record(record(world.table), world.table.played)
    again = read_record(text, GAMES)
    assert again.acts == tuple(world.table.state.history)
    assert all(finding.ok for finding in fair.check(again, world.table.played))


def test_the_same_command_sent_again_is_done_once() -> None:
    world = World(given={"clock": None}).sit_and_start("ane", "jon", "iker")
    who = on_turn(world, HOST, "ane", "jon", "iker")
    assert world.act("M", who, "same")
    assert world.act("M", who, "same") == []
    other = on_turn(world, HOST, "ane", "jon", "iker")
    assert other != who
    assert world.act("M", other, "same"), "another person's id is another command"


def test_a_turn_that_runs_out_spends_the_reserve_and_then_the_table_acts() -> None:
    world = World(given={"clock": {"move": 10, "reserve": 20}}).sit_and_start("ane", "jon", "iker")
    chair, since = world.table.turn, world.table.turn_since
    who = world.table.seat(chair).who
    assert turn_times(world.table) == (since + 10_000, since + 30_000)
    world.now = since + 15_000
    world.act("M", who)
    assert world.table.seat(chair).reserve == 15_000
    chair, since = world.table.turn, world.table.turn_since
    world.now = since + 29_999
    assert world.do(do.Tick()) == []
    world.now += 1
    assert next(event.why for event in world.do(do.Tick()) if isinstance(event, events.Acted)) == "timeout"
    assert world.table.seat(chair).reserve == 0


def test_a_sign_moves_no_clock() -> None:
    world = World(settings={"senas": "common"}, given={"clock": None}).sit_and_start("ane", "jon", "iker")
    for _ in range(400):
        who = on_turn(world, HOST, "ane", "jon", "iker")
        chair = world.table.chair_of(who)
        signs = [option for option in world.table.state.legal(chair) if option.kind == "~"]
        since, world.now = world.table.turn_since, world.now + 3000
        if signs:
            world.act(f"~{signs[0].codes[0]}", who)
            assert world.table.turn_since == since
            return
        world.act(world.table.state.legal(chair)[1 if world.table.state.phase == "mus" else 0].kind, who)
        while world.table.between:
            world.tick()
    raise AssertionError("nobody ever had something to tell")


def test_who_notices_a_sign_is_drawn_by_the_table_and_never_said_by_the_client() -> None:
    settings = {"senas": "fem", "mus_talk": "open_cut"}
    world = World(settings=settings, given={"clock": None, "sena_seen": 0.0}).sit_and_start("ane", "jon", "iker")
    who = on_turn(world, HOST, "ane", "jon", "iker")
    world.act("X", who)
    for chair in range(1, 5):
        signs = [option for option in world.table.state.legal(chair) if option.kind == "~"]
        if signs:
            [event, *_] = world.act(f"~{signs[0].codes[0]}>{chair % 4 + 1}", world.table.seat(chair).who)
            assert isinstance(event, events.Acted)
            assert ">" not in event.token


def test_patience_ends_and_a_bot_holds_the_chair_until_its_owner_is_back() -> None:
    world = World(given={"clock": None, "patience": 20}).sit_and_start("ane")
    ane = world.table.chair_of("ane")
    world.do(do.Lost(chair=ane, since=world.now))
    assert not world.table.seat(ane).by_bot
    assert wakes_at(world.table) == world.now + 20_000
    world.now += 20_000
    world.do(do.Tick())
    assert world.table.seat(ane).held
    world.do(do.Came(), "ane")
    assert world.table.seat(ane).present
    assert world.table.seat(ane).name == "ane"


@pytest.mark.parametrize("moment", ["mus", "discard", "grande"])
def test_a_person_who_leaves_in_the_middle_is_followed_by_a_bot_at_once(moment: str) -> None:
    world = World(given={"clock": None}).sit_and_start("ane", "jon", "iker")
    people = (HOST, "ane", "jon", "iker")
    for _ in range(100):
        who = on_turn(world, *people)
        if world.table.state.phase == moment and (moment != "grande" or world.table.state.lance.bettor):
            break
        if world.table.state.phase == "mus":
            world.act("M" if moment == "discard" else "X" if moment == "grande" else "M", who)
        else:
            world.act("E2", who)
    chair = world.table.chair_of(who)
    world.do(do.Stand(), who)
    assert world.table.seat(chair).kind == "bot"
    assert world.table.turn == chair
    world.bot()
    assert world.table.turn != chair or world.table.between
    assert code_of(world.act, "M", who) == "not-seated"


def test_who_has_seen_a_hand_of_the_deal_sees_no_other_one_in_it() -> None:
    world = World(given={"clock": None}).sit_and_start("ane")
    world.do(do.Stand(), "ane")
    assert code_of(world.do, do.Sit(chair=3), "ane") == "seat-not-now"
    world.do(do.Sit(chair=2, name="ane"), "ane")
    assert world.table.chair_of("ane") == 2
    world.do(do.Sit(chair=4, name="new"), "new")
    assert world.table.chair_of("new") == 4


def test_the_host_kicks_locks_pauses_fills_and_hands_over() -> None:
    world = World(given={"clock": {"move": 10, "reserve": 0}})
    for chair, who in enumerate((HOST, "ane", "jon"), 1):
        world.do(do.Sit(chair=chair, name=who), who)
    assert code_of(world.do, do.Kick(chair=3), "ane") == "not-host"
    world.do(do.Kick(chair=3), HOST)
    assert code_of(world.do, do.Sit(chair=3), "jon") == "kicked"
    world.do(do.Lock(on=True), HOST)
    assert code_of(world.do, do.Sit(chair=3), "iker") == "locked"
    assert code_of(world.do, do.Start(), HOST) == "seats-empty"
    world.do(do.Fill(chair=0), HOST)
    world.do(do.Start(), HOST)
    world.until_turn()
    turn = turn_times(world.table)
    world.do(do.Pause(on=True), HOST)
    assert wakes_at(world.table) is None
    world.now += 100_000
    world.do(do.Tick())
    world.do(do.Pause(on=False), HOST)
    if turn:
        assert turn_times(world.table) == (turn[0] + 100_000, turn[1] + 100_000)
    world.do(do.HandOver(chair=2), HOST)
    assert world.table.host == "ane"
    world.do(do.Stand(), "ane")
    assert world.table.host == HOST, "when the host leaves, another person becomes it"


def test_a_rematch_is_the_next_match_at_the_same_table() -> None:
    world = World(settings={"target": 5, "juegos_to_win_vaca": 1}, given={"clock": {"move": 5, "reserve": 0}})
    world.sit_and_start().play_on()
    first = world.table.state
    assert code_of(world.do, do.Ready(), HOST) == "not-playing"
    world.do(do.Rematch(), HOST)
    assert (world.table.match, world.table.id, world.table.chair_of(HOST)) == (2, "table", 1)
    world.until_turn()
    assert world.table.state.history != first.history
    assert world.refolded() == world.table


def test_rules_change_while_waiting_and_only_then() -> None:
    world = World()
    world.do(do.Sit(chair=1, name="h"), HOST)
    wish = do.Rules(preset="clasico", settings={"target": 30}, players=6, options={"clock": None})
    world.do(wish, HOST)
    assert (world.table.players, world.table.rules.match.target, world.table.options.clock) == (6, 30, None)
    assert code_of(world.do, do.Rules(preset="nope", settings={}, players=4, options={}), HOST) == "preset-unknown"
    away = do.Rules(preset="clasico", settings={}, players=4, options={"bot": "cmd:rm -rf /"})
    assert code_of(world.do, away, HOST) == "bot-unknown", "no program is started because a guest names one"
    world.do(do.Start(fill=True), HOST)
    assert code_of(world.do, wish, HOST) == "not-waiting"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"given": {"patience": 1}}, "setting-type"),
        ({"given": {"nope": 1}}, "setting-type"),
        ({"given": {"bot": "cmd:sh"}}, "bot-unknown"),
        ({"settings": {"target": 0}}, "setting-type"),
        ({"players": 9}, "setting-type"),
    ],
)
def test_a_table_that_cannot_be_is_refused(given: dict[str, Any], code: str) -> None:
    assert code_of(lambda: World(**given)) == code


def test_the_number_of_chairs_follows_the_game() -> None:
    assert creation.players_range("mus") == (2, 6, 4)
    assert creation.players_range("mos")[:2] == (2, 17)
    assert World("mos", players=17).table.players == 17
    assert World("mus", players=2).table.rules.seating.sides == "individual"
    assert options.Options().delay == "deal"


def test_a_silent_client_holds_no_deal_up_and_a_late_share_changes_nothing() -> None:
    world = World()
    world.do(do.Sit(chair=1, name="h"), HOST)
    world.do(do.Start(fill=True), HOST)
    coming = world.table.coming
    assert coming is not None
    assert deal_at(world.table) == coming.since + SHARE_WAIT
    world.do(do.Share(deal=1, share="ab" * 16), HOST)
    assert deal_at(world.table) == coming.since, "with every share in, nothing waits"
    assert code_of(world.do, do.Share(deal=1, share="cd" * 16), HOST) == "share-not-wanted"
    world.until_turn()
    assert world.table.fair[0].shares[0] == "ab" * 16
    assert world.table.fair[0].commitment == coming.commitment
    assert code_of(world.do, do.Share(deal=1, share="cd" * 16), HOST) == "share-not-wanted"


def test_seeds_stay_hidden_until_the_match_is_over_or_the_deal_where_the_table_so_chooses() -> None:
    for reveal in ("match", "deal"):
        world = World(given={"reveal": reveal, "clock": {"move": 5, "reserve": 0}}).sit_and_start()
        assert not revealed(world.table, 1)
        while not world.table.between:
            world.bot() if world.table.seat(world.table.turn).by_bot else world.tick()
        if world.table.phase == "playing":
            assert revealed(world.table, 1) == (reveal == "deal")
        world.play_on()
        assert revealed(world.table, 1)


def test_bots_that_break_the_rules_or_come_too_late_act_as_if_their_time_had_run_out() -> None:
    world = World(given={"clock": None}).sit_and_start()
    while not world.table.seat(world.table.turn).by_bot:
        world.act("M", HOST)
    chair, acts = world.table.turn, len(world.table.state.history)
    assert world.do(do.BotActs(chair=chair, word="M", acts=acts - 1)) == []
    world.do(do.BotActs(chair=chair, word="Q", acts=acts))
    assert world.table.state.phase == "grande", "in the talk the table cuts"


def test_a_stranger_and_the_house_itself_are_told_apart() -> None:
    world = World(given={"clock": None}).sit_and_start()
    assert code_of(world.act, "M", "") == "not-seated"
    assert code_of(world.do, do.Sit(chair=2), "") == "no-identity"
    assert code_of(world.do, do.Pause(on=True), "") == "not-host"
    with pytest.raises(Refusal):
        world.do(do.Stand(), "")


def news_codes(world: World, command: do.Command, who: str) -> list[tuple[str, int, str]]:
    """What everybody is told of a command: codes, chairs, names."""
    before, found = world.table, []
    for event in world.do(command, who):
        now = after(before, event)
        found += [(one.code, one.chair, one.name) for one in of_table(before, event, now)]
        before = now
    return found


def test_everybody_is_told_who_the_host_is_whenever_that_changes() -> None:
    world = World().sit_and_start("ane", "jon")
    assert news_codes(world, do.HandOver(chair=3), HOST) == [("host", 3, "jon")]
    assert news_codes(world, do.Stand(), "jon") == [("stood", 3, "jon"), ("host", 1, HOST)]
    assert news_codes(world, do.Stand(), "ane") == [("stood", 2, "ane")]
    assert news_codes(world, do.Stand(), HOST) == [("stood", 1, HOST)], "nobody is left to be it"


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("  Ana \u0000 María ", "Ana María"),
        ("👨‍👩‍👧 Ana", "👨‍👩‍👧 Ana"),
        ("👩🏽‍🚀❤️‍🔥", "👩🏽‍🚀❤️‍🔥"),
        ("A\u200dna", "A na"),
        ("\u200d👨", "👨"),
        ("👨\u200d", "👨"),
        ("a\u202eb", "a b"),
        ("x" * 30, "x" * 24),
        ("x" * 22 + "👨‍👩‍👧", "x" * 22),
        ("x" * 23 + "e\u0301", "x" * 23),
        ("e" + "\u0301" * 40, "e" + "\u0301" * 23),
        ("\u200d\u200d", ""),
    ],
)
def test_a_name_keeps_its_letters_and_emoji_whole_and_hides_nothing(given: str, name: str) -> None:
    assert clean_name(given) == name
    assert clean_name(name) == name
