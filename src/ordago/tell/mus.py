"""The teller of Mus: its rooms behind the `Teller` protocol."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ordago.core import Act
from ordago.errors import OrdagoError
from ordago.locale import Translator
from ordago.mus.acts import Sena
from ordago.mus.rules import Rules
from ordago.mus.state import State
from ordago.mus.view import View
from ordago.mus.view import view as view_of
from ordago.tell import mus_acts, mus_errors, mus_rules, mus_talk, mus_turn, mus_words
from ordago.tell.errors import error_text
from ordago.tell.mus_reasons import MUS_REASONS
from ordago.tell.teller import RuleText


class MusTeller:
    """Mus in words; see `ordago.tell.teller.Teller` for what each method answers."""

    game = "mus"
    title = "Mus"

    def error(self, error: OrdagoError, names: Sequence[str], t: Translator) -> str:
        """The sentence for an error."""
        return error_text(error, t, names, mus_errors.SENTENCES, mus_errors.WORDS)

    def refused(self, view: View, error: OrdagoError, names: Sequence[str], t: Translator) -> str:
        """The sentence for a refusal; it says all there is to say."""
        return self.error(error, names, t)

    def intro(self, view: View, names: Sequence[str], t: Translator) -> list[str]:
        """What Mus is about."""
        return mus_turn.intro(view, names, t)

    def rules(self, rules: Rules, t: Translator) -> list[RuleText]:
        """Every setting in words."""
        return mus_rules.rules_texts(rules, t)

    def setting(self, name: str, value: Any, t: Translator) -> str:
        """One value of a setting in words."""
        return mus_rules.setting_text(name, value, t)

    def preset(self, name: str, t: Translator) -> str:
        """A preset in one line."""
        return t.text(mus_rules.PRESETS[name])

    def heard(self, before: View, after: View, names: Sequence[str], t: Translator) -> list[str]:
        """What the seat saw and heard between two views."""
        return mus_acts.heard(before, after, names, t)

    def may_wait(self, view: View) -> bool:
        """Every word is told as it is said."""
        return False

    def told(self, before: State, act: Act, after: State, names: Sequence[str], t: Translator) -> list[str]:
        """An act with open cards."""
        return mus_acts.told(view_of(before, 0), act, view_of(after, 0), names, t)

    def stands(self, view: View, names: Sequence[str], t: Translator) -> list[str]:
        """Nothing that was not told."""
        return []

    def situation(self, view: View, names: Sequence[str], t: Translator) -> list[str]:
        """What somebody must know who is to act."""
        return mus_turn.situation(view, names, t)

    def choices(self, view: View, t: Translator) -> str:
        """What may be done now."""
        return mus_turn.choices(view, t)

    def meanings(self, view: View, names: Sequence[str], t: Translator) -> list[str]:
        """What each legal act would mean."""
        return mus_turn.meanings(view, names, t)

    def meaning(self, view: View, act: Act, names: Sequence[str], t: Translator) -> str:
        """What this act would mean."""
        return mus_turn.meaning(view, act, names, t)

    def understood(self, view: View, words: str) -> Act:
        """The act that these words say."""
        return mus_talk.understood(view, words)

    def obvious(self, view: View) -> Act | None:
        """Nothing is said by saying nothing."""
        return None

    def vocabulary(self, t: Translator) -> list[str]:
        """The words of the table."""
        return mus_turn.vocabulary(t)

    def reason(self, code: str, params: Mapping[str, Any], t: Translator) -> str:
        """Why a bot acted."""
        sentence = MUS_REASONS[code]
        begins = sentence.startswith("{lance}")
        words = {"lance": mus_words.LANCES if begins else mus_errors.WORDS["lance"], "sena": mus_words.SENAS}
        return t.text(
            sentence, **{key: t.text(words[key][value]) if key in words else value for key, value in params.items()}
        )

    def score(self, view: View, names: Sequence[str], t: Translator) -> list[str]:
        """The score in full."""
        return [*mus_words.score_lines(view, names, t), mus_words.juegos_text(view, names, t)]

    def may_interrupt(self, view: View) -> bool:
        """A cut or a first bet before one's turn cannot wait; a discard and a seña can."""
        return view.turn not in (0, view.seat) and any(option.kind in ("X", "E") for option in view.legal)

    def is_through(self, view: View) -> bool:
        """Everybody plays to the end of a deal."""
        return False

    def noticed(self, view: View, act: Act, chance: float, rng: random.Random) -> Act:
        """A seña with the rivals who notice it."""
        if not isinstance(act, Sena):
            return act
        rivals = [chair for chair in range(1, view.players + 1) if view.side_of[chair] != view.side_of[act.seat]]
        return Sena(act.seat, act.code, tuple(chair for chair in rivals if rng.random() < chance))


MUS = MusTeller()
"""The teller."""
