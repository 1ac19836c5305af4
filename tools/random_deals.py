"""Plays random deals of Mus over random rules with every check on: `python -m tools.random_deals --deals 1000000`.

At each step the legal acts are held against what is accepted, the cards are counted, and deals must end; one table in
`--every` is also replayed by the by-the-book reference, whose JSON must be the same. A table is one set of rules and up
to forty deals; its number and the seed give it again (`--table`). The run can be stopped at any time and taken up again
with `--resume`: what is done stands in the checkpoint file.
"""

import argparse
import json
import multiprocessing
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ordago.cards.spanish import DECK
from ordago.core import Act, Option, Record, read_record, report, write_record
from ordago.core.files import write_whole
from ordago.errors import RulesError
from ordago.mus import MUS, Cut, Discard, Envido, Mus, NoQuiero, Ordago, Pass, Perete, Quiero, Raise, State, start
from ordago.mus.dealing import packed, unpacked
from ordago.mus.rules import Rules
from tests.reference import mus_book
from tests.reference.mus_random import random_rules

DEALS_AT_A_TABLE = 40
LONGEST = 2_000
"""More acts than any deal may take with twenty rounds of mus and capped bets."""

BOUNDS: dict[str, Any] = {"mus_rounds_max": 20, "bet_cap": "target"}

WORDS = {"M": Mus, "X": Cut, "perete": Perete, "P": Pass, "Q": Quiero, "N": NoQuiero, "O": Ordago}
WEIGHTS = {"M": 8, "X": 1, "perete": 8, "D": 4, "P": 4, "E": 2, "O": 0.15, "Q": 3, "N": 4, "+": 2, "~": 1}


def play_table(seed: int, every: int, number: int) -> Counter[str]:
    """Play table `number` with all checks; return what was counted. Raises AssertionError that names the table."""
    rng = random.Random(f"{seed}:{number}")
    changes = {**random_rules(rng), **BOUNDS}
    preset = changes.pop("preset")
    counts: Counter[str] = Counter(tables=1)
    try:
        rules = MUS.rules(preset, changes)
        while counts["deals"] < DEALS_AT_A_TABLE:
            play_match(rules, rng, counts, by_reference=number % every == 0)
    except Exception as error:
        raise AssertionError(f"seed {seed}, table {number} ({preset}, {changes}): {error!r}") from error
    return counts


def play_match(rules: Rules, rng: random.Random, counts: Counter[str], by_reference: bool) -> None:
    """Play a match to its end, or until the table's deals are done."""
    seats = rules.seating
    state = begin = start(rules, rng.randint(1, seats.players), random_score(rules, rng))
    acts: list[Act] = []
    while not state.match_over and counts["deals"] < DEALS_AT_A_TABLE:
        before = len(acts)
        for act in MUS.dealer_acts(state, rng):
            state = state.apply(act)
            acts.append(act)
        while not state.deal_over:
            probe(state, rng, counts)
            made = [choose(state, rng)] if state.turn else MUS.dealer_acts(state, rng)
            for act in made:
                assert state.can(act), f"{act} was offered, but is refused"
                state = state.apply(act)
                acts.append(act)
                count_cards(state)
            assert len(acts) - before < LONGEST, "a deal does not end"
        probe(state, rng, counts)
        check_end(state)
        counts["deals"] += 1
        counts["redeals"] += state.phase == "redeal"
    counts["acts"] += len(acts)
    counts["matches"] += state.match_over
    if by_reference:
        compare(Record("mus", begin, tuple(acts)), counts)


def random_score(rules: Rules, rng: random.Random) -> tuple[int, ...] | None:
    """Nothing, or stones that bring the target near."""
    if rng.random() < 0.5:
        return None
    return tuple(rng.randrange(rules.match.target) for _ in rules.seating.side_names)


def choose(state: State, rng: random.Random) -> Act:
    """A legal act, mostly of the chair on turn; órdagos are rare, so that deals grow long."""
    seat = state.turn
    if rng.random() < 0.15:
        seat = rng.randint(1, state.players)
    offered = state.legal(seat)
    if not any(option.kind != "~" for option in offered):
        seat, offered = state.turn, state.legal(state.turn)
    option = rng.choices(offered, [WEIGHTS[option.kind] for option in offered])[0]
    return MUS.act_from(seat, option, rng)


def probe(state: State, rng: random.Random, counts: Counter[str]) -> None:
    """One random word, bet and discard of a random chair: accepted exactly where `legal` describes it."""
    seat = rng.randint(1, state.players)
    offered = {option.kind: option for option in state.legal(seat)}
    word = rng.choice(tuple(WORDS))
    verdict(state, WORDS[word](seat), word in offered, counts)
    stones = rng.choice((0, 1, 2, 3, 4, 5, 20, state.rules.match.target, state.rules.match.target + 1))
    verdict(state, Envido(seat, stones), within(offered.get("E"), stones), counts)
    verdict(state, Raise(seat, stones), within(offered.get("+"), stones), counts)
    if state.phase in ("discard", "mus"):
        pool = state.hands[seat - 1] if rng.random() < 0.7 else DECK
        cards = tuple(rng.sample(pool, min(len(pool), rng.randint(0, 4))))
        throw = offered.get("D")
        held = throw is not None and set(cards) <= set(throw.cards)
        verdict(state, Discard(seat, cards), held and within(throw, len(cards)), counts)


