"""The rule bot: one decision, as weighed choices, from one view."""

import random

from ordago.bots.bot import Choice, Mixed, acts_of, drawn, scaled
from ordago.bots.mus_rule import betting, discards, senas, talk
from ordago.core.acts import Act, Option
from ordago.mus.hand import hands_for
from ordago.mus.view import View


class RuleBot:
    """Plays by what hands are worth, who sits where, the score, and what the others said and signed."""

    name = "rule"

    def choose(self, view: View, rng: random.Random) -> Choice:
        """A choice drawn by its weight. Raises ValueError where the view's seat may do nothing."""
        # Drawn before a card is looked at, and once, so that neither time nor dice depend on the hand.
        point = rng.random()
        return drawn(self.mixed(view), point)

    def action_probabilities(self, view: View) -> dict[Act, float]:
        """How likely each act is; acts that are not there are never chosen."""
        return acts_of(self.mixed(view))

    def mixed(self, view: View) -> Mixed:
        """The decision before the dice."""
        options = {option.kind: option for option in view.legal}
        offered = options.pop("~", None)
        word = self._own_word(view, options)
        if offered is None:
            return word
        often, sena = self.sign(view, offered)
        if not word:
            return sena
        return scaled(word, 1.0 - often) + scaled(sena, often) if often else word

    def _own_word(self, view: View, options: dict[str, Option]) -> Mixed:
        if not options:
            return []
        if "D" in options:
            return self.throw(view, options["D"])
        return self.talk(view) if view.phase == "mus" else self.word(view)

    def sign(self, view: View, option: Option) -> tuple[float, Mixed]:
        """How often to give a seña now, and the seña."""
        return senas.decide(view, option)

    def talk(self, view: View) -> Mixed:
        """Mus or no mus."""
        return talk.decide(view)

    def throw(self, view: View, option: Option) -> Mixed:
        """The cards to throw."""
        return discards.decide(view, option)

    def word(self, view: View) -> Mixed:
        """A word of a lance."""
        return betting.decide(view, hands_for(view.rules.hand).worth(view.hand))
