"""The laws of the rules dossier (PL-1 to PL-6, TL-1 to TL-9, 9.3) at every act of random games under default rules."""

import random

import pytest

from ordago.mos import MOS, DrawTrump, Leftover, Out, Play, ShowTrump, Take, Won, start, view
from ordago.mos.hand import packed, size
from tests.engine_mos import card_count, random_steps, rules_of

TABLES = [(players, seed) for players in range(2, 18) for seed in range(2)]
"""Numbers of players with seeds of one game each."""


@pytest.mark.parametrize(("players", "seed"), TABLES)
def test_phase_1_keeps_its_laws(players: int, seed: int) -> None:
    pairs = 0
    refilled: tuple[int, int] = (0, 0)
    leftover: dict[int, int] = {}
    end = None
    for before, act, after in random_steps(seed, players):
        end = after
        if before.phase == "duels" and not before.table and before.stock_size >= 2:
            assert {size(hand) for hand in before.hands} == {3}, "PL-3: three cards in every hand"
        if before.phase == "duels" and isinstance(act, Play):
            cards = sum(map(size, before.hands)) + before.stock_size
            assert sum(map(size, after.hands)) + after.stock_size < cards or after.phase == "shedding", "PL-5"
            assert before.duel is not None
            if act.seat == before.duel.answerer and len(before.table) % 2:
                pairs += 1
                if before.stock_size and not before.holder and after.holder:
                    led = before.table[-1][0]
                    beaten = act.cards[0] >> 2 > led >> 2
                    one, two = before.duel.leader, before.duel.answerer
                    refilled = (two, one) if beaten else (one, two)
        if after.phase == "shedding":
            break
    assert end is not None
    for event in end.log:
        if isinstance(event, Leftover):
            leftover[event.seat] = len(event.cards)
    assert len(leftover) == 1, "PL-6: only one player can hold leftovers"
    count = sum(leftover.values())
    assert count in ((1,) if players % 2 == 0 else (1, 3)), "PL-1: the rest is odd"
    assert pairs == (51 - count) / 2, "PL-2"
    assert end.holder == (refilled[0] if players % 2 else refilled[1]), "PL-4: who gets the trump card"
    assert [act.to for act in end.log if isinstance(act, DrawTrump)] == [end.holder]
    assert any(end.hands), "PL-6: somebody has a pile"
    assert end.turn == end.holder, "P2-1: the trump holder starts"


@pytest.mark.parametrize(("players", "seed"), TABLES)
def test_phase_2_keeps_its_laws(players: int, seed: int) -> None:
    gone = plays = takes = exits = starter = 0
    end = None
    for before, act, after in random_steps(seed, players):
        end = after
        out = len(after.out) - len(before.out)
        if before.phase != "shedding":
            plays = takes = exits = 0
            starter = after.turn
            assert card_count(after) == 52, "9.3: no card is lost or made"
            continue
        exits += out
        assert out <= 1, "TL-8: two cannot go out together"
        last = after.log.act
        if isinstance(last, Won) and last.seat == 0:
            gone += len(last.cards)
        assert card_count(after) + gone == 52, "9.3: no card is lost or made"
        if before.table:
            assert 1 <= len(before.table) < before.live, "9.3: an answer is to one unit or more, fewer than L"
            ranks = [card >> 2 for unit in before.table for card in unit]
            assert ranks == sorted(set(ranks)), "TL-1: the table rises strictly"
        if isinstance(act, Take):
            assert after.log.parent is not None
            taken = [event for event in (after.log.act, after.log.parent.act) if isinstance(event, Won)][-1]
            assert taken.cards == before.table[0], "TL-1: the lowest unit is the oldest"
        assert all(len(unit) == 1 for unit in before.table[1:]), "P2-3: a run is only led"
        if before.burning:
            plays = takes = exits = 0
        else:
            plays, takes = plays + isinstance(act, Play), takes + isinstance(act, Take)
        if not after.table and after.phase == "shedding":
            assert takes <= plays <= 13, "TL-2"
            if before.live % 2 == 0 and not exits and after.live > 2 and not before.burning:
                assert (plays + takes) % 2 == 0, "TL-7: with L even a round has an even number of turns"
                assert holders_between(before.hands, starter, after.turn) % 2 == 0, "TL-7: the lead stays in its half"
            plays = takes = exits = 0
            starter = after.turn
    assert end is not None
    assert end.phase == "over"
    assert end.loser, "TL-8: exactly one loser"
    assert size(end.hands[end.loser - 1]) > 0
    assert end.losses == tuple(int(chair == end.loser) for chair in range(1, players + 1))
    outs = [act.seat for act in end.log if isinstance(act, Out)]
    assert tuple(outs) == end.out


