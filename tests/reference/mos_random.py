"""Random records and random valid rules of Møs, for differential tests of an engine against the reference."""

import random
from typing import Any

from tests.reference.mos_book import Match
from tests.reference.mos_cards import FULL_PACK, RANKS, SUITS, high_to_low
from tests.reference.mos_deal import Deal
from tests.reference.mos_rules import PRESETS, Rules, contradictions, resolve

CHOICES: dict[str, list[Any]] = {
    "packs": [2],
    "hand_size": [1, 2, 4, 5],
    "tie": ["stake_nodraw", "own_back", "leader_wins", "answerer_wins", "discard"],
    "tie_void": ["substitute", "leader_takes", "discard"],
    "leftover": ["discard"],
    "phase1_end": ["pairs_exhausted", "first_block"],
    "must_beat_p1": [True],
    "draw_timing": ["after_duel", "each_play"],
    "blind_play": ["none", "both"],
    "open_trump": [True],
    "peek_pile": [True],
    "lone_trump": ["sits_out"],
    "lend_mode": ["average", "per5", 1, 2, 5],
    "beat_rule": ["rank", "rank_equal_trump", "trump_priority"],
    "follow_first": [True, False],
    "led_suit": ["oldest_on_table"],
    "voluntary_pickup": [True, False],
    "pickup_unit": ["lowest", "oldest", "last"],
    "sequences": ["leader", "none", "anyone"],
    "threshold": ["live", "round_start"],
    "round_starter": ["next", "highest"],
    "two_player_rule": [True, False],
    "match": ["elimination", "first_out", "fixed"],
    "games": [1, 2, 3],
    "continue_to_loser": [True],
    "next_dealer": ["rotate"],
    "remove_for_two": [1, 5, 10],
}
MOST_TOKENS = 600  # a play longer than that stops there
JUNK = ["x", "1", "1:", ":7H", "0:7H", "1:ZZ", "1:7h", "1:t", "7H", "1=", "1>2=", "99:T", "1:5D6C", "01:T", "1:2H2H"]


def random_rules(rng: random.Random, players: int) -> dict[str, Any]:
    """A random `rules` table that passes the validation of 9.1 with so many players."""
    while True:
        rules: dict[str, Any] = {"preset": rng.choice([*PRESETS, "mos", "mos"])}
        share = rng.choice([0.0, 0.1, 0.3])
        for key, values in CHOICES.items():
            if rng.random() < share:
                rules[key] = rng.choice(values)
        if rng.random() < 0.5:
            rules["stall"] = {
                "mode": rng.choice(["burn", "most_cards", "draw", "none"]),
                "repetitions": rng.choice([2, 3]),
                "idle_rounds": rng.choice([1, 2, 5, 20, 100]),
                "round_action_cap": rng.choice([0, 0, 3, 8, 200]),
            }
        if _valid(rules, players):
            return rules


def _valid(rules: dict[str, Any], players: int) -> bool:
    full = resolve(rules)
    assert full is not None
    smaller = [players, 2] if full["match"] == "elimination" else [players]
    return not any(contradictions(rules, size) for size in smaller)


def random_record(
    rng: random.Random, rules: dict[str, Any] | str, players: int, deals: int = 1, wrong: float = 0.0
) -> dict[str, Any]:
    """A record of up to `deals` deals, dealt afresh, played by random legal acts.

    The last deal may stop anywhere. With probability `wrong` one token that is probably illegal stands at the end.
    """
    return _record(rng, rules, players, deals, wrong, _fresh)


def random_position_record(
    rng: random.Random, rules: dict[str, Any] | str, players: int, deals: int = 1, wrong: float = 0.0
) -> dict[str, Any]:
    """Like `random_record`, but from random positions with few cards: void ties, exits and stalls come soon."""
    return _record(rng, rules, players, deals, wrong, _position)


def _record(
    rng: random.Random, rules: dict[str, Any] | str, players: int, deals: int, wrong: float, make: Any
) -> dict[str, Any]:
    full = resolve(rules)
    assert full is not None
    match = Match(full, players)
    tables: list[dict[str, Any]] = []
    for number in range(deals):
        table = make(rng, full, match)
        deal = match.open_deal(table)
        stop = rng.randrange(MOST_TOKENS) if number == deals - 1 and rng.random() < 0.4 else MOST_TOKENS
        tokens = _play(rng, match, deal, stop)
        tables.append(table)
        last = match.over or not deal.over or number == deals - 1
        if last and rng.random() < wrong:
            tokens.append(_wrong_token(rng, deal))
        if tokens:
            table["play"] = _layout(rng, tokens)
        if last:
            break
    return {"acta": 1, "game": "mos", "rules": rules, "deal": tables}


def _fresh(rng: random.Random, rules: Rules, match: Match) -> dict[str, Any]:
    pack = FULL_PACK * rules["packs"]
    rng.shuffle(pack)
    in_play = match.in_play()
    cards = [_take(pack, rules["hand_size"]) if c in in_play else "" for c in range(1, match.seats + 1)]
    removed = rules["remove_for_two"] if len(in_play) == 2 else 0
    table: dict[str, Any] = {"cards": cards, "stock": "".join(pack[removed:])}
    return _with_dealer(rng, match, table)


