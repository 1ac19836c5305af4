"""Deals from every side: same cards, services and dice; nothing between equals; one result however it is run."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ordago.arena import Arena, Contest, Stopped, result_of, run
from ordago.arena.checkpoint import Rows, load
from ordago.arena.play import Meter, dice, stream
from ordago.errors import OrdagoError
from ordago.mus import Cut, Deal, Discard, Mus, Serve

MUS = Contest("mus", "clasico", {}, None, "tempered", "uniform", "1")
MOS = Contest("mos", "mos", {}, 3, "habits", "uniform", "1")


def figures(contest: Contest, rows: Rows) -> dict[str, Any]:
    """All that the same seed fixes: everything but the seconds."""
    arena = Arena(contest)
    found = result_of(contest, arena.sides, arena.scoring.deals_are_games, rows).as_json()
    found.pop("seconds_per_decision")
    return found


# ---------------------------------------------------------------------- fairness


@pytest.mark.parametrize("bot", ["uniform", "tempered", "rule"])
@pytest.mark.parametrize("senas", ["off", "common"])
def test_a_bot_against_itself_scores_exactly_zero(bot: str, senas: str) -> None:
    contest = replace(MUS, a=bot, b=bot, changes={"senas": senas})
    found = figures(contest, run(contest, {"deal": 25, "game": 2, "match": 1}))
    assert (found["stones_per_deal"], found["stones_ci"]) == (0.0, [0.0, 0.0])
    assert (found["games"], found["games_won"]) == (4, 2)
    assert (found["matches"], found["matches_won"]) == (2, 1)


def test_each_of_three_equals_loses_a_third() -> None:
    contest = replace(MOS, b="habits")
    found = figures(contest, run(contest, {"deal": 10}))
    assert found["games"] == 30
    assert found["lost_share"] == pytest.approx(1 / 3)
    assert found["fair_share"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_tables_of_any_size(players: int) -> None:
    """Two sides mirror; with three or six seats for themselves every bot plays every seat."""
    contest = replace(MUS, players=players, changes={"sides": "individual"})
    arena = Arena(contest)
    assert arena.sides == players
    found = figures(contest, run(contest, {"deal": 4, "game": 1}))
    assert found["games"] == players
    assert ("fair_share" in found) == (players > 2)


def test_a_deal_is_dealt_alike_from_every_side() -> None:
    arena = Arena(MUS)
    deals = []
    for side in (0, 1):
        course = arena._course("deal", 7, 0, side, (Meter(), Meter()))
        deals.append(next(act for act in course.play(arena._start("deal", 7)).history if isinstance(act, Deal)))
    assert deals[0] == deals[1]


def test_the_same_discards_get_the_same_cards() -> None:
    """Whatever is thrown, services come from the top of the deal's own stock."""
    game = Arena(MUS).game
    served = []
    for thrown in ((0, 1), (0, 3)):
        cards = stream("x")
        state = game.start(game.rules("clasico", {}), None, cards)
        for act in game.dealer_acts(state, cards):
            state = state.apply(act)
        for _ in range(4):
            state = state.apply(Mus(state.turn))
        for _ in range(4):
            hand = state.hands[state.turn - 1]
            state = state.apply(Discard(state.turn, tuple(hand[at] for at in thrown)))
        while not state.turn:
            for act in game.dealer_acts(state, cards):
                state = state.apply(act)
        served.append([act for act in state.history if isinstance(act, Serve)])
    assert served[0] == served[1]
    assert len(served[0]) == 4


def test_the_arena_plays_under_rules_that_end() -> None:
    rules = Arena(replace(MUS, preset="fem2025", changes={"target": 30, "bet_cap": "none"})).rules
    assert (rules.betting.bet_cap, rules.talk.mus_rounds_max, rules.match.target) == ("target", 20, 30)


def test_the_guess_of_a_deal_adds_nothing_on_average() -> None:
    """Over many deals the luck that is kept book of is zero, within its own interval."""
    luck = [row.luck for row in run(replace(MUS, b="rule"), {"deal": 150})["deal"].values()]
    spread = (sum(one * one for one in luck) / len(luck)) ** 0.5 / len(luck) ** 0.5
    assert any(luck)
    assert abs(sum(luck) / len(luck)) < 3.5 * spread


