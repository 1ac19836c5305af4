"""The conformance suite: what every game of the house must do, for anyone who writes one.

`conformance.check_game(game)` plays random matches and runs every check on them; each check can be called alone and
raises AssertionError with a sentence that says what went wrong. `play` holds the random play. Nothing here needs a test
framework.
"""

from ordago.testing import conformance, play
from ordago.testing.conformance import check_game
from ordago.testing.play import Step, random_act, random_match

__all__ = ["Step", "check_game", "conformance", "play", "random_act", "random_match"]
