"""The teller of Møs: its rooms behind the `Teller` protocol."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ordago.cards.french import parse_cards
from ordago.core import Act
from ordago.errors import OrdagoError
from ordago.locale import Translator
from ordago.mos.rules import Rules
from ordago.mos.state import State
from ordago.mos.view import View
from ordago.tell import mos_errors, mos_rules, mos_talk, mos_told, mos_turn
from ordago.tell.errors import error_text
from ordago.tell.mos_reasons import MOS_REASONS, ROUTINE
from ordago.tell.mos_words import needed_text, unit_text
from ordago.tell.teller import RuleText

UNBEATEN = frozenset({"wrong-suit", "too-low", "follow-first"})
"""Refusals of a card that does not beat the table."""


class MosTeller:
    """Møs in words; see `ordago.tell.teller.Teller` for what each method answers."""

    game = "mos"
    title = "Møs"

    def error(self, error: OrdagoError, names: Sequence[str], t: Translator) -> str:
        """The sentence for an error."""
        own: dict[str, str] = mos_errors.SENTENCES
        if error.code == "wrong-suit" and error.params["led"] == error.params["trump"]:
            own = {**own, error.code: mos_errors.TRUMPS_LED}
        return error_text(error, t, names, own, mos_errors.WORDS)

    def refused(self, view: View, error: OrdagoError, names: Sequence[str], t: Translator) -> str:
        """The sentence for a refusal, and what would beat the table."""
        sentence = self.error(error, names, t)
        needed = needed_text(view, t) if error.code in UNBEATEN else ""
        if needed:
            return t.text("{refusal} Needed: {cards}.", refusal=sentence, cards=needed)
        return sentence

    def intro(self, view: View, names: Sequence[str], t: Translator) -> list[str]:
        """What Møs is about."""
        return mos_turn.intro(view, t)

    def rules(self, rules: Rules, t: Translator) -> list[RuleText]:
        """Every setting in words."""
        return mos_rules.rules_texts(rules, t)

    def setting(self, name: str, value: Any, t: Translator) -> str:
        """One value of a setting in words."""
        return mos_rules.setting_text(name, value, t)

    def preset(self, name: str, t: Translator) -> str:
        """A preset in one line."""
        return t.text(mos_rules.PRESETS[name])

    def heard(self, before: View, after: View, names: Sequence[str], t: Translator) -> list[str]:
        """What the seat saw between two views."""
        return mos_told.heard(before, after, names, t)

    def may_wait(self, view: View) -> bool:
        """A round may be told when it is over, or when it is the seat's turn."""
        return mos_told.may_wait(view)

    def told(self, before: State, act: Act, after: State, names: Sequence[str], t: Translator) -> list[str]:
        """What happened with open cards."""
        return mos_told.told(before, act, after, names, t)

    def stands(self, view: View, names: Sequence[str], t: Translator) -> list[str]:
        """What lies on the table."""
        return mos_turn.stands(view, names, t)

    def situation(self, view: View, names: Sequence[str], t: Translator) -> list[str]:
        """What somebody must know who is to act."""
        return mos_turn.situation(view, names, t)

    def choices(self, view: View, t: Translator) -> str:
        """What may be done now."""
        return mos_turn.choices(view, t)

    def meanings(self, view: View, names: Sequence[str], t: Translator) -> list[str]:
        """What the legal acts would mean."""
        return mos_turn.meanings(view, names, t)

    def meaning(self, view: View, act: Act, names: Sequence[str], t: Translator) -> str:
        """What this act would mean."""
        return mos_turn.meaning(view, act, names, t)

    def understood(self, view: View, words: str) -> Act:
        """The act that these words say."""
        return mos_talk.understood(view, words)

    def obvious(self, view: View) -> Act | None:
        """The only act there is."""
        return mos_turn.obvious(view)

    def vocabulary(self, t: Translator) -> list[str]:
        """The words of the table."""
        return mos_turn.vocabulary(t)

    def reason(self, code: str, params: Mapping[str, Any], t: Translator) -> str:
        """Why a bot acted; empty for what goes without saying."""
        if code in ROUTINE:
            return ""
        cards = parse_cards(params.get("cards", ""))
        return t.text(MOS_REASONS[code], **{**params, "cards": unit_text(cards) if cards else ""})

    def score(self, view: View, names: Sequence[str], t: Translator) -> list[str]:
        """Where everybody stands."""
        return mos_turn.score(view, names, t)

    def may_interrupt(self, view: View) -> bool:
        """Nobody acts out of turn."""
        return False

    def is_through(self, view: View) -> bool:
        """Who is out, sits out or has left the series has no more to do."""
        if not view.seat or view.phase not in ("duels", "shedding") or view.lending:
            return False
        sheds = view.phase == "shedding"
        return view.seat in view.eliminated or (sheds and not view.hand_sizes[view.seat - 1])

    def noticed(self, view: View, act: Act, chance: float, rng: random.Random) -> Act:
        """There are no signs."""
        return act


MOS = MosTeller()
"""The teller."""
