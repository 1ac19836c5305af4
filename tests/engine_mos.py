"""The engine of Møs as the tests use it: records from tables and texts, their JSON, and random play."""

import random
from collections.abc import Iterator
from typing import Any

import tomlkit

from ordago.core import Act, Record, error_report, read_record, report
from ordago.errors import RecordError
from ordago.mos import MOS, Rules, State, start
from ordago.mos.hand import size

GAMES = {"mos": MOS}

Table = dict[str, Any]


def rules_of(table: str | Table | None) -> Rules:
    """The rules of a record's `rules`."""
    changes = {"preset": table} if isinstance(table, str) else dict(table or {})
    return MOS.rules(changes.pop("preset", "mos"), changes)


def read(record: Table | str) -> Record:
    """The record of a table, or of a text. Raises RecordError."""
    return read_record(record if isinstance(record, str) else tomlkit.dumps(record), GAMES)


def replay(record: Table | str) -> dict[str, Any]:
    """The object of `ordago replay --json`; the message of an error is left empty."""
    try:
        return report(read(record), MOS)
    except RecordError as error:
        return error_report(error, "")


def refusal(record: Table | str) -> RecordError:
    """The error with which a record is refused."""
    try:
        read(record)
    except RecordError as error:
        return error
    raise AssertionError("the record is accepted")


def duel(cards: str, play: str = "", rules: str | Table = "mos", stock: str = "", **position: Any) -> Table:
    """The table of a record that begins in phase 1, chair 1 leading; cards of the chairs are separated by spaces.

    Without a stock the trump card is the ace of spades with chair 1.
    """
    if not stock:
        position = {"trump": "AS", "holder": 1, **position}
    deal = {"cards": hands(cards), "position": {"phase": "duels", "leader": 1, **position}, "play": play}
    return {"acta": 1, "game": "mos", "rules": rules, "deal": [{**deal, "stock": stock} if stock else deal]}


def shed(cards: str, play: str = "", rules: str | Table = "mos", **position: Any) -> Table:
    """The table of a record that begins in phase 2, trump spades, chair 1 on turn."""
    place = {"phase": "shedding", "trump": "S", "turn": 1, **position}
    deal = {"cards": hands(cards), "position": place, "play": play}
    return {"acta": 1, "game": "mos", "rules": rules, "deal": [deal]}


def hands(cards: str) -> list[str]:
    """The texts of the chairs' cards; `-` is an empty hand."""
    return ["" if text == "-" else text for text in cards.split()]


def state_after(record: Table) -> State:
    """The state after all acts of a record."""
    found = read(record)
    state: State = found.start
    for act in found.acts:
        state = state.apply(act)
    return state


def code_of(record: Table) -> str:
    """The code with which the last token of the last deal is refused; every token before it must be accepted."""
    error = refusal(record)
    words = record["deal"][-1]["play"].split()
    assert (error.deal, error.token, error.text) == (len(record["deal"]), len(words), words[-1]), str(error)
    return error.code


def ends(record: Table) -> Table:
    """The JSON of the last deal of a record that is accepted."""
    result = replay(record)
    assert result["ok"], result
    last: Table = result["deals"][-1]
    return {**result, **last, "match_winner": result["winner"]}


def random_steps(
    seed: int, players: int, rules: str | Table = "mos", *, deals: int = 1, longest: int = 100_000
) -> Iterator[tuple[State, Act, State]]:
    """A random match of up to so many deals: the state before each act, the act, the state after it."""
    rng = random.Random(seed)
    state = start(rules_of(rules), players, dealer=rng.randint(1, players))
    begun = 0
    for _ in range(longest):
        if state.match_over or (state.deal_over and begun == deals):
            return
        begun += state.deal_over
        if state.turn:
            acts = [MOS.act_from(state.turn, rng.choice(state.legal(state.turn)), rng)]
        else:
            acts = MOS.dealer_acts(state, rng)
        for act in acts:
            after = state.apply(act)
            yield state, act, after
            state = after
    raise AssertionError(f"no end within {longest} acts")


def card_count(state: State) -> int:
    """How many cards are in the game: hands, piles, table, stock and the trump card while nobody may see it."""
    held = sum(size(counts) for counts in (*state.hands, *state.piles))
    unseen = int(state.trump_card >= 0 > state.trump)
    return held + sum(map(len, state.table)) + state.stock_size + unseen