def within(option: Option | None, number: int) -> bool:
    """Whether the option is there and its range holds the number."""
    return option is not None and option.least <= number <= option.most


def verdict(state: State, act: Act, legal: bool, counts: Counter[str]) -> None:
    """The state must accept the act just where it is legal; any exception but a Refusal comes through."""
    assert state.can(act) == legal, f"{act} is {'refused' if legal else 'accepted'} against what legal says"
    counts["accepted" if legal else "refused"] += 1


def count_cards(state: State) -> None:
    """Hands, stock and discards are the whole pack."""
    held = sum(packed(hand, state.pack) for hand in state.hands)
    assert held + state.stock + state.discards == state.pack.full, "cards were lost or made"


def check_end(state: State) -> None:
    """Forty distinct cards; stones that follow from the awards; a juego that is won just at the target."""
    cards = [card for hand in state.hands for card in hand]
    cards += unpacked(state.stock, state.pack) + unpacked(state.discards, state.pack)
    assert sorted(cards) == list(DECK), "not forty distinct cards"
    scoring = {(award.lance, award.side) for award in state.awards if award.lance != "mus"}
    if state.rules.count.refusal_bonus != "best_hand":
        assert len(scoring) == len({lance for lance, _ in scoring}), "two sides score in one lance"
    target = state.rules.match.target
    if state.phase == "over" and state.winner >= 0:
        assert state.score[state.winner] >= target, "a juego is won below the target"
    else:
        assert max(state.score) < target, "nobody won the juego at the target"


def compare(record: Record, counts: Counter[str]) -> None:
    """The match, written as a record and read again, told by the engine and by the reference."""
    text = write_record(record, MUS)
    engine = report(read_record(text, {"mus": MUS}), MUS)
    assert engine == report(record, MUS), "the record tells another match than was played"
    reference = json.loads(json.dumps(mus_book.replay(tomllib.loads(text))))
    assert json.loads(json.dumps(engine)) == reference, f"engine and reference differ:\n{text}"
    counts["by reference"] += len(engine["deals"])


def tables_from(first: int, play: partial[Counter[str]], processes: int) -> Iterator[Counter[str]]:
    """Tables from a number on, in order, without end."""
    if processes == 1:
        while True:
            yield play(first)
            first += 1
    with multiprocessing.Pool(processes) as pool:
        while True:
            yield from pool.imap(play, range(first, first + 50 * processes), chunksize=10)
            first += 50 * processes


def save(path: Path, done: dict[str, Any]) -> None:
    """Write the checkpoint whole or not at all."""
    write_whole(path, json.dumps(done, indent=1) + "\n")


def arguments(given: list[str] | None) -> argparse.Namespace:
    """The command's arguments."""
    parser = argparse.ArgumentParser(prog="python -m tools.random_deals", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--deals", type=int, default=1_000_000, help="how many deals in all (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other tables (default: %(default)s)")
    parser.add_argument("--every", type=int, default=20, help="one table in so many goes through the reference, too")
    parser.add_argument("--processes", type=int, default=1, help="how many at once (default: %(default)s)")
    parser.add_argument("--checkpoint", type=Path, default=Path("random_deals.json"), help="where progress is kept")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint; seed and every are its own")
    parser.add_argument("--table", type=int, help="play this table alone again")
    return parser.parse_args(given)


def main(given: list[str] | None = None) -> int:
    """Run; return 1 if a check failed. Prints a line now and then, and what was counted."""
    asked = arguments(given)
    done: dict[str, Any] = {"seed": asked.seed, "every": asked.every, "tables": 0, "counts": {}}
    if asked.resume:
        done = json.loads(asked.checkpoint.read_text("utf-8"))
    counts = Counter(done["counts"])
    play = partial(play_table, done["seed"], done["every"])
    if asked.table is not None:
        print(json.dumps(play(asked.table)))
        return 0
    began = saved = time.monotonic()
    at_first = counts["deals"]
    for found in tables_from(done["tables"], play, asked.processes) if counts["deals"] < asked.deals else ():
        counts += found
        done = {**done, "tables": done["tables"] + 1, "counts": dict(counts)}
        over = counts["deals"] >= asked.deals
        if over or time.monotonic() - saved > 10:
            saved = time.monotonic()
            save(asked.checkpoint, done)
            speed = (counts["deals"] - at_first) / max(saved - began, 1e-9)
            print(f"{counts['deals']:,} of {asked.deals:,} deals, {speed:,.0f} a second", flush=True)
        if over:
            break
    print("All checks passed: " + ", ".join(f"{name} {number:,}" for name, number in counts.items()))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (AssertionError, RulesError) as failed:
        sys.exit(str(failed))
    except KeyboardInterrupt:
        sys.exit(130)