def _position(rng: random.Random, rules: Rules, match: Match) -> dict[str, Any]:
    ranks = rng.sample(RANKS, rng.choice([4, 6, 13]))
    pack = [rank + suit for rank in ranks for suit in SUITS] * rules["packs"]
    rng.shuffle(pack)
    in_play = match.in_play()
    while True:
        cards = [""] * match.seats
        rest = list(pack)
        shedding = rng.random() < 0.6
        stock = not shedding and rng.random() < 0.4
        stock = stock and rules["hand_size"] * len(in_play) + 3 <= len(rest)
        size = rules["hand_size"] if stock else max(1, min(4, len(rest) // len(in_play) - 1))
        for chair in in_play:
            cards[chair - 1] = _take(rest, min(len(rest), size if stock else rng.randint(0, size)))
        holders = [c for c in in_play if cards[c - 1]]
        if len(holders) >= 2 and len(rest) >= 3:
            break
        pack = FULL_PACK * rules["packs"]
        rng.shuffle(pack)
    table: dict[str, Any] = {"cards": cards}
    if shedding:
        position: dict[str, Any] = {"phase": "shedding", "trump": rng.choice(SUITS), "turn": rng.choice(holders)}
        if len(holders) > 2 and rng.random() < 0.3:
            position |= {"table": [rest[0]], "led": rest[0][1]}
    else:
        position = {"phase": "duels", "leader": rng.choice(in_play)}
        if stock:
            table["stock"] = _take(rest, rng.randint(1, min(9, len(rest))))
        else:
            position |= {"trump": rest.pop(), "holder": rng.choice(in_play)}
        if rng.random() < 0.5:
            spare = len(rest) // match.seats
            in_pile = [rng.randint(0, spare) if c in in_play else 0 for c in range(1, match.seats + 1)]
            position["piles"] = [_take(rest, count) for count in in_pile]
    table["position"] = position
    return _with_dealer(rng, match, table)


def _with_dealer(rng: random.Random, match: Match, table: dict[str, Any]) -> dict[str, Any]:
    if rng.random() < 0.5:
        table["dealer"] = match.due_dealer() if match.deals else rng.choice(match.in_play())
    return table


def _take(pack: list[str], count: int) -> str:
    taken = [pack.pop() for _ in range(count)]
    return "".join(taken)


def _play(rng: random.Random, match: Match, deal: Deal, stop: int) -> list[str]:
    """Random tokens of one deal, played into the match."""
    tokens: list[str] = []
    named_draws = rng.random() < 0.3
    wild = rng.choice([0.1, 0.5, 1.0])  # how often an act is drawn from all legal ones, not the first of them
    while not deal.over and len(tokens) < stop:
        batch = []
        if deal.turn() is None:
            batch = _lending(rng, deal)
        else:
            legal = deal.legal()
            batch.append(f"{deal.turn()}:{rng.choice(legal) if rng.random() < wild else legal[0]}")
        for text in batch:
            match.token(text)
            tokens.append(text)
        for chair, card in list(deal.unread_draws):
            if named_draws and rng.random() < 0.7:
                text = f"{chair}={card}"
                match.token(text)
                tokens.append(text)
    return tokens


def _lending(rng: random.Random, deal: Deal) -> list[str]:
    lent = [(giver, card) for giver, count in deal.gifts.items() for card in rng.sample(deal.hands[giver], count)]
    rng.shuffle(lent)
    by_pair: dict[tuple[int, int], list[str]] = {}
    for receiver, count in deal.gets.items():
        for giver, card in (lent.pop() for _ in range(count)):
            by_pair.setdefault((giver, receiver), []).append(card)
    return [f"{giver}>{receiver}={''.join(high_to_low(cards))}" for (giver, receiver), cards in by_pair.items()]


def _wrong_token(rng: random.Random, deal: Deal) -> str:
    chair = rng.randint(1, deal.seats)
    turn = deal.turn() or chair
    card = rng.choice(FULL_PACK)
    hand = deal.hands[turn] or [card]
    return rng.choice(
        [
            rng.choice(JUNK),
            f"{chair}:{card}",
            f"{turn}:{card}",
            f"{turn}:{rng.choice(hand)}",
            f"{chair}:{rng.choice(hand)}",
            f"{turn}:{''.join(high_to_low(hand)[:2])}",
            f"{turn}:T",
            f"{turn}:B",
            f"{chair}={card}",
            f"{chair}>{rng.randint(1, deal.seats)}={card}",
        ]
    )


def _layout(rng: random.Random, tokens: list[str]) -> str:
    """The tokens with spaces, and now and then a bar, a comment or a line break between them."""
    if rng.random() < 0.7:
        return " ".join(tokens)
    return "".join(token + rng.choice([" ", " ", "\n", " | ", "|", " {a comment} "]) for token in tokens)
