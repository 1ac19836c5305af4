"""The dealer of a live table: deals and services that follow from the seeds, and nothing else."""

from itertools import islice
from typing import Any

from ordago.core import Act, fair
from ordago.table.table import Table


def first_state(table: Table) -> Any:
    """The state before the first deal of the match: who is first follows from the first deal's seeds."""
    assert table.coming is not None
    seed, shares = bytes.fromhex(table.coming.seed), table.coming.shares
    return table.played.start(table.rules, table.players, fair.stream(seed, shares, fair.FIRST))


def next_deal(table: Table) -> tuple[Any, list[Act]]:
    """The state before the next deal, and the dealer's acts that begin it."""
    assert table.coming is not None
    before = table.state if table.state is not None else first_state(table)
    dealer = fair.Dealer(bytes.fromhex(table.coming.seed), table.coming.shares)
    return before, dealer.acts(table.played, before)


def next_acts(table: Table) -> list[Act]:
    """The dealer's next acts in the running deal: the same on every machine, as they follow from the log."""
    deal = table.fair[-1]
    dealer = fair.Dealer(bytes.fromhex(deal.seed), deal.shares)
    done = len(table.state.history) - len(table.before.history)
    acts = list(islice(table.state.history.latest(), done))[::-1]
    return dealer.after(table.played, table.before, iter(acts)).acts(table.played, table.state)