# ---------------------------------------------------------------------- one result


@pytest.mark.parametrize("contest", [MUS, MOS], ids=["mus", "mos"])
def test_two_processes_give_the_result_of_one(contest: Contest) -> None:
    wanted: dict[Any, int] = {"deal": 25} if contest is MOS else {"deal": 25, "game": 3}
    assert figures(contest, run(contest, wanted)) == figures(contest, run(contest, wanted, processes=2))


def test_other_seeds_give_other_deals() -> None:
    one, other = [run(replace(MUS, seed=seed), {"deal": 3})["deal"] for seed in "12"]
    assert [row.value for row in one.values()] != [row.value for row in other.values()]


@pytest.mark.parametrize("processes", [1, 2])
def test_stopped_and_resumed_equals_uninterrupted(tmp_path: Path, processes: int) -> None:
    kept = tmp_path / "kept.json"

    def stop(done: int, of: int) -> None:
        if done >= 11:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        run(MUS, {"deal": 40, "game": 2}, kept=kept, progress=stop, processes=processes)
    assert 11 <= stopped.value.done < stopped.value.of == 42
    assert len(load(kept, MUS)["deal"]) == stopped.value.done
    resumed = run(MUS, {"deal": 40, "game": 2}, kept=kept)
    assert figures(MUS, resumed) == figures(MUS, run(MUS, {"deal": 40, "game": 2}))
    assert [path.name for path in tmp_path.iterdir()] == ["kept.json"]


def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    first = run(MUS, {"deal": 5}, kept=kept)
    more = run(MUS, {"deal": 8}, kept=kept)
    assert {number: more["deal"][number] for number in range(5)} == first["deal"], "even the seconds"
    assert len(run(MUS, {"deal": 3}, kept=kept)["deal"]) == 3


@pytest.mark.parametrize("late", [False, True])
def test_ctrl_c_while_a_checkpoint_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: bool) -> None:
    """Before the file is in its place or just after: the contest stops as it should, and what was done is kept."""
    kept = tmp_path / "kept.json"
    replace_file, calls = os.replace, []

    def interrupted(source: str, target: Path) -> None:
        calls.append(target)
        if late or len(calls) > 1:
            replace_file(source, target)
        if len(calls) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    monkeypatch.setattr(sys.modules["ordago.arena.run"], "KEEP_EVERY", 0.0)
    with pytest.raises(Stopped):
        run(MUS, {"deal": 5}, kept=kept)
    assert len(load(kept, MUS)["deal"]) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["kept.json"]


def test_a_checkpoint_of_another_contest_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    run(MUS, {"deal": 2}, kept=kept)
    with pytest.raises(OrdagoError) as refused:
        run(replace(MUS, seed="2"), {"deal": 2}, kept=kept)
    assert refused.value.code == "checkpoint-other"
    kept.write_text('{"contest": 3}', "utf-8")
    with pytest.raises(OrdagoError) as refused:
        run(MUS, {"deal": 2}, kept=kept)
    assert refused.value.code == "checkpoint-broken"


# ---------------------------------------------------------------------- bots that fail


class Broken:
    """A bot that fails in turn in every way that there is."""

    name = "broken"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: Any, rng: Any) -> Any:
        self.asked += 1
        if self.asked % 3 == 0:
            raise RuntimeError("no idea")
        wrong_seat = Cut(view.seat % 4 + 1)
        return type("Choice", (), {"act": wrong_seat if self.asked % 3 == 1 else None})()


def test_a_bot_that_fails_loses_its_turns_and_not_the_contest() -> None:
    arena = Arena(MUS)
    arena.bots = (Broken(), arena.bots[1])
    row = arena.play("deal", 1)
    assert row.illegal == (row.decisions[0], 0)
    assert row.decisions[0] > 0


def test_dice_belong_to_their_words() -> None:
    assert dice("a", 1).random() == dice("a", 1).random() != dice("a", 2).random()
