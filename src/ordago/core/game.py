"""What a game of the house is: rules, states, views and acts behind one protocol.

A game is three kinds of object. Rules are frozen data, validated when made. A state is an immutable position. A view is
what one seat, or a spectator, may know; it is the only door through which bots and people look. A third game is a
folder with the same rooms, an object that fits `Game`, and a line in `ordago.games`.
"""

import random
from collections.abc import Mapping
from typing import Any, Protocol

from ordago.core.acts import Act, Option
from ordago.core.history import History


class State(Protocol):
    """An immutable position of a match. `turn` is the chair that the table waits for; 0 while the dealer acts."""

    @property
    def rules(self) -> Any:
        """The rules of the match."""

    @property
    def history(self) -> History:
        """The acts that led here; the state is their fold."""

    @property
    def turn(self) -> int:
        """The chair that the table waits for; 0 while the dealer acts or nothing is awaited."""

    @property
    def players(self) -> int:
        """How many chairs the table has."""

    @property
    def deal_over(self) -> bool:
        """Whether no deal is running: before the first, after one, after the last."""

    @property
    def match_over(self) -> bool:
        """Whether the match is decided; then nothing is legal any more."""

    def legal(self, seat: int) -> tuple[Option, ...]:
        """What the chair may do now, on turn or not."""

    def verify(self, act: Act) -> None:
        """Raise Refusal where the rules do not allow the act now."""

    def can(self, act: Act) -> bool:
        """Whether the rules allow the act now."""

    def apply(self, act: Act) -> "State":
        """The state after the act. Raises Refusal like `verify`."""


class View(Protocol):
    """What one seat may know, built by allow-list. Seat 0 is a spectator."""

    @property
    def seat(self) -> int:
        """Whose view it is."""

    @property
    def turn(self) -> int:
        """The chair that the table waits for."""

    @property
    def legal(self) -> tuple[Option, ...]:
        """What this seat may do now."""


class Game(Protocol):
    """A game of the house. Its methods are pure; randomness is handed in."""

    name: str
    presets: tuple[str, ...]
    default_preset: str
    deal_keys: frozenset[str]
    unlisted: frozenset[str]

    def rules(self, preset: str, changes: Mapping[str, Any]) -> Any:
        """The rules of a preset with some settings changed, by their flat names. Raises RulesError."""

    def preset_and_changes(self, rules: Any) -> tuple[str, dict[str, Any]]:
        """The preset and the changes that a record names for these rules."""

    def flat_rules(self, rules: Any) -> dict[str, Any]:
        """Every setting by its flat name, in the dossier's order."""

    def start(self, rules: Any, players: int | None, rng: random.Random) -> Any:
        """The state before a new match; who is first is drawn. Raises RulesError for a number that cannot play."""

    def dealer_acts(self, state: Any, rng: random.Random) -> list[Act]:
        """The dealer's next acts, where the table waits for the dealer: a deal and what comes with it, or a service."""

    def view(self, state: Any, seat: int) -> Any:
        """What the seat may know; seat 0 is a spectator."""

    def act_from(self, seat: int, option: Option, rng: random.Random) -> Act:
        """A random act of this option."""

    def time_out_act(self, view: Any) -> Act:
        """What a seat does that does not act in time, or whose bot failed."""

    def parse_act(self, state: Any, text: str) -> Act:
        """Read one token of a record. Raises NotationError."""

    def write_act(self, state: Any, act: Act) -> str:
        """The token of an act that `state` accepts, in canonical form; empty for a deal."""

    def opening(self, rules: Any, table: Mapping[str, Any]) -> Any:
        """The state before the first deal of a record, from that deal's keys. Raises RecordError with `where`."""

    def deal_act(self, state: Any, table: Mapping[str, Any]) -> Act:
        """The dealing act of a deal's keys, which must agree with `state`. Raises RecordError with `where`."""

    def deal_table(self, state: Any, act: Act) -> dict[str, Any]:
        """The keys of a deal that `act` begins in `state`; what follows from the rules is left out."""

    def is_deal(self, act: Act) -> bool:
        """Whether this act begins a deal."""

    def breaks_line(self, before: Any, after: Any) -> bool:
        """Whether a written play starts a new line after the act between these states."""

    def deal_report(self, state: Any) -> dict[str, Any]:
        """One deal of `ordago replay --json`, as it stands."""

    def match_report(self, state: Any) -> dict[str, Any]:
        """The match-level keys of `ordago replay --json`."""