def holders_between(hands: tuple[int, ...], one: int, two: int) -> int:
    """How many players with cards sit from the one to the other, anticlockwise."""
    count, chair = 0, one
    while chair != two:
        chair = chair % len(hands) + 1
        count += hands[chair - 1] > 0
    return count


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nobody_is_asked_to_beat_his_own_unit(players: int) -> None:
    """TL-3."""
    for seed in range(5):
        owners: list[int] = []
        for before, act, after in random_steps(seed, players):
            if before.phase != "shedding":
                continue
            if owners and before.table:
                assert before.turn != owners[-1]
            if isinstance(act, Play) and after.table:
                owners.append(act.seat)
            elif isinstance(act, Take):
                del owners[0]
            if not after.table:
                owners = []


def test_units_can_exceed_the_live_players() -> None:
    """TL-4: seen in one or two of a hundred random games."""
    seen = 0
    for seed in range(300):
        for before, act, after in random_steps(seed, 3):
            if before.phase == "shedding" and isinstance(act, Play) and after.phase == "shedding":
                units = len(before.table) + 1
                seen += not after.table and units > after.live and not before.burning
    assert seen


def test_two_players_always_come_to_an_end_without_the_stall_rule() -> None:
    """TL-5."""
    for seed in range(40):
        steps = list(random_steps(seed, 2, {"stall": {"mode": "none"}}, longest=200))
        assert steps[-1][2].phase == "over"


@pytest.mark.parametrize("players", [3, 5, 8])
def test_who_remembers_what_lay_open_knows_every_hand_of_phase_2(players: int) -> None:
    """TL-9: from a spectator's log alone, all hands but the leftovers' are known once the trump is shown."""
    for seed in range(3):
        for _, _, after in random_steps(seed, players):
            if after.phase != "shedding":
                continue
            known: list[list[int]] = [[] for _ in range(players)]
            for event in view(after, 0).acts:
                if isinstance(event, Won) and event.seat:
                    known[event.seat - 1] += event.cards
                elif isinstance(event, ShowTrump):
                    known[event.seat - 1].append(event.card)
                elif isinstance(event, Play) and after.live and event.cards[0] in known[event.seat - 1]:
                    for card in event.cards:
                        known[event.seat - 1].remove(card)
            unknown = set(range(52)) - {card for cards in known for card in cards}
            holder = [event.seat for event in after.log if isinstance(event, Leftover)]
            known[holder[0] - 1] += unknown  # by elimination: all that nobody saw are in one hand
            assert tuple(map(packed, known)) == after.hands
            break


def test_two_packs_keep_their_cards() -> None:
    rules = {"packs": 2}
    for seed in range(3):
        gone = 0
        for before, _, after in random_steps(seed, 17, rules):
            last = after.log.act
            if before.phase == "shedding" and isinstance(last, Won) and last.seat == 0:
                gone += len(last.cards)
            assert card_count(after) + gone == 104


def test_the_first_dealer_is_drawn() -> None:
    dealers = {MOS.start(rules_of("mos"), 4, random.Random(seed)).dealer for seed in range(40)}
    assert dealers == {1, 2, 3, 4}
    assert start(rules_of("mos"), 4).dealer == 4
