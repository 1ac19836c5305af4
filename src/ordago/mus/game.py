"""Mus as a game of the house: every room behind the `Game` protocol."""

import random
from collections.abc import Mapping
from typing import Any

from ordago.core.acts import Act, Option
from ordago.errors import RulesError
from ordago.mus import dealing, notation, records
from ordago.mus import rules as mus_rules
from ordago.mus.acts import Cut, Deal, Discard, Envido, NoQuiero, Pass, Raise, Sena
from ordago.mus.rules import Rules
from ordago.mus.state import State, start
from ordago.mus.view import View, view

RAISES = (2, 2, 2, 3, 5, 5, 10)
"""Stones that a random bet draws from, as far as its range allows."""


class MusGame:
    """Mus; see `ordago.core.game.Game` for what each method answers."""

    name = "mus"
    presets = tuple(mus_rules.PRESET_SETTINGS)
    default_preset = mus_rules.DEFAULT_PRESET
    deal_keys = records.DEAL_KEYS
    unlisted = frozenset({"~"})

    def rules(self, preset: str, changes: Mapping[str, Any]) -> Rules:
        """The rules of a preset with some settings changed."""
        return mus_rules.rules(preset, **changes)

    def preset_and_changes(self, rules: Rules) -> tuple[str, dict[str, Any]]:
        """The preset and the changes that a record names."""
        return mus_rules.preset_and_changes(rules)

    def flat_rules(self, rules: Rules) -> dict[str, Any]:
        """Every setting by its flat name."""
        return mus_rules.flat(rules)

    def start(self, rules: Rules, players: int | None, rng: random.Random) -> State:
        """A new match; the mano is drawn (1.3)."""
        if players is not None and players != rules.seating.players:
            raise RulesError("players-disagree", players=players, expected=rules.seating.players)
        return start(rules, mano=rng.randint(1, rules.seating.players))

    def dealer_acts(self, state: State, rng: random.Random) -> list[Act]:
        """A deal with the cards turned up in it, or the next service."""
        if not state.deal_over:
            return [dealing.serve_act(state, rng)]
        deal = dealing.deal_act(state, rng)
        return [deal, *dealing.expose_acts(state, deal, rng)]

    def view(self, state: State, seat: int) -> View:
        """What the seat may know."""
        return view(state, seat)

    def act_from(self, seat: int, option: Option, rng: random.Random) -> Act:
        """A random act of this option: bets mostly small, any number of any cards thrown."""
        match option.kind:
            case "D":
                return Discard(seat, tuple(rng.sample(option.cards, rng.randint(option.least, option.most))))
            case "E":
                return Envido(seat, min(max(rng.choice(RAISES), option.least), option.most))
            case "+":
                return Raise(seat, min(max(rng.choice(RAISES), option.least), option.most))
            case "~":
                return Sena(seat, rng.choice(option.codes))
        return notation.WORDS[option.kind](seat)

    def time_out_act(self, view: View) -> Act:
        """`X` in the talk, the card lowest at grande in the discard, `P` with no bet, `N` facing one."""
        kinds = {option.kind: option for option in view.legal}
        if "D" in kinds:
            return Discard(view.seat, view.hand[-max(kinds["D"].least, 1) :])
        if "X" in kinds:
            return Cut(view.seat)
        return Pass(view.seat) if "P" in kinds else NoQuiero(view.seat)

    def parse_act(self, state: State, text: str) -> Act:
        """Read one token."""
        return notation.parse_act(state, text)

    def write_act(self, state: State, act: Act) -> str:
        """Write one token."""
        return notation.write_act(state, act)

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


MUS = MusGame()
"""The game."""
