"""What a teller of a game answers. It speaks of what a View shows, so it cannot give a hidden card away.

`names` are the players' names in chair order. Lines are whole sentences without line breaks; an empty line parts what
belongs together. `t` says them in the reader's language.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ordago.core import Act
from ordago.errors import OrdagoError
from ordago.locale import Translator

Names = Sequence[str]


class RuleText(NamedTuple):
    """One setting in words; `default` says the default preset's way where that differs."""

    setting: str
    text: str
    default: str | None


class Teller(Protocol):
    """Puts one game into words, and understands the words that players say."""

    game: str
    title: str
    """The game's name as it is written."""

    def error(self, error: OrdagoError, names: Names, t: Translator) -> str:
        """The sentence for an error of this game, or of the house."""

    def refused(self, view: Any, error: OrdagoError, names: Names, t: Translator) -> str:
        """The same for an act that was refused to the seat of this view, with what the view can add."""

    def intro(self, view: Any, names: Names, t: Translator) -> list[str]:
        """What the game is about, in eight lines at most."""

    def rules(self, rules: Any, t: Translator) -> list[RuleText]:
        """Every setting in words, in the dossier's order."""

    def setting(self, name: str, value: Any, t: Translator) -> str:
        """One value of a setting in words, whatever the others are."""

    def preset(self, name: str, t: Translator) -> str:
        """A preset in one line."""

    def heard(self, before: Any, after: Any, names: Names, t: Translator) -> list[str]:
        """What the seat of two views saw and heard between them; `after` is one act later, or more that could wait."""

    def may_wait(self, view: Any) -> bool:
        """Whether what led to this view may be told together with what follows, where little is to be said."""

    def told(self, before: Any, act: Act, after: Any, names: Names, t: Translator) -> list[str]:
        """The same with open cards, between two states of a replay; `act` is the last one."""

    def stands(self, view: Any, names: Names, t: Translator) -> list[str]:
        """What stands where a record stops, as far as it was not told yet."""

    def situation(self, view: Any, names: Names, t: Translator) -> list[str]:
        """What somebody must know who is to act: the cards, the score, what stands and is at stake."""

    def choices(self, view: Any, t: Translator) -> str:
        """What may be done now, in a few words with their short keys."""

    def meanings(self, view: Any, names: Names, t: Translator) -> list[str]:
        """What each act that may be done now would mean."""

    def meaning(self, view: Any, act: Act, names: Names, t: Translator) -> str:
        """What this act, which may be done now, would mean."""

    def understood(self, view: Any, words: str) -> Act:
        """The act that these words say, legal or not, in any of our languages. Raises NotationError."""

    def obvious(self, view: Any) -> Act | None:
        """The act that is meant by an empty line: the only one there is, where the game has that."""

    def vocabulary(self, t: Translator) -> list[str]:
        """The words that `understood` knows, told."""

    def reason(self, code: str, params: Mapping[str, Any], t: Translator) -> str:
        """Why a bot acted; empty for what goes without saying. It speaks of the bot's cards: for after the deal."""

    def score(self, view: Any, names: Names, t: Translator) -> list[str]:
        """The score in full."""

    def may_interrupt(self, view: Any) -> bool:
        """Whether the seat may speak up now, out of turn, in a way that cannot wait for its turn."""

    def is_through(self, view: Any) -> bool:
        """Whether the seat has no more to do in the deal that is played on by others."""

    def noticed(self, view: Any, act: Act, chance: float, rng: random.Random) -> Act:
        """The act as the table makes it: each rival notices a sign with this chance."""
