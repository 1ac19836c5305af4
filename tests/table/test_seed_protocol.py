"""The seed protocol attacked: clients that wait, repeat or keep back a share; a server that chooses after them."""

import hashlib
from typing import Any

import msgspec
import pytest

from ordago.core import Record, fair
from ordago.errors import Refusal
from ordago.table import commands as do
from ordago.table.clocks import SHARE_WAIT, deal_at
from ordago.table.record import record

from .world import HOST, World

PEOPLE = (HOST, "ane", "jon", "iker")
SHARES = ("00" * 16, "11" * 16, "22" * 16, "33" * 16)


def waiting(seed: int = 1) -> World:
    """A table whose first deal is committed to and not dealt yet."""
    world = World(
        seed=seed, given={"clock": {"move": 5, "reserve": 0}}, settings={"target": 5, "juegos_to_win_vaca": 1}
    )
    for chair, who in enumerate(PEOPLE, 1):
        world.do(do.Sit(chair=chair, name=who), who)
    world.do(do.Start(), HOST)
    return world


def give(world: World, who: str, share: str, deal: int | None = None) -> str:
    """Give a share; the code of the refusal, or nothing."""
    try:
        world.do(do.Share(deal=world.table.deal + 1 if deal is None else deal, share=share), who)
    except Refusal as refused:
        return refused.code
    return ""


def deck_of(world: World) -> tuple[Any, ...]:
    """The hands of the running deal."""
    return tuple(world.table.state.hands)


def finished(world: World) -> Record:
    """The record of the match, played on by time and bots."""
    world.play_on()
    return record(world.table)


def test_who_keeps_a_share_back_wins_two_seconds_and_nothing_else() -> None:
    """Whether and when the share comes is the client's choice, made without knowing what any choice leads to."""
    world = waiting()
    began = world.table.coming
    assert began is not None
    for who, share in zip(PEOPLE[:3], SHARES, strict=False):
        give(world, who, share)
    assert deal_at(world.table) == began.since + SHARE_WAIT
    world.until_turn()
    assert world.now == began.since + SHARE_WAIT
    assert world.table.fair[0].shares == (*SHARES[:3], "")
    assert world.table.fair[0].commitment == began.commitment, "nobody's silence gave the server another seed"
    assert give(world, "iker", SHARES[3], deal=1) == "share-not-wanted"
    assert world.table.fair[0].shares == (*SHARES[:3], "")


def test_only_the_first_share_of_a_chair_counts_however_often_and_for_whatever_deal_one_is_sent() -> None:
    world = waiting()
    assert give(world, "ane", SHARES[1]) == ""
    for other in (SHARES[1], SHARES[2], "f" * 32):
        assert give(world, "ane", other) == "share-not-wanted"
    for deal in (0, 2, 3, -1, 2**40):
        assert give(world, "jon", SHARES[2], deal) == "share-not-wanted"
    for malformed in ("", "0" * 31, "0" * 33, "F" * 32, "g" * 32, "٠" * 32, "0" * 30 + "\n0"):
        assert give(world, "jon", malformed) == "share-malformed"
    assert give(world, "stranger", SHARES[0]) == "not-seated"
    world.until_turn()
    assert world.table.fair[0].shares == ("", SHARES[1], "", "")


def test_a_share_used_again_gives_other_cards() -> None:
    """The seed is new each time: nobody makes a deal come back by repeating what led to it."""
    decks = set()
    for seed in range(20):
        world = waiting(seed)
        for who, share in zip(PEOPLE, SHARES, strict=True):
            assert give(world, who, share) == ""
        world.until_turn()
        decks.add(deck_of(world))
    assert len(decks) == 20


@pytest.mark.parametrize("chair", range(4))
def test_one_honest_share_is_enough_to_make_the_cards_unforeseeable(chair: int) -> None:
    """Seed and all other shares given: over the honest share every card comes to the server's friend alike."""
    seed = hashlib.sha256(b"chosen by a server that cheats").digest()
    counts = [0] * 40
    rounds = 4000
    for number in range(rounds):
        honest = hashlib.sha256(number.to_bytes(4, "big")).hexdigest()[:32]
        shares = [honest if at == chair else "ab" * 16 for at in range(4)]
        deck = list(range(40))
        fair.stream(seed, shares).shuffle(deck)
        counts[deck[0]] += 1
    chi = sum((count - rounds / 40) ** 2 / (rounds / 40) for count in counts)
    assert chi < 39 + 6 * (2 * 39) ** 0.5


def test_a_server_that_looks_for_a_better_seed_after_the_shares_is_found_out() -> None:
    """It may find cards that it likes; their seed is not the one that it committed to before anybody gave a share."""
    world = waiting()
    coming = world.table.coming
    assert coming is not None
    shown = coming.commitment
    for who, share in zip(PEOPLE, SHARES, strict=True):
        give(world, who, share)
    honest = finished(world)
    assert {finding.code for finding in fair.check(honest, world.table.played)} == {"fair"}
    assert honest.extras[0]["fair"]["commitment"] == shown
    for number in range(50):
        better = hashlib.sha256(f"try {number}".encode()).digest()
        for told in (shown, fair.commitment(better)):
            extras = ({"fair": {**fair.table(better, SHARES), "commitment": told}}, *honest.extras[1:])
            code = fair.check(msgspec.structs.replace(honest, extras=extras), world.table.played)[0].code
            if told == shown:
                assert code == "fair-commitment"
            else:
                assert told != shown, "whoever noted what was shown before sees that it was changed"


def test_a_server_that_drops_or_changes_a_share_is_seen_by_whoever_gave_it() -> None:
    world = waiting()
    for who, share in zip(PEOPLE, SHARES, strict=True):
        give(world, who, share)
    honest = finished(world)
    assert honest.extras[0]["fair"]["shares"] == list(SHARES), "each finds the own share at the own chair"
    seed = bytes.fromhex(honest.extras[0]["fair"]["server_seed"])
    for chair in range(4):
        for instead in ("", "ff" * 16):
            shares = [instead if at == chair else share for at, share in enumerate(SHARES)]
            extras = ({"fair": fair.table(seed, shares)}, *honest.extras[1:])
            found = fair.check(msgspec.structs.replace(honest, extras=extras), world.table.played)
            assert found[0].code in ("fair-cards", "fair-first"), "with the share gone other cards follow"


def test_the_log_alone_says_the_seed_so_that_no_restart_draws_it_again() -> None:
    world = waiting()
    give(world, "ane", SHARES[1])
    assert world.refolded().coming == world.table.coming
    world.do(do.Resume(seen=world.now))
    assert world.refolded().coming == world.table.coming
