"""The check of histories (`tools.history`) finds what it looks for: what never was or went back, cards, lost acts."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from ordago.cards import french, spanish
from ordago.mos.hand import unpacked
from ordago.service.host import STEPS
from ordago.table.events import Acted
from tests.table.world import HOST, World
from tools.cluster import Client
from tools.history import Told, faults_of

PEOPLE = ("ane", "jon", "iker")


def played(game: str) -> World:
    """A table of four people who let their time run out: a deal and the beginning of the next, or a whole game."""
    world = World(game, given={"clock": {"move": 5, "reserve": 0}, "delay": "none"}).sit_and_start(*PEOPLE)
    for _ in range(400):
        if world.table.phase == "over" or (world.table.deal > 1 and world.table.turn):
            break
        world.tick()
    return world


def told_to(told: Told, who: str) -> Client:
    """Somebody who was told every step, over two connections."""
    client = Client([], "table", "", who, random.Random(1))
    half = len(told.log) // 2
    for connection in (range(1, half), range(half, len(told.log) + 1)):
        messages: list[dict[str, Any]] = []
        for at in connection:
            table, view = told.body(at, who, not messages)
            news = told.news(at, who) if messages else []
            messages.append(
                {"seq": len(messages) + 1, "table": {**table, "watchers": 0, "trouble": ""}, "view": view, "news": news}
            )
        client.seen.append(messages)
    return client


@pytest.fixture(params=["mus", "mos"])
def told(request: pytest.FixtureRequest) -> Told:
    """The log of a game, folded."""
    return Told("table", played(request.param).log)


def test_what_is_right_is_found_right_for_everybody(told: Told) -> None:
    assert faults_of(told, [told_to(told, who) for who in (HOST, *PEOPLE, "")]) == []


def emptied(seen: list[Any], at: int) -> None:
    seen[at]["news"] = []


def dreamt(seen: list[Any], at: int) -> None:
    seen[at]["table"]["deal"] = 99


def from_before(seen: list[Any], at: int) -> None:
    seen[at]["view"] = seen[0]["view"]


def again(seen: list[Any], at: int) -> None:
    seen.insert(at, seen[at])


def left_out(seen: list[Any], at: int) -> None:
    del seen[at]


@pytest.mark.parametrize("change", [emptied, dreamt, from_before, again, left_out])
def test_what_never_was_or_went_back_is_found(told: Told, change: Callable[[list[Any], int], None]) -> None:
    client = told_to(told, "ane")
    seen = client.seen[-1]
    acted = [at for at, message in enumerate(seen) if at and "said" in [one["code"] for one in message["news"]]]
    change(seen, acted[-2])
    for number, message in enumerate(seen, 1):
        message["seq"] = number
    assert any("told what never was" in fault for fault in faults_of(told, [client]))


def test_a_message_that_was_lost_on_the_way_is_found(told: Told) -> None:
    client = told_to(told, "ane")
    del client.seen[-1][-1:], client.seen[-1][0]
    assert any("was told 2 as number 1" in fault for fault in faults_of(told, [client]))


@pytest.mark.parametrize(("steps", "right"), [(STEPS, True), (STEPS - 1, False)])
def test_who_was_told_nothing_for_long_is_told_the_last_steps(steps: int, right: bool) -> None:
    told = Told("table", played("mos").log)
    assert len(told.log) > STEPS + 50
    client = told_to(told, "ane")
    first, last = client.seen[0][0], len(told.log)
    table, view = told.body(last, "ane", False)
    news = [one for at in range(last - steps + 1, last + 1) for one in told.news(at, "ane")]
    client.seen = [[first, {"seq": 2, "table": table, "view": view, "news": news}]]
    assert (faults_of(told, [client]) == []) == right


def test_acts_that_were_acknowledged_and_lost_or_done_twice_are_found() -> None:
    world = played("mus")
    act = next(at for at, event in enumerate(world.log) if isinstance(event, Acted))
    log = list(world.log)
    log[act] = Acted(at=log[act].at, cid="ane:known", token=log[act].token, why=log[act].why)  # type: ignore[union-attr]
    told = Told("table", log)
    client = told_to(told, "ane")
    client.acknowledged = ["known", "lost"]
    assert faults_of(told, [client]) == ["acknowledged and lost: lost"]
    twice = Told("table", log)
    twice.log = [*log, log[act]]
    twice.tables = [*twice.tables, twice.tables[-1]]
    assert "done 2 times: ane:known" in faults_of(twice, [])


def test_time_that_ran_out_early_is_found() -> None:
    world = World(given={"clock": {"move": 5, "reserve": 0}}).sit_and_start(*PEOPLE)
    turn = world.table.turn_since
    world.tick()
    log = list(world.log)
    assert isinstance(log[-1], Acted)
    log[-1] = Acted(at=turn + 4_000, token=log[-1].token, why="timeout")
    assert ["time ran out early" in fault for fault in faults_of(Told("table", log), [])] == [True]


class Leaky(Told):
    """As if the server's views held a card of the hand on chair 2."""

    def body(self, at: int, who: str, first: bool) -> Any:
        table, view = super().body(at, who, first)
        state = self.tables[at - 1].state
        if view is None or not state.hands:
            return table, view
        hand = state.hands[1] if view["game"] == "mus" else unpacked(state.hands[1])
        names = spanish.NAMES if view["game"] == "mus" else french.NAMES
        return table, {**view, "leak": [names[hand[0]]] if hand else []}


@pytest.mark.parametrize("game", ["mus", "mos"])
def test_a_card_that_somebody_may_not_know_is_found(game: str) -> None:
    told = Leaky("table", played(game).log)
    assert faults_of(told, [told_to(told, "ane")]) == [], "her own cards"
    for who in ("jon", ""):
        assert any("told cards" in fault for fault in faults_of(told, [told_to(told, who)]))
