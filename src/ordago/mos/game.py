"""Møs as a game of the house: every room behind the `Game` protocol."""

import random
from collections.abc import Mapping
from typing import Any

from ordago.core.acts import Act, Option
from ordago.mos import dealing, lending, notation, records
from ordago.mos import rules as mos_rules
from ordago.mos.acts import Deal, Play
from ordago.mos.rules import Rules
from ordago.mos.state import State, start
from ordago.mos.view import View, view

USUAL_PLAYERS = 4
"""How many sit down where nobody says (the rules leave the number open)."""


class MosGame:
    """Møs; see `ordago.core.game.Game` for what each method answers."""

    name = "mos"
    presets = tuple(mos_rules.PRESET_SETTINGS)
    default_preset = mos_rules.DEFAULT_PRESET
    deal_keys = records.DEAL_KEYS
    unlisted: frozenset[str] = frozenset()

    def rules(self, preset: str, changes: Mapping[str, Any]) -> Rules:
        """The rules of a preset with some settings changed."""
        return mos_rules.rules(preset, **changes)

    def preset_and_changes(self, rules: Rules) -> tuple[str, dict[str, Any]]:
        """The preset and the changes that a record names."""
        return mos_rules.preset_and_changes(rules)

    def flat_rules(self, rules: Rules) -> dict[str, Any]:
        """Every setting by its flat name."""
        return mos_rules.flat(rules)

    def start(self, rules: Rules, players: int | None, rng: random.Random) -> State:
        """A new match; the dealer is drawn (S-4)."""
        players = USUAL_PLAYERS if players is None else players
        dealing.verify_players(rules, players)
        return start(rules, players, dealer=rng.randint(1, players))

    def dealer_acts(self, state: State, rng: random.Random) -> list[Act]:
        """A deal, or the whole lending between the phases."""
        if state.deal_over:
            return [dealing.deal_from(state, dealing.deck_for(state, rng))]
        return [*lending.lend_acts(state, rng)]

    def view(self, state: State, seat: int) -> View:
        """What the seat may know."""
        return view(state, seat)

    def act_from(self, seat: int, option: Option, rng: random.Random) -> Act:
        """The act of this option: each says just one."""
        return act_of(seat, option)

    def time_out_act(self, view: View) -> Act:
        """The lowest legal card, or `T`."""
        return act_of(view.seat, view.legal[0])

    def parse_act(self, state: State, text: str) -> Act:
        """Read one token."""
        return notation.parse_act(text)

    def write_act(self, state: State, act: Act) -> str:
        """Write one token."""
        return notation.write_act(act)

    def opening(self, rules: Rules, table: Mapping[str, Any]) -> State:
        """The state before a record's first deal."""
        return records.opening(rules, table)

    def deal_act(self, state: State, table: Mapping[str, Any]) -> Act:
        """The dealing act of a record's deal."""
        return records.deal_act(state, table)

    def deal_table(self, state: State, act: Act) -> dict[str, Any]:
        """The keys of a record's deal."""
        assert isinstance(act, Deal)
        return records.deal_table(state, act)

    def is_deal(self, act: Act) -> bool:
        """Whether this act begins a deal."""
        return isinstance(act, Deal)

    def breaks_line(self, before: State, after: State) -> bool:
        """Whether a written play starts a new line here."""
        return records.breaks_line(before, after)

    def deal_report(self, state: State) -> dict[str, Any]:
        """One deal of the JSON."""
        return records.deal_report(state)

    def match_report(self, state: State) -> dict[str, Any]:
        """The match-level keys of the JSON."""
        return records.match_report(state)


def act_of(seat: int, option: Option) -> Act:
    """The one act that an option of Møs describes."""
    return Play(seat, option.cards) if option.cards else notation.WORDS[option.kind](seat)


MOS = MosGame()
"""The game."""
